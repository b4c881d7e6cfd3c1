/** One value is outside the enum of the contract; everything else about the call is right. */
const request = String.raw`{
  "model": "assistant-large-2",
  "messages": [
    { "role": "user", "content": "How warm is it in Oslo, in kelvin please?" }
  ],
  "tools": [
    {
      "type": "function",
      "function": {
        "name": "get_weather",
        "description": "Current weather of one city.",
        "parameters": {
          "type": "object",
          "properties": {
            "city": { "type": "string", "minLength": 1 },
            "unit": { "type": "string", "enum": ["celsius", "fahrenheit"] }
          },
          "required": ["city"],
          "additionalProperties": false
        }
      }
    }
  ]
}`;

const response = String.raw`{
  "id": "chatcmpl-9Bf0",
  "object": "chat.completion",
  "created": 1764461012,
  "model": "assistant-large-2",
  "choices": [
    {
      "index": 0,
      "message": {
        "role": "assistant",
        "content": null,
        "tool_calls": [
          {
            "id": "call_pX3w",
            "type": "function",
            "function": { "name": "get_weather", "arguments": "{\"city\": \"Oslo\", \"unit\": \"kelvin\"}" }
          }
        ]
      },
      "finish_reason": "tool_calls"
    }
  ],
  "usage": { "prompt_tokens": 131, "completion_tokens": 22, "total_tokens": 153 }
}`;

export const wrong = [
  { name: "request.json", text: request },
  { name: "response.json", text: response },
];
