"""The wire formats. Each module here that does not begin with `_` defines one `DIALECT`; nothing else lists them.

A dialect's file runs from its clues over reading (bodies, requests, responses, streams) to the reply that a host sends back.
What several of them need stands in the `_` modules, which know no dialect:

- for all: `_base` (what a dialect is), `_evidence` (all clues held against a value at once), `_reading` (values out of nodes),
  `_history` (turns and the results that answer them), `_errors` (a provider's refusals and the place they name),
  `_stream_fragments` and `_stream_blocks` (streamed calls put together), `_offers` (what writing tools takes),
  `_rpc` (errors by number);
- for a family: `_chat_*` (OpenAI Chat and what is written like it), `_openai_*` (items of Responses, Realtime and the Agents SDK),
  `_gemini*`, `_mcp_*`, `_otel_*`;
- for one: `_<dialect>_clues`, by what shapes it is recognised, where that fills a file of its own.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from hopscope.dialects._base import Dialect
from hopscope.dialects._evidence import Tree
from hopscope.dialects._offers import Offering


@cache
def every() -> dict[str, Dialect]:
    """All dialects by id, found by looking into this folder."""
    names = sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
    dialects = [import_module(f"{__name__}.{name}").DIALECT for name in names]
    return {dialect.id: dialect for dialect in dialects}


@cache
def recognition() -> Tree:
    """The clues of all dialects, ready to be held against values."""
    return Tree({id: dialect.clues for id, dialect in every().items()})


@cache
def offerings() -> dict[str, Offering]:
    """How tools are written in each dialect that has requests with tools, by the dialect's id."""
    return {id: dialect.offering for id, dialect in every().items() if dialect.offering}
