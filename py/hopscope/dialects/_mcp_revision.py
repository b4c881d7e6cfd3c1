"""Which MCP revision a log speaks: what it says itself, what gives it away, and what in it belongs to another.

Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540, schema and changelog of each revision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hopscope.dialects._mcp_messages import SERVER_ASKS, Exchange, Joined, Message
from hopscope.dialects._reading import word
from hopscope.findings import Finding, make
from hopscope.text.node import Node

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
STATELESS = "2026-07-28"
META = "io.modelcontextprotocol/"
VERSION = META + "protocolVersion"
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Claim:
    """A revision that the log names: by what words, and where."""

    revision: str
    evidence: str
    node: Node


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that only the revisions from `first` to `last` know."""

    what: str
    first: str
    last: str
    seen: Callable[[Message, str], bool]

    def allows(self, revision: str) -> bool:
        """Whether a revision knows it."""
        return self.first <= revision <= self.last


def _params(key: str) -> Callable[[Message, str], bool]:
    return lambda message, method: not message.params.get(key).missing


def _result(key: str, *of: str) -> Callable[[Message, str], bool]:
    return lambda message, method: not message.result.get(key).missing and (not of or method in of)


def _asks(*methods: str) -> Callable[[Message, str], bool]:
    return lambda message, method: message.kind == "request" and message.method in methods


def _tools_say(*keys: str) -> Callable[[Message, str], bool]:
    return lambda message, method: any(not tool.get(*keys).missing for tool in message.result.get("tools").each())


def _block(kind: str) -> Callable[[Message, str], bool]:
    def seen(message: Message, method: str) -> bool:
        return any(block.value_at("type") == kind for block in message.result.get("content").each())

    return seen


FEATURES = (
    Feature("server/discover", STATELESS, STATELESS, _asks("server/discover", "subscriptions/listen")),
    Feature("resultType", STATELESS, STATELESS, _result("resultType")),
    Feature("requestState", STATELESS, STATELESS, _params("requestState")),
    Feature("inputResponses", STATELESS, STATELESS, _params("inputResponses")),
    Feature("ttlMs beside tools", STATELESS, STATELESS, _result("ttlMs", "tools/list")),
    Feature("params.task", "2025-11-25", "2025-11-25", _params("task")),
    Feature("execution.taskSupport", "2025-11-25", "2025-11-25", _tools_say("execution", "taskSupport")),
    Feature("tasks/result", "2025-11-25", "2025-11-25", _asks("tasks/result", "tasks/list")),
    Feature("initialize", "2024-11-05", "2025-11-25", _asks("initialize")),
    Feature("ping", "2024-11-05", "2025-11-25", _asks("ping")),
    Feature("a request from the server", "2024-11-05", "2025-11-25", _asks(*SERVER_ASKS)),
    Feature("elicitation/create", "2025-06-18", STATELESS, _asks("elicitation/create")),
    Feature("structuredContent", "2025-06-18", STATELESS, _result("structuredContent", "tools/call", "tasks/result")),
    Feature("outputSchema", "2025-06-18", STATELESS, _tools_say("outputSchema")),
    Feature("a resource_link block", "2025-06-18", STATELESS, _block("resource_link")),
    Feature("an audio block", "2025-03-26", STATELESS, _block("audio")),
    Feature("tool annotations", "2025-03-26", STATELESS, _tools_say("annotations")),
    Feature("tool icons", "2025-11-25", STATELESS, _tools_say("icons")),
)


class Revisions:
    """The revision of each message of one document, and the note about the log."""

    def __init__(self, found: Sequence[Message], joined: Joined) -> None:
        self.found = found
        self.methods = {id(one.answer): one.request.method for one in joined.exchanges if one.answer}
        self._asked = {id(one.answer): one.request for one in joined.exchanges if one.answer}
        self._spoken: dict[int, str | None] = {}
        self.claims: list[Claim] = []
        self._walk({id(one.answer): one for one in joined.of("initialize") if one.answer})

    def _walk(self, handshakes: dict[int, Exchange]) -> None:
        agreed: dict[str | None, str | None] = {}
        handshaken: set[str | None] = set()
        for message in self.found:
            if own := _claim(message, handshakes):
                self.claims.append(own)
                if id(message) in handshakes or message.channel not in handshaken:
                    agreed[message.channel] = own.revision
                if id(message) in handshakes:
                    handshaken.add(message.channel)
            self._spoken[id(message)] = own.revision if own else agreed.get(message.channel)

    def of(self, message: Message) -> str | None:
        """The revision a message must keep to: its own claim, its request's, the handshake's or its neighbours'; None if unsaid."""
        asked = self._asked.get(id(message))
        return self._spoken.get(id(asked or message))

    def finding(self) -> Finding | None:
        """The note that says which revision is spoken and what in the log belongs to another, if anything tells."""
        claim = self._main() or self._given_away()
        if claim is None:
            return None
        others = [f"{what} ({revision})" for what, revision in self._misfits(claim.revision)]
        other = f"; what belongs to another revision: {', '.join(others)}" if others else ""
        named = list(dict.fromkeys(one.revision for one in self.claims)) or [claim.revision]
        return make(
            "mcp-revision",
            claim.node.place(),
            revision=claim.revision,
            evidence=claim.evidence,
            other=other,
            revisions=named,
        )

    def _main(self) -> Claim | None:
        """What a handshake agreed on counts for more than what requests ask for; the last agreement is the one that holds."""
        agreed = [claim for claim in self.claims if claim.evidence == _AGREED]
        counted = agreed or [claim for claim in self.claims if claim.evidence != _ASKED] or self.claims
        return next((claim for claim in counted if claim.revision == counted[-1].revision), None)

    def _given_away(self) -> Claim | None:
        for message, feature in self._features():
            if feature.first == feature.last:
                return Claim(feature.first, feature.what, message.node)
        return None

    def _misfits(self, revision: str) -> Iterator[tuple[str, str]]:
        if revision not in REVISIONS:
            return
        seen: set[str] = set()
        for message, feature in self._features():
            own = self.of(message) or revision
            if feature.what not in seen and own == revision and not feature.allows(revision) and len(seen) < SHOWN:
                seen.add(feature.what)
                yield feature.what, feature.first if revision < feature.first else f"{feature.last} and earlier"

    def _features(self) -> Iterator[tuple[Message, Feature]]:
        for message in self.found:
            method = self.methods.get(id(message), "")
            for feature in FEATURES:
                if feature.seen(message, method):
                    yield message, feature


_AGREED = "the server's answer to initialize"
_ASKED = "the client's initialize"


def _claim(message: Message, handshakes: dict[int, Exchange]) -> Claim | None:
    """The revision that one message names."""
    if id(message) in handshakes:
        return _said(message.result.get("protocolVersion"), _AGREED)
    if message.method == "initialize":
        return _said(message.params.get("protocolVersion"), _ASKED)
    if own := _said(message.params.get("_meta", VERSION), f"_meta of {message.method or 'a message'}"):
        return own
    header = message.part.headers.get("mcp-protocol-version")
    return Claim(header, "the header MCP-Protocol-Version", message.node) if header and message.node else None


def _said(node: Node, evidence: str) -> Claim | None:
    revision = word(node)
    return Claim(revision, evidence, node) if revision else None
