"""What each provider does with a schema: its rules are data in `schemas/providers/`, one file a provider and mode.

A rule says `accepted`, `advisory` (read by the model, not enforced), `ignored`, `rejected` or `unclear`, with its source;
`unknown` is what no source speaks of, and nothing is said of it.
Some rules are about one use of a keyword: `type:array` is a list of types, `minItems:over-1` a value above 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from hopscope import promises
from hopscope.contracts.shapes import Path
from hopscope.contracts.survey import Measured, Surveyed, is_object, listed, named
from hopscope.contracts.walk import at

Level = Literal["error", "warning", "note"]
DOES = {
    "rejected": "refuses", "ignored": "ignores", "unclear": "may not accept", "accepted": "accepts", "advisory": "does not enforce",
}  # fmt: skip
LEVELS: Mapping[str, Level] = {"rejected": "error", "ignored": "warning", "unclear": "warning"}
REFUSED_IN_PATTERNS = {
    "lookaround": re.compile(r"\(\?<?[=!]"),
    "backreference": re.compile(r"\\[1-9]|\\k<"),
    "word-boundary": re.compile(r"\\[bB]"),
    "anchors": re.compile(r"^\^|\$$"),
    "unanchored": re.compile(r"\A(?!\^)|(?<!\$)\Z"),
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one provider says of one place of a tool: `code` of the finding, its level, the pointer and the words' gaps."""

    code: str
    level: Level
    path: Path
    params: Mapping[str, Any]
    advice: str


