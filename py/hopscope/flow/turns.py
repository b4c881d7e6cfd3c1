"""What is said of a turn as a whole: its ids, its stop reason, calls that are missing or stand in the text, its answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hopscope import dialects
from hopscope.dialects._base import Dialect
from hopscope.findings import Finding, make
from hopscope.flow import gates
from hopscope.flow.arguments import Arguments, confirmed
from hopscope.flow.contracts import Contract, schema_of
from hopscope.flow.journeys import Journey
from hopscope.flow.leaked import Leak, leaked
from hopscope.model import Call, Request, Turn
from hopscope.text.node import Node, node_of_fragments
from hopscope.text.places import place
from hopscope.text.write import dumps

WRAPPERS = ("parallel", "multi_tool_use.parallel")


# Of single calls


def identified(journeys: list[Journey]) -> Iterator[tuple[Journey, Finding]]:
    """Calls without an id where the dialect wants one, and ids that two calls of one turn share."""
    first: dict[tuple[int, str], Journey] = {}
    for journey in journeys:
        call, turn = journey.call, journey.turn
        if turn is not None and call.fragments and _is_headless(call):
            yield journey, _begun_elsewhere(turn, call)
        elif turn is not None and call.wants_id and not call.id:
            label = f"{call.name} #{turn.calls.index(call) + 1}" if call in turn.calls else call.name
            yield journey, make("call-id-missing", call.node.place(), tool=call.name, label=label)
        elif call.id:
            twin = first.setdefault((id(turn), call.id), journey)
            if twin is not journey:
                yield journey, _shared_id(twin.call, call)


def _is_headless(call: Call) -> bool:
    """Whether a streamed call lacks the piece that begins it: with an index, that piece alone has its id."""
    first = call.fragments[0] if call.fragments and not call.name else None
    return first is not None and (not call.id or first.index is None)


def _begun_elsewhere(turn: Turn, call: Call) -> Finding:
    """A call whose stream was copied from the middle on: nobody left its name out."""
    number = next((at for at, one in enumerate(turn.calls, 1) if one is call), 1)
    id = f" (id {call.id})" if call.id else ""
    return make("stream-incomplete", call.node.place(), variant="start", severity="warning", number=number, id=id)


def _shared_id(one: Call, other: Call) -> Finding:
    places = [(call.node.get("id") or call.node).place() for call in (one, other)]
    return make("call-id-duplicate", places[1], related=places[:1], id=other.id, tools=[one.name, other.name])


def wrapped(call: Call, arguments: Arguments) -> tuple[list[str], Finding] | None:
    """The calls inside a wrapper tool that the model invented, and the finding of it."""
    if call.name not in WRAPPERS or not isinstance(arguments.value, dict):
        return None
    uses = arguments.value.get("tool_uses")
    if not isinstance(uses, list):
        return None
    inner = [use for use in uses if isinstance(use, dict) and isinstance(use.get("recipient_name"), str)]
    names = [use["recipient_name"].removeprefix("functions.") for use in inner]
    calls = [{"name": name, "arguments": use.get("parameters")} for name, use in zip(names, inner, strict=True)]
    return names, make("call-wrapper", call.node.place(), tool=call.name, count=len(names), tools=names, calls=calls)


def maybe_cut(journey: Journey, arguments: Arguments) -> Finding | None:
    """The last call of a turn that stopped at the token limit, if its arguments are whole."""
    turn, call = journey.turn, journey.call
    if turn is None or turn.history or turn.stop is None or turn.stop.means != "length":
        return None
    if turn.calls[-1] is not call or arguments.broken:
        return None
    stopped = [turn.stop.node.place()]
    return make("call-maybe-cut", call.node.place(), related=stopped, tool=call.name, reason=turn.stop.reason)


# Of the turn


def said_of(turn: Turn, request: Request | None, contracts: tuple[Contract, ...]) -> Iterator[Finding]:
    """The findings of one turn of the model's own, which is no past turn of a history."""
    leaks = [] if turn.calls else list(_leaks(turn, contracts))
    yield from map(in_text, leaks)
    if found := _mismatch(turn, request, bool(leaks)):
        yield found
    if not turn.calls and not leaks and (found := _absent(turn, request)):
        yield found
    if found := refused(turn):
        yield found
    elif not turn.calls and not leaks:
        yield from _answer(turn, request)


def _leaks(turn: Turn, contracts: tuple[Contract, ...]) -> Iterator[Leak]:
    schemas = {mount.name: schema_of(mount) for contract in contracts for mount in contract.mounts}
    yield from leaked(turn.texts, set(schemas), schemas.get)


def in_text(leak: Leak, variant: str = "") -> Finding:
    """What is said of calls that a model wrote as text; the variant is "raw" where nothing stands round the text."""
    names = [call["name"] for call in leak.calls]
    calls = [{**call, "text": dumps(call["arguments"])} for call in leak.calls]
    count = len(names)
    return make("call-in-text", leak.at, variant=variant, count=count, tools=names, template=leak.template, calls=calls)


