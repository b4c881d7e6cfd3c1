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


def call(method: str, params: str, *options: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "hopscope", "call", method, *options]
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


@pytest.mark.parametrize("params", ['{"text": "{}"}, "zz": {"a": 1}', '{"text": "{}"}}', '{"text": "{}"} {}'])
def test_params_are_read_by_themselves(params: str) -> None:
    code, shown = call("format", params)
    assert code == 2 and json.loads(shown)["code"] == "bad-request"


def test_the_place_of_a_fault_is_one_in_the_params() -> None:
    assert "line 1 column 2 " in call("format", "{")[1]


def test_a_match_that_comes_to_no_end_is_stopped_and_said() -> None:
    schema = {"items": {"pattern": "^(?!(a+)+b)a+"}}
    params = {"schema": json.dumps(schema), "instance": json.dumps(["a" * n for n in (60, 61, 62, 63, 3)])}
    code, shown = call("validate", json.dumps(params), "--seconds", "0.2")
    told = json.loads(shown)
    assert (code, told["valid"]) == (0, None)
    assert {finding["code"] for finding in told["findings"]} == {"check-stopped"}
