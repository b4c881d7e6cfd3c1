"""Which conversation a request goes on with: several agents, or several runs, of one log may use the same ids for their calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hopscope.model import Call, Request, Turn
from hopscope.text.node import MISSING, Node
from hopscope.text.recent import Memory
from hopscope.text.write import dumps

TALKS = ("messages", "contents", "input")
DEEPEST = 8  # strings within strings that arguments are looked for in
SETTING = ("system", "developer")
BEGINNING = 3  # messages that an opening is known by
LOOKED_AT = 20  # messages among which those are looked for
NEAR = 40  # conversations looked at, the latest first
# An id that a host or a model counts up (`call_0`, `functions.f:3`): two conversations have it by chance.
_COUNTED = re.compile(r"(?:.*[^A-Za-z0-9])?\d{1,4}|[A-Za-z]{1,5}\d{0,4}")

Named = tuple[str | None, str]
Opening = tuple[str, ...]


def written(call: Call) -> Any:
    """The arguments of a call as a value, read through the text where the dialect writes one."""
    if call.arguments is None:
        return {}
    if not call.encoded:
        return call.arguments.value
    if call.custom or not call.arguments.string.strip():
        return call.arguments.string if call.custom else {}
    values = call.arguments.inner().values
    value, node = (values[0], call.arguments) if values else (call.arguments.string, MISSING)
    for _ in range(DEEPEST if values and isinstance(value, str) else 0):
        node = node.opened()
        if not node or not isinstance(node.value, str):
            break
        inner = node.inner().values
        if not inner or inner[0] == node.value:
            break
        value = inner[0]
    return value


def spelled(value: Any) -> str:
    """A value as text, the same for equal objects."""
    return dumps(value, sort_keys=True)


_SPELLED: Memory[str] = Memory()


def _spelled_once(call: Call) -> str:
    """The arguments of a call as text; those that stand in a text of their own are spelled once for equal texts."""
    if call.arguments is None or not call.encoded:
        return spelled(written(call))
    return _SPELLED.of((call.custom, call.arguments.string), lambda: spelled(written(call)))


def talk_of(turn: Turn) -> Node:
    """The list of messages that a turn of a history stands in."""
    return _talk(turn.request) if turn.request else turn.node.around


def _talk(request: Request) -> Node:
    return next((found for key in TALKS if (found := request.node.get(key))), MISSING)


def _opening(talk: Node) -> Opening | None:
    """How the conversation begins, which stays the same while it grows; None where that is not to be seen."""
    if isinstance(talk.value, str):
        return (talk.value,)
    messages = [one for one in talk.value[:LOOKED_AT] if isinstance(one, dict)] if isinstance(talk.value, list) else []
    told = [one for one in messages if one.get("role") not in SETTING][:BEGINNING]
    if not told or told[0].get("role") in (None, "assistant", "model"):
        return None
    return tuple(" ".join(_texts(one.get("content", one.get("parts")))) for one in told)


def _texts(content: Any) -> Iterator[str]:
    """The plain texts of a message; marks for caches and the like come and go between requests."""
    if isinstance(content, str):
        yield content
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and isinstance(block.get("text"), str):
            yield block["text"]


def _agree(one: Opening, other: Opening) -> bool:
    return all(left == right for left, right in zip(one, other, strict=False))


class _Sayings:
    """What the calls of one id and name said, spelled out when one is compared with them."""

    __slots__ = ("_known", "pending")

    def __init__(self) -> None:
        self.pending: list[Call] = []
        self._known: set[str] | None = None  # few are ever compared

    def holds(self, call: Call, said: Callable[[Call], str]) -> bool:
        """Whether one of them said what a call says."""
        self._known = self._known or set()
        self._known.update(map(said, self.pending))
        self.pending.clear()
        return said(call) in self._known


@dataclass(eq=False)
class _Conversation:
    number: int
    said: Callable[[Call], str]
    opening: Opening | None = None
    _calls: dict[Named, _Sayings] = field(default_factory=dict)
    _pending: list[Call] = field(default_factory=list)  # those that no history with calls was held against

    def goes_on(self, opening: Opening | None, calls: Sequence[Call]) -> bool:
        """Whether a history may be a later state of this conversation."""
        if not calls:
            return self._opens_as(opening)
        self._list_pending()
        shared = [call for call in calls if (call.id, call.name) in self._calls]
        equal = sum(self._calls[call.id, call.name].holds(call, self.said) for call in shared)
        telling = any(call.id and not _COUNTED.fullmatch(call.id) for call in shared)
        if self.opening is None or opening is None:
            return (telling or 2 * equal >= len(shared)) and (bool(shared) or self._opens_as(opening))
        if self._opens_as(opening):
            return telling or 2 * equal >= len(shared)
        return telling and equal == len(shared) and 2 * len(shared) >= len(calls)  # its beginning was summed up

    def _opens_as(self, opening: Opening | None) -> bool:
        if self.opening is None or opening is None:
            return self.opening is opening
        return _agree(self.opening, opening)

    def add(self, calls: Iterable[Call]) -> None:
        """Takes in calls that were made in it."""
        self._pending += calls

    def _list_pending(self) -> None:
        for call in self._pending:
            self._calls.setdefault((call.id, call.name), _Sayings()).pending.append(call)
        self._pending.clear()


class Conversations:
    """The conversations of a trace, found by how they open and by the calls that their histories share."""

    def __init__(self) -> None:
        self._all: list[_Conversation] = []
        self._of_requests: dict[int, int] = {}
        self._said: dict[int, str] = {}

    def said(self, call: Call) -> str:
        """The arguments of a call as text, the same for equal ones; made once."""
        if id(call) not in self._said:
            self._said[id(call)] = _spelled_once(call)
        return self._said[id(call)]

    def of_history(self, talk: Node, calls: Sequence[Call], request: Request | None) -> int:
        """The number of the conversation that one copy of a history, with all its calls, is a state of."""
        number = self._find(_opening(talk), calls)
        if request:
            self._of_requests[id(request)] = number
        return number

    def of_response(self, request: Request | None, calls: Iterable[Call]) -> int:
        """The number of the conversation that a response goes on with, by the request it answers."""
        if request is None:
            number = self._find(None, [])
        else:
            number = self._of_requests.get(id(request), -1)
            number = self._find(_opening(_talk(request)), []) if number < 0 else number
            self._of_requests[id(request)] = number
        self._all[number].add(calls)
        return number

    def _find(self, opening: Opening | None, calls: Sequence[Call]) -> int:
        near = reversed(self._all[-NEAR:])
        found = next((one for one in near if one.goes_on(opening, calls)), None)
        if found is None:
            found = _Conversation(len(self._all), self.said, opening)
            self._all.append(found)
        if opening and (found.opening is None or len(opening) > len(found.opening)):
            found.opening = opening
        found.add(calls)
        return found.number
