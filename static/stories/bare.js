/** A call without any contract: it reads well, and nothing can be checked. */
const response = String.raw`{
  "id": "chatcmpl-2Lq8",
  "object": "chat.completion",
  "created": 1764462200,
  "model": "assistant-large-2",
  "choices": [
    {
      "index": 0,
      "message": {
        "role": "assistant",
        "content": null,
        "tool_calls": [
          {
            "id": "call_Zs07",
            "type": "function",
            "function": {
              "name": "create_ticket",
              "arguments": "{\"title\": \"Printer on floor 3 jams\", \"priority\": 2, \"labels\": [\"hardware\", \"printer\"]}"
            }
          }
        ]
      },
      "finish_reason": "tool_calls"
    }
  ],
  "usage": { "prompt_tokens": 96, "completion_tokens": 31, "total_tokens": 127 }
}`;

export const bare = [{ name: "response.json", text: response }];
