"""Share links: short, read for ever, and harmless whatever has happened to them."""

import base64
import bz2
import json
import lzma
import random
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hopscope import promises
from hopscope.flow import links
from hopscope.flow.links import codec, packing
from hopscope.flow.links.dictionary import DICTIONARIES
from hopscope.flow.links.state import DEFAULTS
from hopscope.flow.links.stems import STEMS

FROZEN = Path(__file__).parents[2] / "links" / "v1"
_WORDS = "anchor bridge cargo delta ember fjord grain harbor island jetty kernel lantern meadow north orbit pillar"
WORDS = _WORDS.split()


def state(*texts: str, **more: object) -> dict:
    return links.restore(
        {"documents": [{"name": f"part {n}.json", "text": text} for n, text in enumerate(texts)], **more}
    )


def tools(chance: random.Random, count: int) -> list[dict]:
    """Made-up tool definitions of varied shape."""
    return [{"type": "function", "function": {
        "name": f"{chance.choice(WORDS)}_{chance.choice(WORDS)}", "description": " ".join(chance.choices(WORDS, k=8)),
        "parameters": {"type": "object", "properties": {
            f"{chance.choice(WORDS)}_{chance.choice(WORDS)}": {
                "type": chance.choice(["string", "integer", "boolean"]), "description": " ".join(chance.choices(WORDS, k=4))}
            for _ in range(chance.randint(1, 5))}, "additionalProperties": False}}} for _ in range(count)]  # fmt: skip


