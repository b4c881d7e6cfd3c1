"""One contract for each tool, from all the mounts it appears in: joined by name, held against each other, ready to judge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from hopscope.contracts.compare import ContractChange, compare
from hopscope.contracts.strict import is_strict_rewrite
from hopscope.findings import Finding, few, make
from hopscope.flow import library
from hopscope.model import Call, Mount
from hopscope.text.node import Node
from hopscope.text.numbers import equal
from hopscope.text.write import dumps

SHOWN = 6  # changes named in one sentence
KNOWN = 30  # tools named where none fits


@dataclass(frozen=True, eq=False)
class Contract:
    """What everybody must agree on for one tool: all its mounts, and the schemas that judge its calls and results."""

    name: str
    mounts: tuple[Mount, ...]

    @cached_property
    def servers(self) -> frozenset[str]:
        """The servers that state it, where they are named."""
        return frozenset(mount.server for mount in self.mounts if mount.server)

    def at(self, hop: str) -> Mount | None:
        """The mount at `discover` or `offer` that judges there: the last one stated, an echo of the provider's only alone."""
        stated = [mount for mount in self.mounts if mount.hop == hop]
        told = [mount for mount in stated if not mount.echo] or stated
        return next((m for m in reversed(told) if m.input is not None), told[-1] if told else None)

    @cached_property
    def stated(self) -> dict[str, Node]:
        """Where it stands at each hop that states it, by the mount that judges there."""
        found = ((hop, self.at(hop)) for hop in ("discover", "offer"))
        return {hop: mount.node for hop, mount in found if mount}

    @cached_property
    def offered(self) -> Mount | None:
        """What the other side went by: the offer to the model, else what the server's first list said where a later one differs."""
        lists = [m for m in self.mounts if m.hop == "discover" and m.dialect == "mcp" and m.input is not None]
        changed = lists and any(not equal(getter(lists[0]), getter(lists[-1])) for getter in (schema_of, promise_of))
        return self.at("offer") or (lists[0] if changed else None)

    @cached_property
    def inputs(self) -> tuple[Mount, ...]:
        """The mounts whose input schemas differ in value, the server's first."""
        stated = [m for m in (self.at("discover"), self.offered) if m and m.input is not None and m.kind == "function"]
        if len(stated) == 2 and equal(schema_of(stated[0]), schema_of(stated[1])):
            return (stated[0],)
        return tuple(stated)

    @cached_property
    def output(self) -> Mount | None:
        """The mount whose output schema judges results."""
        return next((mount for mount in reversed(self.mounts) if mount.output is not None), None)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the contract itself, and where its mounts differ."""
        return (*_faults(self), *_drift(self))

    @cached_property
    def drift(self) -> Finding | None:
        """The finding that its mounts differ in meaning, if they do."""
        return next((finding for finding in self.findings if finding.code == "contract-drift"), None)

    @cached_property
    def rewritten(self) -> bool:
        """Whether one mount is exactly a strict rewrite of the other."""
        return bool(self.drift and self.drift.severity == "note")

    def says(self, hint: str) -> Any:
        """What the contract says of its effects by one of MCP's annotations, or None where it says nothing."""
        return next((mount.annotations[hint] for mount in self.mounts if hint in mount.annotations), None)

    @cached_property
    def writes(self) -> bool:
        """Whether it says that a call changes something."""
        return self.says("readOnlyHint") is False or self.says("destructiveHint") is True

    def json(self) -> dict[str, Any]:
        """The contract as `trace` tells it."""
        mounts = [{"hop": m.hop, "dialect": m.dialect, "at": m.node.place().json()} for m in self.mounts]
        first = self.inputs[0].input if self.inputs else None
        output = self.output.output if self.output else None
        return {
            "name": self.name,
            "mounts": mounts,
            "input": first.place().json() if first else None,
            "output": output.place().json() if output else None,
        }


def schema_of(mount: Mount) -> Any:
    """The input schema that judges, as JSON Schema: rewritten where the dialect has a schema language of its own."""
    return mount.judged if mount.judged is not None else mount.input.value if mount.input else None


