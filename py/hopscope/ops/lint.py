"""The verb `lint`: what each provider does with the contracts in the documents, and what a model will stumble over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hopscope.contracts import providers, telling
from hopscope.contracts.providers import Provider, Ruling
from hopscope.contracts.walk import walk
from hopscope.findings import Finding, make
from hopscope.flow import contracts as agreeing
from hopscope.flow import documents
from hopscope.flow.contracts import Contract, schema_of
from hopscope.flow.verdict import order
from hopscope.model import Mount
from hopscope.text.node import Node
from hopscope.text.places import Place, pointer

OWN = "own"
TELLS_EFFECTS = ("mcp", "contract")  # dialects whose mounts can say whether a tool writes
HINTS = ("readOnlyHint", "destructiveHint")
STATUS = {"error": "fail", "warning": "warning"}


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The result of `lint` for `documents`: the contracts with a status for each provider, and the findings.

    `providers` are ids; none means all, `own` those of a tool's own dialect and strict flag. Unknown ids are left out.
    """
    docs = [documents.read(document["name"], document["text"]) for document in params["documents"]]
    mounts = [mount for document in docs for capture in document.captures for mount in capture.mounts]
    contracts = agreeing.gather(mounts)
    asked, every = _asked(params.get("providers", [])), providers.every()
    findings = [finding for document in docs for finding in document.findings]
    findings += [*agreeing.duplicates(mounts), *_requests(mounts, asked, params)]
    told = []
    for contract in contracts:
        judged = {
            provider.id: list(_ruled(contract, provider, mounts))
            for provider in asked
            if _asks(params, provider, contract.mounts)
        }
        root = list(_root(contract, [every[id] for id in judged]))
        own = (finding for finding in contract.findings if not root or finding.code != "schema-root")
        findings += [*own, *root, *_habits(contract)]
        findings += [finding for found in judged.values() for finding in found]
        told.append(
            {**contract.json(), "providers": {id: _status(found, contract, id) for id, found in judged.items()}}
        )
    return {"contracts": told, "findings": [finding.json() for finding in sorted(findings, key=order)]}


def _asked(ids: Iterable[str]) -> list[Provider]:
    wanted = set(ids)
    return [provider for provider in providers.every().values() if not wanted or OWN in wanted or provider.id in wanted]


def _asks(params: Mapping[str, Any], provider: Provider, mounts: Iterable[Mount]) -> bool:
    wanted = params.get("providers", [])
    own = any(provider.serves(m.dialect, m.strict, m.input_dialect == "openapi") for m in mounts)
    return own or provider.id in wanted if OWN in wanted else True


def _mount(contract: Contract, provider: Provider) -> Mount:
    """The mount a provider would be sent: one of its own dialects, else the last one stated."""
    own = [mount for mount in contract.mounts if mount.dialect in provider.table["dialects"]]
    return (own or list(contract.mounts))[-1]


def _ruled(contract: Contract, provider: Provider, mounts: list[Mount]) -> Iterator[Finding]:
    mount = _mount(contract, provider)
    names = [other.name for other in mounts]
    ruling = provider.name(mount.name, mount.dialect, names)
    if ruling:
        named = mount.node.get("name") or mount.node.get("function", "name") or mount.node
        yield _finding(ruling, provider, mount, named.place())
    for ruling in provider.described(mount.description.string if mount.description else ""):
        yield _finding(ruling, provider, mount, (mount.description or mount.node).place())
    if mount.input is not None and mount.kind == "function":
        for ruling in provider.schema(_judged(mount, provider)):
            yield _finding(ruling, provider, mount, telling.nearest(mount.input, ruling.path).place())


def _judged(mount: Mount, provider: Provider) -> Any:
    """The schema as written where the provider has the language it is written in, else as JSON Schema."""
    as_written = mount.input_dialect == "openapi" and provider.table.get("field") == "parameters"
    return mount.input.value if as_written and mount.input else schema_of(mount)


