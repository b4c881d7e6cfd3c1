"""The thin adapter between the engine and a JavaScript host; the worker calls nothing else of the engine.

Everything crosses as text. No JavaScript object may be reachable while a memory snapshot is made, so none is imported
here: what the host has to offer is handed in.
"""

from __future__ import annotations

import codecs
import gc
import importlib
import json
import linecache
import pkgutil
import re
import sys
import zipimport
from collections.abc import Callable, Iterable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

BYTES_BEYOND = 4096  # characters
LEFT_OUT = ("hopscope.cli", "hopscope.__main__")
# Codecs are imported at their first use, which is too late after a restore.
CODECS = ("ascii", "latin-1", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "idna",
          "punycode", "unicode-escape", "raw-unicode-escape")  # fmt: skip
# Small work of each kind, done before the memory image is made: what is built on first use is then in it.
SCHEMA = {"type": "object", "properties": {"city": {"type": "string", "pattern": "^[A-Z]"}}, "required": ["city"]}
TOOL = {"name": "weather", "description": "Weather", "inputSchema": SCHEMA, "outputSchema": SCHEMA}
CALL = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"town": 1'}}
LISTED = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL]}}
ANSWERED = {"choices": [{"finish_reason": "stop", "message": {"role": "assistant", "tool_calls": [CALL]}}]}
DOCUMENTS = [{"name": "a", "text": json.dumps(LISTED)}, {"name": "b", "text": json.dumps(ANSWERED)}]
WARMING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("describe", {}),
    ("format", {"text": "```json\n{'a': [1.0,]}\n```", "unwrap": True}),
    ("validate", {"schema": json.dumps(SCHEMA), "instance": "{}"}),
    ("diff", {"left": "[1, {}]", "right": "[2, {}]"}),
    ("calls", {"documents": DOCUMENTS, "calls": [0]}),
    ("trace", {"documents": DOCUMENTS}),
)


class LateImports:
    """A finder that refuses every import and remembers its name: a restored snapshot has no library to read."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec:
        self.names.append(name)
        raise ModuleNotFoundError(f"{name} was not imported before the snapshot was made", name=name)


late_imports = LateImports()


def prepare() -> None:
    """Imports every module, reads every schema and answers some requests, so that nothing is left to load later."""
    import_all("hopscope")
    for codec in CODECS:
        codecs.lookup(codec)
    read_promises()
    use_patterns(build_time_patterns)
    for method, params in WARMING:
        handle(json.dumps({"id": 0, "method": method, "params": params}), ())
    forget_sources()


def import_all(name: str) -> None:
    """Imports a package and all below it, but never a part that the host has no use for: those bring much along."""
    package = importlib.import_module(name)
    for module in pkgutil.iter_modules(package.__path__, f"{name}."):
        if module.name in LEFT_OUT:
            continue
        if module.ispkg:
            import_all(module.name)
        else:
            importlib.import_module(module.name)


def forget_sources() -> None:
    """Drops what only helps to find and to show source files."""
    linecache.clearcache()
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    gc.collect()


def read_promises() -> None:
    """Reads every document of `schemas/` into the memory that the engine looks them up in."""
    promises = importlib.import_module("hopscope.promises")
    found = sorted(path.relative_to(promises.SHELF) for path in promises.SHELF.rglob("*.json"))
    for path in found:
        promises.read(path.as_posix())
    for folder in {path.parent.as_posix() for path in found}:
        promises.names(folder)


def seal() -> None:
    """Refuses imports from now on, so that a module that `prepare` missed is noticed wherever the engine runs."""
    if late_imports not in sys.meta_path:
        sys.meta_path.insert(0, late_imports)


def take_late_imports() -> list[str]:
    """The names that were asked for since the last call, in order."""
    names, late_imports.names = late_imports.names, []
    return names


def use_patterns(compile_pattern: Callable[[str, str], Callable[[str], int]]) -> None:
    """Hands the host's ECMAScript engine to the schema checker.

    `compile_pattern(pattern, flags)` gives a function from a text to the end of its first match in UTF-16 code units,
    or -1; it raises where the pattern is not ECMA-262.
    """
    importlib.import_module("hopscope.contracts.patterns").install(compile_pattern)


def watch_matches(announce: Callable[[int, float], object]) -> None:
    """Tells the host of every match that may run long: its number and its seconds before it starts, 0 when it has ended.

    A host that ends the interpreter meanwhile sends the request again with the number in the member `skip`.
    """
    importlib.import_module("hopscope.contracts.watch").install(announce)


def collect_apart() -> None:
    """Leaves the collector off but in `rest`, which the host calls once an answer is sent that it would hold up."""
    gc.disable()


def rest() -> None:
    """Lets the collector have its turn, where that is due by what requests have made."""
    gc.enable()
    _: set[None] = set()  # whether it is due is looked at where an object is made
    gc.disable()


def build_time_patterns(pattern: str, flags: str) -> Callable[[str], int]:
    """An engine for the schemas of the warming alone: no host is reachable while a memory image is made."""
    expression = re.compile(pattern)

    def search(text: str) -> int:
        found = expression.search(text)
        return found.end() if found else -1

    return search


def handle(request: str, texts: Iterable[Any], ahead: Callable[..., object] | None = None) -> list[str | bytes]:
    """One request of the door: the reply's JSON text first, then the long texts that travel beside it.

    Long lists come ahead of it in parts: `ahead(name, items, *beside)`, the items as JSON text. A text may come as the UTF-8
    of it, in a buffer of the host's, and goes as that where its string would cross slowly.
    """
    api = importlib.import_module("hopscope.api")
    whole = [text if isinstance(text, str) else text.to_bytes().decode() for text in texts]
    reply, beside = api.handle_texts(request, whole, ahead and (lambda *part: _cross(ahead, *part)))
    return [_crossing(text) for text in (reply, *beside)]


def _cross(ahead: Callable[..., object], name: str, items: str, beside: list[str]) -> None:
    ahead(name, *(_crossing(text) for text in (items, *beside)))


def _crossing(text: str) -> str | bytes:
    """The UTF-8 of a long text that is not ASCII: its string would cross sign by sign; half a character has no UTF-8."""
    if len(text) < BYTES_BEYOND or text.isascii():
        return text
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text