def rows(chance: random.Random, count: int) -> list[dict]:
    return [{"id": chance.randrange(10**8, 10**9), "name": f"{chance.choice(WORDS)} {chance.choice(WORDS)}",
             "price": chance.randrange(10**5) / 100, "active": chance.random() < 0.5, "region": chance.choice(WORDS[:5]),
             "updated": f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"} for _ in range(count)]  # fmt: skip


def case(tool_count: int, row_count: int, turns: int) -> dict:
    """Requests of a chat as it grows: so many tools, a call each turn, so many rows in each result."""
    chance = random.Random(tool_count * 1000 + row_count)
    offered, documents, messages = tools(chance, tool_count), [], [{"role": "user", "content": "find it"}]
    for turn in range(turns):
        call = {
            "id": f"call_x81JqP{turn}",
            "type": "function",
            "function": {"name": "ember_grain", "arguments": '{"north":"fjord"}'},
        }
        result = {"role": "tool", "tool_call_id": f"call_x81JqP{turn}", "content": json.dumps(rows(chance, row_count))}
        messages += [{"role": "assistant", "content": None, "tool_calls": [call]}, result]
        text = json.dumps({"model": "gpt-5-mini", "messages": messages, "tools": offered}, indent=2)
        documents.append({"name": f"request-{turn}.json", "text": text})
    return {"documents": documents}


# Characters of lz-string 1.5.0 (compressToEncodedURIComponent) for the JSON of the same state, and the share we may take of it.
LZ_STRING = [(0, 0, 1, 452, 0.55), (12, 40, 1, 5932, 0.57), (30, 30, 3, 25507, 0.34)]


@pytest.mark.parametrize(("tool_count", "row_count", "turns", "theirs", "share"), LZ_STRING)
def test_links_are_much_shorter_than_lz_string_makes_them(tool_count, row_count, turns, theirs, share):
    fragment = links.write(links.restore(case(tool_count, row_count, turns)))
    assert len(fragment) <= share * theirs


@pytest.mark.parametrize("path", sorted(FROZEN.glob("*.json")), ids=lambda path: path.stem)
def test_a_link_that_was_once_made_is_read_for_ever(path):
    frozen = json.loads(path.read_text())
    assert links.read(frozen["fragment"]) == links.restore(frozen["state"])


def codec_of(fragment: str) -> int:
    return base64.urlsafe_b64decode(fragment[2:6])[0] >> 4


def test_there_are_frozen_links_of_every_codec():
    frozen = {codec_of(json.loads(path.read_text())["fragment"]) for path in FROZEN.glob("*.json")}
    assert frozen == {packing.DEFLATE, packing.LZMA, packing.STEMMED, packing.BZIP2}


def test_the_dictionary_is_the_one_that_links_were_made_with():
    assert {number: zlib.crc32(text) for number, text in DICTIONARIES.items()} == {1: 2811916007}
    assert len(DICTIONARIES[1]) < 32_506  # what one deflate window can look back to


def test_the_stems_are_how_streams_of_their_dictionaries_begin():
    """Links lack their stem: where this library's streams began otherwise, links would only be longer, never wrong."""
    for number, stem in STEMS.items():
        text = DICTIONARIES[number]
        press = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=packing._filters(len(text)))
        assert text.startswith(press.decompress(stem)) and zlib.crc32(stem) == {1: 3762621896}[number]
        left_out = int.from_bytes(packing._stemmed(b'["a"]\n{}')[:2], "little")
        assert left_out > 0.99 * len(stem)


def test_a_stream_that_begins_in_another_way_is_read_too(monkeypatch):
    monkeypatch.setattr(packing, "_LONGEST", 16)
    content = b'["a.json"]\n' + json.dumps(rows(random.Random(5), 20)).encode()
    payload = packing._stemmed(content)
    assert int.from_bytes(payload[:2], "little") < 2_000
    assert packing.unpack(packing.STEMMED, 1, payload, 99_999) == (content, True)


@settings(deadline=None)
@given(
    st.lists(st.text()),
    st.sampled_from(["trace", "diff", "none"]),
    st.dictionaries(st.sampled_from([*DEFAULTS, "evil"]), st.integers()),
)
def test_any_state_survives_the_round_trip(texts, view, options):
    given_state = state(*texts, view=view, options=options)
    assert links.read(links.write(given_state)) == given_state


@pytest.mark.parametrize("text", ["", "\x00\n\r\n", "half \ud83d a pair", "𝒳" * 99, '["a",1]\n', "﻿{}", "\udc80\udc81"])
def test_odd_texts_come_back_to_the_character(text):
    given_state = state(text, text, view="diff", options={"indent": 4, "providers": ["openai"]})
    assert links.read(links.write(given_state)) == given_state


def test_unknown_keys_and_wrong_types_are_dropped_and_defaults_filled_in():
    told = {
        "documents": [{"name": 5, "text": "a", "evil": 1}, {"name": "no text"}, 7],
        "view": "<img>",
        "options": {"indent": "x", "__proto__": 1},
    }
    assert links.restore(told) == {"documents": [{"name": "", "text": "a"}], "view": "trace", "options": dict(DEFAULTS)}


def test_the_defaults_are_those_of_the_published_schema_and_take_no_room():
    options = promises.read("share/state.json")["properties"]["options"]["properties"]
    assert dict(DEFAULTS) == {name: told["default"] for name, told in options.items()}
    assert links.write(state("{}")) == links.write(state("{}", view="trace", options=dict(DEFAULTS)))


SAMPLE = links.write(state('{"city":"Oslo"}', "text"))


@pytest.mark.parametrize("length", range(1, len(SAMPLE)))
def test_a_link_cut_anywhere_is_said_to_be_cut(length):
    fault = links.read(SAMPLE[:length])
    assert fault.code == "link-cut"
    assert fault.params["arrived"] == length
    assert fault.params["expected"] == len(SAMPLE) or (length < 10 and fault.params["expected"].startswith("at least"))


@pytest.mark.parametrize("tail", ["…", "...", ")", ".", '">', "**"])
def test_what_a_sentence_puts_behind_a_link_does_no_harm(tail):
    assert links.read(SAMPLE + tail) == links.read(SAMPLE)
    assert links.read(SAMPLE[:-9] + tail).code == "link-cut"


@pytest.mark.parametrize("wrap", ["#{}", "https://hopscope.test/app/#{}", "{}\n", " {} "])
def test_a_whole_address_and_broken_lines_are_read(wrap):
    broken = SAMPLE[:20] + "\r\n  " + SAMPLE[20:]
    assert links.read(wrap.format(SAMPLE)) == links.read(wrap.format(broken)) == links.read(SAMPLE)


def test_no_flipped_bit_gives_another_case():
    whole = links.read(SAMPLE)
    for at in range(2, len(SAMPLE)):
        for bit in range(7):
            flipped = SAMPLE[:at] + chr(ord(SAMPLE[at]) ^ 1 << bit) + SAMPLE[at + 1 :]
            told = links.read(flipped)
            assert told == whole or isinstance(told, links.Fault), flipped


def handmade(kind: int, packed: bytes) -> str:
    raw = codec._header(kind, packed) + packed
    return "1." + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def raw_lzma(content: bytes) -> bytes:
    return lzma.compress(content, format=lzma.FORMAT_RAW, filters=packing._filters(len(content)))


BOMB = b"[]\n" + bytes(40 << 20)
HOSTILE = {
    "zlib bomb": (handmade(1, packing._deflate(BOMB)), "link-too-large"),
    "lzma bomb": (handmade(16, raw_lzma(BOMB)), "link-too-large"),
    "bzip2 bomb": (handmade(48, bz2.compress(BOMB)[4:]), "link-too-large"),
    "bomb behind a stem": (handmade(33, packing._stemmed(BOMB)), "link-too-large"),
    "half a bzip2": (handmade(48, bz2.compress(b"[]\nabc")[4:-9]), "link-damaged"),
    "no stem": (handmade(33, b"\xff\xff" + b"\x00" * 40), "link-damaged"),
    "a stem alone": (handmade(33, len(STEMS[1]).to_bytes(2, "little")), "link-damaged"),
    "another text behind the stem": (handmade(33, b"\x00\x00" + raw_lzma(b"[]\nabc")), "link-damaged"),
    "later stem": (handmade(0x29, b"abc"), "link-newer"),
    "ten million of #": ("#" * 10_000_000, "link-too-large"),
    "a megabyte of A": ("1." + "A" * 1_000_000, "link-too-large"),
    "later version": ("2." + "A" * 40, "link-newer"),
    "far later version": ("12345678901234567890123." + "A" * 40, "link-newer"),
    "later codec": (handmade(0x70, b"abc"), "link-newer"),
    "later dictionary": (handmade(9, b"abc"), "link-newer"),
    "version zero": ("0.AAAA", "link-damaged"),
    "no version": ("about-us", "link-damaged"),
    "nothing": ("", "link-damaged"),
    "markup": ("1.<img src=x onerror=alert(1)>", "link-damaged"),
    "script": ("javascript:alert(1)", "link-damaged"),
    "no payload": (handmade(1, b""), "link-damaged"),
    "half a payload": (handmade(1, packing._deflate(b"[]\nabcdefgh")[:-3]), "link-damaged"),
    "junk that fits its checksum": (handmade(16, b"\xff" * 50), "link-damaged"),
    "no UTF-8": (handmade(16, raw_lzma(b"\xff\xfe\n")), "link-damaged"),
    "no list": (handmade(16, raw_lzma(b"{}\n")), "link-damaged"),
    "no JSON": (handmade(16, raw_lzma(b"[\n")), "link-damaged"),
    "deep JSON": (handmade(16, raw_lzma(b"[" * 100_000 + b"\n")), "link-damaged"),
    "lengths that lie": (handmade(16, raw_lzma(b'["a",99,"b"]\nshort')), "link-damaged"),
    "negative lengths": (handmade(16, raw_lzma(b'["a",-1,"b"]\nshort')), "link-damaged"),
    "names of another type": (handmade(16, raw_lzma(b'[["a"]]\nshort')), "link-damaged"),
}


@pytest.mark.parametrize(("fragment", "code"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_links_are_explained(fragment, code):
    assert links.read(fragment).code == code


def test_keys_that_a_page_might_trip_over_are_dropped():
    content = b'["a",{"view":"__proto__","options":{"__proto__":{"x":1},"constructor":1,"indent":3},"__proto__":2}]\nx'
    assert links.read(handmade(16, raw_lzma(content))) == links.restore(
        {"documents": [{"name": "a", "text": "x"}], "options": {"indent": 3}}
    )


def test_a_case_too_large_for_a_link_is_refused_with_its_length():
    chance = random.Random(1)
    text = "".join(chance.choices("abcdefghijklmnop", k=200_000))
    fault = links.write(state(text))
    assert (fault.code, fault.params["limit"]) == ("link-too-large", 65_536)
    assert fault.params["measured"] > 65_536
