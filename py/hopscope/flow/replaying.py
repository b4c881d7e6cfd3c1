"""Calls and results as another dialect tells them, so that a captured case can be sent to another provider."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from hopscope import dialects
from hopscope.contracts import providers
from hopscope.contracts.walk import at
from hopscope.dialects._base import Dialect
from hopscope.dialects._replaying import Passed, Replay, Result
from hopscope.findings import Finding, make
from hopscope.flow.way import Way
from hopscope.model import Return
from hopscope.text.node import At, Node
from hopscope.text.reader import read
from hopscope.text.write import dumps

WRAPPING = frozenset({"output", "error"})
REFUSED = ("$ref", "$defs")  # members of a result that Gemini refuses; source: vercel/ai issue 14369
SIGNATURES = ("thoughtSignature", "thought_signature")


@dataclass
class Replaying:
    """Calls on their way into one dialect: what was changed and what was lost."""

    dialect: Dialect
    replay: Replay
    changes: list[dict[str, Any]] = field(default_factory=list)
    losses: list[Finding] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)

    def write(self, ways: Sequence[Way]) -> Any:
        """The messages of all calls, turn by turn, in the form in which a request holds them."""
        turns = groupby(ways, key=lambda way: id(way.journey.turn) if way.journey.turn else id(way))
        passed = [list(filter(None, map(self._passed, turn))) for _, turn in turns]
        messages = [message for turn in passed if turn for message in self.replay.write(turn)]
        return {self.replay.member: messages} if self.replay.member else messages

    def _passed(self, way: Way) -> Passed | None:
        call = way.journey.call
        text, value = way.arguments.text, way.arguments.value
        if self.dialect.arguments != "text" and not isinstance(value, dict):
            self._lose(way, call.node, "arguments", f"the call, whose arguments ({text[:60]}) are no object,")
            return None
        text = text if read(text, repair=False).values else dumps(value) if isinstance(value, dict) else text
        if call.dialect != self.dialect.id and _is_signed(call.node):
            self._lose(
                way, call.node, SIGNATURES[0], "its thoughtSignature, without which Gemini refuses the next turn,"
            )
        return Passed(self._id(way), self._name(way), value, text, self._result(way))

    def _id(self, way: Way) -> str:
        """The call's own id where the dialect takes it and no other call has it, else a new one."""
        own = way.journey.call.id
        fits = own and own not in self.ids and re.fullmatch(self.replay.ids or r".+", own)
        numbered = (f"{self.replay.prefix}{number}" for number in range(len(self.ids) + 1, 2 * len(self.ids) + 3))
        id = own if own and fits else next(one for one in numbered if one not in self.ids)
        if id != own:
            self._change(way, "/id", "id", "rewritten", own, id)
        self.ids.add(id)
        return id

    def _name(self, way: Way) -> str:
        name = way.journey.call.name
        readers = [
            p for p in providers.every().values() if self.dialect.id in p.table["dialects"] and not p.table.get("guest")
        ]
        rulings = [
            ruling for one in readers if (ruling := one.name(name, self.dialect.id, ())) and ruling.level == "error"
        ]
        if rulings:
            self._change(way, "/name", "name", "renamed", name, rulings[0].params["safe"])
            return str(rulings[0].params["safe"])
        return name

    def _result(self, way: Way) -> Result | None:
        found = _result(way)
        if found is None:
            return None
        result, node, more = found
        for what in more:
            self._lose(way, node, "content", what)
        if self.dialect.id.startswith("gemini-") and (
            refused := [word for word in REFUSED if f'"{word}"' in result.text]
        ):
            self._lose(
                way, node, refused[0], f"{' and '.join(refused)} in its result, which Gemini was seen to refuse,"
            )
        if result.failed and self.dialect.returns.flag is None:
            self._lose(way, node, "is_error", "that it failed (only its text may say so)")
        return result

    def _change(self, way: Way, at: str, keyword: str, kind: str, before: Any, after: Any) -> None:
        change = {"document": way.journey.call.node.place().document, "tool": way.journey.call.name, "pointer": at}
        self.changes.append({**change, "keyword": keyword, "kind": kind, "before": before, "after": after})

    def _lose(self, way: Way, node: Node, keyword: str, what: str) -> None:
        tool, target = way.journey.call.name, self.dialect.label
        self._change(way, f"/{keyword}", keyword, "dropped", None, None)
        self.losses.append(
            make(
                "convert-loss",
                node.place(),
                tool=tool,
                what=what,
                target=target,
                keyword=keyword,
                pointer=f"/{keyword}",
            )
        )


def _result(way: Way) -> tuple[Result, Node, list[str]] | None:
    """What came back for a call, by what the model read, else by the server's answer; with what of it is no text."""
    journey = way.journey
    response = journey.execution.response if journey.execution else None
    if journey.returns:
        return _returned(journey.returns[-1], bool(response and response.failed))
    if response is None or response.kind not in ("result", "error"):
        return None
    text = "\n".join(one.string for one in response.texts)
    value = response.structured.value if response.structured else _object(text)
    if not text:
        text = dumps(value) if response.structured else response.said or response.node.text
    failed = response.failed or response.kind == "error"
    result = Result(text, value if isinstance(value, dict) else None, failed)
    return result, response.node, list(_other_than_text(response.node.get("content")))


def _returned(back: Return, failed: bool) -> tuple[Result, Node, list[str]]:
    content = back.content
    if content is None:
        return Result("", None, bool(back.failed)), back.node, []
    said = content.value
    if isinstance(said, dict) and len(said) == 1 and said.keys() <= WRAPPING:  # Gemini's object round a plain result
        (said,) = said.values()
    spoken = said if isinstance(said, str) else "" if said is None else dumps(said)
    text = "\n".join(one.string for one in back.texts) or spoken
    return Result(text, _object(text), bool(back.failed) or failed), back.node, list(_other_than_text(content))


def _is_signed(call: Node) -> bool:
    """Whether a signature stands in the call, or beside it in the part that holds it."""
    site = call.site
    beside = at(site.reading.values[site.n], site.keys[:-1]) if isinstance(site, At) and site.keys else None
    return any(isinstance(one, dict) and key in one for one in (call.value, beside) for key in SIGNATURES)


def _object(text: str) -> dict[str, Any] | None:
    values = read(text, repair=False).values
    return values[0] if len(values) == 1 and isinstance(values[0], dict) else None


def _other_than_text(content: Node) -> Iterator[str]:
    for block in content.each():
        kind = block.get("type").string
        if kind and kind not in ("text", "input_text", "output_text", "json", "document"):
            yield f"its {kind}, which is no text,"


def of(to: str) -> Replaying | None:
    """The way into a dialect, or None where there is none of that id, or it has no form for calls made elsewhere."""
    dialect = dialects.every().get(to)
    return Replaying(dialect, dialect.replay) if dialect and dialect.replay else None
