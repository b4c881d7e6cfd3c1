"""What tool calls have in common, as texts: the raw material of the preset dictionaries of share links.

Nothing here may change once a link was made with it. Each skeleton is one line of compact JSON; field, model and event
names are facts of the wire formats, all sentences are our own.
"""

# Plain words of arguments, results, errors and descriptions.
WORDS = (
    "latitude longitude timezone country currency language category quantity price amount total discount address "
    "phone email subject body message comment summary title author owner assignee priority urgent high normal "
    "medium low pending open closed active inactive completed failed cancelled in_progress created_at updated_at "
    "deleted start_date end_date due_date duration_minutes interval offset limit page page_size cursor sort_by "
    "order asc desc filter query search keywords results items count total_count max_results include_archived "
    "recursive force dry_run file_path directory encoding utf-8 content contents mode overwrite append repository "
    "branch commit pull_request issue_number labels milestone workspace project_id user_id customer_id order_id "
    "account_id session_id request_id document_id ticketId ticket_id invoice_id product_id sku warehouse shipment "
    "tracking_number room booking reservation departure arrival origin destination passengers seats temperature "
    "humidity wind_speed forecast conditions sunny cloudy rain celsius fahrenheit metric imperial database table "
    "column select insert update delete command stdout stderr exit_code timeout_seconds retries headers "
    "application/json text/plain text/markdown text/html image/png https:// http:// localhost:8080 127.0.0.1 "
    "example.com example.org Authorization Content-Type user-agent Monday Tuesday Wednesday Thursday Friday "
    "Saturday Sunday January February March April June July August September October November December 2026-01- "
    "2026-02- 2026-09- 2026-10- 2026-11- 2026-12-01T00:00:00Z T08:00:00Z T09:30:00Z T10:00:00+00:00 T12:00:00.000Z "
    "Europe/London America/New_York Berlin Paris London Tokyo New York San Francisco, CA Amsterdam Madrid "
    "validation error for field required, expected a string, expected an integer, unknown tool, invalid arguments "
    "for tool missing required property, additional property, does not match, one of, must be an object, must be a "
    "string not found permission denied rate limit exceeded internal server error Traceback (most recent call "
    "last): Please What is the weather like in today? Can you find all the and then send it to me? I will look "
    "that up for you. Let me check that. Here is what I found: You are a helpful assistant. Answer briefly. Use "
    "the tools where they help. Use this tool to . Returns a list of . The name of the . The id of the . The "
    "number of . Name of the . Number of the . A list of . Whether to . If true, . Optional. Defaults to . For "
    "example, . One of . Must be . in ISO 8601 format, e.g. ISO date (YYYY-MM-DD). Date and time. Path of the file "
    "to read. Maximum number of results. Unit of temperature. Name of the city. City and country, e.g. Get the "
    "current weather for a city. Search for . Look up . Create a new . Update the . Delete the . List all . Send a "
    "message to . Fetch the . Read the . Write the . Run a "
)

# Ways a field is written inside an arguments string, after two layers of quoting and after one.
QUOTED = (
    r'\\\"name\\\":\\\"\\\",\\\"value\\\":\\\"\\\"}]}" \"path\": \"/ \"query\": \" \"location\": \" \"limit\": 10 '
    r"\"unit\": \"celsius\"} \"id\":\"\",\"title\":\"\",\"status\":\"\",\"items\":[{\"name\":\"\"},{\"name\":"
    r"\"\"}],\"date\":\"2026- \",\"start\":\"\",\"end\":\"\",\"limit\":10,\"active\":true,\"total\":1,\"content\":"
    r"\"\\n- \\n\\n1. \",\"value\":null,\"text\":\"{\n  \"result\": { \"ok\":true,\"error\":false}\",\"query\":"
    r"\"\",\"path\":\"/\",\"url\":\"https://\",\"city\":\"\",\"country\":\"\",\"unit\":\"celsius\"}"
)

