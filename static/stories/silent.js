/** The tool failed, and the message to the model carries no error flag. */
const messages = String.raw`{
  "model": "assistant-large-2",
  "max_tokens": 1024,
  "messages": [
    { "role": "user", "content": "Is ticket T-9100 still open?" },
    {
      "role": "assistant",
      "content": [
        { "type": "tool_use", "id": "toolu_01Rm4a", "name": "get_ticket", "input": { "ticketId": "T-9100" } }
      ]
    },
    {
      "role": "user",
      "content": [
        { "type": "tool_result", "tool_use_id": "toolu_01Rm4a", "content": "The ticket desk is closed for maintenance until 06:00." }
      ]
    }
  ],
  "tools": [
    {
      "name": "get_ticket",
      "description": "Read one support ticket by its id, T- and digits.",
      "input_schema": {
        "type": "object",
        "properties": { "ticketId": { "type": "string", "pattern": "^T-[0-9]+$" } },
        "required": ["ticketId"],
        "additionalProperties": false
      }
    }
  ]
}`;

const log = String.raw`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"get_ticket","arguments":{"ticketId":"T-9100"}}}
{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"The ticket desk is closed for maintenance until 06:00."}],"isError":true}}
`;

export const silent = [
  { name: "messages.json", text: messages },
  { name: "mcp.jsonl", text: log },
];
