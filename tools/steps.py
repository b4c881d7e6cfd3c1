"""Runs other programs, and does only what changed: what `build.py` is made of."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
VENV = ROOT / ".venv"
RECIPE = (ROOT / "build.py", Path(__file__))


class Stop(Exception):
    """A sentence for the user: what is missing or failed, and what to do about it."""


def say(text: str) -> None:
    print(text, flush=True)


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Runs a program and shows its output only when it fails."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=env, stdin=subprocess.DEVNULL, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
    )  # fmt: skip
    if done.returncode:
        shown = "\n".join(line[:500] for line in done.stdout.splitlines()[-60:])
        raise Stop(f"{shown}\n\nfailed: {' '.join(str(part) for part in command)}")


def python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def found(program: str, advice: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise Stop(f"{program} was not found. {advice}")
    return path


@functools.cache
def node() -> str:
    path = found("node", "Install Node 20 or newer.")
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.lstrip("v").split(".")[0]) < 20:
        raise Stop(f"Node {version} is too old. Install Node 20 or newer.")
    return path


def files_below(*paths: Path) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            inner = (each for each in path.rglob("*") if each.is_file() and "__pycache__" not in each.parts)
            yield from sorted(inner)
        elif path.exists():
            yield path


def digest(inputs: Iterable[Path], *words: str) -> str:
    total = hashlib.sha256("\n".join(words).encode())
    for path in files_below(*inputs):
        total.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def step(title: str, inputs: Iterable[Path], output: Path, work: Callable[[], None], *words: str) -> None:
    """Does the work unless the output is there and was made from the very same inputs."""
    stamp = BUILD / "stamps" / title.replace(" ", "-")
    key = digest([*inputs, *RECIPE], sys.version, *words)
    if output.exists() and stamp.exists() and stamp.read_text() == key:
        return
    began = time.monotonic()
    print(f"  {title} … ", end="", flush=True)
    stamp.unlink(missing_ok=True)
    work()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key)
    say(f"{time.monotonic() - began:.1f} s")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Lets one build at a time work in this folder."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