def _finding(ruling: Ruling, provider: Provider, mount: Mount, place: Place) -> Finding:
    params = {
        "tool": mount.name, "provider": f"{provider.label} ({provider.id})", "id": provider.id, "path": pointer(ruling.path) or "/",
        **ruling.params,
    }  # fmt: skip
    advice = ruling.advice or None
    return make(ruling.code, place, severity=ruling.level, hop=mount.hop, schema_at=place, advice=advice, **params)


def _status(found: list[Finding], contract: Contract, id: str) -> str:
    refused = providers.every()[id].refuses_root(schema_of(_mount(contract, providers.every()[id])))
    if refused and contract.inputs:
        return "fail"
    return STATUS.get(min((finding.severity for finding in found), default="ok", key=list(STATUS).index), "ok")


def _requests(mounts: list[Mount], asked: list[Provider], params: Mapping[str, Any]) -> Iterator[Finding]:
    """Limits over one whole tool list."""
    lists: dict[tuple[Any, ...], list[Mount]] = {}
    for mount in mounts:
        place = mount.node.place()
        lists.setdefault((place.document, mount.dialect, mount.node.path[0].rsplit("/", 1)[0]), []).append(mount)
    for members in lists.values():
        schemas = [schema_of(mount) for mount in members if mount.input is not None]
        strict = [schema_of(mount) for mount in members if mount.strict and mount.input is not None]
        for provider in (one for one in asked if _asks(params, one, members)):
            for ruling in provider.request(schemas, strict):
                yield _finding(ruling, provider, members[0], members[0].node.place())


def _root(contract: Contract, asked: list[Provider]) -> Iterator[Finding]:
    """The root of the input schema, with all providers that refuse it in one finding."""
    for mount in contract.inputs:
        refusing = {provider.label: what for provider in asked if (what := provider.refuses_root(schema_of(mount)))}
        if refusing:
            what, labels = next(iter(refusing.values())), list(refusing)
            place = (mount.input or mount.node).place()
            yield make("schema-root", place, hop=mount.hop, schema_at=place, tool=mount.name, what=what, mounts=labels)
            return


def _habits(contract: Contract) -> Iterator[Finding]:
    """What a model stumbles over: open objects, undescribed properties, effects and results that nobody stated."""
    mount = contract.mounts[0]
    if mount.kind != "function":
        return
    if mount.input is not None:
        yield from _open(mount, mount.input)
        yield from _undescribed(mount, mount.input)
    if mount.dialect in TELLS_EFFECTS:
        if mount.dialect == "mcp" and contract.output is None:
            yield make("contract-no-output", mount.node.place(), hop=mount.hop, tool=mount.name)
        if not any(hint in mount.annotations for hint in HINTS):
            yield make("contract-side-effect", mount.node.place(), hop=mount.hop, tool=mount.name)


def _open(mount: Mount, schema: Node) -> Iterator[Finding]:
    if mount.input_dialect:  # a language without the keyword
        return
    for path, part in walk(schema.value):
        closed = isinstance(part, dict) and (part.keys() & {"additionalProperties", "unevaluatedProperties"})
        if isinstance(part, dict) and not closed and (part.get("type") == "object" or "properties" in part):
            place = telling.nearest(schema, path).place()
            yield make("schema-open", place, hop=mount.hop, schema_at=place, tool=mount.name, path=pointer(path) or "/")


def _undescribed(mount: Mount, schema: Node) -> Iterator[Finding]:
    if mount.description is None or not str(mount.description.value).strip():
        yield make("schema-undescribed", mount.node.place(), hop=mount.hop, tool=mount.name, path="the tool")
    for path, part in walk(schema.value):
        if (
            len(path) > 1
            and path[-2] == "properties"
            and isinstance(part, dict)
            and not part.keys() & {"description", "title", "$ref", "const"}
        ):
            place = telling.nearest(schema, path).place()
            yield make("schema-undescribed", place, hop=mount.hop, schema_at=place, tool=mount.name, path=pointer(path))
