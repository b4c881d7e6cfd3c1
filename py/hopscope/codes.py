# ruff: noqa: E501 (a row of the table is one line)
"""The table of finding codes: what each means by itself, and the sentences it is told in.

A code never changes its meaning; new ones may be added, each with a case under `tests/cases` that shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Code:
    """One row: severity, fault and hop by default; `templates` by variant ("" is the usual one); `advice` for the person."""

    code: str
    severity: Literal["error", "warning", "note"]
    fault: str | None
    hop: str | None
    title: str
    templates: Mapping[str, str]
    advice: str


CODES: dict[str, Code] = {}
_SEVERITIES: dict[str, Literal["error", "warning", "note"]] = {"E": "error", "W": "warning", "N": "note"}


def _rows(fault: str | None, hop: str | None, table: str) -> None:
    """Each row: `code SEV [fault=…] [hop=…] | title | sentence [| variant: sentence]… | advice`."""
    for line in filter(None, (line.strip() for line in table.splitlines())):
        head, title, *sentences, advice = (cell.strip() for cell in line.split(" | "))
        code, severity, *changes = head.split()
        own = {"fault": fault, "hop": hop} | {k: None if v == "null" else v for k, v in (c.split("=") for c in changes)}
        CODES[code] = Code(code, _SEVERITIES[severity], own["fault"], own["hop"], title, _templates(sentences), advice)


def _templates(sentences: list[str]) -> dict[str, str]:
    out = {"": sentences[0]}
    for sentence in sentences[1:]:
        variant, words = sentence.split(": ", 1)
        out[variant] = words
    return out


_rows(
    "capture",
    None,
    """
text-empty N | Nothing to read | There is nothing but white space here. | Paste a model response, a stream, a request, an MCP log, an arguments string or a schema.
text-unreadable E | No JSON found | No JSON was found: reading stopped at line {line}, column {column}, where {expected} was expected. | made: This is code in which {library} makes the schema when it runs. Paste the JSON that it prints: {instead} | declared: This code declares types and holds no value of them. Paste such a value as it was sent or answered, or a JSON Schema of the type. | Paste the JSON itself; prose, fences and log lines round it are fine.
text-truncated E | The text is cut | The text ends inside {inside}, with {open} left open. | bare: The text ends inside {inside}. | doubt: The text ends inside {inside}, with {open} left open. {readings} | Copy the text again from its source: everything behind the cut is missing.
text-repaired W | Read after mending | The JSON was read after {count} edit(s) ({rules}). | doubt: The JSON was read after {count} edit(s) ({rules}). {readings} | Let whoever wrote it write strict JSON; each edit is listed with its place, and none of them invents anything.
text-guessed E | A value had to be invented | The JSON could only be read by assuming {invented}. | doubt: The JSON could only be read by assuming {invented}. {readings} | other: The JSON could only be read by assuming {invented}; another reading: {alternatives}. | Do not use the mended text as data; look at the source.
text-duplicate-key W | The same key twice | The key "{key}" stands twice in one object: first {earlier}, then {later}; Python and JavaScript keep the last. | Keep one of the two.
text-number-unsafe W | A number JavaScript changes | {text} is read by JavaScript as {javascript}. | bound: {text} is beyond the integers that JavaScript tells apart: it reads a neighbour of it as the same number. | Send such a number as a string, or read it with a parser that keeps digits.
text-number-nonfinite E | NaN or Infinity | {text} is not a JSON value; Python writes it, other readers refuse it. | Write null or a number instead.
text-lone-surrogate W | Half a character | {text} is half of a surrogate pair; APIs refuse it. | Replace it with the whole character or with U+FFFD.
text-too-large E | Too large | The text has {measured} characters; the limit is {limit}. | Paste the part that matters.
text-too-deep E | Nested too deeply | The text nests deeper than {limit} levels. | Paste the part that matters.
text-several-values N | Several JSON values | {count} JSON values stand here one after the other: several documents, or the elements of one array without its brackets. | They are read as {count} documents.
dialect-unknown N | JSON, but no tool call | This is JSON, but no tool-call dialect was recognised in it. | Format, Validate and Diff still serve; looked for: {looked}.
dialect-tie N | Two dialects fit equally | This fits {dialects} equally well. | Paste more of the message round it, and one of them will win.
diff-number-spelling N | Equal numbers, other digits | {left} and {right} are the same number, spelled differently at {path}. | Nothing to do unless a reader compares the text.
""",
)
_rows(
    None,
    None,
    """