# Interactions, Bedrock, Cohere, Ollama, Vercel, HAR, an error body.
OTHERS = (
    '{"object":"interaction","id":"","status":"requires_action","steps":[{"type":"thought","signature":""},{"type":'
    '"function_call","id":"","name":"","arguments":{}},{"type":"function_result","call_id":"","result":""}],'
    '"usage":{"total_tokens":100,"total_input_tokens":80}}\n'
    '{"event_type":"step.delta","index":0,"delta":{"type":"arguments_delta","arguments":""}}\n'
    '{"modelId":"","toolConfig":{"tools":[{"toolSpec":{"name":"","description":"","inputSchema":{"json":{"type":'
    '"object"}}}}]},"messages":[{"role":"user","content":[{"text":""}]},{"role":"user","content":[{"toolResult":{'
    '"toolUseId":"tooluse_","content":[{"json":{}}],"status":"success"}}]}]}\n'
    '{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"tooluse_","name":"","input":{'
    '}}}]}},"stopReason":"tool_use","usage":{"inputTokens":100,"outputTokens":20,"totalTokens":120},"metrics":{'
    '"latencyMs":100}}\n'
    '{"contentBlockStart":{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"tooluse_","name":""}}}}\n'
    '{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"toolUse":{"input":""}}}}\n'
    '{"contentBlockStop":{"contentBlockIndex":0}}\n'
    '{"messageStop":{"stopReason":"tool_use"}}\n'
    '{"message":{"role":"assistant","tool_plan":"I will ","tool_calls":[]},"finish_reason":"TOOL_CALL"}\n'
    '{"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":""}}}}}\n'
    '{"model":"qwen3:8b","created_at":"2026-11-30T","message":{"role":"assistant","content":"","tool_calls":[{'
    '"function":{"name":"","arguments":{}}}]},"done_reason":"stop","done":true,"total_duration":1,"load_duration":'
    '1,"prompt_eval_count":1,"prompt_eval_duration":1,"eval_count":1,"eval_duration":1}\n'
    '{"type":"tool-call","toolCallId":"","toolName":"","input":{}}\n'
    '{"type":"tool-result","output":{"type":"json","value":{}}}\n'
    '{"log":{"version":"1.2","entries":[{"startedDateTime":"2026-11-","request":{"method":"POST","url":"https:'
    '//api.openai.com/v1/chat/completions","httpVersion":"HTTP/1.1","headers":[{"name":"content-type","value":'
    '"application/json"}],"queryString":[],"cookies":[],"postData":{"mimeType":"application/json","text":""}},'
    '"response":{"status":200,"statusText":"OK","headers":[{"name":"","value":""}],"content":{"size":1,"mimeType":'
    '""}}}]}}\n'
    '{"error":{"message":"","type":"invalid_request_error","param":null,"code":"invalid_value"}}'
)

# Request and response of generateContent.
GEMINI = (
    '{"system_instruction":{"parts":[{"text":"You are "}]},"tools":[{"functionDeclarations":[{"name":"get_weather",'
    '"description":"Get the ","parametersJsonSchema":{},"parameters":{"type":"OBJECT","properties":{"city":{"type":'
    '"STRING","description":"Name of the "}},"required":["city"]},"responseJsonSchema":{}}]}],"toolConfig":{'
    '"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":[]}},"generationConfig":{"temperature":0.2,'
    '"maxOutputTokens":1024,"responseMimeType":"application/json"},"contents":[{"role":"user","parts":[{"text":'
    '""}]},{"role":"model","parts":[{"functionCall":{"name":"","args":{}},"thoughtSignature":""}]},{"role":"user",'
    '"parts":[{"functionResponse":{"name":"","response":{"output":""}}}]}]}\n'
    '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"get_weather","args":{"city":"","unit":""},"id":'
    '""}}],"role":"model"},"finishReason":"STOP","index":0,"avgLogprobs":-0.1}],"usageMetadata":{'
    '"promptTokenCount":100,"candidatesTokenCount":20,"totalTokenCount":120,"thoughtsTokenCount":60,'
    '"promptTokensDetails":[{"modality":"TEXT","tokenCount":100}]},"modelVersion":"gemini-2.5-flash","responseId":'
    '""}'
)

# Stream events and an MCP item of Responses.
RESPONSES_EVENTS = (
    '{"type":"response.function_call_arguments.delta","sequence_number":1,"item_id":"fc_","output_index":0,"delta":'
    '""}\n'
    '{"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"fc_","type":'
    '"function_call","status":"in_progress","arguments":"","call_id":"call_","name":""}}\n'
    '{"type":"response.completed","response":{}}\n'
    '{"type":"mcp_call","server_label":"","approval_request_id":null,"error":null,"output":""}'
)

# Request and response of Responses.
RESPONSES = (
    '{"model":"gpt-5","input":[{"role":"user","content":[{"type":"input_text","text":""}]},{"type":"function_call",'
    '"id":"fc_","call_id":"call_","name":"","arguments":"{}"},{"type":"function_call_output","call_id":"call_",'
    '"output":"{}"}],"tools":[{"type":"function","name":"","description":"","parameters":{"type":"object",'
    '"properties":{}},"strict":true}]}\n'
    '{"id":"resp_","object":"response","created_at":1795,"status":"completed","background":false,"error":null,'
    '"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"gpt-5-mini-2025-08-07",'
    '"output":[{"id":"rs_","type":"reasoning","summary":[],"encrypted_content":""},{"id":"msg_","type":"message",'
    '"status":"completed","content":[{"type":"output_text","annotations":[],"logprobs":[],"text":""}],"role":'
    r'"assistant"},{"id":"fc_","type":"function_call","status":"completed","arguments":"{\"city\":\"\"}","call_id":'
    '"call_","name":"get_weather"}],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":'
    '"medium","summary":null},"store":true,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":'
    '"medium"},"tool_choice":"auto","tools":[],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":{'
    '"input_tokens":100,"input_tokens_details":{"cached_tokens":0},"output_tokens":20,"output_tokens_details":{'
    '"reasoning_tokens":0},"total_tokens":120},"user":null,"metadata":{}}'
)

