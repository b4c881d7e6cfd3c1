/** A number beyond what a double holds left the model whole and reached the server rounded. */
const exchange = String.raw`{
  "model": "assistant-large-2",
  "messages": [
    { "role": "user", "content": "Refund order 12345678901234567001, the cup arrived broken." },
    {
      "role": "assistant",
      "content": null,
      "tool_calls": [
        {
          "id": "call_Wd58",
          "type": "function",
          "function": { "name": "refund_order", "arguments": "{\"orderId\": 12345678901234567001, \"reason\": \"damaged\"}" }
        }
      ]
    }
  ],
  "tools": [
    {
      "type": "function",
      "function": {
        "name": "refund_order",
        "description": "Pay an order back.",
        "parameters": {
          "type": "object",
          "properties": {
            "orderId": { "type": "integer", "minimum": 1 },
            "reason": { "type": "string", "enum": ["damaged", "late", "other"] }
          },
          "required": ["orderId", "reason"],
          "additionalProperties": false
        }
      }
    }
  ]
}`;

const log = String.raw`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"refund_order","arguments":{"orderId":12345678901234567000,"reason":"damaged"}}}
{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"refunded"}],"isError":false}}
`;

export const digits = [
  { name: "exchange.json", text: exchange },
  { name: "mcp.jsonl", text: log },
];