value-schema E | The value breaks the schema | {sentence} | -
check-stopped W fault=contract | Could not be judged | {what}: the check did not end within {limit} seconds and was stopped, so whether the value passes could not be judged. | pattern: {what}: the pattern {pattern} did not come to an end on {path} within {limit} seconds and was stopped, so whether the value passes could not be judged. | left: {what}: the pattern {pattern} was not tried on {path}, as others before it ran longer than {limit} seconds; whether the value passes could not be judged. | depth: {what}: the value and the schema nest too deeply for a check, so whether the value passes could not be judged. | Simplify the schema, or give one check more than {limit} seconds.
""",
)
_rows(
    "model",
    "call",
    """
arguments-truncated E | Arguments are cut | The arguments of {tool} end inside {inside}, with {open} left open{confirmed}. | doubt: The arguments of {tool} end inside {inside}, with {open} left open{confirmed}. {readings} | marker: The arguments of {tool} end in the cutting mark {mark}{confirmed}. | Do not execute this call: what is missing cannot be known. Raise the token limit or ask for less, and call again.
arguments-unreadable E | Arguments are not JSON | The arguments of {tool} are not JSON: at {path} {expected} was expected, {received} was found. | Send the model an error that names the place, and let it call again.
arguments-repaired W | Arguments were mended | The arguments of {tool} could be read after {count} edit(s) ({rules}). | doubt: The arguments of {tool} could be read after {count} edit(s) ({rules}). {readings} | Strict parsers refuse this text; nothing was invented.
arguments-guessed E | Arguments need a guess | The arguments of {tool} can only be read by assuming {invented}. | Do not execute this call; let the model call again.
arguments-empty W | Arguments are empty | The arguments of {tool} are empty, which is not JSON; many providers mean {{}} by it, and {{}} passes here. | refused: The arguments of {tool} are empty, which is not JSON; taken as {{}} they lack {missing}. | unjudged: The arguments of {tool} are empty, which is not JSON; many providers mean {{}} by it. | absent: The call of {tool} carries no arguments; taken as {{}} {outcome}. | Parse empty arguments as {{}}, then validate.
arguments-not-object E | Arguments are no object | The arguments of {tool} are {what}, not an object. | The arguments of a call are one JSON object.
arguments-double-encoded E | Arguments encoded twice | The arguments of {tool} are a JSON string in which the object stands: it was encoded {times} too often. | Decode the string again before validating, and tell whoever encodes it.
arguments-merged E | Several values in one call | The arguments of {tool} hold {count} JSON values one after the other; probably {count} parallel calls that a stream reader merged. | each: The arguments of {tool} hold {count} JSON values one after the other, and each passes the contract by itself: probably {count} parallel calls that a stream reader merged, not one call. | torn: The arguments of {tool} hold {count} JSON values one after the other; only together, as one object, do they pass the contract: probably one call torn apart, not {count} parallel calls. | Keep stream fragments apart by index and id.
arguments-schema E hop=gate-in | Arguments break the contract | {tool}: {sentence} | -
arguments-nested-encoded E hop=gate-in | A field is JSON in a string | {tool}: {path} is a JSON string where the contract wants {expected}; decoded it is {decoded}, which {passes}. | Decode this one field, or let the model send it unencoded.
arguments-coercible E hop=gate-in | The right value, the wrong type | {tool}: {path} must be {expected}, but is {received}; {would} would pass. | Converting it is a change of the model's call: say so, or let the model call again.
arguments-null-optional W hop=gate-in | null for an optional field | {tool}: {path} is null, but the contract wants {expected} or no {name} at all. | Leave the field out before the call is executed.
call-unknown-tool E hop=gate-in | No such tool | No contract fits the name {tool}{nearest}. | Offer the tool, or tell the model which tools there are: {known}.
call-id-missing W | The call has no id | The call of {tool} has no id; it is shown as {label}. | The result must name an id: make one and keep it through the turn.
call-id-duplicate E | Two calls share an id | Two calls of one turn share the id {id}. | Give each call an id of its own before results are sent back.
call-in-text W | A call written as text | The answer holds {count} call(s) written as text ({template}): {tools}; no structured call was made. | raw: This is the raw text of a model and holds {count} call(s) in the marks of its template ({template}): {tools}; a server makes structured calls of that. | The server did not parse it: check its tool parser and chat template.
call-wrapper W | Calls inside a wrapper | {tool} is no tool of yours but a wrapper the model invented round {count} call(s): {tools}. | Run the calls inside one by one, or refuse the wrapper.
call-malformed E | The provider could not read the call | The turn stopped with {reason}: {said}. | tools: The turn stopped with {reason}: {said} (tools offered: {tools}). | Ask again; simpler schemas and names help.
call-maybe-cut W | Possibly cut | The turn stopped at the token limit ({reason}); the last call, {tool}, is whole JSON, but only the stop reason could prove it complete. | Raise the token limit and compare.
call-absent W | The forced call did not come | The request forces {forced}, but the answer holds {instead}. | Check that the model and the server support the forced choice.
call-stop-mismatch W | Stop reason and content disagree | The stop reason is {reason}, but the turn holds {holds}. | Trust the content; report the mismatch to the provider.
stream-incomplete E fault=capture | The stream is not whole | The stream ends after {last} without {closing}{open}. | start: Call {number} of this turn{id} goes on here, but its beginning, which names the tool, is not in what was pasted. | Copy the whole stream, or look whether the connection was cut.
stream-index-conflict E fault=provider | Fragments share a place | {sentence} | Split by id, not by index; report it to the provider.
stream-error E fault=provider | The stream reports an error | The stream ends in an error: {kind}: {said}. | Try again; nothing of this turn is whole.
provider-error E fault=provider | The provider refused | The provider answered with an error: {kind}: {said}. | -
trace-joined N fault=capture | Joined by less than an id | The call of {tool} was joined to its execution by {by}. | Log the call id beside the execution to make this certain.
""",
)
_rows(
    "host",
    "execute",
    """
