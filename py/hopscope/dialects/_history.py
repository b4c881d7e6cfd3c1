"""Histories: the turns in a list of messages, each with the results that answer it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from hopscope.dialects._base import Draft
from hopscope.model import Call, Request, Return, Stop, Turn
from hopscope.record import record
from hopscope.text.node import Node


@record
class Message:
    """One message of a history: the model's with its calls, or one that may hold results. An `aside` parts nothing."""

    node: Node
    model: bool
    calls: tuple[Call, ...] = ()
    texts: tuple[Node, ...] = ()
    returns: tuple[Return, ...] = ()
    aside: bool = False


def paired(
    dialect: str, messages: Sequence[Message], rule: str | None = None, request: Request | None = None
) -> tuple[list[Turn], list[Return]]:
    """The turns of a history with their results, and the results before any turn.

    A result that stands elsewhere than in the message right after its turn breaks `rule` (None: the dialect has none). By
    such a rule a request may not go on with the model's next words either: a turn that they follow is answered, if by nothing.
    """
    homes: dict[int, list[Return]] = {}
    strays: list[Return] = []
    named = _named(messages)
    for at, message in enumerate(messages):
        for returned in message.returns:
            home, placed = _home(messages, named, at, returned)
            misplaced = returned.misplaced or (None if placed else rule)
            told = returned if returned.misplaced == misplaced else replace(returned, misplaced=misplaced)
            (strays if home is None else homes.setdefault(home, [])).append(told)
    speaks = rule is not None and request is not None
    last = next((at for at in range(len(messages) - 1, -1, -1) if _goes_on(messages[at], speaks)), -1)
    turns = [
        Turn(
            dialect, message.node, message.calls, message.texts, tuple(homes.get(at, ())),
            history=True, answered=at < last, request=request,
        )
        for at, message in enumerate(messages)
        if message.model
    ]  # fmt: skip
    return turns, strays


def add_history(
    draft: Draft, messages: Iterable[Message], rule: str | None = None, request: Request | None = None
) -> None:
    """Adds the turns of a history with their results, see `paired`."""
    turns, strays = paired(draft.dialect, list(messages), rule, request)
    draft.turns.extend(turns)
    draft.returns.extend(strays)


def _goes_on(message: Message, speaks: bool) -> bool:
    """Whether a message shows that the turns before it are over; the model's own where it `speaks`, and calls nothing."""
    if message.model:
        return speaks and not message.calls and any(text.string.strip() for text in message.texts)
    return not message.aside


def _home(
    messages: Sequence[Message], named: Mapping[str, list[int]], at: int, returned: Return
) -> tuple[int | None, bool]:
    """The index of the turn that a result answers, and whether it stands right after it."""
    end = at - 1
    while end >= 0 and not messages[end].model:
        end -= 1
    if end < 0:
        return None, True
    start = end
    while start > 0 and messages[start - 1].model:
        start -= 1
    for member in range(start, end + 1):
        if any(answers(returned, call) for call in messages[member].calls):
            return member, all(message.aside for message in messages[end + 1 : at])
    known = named.get(returned.id, []) if returned.id else []
    before = bisect_left(known, start)
    return (known[before - 1], False) if before else (end, True)


def answers(returned: Return, call: Call) -> bool:
    """Whether a result is for a call: by id where both have one, else by name."""
    if returned.id and call.id:
        return returned.id == call.id
    return bool(returned.name) and returned.name == call.name


def _named(messages: Sequence[Message]) -> dict[str, list[int]]:
    """For each id the numbers of the messages with a call of it, in order."""
    found: dict[str, list[int]] = {}
    for at, message in enumerate(messages):
        for call in message.calls:
            if call.id:
                found.setdefault(call.id, []).append(at)
    return found


# Conversations that a framework keeps


def logged(draft: Draft, messages: Sequence[Message], stop: Stop | None = None) -> None:
    """Adds the turns of a conversation with their results; the last one is the model's own response, with its stop reason.

    Results that stand in the model's own message, as interfaces keep them, are its turn's.
    """
    turns, strays = paired(draft.dialect, [replace(one, returns=()) if one.model else one for one in messages])
    within = [one.returns for one in messages if one.model]
    turns = [
        replace(turn, returns=(*own, *turn.returns)) if own else turn for turn, own in zip(turns, within, strict=True)
    ]
    if turns and messages[-1].model:
        turns[-1] = replace(turns[-1], history=False, stop=stop)
    draft.turns.extend(turns)
    draft.returns.extend(strays)
