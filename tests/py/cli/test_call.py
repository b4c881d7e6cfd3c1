"""The raw door from a terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import hopscope

pytestmark = pytest.mark.native
ENGINE = Path(hopscope.__file__).parents[1]


def call(method: str, params: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "hopscope", "call", method]
    done = subprocess.run(command, input=params.encode(), capture_output=True, cwd=ENGINE)
    return done.returncode, done.stdout.decode()


def test_a_result_is_printed_as_json_with_every_digit() -> None:
    code, shown = call("trace", json.dumps({"documents": [{"name": "a", "text": '{"n": 12345678901234567890}'}]}))
    assert code == 0
    assert "12345678901234567890" in shown
    assert json.loads(shown)["verdict"]["status"] in ("nothing", "warning")


@pytest.mark.parametrize("params", ["{", '{"text": 1}', "[]"])
def test_an_error_is_printed_and_told_by_the_exit_code(params: str) -> None:
    code, shown = call("format", params)
    assert code == 2
    assert json.loads(shown)["code"] in ("bad-request", "bad-params")