@dataclass(frozen=True)
class Provider:
    """One provider and mode; `table` is its file."""

    table: Mapping[str, Any]

    @property
    def id(self) -> str:
        """Its stable id."""
        return str(self.table["id"])

    @property
    def label(self) -> str:
        """Its name for people."""
        return str(self.table["label"])

    def told(self) -> dict[str, Any]:
        """The provider as `describe` tells it; `as_of` is the date of its rules, `dialect` that of requests to it."""
        told = {"id": self.id, "label": self.label, "as_of": self.table["as_of"]}
        return {
            **told,
            "dialect": self.table["dialects"][0],
            "sources": list(self.table["sources"].values()),
            "published": self.table["others"] != "unpublished",
            "revised": "revisions" in self.table,
        }

    def serves(self, dialect: str, strict: bool | None, openapi: bool = False) -> bool:
        """Whether a tool of this dialect, with its strict flag, is meant for it; `openapi`: it is written in that language.

        Guests only speak a dialect that is another provider's own.
        """
        mine = dialect in self.table["dialects"] and not self.table.get("guest")
        written = "field" not in self.table or openapi == (self.table["field"] == "parameters")
        return mine and written and (bool(strict) or not self.table["strict"])

    def refuses_root(self, schema: Any) -> str:
        """What of the root it refuses, as the end of a sentence; empty where it takes it."""
        if not isinstance(schema, dict):
            return "is no object schema"
        kind = schema.get("type", "object")
        found = [keyword for keyword in self.table["root"]["refuses"] if keyword in schema]
        if found:
            return f"has {', '.join(found)}"
        if str(kind).lower() != "object":
            return "is not of type object"
        return "has no type" if self.table["root"].get("object") and "type" not in schema else ""

    def name(self, tool: str, dialect: str, others: Iterable[str]) -> Ruling | None:
        """Whether it takes the name; the safe form is given, and whether another tool has that already."""
        rule = self.table.get("names", {}).get(dialect) or self.table["name"]
        if rule is None or re.fullmatch(rule["pattern"], tool):
            return None
        safe = safe_name(tool)
        collision = f", but {safe} is the name of another tool" if safe in set(others) - {tool} else ""
        params = {"rule": rule["rule"], "safe": safe, "collision": collision, "source": self._source(rule)}
        return Ruling("provider-name", rule.get("level", "error"), (), params, "")

    def schema(self, schema: Surveyed) -> Iterator[Ruling]:
        """What it says of a schema: keywords, patterns, formats, required properties, limits of one tool."""
        yield from self._keywords(schema)
        yield from self._closing(schema)
        yield from self._property_names(schema)
        measured = schema.measured
        for limit in self.table.get("limits", ()):
            if limit["measure"] in measured.one and not self._within(limit, measured):
                yield self._over(
                    limit, measured.one[limit["measure"]], measured.deepest if limit["measure"] == "depth" else ()
                )

    def promise(self, schema: Any) -> Iterator[Ruling]:
        """What it says of an output schema: some revisions of a protocol want an object at its root."""
        rule = self.table.get("output")
        if rule and isinstance(schema, dict) and schema.get("type") != "object":
            yield self._keyword(
                ("type",), f"an output schema whose root is no object (until revision {rule['until']})", rule
            )

    def described(self, text: str) -> Iterator[Ruling]:
        """Whether a tool's description is longer than it takes."""
        for limit in self.table.get("limits", ()):
            if limit["measure"] == "description" and len(text) > limit["most"]:
                yield self._over(limit, len(text), ())

    def request(self, schemas: Sequence[Surveyed], strict: Sequence[Surveyed]) -> Iterator[Ruling]:
        """The limits of a whole request: all its tools, and those of them that are strict."""
        counts = {"tools": len(schemas), "strict-tools": len(strict)}
        for kind in ("optional", "unions"):
            counts[kind] = sum(getattr(schema.measured, kind) for schema in strict)
        over = [one for one in self.table.get("limits", ()) if counts.get(one["measure"], 0) > one["most"]]
        documented = {limit["measure"] for limit in over if not limit.get("reported")}
        for limit in over:
            if not limit.get("reported") or limit["measure"] not in documented:
                yield self._over(limit, counts[limit["measure"]], ())

    def _within(self, limit: Mapping[str, Any], measured: Measured) -> bool:
        return measured.one[limit["measure"]] <= limit["most"]

    def _over(self, limit: Mapping[str, Any], measured: int, path: Path) -> Ruling:
        params = {
            "what": WORDS[limit["measure"]] + (" (reported, not documented)" if limit.get("reported") else ""),
            "limit": limit["most"],
            "measured": measured,
            "source": self._source(limit),
        }
        return Ruling("provider-limit", limit["level"], path, params, f"Source: {self._source(limit)}.")

    def _keywords(self, schema: Surveyed) -> Iterator[Ruling]:
        for path, keyword, use in schema.uses:
            rule = self.rule(keyword, use)
            if rule and rule["is"] in LEVELS:
                yield self._keyword(path, keyword or SHAPES[use], rule)
            elif rule and keyword in ("pattern", "format"):
                yield from self._value(path, keyword, at(schema.value, path))

    def rule(self, keyword: str, use: str) -> Mapping[str, Any] | None:
        """Its rule for one use of a keyword, or None where it says nothing of it."""
        rules = self.table["keywords"]
        if use:
            return rules.get(f"{keyword}:{use}" if keyword else use)
        if keyword in rules:
            return rules[keyword]
        others = self.table["others"]
        return {"is": others} if others in LEVELS and keyword in KNOWN else None

    def pattern_rule(self, value: Any) -> Mapping[str, Any] | None:
        """Its rule for one pattern, with what it has `found` there, or None where it takes it."""
        rule = self.table.get("pattern", {"refuses": ()})
        found = [what for what in rule["refuses"] if isinstance(value, str) and REFUSED_IN_PATTERNS[what].search(value)]
        return {"is": "rejected", "rewrite": "describe", **rule, "found": found[0]} if found else None

    def _value(self, path: Path, keyword: str, value: Any) -> Iterator[Ruling]:
        if keyword == "pattern" and (rule := self.pattern_rule(value)):
            yield self._keyword(path, f"{rule['found']} in pattern", rule)
        formats = self.table.get("formats")
        if keyword != "format" or not isinstance(value, str) or not formats or formats["others"] not in LEVELS:
            return
        if value in formats["refused"] if "refused" in formats else value not in formats["accepted"]:
            yield self._keyword(path, f"format {value}", {"is": formats["others"], **formats})

    def _keyword(self, path: Path, keyword: str, rule: Mapping[str, Any]) -> Ruling:
        source, said = self._source(rule), rule.get("says")
        note = f" ({rule['note']})" if "note" in rule else ""
        words = [
            f'It says "{said}".' if said else "",
            REWRITES.get(rule.get("rewrite", ""), ""),
            f"Rules of {self.table['as_of']}",
        ]
        params = {
            "does": DOES[rule["is"]], "keyword": keyword + note, "source": source, "as_of": self.table["as_of"],
            "rewrite": rule.get("rewrite"), "is": rule["is"],
        }  # fmt: skip
        advice = " ".join(filter(None, words)) + (f"; source: {source}." if source else ".")
        return Ruling("provider-keyword", LEVELS[rule["is"]], path, params, advice)

    def _closing(self, schema: Surveyed) -> Iterator[Ruling]:
        """In strict modes every object is closed, and with some every property is required."""
        if not self.table.get("closed") and self.table.get("required") != "all":
            return
        for path, part in schema.parts:
            if not is_object(part):
                continue
            optional = [name for name in named(part, "properties") if name not in listed(part, "required")]
            if self.table.get("required") == "all" and optional:
                yield self._required(path, "every property in required", optional, "error")
            if self.table.get("closed") and part.get("additionalProperties") is not False:
                absent = "additionalProperties" not in part and self.table.get("closed_absent") == "unclear"
                level: Level = "warning" if absent else "error"
                yield self._required(path, "additionalProperties: false", ["additionalProperties"], level)

    def _required(self, path: Path, what: str, missing: list[str], level: Level) -> Ruling:
        every = "Make optional properties nullable and list them in required"
        rewrite = every if "every" in what else "Close the object"
        advice = f"{rewrite}; source: {self.table['sources'][self.table['closed_source']]}."
        return Ruling("provider-required", level, path, {"what": what, "missing": missing}, advice)

    def _property_names(self, schema: Surveyed) -> Iterator[Ruling]:
        rule = self.table.get("property")
        if rule is None:
            return
        for path, part in schema.parts:
            for name in named(part, "properties"):
                if not re.fullmatch(rule["pattern"], name):
                    safe, source = safe_name(name), self._source(rule)
                    params = {"rule": rule["rule"], "safe": safe, "collision": "", "source": source, "tool": name}
                    yield Ruling("provider-name", rule.get("level", "error"), (*path, "properties", name), params, "")

    def _source(self, rule: Mapping[str, Any]) -> str:
        return str(self.table["sources"].get(rule.get("source"), ""))


