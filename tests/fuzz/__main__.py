"""The long run: `python3 build.py fuzz 1000000 --seed 7 --jobs 2`.

Inputs come in blocks, each tried by a process of its own. Finished blocks are kept in `build/fuzz`, so a run that was stopped
goes on where it was; every find is told with its seed and number, and kept there with its input. `--again 7:123` tries one again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fuzz.running import Find, made, tried

BLOCK = 10_000
STEP = 100  # inputs between two signs of life
QUIET = 600  # seconds without one: the process hangs where nothing of ours can stop it
KEPT = Path(__file__).resolve().parents[2] / "build" / "fuzz"


class Record:
    """What a seed's run has done and found, in one file."""

    def __init__(self, seed: int) -> None:
        self.file = KEPT / f"{seed}.json"
        kept = json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else {}
        self.done: set[int] = set(kept.get("done", []))
        self.finds: list[dict[str, Any]] = kept.get("finds", [])

    def add(self, start: int, finds: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Keeps a finished block; gives the finds of a place in the engine that had none yet."""
        known = {find["place"] for find in self.finds}
        new = [find for find in finds if find["place"] not in known]
        self.done.add(start)
        self.finds += finds
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps({"done": sorted(self.done), "finds": self.finds}, indent=1), encoding="utf-8")
        return list({find["place"]: find for find in new}.values())


def block(seed: int, start: int, count: int) -> None:
    """Tries one block and writes a line for each find, and for every `STEP` inputs."""
    for number, find in tried(seed, range(start, start + count)):
        if find:
            print(json.dumps({"find": asdict(find) | {"place": find.place}}), flush=True)
        if (number + 1) % STEP == 0:
            print(json.dumps({"at": number + 1}), flush=True)


def in_process(seed: int, start: int, count: int) -> list[dict[str, Any]]:
    """The finds of a block that a process of its own tries; a process that ends or hangs is a find too."""
    options = f"--block {start} --seed {seed} {count}".split()
    command = [sys.executable, "-X", "faulthandler", "-m", "fuzz", *options]
    process = subprocess.Popen(command, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, said = process.communicate(timeout=QUIET + count)
    except subprocess.TimeoutExpired:
        process.kill()
        out, said = process.communicate()
    told = [json.loads(line) for line in out.splitlines()]
    finds = [line["find"] for line in told if "find" in line]
    if process.returncode:
        at = max([start, *(line["at"] for line in told if "at" in line)])
        ended = Find(seed, at, "process", None, said.decode(errors="replace")[-2000:], [])
        finds.append(asdict(ended) | {"place": f"process {at}"})
    return finds


def run(seed: int, count: int, jobs: int) -> int:
    """Tries what is still open of a seed's inputs; gives the exit code."""
    record = Record(seed)
    open_blocks = [start for start in range(0, count, BLOCK) if start not in record.done]
    began, tried_now = time.monotonic(), 0
    with ThreadPoolExecutor(jobs) as pool:
        asked = {pool.submit(in_process, seed, start, min(BLOCK, count - start)): start for start in open_blocks}
        for ended in as_completed(asked):
            start = asked[ended]
            for find in record.add(start, ended.result()):
                said = f"{find['target']}: {find['error'][:300]}\n    {find['place']}"
                print(f"found {seed}:{find['number']} {said}", flush=True)
            tried_now += min(BLOCK, count - start)
            print(f"{tried_now:,} inputs in {time.monotonic() - began:.0f} s, {len(record.finds)} finds", flush=True)
    total = sum(min(BLOCK, count - start) for start in record.done if start < count)
    print(f"{total:,} inputs of seed {seed}: {len(record.finds)} finds, kept in {record.file}")
    return 1 if record.finds else 0


def again(asked: str) -> int:
    """Shows one input and what it ends in; gives the exit code."""
    seed, number = map(int, asked.split(":"))
    name, given = made(seed, number)
    print(f"{name}\n{json.dumps(given)}")
    found = [find for _, find in tried(seed, range(number, number + 1)) if find]
    for find in found:
        print(find.error, *find.trace, sep="\n")
    return len(found)


def options_of() -> argparse.Namespace:
    made_of = argparse.ArgumentParser(prog="build.py fuzz", description=(__doc__ or "").splitlines()[0])
    made_of.add_argument("count", nargs="?", type=int, default=1_000_000)
    made_of.add_argument("--seed", type=int, default=1)
    made_of.add_argument("--jobs", type=int, default=1)
    made_of.add_argument("--again", metavar="SEED:NUMBER", help="try one input once more and show it")
    made_of.add_argument("--block", type=int, help=argparse.SUPPRESS)
    return made_of.parse_args()


def main() -> int:
    options = options_of()
    if options.again:
        return again(options.again)
    if options.block is not None:
        block(options.seed, options.block, options.count)
        return 0
    return run(options.seed, options.count, options.jobs)


if __name__ == "__main__":
    raise SystemExit(main())
