"""Sharing a case: what goes into a link, what is kept out of it, and what a broken link says."""

import json
import random

import pytest

from hopscope.ops import share

KEY = "sk-ant-api03-" + "Zx9kQ77bX21m" * 5
JWT = ".".join(["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiJrZWVwZXIifQ", "c2lnbmF0dXJlLXRoYXQtaXMtbm9uZQ"])


def state(*texts: str, **more: object) -> dict:
    return {"documents": [{"name": f"{n}.json", "text": text} for n, text in enumerate(texts)], **more}


def written(*texts: str, keep: tuple[int, ...] = ()) -> tuple[dict, list[str]]:
    reply = share.write({"state": state(*texts), "keep": list(keep)})
    read = share.read({"fragment": reply["fragment"]})
    assert read["findings"] == []
    return reply, [document["text"] for document in read["state"]["documents"]]


def test_a_shared_case_opens_as_it_was():
    given = state('{"a": 1.0}\r\n', "plain", view="diff", options={"as": "json"})
    reply = share.write({"state": given})
    read = share.read({"fragment": "#" + reply["fragment"]})["state"]
    assert read["documents"] == given["documents"] and read["view"] == "diff" and read["options"]["as"] == "json"
    assert reply["length"] == len(reply["fragment"]) and reply["secrets"] == [] and reply["findings"] == []


def test_a_secret_is_masked_everywhere_and_told_once():
    reply, texts = written(json.dumps({"key": KEY}), f"again in words: {KEY}")
    assert KEY not in "".join(texts)
    (secret,) = reply["secrets"]
    assert secret["code"] == "link-secret" and secret["params"]["count"] == 2
    assert secret["at"]["path"] == ["/key"] and secret["related"][0]["document"] == "1.json"
    assert KEY[20:] not in json.dumps(reply)


def test_only_what_the_user_lets_through_stays():
    texts = (json.dumps({"key": KEY, "password": "Tulip-44-rain"}),)
    reply, (kept,) = written(*texts, keep=(1,))
    assert [one["params"]["kind"] for one in reply["secrets"]] == ["Anthropic key", "Password"]
    assert "Tulip-44-rain" in kept and KEY not in kept
    assert written(*texts, keep=(0, 1))[1] == list(texts)
    assert written(*texts, keep=(7,))[1] == written(*texts)[1]


def test_the_place_of_a_secret_leads_through_json_in_strings():
    inner = json.dumps({"headers": {"Authorization": f"Bearer {JWT}"}})
    text = json.dumps({"choices": [{"message": {"tool_calls": [{"function": {"arguments": inner}}]}}]})
    (secret,) = share.write({"state": state(text)})["secrets"]
    at = secret["at"]
    assert at["path"] == ["/choices/0/message/tool_calls/0/function/arguments", "/headers/Authorization"]
    assert text[at["start"] : at["end"]] == JWT


TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"


