"""The annotated form of a value: pretty JSON, and a comment where a fault begins."""

from __future__ import annotations

from hopscope import contracts
from hopscope.contracts.annotate import annotated
from judging import value


def test_each_fault_stands_behind_the_line_where_its_value_begins() -> None:
    schema = value(
        '{"properties": {"n": {"type": "integer"}, "rows": {"items": {"required": ["id"]}}}, "additionalProperties": false}'
    )
    sent = value('{"n": 1.50, "rows": [{"id": 1}, {}], "extra": {"a": [true, null]}}')
    assert annotated(sent, contracts.compile(schema).check(sent).violations) == "\n".join(
        [
            "{",
            '  "n": 1.50, // /n must be an integer, but is the number 1.50.',
            '  "rows": [',
            "    {",
            '      "id": 1',
            "    },",
            '    {} // /rows/1 must have "id", which is missing; it is an empty object.',
            "  ],",
            '  "extra": { // The value has the property "extra", which is not allowed; allowed are "n" and "rows".',
            '    "a": [',
            "      true,",
            "      null",
            "    ]",
            "  }",
            "}",
        ]
    )


def test_a_comment_never_breaks_its_line() -> None:
    sent = {"a\nb": "x\ny"}
    told = annotated(sent, contracts.compile({"additionalProperties": {"maxLength": 1}}).check(sent).violations)
    assert len(told.splitlines()) == 3


def test_a_value_without_faults_is_plain_json() -> None:
    assert annotated([], ()) == "[]"
    assert annotated({"a": 1}, ()) == '{\n  "a": 1\n}'
