/** The server's structured result does not fit the output schema it declared itself. */
const log = String.raw`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"desk-host","version":"1.8.0"}}}
{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"ticket-desk","version":"3.2.1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"get_ticket","description":"Read one support ticket by its id, T- and digits.","inputSchema":{"type":"object","properties":{"ticketId":{"type":"string","pattern":"^T-[0-9]+$"}},"required":["ticketId"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"ticketId":{"type":"string"},"status":{"type":"string","enum":["open","pending","closed"]},"assignee":{"type":["string","null"]}},"required":["ticketId","status","assignee"],"additionalProperties":false}}]}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_ticket","arguments":{"ticketId":"T-2291"}}}
{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"ticketId\":\"T-2291\",\"status\":\"waiting\",\"assignee\":null}"}],"structuredContent":{"ticketId":"T-2291","status":"waiting","assignee":null},"isError":false}}
`;

export const promise = [{ name: "mcp.jsonl", text: log }];
