/** A stream puts two calls on one index; a reader that goes by the index alone glues their arguments together. */
const request = String.raw`{
  "model": "assistant-small-1",
  "stream": true,
  "messages": [
    { "role": "user", "content": "Is ticket T-512 still open, and how warm is it in Bergen?" }
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
    },
    {
      "type": "function",
      "function": {
        "name": "get_weather",
        "description": "Current weather of one city.",
        "parameters": {
          "type": "object",
          "properties": { "city": { "type": "string", "minLength": 1 } },
          "required": ["city"],
          "additionalProperties": false
        }
      }
    }
  ]
}`;

const response = [
  String.raw`{"role":"assistant","content":null}`,
  String.raw`{"tool_calls":[{"index":0,"id":"call_tK512","type":"function","function":{"name":"get_ticket","arguments":""}}]}`,
  String.raw`{"tool_calls":[{"index":0,"function":{"arguments":"{\"ticketId\":"}}]}`,
  String.raw`{"tool_calls":[{"index":0,"function":{"arguments":"\"T-512\"}"}}]}`,
  String.raw`{"tool_calls":[{"index":0,"id":"call_wBgo","type":"function","function":{"name":"get_weather","arguments":""}}]}`,
  String.raw`{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\":\"Bergen\"}"}}]}`,
];

/** @param {string} delta @param {string} reason */
const chunk = (delta, reason) =>
  `data: {"id":"chatcmpl-Sh4r","object":"chat.completion.chunk","created":1764461090,"model":"assistant-small-1",` +
  `"choices":[{"index":0,"delta":${delta},"finish_reason":${reason}}]}\n\n`;

export const shared = [
  { name: "request.json", text: request },
  {
    name: "response.sse",
    text: `${response.map((delta) => chunk(delta, "null")).join("")}${chunk("{}", '"tool_calls"')}data: [DONE]\n\n`,
  },
];
