"""Documents from files, folders of contracts and standard input; nothing is written over unless asked for."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from hopscope.cli.door import Refused

STDIN = "-"
Document = dict[str, str]
SIDES = ("input", "output")
# Endings of captures, which no program runs and none takes for its settings.
CAPTURES = {".json", ".jsonl", ".ndjson", ".log", ".txt", ".md", ".har", ".sse"}
_NUMBERED = (f"{port}{number}" for port in ("COM", "LPT") for number in "123456789¹²³")
DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *_NUMBERED}  # under Windows with any ending


def instead_of(path: str) -> str | None:
    """What to do instead, where an argument is no file: an address, a folder, a pattern that matched nothing."""
    if re.match(r"https?://", path):
        return f"Hopscope fetches nothing. Save it first, or pipe it in: curl {path} | hopscope -"
    if Path(path).is_dir():
        return f"{path} is a folder; name the files in it. `hopscope check {path}` checks the contracts in it."
    if re.search(r"[*?]", path) and not Path(path).exists():
        return f"No file is called like {path}."
    return None


def text_of(path: Path) -> str:
    """A file as text, UTF-8 or UTF-16 with its mark. Raises Refused where it cannot be read, or is no text."""
    try:
        return _decoded(path.read_bytes(), str(path))
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None


# How packed files begin, and the command that shows what is in them.
_PACKED = {
    b"\x1f\x8b": "gzip -dc",
    b"PK\x03\x04": "unzip -p",
    b"\x28\xb5\x2f\xfd": "zstd -dc",
    b"\xfd7zXZ": "xz -dc",
    **{b"BZh%d1AY&SY" % size: "bzip2 -dc" for size in range(1, 10)},
}
_SAMPLE = 4096  # bytes that are looked at


def _decoded(raw: bytes, name: str) -> str:
    wide = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    if not wide:
        _expect_text(raw, name)
    return raw.decode("utf-16" if wide else "utf-8", "replace")


def _expect_text(raw: bytes, name: str) -> None:
    """Raises Refused for bytes that are no text, whose mending would only make words up."""
    for begins, shows in _PACKED.items():
        if raw.startswith(begins):
            raise Refused(f"{name} is packed, which is not read here; unpack it first, with {shows}, and pipe it in.")
    # A log that was cut while it was written begins with NULs.
    sample = raw[:_SAMPLE].strip(b"\0").decode("utf-8", "replace")
    odd = sum(sign == "\ufffd" or (sign < " " and sign not in "\t\n\r\f\x1b") for sign in sample)
    if odd * 5 > len(sample):
        raise Refused(f"{name} is no text in UTF-8 (or in UTF-16 with its mark).")


def standard_input() -> str:
    """What is piped in."""
    return _decoded(sys.stdin.buffer.read(), "standard input")


def given(path: str) -> str:
    """The text behind one argument: a path, or `-` for standard input."""
    return standard_input() if path == STDIN else text_of(Path(path))


def documents(paths: Sequence[str], contracts: Sequence[str] = ()) -> list[Document]:
    """The documents behind arguments, and behind those of `--contract`."""
    return [*_captures(paths), *contracts_of(contracts)]


def _captures(paths: Sequence[str]) -> Iterator[Document]:
    for path in paths:
        yield {"name": name_of(path), "text": given(path)}


def name_of(path: str) -> str:
    """What places call the document behind an argument."""
    return "stdin" if path == STDIN else path


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
    return {"name": _name(folder, side), "text": text_of(folder / f"{side}.json")}


def _name(folder: Path, side: str) -> str:
    return (folder.parent / f"{folder.resolve().name}.{side}.json").as_posix()


def behind(folders: Iterable[Path]) -> dict[str, str]:
    """The files behind the names that `named` gives to the sides of contracts: what a place is to name."""
    return {_name(folder, side): (folder / f"{side}.json").as_posix() for folder in folders for side in schemas(folder)}


def behind_contracts(paths: Iterable[str]) -> dict[str, str]:
    """The same for the arguments of `--contract`."""
    return behind(folder for path in paths if Path(path).is_dir() for folder in contract_folders(Path(path)))


def write(path: Path, text: str, force: bool) -> None:
    """Writes a new file; one that is there is written over only with `force`: at once, if it is no device and no pipe."""
    try:
        if force and (path.is_file() or not path.exists()):
            _put(path.resolve(), text)
            return
        with path.open("w" if force else "x", encoding="utf-8", errors="backslashreplace", newline="") as out:
            out.write(text)
    except FileExistsError:
        raise Refused(f"{path} is there already; --force writes over it") from None
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None


def _put(path: Path, text: str) -> None:
    """Puts a whole new file in the place of what is there, so that no moment has half of it; its rights stay."""
    beside = path.with_name(f".hopscope-{os.getpid()}")
    try:
        with beside.open("x", encoding="utf-8", errors="backslashreplace", newline="") as out:
            out.write(text)
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def harmless(name: str, taken: set[str]) -> str:
    """A file name made of a document's name, which may be anything: no folder, no option, no device, none used twice."""
    last = PurePosixPath(PureWindowsPath(name).as_posix()).name
    kept = "".join(sign if sign.isalnum() or sign in "._-" else "_" for sign in last)[-120:].strip("._").lstrip("._-")
    if kept.partition(".")[0].upper() in DEVICES:
        kept = f"document-{kept}"
    return _unused(kept or "document", taken)


def inert(name: str, taken: set[str]) -> str:
    """A harmless name whose ending is that of a capture, `.txt` behind any other: a stranger chose it."""
    kept = harmless(name, set())
    return _unused(kept if PurePosixPath(kept).suffix.lower() in CAPTURES else f"{kept}.txt", taken)


def _unused(name: str, taken: set[str]) -> str:
    path = PurePosixPath(name)
    tries = (name, *(f"{path.stem}-{number}{path.suffix}" for number in range(2, len(taken) + 3)))
    chosen = next(one for one in tries if one.lower() not in taken)
    taken.add(chosen.lower())
    return chosen


def parsed(path: Path) -> Any:
    """A JSON file of our own kind; raises Refused where it is none."""
    try:
        return json.loads(text_of(path))
    except ValueError as error:
        raise Refused(f"{path} is no JSON: {error}") from None
