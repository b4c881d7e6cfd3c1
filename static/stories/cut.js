/** The arguments end inside a string although the stop reason claims a finished call. */
const request = String.raw`{
  "model": "assistant-large-2",
  "messages": [
    { "role": "user", "content": "Write the release notes of 2.4 into notes/2.4.md." }
  ],
  "tools": [
    {
      "type": "function",
      "function": {
        "name": "write_file",
        "description": "Write a text file, replacing what was there.",
        "parameters": {
          "type": "object",
          "properties": {
            "path": { "type": "string" },
            "content": { "type": "string" }
          },
          "required": ["path", "content"],
          "additionalProperties": false
        }
      }
    }
  ]
}`;

const response = String.raw`{
  "id": "chatcmpl-7Rk2",
  "object": "chat.completion",
  "created": 1764460800,
  "model": "assistant-large-2",
  "choices": [
    {
      "index": 0,
      "message": {
        "role": "assistant",
        "content": null,
        "tool_calls": [
          {
            "id": "call_Qm41",
            "type": "function",
            "function": {
              "name": "write_file",
              "arguments": "{\"path\": \"notes/2.4.md\", \"content\": \"# Release 2.4\\n\\n- Printers on every floor can be booked.\\n- Tickets keep their attachm"
            }
          }
        ]
      },
      "finish_reason": "tool_calls"
    }
  ],
  "usage": { "prompt_tokens": 212, "completion_tokens": 4096, "total_tokens": 4308 }
}`;

export const cut = [
  { name: "request.json", text: request },
  { name: "response.json", text: response },
];
