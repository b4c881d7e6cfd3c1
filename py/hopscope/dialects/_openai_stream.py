"""The items of one streamed response of OpenAI's Responses family, put together from its events.

An event names its item by `item_id` and by `output_index`. GitHub Copilot's proxy changes the item id with every event, so an
unknown id falls back to the index; the call id, where an event has one, is never overruled by either.
Source: openai/openai-openapi `openapi.json` at f85dbe223d40; vercel/ai at ed857f50f1 for the proxy's stream.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from hopscope.dialects import _openai_items as openai
from hopscope.dialects._reading import count, given, word
from hopscope.dialects._stream_fragments import Assembled, Piece, conflict
from hopscope.findings import Finding
from hopscope.model import Call, Fragment
from hopscope.text.node import MISSING, Node, node_of_fragments

# The events that carry a call's arguments: `response.<kind>.delta` and `.done`, the latter with the whole in this member.
ARGUMENTS = {
    "function_call_arguments": "arguments",
    "mcp_call_arguments": "arguments",
    "custom_tool_call_input": "input",
    "code_interpreter_call_code": "code",
}
TEXTS = {
    "output_text": "text",
    "text": "text",
    "output_audio_transcript": "transcript",
    "audio_transcript": "transcript",
    "refusal": "refusal",
}


@dataclass(eq=False)
class Slot:
    """One item as far as its events tell it."""

    index: Any = None
    item: Node = MISSING
    opened: Node = MISSING  # the item as it was added
    opened_at: int = 0
    deltas: list[tuple[int, Node]] = field(default_factory=list)
    whole: Node = MISSING  # the whole arguments, from the event that ends them
    ended: Node = MISSING  # that event
    ended_at: int = 0
    finished: bool = False
    member: str = ""  # in which its whole arguments come

    @property
    def call_id(self) -> str | None:
        """The id of its call, where one is known."""
        return word(openai.pick(self.item or self.ended, "call_id"))

    @property
    def name(self) -> str | None:
        """The name of its call's tool, where one is known."""
        return word((self.item or self.ended).get("name"))

    @property
    def open(self) -> bool:
        """Whether more of its arguments may come."""
        return not self.finished and not self.whole

    def written(self) -> Node:
        """The arguments: the fragments joined, unless the event that ends them says something else."""
        joined = node_of_fragments([delta for _, delta in self.deltas])
        final = self.whole if self.whole.string else _arguments(self.item)
        if not joined:
            return final
        return final if final and final.value != joined.string and not self.open else joined

    def pieces(self) -> list[Piece]:
        """Its fragments in the order of the stream."""
        opening, text = _arguments(self.opened), self.written()
        out = []
        if self.opened:
            out.append(self._piece(self.opened_at, self.opened, self.call_id, self.name, opening))
        out += [self._piece(event, delta, None, None, delta) for event, delta in self.deltas]
        if not self.deltas and text.value and not opening.value:
            out.append(self._piece(self.ended_at, text, self.call_id, self.name, text))
        lone = self.item or self.ended
        return out or ([self._piece(self.ended_at, lone, self.call_id, self.name, MISSING)] if lone else [])

    def _piece(self, event: int, node: Node, id: str | None, name: str | None, text: Node) -> Piece:
        return Piece(event, node, self.index, id, name, text or None)

    def fragments(self) -> tuple[Fragment, ...]:
        """The table of its fragments."""
        return tuple(piece.fragment() for piece in self.pieces())

    def assembled(self) -> Assembled:
        """The call as the rule for fragments knows it."""
        return Assembled(self.call_id, self.name or "", self.pieces())


def _arguments(item: Node) -> Node:
    """Where an item of a call has its arguments."""
    kind = openai.CALLS.get(openai.type_of(item))
    return item.get(kind.arguments) if kind and kind.arguments else MISSING


