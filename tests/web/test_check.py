"""The order of checks while a text is typed, on the module alone, with an engine whose newest request takes the place of others."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

CHECK = Path(__file__).resolve().parents[2] / "static" / "check.js"
NODE = shutil.which("node")
# The beginning of the first text is told late; meanwhile a second text has come and is being judged.
SCRIPT = """
const { createCheck } = await import(process.argv[1]);
const told = [];
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let text = "first";
let supersede = () => {};
function request() {
  supersede();
  const asked = text;
  return new Promise((resolve, reject) => {
    supersede = () => reject(Object.assign(new Error(asked), { code: "superseded" }));
    setTimeout(() => resolve({ of: asked }), 60);
  });
}
const check = createCheck({
  measure: () => text.length,
  ahead: async (partly) => {
    const mine = text;
    if (mine === "first") await wait(40);
    partly({ of: `the beginning of ${mine}` });
  },
  ask: request,
  show: ({ phase, trace }) => told.push([phase, trace?.of ?? null]),
});
check.again();
await wait(10);
text = "second";
check.again();
while (told.at(-1)?.[0] !== "fresh") await wait(10);
await wait(100);
console.log(JSON.stringify(told));
"""


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_a_beginning_that_is_told_late_does_not_take_the_place_of_the_newer_text() -> None:
    command = [NODE or "node", "--input-type=module", "-e", SCRIPT, CHECK.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    told = json.loads(done.stdout)
    assert told[-1] == ["fresh", "second"]
    assert not any(of and "first" in of for _, of in told)
