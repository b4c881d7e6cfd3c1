/** The request offers an older contract of get_ticket than the server has. */
const request = String.raw`{
  "model": "assistant-large-2",
  "max_tokens": 2048,
  "stream": true,
  "messages": [
    { "role": "user",
      "content": "How is ticket 48213 doing, what is the weather in Busan, and what do our docs say about paper jams?" }
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
    },
    {
      "name": "get_ticket",
      "description": "Read one support ticket.",
      "input_schema": {
        "type": "object",
        "properties": {
          "ticketId": {
            "type": "string",
            "pattern": "^[0-9]+$"
          }
        },
        "required": ["ticketId"],
        "additionalProperties": false
      }
    },
    {
      "name": "search_docs",
      "description": "Search the handbook.",
      "input_schema": {
        "type": "object",
        "properties": {
          "query": { "type": "string" }
        },
        "required": ["query"],
        "additionalProperties": false
      }
    }
  ],
  "tool_choice": { "type": "auto" }
}`;

const response = String.raw`event: message_start
data: {"type":"message_start","message":{"id":"msg_01HqT5","type":"message","role":"assistant","model":"assistant-large-2","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":641,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Three lookups, one moment."}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_01Kc9fQ2","name":"get_weather","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"city\": \"Busan\", "}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"\"unit\": \"celsius\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: content_block_start
data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_01VdB7xk","name":"get_ticket","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"tick"}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"etId\": \"482"}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"13\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":2}

event: content_block_start
data: {"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_01SaLm0e","name":"search_docs","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\"query\": \"paper jam\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":3}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":148}}

event: message_stop
data: {"type":"message_stop"}

`;

const log = String.raw`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"get_weather","description":"Current weather of one city.","inputSchema":{"type":"object","properties":{"city":{"type":"string","minLength":1},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"],"additionalProperties":false}},{"name":"get_ticket","description":"Read one support ticket by its id, T- and digits.","inputSchema":{"type":"object","properties":{"ticketId":{"type":"string","pattern":"^T-[0-9]+$"}},"required":["ticketId"],"additionalProperties":false}},{"name":"search_docs","description":"Search the handbook.","inputSchema":{"type":"object","properties":{"query":{"type":"string"}},"required":["query"],"additionalProperties":false}}]}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Busan","unit":"celsius"}}}
{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"18 degrees, light rain"}],"isError":false}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_docs","arguments":{"query":"paper jam"}}}
{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"Open tray 2, pull the sheet towards you, close the tray."}],"isError":false}}
`;

export const drift = [
  { name: "request.json", text: request },
  { name: "response.sse", text: response },
  { name: "mcp.jsonl", text: log },
];
