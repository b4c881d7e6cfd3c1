/** The model's call is right; the host hands the arguments on as text and the server refuses them. */
const exchange = String.raw`{
  "model": "assistant-large-2",
  "messages": [
    { "role": "user", "content": "What is the state of T-3307?" },
    {
      "role": "assistant",
      "content": null,
      "tool_calls": [
        {
          "id": "call_Hn20",
          "type": "function",
          "function": { "name": "get_ticket", "arguments": "{\"ticketId\": \"T-3307\"}" }
        }
      ]
    }
  ],
  "tools": [
    {
      "type": "function",
      "function": {
        "name": "get_ticket",
        "description": "Read one support ticket by its id, T- and digits.",
        "parameters": {
          "type": "object",
          "properties": { "ticketId": { "type": "string", "pattern": "^T-[0-9]+$" } },
          "required": ["ticketId"],
          "additionalProperties": false
        }
      }
    }
  ]
}`;

const log = String.raw`{"jsonrpc":"2.0","id":"r-11","method":"tools/call","params":{"name":"get_ticket","arguments":"{\"ticketId\": \"T-3307\"}"}}
{"jsonrpc":"2.0","id":"r-11","error":{"code":-32602,"message":"Invalid params: arguments must be an object"}}
`;

export const text = [
  { name: "exchange.json", text: exchange },
  { name: "mcp.jsonl", text: log },
];
