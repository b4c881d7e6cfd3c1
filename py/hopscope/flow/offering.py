"""Contracts as the tool definitions of another dialect: what is rewritten on the way, and what is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hopscope import dialects
from hopscope.contracts import providers, restoring, rewriting, telling
from hopscope.contracts.providers import LEVELS, Ruling
from hopscope.contracts.rewriting import NULL, Rewrite
from hopscope.contracts.survey import Surveyed, listed, named
from hopscope.dialects._choosing import Stated
from hopscope.dialects._offers import EMPTY, Offering, Tool
from hopscope.findings import Finding, make
from hopscope.flow import choosing, rulings
from hopscope.flow import contracts as agreeing
from hopscope.flow.contracts import Contract, promise_of, schema_of
from hopscope.model import Capture, Mount
from hopscope.text.node import Node
from hopscope.text.places import Place, pointer

LONGEST = 64  # characters that every provider takes in a name
# Members of a tool definition that a conversion writes anew, in any dialect.
REWRITTEN = frozenset(
    {
        "type", "function", "custom", "toolSpec", "name", "description", "strict", "format", "parameters", "parametersJsonSchema",
        "parameters_json_schema", "input_schema", "inputSchema", "input", "schema", "response", "responseJsonSchema",
        "response_json_schema", "output_schema", "outputSchema", "output", "json",
    }
)  # fmt: skip


class BadTarget(ValueError):
    """A dialect or provider that what was asked for can't be written for; the message says why, without a dot."""


def _at(members: Any, way: tuple[str | int, ...]) -> Any:
    """The value at keys of an object; None where it has none there."""
    for key in way:
        members = members.get(key) if isinstance(members, dict) else None
    return members


def turning(params: Mapping[str, Any]) -> Turning:
    """A conversion of tools as `convert` was asked for it; raises BadTarget."""
    to, asked, strict = params["to"], params.get("provider", ""), params.get("strict", False)
    if to not in dialects.offerings():
        raise BadTarget(f"{to} writes no tools; these do: {', '.join(dialects.offerings())}")
    usual = dialects.offerings()[to]
    offering = usual.others.get(asked, usual)
    rules = {False: offering.rules, True: offering.strict_rules}
    if asked:
        provider = providers.every().get(asked)
        if provider is None or not (
            to in provider.table["dialects"] or asked in (offering.rules, offering.strict_rules)
        ):
            raise BadTarget(f"{asked} does not read {to}")
        strict = bool(provider.table["strict"])
        rules[strict] = asked
    return Turning(to, dialects.every()[to].label, offering, rules, strict)


def twice(mounts: Sequence[Mount]) -> Iterator[Finding]:
    """Two contracts of one name in one list: only the last one is written."""
    for finding in agreeing.duplicates(mounts):
        yield make(
            "convert-loss",
            finding.at,
            tool=finding.params["tool"],
            what="the other contract of the same name",
            target="one list",
        )


