"""Runs commands; the terminal needs processes and a library that WebAssembly lacks, so there its tests are not even read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import terminal

collect_ignore_glob = ["test_*.py"] if sys.platform == "emscripten" else []


@pytest.fixture
def hopscope(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> terminal.Run:
    """Runs a command in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return terminal.runner(capsysbinary, monkeypatch)
