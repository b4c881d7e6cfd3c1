"""What a strict reader expected where it stopped, as a noun that fits into a sentence."""

from __future__ import annotations

# By what messages of `json` begin with, in CPython 3.11 to 3.14.
_NOUNS = (
    ("Expecting value", "a value"),
    ("Expecting property name", "a property name in double quotes"),
    ("Expecting ':'", "a colon"),
    ("Expecting ','", "a comma or a closing bracket"),
    ("Illegal trailing comma", "a closing bracket"),
    ("Unterminated string", "a string with a closing quote"),
    ("Invalid control character", "an escaped control character"),
    ("Invalid \\", "a valid escape"),
)


def expected(message: str) -> str:
    """The noun for a message of a `JSONDecodeError`."""
    return next((noun for begin, noun in _NOUNS if message.startswith(begin)), "something else")