@dataclass
class Turning:
    """One conversion in the making: what was changed and what was lost on the way."""

    to: str
    label: str
    offering: Offering
    rules: Mapping[bool, str]  # the provider whose rules a tool keeps, without and with the strict flag
    strict: bool
    changes: list[dict[str, Any]] = field(default_factory=list)
    losses: list[Finding] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)  # those written so far, by those that the tools bore
    reserved: set[str] = field(default_factory=set)  # those that tools bear already and may keep
    # The functions written: mount, strict flag, schema.
    made: list[tuple[Mount, bool, Surveyed]] = field(default_factory=list)

    def contracts(self, contracts: Sequence[Contract]) -> Iterator[Any]:
        """The tool definitions of all contracts; names that may stay are kept for those who bear them."""
        self.reserved.update(mount.name for mount in map(_written, contracts) if not self.refuses(mount.name))
        for contract in contracts:
            yield from self.contract(contract)
            if name := self.names.get(_written(contract).name):
                for mount in contract.mounts:
                    self.names.setdefault(mount.name, name)

    def contract(self, contract: Contract) -> Iterator[Any]:
        """The tool definition of a contract, or nothing where the target has no place for such a tool."""
        mount = _written(contract)
        if mount.kind == "hosted" and mount.dialect == self.to:
            yield mount.node.value
        elif mount.kind == "hosted":
            self._lose(mount, (), mount.name, "the provider's own tool", mount.node)
        elif mount.kind == "custom":
            yield from self._custom(mount)
        else:
            yield self._function(mount, contract)

    def _custom(self, mount: Mount) -> Iterator[Any]:
        if self.offering.custom is None:
            self._lose(mount, (), mount.name, f"{mount.name}, a tool with free text as input,", mount.node)
            return
        format = mount.node.value_at("custom", "format") or mount.node.value_at("format")
        yield self.offering.custom(Tool(self._name(mount), _words(mount), custom=_flat(format)))

    def _function(self, mount: Mount, contract: Contract) -> Any:
        is_strict = self._is_strict(mount)
        schema = EMPTY if mount.input is None else self._schema(mount, self.rules[is_strict])
        self.made.append((mount, is_strict, Surveyed(schema)))
        self._renamed(mount)
        more = self._extras(mount)
        flagged = self.offering.strict_rules or self.offering.strict
        strict = True if is_strict else mount.strict if flagged else None
        tool = self.offering.tool(Tool(self._name(mount), _words(mount), schema, self._output(contract), strict))
        _inner(tool).update(more)
        return tool

    def _is_strict(self, mount: Mount) -> bool:
        return bool(self.rules[True]) and (self.strict or mount.strict is True)

    def held(self) -> Iterator[Finding]:
        """What the target's rules still say of the tools as written: what no rewrite mends, and limits of the whole request."""
        for mount, strict, schema in self.made:
            provider = providers.every()[self.rules[strict]]
            if what := provider.refuses_root(schema.value):
                place = (mount.input or mount.node).place()
                told: dict[str, Any] = {"tool": mount.name, "what": what, "mounts": [provider.label]}
                yield make("schema-root", place, hop=mount.hop, schema_at=place, **told)
            for ruling in provider.schema(schema):
                if ruling.code == "provider-limit" or ruling.level == "error":
                    place = telling.nearest(mount.input or mount.node, ruling.path).place()
                    yield rulings.finding(ruling, provider, mount, place)
        for rules in dict.fromkeys(self.rules[strict] for _, strict, _ in self.made):
            flagged = [schema for _, strict, schema in self.made if strict]
            for ruling in providers.every()[rules].request([schema for *_, schema in self.made], flagged):
                first = self.made[0][0]
                if ruling.level != "note":
                    yield rulings.finding(ruling, providers.every()[rules], first, first.node.place())

    def without_contract(self, capture: Capture) -> Iterator[Any]:
        """Entries of a request's tools that state no contract: servers, switches of the provider, marks for a cache.

        Only their own dialect has a place for them.
        """
        known = [mount.node.path for mount in capture.mounts]
        for request in capture.requests:
            entries = request.node.get("tools") or request.node.get("toolConfig", "tools")
            for entry in entries.each():
                if not isinstance(entry.value, dict) or any(_holds(entry.path, path) for path in known):
                    continue
                if self.to == capture.dialect:
                    yield entry.value
                else:
                    said = entry.get("type").string or ", ".join(entry.value)
                    name = entry.get("name").string or entry.get("server_label").string or said
                    self._drop(entry, name, said)

    def _drop(self, entry: Node, name: str, said: str) -> None:
        place = entry.place()
        change = {"document": place.document, "tool": name, "pointer": "", "keyword": said, "kind": "dropped"}
        self.changes.append({**change, "before": entry.value, "after": None})
        what = f"the entry {said} in tools"
        loss = make("convert-loss", place, tool=name, what=what, target=self.label, keyword=said, pointer="")
        self.losses.append(loss)

    def chosen(self, captures: Sequence[Capture], contracts: Sequence[Contract]) -> Mapping[str, Any]:
        """The members in which the target's request says which of the tools written may be called, as the captures say it."""
        found = choosing.made(captures)
        if found is None or not self.names:
            return {}
        choice, request = found
        if request.dialect == self.to and choice.hosted:
            return {str(choice.node.keys[-1]): choice.node.value}
        stated = choosing.stated(choice, self.offering, self.names, [_written(one) for one in contracts])
        self._chose(choice.node, choosing.way(choice, request), stated)
        return stated.members

    def _chose(self, chosen: Node, way: tuple[str | int, ...], stated: Stated) -> None:
        place, key = chosen.place(), str(way[-1])
        change = {"document": place.document, "tool": "", "pointer": pointer(way), "keyword": key}
        before, after = chosen.value, stated.members or None
        if stated.members and before != _at(stated.members, way):
            self.changes.append({**change, "kind": "rewritten", "before": before, "after": after})
        for what in stated.lost:
            self.changes.append({**change, "kind": "dropped", "before": before, "after": None})
            params: dict[str, Any] = {
                "tool": "The request",
                "what": what,
                "target": self.label,
                "keyword": key,
                "pointer": pointer(way),
            }
            self.losses.append(make("convert-loss", place, **params))

    def refuses(self, name: str) -> Ruling | None:
        """What the target says against a name, if it refuses it."""
        rules = self.rules[self.strict] or self.rules[False]  # not every dialect has a strict form
        ruling = providers.every()[rules].name(name, self.to, ())
        return ruling if ruling and ruling.level == "error" else None

    def _name(self, mount: Mount) -> str:
        ruling, name = self.refuses(mount.name), mount.name
        safe = ruling.params["safe"] if ruling else name
        used = set(self.names.values())
        if ruling or name in used:
            taken = used | self.reserved
            name = next(one for one in _numbered(safe) if one not in taken)
            self._change(mount, "/name", "name", "renamed", mount.name, name)
        self.names[mount.name] = name
        return name

    def _schema(self, mount: Mount, rules: str) -> Any:
        back: list[Rewrite] = []
        source = schema_of(mount)
        if mount.hop == "offer" and rules not in _readers(mount):
            source, back = restoring.restored(source, lambda keyword: _may_have_moved(keyword, mount))
            self._could_be_left_out(mount, source, rules)
        schema, steps = rewriting.rewritten(source, providers.every()[rules])
        if mount.judged is not None and mount.input is not None and isinstance(mount.input.value, dict):
            self._change(mount, "/type", "type", "rewritten", mount.input.value.get("type"), schema.get("type"))
            for path, part in Surveyed(mount.input.value).parts:
                if part.get("nullable") is True:
                    self._change(mount, pointer((*path, "nullable")), "nullable", "rewritten", True, None)
        for step in (*back, *steps):
            self._step(mount, step)
        return schema

    def _could_be_left_out(self, mount: Mount, schema: Any, rules: str) -> None:
        """A strict form requires everything: which of the properties that take null could be left out is not said there."""
        every = [providers.every()[id].table.get("required") == "all" for id in (rules, *_readers(mount))]
        if not mount.strict or every[0] or not any(every[1:]):
            return
        for path, part in Surveyed(schema).parts:
            nullable = [name for name, one in named(part, "properties").items() if _takes_null(one)]
            if nullable:
                what = f"which of {', '.join(nullable)} may be left out (a strict form requires all)"
                at = telling.nearest(mount.input or mount.node, (*path, "required")).place()
                self.losses.append(self._loss(mount, at, (*path, "required"), "required", what))

    def _step(self, mount: Mount, step: Rewrite) -> None:
        if step.lost is None or "ignored" not in step.lost:
            self.changes.append({"document": _document(mount), "tool": mount.name, **rewriting.told(step)})
        if step.lost:
            at = telling.nearest(mount.input or mount.node, step.path).place()
            what = f"{step.keyword} at {pointer(step.path[:-1]) or '/'} ({step.lost})"
            self.losses.append(self._loss(mount, at, step.path, step.keyword, what))

    def _output(self, contract: Contract) -> Any:
        mount = contract.output
        if mount is None or mount.output is None:
            return None
        if self.offering.output:
            return promise_of(mount)
        keyword = str(mount.output.keys[-1]) if mount.output.keys else "output"
        self._lose(mount, (keyword,), keyword, f"{keyword}, the schema of its results,", mount.output)
        return None

    def _renamed(self, mount: Mount) -> None:
        keyword = str(mount.input.keys[-1]) if mount.input is not None and mount.input.keys else ""
        if keyword and keyword != self.offering.input:
            self._change(mount, f"/{keyword}", keyword, "renamed", keyword, self.offering.input)

    def _extras(self, mount: Mount) -> dict[str, Any]:
        """Members with a meaning of their own in the source dialect: those that the target has too, the others are lost."""
        more: dict[str, Any] = {}
        if mount.composed:
            stated = mount.annotations and "annotations" in self.offering.kept
            return {"annotations": dict(mount.annotations)} if stated else {}
        for key, node in _inner_node(mount).items() if mount.node is not mount.input else ():
            if key in REWRITTEN or node.value in (None, False, {}, []):
                continue
            if self.to == mount.dialect or key in self.offering.kept:
                more[key] = node.value
            else:
                self._lose(mount, (key,), key, key, node)
        if mount.strict and not (self.offering.strict_rules or self.offering.strict):
            self._lose(mount, ("strict",), "strict", "strict: true", _inner_node(mount).get("strict") or mount.node)
        origin = dialects.every()[mount.dialect].offering
        if mount.server and mount.hop == "offer" and origin and origin.namespaces:
            self._lose(mount, ("namespace",), "namespace", f"its namespace {mount.server}", mount.node)
        return more

    def _change(self, mount: Mount, at: str, keyword: str, kind: str, before: Any, after: Any) -> None:
        change = {"document": _document(mount), "tool": mount.name, "pointer": at, "keyword": keyword, "kind": kind}
        self.changes.append({**change, "before": before, "after": after})

    def _lose(self, mount: Mount, path: tuple[str, ...], keyword: str, what: str, node: Node) -> None:
        self._change(mount, pointer(path), keyword, "dropped", node.value, None)
        self.losses.append(self._loss(mount, node.place(), path, keyword, what))

    def _loss(self, mount: Mount, at: Place, path: tuple[Any, ...], keyword: str, what: str) -> Finding:
        return make(
            "convert-loss", at, tool=mount.name, what=what, target=self.label, keyword=keyword, pointer=pointer(path)
        )


