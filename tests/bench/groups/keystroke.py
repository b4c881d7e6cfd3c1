"""One more character typed into a text that was judged just before."""

import inputs
from lab import Lab, Work
from report import TIME, Table, time

AS_THE_PAGE = {"rows": 50, "whole": [0]}
SIZES = {"10 KB": (10_000, 30), "100 KB": (100_000, 50), "1 MB": (1_000_000, 100)}


def measure(lab: Lab) -> Table:
    rows = [row for name in SIZES for row in sized(lab, name)]
    notes = (
        "From the request to its answer, of a conversation with one character more.",
        "A trace is asked for as the page does: of more than fifty calls it tells rows, and one whole.",
    )
    return Table("Keystroke", TIME, tuple(rows), notes)


def sized(lab: Lab, name: str) -> list[tuple[str, ...]]:
    size, goal = SIZES[name]
    text = inputs.conversation(size)
    lab.give(typed=text)
    given = {"input": "typed", "at": inputs.typing_place(text)}
    works = {
        "format": Work("format", {"text": given}),
        "trace": Work("trace", {"documents": [{"name": "request.json", "text": given}], **AS_THE_PAGE}),
    }
    taken = lab.medians(works)
    return [time(f"{verb} {name}", each.median, goal) for verb, each in taken.items()]
