"""The templates that models write calls in as text, each a function from a text to the calls it finds.

Sources: chat templates and tool parsers of the models' own repositories and of vllm-project/vllm at 0064cc9c (tool calling).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hopscope.text.reader import read

NAME = r"[A-Za-z_][\w.:/-]{0,127}"


@dataclass(frozen=True, slots=True)
class Found:
    """One call in a text: `arguments` is its value, or its text where that is no JSON; `strings`: the template has no types."""

    name: str
    arguments: Any
    start: int
    end: int
    strings: bool = False


@dataclass(frozen=True, slots=True)
class Template:
    """One way of writing calls; `token` says that its marks are the model's own tokens, which no prose holds by chance."""

    label: str
    find: Callable[[str], Iterator[Found]]
    token: bool = False


_CLOSED = {"{": "}", "[": "]", '"': '"', "'": "'"}
_WORD = re.compile(r"-?\d[\d.eE+-]*|true|false|null|True|False|None")
_DECODER = json.JSONDecoder()
_BETWEEN = re.compile(r"(?<=\})\s*;\s*(?=\{)")  # Llama parts several calls by a semicolon
_INVOKE = r'<(?P<mark>[^<>/ ]{0,20})invoke name="(' + NAME + r')"[^>]*>(.*?)(?:</(?P=mark)invoke>|\Z)'
_HARMONY = r"to=functions\.(" + NAME + r"?)\b[^{]{0,80}<\|message\|>(.*?)(?:<\|call\|>|<\|end\|>|\Z)"


def is_json(text: str) -> bool:
    """Whether a text could be one JSON or Python value from end to end (the reader would also find one inside prose)."""
    return text[-1:] == _CLOSED[text[0]] if text[:1] in _CLOSED else bool(_WORD.fullmatch(text))


def value_of(text: str) -> Any:
    """The JSON value of a text, tolerantly; the text itself where it is none, or was cut."""
    text = text.strip()
    reading = read(text) if is_json(text) else None
    if reading is None or len(reading.values) != 1 or reading.completeness not in ("complete", "normalised"):
        return text
    return reading.values[0]


def call_in(value: Any) -> tuple[str, Any] | None:
    """The name and arguments of a call written as a JSON object."""
    if not isinstance(value, dict):
        return None
    value = value["function"] if isinstance(value.get("function"), dict) else value
    names = (value.get(key) for key in ("name", "tool_name", "function", "tool", "recipient_name", "action"))
    name = next((one for one in names if isinstance(one, str)), None)
    keys = [key for key in ("arguments", "parameters", "args", "input", "tool_input", "action_input") if key in value]
    if name is None or not keys or "description" in value:
        return None
    arguments = value[keys[0]]
    return name, value_of(arguments) if isinstance(arguments, str) else arguments


def calls_in(text: str) -> list[tuple[str, Any]]:
    """The calls in a text that is one or several JSON objects, or lists of such."""
    values: list[Any] = []
    for piece in _BETWEEN.split(text.strip().rstrip("; ")):
        reading = read(piece) if is_json(piece) else None
        if reading is None or reading.completeness not in ("complete", "normalised"):
            return []
        values += (one for value in reading.values for one in _listed(value))
    found = [call_in(one) for one in values]
    return [one for one in found if one] if found and all(found) else []


def _listed(value: Any) -> list[Any]:
    """The members of a list of calls, be it bare or the only member of an object."""
    inner = value.get("tool_calls") if isinstance(value, dict) and len(value) == 1 else value
    return inner if isinstance(inner, list) else [value]


_CUT = re.compile(
    rf'\s*\[?\s*\{{\s*"(?:name|tool_name)"\s*:\s*"({NAME})"\s*,\s*"(?:arguments|parameters)"\s*:\s*(\{{.*)', re.DOTALL
)


