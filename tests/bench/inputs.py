"""The inputs of the measurements: orders, tickets and tool calls, made from a fixed seed, equal on every machine."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

SEED = 20_260_101
CITIES = ("Berlin", "São Paulo", "Kraków", "Oslo", "Nairobi", "東京", "Zürich", "Quebec")
GOODS = ("desk lamp", "paper A4", 'screen 27"', "chair", "cable USB-C", "label\tprinter", "mouse", "ink, black")
STATES = ("open", "packed", "sent", "returned")
WORDS = (
    "the",
    "order",
    "was",
    "late",
    "and",
    "we",
    "asked",
    "shop",
    "to",
    "send",
    "it",
    "again",
    "nobody",
    "answered",
    "please",
)
CONTRACT = {
    "type": "object",
    "properties": {
        "order": {"type": "string", "pattern": "^A-[0-9]{6}$"},
        "state": {"enum": list(STATES)},
        "count": {"type": "integer", "minimum": 1, "maximum": 99},
        "price": {"type": "number", "minimum": 0},
        "express": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string", "maxLength": 20}, "maxItems": 5},
    },
    "required": ["order", "state", "count"],
    "additionalProperties": False,
}
TOOL = {
    "type": "function",
    "function": {"name": "update_order", "description": "Changes an order.", "parameters": CONTRACT},
}


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def sentence(dice: random.Random, words: int) -> str:
    return " ".join(dice.choices(WORDS, k=words))


def order_line(dice: random.Random) -> dict[str, Any]:
    price = dice.randrange(100, 99_999) / 100
    return {
        "sku": f"{dice.randrange(10**8):08d}",
        "name": dice.choice(GOODS),
        "price": price,
        "gift": dice.random() < 0.1,
    }


def order(dice: random.Random, number: int) -> dict[str, Any]:
    lines = [order_line(dice) for _ in range(dice.randint(1, 4))]
    return {
        "id": f"A-{number:06d}", "state": dice.choice(STATES), "created": f"2026-03-{dice.randint(1, 28):02d}T10:15:00Z",
        "customer": {"name": sentence(dice, 2).title(), "city": dice.choice(CITIES), "points": None if number % 7 else number},
        "lines": lines, "note": sentence(dice, dice.randint(4, 24)), "weight": round(dice.random() * 40, 3), "paid": True,
    }  # fmt: skip


def orders(characters: int) -> str:
    """One array of orders, of about so many characters."""
    return compact(order_list(characters))


def order_list(characters: int) -> list[dict[str, Any]]:
    dice = random.Random(SEED)
    made: list[dict[str, Any]] = []
    length = 0
    while length < characters:
        made.append(order(dice, len(made)))
        length += len(compact(made[-1])) + 1
    return made


def truncated(characters: int) -> str:
    """Orders as they came until the connection broke, within a string."""
    text = orders(characters + 4096)
    return text[: text.index('"note":"', characters - 1024) + 20]


def faulty(characters: int, faults: int) -> str:
    """Orders with faults of the usual kinds scattered over them."""
    parts = [compact(each) for each in order_list(characters)]
    kinds = (
        lambda part: part.replace('"paid":true', '"paid":True', 1),
        lambda part: part.replace("}],", "},],", 1),
        lambda part: part.replace('"state":', "state:", 1),
        lambda part: part.replace('"sent"', "'sent'", 1).replace('"open"', "'open'", 1),
        lambda part: part.replace('"note":', '/* from the shop */ "note":', 1),
        lambda part: part.replace(',"weight"', ' "weight"', 1),
    )
    step = len(parts) // faults
    for number in range(faults):
        parts[number * step] = kinds[number % len(kinds)](parts[number * step])
    return "[" + ",".join(parts) + "]"


def call_arguments(count: int) -> Iterator[dict[str, Any]]:
    """Arguments for `CONTRACT`, every twentieth against it."""
    dice = random.Random(SEED)
    for number in range(count):
        made = {
            "order": f"A-{number:06d}", "state": dice.choice(STATES), "count": dice.randint(1, 99),
            "price": dice.randrange(10_000) / 100, "express": dice.random() < 0.5, "tags": dice.choices(WORDS, k=2),
        }  # fmt: skip
        if number % 20 == 19:
            made["count"] = str(made["count"])
        yield made


def json_lines(count: int) -> str:
    return "".join(f"{compact(each)}\n" for each in call_arguments(count))


def tool_call(number: int, arguments: dict[str, Any]) -> dict[str, Any]:
    function = {"name": "update_order", "arguments": compact(arguments)}
    return {"id": f"call_{number:06d}", "type": "function", "function": function}


def reply(number: int, arguments: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": None, "tool_calls": [tool_call(number, arguments)]}
    return {
        "id": f"chatcmpl-{number:06d}", "object": "chat.completion", "created": 1_767_225_600 + number, "model": "model-1",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}],
    }  # fmt: skip


def replies(count: int) -> str:
    """JSON Lines: one answer of a model a line, with one call each."""
    return "".join(f"{compact(reply(number, each))}\n" for number, each in enumerate(call_arguments(count)))


def replies_of(characters: int) -> str:
    """As many of them as make about so many characters."""
    return replies(characters * 1000 // len(replies(1000)))


def offer() -> str:
    return compact({"model": "model-1", "messages": [{"role": "user", "content": "Go on."}], "tools": [TOOL]})


def conversation(characters: int) -> str:
    """One request with its history: each call of the model is answered by an order; of about so many characters."""
    dice = random.Random(SEED)
    messages: list[dict[str, Any]] = [{"role": "user", "content": sentence(dice, 40)}]
    length = 0
    for number, arguments in enumerate(call_arguments(characters)):
        if length >= characters:
            break
        answer = compact(order(dice, number))
        turn: list[dict[str, Any]] = [
            {"role": "assistant", "content": sentence(dice, 12), "tool_calls": [tool_call(number, arguments)]},
            {"role": "tool", "tool_call_id": f"call_{number:06d}", "content": answer},
        ]
        messages += turn
        length += len(json.dumps(turn, ensure_ascii=False, indent=2))
    return json.dumps({"model": "model-1", "messages": messages, "tools": [TOOL]}, ensure_ascii=False, indent=2)


def tools(count: int) -> str:
    """A request that offers so many tools."""
    named = [{**TOOL, "function": {**TOOL["function"], "name": f"update_{number}"}} for number in range(count)]  # type: ignore[dict-item]
    return compact({"model": "model-1", "messages": [], "tools": named})


def pair(characters: int) -> tuple[str, str]:
    """Orders before and after: a dozen came in between, a dozen went, and some have another state, note or price."""
    left = order_list(characters)
    dice = random.Random(SEED + 1)
    right: list[dict[str, Any]] = json.loads(json.dumps(left))
    for place in sorted(dice.sample(range(len(right)), 12), reverse=True):
        del right[place]
    for place in dice.sample(range(len(right)), 18):
        right[place][dice.choice(("state", "note"))] = "changed by hand"
    for number, place in enumerate(sorted(dice.sample(range(len(right)), 12))):
        right.insert(place, order(dice, 900_000 + number))
    return compact(left), compact(right)


def state(characters: int) -> dict[str, Any]:
    """What a link carries: a tool list and a model's answer, and more of the conversation the larger it is."""
    documents = [{"name": "tools.json", "text": compact({"tools": [TOOL]})}]
    if characters < 1000:
        documents = [{"name": "case", "text": compact(reply(1, next(call_arguments(1))))}]
    else:
        documents.append({"name": "request.json", "text": conversation(characters * 3 // 4)})
    return {"documents": documents, "view": "trace"}


def typing_place(text: str) -> int:
    """Where one types, as JavaScript counts: in the last string value before the middle."""
    point = max(text.rfind(sign, 0, len(text) // 2) + len(sign) for sign in ('": "', '":"'))
    return len(text[:point].encode("utf-16-le")) // 2
