"""What damaged inputs are given to: the door with each method, and each reader by itself.

A target makes an input from a random source and tries it; whatever it raises is a find.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from fuzz.material import PATHS, PATTERNS, VALUES, Material, loaded
from fuzz.mutating import altered, mutated
from hopscope import api, contracts, layers, secrets
from hopscope.contracts import backtracking, compare, regex, watch
from hopscope.dialects import every
from hopscope.flow import documents, links
from hopscope.layers import _yaml
from hopscope.text import jsonpath, layout, numbers, reader
from hopscope.text.jsonpath import iregexp
from hopscope.text.write import dumps


class Broken(AssertionError):
    """What was promised does not hold for this input."""


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to try: `make` builds an input of JSON values, `attempt` gives it to the engine; `weight` is how often."""

    weight: int
    make: Callable[[Random, Material], Any]
    attempt: Callable[[Any], object]


def one_text(random: Random, material: Material) -> str:
    return mutated(random, material.text(random), material)


def path(random: Random, material: Material) -> str:
    chosen = random.choice(PATHS)
    return mutated(random, chosen, material)[:300] if random.random() < 0.7 else chosen


def pattern(random: Random, material: Material) -> str:
    return mutated(random, random.choice(PATTERNS) + random.choice(PATTERNS), material)[:300]


def schema_text(random: Random, material: Material) -> str:
    """A text that is JSON, schema or not: anything may be put where a schema belongs."""
    text = material.text(random)
    try:
        value = loaded(text)
    except ValueError:
        value = random.choice(VALUES)
    return json.dumps(altered(random, copy.deepcopy(value), material))


def documents_of(random: Random, material: Material) -> list[dict[str, str]]:
    """Documents of a case, one or all of them damaged, now and then with one of another case."""
    case = random.choice(material.cases)["params"]
    given = [dict(each) for each in case.get("documents", [])] or [{"name": "a", "text": material.text(random)}]
    if random.random() < 0.2:
        given.append({"name": "b", "text": material.text(random)})
    for document in given if random.random() < 0.3 else [random.choice(given)]:
        document["text"] = mutated(random, document["text"], material)
    return given


# Params of each method


def _convert(random: Random, material: Material) -> dict[str, Any]:
    to = random.choice([*sorted(every()), "x"])
    return {"documents": documents_of(random, material), "to": to, "strict": random.random() < 0.3}


def _diff(random: Random, material: Material) -> dict[str, Any]:
    left = material.text(random)
    right = one_text(random, material) if random.random() < 0.3 else mutated(random, left, material)
    return {"left": left, "right": right, "as": random.choice(("auto", "json", "contract"))}


def _format(random: Random, material: Material) -> dict[str, Any]:
    flags = {name: random.random() < 0.5 for name in ("sort_keys", "repair", "unwrap")}
    return {"text": one_text(random, material), "indent": random.randrange(9), **flags}


def _validate(random: Random, material: Material) -> dict[str, Any]:
    return {
        "schema": schema_text(random, material),
        "instance": one_text(random, material),
        "formats": random.random() < 0.8,
    }


def _share(random: Random, material: Material) -> dict[str, Any]:
    return {"state": {"documents": documents_of(random, material), "view": "trace", "options": {}}, "keep": []}


def fragment(random: Random, material: Material) -> str:
    """A link with one sign changed, or more of it."""
    whole = random.choice(material.fragments)
    if random.random() < 0.5:
        return mutated(random, whole, material)
    at = random.randint(0, len(whole))
    return whole[:at] + random.choice("Aa0-_.~") + whole[at + 1 :]


PARAMS: dict[str, Callable[[Random, Material], dict[str, Any]]] = {
    "calls": lambda random, material: {"documents": documents_of(random, material), "calls": [0, 1, 2]},
    "convert": _convert,
    "describe": lambda random, material: {},
    "diff": _diff,
    "format": _format,
    "lint": lambda random, material: {
        "documents": documents_of(random, material),
        "providers": random.choice(([], ["own"])),
    },
    "propose": lambda random, material: {"documents": documents_of(random, material)},
    "query": lambda random, material: {"text": material.text(random), "path": path(random, material)},
    "share.read": lambda random, material: {"fragment": fragment(random, material)},
    "share.write": _share,
    "trace": lambda random, material: {
        "documents": documents_of(random, material),
        **random.choice(({}, {"rows": 0}, {"rows": 2, "whole": [1]})),
    },
    "validate": _validate,
}
WEIGHTS = {
    "calls": 2, "convert": 3, "describe": 0, "diff": 4, "format": 8, "lint": 2, "propose": 2, "query": 5, "share.read": 6,
    "share.write": 1, "trace": 6, "validate": 6,
}  # fmt: skip


ANSWERED = ("calls", "format", "trace", "diff", "lint", "validate")  # these refuse no text


def request(method: str) -> Callable[[Random, Material], dict[str, Any]]:
    def make(random: Random, material: Material) -> dict[str, Any]:
        return {"id": 1, "method": method, "params": PARAMS[method](random, material), "skip": [watch.ALL]}

    return make


