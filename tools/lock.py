"""Writes the lock files under tools/requirements from the groups of pyproject.toml.

Run it after a change there: `python3 tools/lock.py`. It puts the resolver into an environment of its own and needs the
network. Each lock holds exact versions and hashes and names no host: pip takes the packages from wherever it is told to.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "tools" / "requirements"
RESOLVER = "uv==0.13.9"
CPYTHON = ("--universal", "--python-version", "3.11")
BROWSER = ("--python-version", "3.14", "--no-build")
# rpds-py has no WebAssembly wheel: the stand-in under tools/rpds takes its place there; nobody needs a terminal in a browser.
LEFT_OUT = tuple(part for name in ("rpds-py", "regress", "click", "colorama") for part in ("--no-emit-package", name))
TARGETS = {
    "dev": (*CPYTHON, "pyproject.toml", "--group", "dev"),
    "browser": (*BROWSER, *LEFT_OUT, "pyproject.toml", "--group", "browser"),
    "browser-test": (*BROWSER, *LEFT_OUT, "pyproject.toml", "--group", "browser", "--group", "browser-test"),
}


def resolver(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    subprocess.run([folder / "bin" / "pip", "install", "--quiet", RESOLVER], check=True)
    return folder / "bin" / "uv"


def lock(uv: Path, name: str) -> None:
    target = LOCKS / f"{name}.txt"
    options = ("--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", "--quiet")
    subprocess.run([uv, "pip", "compile", *TARGETS[name], *options, "--output-file", target], cwd=ROOT, check=True)


def main() -> None:
    LOCKS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        uv = resolver(Path(folder))
        for name in sys.argv[1:] or TARGETS:
            lock(uv, name)


if __name__ == "__main__":
    main()
