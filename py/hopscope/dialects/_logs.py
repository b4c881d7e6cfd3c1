"""Conversations kept as one list of messages by a framework: history, but for a last turn that nothing has answered yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hopscope.dialects._base import Draft
from hopscope.dialects._turns import Message, paired
from hopscope.model import Stop


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
