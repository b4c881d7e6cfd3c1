"""A trace as Markdown, for a comment on a pull request or an issue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from hopscope.cli.reports import Case, label, place_of, spot

MARKS = {"fail": "❌", "warning": "⚠️", "pass": "✅", "unchecked": "❔", "nothing": "➖"}
_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~!&@])")
_ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)", re.IGNORECASE)  # what makes a link of plain text


def told(case: Case) -> str:
    """Verdict, table of calls, list of findings."""
    return "\n".join(_lines(case)) + "\n"


def _lines(case: Case) -> Iterator[str]:
    verdict = case.result["verdict"]
    yield f"**{MARKS[verdict['status']]} {verdict['status']}**: {words(verdict['message'])}"
    rows = [
        (MARKS[call["verdict"]["status"]], label(call), spot(place_of(call)), call["verdict"]["message"])
        for call in case.calls
    ]
    if rows:
        yield ""
        yield from table(("", "Call", "Where", "Verdict"), rows)
    found = [finding for finding in case.findings if finding["severity"] != "note"]
    if found:
        yield ""
    for finding in found:
        where = f"{words(spot(finding['at']))} " if finding["at"] else ""
        yield f"- {where}**{finding['severity']}** {words(finding['message'])} `{finding['code']}`"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of a table; what its cells say is text, never markup."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(words(str(cell)) for cell in row)} |"


def words(text: str) -> str:
    """Text with the signs of Markdown escaped, on one line; links and mentions do not come to life."""
    return _ADDRESS.sub("\u2060", _SIGNS.sub(r"\\\1", " ".join(text.split())))