def answered(asked: dict[str, Any]) -> None:
    """A good request has a result, or an error that names what is wrong with it."""
    _held(api.handle(json.dumps(asked)), asked["method"])


def _held(reply: str, method: str) -> None:
    told = json.loads(reply)
    if "error" in told and (told["error"]["code"] == "internal" or method in ANSWERED):
        raise Broken(f"{told['error']['message']} {told['error']['data']}")


def envelope(random: Random, material: Material) -> str:
    """A request that may be no request at all."""
    method = random.choice(sorted(PARAMS))
    asked = {"id": 1, "method": method, "params": PARAMS[method](random, material), "skip": [], "seconds": 1}
    text = json.dumps(altered(random, asked, material))
    return text if random.random() < 0.6 else mutated(random, text, material)


def replied(text: str) -> None:
    told = json.loads(api.handle(text))
    if told.get("error", {}).get("code") == "internal":
        raise Broken(f"{told['error']['message']} {told['error']['data']}")


# Readers by themselves


def read(text: str) -> None:
    """A reading ends, and where strict JSON was read nothing was changed."""
    strict = reader.read(text, repair=False)
    whole = reader.read(text)
    if strict.completeness == "complete" and whole.edits:
        raise Broken("a text that is JSON was mended")


def strictly(text: str) -> None:
    """What Python's own reader takes is read as the same, and stays the same when it is laid out."""
    if any(word in text for word in ("NaN", "Infinity")):
        return
    try:
        value = loaded(text)
    except ValueError:
        return
    found = reader.read(text, repair=False)
    if not found.too_deep and not json.loads(dumps(found.values[0])) == json.loads(layout.lay_out(text)) == value:
        raise Broken("read otherwise than json.loads reads it")


def selected(asked: list[str]) -> None:
    try:
        query = jsonpath.parse(asked[0])
    except jsonpath.BadPath:
        return
    value = json.loads(asked[1], parse_int=numbers.number, parse_float=numbers.number)
    for _, _match in zip(range(500), jsonpath.find(query, value, lambda *_: False), strict=False):
        pass


def judged(asked: list[Any]) -> None:
    schema, instance = (json.loads(each, parse_int=numbers.number, parse_float=numbers.number) for each in asked)
    outcome = contracts.compile(schema).check(instance)
    if (outcome.valid is False) != bool(outcome.violations):
        raise Broken("a refusal without a violation, or the other way round")


def compared(asked: list[str]) -> None:
    left, right = (json.loads(each, parse_int=numbers.number, parse_float=numbers.number) for each in asked)
    compare.compare(left, right)
    if compare.compare(left, copy.deepcopy(left)):
        raise Broken("a schema differs from itself")


def analysed(text: str) -> None:
    backtracking.safe_length(text)
    backtracking.is_exponential(text)
    iregexp.ecmascript(text, True)
    try:
        regex.parse(text)
    except regex.Unread:
        return


def digits(random: Random, material: Material) -> list[str]:
    def one() -> str:
        whole = str(random.randrange(10 ** random.choice((1, 3, 20, 500))))
        fraction = random.choice(("", f".{random.randrange(10**9)}", ".000"))
        exponent = random.choice(("", f"e{random.randrange(-(10**12), 10**12)}", "E+5", "e-3"))
        return random.choice(("", "-")) + whole + fraction + exponent

    return [one(), one()]


def reckoned(asked: list[str]) -> None:
    left, right = map(numbers.number, asked)
    if numbers.compare(left, right) != -numbers.compare(right, left):
        raise Broken("two numbers are in no order")
    if (left == right) != (numbers.compare(left, right) == 0) or (left == right and hash(left) != hash(right)):
        raise Broken("equal numbers are told apart")
    numbers.multiple_of(left, right)
    numbers.javascript(asked[0])


def masked(text: str) -> None:
    for secret in secrets.find(text):
        if not text[secret.start : secret.end]:
            raise Broken("a secret of no length")


TARGETS: dict[str, Target] = {
    **{f"door: {method}": Target(WEIGHTS[method], request(method), answered) for method in PARAMS},
    "door: any request": Target(8, envelope, replied),
    "reader: text": Target(30, one_text, read),
    "reader: strict text": Target(20, one_text, strictly),
    "reader: layers": Target(30, one_text, lambda text: layers.peel("a", text)),
    "reader: document": Target(15, one_text, lambda text: documents.read("a", text)),
    "reader: YAML": Target(10, one_text, _yaml.read),
    "reader: link": Target(15, fragment, links.read),
    "reader: secrets": Target(15, one_text, masked),
    "reader: path": Target(
        20, lambda random, material: [path(random, material), schema_text(random, material)], selected
    ),
    "reader: schema": Target(
        20, lambda random, material: [schema_text(random, material), schema_text(random, material)], judged
    ),
    "reader: two schemas": Target(
        10, lambda random, material: [schema_text(random, material), schema_text(random, material)], compared
    ),
    "reader: pattern": Target(15, pattern, analysed),
    "reader: number": Target(10, digits, reckoned),
}