execute-arguments-string E | Arguments sent as a string | The host sent the arguments of {tool} as a string; the server needs the object {object}. | Parse the model's arguments once, then send the object.
execute-arguments-changed E | Arguments changed on the way | {tool} was executed with other arguments than the model wrote: {changes}. | Send what the model wrote, digits included.
execute-rejected-call E | Executed although refused | {tool} was executed although the contract refuses its arguments: {why}. | changed: {tool} was executed, with arguments that the host had changed, although the contract refuses those of the model: {why}. | Validate before executing, and answer the model with the error.
execute-unknown-call N | Executed without a call | {tool} was executed, but no captured model call explains it. | failed: {tool} was executed and failed ({said}), but no captured model call explains it. | Paste the model's response too.
execute-name-changed N | The name changed on the way | The model called {tool}, the server was asked for {executed}. | Fine if the prefix is the host's own.
return-missing E hop=return | A call was never answered | The call {id} of {tool} has no result in the history. | same: The calls {id} have no result in the history. | -
return-unknown-id E hop=return | A result names no call | A result names the id {id}, which no call has{nearest}. | none: A result names no call by an id{nearest}. | named: A result goes by the name {id}, which no call of the turn before it has{nearest}. | -
return-duplicate E hop=return | Two results for one call | The call {id} has two results. | Send one result for each call.
return-order E hop=return | Results stand in the wrong place | {sentence} | -
return-content-type E hop=return | A result of the wrong type | The result of {tool} has content that is {what}; {dialect} takes {wanted}. | Send this text instead: {text}
return-changed W hop=return | The result changed on the way | The model reads another result of {tool} than the server gave: {changes}. | envelope: The host refused a sound result of {tool}: it held the whole of it, content and isError too, against the output schema, which is for structuredContent alone. | Send the text block or structuredContent as it came.
return-error-as-success W hop=return | An error told as success | {tool} failed, but the message to the model does not say so: {flag} is not set. | Set {flag}, so that the model knows.
policy-parallel-write W | Writes in parallel | {tools} write and were called in one turn, to be run in parallel or in unknown order. | Only reads may run in parallel; run writes one after the other.
policy-unapproved N | No approval in sight | {tool} says it destroys and was executed; the capture shows no approval. | The approval would stand {where}.
history-arguments E hop=offer | A refused call in the history | Message {index} carries arguments of {tool} that are {what}; the provider refuses the whole request. | Mend or drop this turn before the next request.
""",
)
_rows(
    "server",
    "result",
    """
result-error W | The tool reports an error | {said} | quoted: {tool} failed: {said} | The server answered; whether the model can mend the call stands in its words.
result-rpc-error E | The server refused the request | The server answered {tool} with the JSON-RPC error {number} ({name}): {said}. | -
result-structured-missing E hop=gate-out | No structured content | {tool} has an output schema, but its result holds no structuredContent{text}. | The server must send structuredContent that fits its output schema.
result-schema E hop=gate-out | The result breaks its promise | {tool}: {sentence} | -
result-text-differs N | Text and structure differ | The text block of {tool} is JSON, but not the same value as structuredContent: {changes}. | The copy is only recommended; say which of the two the model reads.
result-text-nonfinite W | NaN in a result | The text block of {tool} holds {text}, which JSON readers refuse. | Write null or a number.
result-unanswered W | No answer in the log | {tool} (id {id}) was called and nothing in the log answers it. | input: {tool} (id {id}) asks for input, and nothing in the log goes on from there. | Look whether the server still runs, or whether the log was cut.
rpc-invalid E | Not valid JSON-RPC | {sentence} | -
rpc-id-unmatched E | An answer to nothing | The server answers the id {id}, which no request has. | The server must repeat the id of the request, with its type.
mcp-header E fault=host hop=execute | Header and body differ | The header {header} says {header_value}, the body says {body_value}. | misuse: {sentence} | Build header and body from the same values.
mcp-revision N fault=capture hop=null | MCP revision | This log speaks MCP revision {revision}, as {evidence} tells{other}. | -
""",
)
_rows(
    "contract",
    "offer",
    """
