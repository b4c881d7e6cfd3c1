"""JSON Patch (RFC 6902): a patch applied to a value."""

from __future__ import annotations

import re
from typing import Any

from hopscope.text.places import keys_of

from .same import same
from .walk import Op

_INDEX = re.compile("0|[1-9][0-9]{0,8}")


class PatchError(ValueError):
    """A patch that does not fit the value, or is none: the number of the operation, and why."""


def apply(value: Any, patch: list[Op] | tuple[Op, ...]) -> Any:
    """The value that the patch makes of `value`, which itself is left as it is; raises PatchError, all or nothing."""
    root = [_copied(value)]
    for number, op in enumerate(patch):
        try:
            _step(root, op)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise PatchError(f"operation {number + 1} ({op.get('op')}): {error}") from None
    return root[0]


def _copied(value: Any) -> Any:
    """A copy that shares no container, made without recursion."""
    root = [value]
    pending: list[Any] = [root]
    while pending:
        home = pending.pop()
        for key, item in list(home.items() if isinstance(home, dict) else enumerate(home)):
            if isinstance(item, (dict, list)):
                home[key] = item.copy()
                pending.append(home[key])
    return root[0]


def _step(root: list[Any], op: Op) -> None:
    name, path = op["op"], _tokens(op["path"])
    if name == "add":
        _add(root, path, _copied(op["value"]))
    elif name == "remove":
        _remove(root, path)
    elif name == "replace":
        value = _copied(op["value"])
        _remove(root, path)
        _add(root, path, value)
    elif name in ("move", "copy"):
        _carry(root, _tokens(op["from"]), path, name == "move")
    elif name == "test":
        if not same(_get(root, path), op["value"]):
            raise ValueError("the value there is another")
    else:
        raise ValueError("no such operation")


def _carry(root: list[Any], source: list[str], target: list[str], away: bool) -> None:
    if away and source == target[: len(source)] and source != target:
        raise ValueError("a value cannot move into itself")
    value = _copied(_get(root, source))
    if away:
        _remove(root, source)
    _add(root, target, value)


def _tokens(pointer: Any) -> list[str]:
    if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
        raise ValueError(f"{pointer!r} is no JSON Pointer")
    return ["0", *keys_of(pointer)]


def _get(root: Any, tokens: list[str]) -> Any:
    for token in tokens:
        root = root[_key(root, token, len(root) - 1 if isinstance(root, list) else 0)]
    return root


def _key(home: Any, token: str, last: int) -> str | int:
    """`token` as a key of `home`; of an array, an index of at most `last`."""
    if isinstance(home, dict):
        return token
    if not isinstance(home, list):
        raise TypeError(f"there is nothing below a scalar at {token!r}")
    if not _INDEX.fullmatch(token) or int(token) > last:
        raise IndexError(f"there is no index {token!r}")
    return int(token)


def _add(root: list[Any], tokens: list[str], value: Any) -> None:
    if len(tokens) == 1:
        root[:] = [value]
        return
    home = _get(root, tokens[:-1])
    if isinstance(home, list):
        home.insert(len(home) if tokens[-1] == "-" else int(_key(home, tokens[-1], len(home))), value)
    else:
        home[_key(home, tokens[-1], 0)] = value


def _remove(root: list[Any], tokens: list[str]) -> None:
    if len(tokens) == 1:
        return
    home = _get(root, tokens[:-1])
    del home[_key(home, tokens[-1], len(home) - 1)]
