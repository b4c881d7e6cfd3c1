"""The command that runs all tests: none it was asked for is left out."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "run_tests.py"
MAY_END_ITS_INTERPRETER = "tests/py/contracts/test_limits.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("run_tests", TOOL)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.native
@pytest.mark.parametrize("wordy", [(), ("-q",), ("-q", "-q"), ("-v", "-v"), ("-x", "--tb=short")])
def test_tests_that_need_an_interpreter_of_their_own_are_listed_however_wordy_the_run_is(
    tool: ModuleType, wordy: tuple[str, ...]
) -> None:
    listed = tool.lonely([MAY_END_ITS_INTERPRETER, *wordy])
    assert len(listed) > 1 and all(one.startswith(f"{MAY_END_ITS_INTERPRETER}::") for one in listed)


@pytest.mark.native
def test_nothing_is_listed_where_no_test_needs_an_interpreter_of_its_own(tool: ModuleType) -> None:
    assert tool.lonely(["tests/py/test_layers_of_imports.py"]) == []


@pytest.mark.native
def test_a_run_whose_tests_cannot_be_listed_says_so(tool: ModuleType) -> None:
    with pytest.raises(SystemExit, match="could not be listed"):
        tool.lonely(["tests/py/no_such_file.py"])
