"""One check of one instance: the raw misses, and whether they settle the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jsonschema.exceptions import UnknownType

from hopscope.contracts import allowance, quick
from hopscope.contracts._run import Miss, TimeUp, Unjudged, running


@dataclass(frozen=True, slots=True)
class Judged:
    """`misses` are the certain ones up to the limit, `more` how many came after them, `reasons` why anything stayed open."""

    misses: tuple[Miss, ...]
    more: int
    reasons: tuple[dict[str, Any], ...]

    @property
    def valid(self) -> bool | None:
        """False if a miss is certain, None if something stayed open, else True."""
        return False if self.misses else None if self.reasons else True


PASSED = Judged((), 0, ())
STRANGE = (UnknownType, TypeError, AttributeError, ValueError, LookupError)


def _surely_passes(validator: Any, schema: Any, instance: Any, deadline: float) -> bool:
    """Whether the quick test of the schema says so; it says nothing of what it cannot finish."""
    tests = validator.format_checker.tests
    try:
        if id(schema) not in tests:
            tests[id(schema)] = None
            tests[id(schema)] = quick.test_of(validator, schema)
        test = tests[id(schema)]
        with running(deadline):
            return test is not None and test(instance)
    except (TimeUp, RecursionError, *STRANGE):
        return False


def judge(validator: Any, schema: Any, instance: Any, limit: int, deadline: float | None) -> Judged:
    """All misses of an instance; the deadline (`time.monotonic()` seconds) or too deep a nesting leaves the rest open.

    Without a deadline the check has the time that one check may take.
    """
    deadline = allowance.deadline(schema) if deadline is None else deadline
    if _surely_passes(validator, schema, instance, deadline):
        return PASSED
    misses: list[Miss] = []
    reasons: list[dict[str, Any]] = []
    more = 0
    with running(deadline):
        try:
            for error in validator.descend(instance, schema, resolver=validator._resolver):
                if isinstance(error, Unjudged):
                    reasons.append({**error.facts, "path": tuple(error.path)})
                elif len(misses) < limit:
                    misses.append(error)
                else:
                    more += 1
        except TimeUp:
            allowance.ran_out(schema)
            reasons.append({"reason": "time"})
        except RecursionError:
            reasons.append({"reason": "depth"})
        except STRANGE:
            # A reference can lead into parts of a document where no draft looks for a schema, and which are none.
            reasons.append({"reason": "schema-invalid"})
    return Judged(tuple(misses), more, tuple(reasons))
