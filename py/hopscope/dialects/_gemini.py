"""What Gemini's generateContent and Live APIs share: declarations, calls and results, in camelCase and in snake_case.

Source: googleapis/js-genai `src/types.ts` at 6e9b35c45e; the Python SDK writes snake_case names into the same bodies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

from hopscope.dialects._choosing import Picked, Stated, chosen
from hopscope.dialects._errors import aimed, error_body
from hopscope.dialects._gemini_schema import json_schema
from hopscope.dialects._reading import given, hosted_result, word
from hopscope.findings import Finding, make
from hopscope.model import Call, Choice, Execution, Mount, Request, Return
from hopscope.text.node import Node

HOSTED = (
    "googleSearch", "googleSearchRetrieval", "urlContext", "codeExecution", "fileSearch", "googleMaps", "computerUse",
    "enterpriseWebSearch", "retrieval",
)  # fmt: skip
_UPPER = re.compile(r"([A-Z])")


@cache
def snake(name: str) -> str:
    """A camelCase name in snake_case."""
    return _UPPER.sub(lambda match: "_" + match[1].lower(), name)


def member(node: Node, *names: str) -> Node:
    """The value at camelCase `names` below a node, each spelled either way."""
    for name in names:
        node = node.get(name) or node.get(snake(name))
    return node


def has(value: Any, name: str) -> bool:
    """Whether an object has a member, spelled either way."""
    return isinstance(value, dict) and (name in value or snake(name) in value)


def of(value: Any, name: str) -> Any:
    """The member of a plain object, spelled either way; None where there is none."""
    return value.get(name, value.get(snake(name))) if isinstance(value, dict) else None


# Contracts


def mounts(dialect: str, tools: Node) -> Iterator[Mount]:
    """The mounts of a `tools` list (or of the one object that some write instead)."""
    maker = _maker(dialect)
    for mounted in list(tools.each_once(maker)) or ([maker(tools)] if tools.value else []):
        yield from mounted


@cache
def _maker(dialect: str) -> Callable[[Node], tuple[Mount, ...]]:
    """What makes the mounts of one tool: the same function each time, as `each_once` goes by it."""
    return partial(_mounted, dialect)


def _mounted(dialect: str, tool: Node) -> tuple[Mount, ...]:
    declarations = member(tool, "functionDeclarations").each()
    own = (mount for declaration in declarations for mount in declared(dialect, declaration))
    return (*own, *(Mount(key, "offer", dialect, tool, kind="hosted") for key in HOSTED if member(tool, key)))


def declared(dialect: str, node: Node) -> Iterator[Mount]:
    """One FunctionDeclaration: its schemas are Gemini's own (`parameters`, `response`) or JSON Schema."""
    name = word(node, "name")
    if not name:
        return
    own, other = given(node.get("parameters")), given(member(node, "parametersJsonSchema"))
    out, other_out = given(node.get("response")), given(member(node, "responseJsonSchema"))
    yield Mount(
        name, "offer", dialect, node, own or other, out or other_out, given(node.get("description")),
        carries_output=True, input_dialect="openapi" if own else None,
        judged=json_schema(own.value) if own else None, judged_output=json_schema(out.value) if out else None,
    )  # fmt: skip


def choice(node: Node) -> Choice | None:
    """What a `toolConfig` says of calling tools."""
    config = member(node, "toolConfig", "functionCallingConfig")
    return chosen(config, config.value_at("mode"), member(config, "allowedFunctionNames").each())


def choose(picked: Picked) -> Stated:
    """The choice of tools as a request states it; AUTO goes with no names, VALIDATED does."""
    mode = "VALIDATED" if picked.names and picked.mode == "auto" else picked.mode.upper()
    names = {"allowedFunctionNames": list(picked.names)} if picked.names and picked.mode != "none" else {}
    return Stated({"toolConfig": {"functionCallingConfig": {"mode": mode, **names}}}, tuple(picked.alone))


# Calls and results


def texts(parts: Node) -> tuple[Node, ...]:
    """The plain texts of `parts`, without thoughts."""
    return tuple(said for part in parts.each() for said in text(part))


def text(part: Node) -> Iterator[Node]:
    """The plain text of one part; a thought is none."""
    if word(part, "text") and part.value_at("thought") is not True:
        yield part.get("text")


def calls(dialect: str, parts: Node) -> Iterator[Call]:
    """The calls in a list of parts; those whose result stands beside them were run by the provider."""
    results = [result for part in parts.each() if (result := given(member(part, "functionResponse")))]
    for part in parts.each():
        if function := given(member(part, "functionCall")):
            yield call(dialect, function, _taken(results, function))
        elif tool := given(member(part, "toolCall")):
            yield _server_call(dialect, tool, parts)


def call(dialect: str, function: Node, result: Node | None = None, **more: Any) -> Call:
    """One `functionCall`; absent `args` are none, as the dialect itself leaves empty ones out."""
    arguments = function.get("args")
    more = {"arguments": given(arguments), "encoded": isinstance(arguments.value, str)} | more
    name, call_id = word(function, "name") or "", word(function, "id") or None
    if result is not None:
        more |= {"hosted": True, "execution": _execution(dialect, call_id, name, more["arguments"], result)}
    return Call(call_id, name, dialect, function, blank=True, wants_id=False, **more)


