"""What providers say of contracts, as findings: at the place in the text, with the rewrite as edits on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from hopscope import dialects
from hopscope.contracts import providers, telling
from hopscope.contracts.providers import Provider, Ruling
from hopscope.contracts.revisions import Stated, by_revision
from hopscope.contracts.survey import Surveyed
from hopscope.dialects._reading import given
from hopscope.findings import Finding, Fix, make
from hopscope.flow import remedies
from hopscope.flow.contracts import Contract, promise_of, schema_of
from hopscope.model import Mount
from hopscope.text.node import Node
from hopscope.text.places import Place, pointer

Subject = Literal["name", "description", "input", "output"]
STATUS = {"error": "fail", "warning": "warning"}


@dataclass(frozen=True, eq=False)
class Judging:
    """One contract before its judges; `names` are those of all tools, among which a safe name must be free."""

    contract: Contract
    names: Sequence[str]

    @cached_property
    def _surveys(self) -> dict[tuple[int, bool], Surveyed]:
        return {}

    @cached_property
    def _fixes(self) -> dict[tuple[Any, ...], Fix | None]:
        return {}

    def _fix(self, mount: Mount, ruling: Ruling, provider: Provider) -> Fix | None:
        """The fix for a ruling; what several providers want alike is worked out once."""
        if ruling.code != "provider-keyword":
            return remedies.of_ruling(mount, ruling, provider)
        key = id(mount), ruling.path, ruling.params["rewrite"], remedies.in_own_language(mount, provider)
        if key not in self._fixes:
            self._fixes[key] = remedies.of_ruling(mount, ruling, provider)
        return self._fixes[key]

    def mount(self, provider: Provider) -> Mount:
        """The mount a provider would be sent: one of its own dialects, else the last one stated."""
        own = [mount for mount in self.contract.mounts if mount.dialect in provider.table["dialects"]]
        return (own or list(self.contract.mounts))[-1]

    def survey(self, mount: Mount, provider: Provider) -> Surveyed:
        """The schema as written where the provider has the language it is written in, else as JSON Schema."""
        as_written = remedies.in_own_language(mount, provider)
        key = id(mount), as_written
        if key not in self._surveys:
            self._surveys[key] = Surveyed(mount.input.value if as_written and mount.input else schema_of(mount))
        return self._surveys[key]

    @cached_property
    def _ruled(self) -> dict[str, list[tuple[Subject, Ruling]]]:
        return {}

    def rulings(self, provider: Provider) -> list[tuple[Subject, Ruling]]:
        """All that one provider says of the contract, but for its root, each with what it is about."""
        if provider.id not in self._ruled:
            self._ruled[provider.id] = list(self._rulings(provider))
        return self._ruled[provider.id]

    def _rulings(self, provider: Provider) -> Iterator[tuple[Subject, Ruling]]:
        mount = self.mount(provider)
        if ruling := provider.name(mount.name, mount.dialect, self.names):
            yield "name", ruling
        said = mount.description.string if mount.description else ""
        yield from (("description", ruling) for ruling in provider.described(said))
        yield from (("output", ruling) for ruling in provider.promise(promise_of(mount)))
        if mount.input is not None and mount.kind == "function":
            yield from (("input", ruling) for ruling in provider.schema(self.survey(mount, provider)))

    def findings(self, provider: Provider) -> Iterator[Finding]:
        """The same as findings, at their places and with the edits that mend them."""
        mount = self.mount(provider)
        for subject, ruling in self.rulings(provider):
            site, fix = self._site(mount, subject, ruling), None
            if subject == "name":
                fix = remedies.of_name(site, ruling)
            elif subject == "input":
                fix = self._fix(mount, ruling, provider)
            yield finding(ruling, provider, mount, site.place(), fix)

    def _site(self, mount: Mount, subject: Subject, ruling: Ruling) -> Node:
        if subject == "name":
            return name_of(mount) or mount.node
        if subject == "description":
            return mount.description or mount.node
        return telling.nearest((mount.input if subject == "input" else mount.output) or mount.node, ruling.path)

    def status(self, provider: Provider) -> str:
        """How the contract stands with a provider: ok, warning (ignored in part, or unclear) or fail."""
        if self.refuses_root(provider):
            return "fail"
        levels = {ruling.level for _, ruling in self.rulings(provider)}
        return next((status for level, status in STATUS.items() if level in levels), "ok")

    def sizes(self) -> dict[str, Any]:
        """The sizes of the tool as the last mount states it, whatever anybody limits."""
        mount = self.contract.mounts[-1]
        surveyed = Surveyed(schema_of(mount))
        measured, (depth, deepest) = surveyed.measured, surveyed.nesting
        return {
            "characters": len(mount.node.text),
            "description": len(mount.description.string) if mount.description else 0,
            "properties": measured.one["properties"],
            "depth": depth,
            "deepest": pointer(deepest),
            "enum_values": measured.one["enum-values"],
        }

    def revisions(self, provider: Provider) -> dict[str, list[str]]:
        """What each revision of a provider's protocol does not know in the contract, or refuses."""
        mount = self.mount(provider)
        stated = {"annotations": mount.annotations, "outputSchema": mount.output}
        if mount.dialect in provider.table["own"]:
            stated |= {key: given(value) for key, value in mount.node.items()}
        members = frozenset(key for key, value in stated.items() if value)
        return by_revision(provider, Stated(mount.name, members, schema_of(mount), promise_of(mount)))

    def refuses_root(self, provider: Provider) -> bool:
        """Whether a provider refuses the root of the schema it would be sent."""
        return bool(self.contract.inputs) and bool(provider.refuses_root(schema_of(self.mount(provider))))

    def root(self, asked: Sequence[Provider]) -> Iterator[Finding]:
        """The root of the input schema, with all providers that refuse it in one finding."""
        for mount in self.contract.inputs:
            refusing = [(provider, what) for provider in asked if (what := provider.refuses_root(schema_of(mount)))]
            if refusing:
                first, what = refusing[0]
                place, labels = (mount.input or mount.node).place(), [provider.label for provider, _ in refusing]
                yield make(
                    "schema-root", place, hop=mount.hop, schema_at=place, fix=remedies.of_root(mount, first),
                    tool=mount.name, what=what, mounts=labels,
                )  # fmt: skip
                return


