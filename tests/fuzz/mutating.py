"""A text or a value with something changed that a person, a program or an attacker might have changed."""

from __future__ import annotations

import base64
import copy
import html
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from fuzz.material import ODD, VALUES, Material, loaded

Change = Callable[[Random, str, Material], str]
MOST = 4  # changes of one text
LARGEST = 12_000  # characters of a changed text


def mutated(random: Random, text: str, material: Material) -> str:
    """The text after one to `MOST` changes."""
    for _ in range(random.randint(1, MOST)):
        changed = random.choice(CHANGES)(random, text, material)
        text = changed if len(changed) <= LARGEST else changed[:LARGEST]
    return text


def _slice(random: Random, text: str) -> tuple[int, int]:
    start = random.randint(0, len(text))
    return start, int(min(len(text), start + random.expovariate(1 / 12)))


def insert(random: Random, text: str, _: Material) -> str:
    at = random.randint(0, len(text))
    return text[:at] + random.choice(ODD) + text[at:]


def overwrite(random: Random, text: str, _: Material) -> str:
    start, end = _slice(random, text)
    return text[:start] + random.choice(ODD) + text[end:]


def delete(random: Random, text: str, _: Material) -> str:
    start, end = _slice(random, text)
    return text[:start] + text[end:]


def double(random: Random, text: str, _: Material) -> str:
    start, end = _slice(random, text)
    return text[:end] + text[start:end] * random.choice((1, 1, 2, 9)) + text[end:]


def carry(random: Random, text: str, _: Material) -> str:
    """A part of the text at another place of it."""
    start, end = _slice(random, text)
    rest = text[:start] + text[end:]
    at = random.randint(0, len(rest))
    return rest[:at] + text[start:end] + rest[at:]


def splice(random: Random, text: str, material: Material) -> str:
    other = material.text(random)
    return text[: random.randint(0, len(text))] + other[random.randint(0, len(other)) :]


def cut(random: Random, text: str, _: Material) -> str:
    at = random.randint(0, len(text))
    return text[:at] if random.random() < 0.8 else text[at:]


def any_sign(random: Random, text: str, _: Material) -> str:
    at = random.randint(0, len(text))
    return text[:at] + chr(random.choice((random.randrange(0x80), random.randrange(0x110000)))) + text[at + 1 :]


def wrap(random: Random, text: str, _: Material) -> str:
    return random.choice(WRAPPERS)(text)


def structure(random: Random, text: str, material: Material) -> str:
    """A value of the text exchanged, dropped, doubled or taken from elsewhere; the text stays JSON."""
    try:
        value = loaded(text)
    except ValueError:
        return insert(random, text, material)
    for _ in range(random.randint(1, 3)):
        value = altered(random, value, material)
    return json.dumps(value, ensure_ascii=random.random() < 0.5, indent=random.choice((None, None, 1)))


def altered(random: Random, value: Any, material: Material) -> Any:
    """A value with one member of it, however deep, changed."""
    holder = [value]
    spots = list(_spots(holder))
    home, key = random.choice(spots)
    act = random.randrange(7)
    if act == 0:
        home[key] = copy.deepcopy(random.choice(VALUES))
    elif act == 1:
        home[key] = _taken(random, spots)
    elif act == 2 and home is not holder:
        del home[key]
    elif act == 3 and isinstance(home, dict):
        home[random.choice(material.keys)] = home.pop(key)
    elif act == 4 and isinstance(home, list):
        home.insert(key, copy.deepcopy(home[key]))
    elif act == 5 and isinstance(home, dict):
        home[random.choice(material.keys)] = copy.deepcopy(random.choice(VALUES))
    else:
        home[key] = [home[key]] if random.random() < 0.5 else json.dumps(home[key])
    return holder[0]


def _taken(random: Random, spots: list[tuple[Any, Any]]) -> Any:
    home, key = random.choice(spots)
    return copy.deepcopy(home[key])


def _spots(value: Any) -> Iterator[tuple[Any, Any]]:
    members = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in members:
        yield value, key
        yield from _spots(value[key])


def _lines(prefix: str, text: str) -> str:
    return "".join(f"{prefix}{line}\n" for line in text.split("\n"))


WRAPPERS: tuple[Callable[[str], str], ...] = (
    json.dumps, repr, html.escape, lambda text: json.dumps(text)[1:-1], lambda text: f"```json\n{text}\n```\n",
    lambda text: f"Look: {text} there.", lambda text: f"data: {text}\n\n", lambda text: f"{text}\n{text}",
    lambda text: f"[{text}, {text}]", lambda text: f'{{"x": {text}}}', lambda text: f"2026-01-01T00:00:00Z INFO {text}\n",
    lambda text: f"curl https://example.com/v1 -d '{text}'", lambda text: _lines("> ", text),
    lambda text: _lines("+", text), lambda text: _lines("  ", text), lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("\n", "\r"), lambda text: text.replace('"', "'"), lambda text: text.replace('"', "“"),
    lambda text: f"interactions:\n- request:\n    body: {json.dumps(text)}\n",
    lambda text: f"event: message\nid: 1\n{_lines('data: ', text)}\n",
    lambda text: f"POST / HTTP/1.1\r\ncontent-length: {len(text)}\r\n\r\n{text}", lambda text: f"x = json.loads({text!r})",
    lambda text: f"a\tb\n1\t{text}\n", lambda text: f"\x1b[32m{text}\x1b[0m", lambda text: text.swapcase(),
    lambda text: base64.b64encode(text.encode("utf-8", "surrogatepass")).decode(),
    lambda text: f"requests.post(url, json={text})", lambda text: text[::-1], lambda text: f"42{text}",
    lambda text: f"0:{json.dumps(text)}\n9:{text}\n",
)  # fmt: skip
CHANGES: tuple[Change, ...] = (
    insert, insert, overwrite, overwrite, delete, delete, double, carry, splice, cut, any_sign, wrap, structure, structure,
    structure, structure,
)  # fmt: skip