# A session: initialize, tools/list, tools/call.
MCP = (
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{'
    '"roots":{"listChanged":true},"sampling":{},"elicitation":{}},"clientInfo":{"name":"client","version":'
    '"1.0.0"}}}\n'
    '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},'
    '"logging":{},"prompts":{},"resources":{}},"serverInfo":{"name":"server","version":"1.0.0"},"instructions":'
    '""}}\n'
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2}}\n'
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":'
    '"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":'
    '"host","version":"1.0.0"}}}}\n'
    '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[{"name":"get_ticket","title":"Get ticket",'
    '"description":"Read one ticket by its id.","inputSchema":{"type":"object","properties":{"ticketId":{"type":'
    '"string","pattern":"^T-[0-9]+$","description":"The id of the ticket"}},"required":["ticketId"],'
    '"additionalProperties":false},"outputSchema":{"type":"object","properties":{"status":{"type":"string","enum":['
    '"open","pending","closed"]},"assignee":{"type":["string","null"]}},"required":["status"]},"annotations":{'
    '"title":"","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false},'
    '"execution":{"taskSupport":"forbidden"}}],"nextCursor":"","ttlMs":60000,"cacheScope":"private"}}\n'
    '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params: ","data":{}}}\n'
    '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"Error: "}],"isError":true}}\n'
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"","unit":'
    '"celsius"}}}\n'
    r'{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\"temperature\":21,\"status\":'
    r'\"ok\"}"}],"structuredContent":{"temperature":21,"status":"ok"},"isError":false}}'
)

# Events of a streamed message.
ANTHROPIC_STREAM = (
    '{"type":"message_start","message":{"model":"claude-sonnet-4-5-20250929","id":"msg_01","type":"message","role":'
    '"assistant","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":400,'
    '"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,'
    '"ephemeral_1h_input_tokens":0},"output_tokens":1,"service_tier":"standard"}}}\n'
    '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n'
    '{"type":"ping"}\n'
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"I\'ll "}}\n'
    '{"type":"content_block_stop","index":0}\n'
    '{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_01","name":'
    '"get_weather","input":{}}}\n'
    '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}}\n'
    r'{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"city\": '
    '\\""}}\n'
    '{"type":"content_block_stop","index":1}\n'
    '{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":'
    "60}}\n"
    '{"type":"message_stop"}'
)

# Messages.
ANTHROPIC_REQUEST = (
    '{"model":"claude-sonnet-4-5","max_tokens":1024,"system":"You are ","tools":[{"name":"get_weather",'
    '"description":"Get the current weather in a city.","input_schema":{"type":"object","properties":{"city":{'
    '"type":"string","description":"Name of the city"}},"required":["city"]}}],"tool_choice":{"type":"auto"},'
    '"messages":[{"role":"user","content":"What is the weather in "},{"role":"assistant","content":[{"type":"text",'
    '"text":"I\'ll check."},{"type":"tool_use","id":"toolu_01","name":"get_weather","input":{'
    '"city":""}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01","content":"",'
    '"is_error":true}]}],"stream":true}'
)

# Messages.
ANTHROPIC_REPLY = (
    '{"id":"msg_01","type":"message","role":"assistant","model":"claude-opus-4-5","content":[{"type":"thinking",'
    '"thinking":"","signature":""},{"type":"text","text":"Let me "},{"type":"tool_use","id":"toolu_01","name":'
    '"get_weather","input":{"city":"","unit":"celsius"}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{'
    '"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":60,'
    '"service_tier":"standard"}}'
)