def promise_of(mount: Mount) -> Any:
    """The output schema that judges, as JSON Schema."""
    return mount.judged_output if mount.judged_output is not None else mount.output.value if mount.output else None


def gather(mounts: Iterable[Mount]) -> tuple[Contract, ...]:
    """All contracts of a trace in the order of their first mounts; server-prefixed names join the bare one.

    Two servers that state a tool of one name state two contracts.
    """
    stated = _told_apart(list(mounts))
    shared = _shared_names(stated)
    groups: dict[tuple[str, str | None], list[Mount]] = {}
    for mount in stated:
        groups.setdefault((mount.name, mount.server if mount.name in shared else None), []).append(mount)
    for key in list(groups):
        home = _bare_home(key[0], groups)
        if home and _all_at("offer", groups[key]):
            groups[home].extend(groups.pop(key))
    return tuple(Contract(name, tuple(members)) for (name, _), members in groups.items())


def _told_apart(mounts: list[Mount]) -> list[Mount]:
    """The mounts, a document's name for the server of a list that names none, where offers tell of several servers.

    They do if the names of several offered tools end in the name of one that stands in the lists of several documents.
    """
    homes: dict[str, set[str]] = {}
    for mount in mounts:
        if mount.hop == "discover" and not mount.server:
            homes.setdefault(mount.name, set()).add(mount.node.place().document)
    offered = {mount.name for mount in mounts if mount.hop == "offer"}
    several = {name for name, documents in homes.items() if len(documents) > 1}
    several = {name for name in several if sum(is_mangled(long, name) for long in offered) > 1}
    return [_of_document(mount) if mount.name in several else mount for mount in mounts] if several else mounts


def _of_document(mount: Mount) -> Mount:
    named = mount.server or mount.node.place().document.partition(".")[0]
    return replace(mount, server=named) if mount.hop == "discover" else mount


def _shared_names(mounts: Iterable[Mount]) -> set[str]:
    servers: dict[str, set[str]] = {}
    for mount in mounts:
        if mount.hop == "discover" and mount.server:
            servers.setdefault(mount.name, set()).add(mount.server)
    return {name for name, known in servers.items() if len(known) > 1}


def _bare_home(name: str, groups: dict[tuple[str, str | None], list[Mount]]) -> tuple[str, str | None] | None:
    """The group of the server's own name for a prefixed one; of several the one that the prefix names, else the one alike."""
    homes = [key for key, members in groups.items() if is_mangled(name, key[0]) and _all_at("discover", members)]
    if len(homes) < 2:
        return homes[0] if homes else None
    offers = [schema_of(mount) for key, members in groups.items() if key[0] == name for mount in members]
    alike = (key for key in homes if any(equal(schema_of(mount), offer) for mount in groups[key] for offer in offers))
    return next((key for key in homes if names_server(name, key[1])), next(alike, homes[0]))


def names_server(name: str, server: str | None) -> bool:
    """Whether a tool's prefixed name holds the name of a server, whatever characters the prefix may not have."""
    plain = [re.sub(r"[^a-z0-9]", "", text.lower()) for text in (name, server or "")]
    return bool(plain[1]) and plain[1] in plain[0]


def _all_at(hop: str, mounts: Iterable[Mount]) -> bool:
    return all(mount.hop == hop for mount in mounts)


def is_mangled(long: str, bare: str) -> bool:
    """Whether `long` is `bare` behind a server's prefix: `mcp__server__tool`, `mcp_server_tool`, `server_tool`, `server.tool`."""
    prefixed = bool(bare) and long != bare and long.endswith(bare)
    return prefixed and bool(re.fullmatch(r"[\w.-]+(?:__|[_.:/-])", long[: -len(bare)]))


