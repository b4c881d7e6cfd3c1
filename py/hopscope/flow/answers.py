"""Answers of servers that were pasted apart from their requests: given to the execution, or the call, that they must be for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hopscope.model import Answer, Call, Capture, Execution, Said

Taken = Mapping[int, Answer]


def settled(captures: Sequence[Capture]) -> list[Capture]:
    """The captures with each lone answer where it belongs; what an answer says by itself is told where it belongs nowhere.

    An answer is for the request with its id; one answer and one request, or one call, that both stand open are for each other.
    """
    answers = [answer for capture in captures for answer in capture.answers]
    if not answers:
        return list(captures)
    taken = dict(_by_id(captures, answers))
    left = [answer for answer in answers if answer not in taken.values()]
    open_ = [execution for execution in _open(captures) if id(execution) not in taken]
    if len(left) == 1 and len(open_) == 1:
        taken[id(open_[0])] = left.pop()
    answered = [_answered(capture, taken) for capture in captures]
    waiting = list(_waiting(captures))
    if len(left) == 1 and len(waiting) == 1:
        answered.append(_unseen(waiting[0], left.pop()))
    return [*answered, *(Capture(one.dialect, "", said=(Said(one.finding),)) for one in left if one.finding)]


def _open(captures: Sequence[Capture]) -> Iterator[Execution]:
    return (execution for capture in captures for execution in capture.executions if execution.response is None)


def _by_id(captures: Sequence[Capture], answers: Sequence[Answer]) -> Iterator[tuple[int, Answer]]:
    """Pairs of an open execution and the answer to its id, where each is the only one."""
    for answer in answers:
        rivals = [other for other in answers if _same_id(other.id, answer.id)]
        fitting = [execution for execution in _open(captures) if _same_id(execution.id, answer.id)]
        if answer.id is not None and len(rivals) == len(fitting) == 1:
            yield id(fitting[0]), answer


def _same_id(one: object, other: object) -> bool:
    return one == other and isinstance(one, str) == isinstance(other, str)


def _answered(capture: Capture, taken: Taken) -> Capture:
    new = {id(one): replace(one, response=taken[id(one)].response) for one in capture.executions if id(one) in taken}
    executions = tuple(new.get(id(one), one) for one in capture.executions)
    said = tuple(replace(one, about=new.get(id(one.about), one.about)) for one in capture.said)
    return replace(capture, executions=executions, said=said) if new else capture


def _waiting(captures: Sequence[Capture]) -> Iterator[Call]:
    """The calls of the model that nothing is known to have run, if no execution at all was captured."""
    if any(capture.executions for capture in captures):
        return
    calls = {call.id or id(call): call for capture in captures for turn in capture.turns for call in turn.calls}
    yield from (call for call in calls.values() if not call.hosted and call.execution is None)


def _unseen(call: Call, answer: Answer) -> Capture:
    node = answer.response.node
    execution = Execution(call.name, answer.dialect, node, response=answer.response, alone=True, unseen=True)
    return Capture(answer.dialect, node.place().document, executions=(execution,))
