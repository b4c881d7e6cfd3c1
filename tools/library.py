"""Prepares Pyodide's own files for the page: python tools/library.py OUTPUT_FOLDER

The machine code is kept as a gzip member that the worker inflates, so that a host which compresses nothing sends less.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import zopfli.gzip

LIBRARY = Path(__file__).resolve().parent.parent / "node_modules" / "pyodide"
ROUNDS = 1  # makes 5 % less of it than zlib at its best; fifteen take twice as long for another 0.1 %


def main(output: Path) -> None:
    output.mkdir(parents=True, exist_ok=True)
    machine_code = (LIBRARY / "pyodide.asm.wasm").read_bytes()
    (output / "python.wasm.gz").write_bytes(zopfli.gzip.compress(machine_code, numiterations=ROUNDS))
    shutil.copyfile(LIBRARY / "python_stdlib.zip", output / "library.zip")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
