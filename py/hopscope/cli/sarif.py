"""Findings as SARIF 2.1.0, which code hosts and editors show at the line (OASIS Standard, 27 March 2020)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import hopscope
from hopscope.cli.reports import Case
from hopscope.codes import CODES
from hopscope.text.write import dumps


def told(case: Case) -> str:
    """The log of one run."""
    return document(case.findings, case.texts)


def document(findings: Sequence[Mapping[str, Any]], texts: Mapping[str, str]) -> str:
    """The log of one run that found `findings` in `texts`."""
    codes = sorted({finding["code"] for finding in findings})
    places = _Places(texts)
    run = {
        "tool": {
            "driver": {"name": "Hopscope", "version": hopscope.__version__, "rules": [_rule(code) for code in codes]}
        },
        "columnKind": "utf16CodeUnits",
        "results": [_result(finding, codes.index(finding["code"]), places) for finding in findings],
    }
    return f"{dumps({'version': '2.1.0', 'runs': [run]}, indent=2)}\n"


def _rule(code: str) -> dict[str, Any]:
    row = CODES[code]
    help_ = {} if row.advice == "-" else {"help": {"text": row.advice}}
    return {
        "id": code,
        "shortDescription": {"text": row.title},
        "defaultConfiguration": {"level": row.severity},
        **help_,
    }


def _result(finding: Mapping[str, Any], rule: int, places: _Places) -> dict[str, Any]:
    advice = f" {finding['advice']}" if finding["advice"] else ""
    related = [{"id": number, **places.location(at)} for number, at in enumerate(finding["related"], 1)]
    return {
        "ruleId": finding["code"],
        "ruleIndex": rule,
        "level": finding["severity"],
        "message": {"text": f"{finding['message']}{advice}"},
        **({"locations": [places.location(finding["at"])]} if finding["at"] else {}),
        **({"relatedLocations": related} if related else {}),
        "properties": {"fault": finding["fault"], "hop": finding["hop"]},
    }


class _Places:
    """Places with their ends, which are counted in the texts."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {name: text.encode("utf-16-le", "surrogatepass") for name, text in texts.items()}

    def location(self, at: Mapping[str, Any]) -> dict[str, Any]:
        pointer = at["path"][-1] if at["path"] else ""
        logical = {"logicalLocations": [{"fullyQualifiedName": pointer}]} if pointer else {}
        artifact = {"uri": quote(at["document"].replace("\\", "/"), safe="/")}
        return {"physicalLocation": {"artifactLocation": artifact, "region": self._region(at)}, **logical}

    def _region(self, at: Mapping[str, Any]) -> dict[str, int]:
        start, end = at["start"], at["end"]
        region = {"startLine": at["line"], "startColumn": at["column"], "charOffset": start, "charLength": end - start}
        raw = self._texts.get(at["document"])
        if raw is None:
            return region
        piece = raw[2 * start : 2 * end].decode("utf-16-le", "replace").replace("\r\n", " \n").replace("\r", "\n")
        breaks = piece.count("\n")
        last = piece.rpartition("\n")[2]
        width = len(last.encode("utf-16-le")) // 2
        return {**region, "endLine": at["line"] + breaks, "endColumn": width + (1 if breaks else at["column"])}