def _blocks(text: str, opening: str, closing: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and content of each block; the last may lack its end."""
    pattern = re.compile(f"(?:{opening})(.*?)(?:{closing}|(?={opening})|\\Z)", re.DOTALL)
    for match in pattern.finditer(text):
        yield match.start(), match.end(), match[1]


def _json_blocks(opening: str, closing: str) -> Callable[[str], Iterator[Found]]:
    def find(text: str) -> Iterator[Found]:
        for start, end, content in _blocks(text, opening, closing):
            found = calls_in(content)
            yield from (Found(name, arguments, start, end) for name, arguments in found)
            if not found and (cut := _CUT.match(content)):
                yield Found(cut[1], cut[2], start, end)

    return find


def _pairs(content: str, opening: str, closing: str) -> dict[str, str]:
    """Parameters written as pairs of name (the opening's group) and text; line breaks next to the marks are layout."""
    found = re.finditer(f"{opening}(.*?)(?:{closing}|(?={opening})|\\Z)", content, re.DOTALL)
    return {match[1].strip(): re.sub(r"\A\r?\n|\r?\n\Z", "", match[2]) for match in found}


def _qwen_coder(text: str) -> Iterator[Found]:
    opening, closing = rf"(?:<tool_call>\s{{0,9}})?<function={NAME}>", r"</function>(?:\s{0,9}</tool_call>)?"
    for start, end, content in _blocks(text, opening, closing):
        name = re.search(rf"<function=({NAME})>", text[start:end])
        pairs = _pairs(content, r"<parameter=([^>\n]+)>", "</parameter>")
        if name and (pairs or (not content.strip() and "</function>" in text[start:end])):
            yield Found(name[1], pairs, start, end, strings=True)


def _glm(text: str) -> Iterator[Found]:
    for start, end, content in _blocks(text, "<tool_call>", "</tool_call>"):
        if name := re.match(rf"\s*({NAME})\s*(?=<arg_key>|\Z)", content):
            pairs = _pairs(content, r"<arg_key>([^<>]*)</arg_key>\s{0,9}<arg_value>", "</arg_value>")
            if pairs or text[start:end].endswith("</tool_call>"):
                yield Found(name[1], pairs, start, end, strings=True)


def _invoke(text: str) -> Iterator[Found]:
    """The mark before the word is the model's own (`minimax:`, `｜DSML｜`); DSML says of each parameter whether it is a string."""
    for match in re.finditer(_INVOKE, text, re.DOTALL):
        opening = r'<[^<>/ ]{0,20}parameter name="([^"<>]+)"'
        typed = set(re.findall(opening + r'[^<>]*string="false"', match[3]))
        pairs = _pairs(match[3], opening + "[^<>]*>", r"</[^<>/ ]{0,20}parameter>")
        arguments = {key: value_of(value) if key in typed else value for key, value in pairs.items()}
        if arguments or not match[3].strip():
            yield Found(match[2], arguments, match.start(), match.end(), strings=True)


def _inside(mark: str) -> Callable[[str], Iterator[Found]]:
    return lambda text: _invoke(text) if mark in text else iter(())


def _mistral(text: str) -> Iterator[Found]:
    for start, end, content in _blocks(text, r"\[TOOL_CALLS\]", r"</s>"):
        named = re.match(rf"\s*({NAME})(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?\s*(\{{.*)", content, re.DOTALL)
        if named:
            said = _first_object(named[2])
            whole = len(said) == len(named[2].rstrip())
            yield Found(named[1], value_of(said), start, end if whole else text.index(said, start) + len(said))
        else:
            yield from (Found(name, arguments, start, end) for name, arguments in calls_in(content))


def _first_object(text: str) -> str:
    """The JSON object at the start of a text, all of the text where that breaks off."""
    try:
        return text[: _DECODER.raw_decode(text)[1]]
    except (ValueError, RecursionError):
        return text


def _kimi(text: str) -> Iterator[Found]:
    pattern = rf"\s*(?:functions\.)?({NAME}?)(?::\d+)?\s*<\|tool_call_argument_begin\|>(.*)"
    for start, end, content in _blocks(text, r"<\|tool_call_begin\|>", r"<\|tool_call_end\|>"):
        if match := re.match(pattern, content, re.DOTALL):
            yield Found(match[1], value_of(match[2]), start, end)


def _deepseek(text: str) -> Iterator[Found]:
    """V3 writes the word "function", the name and a fence; V3.1 the name and the arguments."""
    for start, end, content in _blocks(text, "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"):
        head, _, tail = content.partition("<｜tool▁sep｜>")
        fenced = re.match(rf"\s*({NAME})\s*```(?:json)?(.*?)(?:```|\Z)", tail, re.DOTALL)
        if fenced:
            yield Found(fenced[1], value_of(fenced[2]), start, end)
        elif re.fullmatch(NAME, head.strip()):
            yield Found(head.strip(), value_of(tail), start, end)


def _gemma(text: str) -> Iterator[Found]:
    """Strings stand between marks of their own, other values bare."""
    opening, closing = r"<\|tool_call>|<start_function_call>", r"<tool_call\|>|<end_function_call>"
    for start, end, content in _blocks(text, opening, closing):
        if match := re.match(rf"\s*call:({NAME}?)\s*(\{{.*)", content, re.DOTALL):
            yield Found(match[1], value_of(_unmarked(match[2])), start, end)


def _unmarked(text: str) -> str:
    pieces = re.split(r'<\|"\|>|<escape>', text)
    return "".join(json.dumps(piece) if at % 2 else piece for at, piece in enumerate(pieces))


def _groq(text: str) -> Iterator[Found]:
    pattern = re.compile(rf"<function[=(]({NAME}?)[>)]?\s*>?\s*(\{{.*?)(?:</?function>|\Z)", re.DOTALL)
    for match in pattern.finditer(text):
        yield Found(match[1], value_of(match[2]), match.start(), match.end())


def _harmony(text: str) -> Iterator[Found]:
    for match in re.finditer(_HARMONY, text, re.DOTALL):
        yield Found(match[1], value_of(match[2]), match.start(), match.end())


TEMPLATES = (
    Template("DeepSeek <｜tool▁call▁begin｜>", _deepseek, token=True),
    Template("Kimi <|tool_call_begin|>", _kimi, token=True),
    Template("Mistral [TOOL_CALLS]", _mistral, token=True),
    Template("Cohere <|START_ACTION|>", _json_blocks(r"<\|START_ACTION\|>", r"<\|END_ACTION\|>"), token=True),
    Template("Gemma call:", _gemma, token=True),
    Template("gpt-oss to=functions", _harmony, token=True),
    Template("Granite <|tool_call|>", _json_blocks(r"<\|tool_call\|>", r"<\|/tool_call\|>"), token=True),
    Template("Llama <|python_tag|>", _json_blocks(r"<\|python_tag\|>", r"<\|eo[mt]_id\|>"), token=True),
    Template("Qwen3-Coder <function=>", _qwen_coder),
    Template("GLM <arg_key>", _glm),
    Template("Hermes <tool_call>", _json_blocks("<tool_calls?>", "</tool_calls?>")),
    Template("DeepSeek DSML", _inside("<｜DSML｜invoke"), token=True),
    Template("MiniMax <minimax:tool_call>", _inside("<minimax:tool_call>")),
    Template("<invoke>", _invoke),
    Template("Llama <function=>", _groq),
)


# Without any mark: only a whole text can be such a call


def bare_json(text: str) -> Iterator[Found]:
    """JSON objects with a name and arguments and nothing else."""
    for name, arguments in calls_in(text):
        yield Found(name, arguments, 0, len(text))


def named_json(text: str) -> Iterator[Found]:
    """A name with the arguments object right behind it, as `f{…}`, `f({…})` or on the next line."""
    match = re.match(NAME, text.strip())
    if match is None:
        return
    rest = text.strip()[match.end() :].strip().removeprefix(":").strip()
    rest = rest[1:-1].strip() if rest.startswith("(") and rest.endswith(")") else rest
    arguments = value_of(rest) if rest.startswith("{") and rest.endswith("}") else None
    if isinstance(arguments, dict):
        yield Found(re.sub(r":\d*$", "", match[0]), arguments, 0, len(text))


_PRINTED = re.compile(r"print\((.*)\)")


def pythonic(text: str) -> Iterator[Found]:
    """Python calls with keyword arguments: a list `[f(a=1), g(b='x')]`, or one a line, printed as Gemini writes it."""
    inner = text.strip()
    listed = inner.startswith("[") and inner.endswith("]")
    lines = [_PRINTED.sub(r"\1", line.strip()) for line in inner.splitlines() if line.strip()]
    each = all(re.fullmatch(rf"{NAME}\(.*\)", line) for line in lines)
    found = [_python_call(one) for one in (_split(inner[1:-1]) if listed else lines if each else [inner])]
    if found and all(found):
        yield from (Found(name, arguments, 0, len(text)) for name, arguments in filter(None, found))


def _python_call(text: str) -> tuple[str, dict[str, Any]] | None:
    match = re.fullmatch(rf"({NAME}?)\s*\((.*)\)", text.strip(), re.DOTALL)
    if match is None:
        return None
    pairs = [re.fullmatch(r"([A-Za-z_]\w*)\s*=(.*)", one.strip(), re.DOTALL) for one in _split(match[2])]
    if not all(pairs):
        return None
    return match[1], {pair[1]: value_of(pair[2]) for pair in pairs if pair}


def _split(text: str) -> list[str]:
    """The pieces between commas outside quotes and brackets."""
    pieces, start, level, quote = [], 0, 0, ""
    escaped = False
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote and not escaped else quote
            escaped = character == "\\" and not escaped
        elif character in "\"'":
            quote = character
        elif character in "([{":
            level += 1
        elif character in ")]}":
            level -= 1
        elif character == "," and level == 0:
            pieces.append(text[start:at])
            start = at + 1
    pieces.append(text[start:])
    return [piece for piece in pieces if piece.strip()]


BARE = (
    Template("bare JSON", bare_json),
    Template("name and JSON", named_json),
    Template("pythonic", pythonic),
)
