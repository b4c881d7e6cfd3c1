"""Every case, ours and those that lie beside the checkout: right findings, right places, no false alarm, promised shapes."""

from __future__ import annotations

import json

import pytest

import casebook
from hopscope import api, contracts, promises

OWN = casebook.read(casebook.OWN)
SHARED = casebook.read(casebook.SHARED)


def reply(case: dict) -> dict:
    return json.loads(api.handle(json.dumps({"id": 1, "method": case["method"], "params": case["params"]})))


def check(case: dict) -> None:
    told = reply(case)
    assert "result" in told, told["error"]
    assert list(casebook.differences(case, told["result"])) == []
    assert breaks(case["method"], told["result"]) == []


def breaks(method: str, result: dict) -> list[str]:
    return [violation.message for violation in api.promise(method, "result").check(result).violations]


@pytest.mark.parametrize("name", OWN)
def test_our_case_holds(name: str) -> None:
    check(OWN[name])


@pytest.mark.parametrize("name", OWN)
def test_our_case_has_the_shape_of_a_case(name: str) -> None:
    outcome = contracts.compile(promises.read("cases/case.json")).check(OWN[name])
    assert [violation.message for violation in outcome.violations] == []
    assert OWN[name]["name"] == name


@pytest.mark.skipif(not SHARED, reason="the shared cases do not lie beside this checkout")
@pytest.mark.parametrize("name", SHARED)
def test_shared_case_holds(name: str) -> None:
    check(SHARED[name])
