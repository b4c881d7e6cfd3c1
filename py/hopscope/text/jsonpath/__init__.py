"""JSONPath (RFC 9535) over exact values: each match comes with the way to it."""

from hopscope.text.jsonpath.evaluate import Match, find
from hopscope.text.jsonpath.parse import BadPath, parse

__all__ = ["BadPath", "Match", "find", "parse"]
