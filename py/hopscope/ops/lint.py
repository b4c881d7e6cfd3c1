"""The verb `lint`: what each provider does with the contracts in the documents, and what a model will stumble over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hopscope.contracts import providers
from hopscope.contracts.providers import Provider
from hopscope.findings import Finding
from hopscope.flow import contracts as agreeing
from hopscope.flow import documents, habits, library, remedies, rulings
from hopscope.flow.documents import Document
from hopscope.flow.rulings import Judging
from hopscope.flow.verdict import order
from hopscope.model import Mount

OWN = "own"


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The result of `lint` for `documents`: the contracts with a status for each provider, and the findings.

    `providers` are ids; none means all, `own` those of a tool's own dialect and strict flag. Unknown ids are left out. `tool`
    asks for one tool alone, `rewrites` for each provider's form of the whole schema. Without `reasons` each provider's
    status is told and not why, which takes a fraction of the time where tools are many.
    """
    docs = [documents.read(document["name"], document["text"]) for document in params["documents"]]
    with library.opened(document.peeled for document in docs):
        return _linted(docs, params)


def _linted(docs: list[Document], params: Mapping[str, Any]) -> dict[str, Any]:
    mounts = [mount for document in docs for capture in document.captures for mount in capture.mounts]
    contracts = agreeing.gather(mounts)
    names = [mount.name for mount in mounts]
    findings = [finding for document in docs for finding in document.findings]
    # What only a dialect reads in its tools.
    said = [one.finding for document in docs for capture in document.captures for one in capture.said]
    findings += [finding for finding in said if finding.fault == "contract"]
    findings += [*agreeing.duplicates(mounts), *rulings.without_input(mounts), *_of_lists(mounts, params)]
    told = []
    for contract in contracts:
        if params.get("tool") in (None, contract.name):
            entry, found = _judged(Judging(contract, names), params)
            told.append(entry)
            findings += found
    return {"contracts": told, "findings": [finding.json() for finding in sorted(findings, key=order)]}


def _judged(judging: Judging, params: Mapping[str, Any]) -> tuple[dict[str, Any], list[Finding]]:
    """One contract as the result tells it, and all that is said of it."""
    contract = judging.contract
    asked = _asked(params, contract.mounts)
    said = [finding for one in asked for finding in judging.findings(one)] if params.get("reasons", True) else []
    root = list(judging.root(asked))
    own = [finding for finding in contract.findings if not root or finding.code != "schema-root"]
    entry = {
        **contract.json(),
        "sizes": judging.sizes(),
        "providers": {provider.id: judging.status(provider) for provider in asked},
        "own": [provider.id for provider in asked if _served(provider, contract.mounts)],
    }
    versioned = next((provider for provider in asked if provider.table.get("revisions")), None)
    if versioned:
        entry["revisions"] = judging.revisions(versioned)
    if params.get("rewrites"):
        entry["rewrites"] = {p.id: told for p in asked if (told := remedies.told(judging.mount(p), p))}
    return entry, [*own, *root, *habits.of(contract), *said]


def _asked(params: Mapping[str, Any], mounts: Iterable[Mount]) -> list[Provider]:
    """The providers that judge some mounts: those asked for, and with `own` those that the mounts are meant for."""
    wanted, stated = set(params.get("providers", ())), list(mounts)
    return [
        provider
        for provider in providers.every().values()
        if not wanted or provider.id in wanted or (OWN in wanted and _served(provider, stated))
    ]


def _served(provider: Provider, mounts: Iterable[Mount]) -> bool:
    """Whether some of the mounts are meant for the provider."""
    return any(provider.serves(one.dialect, one.strict, one.input_dialect == "openapi") for one in mounts)


def _of_lists(mounts: list[Mount], params: Mapping[str, Any]) -> Iterable[Finding]:
    for members in rulings.lists(mounts):
        yield from rulings.of_list(members, _asked(params, members))
        yield from habits.of_list(members)