schema-invalid E | The schema is not valid | {tool}: {sentence} | Mend the schema: until then nothing can be judged by this place.
schema-root E | The root of the schema is refused | {tool}: the root of the input schema {what}; it is refused by {mounts}. | missing: {tool} states no input schema; {mounts} asks for one. | Make the root an object with properties.
schema-dialect W | Another schema dialect | {tool}: the schema declares {declared}, another dialect than 2020-12; it is read as {used}. | MCP's default is JSON Schema 2020-12.
schema-ref-unresolved E | A reference leads nowhere | {tool}: {ref} leads nowhere in this document. | Add the definition or mend the pointer.
schema-ref-remote E | A reference to another document | {tool}: {ref} points to another document, which is never fetched. | Paste that schema as a document of its own.
schema-unsatisfiable W | Nothing can pass | {tool}: {sentence} | Mend one of the two keywords.
schema-open N | Extra properties are let through | {tool}: {path} has no additionalProperties: false. | Close the object, so that misspelt names are found.
schema-undescribed N | No description | {tool}: {path} has no description. | One sentence helps a model more than a name does.
schema-pattern W | The pattern is no good | {tool}: the pattern {pattern} {why}. | JSON Schema patterns are ECMAScript regular expressions.
contract-drift E | Two contracts for one tool | {tool} stands in two mounts that differ: {changes}. | rewrite: {tool} stands in two mounts; one is exactly the strict rewrite of the other. | texts: {tool} differs between the two texts: {changes}. | Build the request's tools from the server's tools/list.
contract-drift-text N | Mounts differ in words only | {tool} stands in two mounts that differ only in descriptions or order: {changes}. | texts: {tool} differs between the two texts only in descriptions or order: {changes}. | Same meaning, other bytes: prompt caches miss.
contract-duplicate E | One name, two contracts | {tool} stands twice in one mount. | Rename one of the two.
contract-broad N | A description that fits everything | {tool}: its description says "{said}"; a model may call it where another tool would do. | twin: {tool} is described in the same words as {other}; a model cannot tell which one to call. | Say when to call it, and when not.
contract-side-effect N | Does it write? | {tool} does not say whether it reads, writes or destroys. | Add annotations: readOnlyHint or destructiveHint.
contract-no-output N | No output schema | {tool} has no output schema; its results cannot be judged. | Declare outputSchema and send structuredContent.
provider-name E fault=provider | The name breaks a rule | {provider} refuses the name {tool}: {rule}. | Use {safe}{collision}.
provider-keyword E fault=provider | A keyword the provider treats otherwise | {tool}: {provider} {does} {keyword} at {path}. | -
provider-limit E fault=provider | Over a provider's limit | {tool}: {provider} takes at most {limit} {what}, here are {measured}. | -
provider-required E fault=provider | Strict wants everything required | {tool}: {provider} wants {what} at {path}; missing: {missing}. | -
convert-loss W hop=null | Lost in conversion | {tool}: {what} does not survive the conversion to {target}. | -
""",
)
_rows(
    "model",
    "answer",
    """
answer-schema E | The answer breaks its schema | The answer: {sentence} | -
answer-unreadable E | The answer is not JSON | The structured answer is not JSON: {said}. | Ask again, or read it as text.
answer-truncated E | The answer is cut | The structured answer ends inside {inside}{confirmed}. | Raise the token limit and ask again.
answer-refused W | The model refused | The model refused: {said} | filter: The answer was stopped by a filter: {said}. | Nothing is wrong with the call; change the request.
""",
)
_rows(
    "capture",
    None,
    """
link-cut E | The link is cut | This link is cut: {arrived} of {expected} characters arrived. | Ask for the whole link; chat programs cut long ones.
link-damaged E | The link is damaged | This link is damaged: {why}. | Ask for it again.
link-newer E | The link is newer | This link is of version {version}; this page reads up to version {known}. | Open it with a newer Hopscope.
link-too-large E | The link is too large | This link holds {measured} {unit}; the limit is {limit}. | Ask for the case as a file.
link-secret W | A secret in the link | {kind} stands in {document}: {masked}. | It is masked in the link unless you let it through.
""",
)
