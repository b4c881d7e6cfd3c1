"""The JSON Schema Test Suite: every required test of five drafts, and the optional ones but for what is listed with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hopscope import contracts
from hopscope.contracts import drafts
from hopscope.text.reader import read

SUITE = Path(__file__).parents[4] / "shared" / "corpora" / "json-schema-test-suite"
HOST = "http://localhost:1234/"
FOLDERS = {
    "draft4": "http://json-schema.org/draft-04/schema",
    "draft6": "http://json-schema.org/draft-06/schema",
    "draft7": "http://json-schema.org/draft-07/schema",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}
CONTENT = "content keywords describe a string, later drafts say that they never refuse one"
ASSERTED = "formats are asserted by the check's own choice, whatever vocabulary a metaschema lists"
ESCAPE = "a pattern is tried without the u flag too, and there an escaped letter is that letter"
LISTED: dict[tuple[str, str], str] = {
    ("optional/content.json", "an invalid JSON document"): CONTENT,
    ("optional/content.json", "an invalid base64 string (% is not a valid character)"): CONTENT,
    ("optional/content.json", "a validly-encoded invalid JSON document"): CONTENT,
    ("optional/content.json", "an invalid base64 string that is valid JSON"): CONTENT,
    ("optional/format-assertion.json", "format-assertion: false: invalid string"): ASSERTED,
    ("optional/format-assertion.json", "format-assertion: true: invalid string"): ASSERTED,
    ("optional/format/ecmascript-regex.json", "when used as a pattern"): ESCAPE,
}

pytestmark = pytest.mark.skipif(not SUITE.is_dir(), reason="the JSON Schema Test Suite is not beside this checkout")


def files(pattern: str) -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((SUITE / "tests" / folder).glob(pattern))]


def named(file: Path) -> str:
    return file.relative_to(SUITE / "tests").as_posix()


@cache
def loaded(file: Path) -> Any:
    return read(file.read_text(encoding="utf-8"), repair=False).values[0]


@cache
def remotes(folder: str) -> dict[str, Any]:
    found = {}
    for file in sorted((SUITE / "remotes").rglob("*.json")):
        name = file.relative_to(SUITE / "remotes").as_posix()
        foreign = name.startswith(("draft", "v1")) and not name.startswith(f"{folder}/")
        if not foreign or (isinstance(loaded(file), dict) and drafts.named(loaded(file).get("$schema"))):
            found[HOST + name] = loaded(file)
    return found


def wrong(file: Path, formats: bool) -> Iterator[tuple[str, str]]:
    """The tests of a file whose verdict is another than the suite's."""
    folder = file.relative_to(SUITE / "tests").parts[0]
    text = file.read_text(encoding="utf-8")
    documents = remotes(folder) if HOST in text else {}
    for case in loaded(file):
        compiled = contracts.compile(case["schema"], FOLDERS[folder], documents)
        for test in case["tests"]:
            if compiled.check(test["data"], formats=formats).valid is not test["valid"]:
                yield case["description"], test["description"]


@pytest.mark.parametrize("file", files("*.json"), ids=named)
def test_every_required_test_gets_its_verdict(file: Path) -> None:
    assert list(wrong(file, formats=False)) == []


@pytest.mark.parametrize("file", [*files("optional/*.json"), *files("optional/format/*.json")], ids=named)
def test_optional_tests_get_their_verdict_but_for_those_listed(file: Path) -> None:
    short = file.relative_to(SUITE / "tests" / file.relative_to(SUITE / "tests").parts[0]).as_posix()
    found = {test for _, test in wrong(file, formats="format/" in short)}
    assert found == {test for (name, test) in LISTED if name == short} & every_test(file)


def every_test(file: Path) -> set[str]:
    return {test["description"] for case in loaded(file) for test in case["tests"]}
