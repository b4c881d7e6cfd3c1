"""Counts over calls, in memory that does not grow with the number of calls."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from hopscope.cli.entries import LATE, STOPS, Entry

DISTINCT = 2_000  # fields of one tool that are told apart, and tools; names may be anything a model made up
SAMPLE = 20_000
OTHERS = "(others)"


class Durations:
    """How long calls took: all of them up to `SAMPLE`, then every second, every fourth and so on."""

    def __init__(self) -> None:
        self._kept: list[float] = []
        self._step, self.count = 1, 0

    def add(self, seconds: float) -> None:
        """One more duration."""
        if self.count % self._step == 0:
            self._kept.append(seconds)
            if len(self._kept) >= SAMPLE:
                self._kept, self._step = self._kept[::2], self._step * 2
        self.count += 1

    def quantile(self, share: float) -> float | None:
        """The duration that `share` of the calls did not exceed (nearest rank), None where none is known."""
        if not self._kept:
            return None
        ranked = sorted(self._kept)
        return ranked[max(0, -int(-share * len(ranked) // 1) - 1)]


@dataclass(slots=True)
class Tool:
    """What is known of one tool's calls."""

    name: str
    calls: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    stopped: Counter[str] = field(default_factory=Counter)
    codes: Counter[tuple[str, str]] = field(default_factory=Counter)
    fields: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    times: Durations = field(default_factory=Durations)
    late: int = 0
    never: int = 0

    @property
    def passed(self) -> int:
        """Calls whose verdict is pass."""
        return self.statuses["pass"]

    def add(self, entry: Entry, late: bool) -> None:
        """One more call."""
        self.calls += 1
        self.statuses[entry.status] += 1
        self.stopped.update({gate for gate, _ in entry.stopped})
        self.codes.update(entry.stopped)
        for one in entry.fields:
            self.fields[one if one in self.fields or len(self.fields) < DISTINCT else (one[0], OTHERS, one[2])] += 1
        if entry.seconds is not None:
            self.times.add(entry.seconds)
        self.late += late or not LATE.isdisjoint(entry.codes)
        self.never += entry.unanswered and not late

    def json(self) -> dict[str, Any]:
        """The tool in numbers; seconds are rounded to microseconds."""
        return {
            "tool": self.name,
            "calls": self.calls,
            "statuses": dict(self.statuses),
            "stopped": {stop: self.stopped[stop] for stop in STOPS},
            "codes": [{"gate": gate, "code": code, "calls": n} for (gate, code), n in self.codes.most_common()],
            "fields": [
                {"gate": gate, "field": name, "code": code, "times": n}
                for (gate, name, code), n in self.fields.most_common(20)
            ],
            "seconds": {
                "known": self.times.count,
                "median": self.times.quantile(0.5),
                "p95": self.times.quantile(0.95),
            },
            "late": self.late,
            "never": self.never,
        }


class Statistics:
    """All tools, and what concerns more than one."""

    def __init__(self) -> None:
        self.tools: dict[str, Tool] = {}
        self.parallel = 0

    def add(self, entry: Entry, late: bool = False) -> None:
        """One more call."""
        name = entry.tool if entry.tool in self.tools or len(self.tools) < DISTINCT else OTHERS
        self.tools.setdefault(name, Tool(name)).add(entry, late)
        self.parallel += "policy-parallel-write" in entry.codes

    def ordered(self) -> list[Tool]:
        """The tools, those called most often first."""
        return sorted(self.tools.values(), key=lambda tool: (-tool.calls, tool.name))

    def json(self) -> dict[str, Any]:
        """Everything in numbers."""
        tools = self.ordered()
        return {
            "calls": sum(tool.calls for tool in tools),
            "parallel_writes": self.parallel,
            "tools": [tool.json() for tool in tools],
        }
