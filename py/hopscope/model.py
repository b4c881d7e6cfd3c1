"""What a capture holds, as frozen records: mounts, requests, turns, calls, executions, returns, answers.

A dialect reads one document into a `Capture` of these; `flow` joins captures into the way of each call. Every record keeps
the `Node` it was read from, so that whatever is said of it can name its exact place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Literal

from hopscope.findings import Finding
from hopscope.record import record
from hopscope.text.node import Node

HOPS = ("discover", "offer", "call", "gate-in", "execute", "result", "gate-out", "return", "answer")
Stopped = Literal["call", "end", "length", "filter", "refusal", "malformed", "pause", "error"]
Mode = Literal["auto", "any", "none"]


@record
class Mount:
    """One place where the contract of `name` appears; `input` and `output` are its schemas, None where it states none."""

    name: str
    hop: Literal["discover", "offer"]
    dialect: str
    node: Node
    input: Node | None = None
    output: Node | None = None
    description: Node | None = None
    kind: Literal["function", "custom", "hosted"] = "function"  # custom: free text; hosted: the provider's own tool
    strict: bool | None = None
    server: str | None = None  # the MCP server or namespace it belongs to, where said
    annotations: Mapping[str, Any] = field(default_factory=dict)
    input_dialect: str | None = None  # "openapi": the dialect's own schema language (Gemini `parameters`)
    carries_output: bool = False  # whether this dialect's mounts can state an output schema at all
    guessed: bool = False  # the name is only a title: it may be meant for a tool named otherwise
    echo: bool = False  # repeated by the provider in its response: serves where the request itself was not captured
    more: bool = False  # the text ends inside the list it stands in: there may be further tools
    composed: bool = False  # its schemas are put together from parts that stand apart (an OpenAPI operation)
    judged: Any = None  # the input schema as JSON Schema, where `input_dialect` is another language
    judged_output: Any = None  # the same for the output schema


@record
class Choice:
    """What a request says of calling tools: that the model may (auto), must (any) or must not (none).

    `names` are the tools that this is about, all where empty; `single` lets it call one at a time.
    """

    node: Node
    mode: Mode
    names: tuple[str, ...] = ()
    single: bool = False
    hosted: bool = False  # whether it names tools that the provider runs, which no other dialect can name

    @property
    def forced(self) -> str | None:
        """The tool that must be called, "*" where any may be it, None where none must."""
        return None if self.mode != "any" else self.names[0] if len(self.names) == 1 else "*"


@record
class Request:
    """What a request asks of the model: a choice of tools, a schema for the answer, a token limit."""

    dialect: str
    node: Node
    choice: Choice | None = None
    answer: Node | None = None
    limit: int | None = None
    judged: Any = None  # the answer's schema as JSON Schema, where the dialect has a schema language of its own

    @property
    def forced(self) -> str | None:
        """The tool that must be called, "*" where any may be it, None where none must."""
        return self.choice.forced if self.choice else None


@record
class Fragment:
    """One piece of a streamed call: `event` counts the stream's events from 0, `text` is the piece as sent."""

    event: int
    index: Any
    id: str | None
    name: str | None
    text: str
    node: Node


@record
class Return:
    """What the model reads as the result of a call; `failed` is the dialect's error flag, None where it has none or is unset."""

    id: str | None
    node: Node
    content: Node | None = None
    name: str | None = None
    failed: bool | None = None
    misplaced: str | None = None  # the rule of the dialect that its position breaks, as a sentence
    wanted: str | None = None  # what content the dialect takes here, set only where it refuses this one
    texts: tuple[Node, ...] = ()  # the text blocks in it


@record
class Response:
    """How a server answered an execution; `kind` "input" asks for more and is answered by a retry."""

    kind: Literal["result", "error", "input", "task"]
    node: Node
    failed: bool = False
    texts: tuple[Node, ...] = ()
    structured: Node | None = None
    number: int | None = None  # the JSON-RPC error code
    number_name: str | None = None  # what the protocol calls that code
    said: str = ""
    data: Node | None = None
    output_free: bool = False  # whether this dialect's results carry no structured content at all


@record
class Execution:
    """One request to a server to run a tool, with its answer where the log holds one; `id` is the JSON-RPC id."""

    name: str
    dialect: str
    node: Node
    id: Any = None
    arguments: Node | None = None
    response: Response | None = None
    server: str | None = None
    approved: bool = False
    retries: tuple[Execution, ...] = ()  # the same request sent again with the input the server asked for (MCP)
    alone: bool = False  # copied out of its log: that no answer stands beside it says nothing
    unseen: bool = False  # only its answer was captured, so nothing is known of what was sent
    cut: bool = False  # the capture ended inside it


@record
class Answer:
    """What a server answered to a request that stands in another document; `finding` is what to say if nothing takes it."""

    dialect: str
    id: Any
    response: Response
    finding: Finding | None = None


@record
class Call:
    """One tool call as the model made it.

    `arguments` is a string node where the dialect writes JSON text (`encoded`), else the object's node; None where absent.
    `blank` says that the dialect writes "no arguments" as an empty text. `hosted` calls are run by the provider itself.
    """

    id: str | None
    name: str
    dialect: str
    node: Node
    arguments: Node | None = None
    encoded: bool = False
    blank: bool = False
    wants_id: bool = True
    custom: bool = False  # a custom tool: its input is free text, never judged as JSON
    fragments: tuple[Fragment, ...] | None = None
    hosted: bool = False
    namespace: str | None = None
    execution: Execution | None = None
    item: str | None = None  # another id that people confuse with the call's own (Responses: the item's)
    builtin: bool = False  # a tool of the provider's own, known by its type: it has no contract to be found
    kept: bool = False  # in the form in which a framework keeps it, which goes to no provider
    part_of_stream_end: bool = False  # the capture ended while this call was still open


@record
class Stop:
    """Why a turn stopped: the dialect's word and what it means."""

    reason: str
    means: Stopped | None
    node: Node
    said: str = ""


@record
class Turn:
    """One turn of the model with its calls and what followed them.

    `history` turns stand in a request, others are the model's own response. `answered`: something follows it in the history,
    so its calls must have results. `texts` are its plain contents, `whole` is False where its stream broke off.
    """

    dialect: str
    node: Node
    calls: tuple[Call, ...] = ()
    texts: tuple[Node, ...] = ()
    returns: tuple[Return, ...] = ()
    stop: Stop | None = None
    history: bool = False
    answered: bool = False
    refusal: Node | None = None
    tokens: int | None = None
    limit: int | None = None
    whole: bool = True
    id: str | None = None
    request: Request | None = None  # the request it stands in or answers, where the reader knows it


@record
class Said:
    """A finding that a reader made while reading, with the call or turn it belongs to.

    `aimed` tells it again with the place that it names in a request, for a request that stands in another document.
    """

    finding: Finding
    about: Call | Turn | Execution | None = None
    aimed: Callable[[Request], Finding] | None = None


@record
class Capture:
    """Everything one dialect found in one document, each kind in the order of the text."""

    dialect: str
    document: str
    mounts: tuple[Mount, ...] = ()
    requests: tuple[Request, ...] = ()
    turns: tuple[Turn, ...] = ()
    executions: tuple[Execution, ...] = ()
    said: tuple[Said, ...] = ()
    returns: tuple[Return, ...] = ()  # results that stand without the turn they answer
    answers: tuple[Answer, ...] = ()
