/** The arguments object was encoded as a string twice more than the dialect asks for. */
const exchange = String.raw`{
  "model": "assistant-small-1",
  "messages": [
    { "role": "user", "content": "Do I need an umbrella in Taipei?" },
    {
      "role": "assistant",
      "content": null,
      "tool_calls": [
        {
          "id": "call_u7Zt",
          "type": "function",
          "function": {
            "name": "get_weather",
            "arguments": "\"\\\"{\\\\\\\"city\\\\\\\": \\\\\\\"Taipei\\\\\\\", \\\\\\\"unit\\\\\\\": \\\\\\\"celsius\\\\\\\"}\\\"\""
          }
        }
      ]
    }
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

export const twice = [{ name: "exchange.json", text: exchange }];
