"""One check of one instance: the raw misses, and whether they settle the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jsonschema.exceptions import UnknownType

from hopscope.contracts import allowance
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


def judge(validator: Any, schema: Any, instance: Any, limit: int, deadline: float | None) -> Judged:
    """All misses of an instance; the deadline (`time.monotonic()` seconds) or too deep a nesting leaves the rest open.

    Without a deadline the check has the time that one check may take.
    """
    misses: list[Miss] = []
    reasons: list[dict[str, Any]] = []
    more = 0
    with running(allowance.deadline(schema) if deadline is None else deadline):
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
        except (UnknownType, TypeError, AttributeError, ValueError, LookupError):
            # A reference can lead into parts of a document where no draft looks for a schema, and which are none.
            reasons.append({"reason": "schema-invalid"})
    return Judged(tuple(misses), more, tuple(reasons))
