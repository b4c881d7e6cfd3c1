"""Contracts of two documents held against each other, tool by tool: what changed in meaning, in words, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Any

from hopscope.compare import same, values
from hopscope.compare.words import common_start
from hopscope.contracts.compare import ContractChange
from hopscope.contracts.compare import compare as compare_schemas
from hopscope.findings import Finding, few, make
from hopscope.flow.contracts import is_mangled, schema_of
from hopscope.flow.differences import Difference, Side, placed
from hopscope.model import Mount
from hopscope.text.node import MISSING, Node
from hopscope.text.write import dumps

Pair = tuple[Node, Node]
_SHOWN = 6
_ADVICE = {  # the worse class first
    "breaking": "What fits the left contract can fail under the right one: change both sides together.",
    "compatible": "Whoever works with the left contract works with the right one too.",
}
_WORDS = frozenset({"description", "title", "icons", "_meta"})


@dataclass(frozen=True, slots=True)
class ContractChanges:
    """Every change of every tool in document order, and the findings, one for each tool that differs."""

    changes: tuple[Difference, ...]
    findings: tuple[Finding, ...]


def of_mounts(left: tuple[Mount, ...], right: tuple[Mount, ...]) -> ContractChanges:
    """Compares tools by name; a name behind a server's prefix is the bare one."""
    pairs = _matched(left, right)
    paired = {id(mount) for pair in pairs for mount in pair}
    gone = (mount for mount in left if id(mount) not in paired)
    new = (mount for mount in right if id(mount) not in paired)
    changes = [Difference("removed", mount.node, MISSING, "is gone", "breaking", "name") for mount in gone]
    changes += [Difference("added", MISSING, mount.node, "is new", "compatible", "name") for mount in new]
    findings: list[Finding] = []
    for one, two in pairs:
        found = list(_tool(one, two))
        changes += found
        name = "The schema" if two.guessed else two.name
        findings += _finding(name, found, (one.input or one.node, two.input or two.node), (one.node, two.node))
    moved = list(_moved(pairs))
    changes += moved
    if moved and not findings:
        findings += _only_moved(pairs, moved)
    return ContractChanges(tuple(sorted(changes, key=_start)), tuple(findings))


def _start(change: Difference) -> int:
    return (change.right or change.left).place().start


def of_schemas(left: Node, right: Node) -> ContractChanges:
    """Compares two schemas that stand alone, as input schemas."""
    found = [_placed(change, left, right) for change in compare_schemas(left.value, right.value, "input")]
    title = right.get("title").string or "The schema"
    return ContractChanges(tuple(found), tuple(_finding(title, found, (left, right), (left, right))))


def _matched(left: tuple[Mount, ...], right: tuple[Mount, ...]) -> list[tuple[Mount, Mount]]:
    waiting, pairs = list(left), []
    for two in right:
        one = next((one for one in waiting if one.name == two.name), None)
        one = one or next((one for one in waiting if _is_one_tool(one, two)), None)
        if one:
            waiting.remove(one)
            pairs.append((one, two))
    return pairs


def _is_one_tool(one: Mount, two: Mount) -> bool:
    """Whether two names are one behind a server's prefix, or both only the titles of schemas that stand alone."""
    return is_mangled(one.name, two.name) or is_mangled(two.name, one.name) or (one.guessed and two.guessed)


def _tool(left: Mount, right: Mount) -> Iterator[Difference]:
    if left.dialect == right.dialect and same(left.node.value, right.node.value):
        yield from _other_order(left.node, right.node)
        return
    yield from _rest(left, right)
    if left.input and right.input:
        changes = compare_schemas(schema_of(left), schema_of(right), "input")
        yield from (_placed(change, left.input, right.input) for change in changes)
    if left.output and right.output:
        changes = compare_schemas(left.output.value, right.output.value, "output")
        yield from (_placed(change, left.output, right.output) for change in changes)
    elif (left.output or right.output) and _could_state_both(left, right):
        kind, class_ = ("added", "compatible") if right.output else ("removed", "breaking")
        yield Difference(kind, left.output or MISSING, right.output or MISSING, f"was {kind}", class_)


def _could_state_both(left: Mount, right: Mount) -> bool:
    """Whether an output that one lacks is missed: a model is hardly ever told it, so its offer need not repeat another's."""
    lacking = right if left.output else left
    return left.carries_output and right.carries_output and (lacking.hop != "offer" or left.dialect == right.dialect)


def _other_order(left: Node, right: Node) -> Iterator[Difference]:
    """The same tool in other bytes, which is enough for a prompt cache to miss."""
    one, two = dumps(left.value), dumps(right.value)
    if one != two:
        byte = len(one[: common_start(one, two)].encode("utf-8", "surrogatepass"))
        alike = _names(left.value) == _names(right.value)
        said = "writes its numbers otherwise" if alike else "has its members in another order"
        yield Difference("moved", left, right, f"{said}, from byte {byte} on", "order-only")