def _readers(mount: Mount) -> list[str]:
    """The providers that a mount was written for."""
    return [
        id for id, one in providers.every().items() if one.serves(mount.dialect, mount.strict, mount.judged is not None)
    ]


def _may_have_moved(keyword: str, mount: Mount) -> bool:
    """Whether a provider that the mount may have been written for has no use for a keyword."""
    read_by = (one for one in providers.every().values() if mount.dialect in one.table["dialects"])
    return any((one.rule(keyword, "") or {}).get("is") in LEVELS for one in read_by)


def _takes_null(schema: Any) -> bool:
    kinds = schema.get("type") if isinstance(schema, dict) else None
    branches = listed(schema, "anyOf") if isinstance(schema, dict) else []
    return (isinstance(kinds, list) and "null" in kinds) or NULL in branches


def _written(contract: Contract) -> Mount:
    """The mount that is converted: the server's own where there is one."""
    return contract.at("discover") or contract.at("offer") or contract.mounts[-1]


def _inner(tool: Any) -> dict[str, Any]:
    """The object in which a written tool has its name."""
    return next((tool[key] for key in ("function", "toolSpec") if isinstance(tool.get(key), dict)), tool)


def _inner_node(mount: Mount) -> Node:
    return next((node for key in ("function", "toolSpec") if (node := mount.node.get(key))), mount.node)


def _holds(outer: tuple[str, ...], inner: tuple[str, ...]) -> bool:
    """Whether a place with the path `inner` lies in the one with the path `outer`."""
    return inner[: len(outer) - 1] == outer[:-1] and f"{inner[len(outer) - 1]}/".startswith(f"{outer[-1]}/")


def _numbered(name: str) -> Iterator[str]:
    """The name, then the name with a number, never longer than every provider takes."""
    yield name
    yield from (f"{name[: LONGEST - len(str(number)) - 1]}_{number}" for number in count(2))


def _words(mount: Mount) -> str | None:
    return mount.description.value if mount.description is not None else None


def _flat(format: Any) -> dict[str, Any]:
    """The format of a free-text tool without the level that only Chat has; plain text where it is none."""
    if not isinstance(format, dict) or not format:
        return {"type": "text"}
    grammar = format.get("grammar")
    return {"type": "grammar", **grammar} if isinstance(grammar, dict) else format


def _document(mount: Mount) -> str:
    return mount.node.place().document
