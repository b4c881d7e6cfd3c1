/** One call through all nine hops with nothing wrong. */
const log = String.raw`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"get_weather","description":"Current weather of one city.","inputSchema":{"type":"object","properties":{"city":{"type":"string","minLength":1},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"temperature":{"type":"number"},"unit":{"type":"string","enum":["celsius","fahrenheit"]},"sky":{"type":"string"}},"required":["temperature","unit"],"additionalProperties":false}}]}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Lisbon","unit":"celsius"}}}
{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"temperature\":21.5,\"unit\":\"celsius\",\"sky\":\"clear\"}"}],"structuredContent":{"temperature":21.5,"unit":"celsius","sky":"clear"},"isError":false}}
`;

const exchange = String.raw`{
  "model": "assistant-large-2",
  "max_tokens": 1024,
  "messages": [
    { "role": "user", "content": "Is it warm in Lisbon today?" },
    {
      "role": "assistant",
      "content": [
        { "type": "tool_use", "id": "toolu_01Gw77", "name": "get_weather", "input": { "city": "Lisbon", "unit": "celsius" } }
      ]
    },
    {
      "role": "user",
      "content": [
        {
          "type": "tool_result",
          "tool_use_id": "toolu_01Gw77",
          "content": "{\"temperature\":21.5,\"unit\":\"celsius\",\"sky\":\"clear\"}"
        }
      ]
    }
  ],
  "tools": [
    {
      "name": "get_weather",
      "description": "Current weather of one city.",
      "input_schema": {
        "type": "object",
        "properties": {
          "city": { "type": "string", "minLength": 1 },
          "unit": { "type": "string", "enum": ["celsius", "fahrenheit"] }
        },
        "required": ["city"],
        "additionalProperties": false
      }
    }
  ]
}`;

const answer = String.raw`{
  "id": "msg_01Aw12",
  "type": "message",
  "role": "assistant",
  "model": "assistant-large-2",
  "content": [{ "type": "text", "text": "Yes: 21.5 °C in Lisbon, and the sky is clear." }],
  "stop_reason": "end_turn",
  "stop_sequence": null,
  "usage": { "input_tokens": 402, "output_tokens": 19 }
}`;

export const healthy = [
  { name: "mcp.jsonl", text: log },
  { name: "exchange.json", text: exchange },
  { name: "answer.json", text: answer },
];
