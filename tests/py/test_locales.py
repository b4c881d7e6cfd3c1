"""Every language of the page says everything, with the same named parameters."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "static" / "locales"
ENGLISH = json.loads((LOCALES / "en.json").read_text(encoding="utf-8"))
# The same in every language: names, keys of the keyboard; a form for one, which the other languages do not have.
SAME = re.compile(r"name|key\..*|keys\..*\.is|empty\.paste\.keys|diff\.as\.json|time\.ms|.*\.one")
OTHERS = sorted(path.stem for path in LOCALES.glob("*.json") if path.stem != "en")


def table(tag: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((LOCALES / f"{tag}.json").read_text(encoding="utf-8"))
    return words


def params(template: str) -> set[str]:
    return set(re.findall(r"\{\w+\}|\$", template))


def test_the_languages_that_were_promised_are_there() -> None:
    assert {"ko", "zh-Hans", "zh-Hant"} <= set(OTHERS)


@pytest.mark.parametrize("tag", OTHERS)
def test_a_language_misses_no_key_and_has_none_of_its_own(tag: str) -> None:
    assert set(table(tag)) == {key for key in ENGLISH if not SAME.fullmatch(key)}


@pytest.mark.parametrize("tag", OTHERS)
def test_a_template_has_the_same_parameters_in_each_language(tag: str) -> None:
    words = table(tag)
    assert {key: params(said) for key, said in words.items()} == {key: params(ENGLISH[key]) for key in words}
    assert [key for key, said in words.items() if not said.strip()] == []


@pytest.mark.parametrize("form", [key for key in ENGLISH if key.endswith(".one")])
def test_a_form_for_one_has_the_parameters_of_the_usual_one(form: str) -> None:
    assert params(ENGLISH[form]) <= params(ENGLISH[form.removesuffix(".one")])


def test_every_key_that_the_page_asks_for_by_name_is_there() -> None:
    asked = set()
    for path in (ROOT / "static").rglob("*.js"):
        asked |= set(re.findall(r"\bt\(\s*\"([\w.-]+)\"", path.read_text(encoding="utf-8")))
    assert asked - set(ENGLISH) == set()
