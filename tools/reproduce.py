"""Builds the last commit in two folders of different names and compares every file: `build.py check --reproducible`."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def built(folder: Path) -> dict[str, str]:
    """The files of `dist/` and the single file with their hashes, of the last commit built in a folder of its own."""
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(folder)], check=True)
    subprocess.run([sys.executable, "build.py", "build", "--single"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    files = [*(each for each in (folder / "dist").rglob("*") if each.is_file()), folder / "build" / "hopscope.html"]
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def main() -> int:
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory(prefix="another folder ") as two:
        first, second = built(Path(one) / "a"), built(Path(two) / "other-name")
    different = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    for name in different:
        print(f"not the same in both builds: {name}")
    if not different:
        print(f"{len(first)} files, the memory image among them, are the same byte for byte in two builds")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
