"""The verb `calls`: some calls of a trace, told whole."""

from __future__ import annotations

from typing import Any

from hopscope.flow import telling
from hopscope.text.numbers import to_int


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The result of `calls` for `documents` as `trace` has them and `calls`, indexes into its calls.

    What `trace` told as rows was kept, so that documents which were traced last are not judged again.
    """
    told = telling.known([(document["name"], document["text"]) for document in params["documents"]])
    there = (to_int(number) for number in params["calls"] if number < len(told.trace.ways))
    return {"calls": [{"index": number, "call": told.call(number)} for number in there]}
