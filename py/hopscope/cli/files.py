"""Documents from files, folders of contracts and standard input; nothing is written over unless asked for."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from hopscope.cli.door import Refused
from hopscope.limits import TEXT_SIZE

STDIN = "-"
Document = dict[str, str]
SIDES = ("input", "output")


def text_of(path: Path) -> str:
    """A file as text, UTF-8 or UTF-16 with its mark. Raises Refused where it cannot be read."""
    try:
        return _decoded(path.read_bytes())
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None


def _decoded(raw: bytes) -> str:
    wide = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    return raw.decode("utf-16" if wide else "utf-8", "replace")


def standard_input() -> str:
    """What is piped in."""
    return _decoded(sys.stdin.buffer.read())


def given(path: str) -> str:
    """The text behind one argument: a path, or `-` for standard input."""
    return standard_input() if path == STDIN else text_of(Path(path))


def documents(paths: Sequence[str], contracts: Sequence[str] = ()) -> list[Document]:
    """The documents behind arguments, and behind those of `--contract`."""
    return [*_captures(paths), *contracts_of(contracts)]


def _captures(paths: Sequence[str]) -> Iterator[Document]:
    for path in paths:
        yield {"name": "stdin" if path == STDIN else path, "text": given(path)}


def contracts_of(paths: Iterable[str]) -> list[Document]:
    """Contract files, and folders of `<name>/input.json` and `<name>/output.json`."""
    return [document for path in paths for document in _contract(Path(path))]


def _contract(path: Path) -> Iterator[Document]:
    if not path.is_dir():
        yield {"name": path.as_posix(), "text": text_of(path)}
        return
    found = False
    for folder in contract_folders(path):
        found = True
        for side in schemas(folder):
            yield named(folder, side)
    if not found:
        raise Refused(f"{path}: no folder with an input.json or an output.json below it")


def contract_folders(folder: Path) -> list[Path]:
    """The folder itself if it is a contract, else the contracts right below it."""
    below = sorted(one for one in folder.iterdir() if one.is_dir())
    return [folder] if schemas(folder) else [one for one in below if schemas(one)]


def schemas(folder: Path) -> list[str]:
    """The sides that a contract's folder states."""
    return [side for side in SIDES if (folder / f"{side}.json").is_file()]


def named(folder: Path, side: str) -> Document:
    """One side of a contract, named so that the engine knows the tool and the side (`get_ticket.input.json`)."""
    name = (folder.parent / f"{folder.resolve().name}.{side}.json").as_posix()
    return {"name": name, "text": text_of(folder / f"{side}.json")}


def too_large(paths: Sequence[str]) -> list[str]:
    """The files that are over what one document may hold."""
    return [path for path in paths if path != STDIN and Path(path).is_file() and Path(path).stat().st_size > TEXT_SIZE]


def write(path: Path, text: str, force: bool) -> None:
    """Writes a new file; one that is there is written over only with `force`."""
    try:
        with path.open("w" if force else "x", encoding="utf-8", errors="backslashreplace", newline="") as out:
            out.write(text)
    except FileExistsError:
        raise Refused(f"{path} is there already; --force writes over it") from None
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None


def harmless(name: str, taken: set[str]) -> str:
    """A file name made of a document's name, which may be anything: no folder, no device, none used twice."""
    last = PurePosixPath(PureWindowsPath(name).as_posix()).name
    kept = "".join(sign if sign.isalnum() or sign in "._-" else "_" for sign in last).strip("._") or "document"
    kept = kept[-120:]
    stem, dot, ending = kept.rpartition(".")
    tries = (f"{stem or ending}-{number}{dot if stem else ''}{ending if stem else ''}" for number in range(2, 10**6))
    chosen = kept if kept.lower() not in taken else next(one for one in tries if one.lower() not in taken)
    taken.add(chosen.lower())
    return chosen


def parsed(path: Path) -> Any:
    """A JSON file of our own kind; raises Refused where it is none."""
    try:
        return json.loads(text_of(path))
    except ValueError as error:
        raise Refused(f"{path} is no JSON: {error}") from None
