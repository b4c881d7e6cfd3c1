"""JSON in strings of program code, SQL, YAML and shells: each means what its language says, and keeps its place."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import slice_of, values

Quote = Callable[[str], str]
INNER = {"city": "Köln", "note": 'it\'s "so"'}
VALUES: list[object] = [
    {"a": [7], "args": json.dumps(INNER, ensure_ascii=False), "say": "isn't\nit", "empty": {}},
    [{"a": [7], "path": "C:\\new\\users"}, {"deep": [[{}]]}],
]


def doubled(text: str) -> str:
    return text.replace("\\", "\\\\")


def indented(text: str) -> str:
    return text.replace("\n", "\n    ")


def escaped(text: str, quote: str) -> str:
    return doubled(text).replace(quote, f"\\{quote}").replace("\n", "\\n")


def lines(text: str, joint: str, written: Quote) -> str:
    return joint.join(written(line) for line in text.splitlines(keepends=True))


QUOTED: dict[str, Quote] = {
    "Java": lambda text: f'String body = "{escaped(text, chr(34))}";',
    "Java in pieces": lambda text: (
        f"String body = {lines(text, ' +' + chr(10) + '    ', lambda line: json.dumps(line))};"
    ),
    "Java block": lambda text: f'String body = """\n    {indented(doubled(text))}\n    """;',
    "Kotlin block": lambda text: f'val body = """\n    {indented(text)}\n""".trimIndent()',
    "Go": lambda text: f"body := `{text}`\nresp, err := client.Post(url, strings.NewReader(body))",
    "C# verbatim": lambda text: 'var body = @"{}";'.replace("{}", text.replace('"', '""')),
    "C# block": lambda text: f'var body = """\n    {indented(text)}\n    """;',
    "Swift block": lambda text: f'let body = """\n{doubled(text)}\n"""',
    "PHP": lambda text: "$body = '{}';".replace("{}", doubled(text).replace("'", "\\'")),
    "JavaScript": lambda text: f"const body = '{escaped(text, chr(39))}';",
    "JavaScript template": lambda text: f"const body = `{doubled(text)}`;",
    "JavaScript parsed": lambda text: f"JSON.parse('{escaped(text, chr(39))}')",
    "Python": lambda text: f"body = {text!r}",
    "Python parsed": lambda text: f"json.loads({text!r})",
    "Python block": lambda text: f'body = """\n{doubled(text)}\n"""',
    "Python raw": lambda text: f"body = r'''\n{text}\n'''",
    "Python dedented": lambda text: f'body = textwrap.dedent("""\\\n    {indented(doubled(text))}\n""")',
    "Python format": lambda text: f"body = f'''{doubled(text).replace('{', '{{').replace('}', '}}')}'''",
    "Python in pieces": lambda text: f"body = (\n    {lines(text, chr(10) + '    ', repr)}\n)",
    "SQL": lambda text: "INSERT INTO t VALUES (1, 'x', '{}', NULL);".replace("{}", text.replace("'", "''")),
    "SQL of a type": lambda text: "UPDATE t SET body = '{}'::jsonb".replace("{}", text.replace("'", "''")),
    "SQL with escapes": lambda text: (
        f"INSERT INTO `t` VALUES (1,'{escaped(text, chr(39)).replace(chr(34), chr(92) + chr(34))}');"
    ),
    "YAML": lambda text: "env:\n  body: '{}'\n".replace("{}", json.dumps(json.loads(text)).replace("'", "''")),
    "a shell": lambda text: "export BODY='{}'".replace("{}", text.replace("'", "'\\''")),
}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("language", sorted(QUOTED))
def test_a_string_is_read_as_its_language_means_it(language: str, indent: int | None) -> None:
    for value in VALUES:
        text = QUOTED[language](json.dumps(value, indent=indent))
        peeled = peel("paste", text)
        assert (values(peeled), peeled.completeness) == ([value], "normalised"), text
        assert not list(text_findings(peeled)), text


@pytest.mark.parametrize("language", sorted(set(QUOTED) - {"Java in pieces", "Python in pieces"}))
def test_what_stands_in_a_string_keeps_its_place(language: str) -> None:
    text = QUOTED[language](json.dumps(VALUES[0], indent=2))
    assert slice_of(text, next(peel("paste", text).values).get("a", 0)) == "7"


def test_every_string_of_a_dump_is_read() -> None:
    rows = ", ".join("({}, '{}')".format(n, json.dumps({"n": n, "say": "it''s"})) for n in range(100))
    found = values(peel("dump", f"INSERT INTO t VALUES {rows};"))
    assert found == [{"n": n, "say": "it's"} for n in range(100)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('x=\'{"a": "b\\\\nc"}\' run', {"a": "b\\nc"}),  # a shell has no escapes between such quotes
        ('[tool]\nbody = \'{"a": "b\\\\nc"}\'', {"a": "b\\nc"}),  # nor has TOML
        ('Here: {"a": "{\\"b\\": 1}"} is it', {"a": '{"b": 1}'}),  # a string in a value is the value's
        ("Sent: { id: 'c', args: '{\"b\": \"it\\'s\"}' }", {"id": "c", "args": '{"b": "it\'s"}'}),
        ("f('x', '{\"a\": \"it\\'s\"}')", {"a": "it's"}),
        ("They're '{\"a\": 1, }' and it's so", {"a": 1}),
    ],
)
def test_a_string_whose_escapes_are_none_stays_as_it_is(text: str, found: object) -> None:
    assert values(peel("paste", text)) == [found]
