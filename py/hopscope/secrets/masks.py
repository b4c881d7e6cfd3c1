"""Masked forms: the kind of secret and its length stay visible, its content does not."""

from __future__ import annotations

import re

_KEPT = re.compile(r"\\+[nr]|[-._:\s]|=+\Z|(?P<gone>.)", re.DOTALL)
_ARMOUR = re.compile(r"-----(?:BEGIN|END) [A-Z0-9 ]{0,40}-----")
_PAIR = re.compile(r"(^|;\s?)([^=;]{1,128})=([^;]*)")
_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "version", "comment", "priority"})
_SHORT = 20


def masked(kind: str, text: str, keep: int, number: int) -> str:
    """`text` masked as the case's secret `number`: its first `keep` characters stay, long ones keep length and layout.

    Never longer than the secret by more than a few characters, and plain ASCII, so it can stand in JSON at any depth.
    """
    if kind == "private key":
        return _armoured(text, number)
    if kind == "cookie" and _PAIR.search(text):
        return _PAIR.sub(lambda pair: _cookie(pair, number), text)
    return text[:keep] + _filled(text[keep:], number)


def _filled(body: str, number: int) -> str:
    stamp = f"masked{number}"
    if len(body) < _SHORT:
        return stamp
    layout = _KEPT.sub(lambda match: "x" if match["gone"] else match[0], body)
    run = re.search(f"x{{{len(stamp)},}}", layout)
    if not run:
        return stamp + layout[len(stamp) :]
    return layout[: run.start()] + stamp + layout[run.start() + len(stamp) :]


def _armoured(text: str, number: int) -> str:
    first = _ARMOUR.match(text)
    start = first.end() if first else 0
    last = _ARMOUR.search(text, start)
    end = last.start() if last else len(text)
    return text[:start] + _filled(text[start:end], number) + text[end:]


def _cookie(pair: re.Match[str], number: int) -> str:
    lead, name, value = pair[1], pair[2], pair[3]
    return pair[0] if name.strip().lower() in _ATTRIBUTES else f"{lead}{name}={_filled(value, number) if value else ''}"