@cache
def every() -> dict[str, Provider]:
    """All providers by id, in the order of their ids."""
    tables = [promises.read(name) for name in promises.names("providers")]
    return {table["id"]: Provider(table) for table in tables}


def safe_name(name: str) -> str:
    """The name in the form that every provider takes: letters, digits, _ and -, no digit first, at most 64 characters."""
    plain = re.sub(r"[^a-zA-Z0-9_-]", "_", name)
    return (plain if re.match(r"[a-zA-Z_]", plain) else f"_{plain}")[:64]


REWRITES = {
    "describe": "Move it into the description.",
    "drop": "Drop it.",
    "nullable": "Use one type with nullable: true.",
    "any-of": "Write anyOf instead.",
    "inline": "Write the referenced schema in its place.",
    "items": "State the items.",
    "prefix-items": "Use prefixItems.",
    "enum-strings": "Write the values as strings.",
    "const-enum": "Write an enum of one value.",
    "properties": "State properties, empty if there are none.",
    "bound": "Write the bound itself as a number.",
    "declared": "Declare the property, or require it no longer.",
}
WORDS = {
    "tools": "tools",
    "description": "characters in a description",
    "strict-tools": "strict tools",
    "optional": "optional parameters in strict tools",
    "unions": "parameters of several types",
    "properties": "properties",
    "depth": "levels of nesting",
    "characters": "characters in names and values",
    "enum-values": "enum values",
    "enum-characters": "characters in one enum of many values",
}
SHAPES = {
    "array-without-items": "an array without items",
    "recursion": "a $ref that leads back to itself",
    "root-without-properties": "an object without properties",
}
KNOWN = frozenset(
    {
        "type", "enum", "const", "default", "title", "description", "$schema", "$id", "$anchor", "$comment", "$ref",
        "$defs", "definitions", "additionalProperties", "required", "anyOf", "oneOf", "allOf", "not", "if", "then",
        "else", "dependentRequired", "dependentSchemas", "dependencies", "minLength", "maxLength", "pattern",
        "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems",
        "uniqueItems", "items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains",
        "minProperties", "maxProperties", "properties", "patternProperties", "propertyNames",
        "unevaluatedProperties", "unevaluatedItems", "nullable", "propertyOrdering", "examples", "example",
        "discriminator", "deprecated", "readOnly", "writeOnly", "contentMediaType", "contentEncoding",
    }
)  # fmt: skip