def find(contracts_: Iterable[Contract], call: Call) -> Contract | None:
    """The contract that a call's name fits: exactly, by a mount's own name, or behind a server's prefix."""
    known = list(contracts_)
    exact = [c for c in known if call.name in {c.name, *(mount.name for mount in c.mounts)}]
    if exact:
        return next((c for c in exact if call.namespace and call.namespace in c.servers), exact[0])
    fitting = [c for c in known if _fits_behind_a_prefix(call, c)]
    named = [c for c in fitting if any(names_server(call.name, server) for server in c.servers)]
    return next((group[0] for group in (fitting, named) if len(group) == 1), None)


_SERVERS_PREFIX = re.compile(r"mcp_|.*(?:__|[.:/])$")


def _fits_behind_a_prefix(call: Call, contract: Contract) -> bool:
    """Whether the longer of the two names has the prefix of a server; a server itself goes by its own names alone."""
    server = contract.at("discover")
    pairs = ((call.name, contract.name), (contract.name, call.name))
    long, bare = next((pair for pair in pairs if is_mangled(*pair)), ("", ""))
    if not long or (call.dialect == "mcp" and server and server.dialect == "mcp"):
        return False
    prefix = long[: -len(bare)]
    known = any(names_server(prefix, name) for name in contract.servers) or (long == call.name and server is not None)
    return known or bool(_SERVERS_PREFIX.match(prefix))


def meant(contracts_: Iterable[Contract], called: set[str]) -> Contract | None:
    """A schema of one's own that names no tool, meant for the one tool that is called."""
    guessed = [contract for contract in contracts_ if all(mount.guessed for mount in contract.mounts)]
    return guessed[0] if len(guessed) == 1 and len(called) == 1 else None


class Finder:
    """The contracts of a trace as calls find theirs; what fits the calls of one name is looked for once."""

    def __init__(self, contracts_: Sequence[Contract], called: set[str]) -> None:
        self._contracts = contracts_
        self._meant = meant(contracts_, called)
        self._found: dict[tuple[str, str | None, str], Contract | None] = {}

    def contract_of(self, call: Call) -> Contract | None:
        """The contract that a call's name fits, else the one that is meant for the one tool that is called."""
        key = (call.name, call.namespace, call.dialect)
        if key not in self._found:
            self._found[key] = find(self._contracts, call) or self._meant
        return self._found[key]


def unknown(call: Call, known: tuple[Contract, ...]) -> Finding:
    """The finding that no contract fits a call's name, with the nearest names and all that there are."""
    names = sorted({mount.name for contract in known for mount in contract.mounts})
    near = get_close_matches(call.name, names, n=3, cutoff=0.6)
    nearest = f"; nearest: {', '.join(near)}" if near else ""
    place = call.node.get("function", "name") or call.node.get("name") or call.node
    return make("call-unknown-tool", place.place(), tool=call.name, nearest=nearest, near=near, known=few(names, KNOWN))


def _faults(contract: Contract) -> Iterator[Finding]:
    seen: list[Any] = []
    for mount in contract.mounts:
        for schema, value in ((mount.input, schema_of(mount)), (mount.output, promise_of(mount))):
            if schema is None or any(equal(value, other) for other in seen):
                continue
            seen.append(value)
            yield from _schema_faults(contract.name, mount, schema, value)


def _schema_faults(name: str, mount: Mount, schema: Node, value: Any) -> Iterator[Finding]:
    is_object = isinstance(value, dict) and value.get("type") == "object"
    if mount.dialect == "mcp" and schema is mount.input and not is_object:
        place, what = schema.place(), "is not of type object"
        yield make("schema-root", place, hop=mount.hop, schema_at=place, tool=name, what=what, mounts=["MCP"])
    for fault in library.compiled(value).faults:
        place = (schema.get(*fault.path) or schema).place()
        told: dict[str, Any] = {"tool": name, "sentence": fault.message, **fault.params}
        related = [there.place() for path in fault.related if (there := schema.get(*path))]
        yield make(fault.code, place, severity=fault.severity, hop=mount.hop, schema_at=place, related=related, **told)