# Chunks of a streamed completion.
CHAT_STREAM = (
    '{"id":"chatcmpl-","object":"chat.completion.chunk","created":1795000000,"model":"gpt-4o-mini-2024-07-18",'
    '"service_tier":"default","system_fingerprint":"fp_","choices":[{"index":0,"delta":{"role":"assistant",'
    '"content":"","reasoning_content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null,'
    '"obfuscation":""}\n'
    '{"id":"chatcmpl-","object":"chat.completion.chunk","created":1795000000,"model":"gpt-4o-mini-2024-07-18",'
    '"service_tier":"default","system_fingerprint":"fp_","choices":[{"index":0,"delta":{"content":" "},"logprobs":'
    'null,"finish_reason":null}],"usage":null,"obfuscation":""}\n'
    '{"id":"chatcmpl-","object":"chat.completion.chunk","created":1795000000,"model":"gpt-4o-mini-2024-07-18",'
    '"service_tier":"default","system_fingerprint":"fp_","choices":[{"index":0,"delta":{"role":"assistant",'
    '"content":null,"tool_calls":[{"index":0,"id":"call_","type":"function","function":{"name":"","arguments":'
    '""}}],"refusal":null},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":""}\n'
    '{"id":"chatcmpl-","object":"chat.completion.chunk","created":1795000000,"model":"gpt-4o-mini-2024-07-18",'
    '"service_tier":"default","system_fingerprint":"fp_","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,'
    '"function":{"arguments":"{\\""}}]},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":""}\n'
    '{"id":"chatcmpl-","object":"chat.completion.chunk","created":1795000000,"model":"gpt-4o-mini-2024-07-18",'
    '"service_tier":"default","system_fingerprint":"fp_","choices":[{"index":0,"delta":{},"logprobs":null,'
    '"finish_reason":"tool_calls"}],"usage":null,"obfuscation":""}'
)

# Chat Completions, with a schema of the usual keywords.
CHAT_REQUEST = (
    '{"model":"gpt-4.1","temperature":0,"max_tokens":1024,"stream":false,"messages":[{"role":"system","content":'
    '"You are a helpful assistant."},{"role":"user","content":"What is the weather in "},{"role":"assistant",'
    '"content":null,"tool_calls":[{"id":"call_","type":"function","function":{"name":"get_weather","arguments":"{'
    r'\"city\":\"\",\"unit\":\"celsius\"}"}}]},{"role":"tool","tool_call_id":"call_","content":"{\"temperature\": '
    '"}],"tools":[{"type":"function","function":{"name":"get_weather","description":"Get the current weather in a '
    'city.","strict":true,"parameters":{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"Item":{'
    '"$ref":"#/$defs/Item"}},"title":"Arguments","type":"object","properties":{"price":{"type":"number",'
    '"exclusiveMinimum":0,"maximum":100,"multipleOf":0.01,"default":0},"tags":{"type":"array","items":{"type":'
    '"string"},"minItems":1,"maxItems":10,"uniqueItems":true},"start":{"type":["string","null"],"format":'
    '"date-time","description":"When it starts."},"value":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":'
    'null,"title":"Value"},"kind":{"oneOf":[{"const":"one"},{"const":"two"}],"allOf":[],"not":{},"nullable":true},'
    '"code":{"type":"string","pattern":"^[A-Z]{2}-[0-9]+$","minLength":1,"maxLength":64,"format":"email"},"date":{'
    '"type":"string","format":"date","description":"Date in the form YYYY-MM-DD"},"url":{"type":"string","format":'
    '"uri","description":"Address of the page"},"id":{"type":"string","description":"Identifier of the record"},'
    '"path":{"type":"string","description":"Path of the file"},"options":{"type":"object","properties":{"enabled":{'
    '"type":"boolean","default":false}},"required":["enabled"],"additionalProperties":false},"count":{"type":'
    '"integer","minimum":1,"maximum":100,"description":"How many there are at most"},"query":{"type":"string",'
    '"description":"Words to search for"},"city":{"type":"string","description":"The name of the city"},"unit":{'
    '"type":"string","enum":["celsius","fahrenheit"],"description":"Unit of the temperature"}},"required":["city",'
    '"unit"],"additionalProperties":false}}}],"tool_choice":"auto","parallel_tool_calls":true}'
)

# Chat Completions.
CHAT_REPLY = (
    '{"id":"chatcmpl-","object":"chat.completion","created":1795008000,"model":"gpt-5-mini-2025-08-07","choices":[{'
    '"index":0,"message":{"role":"assistant","content":null,"refusal":null,"annotations":[],"tool_calls":[{"id":'
    r'"call_","type":"function","function":{"name":"get_","arguments":"{\"city\": \"\", \"id\": \""}}]},"logprobs":'
    'null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,'
    '"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":'
    '0,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}},"service_tier":"default",'
    '"system_fingerprint":"fp_"}'
)

# How a state begins: the names of its documents, the lengths of all but the last.
OPENINGS = (
    '["trace"]\n["response.txt"]\n["tools.json"]\n["chat.json"]\n["contract.json"]\n["schema.json"]\n['
    '"session.har"]\n["capture.json"]\n["mcp.jsonl"]\n["left",100,"right",{"view":"diff"}]\n["request.json",1000,'
    '"response.sse",1000,"mcp.log"]\n["document 1"]\n["request.json",800,"response.json"]\n["response.json"]\n{\n  '
    '"'
)