class Slots:
    """All items of one response."""

    def __init__(self) -> None:
        self.all: list[Slot] = []
        self._by_id: dict[str, Slot] = {}
        self._by_index: dict[Any, Slot] = {}
        self._texts: dict[tuple[Any, ...], list[Node]] = {}
        self._whole_texts: dict[tuple[Any, ...], Node] = {}

    def add(self, node: Node, sort: str, event: int) -> bool:
        """Takes in one event of a response; tells whether more must follow it."""
        kind, _, step = sort.removeprefix("response.").rpartition(".")
        if kind == "output_item":
            return self._item(node, node.get("item"), step, event)
        if kind in ARGUMENTS:
            return self._arguments(node, ARGUMENTS[kind], step, event)
        if kind in TEXTS:
            return self._text(node, kind, step)
        return step == "delta"

    def _item(self, node: Node, item: Node, step: str, event: int) -> bool:
        if not item:
            return step == "added"
        slot = self._home(word(item, "id"), node, word(openai.pick(item, "call_id")), new=step == "added")
        slot.item = item
        if step == "done":
            slot.finished, slot.ended, slot.ended_at = True, slot.ended or item, slot.ended_at or event
        elif not slot.opened:
            slot.opened, slot.opened_at = item, event
        return step == "added"

    def _arguments(self, node: Node, member: str, step: str, event: int) -> bool:
        slot = self._home(word(node, "item_id"), node, word(node, "call_id"))
        slot.member = member
        if step == "delta" and word(node, "delta"):
            slot.deltas.append((event, node.get("delta")))
        elif step == "done":
            slot.whole, slot.ended, slot.ended_at = given(node.get(member)) or MISSING, node, event
        return step == "delta"

    def _home(self, id: str | None, node: Node, call_id: str | None, new: bool = False) -> Slot:
        """The slot of an event: by its item's id, else by its index unless another call sits there."""
        index = count(node, "output_index")
        slot = self._by_id.get(id or "")
        if slot is not None and index is not None and slot.index not in (None, index):  # one id for several items
            slot = None if new else self._by_index.get(index, slot)
        slot = slot or (None if new else self._by_index.get(index))
        if slot is None and not new and index is None and self.all:
            slot = self.all[-1]
        if slot is None or (call_id and slot.call_id not in (None, call_id)):
            slot = self._known(call_id, index if new else None) or Slot(index)
            self.all += [slot] if slot not in self.all else []
        if id:
            self._by_id[id] = slot
        self._by_index[index] = slot
        return slot

    def _known(self, call_id: str | None, index: Any) -> Slot | None:
        """The item of a call id; a new item at another `index` is one of its own, though it shares the id."""
        known = (slot for slot in self.all if call_id and slot.call_id == call_id)
        return next((slot for slot in known if index is None or slot.index in (None, index)), None)

    def _text(self, node: Node, kind: str, step: str) -> bool:
        at = (kind == "refusal", count(node, "output_index"), count(node, "content_index"))
        if step == "delta" and word(node, "delta"):
            self._texts.setdefault(at, []).append(node.get("delta"))
        elif step == "done" and word(node, TEXTS[kind]):
            self._whole_texts[at] = node.get(TEXTS[kind])
        return step == "delta"

    # What came of it

    def items(self) -> list[Node]:
        """The items in their last form."""
        return [slot.item for slot in self.all if slot.item]

    def calls_without_item(self, dialect: str) -> Iterator[Call]:
        """Calls whose beginning was not captured: named as the event that ends their arguments does, or without a name."""
        for slot in self.all:
            told = slot.ended and (slot.name or slot.call_id)
            if not slot.item and (told or (slot.deltas and slot.member == "arguments")):
                node = slot.ended or slot.deltas[0][1]
                call = Call(slot.call_id, slot.name or "", dialect, node, slot.written() or None, True)
                item = word(slot.ended, "item_id")
                yield replace(call, fragments=slot.fragments(), item=item, part_of_stream_end=slot.open)

    def dressed(self, call: Call, *, open_end: bool) -> Call:
        """A call with its arguments and its table of fragments as the stream gave them."""
        slot = next((slot for slot in self.all if slot.item is call.node), None)
        if slot is None:
            return call
        arguments = slot.written()
        encoded = not arguments or isinstance(arguments.value, str)
        unfinished = open_end and slot.open
        return replace(
            call,
            arguments=arguments or None,
            encoded=encoded,
            fragments=slot.fragments(),
            part_of_stream_end=unfinished,
        )

    def texts(self) -> tuple[Node, ...]:
        """The plain texts, each joined from its fragments."""
        return tuple(self._joined(at) for at in self._places() if not at[0])

    def refusal(self) -> Node | None:
        """The refusal, joined from its fragments."""
        return next((self._joined(at) for at in self._places() if at[0]), None)

    def _places(self) -> list[tuple[Any, ...]]:
        return list(dict.fromkeys([*self._texts, *self._whole_texts]))

    def _joined(self, at: tuple[Any, ...]) -> Node:
        return node_of_fragments(self._texts[at]) if at in self._texts else self._whole_texts[at]

    def still_open(self) -> str | None:
        """The tool whose arguments were still coming at the end."""
        return next((slot.name for slot in reversed(self.all) if slot.open and slot.name), None)

    def conflicts(self) -> Iterator[Finding]:
        """Two call ids on one index, which a reader that goes by the index alone would merge."""
        for index in dict.fromkeys(slot.index for slot in self.all):
            here = [slot for slot in self.all if slot.index == index and slot.call_id]
            if len({slot.call_id for slot in here}) > 1:
                naive = "".join(fragment.text for slot in here for fragment in slot.fragments())
                yield conflict("shared", [slot.assembled() for slot in here], index, naive)