def chat_stream(*pieces: str) -> str:
    calls = [{"index": 0, "id": "c1" if n == 0 else None, "function": {"arguments": p}} for n, p in enumerate(pieces)]
    chunks = [
        {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": [c]}}]} for c in calls
    ]
    chunks[0]["choices"][0]["delta"]["tool_calls"][0]["function"]["name"] = "login"
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"


def blocks_stream(*pieces: str) -> str:
    start = {
        "type": "content_block_start",
        "index": 0,
        "content_block": {"type": "tool_use", "id": "t", "name": "login"},
    }
    deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    events = [start, *({"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas)]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def words_stream(*pieces: str) -> str:
    deltas = ({"role": "assistant", "content": piece} for piece in pieces)
    chunks = [{"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)


@pytest.mark.parametrize("stream", [chat_stream, blocks_stream, words_stream])
@pytest.mark.parametrize("secret", [TOKEN, KEY, "Tulip-44-rain"])
@pytest.mark.parametrize("cut", [3, 11, 14, 15, 17])
def test_a_secret_that_a_stream_sent_in_pieces_is_masked_in_all_of_them(stream, secret, cut):
    said = json.dumps({"password": secret})
    reply, (text,) = written(stream(said[:cut], said[cut : cut + 6], said[cut + 6 :]))
    (told,) = reply["secrets"]
    assert told["params"]["masked"].startswith(secret[:3]) or told["params"]["masked"] == "masked1"
    assert secret[max(0, cut - 8) :] not in text and secret not in json.dumps(reply)


def test_masked_arguments_are_still_json_and_equal_secrets_stay_equal():
    inner = {
        "a": {"api_key": "c0ffee77b3d24e41"},
        "b": {"api_key": "c0ffee77b3d24e41"},
        "c": {"api_key": "77b3d24e41c0ffee"},
    }
    reply, (text,) = written(json.dumps({"arguments": json.dumps(inner)}))
    told = json.loads(json.loads(text)["arguments"])
    assert told["a"] == told["b"] != told["c"]
    assert len(reply["secrets"]) == 2
    assert share.write({"state": state(text)})["secrets"] == []


@pytest.mark.parametrize(
    "text", ["", "\ud83d", "{", '{"a":1}{"b":2}', f"data: {KEY}\n\ndata: [DONE]\n", "{" * 5000 + KEY, f'"{KEY}']
)
def test_texts_that_are_no_json_are_shared_too(text):
    _, (out,) = written(text)
    assert out.replace("\ud83d", "?").isascii() and KEY not in out and (KEY in text or out == text)


@pytest.mark.parametrize("filler", ["", "large"])
def test_the_reply_holds_what_the_link_carries_also_where_it_is_too_long_for_one(filler):
    noise = random.Random(1).randbytes(90_000).hex() if filler else ""
    text = json.dumps({"key": "sk-proj-Zb81kTq9vXw2LmN4pRs6uYd3" + "T3BlbkFJ" + "cE5gHj7aQo0iUe2", "noise": noise})
    reply = share.write({"state": state(text)})
    assert bool(reply["fragment"]) is not bool(filler)
    assert "Zb81kTq9" not in reply["state"]["documents"][0]["text"]
    if not filler:
        assert share.read({"fragment": reply["fragment"]})["state"] == reply["state"]


def test_a_case_too_large_for_a_link_gets_none_and_its_length():
    text = "".join(random.Random(2).choices("abcdefghijklmnopqrstuvwxyz", k=200_000))
    reply = share.write({"state": state(text)})
    assert reply["fragment"] == "" and reply["length"] > 65_536
    (finding,) = reply["findings"]
    assert finding["code"] == "link-too-large" and "65536" in finding["message"]


def test_of_thousands_of_secrets_all_are_masked_and_the_first_thousand_listed():
    chance = random.Random(3)
    tokens = ["".join(chance.choices("0123456789abcdef", k=24)) for _ in range(3_000)]
    text = json.dumps([{"token": token} for token in tokens])
    reply, (out,) = written(text)
    assert len(reply["secrets"]) == 1000 and reply["more"] == 2000
    assert not any(token in out for token in tokens)


@pytest.mark.parametrize(
    ("fragment", "code", "words"),
    [
        ("1.AX8TMurUwyGMVnYGl3hbGOaU", "link-cut", ["26", "180"]),
        ("7.AAAA", "link-newer", ["7", "1"]),
        ("1.!!!!", "link-damaged", []),
        ("about", "link-damaged", ["version"]),
        ("1." + "A" * 70_000, "link-too-large", ["70002", "65536"]),
    ],
)
def test_a_broken_link_is_explained(fragment, code, words):
    reply = share.read({"fragment": fragment})
    assert reply["state"] is None
    (finding,) = reply["findings"]
    assert finding["code"] == code and finding["fault"] == "capture" and finding["hop"] is None
    assert all(word in finding["message"] for word in words)


def test_a_state_that_is_none_becomes_an_empty_case():
    reply = share.write({"state": {"documents": "x", "view": 3, "options": []}})
    assert share.read({"fragment": reply["fragment"]})["state"]["documents"] == []