def _names(value: Any) -> list[list[str]]:
    """The names of the members of every object in a value, as they stand."""
    found, waiting = [], [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            found.append(list(one))
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return found


def _placed(change: ContractChange, left: Node, right: Node) -> Difference:
    one = left.get(*change.left_keys) if change.left_keys is not None else MISSING
    two = right.get(*change.right_keys) if change.right_keys is not None else MISSING
    return Difference(change.kind, one or (MISSING if two else left), two, f"was {change.kind}", change.class_)


def _rest(left: Mount, right: Mount) -> Iterator[Difference]:
    """What a tool states beside its schemas: its description, title, annotations; only where both are of one dialect."""
    if left.dialect != right.dialect:
        yield from _description(left, right)
        return
    for change in placed(values(left.node.value, right.node.value), Side((left.node,)), Side((right.node,))):
        steps = _steps(change, left.node, right.node)
        if not _in_schema(steps, left, right):
            class_ = "text-only" if _WORDS & set(steps) else "order-only" if change.kind == "moved" else "compatible"
            yield Difference(change.kind, change.left, change.right, change.says, class_, change.key)


def _description(left: Mount, right: Mount) -> Iterator[Difference]:
    one, two = left.description or MISSING, right.description or MISSING
    if one and two and one.value != two.value:
        yield Difference("changed", one, two, "changed", "text-only")


def _steps(change: Difference, left: Node, right: Node) -> tuple[str | int, ...]:
    node, base = (change.right, right) if change.right else (change.left, left)
    return node.keys[len(base.keys) :]


def _in_schema(steps: tuple[str | int, ...], left: Mount, right: Mount) -> bool:
    schemas = ((mount, schema) for mount in (left, right) for schema in (mount.input, mount.output) if schema)
    ways = (schema.keys[len(mount.node.keys) :] for mount, schema in schemas)
    return any(steps[: len(way)] == way for way in ways)


def _moved(pairs: list[tuple[Mount, Mount]]) -> Iterator[Difference]:
    """Tools that stand in another order, which changes bytes (and prompt caches) but no meaning."""
    stood = sorted((one for one, _ in pairs), key=lambda mount: mount.node.place().start)
    order = {id(mount): at for at, mount in enumerate(stood)}
    for at, (one, two) in enumerate(pairs):
        if order[id(one)] != at:
            yield Difference("moved", one.node, two.node, "moved", "order-only", "name")


def _only_moved(pairs: list[tuple[Mount, Mount]], moved: list[Difference]) -> Iterator[Finding]:
    """The same tools in another order: what a prompt cache does not forgive."""
    stood = sorted((one.node for one, _ in pairs), key=lambda node: node.place().start)
    lists = [[dumps(node.value) for node in nodes] for nodes in (stood, [two.node for _, two in pairs])]
    texts = [",".join(one) for one in lists]
    at = common_start(*texts)
    byte = 1 + len(texts[1][:at].encode("utf-8", "surrogatepass"))  # behind the bracket of the list
    ends = accumulate(len(text) + 1 for text in lists[1])
    tool = next(number for number, end in enumerate(ends) if at < end)
    said = f"tool {tool + 1} ({pairs[tool][1].name}) is the first to differ, from byte {byte} on"
    place, related = moved[0].right.place(), [moved[0].left.place()]
    rows = [_entry(change) for change in moved]
    yield make(
        "contract-drift-text", place, variant="texts", hop=None, schema_at=place, related=related,
        tool="The list of tools", changes=said, diff=rows,
    )  # fmt: skip


def _finding(name: str, changes: list[Difference], shown: Pair, whole: Pair) -> Iterator[Finding]:
    """What became of one tool; `shown` is what the finding leads to on each side, `whole` what the fingerprints are of."""
    meant = [change for change in changes if change.class_ in _ADVICE]
    told = meant or changes
    if told:
        code, place = "contract-drift" if meant else "contract-drift-text", shown[1].place()
        said = few([f"{_short(change, whole)} {change.kind} ({change.class_})" for change in told], _SHOWN)
        worst = next((name for name in _ADVICE if any(change.class_ == name for change in meant)), "")
        yield make(
            code, place, variant="texts", hop=None, schema_at=place, related=[shown[0].place()],
            advice=_ADVICE.get(worst), tool=name, changes=said, diff=[_entry(change) for change in told],
            fingerprints=[_fingerprint(node.value) for node in whole],
        )  # fmt: skip


def _fingerprint(value: Any) -> str:
    """A short hash of a value that no order of members and no white space changes; numbers count as they are written."""
    return sha256(dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def _entry(change: Difference) -> dict[str, Any]:
    """A row of the table that shows a drift; `path` is one text, as where two mounts of one trace are compared."""
    before, after = (dumps(side.value) if side else None for side in (change.left, change.right))
    path = change.shown_path
    return {"path": path, "kind": change.kind, "class": change.class_, "before": before, "after": after}


def _short(change: Difference, whole: Pair) -> str:
    """The end of a change's path that tells it to a person: below the tool, and never from an index on."""
    node = whole[1] if change.right else whole[0]
    path, base = (nodes.place().path[-1:] for nodes in (change.right or change.left, node))
    told = path[0] if path else ""
    steps = (told.removeprefix(f"{base[0]}/") if base else told.removeprefix("/")).removeprefix("/").split("/")
    first = -3 if len(steps) > 2 and steps[-2].isdecimal() else -2
    return "/" + "/".join(steps[first:])
