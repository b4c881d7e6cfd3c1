"""A trace as JUnit XML: each call is a test case, and so is each document that could not be read.

JUnit has no one schema. What is written here keeps to that of Ant's reports (windyroad/JUnit-Schema), the strictest in use, and
to those of the Jenkins xUnit plugin (`junit-10.xsd` and its forerunners): in the first a suite states everything, even a host,
and only suites have output; in the second a skip has no attributes.
"""

from __future__ import annotations

import os
import re
import time
import xml.etree.ElementTree as tree
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import hopscope
from hopscope.cli.door import Refused
from hopscope.cli.reports import Case, label, place_of, spot

# What XML 1.0 allows nowhere, not even as a reference.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Test:
    """One test case: what it is about, why it did not pass, if it did not, and else what its suite is to say of it."""

    name: str
    group: str
    failure: str | None = None
    details: str = ""
    skipped: str | None = None
    said: str = ""


def told(case: Case) -> str:
    """The report of one trace."""
    name = ", ".join(document["name"] for document in case.result["documents"]) or "hopscope"
    return document(name, [*(_call(call, case) for call in case.calls), *_others(case)])


def document(name: str, tests: Iterable[Test]) -> str:
    """A report of one suite of tests."""
    tests = list(tests)
    root = tree.Element("testsuites")
    suite = tree.SubElement(root, "testsuite", {**_stated(clean(name)), **_counts(tests)})
    properties = tree.SubElement(suite, "properties")
    tree.SubElement(properties, "property", {"name": "hopscope", "value": hopscope.__version__})
    for test in tests:
        _add(suite, test)
    tree.SubElement(suite, "system-out").text = clean("\n".join(test.said for test in tests if test.said))
    tree.SubElement(suite, "system-err")
    tree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tree.tostring(root, encoding="unicode")}\n'


def _stated(name: str) -> dict[str, str]:
    """What a suite has to say of itself; the name of the machine is nobody's business."""
    return {"name": name, "package": name, "id": "0", "hostname": "localhost", "timestamp": _now(), "time": "0"}


def _now() -> str:
    """The time in UTC, or the one that SOURCE_DATE_EPOCH names for a report that can be made again."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        told = time.gmtime(int(given) if given else None)
    except (ValueError, OverflowError, OSError):
        raise Refused(f"SOURCE_DATE_EPOCH is no number of seconds: {given}") from None
    return time.strftime("%Y-%m-%dT%H:%M:%S", told)


def _counts(tests: list[Test]) -> dict[str, str]:
    return {
        "tests": str(len(tests)),
        "failures": str(sum(test.failure is not None for test in tests)),
        "errors": "0",
        "skipped": str(sum(test.skipped is not None for test in tests)),
    }


def _add(suite: tree.Element, test: Test) -> None:
    named = {"name": clean(test.name), "classname": clean(test.group), "time": "0"}
    case = tree.SubElement(suite, "testcase", named)
    if test.failure is not None:
        tree.SubElement(case, "failure", {"message": clean(test.failure), "type": "failure"}).text = clean(test.details)
    elif test.skipped is not None:
        tree.SubElement(case, "skipped").text = clean(test.skipped)


def clean(text: str) -> str:
    """Text without the characters that XML cannot carry."""
    return _FORBIDDEN.sub("\ufffd", text)


def _call(call: Mapping[str, Any], case: Case) -> Test:
    verdict, at = call["verdict"], place_of(call)
    found = "\n".join(_line(case.findings[number]) for number in call["findings"])
    name = f"{label(call)} at line {at['line']}" if at else label(call)
    return Test(
        name,
        at["document"] if at else "hopscope",
        failure=verdict["message"] if verdict["status"] == "fail" else None,
        details=found,
        skipped=verdict["message"] if verdict["status"] == "unchecked" else None,
        said=found if verdict["status"] == "warning" else "",
    )


def _others(case: Case) -> Iterable[Test]:
    for finding in case.of_no_call():
        if finding["severity"] == "error":
            at = finding["at"]
            name = f"{finding['code']} {spot(at)}".strip()
            yield Test(name, at["document"] if at else "hopscope", finding["message"], _line(finding))


def _line(finding: Mapping[str, Any]) -> str:
    return f"{spot(finding['at'])} {finding['severity']}: {finding['message']} [{finding['code']}]".strip()
