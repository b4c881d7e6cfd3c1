"""Writes the pages of docs/ that are made from tables: dialects, providers and findings.

`python3 tools/docs.py` after a change of those tables; a test says when a page is stale.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from hopscope import dialects, promises  # noqa: E402
from hopscope.codes import CODES, Code  # noqa: E402

MADE = "<!-- Made by tools/docs.py; edit the tables, not this page. -->"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    yield from (f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows)


def dialect_page() -> Iterator[str]:
    yield from ("# Dialects", "", MADE, "")
    yield from (
        "The wire formats that are recognised; what was pasted need not be named. `hopscope convert --to ID` writes tools or",
        "calls as one of them where the table says so. Adding one: [extending.md](extending.md#a-dialect).",
        "",
    )
    head = ("Id", "Format", "Arguments travel as", "Tools can be written", "Strict form", "Calls can be written")
    yield from table(head, (_dialect(one) for one in sorted(dialects.every().values(), key=lambda one: one.id)))


def _dialect(one: Any) -> tuple[str, ...]:
    told = one.told()
    carried = {"text": "JSON text", "object": "an object", "either": "either"}[one.arguments]
    return f"`{one.id}`", one.label, carried, *(("yes" if told[key] else "") for key in ("tools", "strict", "calls"))


def provider_page() -> Iterator[str]:
    rules = [promises.read(name) for name in promises.names("providers")]
    yield from ("# Provider rules", "", MADE, "")
    yield from (
        "What `hopscope lint` and the Contract view hold tools against. A rule is as old as its date; a provider may",
        "have changed since. Each rule names its source in `schemas/providers/`. Adding one:",
        "[extending.md](extending.md#a-provider).",
        "",
    )
    head = ("Id", "Provider and mode", "As of", "Tool names", "Refused keywords", "Ignored or unclear", "Limits")
    yield from table(head, map(_provider, rules))
    yield from ("", "## Sources", "")
    for one in rules:
        yield f"- **{one['label']}**: {'; '.join(one['sources'].values())}"


def _provider(one: dict[str, Any]) -> tuple[str, ...]:
    words = {"rejected": [], "ignored": [], "unclear": []}  # type: dict[str, list[str]]
    for keyword, rule in one["keywords"].items():
        if rule["is"] in words and ":" not in keyword:
            words[rule["is"]].append(f"`{keyword}`")
    doubtful = [*words["ignored"], *words["unclear"]]
    name = one.get("name") or {}
    counted = (words["rejected"], doubtful)
    lists = (f"{len(found)}: {', '.join(found)}" if found else "" for found in counted)
    return f"`{one['id']}`", one["label"], one["as_of"], name.get("rule", ""), *lists, str(len(one.get("limits", [])))


def finding_page() -> Iterator[str]:
    yield from ("# Findings", "", MADE, "")
    yield from (
        "Every code that a finding can have. A code never changes its meaning. Severity, fault and hop are the usual ones; a",
        "finding says when it differs. Adding one: [extending.md](extending.md#a-finding).",
    )
    for (fault, hop), rows in _grouped(CODES.values()).items():
        where = f"hop `{hop}`" if hop else "no hop"
        yield from ("", f"## {f'Fault `{fault}`' if fault else 'Nobody’s fault'}, {where}", "")
        yield from table(("Code", "Severity", "Means", "Says", "Advice"), map(_finding, rows))


def _grouped(codes: Iterable[Code]) -> dict[tuple[str | None, str | None], list[Code]]:
    groups: dict[tuple[str | None, str | None], list[Code]] = {}
    for code in codes:
        groups.setdefault((code.fault, code.hop), []).append(code)
    return groups


def _finding(code: Code) -> tuple[str, ...]:
    advice = "" if code.advice == "-" else code.advice
    return f"`{code.code}`", code.severity, code.title, _literal(code.templates[""]), _literal(advice)


def _literal(text: str) -> str:
    return text.replace("<", "&lt;").replace("{", "\\{")


PAGES = {"dialects.md": dialect_page, "providers.md": provider_page, "findings.md": finding_page}


def made(name: str) -> str:
    """A page as it should be."""
    return "\n".join(PAGES[name]()) + "\n"


def main() -> None:
    for name in PAGES:
        (ROOT / "docs" / name).write_text(made(name), encoding="utf-8")


if __name__ == "__main__":
    main()
