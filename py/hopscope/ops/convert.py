"""The verb `convert`: the contracts in the documents as tool definitions of another dialect, every step and every loss told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hopscope import dialects
from hopscope.contracts import providers, rewriting, telling
from hopscope.contracts.providers import Ruling
from hopscope.contracts.rewriting import Rewrite
from hopscope.dialects._offers import EMPTY, OFFERINGS, Offering, Tool
from hopscope.findings import Finding, make
from hopscope.flow import contracts as agreeing
from hopscope.flow import documents
from hopscope.flow.contracts import Contract, promise_of, schema_of
from hopscope.model import Capture, Mount
from hopscope.text.node import Node
from hopscope.text.places import Place, pointer
from hopscope.text.write import dumps

NAMESPACED = "openai-responses"  # the dialect that groups tools in namespaces
LONGEST = 64  # characters that every provider takes in a name
# Members of a tool definition that a conversion writes anew, in any dialect.
REWRITTEN = frozenset(
    {
        "type", "function", "custom", "toolSpec", "name", "description", "strict", "format", "parameters", "parametersJsonSchema",
        "parameters_json_schema", "input_schema", "inputSchema", "input", "schema", "response", "responseJsonSchema",
        "response_json_schema", "output_schema", "outputSchema", "output", "json",
    }
)  # fmt: skip


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The result of `convert` for `documents`, `to` (the id of a dialect that offers tools) and `strict`."""
    docs = [documents.read(document["name"], document["text"]) for document in params["documents"]]
    mounts = [mount for document in docs for capture in document.captures for mount in capture.mounts]
    label, offering = dialects.every()[params["to"]].label, OFFERINGS[params["to"]]
    turning = _Turning(params["to"], label, offering, params.get("strict", False))
    contracts = agreeing.gather(mounts)
    turning.reserved.update(mount.name for mount in map(_written, contracts) if not turning.refuses(mount.name))
    written = [tool for contract in contracts for tool in turning.contract(contract)]
    captures = [capture for document in docs for capture in document.captures]
    written += [entry for capture in captures for entry in turning.without_contract(capture)]
    losses = [*turning.losses, *_twice(mounts)]
    text = dumps(offering.around(written), indent=2)
    return {"text": text, "losses": [loss.json() for loss in losses], "changes": turning.changes}


def _twice(mounts: Sequence[Mount]) -> Iterator[Finding]:
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
class _Turning:
    """One conversion in the making: what was changed and what was lost on the way."""

    to: str
    label: str
    offering: Offering
    strict: bool
    changes: list[dict[str, Any]] = field(default_factory=list)
    losses: list[Finding] = field(default_factory=list)
    names: set[str] = field(default_factory=set)  # those written so far
    reserved: set[str] = field(default_factory=set)  # those that tools bear already and may keep

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
        format = mount.node.get("custom", "format").value or mount.node.get("format").value
        yield self.offering.custom(Tool(self._name(mount), _words(mount), custom=_flat(format) or {"type": "text"}))

    def _function(self, mount: Mount, contract: Contract) -> Any:
        rules = self.offering.strict_rules if self._is_strict(mount) else self.offering.rules
        schema = EMPTY if mount.input is None else self._schema(mount, rules)
        self._renamed(mount)
        more = self._extras(mount)
        flagged = self.offering.strict_rules or self.offering.strict
        strict = True if self._is_strict(mount) else mount.strict if flagged else None
        tool = self.offering.tool(Tool(self._name(mount), _words(mount), schema, self._output(contract), strict))
        _inner(tool).update(more)
        return tool

    def _is_strict(self, mount: Mount) -> bool:
        return bool(self.offering.strict_rules) and (self.strict or mount.strict is True)

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

    def refuses(self, name: str) -> Ruling | None:
        """What the target says against a name, if it refuses it."""
        ruling = providers.every()[self.offering.rules].name(name, self.to, ())
        return ruling if ruling and ruling.level == "error" else None

    def _name(self, mount: Mount) -> str:
        ruling, name = self.refuses(mount.name), mount.name
        safe = ruling.params["safe"] if ruling else name
        if ruling or name in self.names:
            taken = self.names | self.reserved
            name = next(one for one in _numbered(safe) if one not in taken)
            self._change(mount, "/name", "name", "renamed", mount.name, name)
        self.names.add(name)
        return name

    def _schema(self, mount: Mount, rules: str) -> Any:
        schema, steps = rewriting.rewritten(schema_of(mount), providers.every()[rules])
        if mount.judged is not None and mount.input is not None:
            self._change(mount, "/type", "type", "rewritten", mount.input.value.get("type"), schema.get("type"))
        for step in steps:
            self._step(mount, step)
        return schema

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
        more = {}
        for key, node in _inner_node(mount).items() if mount.node is not mount.input else ():
            if key in REWRITTEN or node.value in (None, False, {}, []):
                continue
            if self.to == mount.dialect or key in self.offering.kept:
                more[key] = node.value
            else:
                self._lose(mount, (key,), key, key, node)
        if mount.strict and not (self.offering.strict_rules or self.offering.strict):
            self._lose(mount, ("strict",), "strict", "strict: true", _inner_node(mount).get("strict") or mount.node)
        if mount.server and mount.hop == "offer" and mount.dialect == NAMESPACED:
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


def _flat(format: Any) -> Any:
    """The format of a free-text tool without the level that only Chat has."""
    grammar = format.get("grammar") if isinstance(format, dict) else None
    return {"type": "grammar", **grammar} if isinstance(grammar, dict) else format


def _document(mount: Mount) -> str:
    return mount.node.place().document