def duplicates(mounts: Iterable[Mount]) -> Iterator[Finding]:
    """A name that stands twice in one tool list with different contracts."""
    seen: dict[tuple[Any, ...], Mount] = {}
    for mount in mounts:
        place = mount.node.place()
        *layers, last = place.path or ("",)
        tool_list = (place.document, *layers, last.rpartition("/")[0])
        earlier = seen.setdefault((tool_list, mount.name, mount.server), mount)
        if earlier is not mount:
            related = [earlier.node.place()]
            yield make("contract-duplicate", place, hop=mount.hop, related=related, tool=mount.name)


def _drift(contract: Contract) -> Iterator[Finding]:
    server, offered = contract.at("discover"), contract.offered
    if not (server and offered):
        return
    changes = [*_input_changes(server, offered), *_output_changes(server, offered)]
    meant = [change for change in changes if change.has_meaning]
    words = [*(change for change in changes if not change.has_meaning), *_description(server, offered)]
    if meant:
        yield _drifted("contract-drift", contract, server, offered, meant)
    elif words:
        yield _drifted("contract-drift-text", contract, server, offered, words)


@dataclass(frozen=True, slots=True)
class _Change:
    path: str
    kind: str
    meaning: str
    before: str | None
    after: str | None

    @property
    def has_meaning(self) -> bool:
        return self.meaning in ("breaking", "compatible")

    def __str__(self) -> str:
        return f"{self.path or '/'} {self.kind} ({self.meaning})"


def _input_changes(server: Mount, offered: Mount) -> list[_Change]:
    if server.input is None or offered.input is None:
        return []
    return [_change(c, "") for c in compare(schema_of(offered), schema_of(server), "input")]


def _output_changes(server: Mount, offered: Mount) -> list[_Change]:
    if server.output is None or offered.output is None or not (server.carries_output and offered.carries_output):
        return []
    return [_change(c, "output ") for c in compare(promise_of(offered), promise_of(server), "output")]


def _change(change: ContractChange, prefix: str) -> _Change:
    before = None if change.left_keys is None else dumps(change.before)
    after = None if change.right_keys is None else dumps(change.after)
    return _Change(prefix + change.path, change.kind, change.class_, before, after)


def _description(server: Mount, offered: Mount) -> list[_Change]:
    texts = [mount.description.value if mount.description else "" for mount in (server, offered)]
    if texts[0] == texts[1] or not all(texts):
        return []
    return [_Change("/description", "changed", "text-only", dumps(texts[1]), dumps(texts[0]))]


def reached(node: Node, path: str) -> Node:
    """What stands at a pointer below a node, or the nearest thing round it."""
    for step in path.split("/")[1:] if path.startswith("/") else ():
        key = step.replace("~1", "/").replace("~0", "~")
        below = node.get(int(key)) if isinstance(node.value, list) and key.isdecimal() else node.get(key)
        if not below:
            break
        node = below
    return node


_STRICT = ("/required", "/additionalProperties", "/type")


def _rewritten(server: Mount, offered: Mount, changes: list[_Change]) -> bool:
    """Whether the offer is the server's contract made strict; one that only lacks keywords must say that it is strict."""
    made = offered.strict is True or any(change.path.endswith(_STRICT) for change in changes)
    return made and is_strict_rewrite(schema_of(server), schema_of(offered))


def _drifted(code: str, contract: Contract, server: Mount, offered: Mount, changes: list[_Change]) -> Finding:
    rewrite = code == "contract-drift" and _rewritten(server, offered, changes)
    named = few([str(change) for change in changes], SHOWN)
    told = [{"path": c.path, "kind": c.kind, "class": c.meaning, "before": c.before, "after": c.after} for c in changes]
    first = next((change for change in changes if change.meaning == "breaking"), changes[0])
    place = reached(offered.input or offered.node, first.path).place()
    return make(
        code, place, schema_at=place, related=[reached(server.input or server.node, first.path).place()],
        severity="note" if rewrite else None, variant="rewrite" if rewrite else "",
        tool=contract.name, changes=named, diff=told,
    )  # fmt: skip
