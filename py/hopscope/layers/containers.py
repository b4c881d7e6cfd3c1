"""Python's other containers as it prints them: `OrderedDict([('a', 1)])`, `defaultdict(<class 'list'>, {…})`, `np.True_`.

Their content is made that of a plain dictionary or list, which is read like any other; told as `python`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Source

NAME = "python"
_MAPS = ("OrderedDict", "defaultdict", "Counter", "mappingproxy")
_LISTS = ("deque", "frozenset")
_FLAGS = ("np.True_", "np.False_", "numpy.True_", "numpy.False_")
_TOKEN = re.compile(
    r"(?<!\w)(?:'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\")"
    rf"|(?<![\w.])(?:collections\.)?(?P<class>{'|'.join((*_MAPS, *_LISTS))})\((?:(?:None|<[^\n{{}}\[\]]*?>), )?(?=[\[{{)])"
    r"|(?<![\w.])(?:np|numpy)\.(?P<flag>True|False)_\b|(?P<length>, maxlen=\d+)(?=\))|[\[{(\]}),]"
)
_PROGRAM = re.compile(r"^(?:async def|def|class) \w", re.MULTILINE)
_CLOSERS = {"[": "]", "{": "}", "(": ")"}


def unwrap(source: Source) -> Wrapping | None:
    """The text with plain values in their place; None where it has none of them, or is a program."""
    if not any(name in source.text for name in (*_MAPS, *_LISTS, *_FLAGS)) or _PROGRAM.search(source.text):
        return None
    edits = list(_Containers(source.text).edits())
    return Wrapping(NAME, (Piece(Edited(source, edits)),)) if edits else None


@dataclass(slots=True)
class _Open:
    """A bracket inside a container: what closes it, what stands for that, and whether a comma parts a key from its value."""

    closer: str
    inserted: str
    pairs: bool = False
    keyed: bool = False


@dataclass(slots=True)
class _Containers:
    """A text being gone through; brackets outside containers are passed over."""

    text: str
    stack: list[_Open] = field(default_factory=list)

    def edits(self) -> Iterator[Edit]:
        """What makes plain values of them."""
        for token in _TOKEN.finditer(self.text):
            inserted = self._plain(token)
            if inserted != token[0]:
                yield Edit(*token.span(), token[0], inserted, NAME)

    def _plain(self, token: re.Match[str]) -> str:
        sign = token[0]
        if token["class"]:
            return self._container(token)
        if token["flag"]:
            return token["flag"]
        top = self.stack[-1] if self.stack else None
        if top and token["length"]:
            return ""
        if not top or (sign not in "[{(,]})"):
            return sign
        if sign in _CLOSERS:
            return self._opened(sign, top)
        if sign == ",":
            keyed, top.keyed = top.keyed, False
            return ":" if keyed else sign
        return self.stack.pop().inserted if sign == top.closer else sign

    def _container(self, token: re.Match[str]) -> str:
        """Enters one; an empty one has nothing that stands for it."""
        self.stack.append(_Open(")", "", pairs=token["class"] == "OrderedDict"))
        if self.text[token.end()] != ")":
            return ""
        return "[]" if token["class"] in _LISTS else "{}"

    def _opened(self, sign: str, top: _Open) -> str:
        """Enters a bracket; in a list of pairs each is a member."""
        if top.pairs and sign == "[":
            self.stack.append(_Open("]", "}", pairs=True))
            return "{"
        if top.pairs and sign == "(":
            self.stack.append(_Open(")", "", keyed=True))
            return ""
        self.stack.append(_Open(_CLOSERS[sign], _CLOSERS[sign]))
        return sign