def _mismatch(turn: Turn, request: Request | None, leaking: bool) -> Finding | None:
    stop, dialect = turn.stop, dialects.every()[turn.dialect]
    if stop is None or not dialect.stop_names_calls or not turn.whole:
        return None
    if stop.means == "call" and not turn.calls and not leaking:
        return make("call-stop-mismatch", stop.node.place(), reason=stop.reason, holds="no call")
    if stop.means == "end" and any(not call.hosted for call in turn.calls) and not _ends_forced(dialect, request):
        names = [call.name for call in turn.calls]
        return make("call-stop-mismatch", stop.node.place(), reason=stop.reason, holds=f"calls of {', '.join(names)}")
    return None


def _ends_forced(dialect: Dialect, request: Request | None) -> bool:
    """Without the request nobody knows whether the call was forced."""
    return dialect.forced_says_end and (request is None or request.forced is not None)


def _absent(turn: Turn, request: Request | None) -> Finding | None:
    """A turn without a call where the request forces one."""
    excused = turn.refusal is not None or not turn.whole
    other_stop = turn.stop is not None and turn.stop.means not in ("end", "call")
    if request is None or request.forced is None or excused or other_stop:
        return None
    forced = "a call of some tool" if request.forced == "*" else f"a call of {request.forced}"
    instead = "text only" if turn.texts else "nothing"
    return make("call-absent", turn.node.place(), forced=forced, instead=instead)


def refused(turn: Turn) -> Finding | None:
    """A refusal of the model, or a filter that stopped the answer."""
    if turn.refusal is not None and turn.refusal.value:
        return make("answer-refused", turn.refusal.place(), said=turn.refusal.string or turn.refusal.text)
    if turn.stop is not None and turn.stop.means in ("refusal", "filter"):
        variant, said = ("filter" if turn.stop.means == "filter" else ""), turn.stop.said or turn.stop.reason
        return make("answer-refused", turn.stop.node.place(), variant=variant, said=said)
    return None


def _spoken(texts: Sequence[Node]) -> Node:
    """The text that is the answer: the last one, unless all of them together are JSON and that one is none."""
    last, whole = texts[-1], node_of_fragments(list(texts))
    broken = len(texts) > 1 and last.inner().completeness != "complete"
    return whole if broken and whole.inner().completeness == "complete" else last


def _answer(turn: Turn, request: Request | None) -> Iterator[Finding]:
    """Structured output held against the schema that the request asks for."""
    stopped = turn.stop is not None and turn.stop.means in ("malformed", "error")
    if not turn.texts or not turn.whole or stopped:
        return
    if request is None or request.answer is None:
        return
    text, schema = _spoken(turn.texts), request.answer
    reading = text.inner()
    if reading.cut:
        at = place(reading.source.spans(reading.cut.offset, reading.cut.offset)[0], (*text.path, ""))
        yield make("answer-truncated", at, inside=reading.cut.in_what, confirmed=confirmed(turn, request))
    elif reading.completeness != "complete" or len(reading.values) != 1:
        yield make("answer-unreadable", text.place(), said=f'it begins with "{text.string.strip()[:60]}"')
    else:
        root = text.opened()
        stated = schema.opened() if isinstance(schema.value, str) else schema
        judge = request.judged if request.judged is not None else stated.value
        yield from gates.check(judge, stated, root, "answer-schema").findings


def answers(turns: Sequence[tuple[Turn, Request | None]]) -> dict[int, Node]:
    """For each turn (by `id`), the first plain answer of the model after it in the same dialect."""
    later: dict[str, Node] = {}
    out: dict[int, Node] = {}
    for turn, _ in reversed(turns):
        if turn.dialect in later:
            out[id(turn)] = later[turn.dialect]
        if turn.texts and not turn.calls:
            later[turn.dialect] = turn.texts[0]
    return out


def refused_history(journey: Journey, arguments: Arguments) -> Finding | None:
    """Arguments in a history turn that the provider refuses: not JSON, or text where it takes objects (or the reverse).

    Behind the last turn nothing was sent yet: what is no JSON there is what the model wrote just now.
    """
    call = journey.call
    if not journey.past or journey.lone or call.arguments is None:
        return None
    if call.hosted or call.builtin or call.custom or call.kept:
        return None
    wants = dialects.every()[call.dialect].arguments
    if arguments.lost:
        return None
    if wants == "object" and call.encoded:
        what = "a string where an object is due"
    elif wants == "text" and not call.encoded:
        what = "an object where a string is due" if isinstance(call.arguments.value, dict) else "no JSON text"
    elif call.encoded and journey.answered and any(f.code in _REFUSED for f in arguments.findings):
        what = "not valid JSON"
    else:
        return None
    index = _message_index(call.node)
    return make("history-arguments", call.arguments.place(), index=index, tool=call.name, what=what)


_REFUSED = (
    "arguments-truncated", "arguments-unreadable", "arguments-repaired", "arguments-guessed", "arguments-merged"
)  # fmt: skip


def _message_index(node: Node) -> str:
    """The number of the message in its request, as the provider's own error names it."""
    steps = node.path[0].split("/") if node.path else []
    numbers = [
        step for before, step in pairwise(steps) if before in ("messages", "contents", "input") and step.isdigit()
    ]
    return numbers[0] if numbers else next((step for step in steps if step.isdigit()), "0")