def _taken(results: list[Node], function: Node) -> Node | None:
    """The first result for a call, by id else by name; each serves once."""
    keys = [key for key in ("id", "name") if function.value_at(key)]
    for key in keys:
        for result in results:
            if result.value_at(key) == function.value_at(key):
                results.remove(result)
                return result
    return None


def _execution(dialect: str, call_id: str | None, name: str, arguments: Node | None, result: Node) -> Execution:
    response = result.get("response")
    server = member(response, "callToolResultJson")
    inner = server.opened() if isinstance(server.value, str) else response
    failed = bool(response.value_at("error")) or (member(inner, "isError").value is True)
    answer = hosted_result(result, inner.get("content"), failed)
    structured = given(member(inner, "structuredContent"))
    answer = replace(answer, structured=structured, output_free=not server)
    return Execution(name, dialect, result, call_id, arguments, answer)


def _server_call(dialect: str, tool: Node, parts: Node) -> Call:
    """A built-in tool that the provider ran: `toolCall` and the `toolResponse` with its id."""
    call_id, name = word(tool, "id"), word(member(tool, "toolType")) or "tool"
    arguments = given(tool.get("args"))
    answers = (member(part, "toolResponse") for part in parts.each())
    result = next((answer for answer in answers if answer and answer.value_at("id") == call_id), None)
    execution = _execution(dialect, call_id, name, arguments, result) if result else None
    return Call(call_id, name, dialect, tool, arguments, blank=True, wants_id=False, hosted=True, execution=execution)


def returned(function: Node, misplaced: str | None = None) -> Return:
    """One `functionResponse`; by convention `response.error` says that the tool failed."""
    response = function.get("response")
    failed = bool(response.value_at("error")) or member(response, "isError").value is True
    output = response.get("output")
    refused = response.value is not None and not isinstance(response.value, dict)
    return Return(
        word(function, "id") or None,
        function,
        given(response),
        word(function, "name"),
        failed=failed or None,
        misplaced=misplaced,
        wanted="an object, for instance {output: …}" if refused else None,
        texts=(output,) if isinstance(output.value, str) else (),
    )


def responses(parts: Iterable[Node]) -> Iterator[Node]:
    """The `functionResponse` of each part that holds one."""
    for part in parts:
        if function := given(member(part, "functionResponse")):
            yield function


def refused(call: Call, text: str) -> dict[str, Any]:
    """The `functionResponse` that tells the model what was wrong with a call."""
    response: dict[str, Any] = {"name": call.name, "response": {"error": text}}
    return {"id": call.id, **response} if call.id else response


# Errors


_POINTED = re.compile(r"at '([^']+)'")
_STEP = re.compile(r"([A-Za-z_]+)|\[(\d+)\]")


def error(node: Node, request: Request | None, code: str = "provider-error") -> Finding:
    """The error with the field it names; `properties[3].value` there counts the property's position."""
    finding = error_body(node, code)
    if status := word(node, "error", "status"):
        told = {**finding.params, "kind": f"{finding.params['kind']} {status}"}
        finding = make(code, finding.at, advice=finding.advice, **told)
    ways = [
        _keys(path, request.node if request else None) for path in _pointed(node, str(finding.params.get("said", "")))
    ]
    first, *others = [aimed(finding, keys, request) for keys in ways or [[]]]
    named = [{key: one.params[key] for key in ("pointer", "tool") if key in one.params} for one in (first, *others)]
    related = (*first.related, *(place for one in others for place in one.related))
    return first.but(related=related, params={**first.params, "places": named}) if others else first


def _pointed(node: Node, said: str) -> list[str]:
    """The ways in the request that an error names, each once: one error may name many."""
    violated = [
        field for detail in node.get("error", "details").each() for field in detail.get("fieldViolations").each()
    ]
    described = [path for field in violated for path in _POINTED.findall(field.get("description").string)]
    fields = [field.get("field").string for field in violated if field.get("field").string]
    return list(dict.fromkeys([*_POINTED.findall(said), *described])) or list(dict.fromkeys(fields))


def _keys(path: str, node: Node | None) -> list[str | int]:
    """Google's way in a request (`tools[0].function_declarations[6].parameters…`) as keys, as the request spells them."""
    keys: list[str | int] = []
    for name, index in _STEP.findall(path):
        if name == "value" and keys[-2:-1] == ["properties"]:
            keys[-1] = _nth_name(node, keys)
        elif name and node is not None:
            keys.append(_spelled(node.value_at(*keys), name))
        else:
            keys.append(name or int(index))
    return keys


def _nth_name(node: Node | None, keys: list[str | int]) -> str | int:
    names = list(node.value_at(*keys[:-1]) or ()) if node else []
    at = keys[-1]
    return names[at] if isinstance(at, int) and at < len(names) else at


def _spelled(value: Any, name: str) -> str:
    known = [key for key in value if key == name or snake(key) == name] if isinstance(value, dict) else []
    return known[0] if known else name
