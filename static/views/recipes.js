/**
 * The chosen call as something to run elsewhere: a pytest case that fails as the gate did, a curl command that calls the
 * server with the same arguments.
 */

/** JSON escapes are Python's too, so a JSON string is a literal there, whatever is in it. */
const literal = (text) => JSON.stringify(text);
const identifier = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "tool";
const oneLine = (text) => text.replace(/\s+/g, " ").trim();

/**
 * @param {{name: string, arguments: string, value_text: string | null, verdict: {message: string}}} call
 * @param {string | null} schema the contract's input schema as text
 */
export function pytestOf(call, schema) {
  const name = identifier(call.name);
  const lines = [
    `# ${oneLine(call.verdict.message)}`,
    "import json",
    ...(schema ? ["", "from jsonschema import Draft202012Validator"] : []),
    "",
    `ARGUMENTS = ${literal(call.arguments ?? "")}`,
    ...(schema ? [`SCHEMA = ${literal(schema)}`] : []),
    "",
    "",
    `def test_the_arguments_of_${name}_are_an_object():`,
    "    assert isinstance(json.loads(ARGUMENTS), dict)",
  ];
  if (schema)
    lines.push(
      "",
      "",
      `def test_the_arguments_of_${name}_fit_the_contract():`,
      "    Draft202012Validator(json.loads(SCHEMA)).validate(json.loads(ARGUMENTS))",
    );
  return `${lines.join("\n")}\n`;
}

/** Call the tool at an MCP server; its address and key are the reader's own. @param {any} call */
export function curlOf(call) {
  const given = call.value_text ?? literal(call.arguments ?? "");
  const compact = given.includes("\n") ? given.replace(/\n\s*/g, " ") : given;
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${literal(call.name)},"arguments":${compact}}}`;
  return [
    'curl -sS "$MCP_SERVER_URL" \\',
    "  -H 'Content-Type: application/json' \\",
    "  -H 'Accept: application/json, text/event-stream' \\",
    "  --data-binary @- <<'END_OF_CALL'",
    body,
    "END_OF_CALL",
    "",
  ].join("\n");
}
