"""Every rule by which broken JSON is mended: what it does, and whether it invents or drops anything."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its name, what it does in a few words, and `guesses` where data is invented or dropped by it."""

    name: str
    says: str
    guesses: bool


def _table(guesses: bool, rows: str) -> dict[str, Rule]:
    pairs = (row.split(" | ") for row in rows.strip().splitlines())
    return {name.strip(): Rule(name.strip(), says.strip(), guesses) for name, says in pairs}


RULES = _table(
    False,
    """
    trailing-comma | a comma before a closing bracket is dropped
    extra-comma | a leading or doubled comma is dropped
    missing-comma | a comma is put between two values
    missing-colon | a colon is put behind a key
    wrong-comma | another sign stood for the comma
    wrong-colon | another sign stood for the colon
    extra-colon | a doubled colon is dropped
    single-quotes | single quotes become double quotes
    typographic-quotes | typographic quotes become plain ones
    backtick-quotes | back-ticks become double quotes
    doubled-quotes | quotes written twice become one
    triple-quotes | a Python string in three quotes becomes a JSON string
    inner-quote | a quote inside a string is escaped
    missing-quote | a quote is put where a string must begin or end
    unquoted-key | a key gets its quotes
    unquoted-string | a bare word gets its quotes
    control-character | a raw line break, tab or control character in a string is escaped
    bad-escape | an escape that JSON lacks is written as JSON has it
    windows-path | the backslashes of a path are doubled
    missing-bracket | a closing bracket is put where the next sign needs it
    lost-bracket | an opening bracket is put before what its closing one ends
    extra-bracket | a bracket too many is dropped
    wrong-bracket | a closing bracket of the wrong kind is changed
    doubled-braces | braces written twice become one pair
    python-value | None, True and False become null, true and false
    python-tuple | a tuple becomes an array
    python-set | a set becomes an array
    python-object | an object as Python prints it becomes a JSON object
    string-pieces | the pieces of a Python string become one
    string-prefix | the letter before a Python string is dropped
    call | a constructor round one value is dropped
    call-text | a call or a function becomes its own text
    undefined | undefined, or nil, becomes null
    number-form | a number is written as JSON writes it
    leading-zeros | digits that begin with a zero are kept as text
    regular-expression | a regular expression becomes its own text
    concatenation | strings joined by + become one
    comment | a comment is dropped
    semicolon | a semicolon is dropped
    byte-order-mark | the mark at the beginning of a file is passed over
    invisible-character | an invisible character outside strings is dropped
    separator | a sign between two documents is dropped
    glued-values | a line break is put between two documents
    missing-brackets | brackets are put round the elements of an array
    missing-braces | braces are put round the members of an object
    fence | a Markdown fence is taken off
    prose | words round the JSON are left aside
    escaped | a text escaped once more is unescaped
    """,
) | _table(
    True,
    """
    missing-value | null stands for a value that is missing
    missing-key | an empty key stands for one that is missing
    implicit-object | braces are put round a member in an array
    implicit-array | brackets are put round several values of one member
    closing-quote | a quote is put before the last brackets
    nonfinite | null stands for NaN or Infinity
    ellipsis | a mark for what was left out is dropped
    cutting-mark | a mark that says the text was cut is dropped
    stray-text | words that fit nowhere are dropped
    cut | what the cut text left open is closed
    """,
)

WRAPPERS = ("fence", "prose", "escaped")
_PYTHON_SIGNS = "single-quotes, triple-quotes, python-value, python-tuple, python-set, python-object, string-prefix"
PYTHON_SIGNS = frozenset(_PYTHON_SIGNS.split(", "))
PYTHON = PYTHON_SIGNS | {"string-pieces", "call", "call-text", "bad-escape", "trailing-comma", "number-form", "comment"}
CODE = PYTHON | {"unquoted-key", "backtick-quotes", "undefined", "concatenation", "semicolon"}