def without_input(mounts: Iterable[Mount]) -> Iterator[Finding]:
    """Each tool that states no input schema although its dialect wants one."""
    for mount in mounts:
        offering = dialects.offerings().get(mount.dialect)
        if offering and offering.required and mount.input is None and mount.kind == "function" and not mount.more:
            place = (mount.node.get(*offering.required) or mount.node).place()
            wanting = [providers.every()[offering.rules].label]
            yield make(
                "schema-root", place, variant="missing", hop=mount.hop, schema_at=place, tool=mount.name, mounts=wanting
            )


def lists(mounts: Iterable[Mount]) -> Iterable[list[Mount]]:
    """The mounts of each tool list."""
    found: dict[tuple[Any, ...], list[Mount]] = {}
    for mount in mounts:
        place = mount.node.place()
        found.setdefault((place.document, mount.dialect, mount.node.path[0].rsplit("/", 1)[0]), []).append(mount)
    return found.values()


def of_list(mounts: Sequence[Mount], asked: Iterable[Provider]) -> Iterator[Finding]:
    """Limits over one whole tool list."""
    stated = [(mount, Surveyed(schema_of(mount))) for mount in mounts if mount.input is not None]
    strict = [schema for mount, schema in stated if mount.strict]
    for provider in asked:
        for ruling in provider.request([schema for _, schema in stated], strict):
            yield finding(ruling, provider, mounts[0], mounts[0].node.place())


def finding(ruling: Ruling, provider: Provider, mount: Mount, place: Place, fix: Fix | None = None) -> Finding:
    """A ruling as the finding that tells it."""
    params = {
        "tool": mount.name, "provider": f"{provider.label} ({provider.id})", "id": provider.id, "path": pointer(ruling.path) or "/",
        **ruling.params,
    }  # fmt: skip
    return make(
        ruling.code, place, severity=ruling.level, hop=mount.hop, schema_at=place, advice=ruling.advice or None, fix=fix,
        **params,
    )  # fmt: skip


def name_of(mount: Mount) -> Node:
    """Where the tool's name stands, or a missing node."""
    return mount.node.get("name") or mount.node.get("function", "name") or mount.node.get("toolSpec", "name")
