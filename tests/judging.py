"""What the tests of contracts share: JSON texts as values, and one check in one line."""

from __future__ import annotations

from typing import Any

from hopscope import contracts
from hopscope.contracts import Outcome, Violation
from hopscope.text.reader import read
from hopscope.text.write import dumps


def value(text: str) -> Any:
    return read(text, repair=False).values[0]


def judged(schema: Any, instance: Any, **options: Any) -> Outcome:
    """Schema and instance as JSON text, or as plain Python values (a string that is no JSON is one)."""
    return contracts.compile(_read(schema)).check(_read(instance), **options)


def _read(one: Any) -> Any:
    found = read(one, repair=False).values if isinstance(one, str) else ()
    return found[0] if found else value(dumps(one))


def only(schema: Any, instance: Any) -> Violation:
    """The one violation there is; fails where there are none or several."""
    (found,) = judged(schema, instance).violations
    return found


def messages(schema: Any, instance: Any) -> list[str]:
    return [one.message for one in judged(schema, instance).violations]
