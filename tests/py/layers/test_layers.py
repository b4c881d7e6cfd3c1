"""Wrappers are taken off in any nesting, and every value inside leads back to the pasted text."""

from __future__ import annotations

import base64
import json
from itertools import pairwise
from pathlib import Path

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import har, node, slice_of, values

CAPTURES = Path(__file__).parents[4] / "shared" / "captures"


WRAPPED: list[tuple[str, str, tuple[str, ...]]] = [
    ("fence", 'Here it is:\n\n```json\n{"a": [7]}\n```\nbye', ("fence",)),
    ("prose", 'Sure! {"a": [7]} I hope that helps.', ("prose",)),
    ("sse", ': hi\r\nevent: m\r\ndata: {"a":  \r\ndata: [7]}   \r\n\r\ndata: [DONE]', ("sse",)),
    ("string", '"{\\"a\\": [7]}"', ("string",)),
    ("address", "GET https://x.test/run?args=%7B%22a%22%3A%5B7%5D%7D&z=1", ("escaped",)),
    ("form", "\u00e9=%C3%A9&args=%7B+%22a%22:%5B7%5D%7D", ("escaped",)),
    ("address in an address", "/to?u=%2Frun%3Fargs%3D%257B%2522a%2522%253A%255B7%255D%257D", ("escaped", "escaped")),
    ("macro", 'See\n{code:title=a.json|x=1}\n{"a": [7]}\n{code}\nand {code}', ("fence",)),
    ("plain macro", '{noformat}\n{"a": [7]}\n{noformat}', ("fence",)),
    ("panel", "\u256d\u2500\u256e\n\u2502 {  \u2502\n\u2502 \"a\": [7] \u2502\n\u2502 } \u2502\n\u2570\u2500\u256f", ("prose",)),
    ("log of groups", "2026-03-01T10:00:00Z ##[group]\n2026-03-01T10:00:01Z {\"a\":\n2026-03-01T10:00:01Z [7]}", ("log", "prose")),
    ("time in brackets", "At [2026-03-01 10:00:00] it called {\"a\": [7]}", ("prose",)),
    ("lines after a stream", '{"a": [7]}\nKilled', ("prose",)),
    ("string in a cell", 'id,body\n1,"""{\\""a\\"": [7]}"""\n', ("csv", "string")),
    ("stream in a cell", 'id,body\n1,"data: {""a"": [7]}\n\ndata: [DONE]"\n', ("csv", "sse")),
    ("laid out string in a log", '12:00:01 INFO got "{\\n  \\"a\\": [7]\\n}"', ("log",)),
    ("string in string", '"\\"{\\\\\\"a\\\\\\": [7]}\\""', ("string", "string")),
    ("python", "{'a': (7,)}", ("python",)),
    ("escaped", '{\\"a\\": [7]}', ("escaped",)),
    ("log", '2026-01-02T10:00:01.5Z [info] got data={"a": [7]} in 3 ms', ("log",)),
    ("log of several lines", '[10:00:01] INFO body: {\n  "a": [\n    7\n  ]\n}\n[10:00:02] INFO end', ("log",)),
    ("log with a quoted value", 'level=info msg=ok data="{\\"a\\": [7]}"', ("log",)),
    ("compose", 'web_1  | {"a": [7]}', ("log",)),
    ("curl command", "curl https://x.test/v1 -H 'A: b' -d '{\"a\": [7]}'", ("curl",)),
    (
        "curl output",
        "> GET /x HTTP/1.1\n> Host: x\n>\n< HTTP/2 200\n< A: b\n<\n{\"a\": [7]}\n* Connection #0 to host x left intact",
        ("curl",),
    ),
    ("http", 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n{"a": [7]}', ("curl",)),
    ("websocket", '<12 {\n"a": [7]\n}', ("websocket",)),
    ("quote", '> {"a":\n>   [7]}', ("prose",)),
    ("quote in a mail", 'She wrote:\n\n> {"a":\n> [7]}\n\nWhat is that?', ("prose",)),
    ("quote in a quote", '>> {"a":\n>> [7]}', ("prose",)),
    ("lines with their numbers", '  9\t{"a":\n 10\t  [7]\n 11\t}', ("prose",)),
    ("compose, over several lines", 'Attaching to web_1\nweb_1  | {\nweb_1  |   "a": [7]\nweb_1  | }', ("log",)),
    ("names in brackets before each line", '[pod/web-5/web] {\n[pod/web-5/web]   "a": [7]\n[pod/web-5/web] }', ("log",)),
    (
        "a time before each line",
        'web_1 | 2026-01-02T03:04:05.1Z {\r\nweb_1 | 2026-01-02T03:04:05.1Z   "a": [7]\r\nweb_1 | 2026-01-02T03:04:05.2Z }',
        ("log",),
    ),
    ("code among words", 'It sent `{"a": [7]}` twice.', ("prose",)),
    ("a statement of program code", 'const sent = {"a": [7]};\nconsole.log(sent);', ("prose",)),
    ("escaped over several lines", '{\\n  \\"a\\": [7]\\n}', ("escaped",)),
    ("a body that a logger escaped", 'INFO:web:raw=\'{\\n  "a": [7]\\n}\'', ("log", "python", "string")),
    ("escaped in a journal", 'Jan  2 03:04:05 box app[12]: sent {\\"a\\": [7]}', ("prose", "escaped")),
    ("a macro", 'json!({"a": [7]});', ("prose",)),
    ("a time below it", '{"a": [7]}\n[2026-01-02 03:04:05.123 +0000] INFO done', ("prose",)),
    ("a level above it", '[INFO  x] started\n{"a": [7]}', ("log",)),
    ("the end of a text of Python", '{"a": [7]}\n"""', ("prose",)),
    ("options of a call", 'print(json.dumps({"a": [7]}, indent=2))', ("prose",)),
    ("table", 'id,"the body",at\r\n1,"{""a"": [7]}",now\r\n', ("csv",)),
    ("table with a cell over several lines", '1;ok;"{\n  ""a"": [7]\n}"\n', ("csv",)),
    ("fence in a quote", '> ```json\n> {"a":\n>   [7]}\n> ```', ("fence",)),
    ("comment lines", '// {\n//   "a": [7]\n// }', ("prose",)),
    ("comment in program code", '/**\n * Sent:\n * {\n *   "a": [7]\n * }\n */\ninterface Sent {\n  a: number[];\n}\n', ("prose",)),
    ("host log", '2026-03-01T09:00:00.000Z [files] [info] Message from client: {"a":[7]} { metadata: undefined }', ("log",)),
    ("fence in a string", json.dumps('```\n{"a": [7]}\n```'), ("string", "fence")),
    ("stream in a string", json.dumps('data: {"a": [7]}\n\n'), ("string", "sse")),
    ("python string", "b'{\"a\": [7]}'", ("python", "string")),
    ("python string of several lines", repr(b'{\n  "a": [7]\n}'), ("python", "string")),
]  # fmt: skip


def test_the_codes_of_a_data_stream_are_taken_off_each_line() -> None:
    peeled = peel("paste", 'f:{"messageId":"m"}\n0:"hi"\n\n2:[{"a": [7]}]\n')
    assert peeled.layers == ("data-stream",)
    assert [(part.event, node(part).value) for part in peeled.parts] == [
        ("f:", {"messageId": "m"}), ("0:", "hi"), ("2:", [{"a": [7]}])
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ['a:{"b":1}', '0:"one"\n1:{"toolCallId":"c"}', 'f:{"messageId":"m"}\nand so on', '0:{"toolCallId":"c"}']
)
def test_what_only_looks_like_a_data_stream_is_none(text: str) -> None:
    assert "data-stream" not in peel("paste", text).layers


@pytest.mark.parametrize(("name", "text", "layers"), WRAPPED, ids=[one[0] for one in WRAPPED])
def test_a_wrapper_is_named_and_its_value_keeps_its_place(name: str, text: str, layers: tuple[str, ...]) -> None:
    peeled = peel("paste", text)
    assert peeled.layers == layers
    assert values(peeled) == [{"a": [7]}]
    assert slice_of(text, next(peeled.values).get("a", 0)) == "7"
    assert peeled.completeness == "normalised"


@pytest.mark.parametrize(("name", "text", "layers"), WRAPPED, ids=[one[0] for one in WRAPPED])
def test_taking_a_wrapper_off_is_no_repair(name: str, text: str, layers: tuple[str, ...]) -> None:
    assert not {finding.code for finding in text_findings(peel("paste", text))} & {
        "text-repaired",
        "text-guessed",
        "text-unreadable",
    }


@pytest.mark.parametrize(
    ("text", "layer"),
    [('{"a":1}\n{"a":2}\n', "jsonl"), ('{"a":1} {"a":2}', "concatenated"), ('{"a":1}{"a":2}', "concatenated")],
)
def test_several_values_alone_stay_complete_and_are_counted(text: str, layer: str) -> None:
    peeled = peel("paste", text)
    assert (peeled.layers, peeled.completeness) == ((layer,), "complete")
    assert [one.path for one in peeled.values] == [("/0",), ("/1",)]


@pytest.mark.parametrize(
    ("lines", "events"),
    [
        ('data: {"a": 1}\nevent: m\nid: 7\n\n', [("m", {"a": 1})]),
        ('data: {"a":\nevent: m\ndata: 1}\n\n', [("m", {"a": 1})]),
        ('data: {"a": 1}\nevent: m\n\ndata: {"a": 2}\nevent: n\n\n', [("m", {"a": 1}), ("n", {"a": 2})]),
    ],
)
def test_the_name_of_an_event_may_stand_behind_its_data(lines: str, events: list[tuple[str, object]]) -> None:
    assert [(part.event, node(part).value) for part in peel("stream", lines).parts] == events


@pytest.mark.parametrize("end", ["", "\nevent: cut", '\nid: 3\nevent: n\n: hi\ndata: {"a": 3}'])
def test_events_whose_empty_lines_were_lost_in_copying_are_told_apart(end: str) -> None:
    peeled = peel("stream", 'event: m\ndata: {"a":\ndata: 1}\nevent: n\ndata: {"a": 2}' + end)
    told = [("m", {"a": 1}), ("n", {"a": 2}), ("n", {"a": 3})]
    assert [(part.event, node(part).value) for part in peeled.parts] == told[: 3 if "3" in end else 2]


def test_a_faulty_line_spoils_no_other_line() -> None:
    peeled = peel("paste", '{"a":1}\n{"a":2,}\n{"a":3}\n{"a":')
    assert values(peeled) == [{"a": 1}, {"a": 2}, {"a": 3}, {"a": None}]
    assert [finding.code for finding in text_findings(peeled)] == ["text-repaired", "text-truncated"]


def test_a_stream_tells_events_comments_and_its_end() -> None:
    text = ": OPENROUTER PROCESSING\n\nevent: one\ndata: {}\n\nevent: two\ndata: {}\n\ndata: [DONE]\n"
    assert [(part.event, part.done) for part in peel("s", text).parts] == [("one", False), ("two", False), (None, True)]


def test_a_cut_stream_says_where_it_is_cut() -> None:
    text = 'data: {"a": 1}\n\ndata: {"a": "b'
    found = [finding for finding in text_findings(peel("s", text)) if finding.code == "text-truncated"]
    assert [(one.at.start, one.at.end) for one in found if one.at] == [(len(text), len(text))]


def test_an_archive_gives_bodies_by_exchange_and_side() -> None:
    text = har(('{"q": 1}', '{"r": 1}'), ("not json", "<html>"), ('{"q": 2}', 'data: {"r": 2}\n\ndata: {"r": 3}\n\n'))
    peeled = peel("session.har", text)
    assert peeled.layers == ("har",)
    assert [node(part).path for part in peeled.parts] == [
        ("/0/request",), ("/0/response",), ("/1/request",), ("/1/response/0",), ("/1/response/1",)
    ]  # fmt: skip
    assert [(part.direction, part.exchange, part.method) for part in peeled.parts[:2]] == [
        ("request", 0, "POST"),
        ("response", 0, "POST"),
    ]
    assert slice_of(text, node(peeled.parts[4]).get("r")) == "3"


def test_nothing_secret_of_an_archive_is_kept() -> None:
    parts = peel("session.har", har(('{"q": 1}', '{"r": 1}'))).parts
    assert parts[0].headers == {"mcp-method": "tools/call"}
    assert parts[1].headers == {}
    assert parts[0].url == "https://x.test/mcp"


def test_a_body_in_base64_stands_where_its_string_stands() -> None:
    packed = base64.b64encode(b'{"r": 1}').decode()
    text = har(("{}", packed), encoding="base64")
    answer = node(peel("session.har", text).parts[1])
    assert answer.value == {"r": 1}
    assert slice_of(text, answer.get("r")) == json.dumps(packed)


CASSETTE = """interactions:
- request:
    body: '{"q": "it''s one", "n": [1,
      22]}'
    headers:
      Authorization:
      - Bearer t
      content-type: [application/json]
    method: POST
    uri: https://x.test/v1?key=secret
  response:
    headers: {}
    parsed_body:
      id: 12345678901234567890
      calls:
      - arguments: '{"city": "K\\u00f6ln"}'
        note: "caf\\xe9 \\
          au lait"
      - arguments: |-
          {"k":
            [7]}
      none:
      price: 1.50
version: 1
"""


def test_a_cassette_gives_its_bodies_with_places_in_the_yaml() -> None:
    peeled = peel("c.yaml", CASSETTE)
    request, response = (node(part) for part in peeled.parts)
    assert (peeled.layers, request.path, response.path) == (("cassette",), ("/0/request",), ("/0/response",))
    assert request.value == {"q": "it's one", "n": [1, 22]}
    assert slice_of(CASSETTE, request.get("n", 1)) == "22"
    assert slice_of(CASSETTE, request.get("q")) == "\"it''s one\""
    assert slice_of(CASSETTE, response.get("id")) == "12345678901234567890"
    assert response.get("price").text == "1.50"
    assert response.get("none").value is None
    assert response.get("calls", 0, "note").value == "caf\u00e9 au lait"


def test_json_in_the_strings_of_a_cassette_keeps_its_place() -> None:
    calls = node(peel("c.yaml", CASSETTE).parts[1]).get("calls")
    assert slice_of(CASSETTE, calls.get(0, "arguments").opened().get("city")) == '"K\\u00f6ln"'
    assert slice_of(CASSETTE, calls.get(1, "arguments").opened().get("k", 0)) == "7"
    assert peel("c.yaml", CASSETTE).parts[0].headers == {"content-type": "application/json"}


def test_yaml_aliases_cannot_unfold_without_end() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert peel("c.yaml", "interactions:\n- request:\n    parsed_body: 1\n" + bomb) is not None


@pytest.mark.skipif(not CAPTURES.is_dir(), reason="the real captures (../shared/captures) are not there")
def test_every_recorded_cassette_is_read_whole() -> None:
    for path in sorted(CAPTURES.rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        peeled = peel(path.name, text)
        assert peeled.layers[0] == "cassette", path.name
        assert {part.exchange for part in peeled.parts} == set(range(text.count("\n- request:"))), path.name
        assert not list(text_findings(peeled)), path.name


@pytest.mark.skipif(not CAPTURES.is_dir(), reason="the real captures (../shared/captures) are not there")
def test_no_valid_capture_raises_an_alarm_about_its_text() -> None:
    for path in sorted(CAPTURES.rglob("*.json")):
        assert not list(text_findings(peel(path.name, path.read_text(encoding="utf-8")))), path.name


def test_wrappers_deeper_than_the_limit_end_quietly() -> None:
    text = '{"a": 1}'
    for _ in range(10):
        text = json.dumps(text)
    assert len(peel("paste", text).layers) == 8


def test_a_large_log_is_read_in_one_pass() -> None:
    text = "".join(f'2026-01-02 10:00:00 INFO n={n} {{"id": {n}, "t": "x"}}\n' for n in range(20_000))
    assert len(peel("app.log", text).parts) == 20_000


@pytest.mark.parametrize(
    "prefix",
    [
        "[01/Mar/2026 10:00:00] INFO response: ",  # Django
        "[01/Mar/2026:10:00:00 +0000] ",  # Apache
        "2026/03/01 10:00:00 ",  # Go
        "I0301 10:00:00.123456    1 main.go:12] ",  # klog
        "<6>1 2026-03-01T10:00:00Z host app - - ",  # syslog
        "Sun Mar  1 10:00:00 2026 ",
        "2026-03-01 INFO ",
    ],
)
@pytest.mark.parametrize("value", ['{"a": [1]}', "{'a': [1]}", "Reply(a=[1])", "[Reply(a=[1])]"])
def test_logs_of_many_kinds_are_known_by_how_they_write_the_time(prefix: str, value: str) -> None:
    peeled = peel("app.log", f"{prefix}{value}\n{prefix}waited (x=1) for it\n")
    assert values(peeled) in ([{"a": [1]}], [[{"a": [1]}]])
    assert peeled.layers[0] == "log"


@pytest.mark.parametrize(
    "text",
    [
        'const x = {\n  foo: "a",\n  // {\n  // "b": 1 }\n};',
        '{\n// {\n// "b": 1 }\n"foo": "a"}',
        '// {\n// "b": 1 }\n{"foo": "a"}',
    ],
)
def test_a_comment_is_no_data_where_json_stands_beside_it(text: str) -> None:
    assert values(peel("paste", text)) == [{"foo": "a"}]


@pytest.mark.parametrize("text", ["interface A {\n  foo: string;\n}", "type A = { [key: string]: unknown };"])
def test_the_braces_of_program_code_are_no_json(text: str) -> None:
    assert values(peel("paste", text)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The result was (1, 'x', None) in the end.", [[1, "x", None]]),
        ("result: ('a', {'b': 1})", [["a", {"b": 1}]]),
        ('The fields ("a", "b") are missing in {"x": 1}', [{"x": 1}]),
        ("Of all (1, 2) are left", []),
        ('He said (see "x") so', []),
    ],
)
def test_a_tuple_in_prose_is_read_where_no_json_is(text: str, found: list[object]) -> None:
    assert values(peel("paste", text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("--- a ---\n[Call(id='c', name='f')]\n[tokens: 68]\n", [[{"id": "c", "name": "f"}]]),
        ("said\n[A(x='1'), A(x='2')]\nand\n[B(y='3')]", [[{"x": "1"}, {"x": "2"}], [{"y": "3"}]]),
        ("It needs a list like [Call(id='c')] there", []),
        ("def f():\n    return [Call(id='c')]", []),
        ("uses\n[Call(id) for id in ids]\nfor it", []),
        ("messages: [\n    Call(id='c', parts=[Part(x=1)]),\n]", [[{"id": "c", "parts": [{"x": 1}]}]]),
        (
            "assert sent == snapshot(\n    [Call(id=None, at=clock.now(...))]\n)",
            [[{"id": None, "at": "clock.now(...)"}]],
        ),
    ],
)
def test_a_list_of_printed_objects_is_read_in_prose_where_it_has_a_line_of_its_own(
    text: str, found: list[object]
) -> None:
    assert values(peel("paste", text)) == found


@pytest.mark.parametrize(
    "value", ["id='x' n=None t=Part(a=1)", "n=None t=[Part(a=1)] id='x'", "t=Part(a=None) id='x' n=None"]
)
@pytest.mark.parametrize(
    "round_it",
    [
        "{}",
        "Response: {}",
        "I print it:\n\n{}\n\nand it fails",
        ">>> r\n{}\n>>> ",
        "DEBUG:app:{}",
        "10:00:00 INFO got {}",
        "{}\nThat was it.",
        "Response: {}\nDone\n",
    ],
)
def test_an_object_printed_without_its_class_is_read_among_words(value: str, round_it: str) -> None:
    peeled = peel("paste", round_it.format(value))
    (found,) = values(peeled)
    assert peeled.completeness == "normalised"
    assert found in (
        {"id": "x", "n": None, "t": {"a": 1}},
        {"id": "x", "n": None, "t": [{"a": 1}]},
        {"id": "x", "n": None, "t": {"a": None}},
    )


@pytest.mark.parametrize(
    "text", ["Run\nFOO='x' BAR='y' make", "<div id='x' class='y'>", "set x: a=1 b=2", "def f():\n    a=None\n    b=2"]
)
def test_settings_and_attributes_are_no_printed_objects(text: str) -> None:
    assert values(peel("paste", text)) == []


def test_a_call_kept_as_text_is_read_once() -> None:
    assert len(list(text_findings(peel("paste", 'f("a", "b") called')))) == 1


PYTHON_TAGS = """interactions:
- request:
    body: !!python/unicode '{"q": 7}'
    headers: !!python/object/new:requests.structures.CaseInsensitiveDict
      dictitems:
        Authorization: [Bearer t]
  response:
    body:
      string: '{"r": 8}'
    when: !!python/object/apply:datetime.datetime [1]
"""


@pytest.mark.parametrize("text", [PYTHON_TAGS, "---\n" + PYTHON_TAGS, "%YAML 1.1\n---\n" + PYTHON_TAGS + "...\n"])
def test_tags_of_python_objects_in_a_cassette_are_passed_over(text: str) -> None:
    peeled = peel("c.yaml", text)
    assert values(peeled) == [{"q": 7}, {"r": 8}]
    assert "authorization" not in peeled.parts[0].headers


def test_all_documents_of_a_cassette_are_read_and_counted_on() -> None:
    peeled = peel("c.yaml", "---\n" + PYTHON_TAGS + "---\n" + PYTHON_TAGS)
    assert [node(part).path for part in peeled.parts] == [
        ("/0/request",), ("/0/response",), ("/1/request",), ("/1/response",)
    ]  # fmt: skip


@pytest.mark.parametrize("end", ["0\r\n\r\n", "0\n\n", "0"])
@pytest.mark.parametrize("cuts", [(9,), (1, 12, 13), (7, 20)])
def test_a_body_in_chunks_is_read_without_its_head_too(cuts: tuple[int, ...], end: str) -> None:
    body = '{"dish": "cr\u00e8me \U0001f36e", "portions": 12}'
    chunks = [body[start:stop] for start, stop in pairwise((0, *cuts, len(body)))]
    text = "".join(f"{len(chunk.encode()):x}\r\n{chunk}\r\n" for chunk in chunks) + end
    peeled = peel("paste", text)
    (found,) = peeled.values
    assert (found.value, peeled.completeness) == (json.loads(body), "normalised")


def test_words_round_a_file_of_exchanges_are_a_layer_of_their_own() -> None:
    assert peel("paste", f"Here it is:\n{har(('', '[7]'))}").layers == ("prose", "har")


def _told(name: str, side: str, id: int) -> str:
    return f'2026-03-01T09:00:00.000Z [{name}] [info] Message from {side}: {{"id": {id}}}'


def test_a_log_of_several_connections_tells_them_apart_by_their_names() -> None:
    lines = [_told(name, side, 1) for side in ("client", "server") for name in ("files", "mail")]
    assert [part.channel for part in peel("log", "\n".join(lines)).parts] == ["files", "mail", "files", "mail"]


@pytest.mark.parametrize(
    "lines",
    [
        [_told("sender", "client", 1), _told("receiver", "server", 1)],
        [_told("thread 1", "client", 1), _told("thread 2", "client", 2), _told("thread 2", "server", 1)],
        [_told("files", "client", 1), _told("files", "server", 1)],
    ],
)
def test_names_that_do_not_stand_before_both_directions_are_none_of_connections(lines: list[str]) -> None:
    assert {part.channel for part in peel("log", "\n".join(lines)).parts} == {None}


@pytest.mark.parametrize(("rest", "layers"), [("\nKilled", ("prose", "jsonl")), ("\n", ("jsonl",))])
def test_a_line_without_json_among_lines_of_json_is_told(rest: str, layers: tuple[str, ...]) -> None:
    peeled = peel("paste", '{"a": 1}\n{"a": 2}' + rest)
    assert (peeled.layers, peeled.completeness) == (layers, "normalised" if "prose" in layers else "complete")


def test_a_member_named_code_is_no_macro() -> None:
    assert values(peel("paste", "{code: 1, b: 2}")) == [{"code": 1, "b": 2}]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('Got {"a": 1}\nthen {code} "b"', [{"a": 1}]),
        ('My tool: {"name": "f"}\n{noformat}"x"{noformat}', [{"name": "f"}, "x"]),
        ('{code:json}\n{"a": 1}\n{code}\ngave [{"b": 2}], then\n{code}\n{"c": 3}', [{"a": 1}, [{"b": 2}], {"c": 3}]),
        ('The tool {{f}} of [~me]:\n{code}\n{"a": 1}\n{code}\nis {color:red}red{color}', [{"a": 1}]),
    ],
)
def test_a_macro_hides_no_value_that_stands_beside_it(text: str, found: list[object]) -> None:
    assert values(peel("ticket", text)) == found
