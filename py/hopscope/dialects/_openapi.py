"""OpenAPI operations as contracts: parameters and body together are the input, the first good response is the output.

Source: OpenAPI Specification 3.0.4 and 3.1.1 (Operation, Parameter, Request Body and Schema objects), and 2.0 (parameters that
carry their schema themselves, `in: body`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hopscope.contracts.walk import walk
from hopscope.dialects._reading import given
from hopscope.model import Mount
from hopscope.text.node import MISSING, Composed, Node
from hopscope.text.places import keys_of
from hopscope.text.reader import read
from hopscope.text.write import dumps

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
SAFE = ("get", "head", "options", "trace")
IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})  # parameters of these names are to be ignored
_GOOD = re.compile(r"2(\d\d|XX)")
_REF = re.compile(r"#/(?:components/schemas|definitions)/(.+)")
_OWN = frozenset(
    {"name", "in", "required", "schema", "content", "style", "explode", "allowReserved", "allowEmptyValue", "examples"}
)
_PLAIN = frozenset(
    {"type", "properties", "required", "description", "title", "additionalProperties", "example", "default"}
)


def is_openapi(value: Any) -> bool:
    """Whether a value is a document, a path item or an operation that names itself."""
    return any(True for _ in _operations(value))


def _operations(value: Any) -> Iterator[tuple[str | int, ...]]:
    """The ways to the named operations in a value."""
    if not isinstance(value, Mapping):
        return
    if _is_operation(value):
        yield ()
    else:
        within: Any = value.get("paths") if isinstance(value.get("openapi") or value.get("swagger"), str) else value
        start = ("paths",) if within is not value else ()
        yield from ((*start, *way) for way in _in_items(within))


def _in_items(value: Any) -> Iterator[tuple[str | int, ...]]:
    if not isinstance(value, Mapping):
        return
    for key, one in value.items():
        if key in METHODS and _is_operation(one):
            yield (key,)
        elif str(key).startswith("/") and isinstance(one, Mapping):
            yield from ((key, method) for method in one if method in METHODS and _is_operation(one[method]))


def _is_operation(value: Any) -> bool:
    shaped = isinstance(value, Mapping) and isinstance(value.get("operationId"), str)
    return shaped and any(
        isinstance(value.get(key), (list, dict)) for key in ("responses", "parameters", "requestBody")
    )


def mounts(node: Node, dialect: str) -> Iterator[Mount]:
    """A contract for each operation of a document, a path item or an operation alone."""
    for way in _operations(node.value):
        yield _Operation(
            node, node.get(*way), node.get(*way[:-1]) if way else MISSING, str(way[-1]) if way else ""
        ).mount(dialect)


@dataclass(eq=False)
class _Operation:
    """One operation with the document round it, in which its references lead somewhere."""

    root: Node
    node: Node
    item: Node
    method: str
    defs: dict[str, Node] = field(default_factory=dict)  # the schemas that are referred to, by name

    def mount(self, dialect: str) -> Mount:
        """The contract; what it states of effects is what HTTP says of its method."""
        properties: dict[str, Node] = {}
        required: list[str] = []
        for parameter in self._parameters():
            self._parameter(parameter, properties, required)
        self._body(properties, required)
        effects = (
            {"readOnlyHint": self.method in SAFE, "destructiveHint": self.method == "delete"} if self.method else {}
        )
        described = next(
            (one for key in ("description", "summary") if (one := self.node.get(key)).string.strip()), None
        )
        return Mount(
            self.node.get("operationId").string, "discover", dialect, self.node, self._input(properties, required),
            self._output(), described, annotations=effects, carries_output=True, composed=True,
        )  # fmt: skip

    def _parameters(self) -> Iterator[Node]:
        stated = [*self.item.get("parameters").each(), *self.node.get("parameters").each()]
        last = {(one.get("name").string, one.get("in").string): one for one in map(self._found, stated)}
        for (name, where), one in last.items():
            if name and not (where == "header" and name.lower() in IGNORED_HEADERS):
                yield one

    def _found(self, node: Node) -> Node:
        """What a reference leads to, or the node itself."""
        for _ in range(9):
            ref = node.get("$ref").string if isinstance(node.value, dict) else ""
            target = self.root.get(*keys_of(ref[1:])) if ref.startswith("#/") else MISSING
            if not target:
                break
            node = target
        return node

    def _parameter(self, parameter: Node, properties: dict[str, Node], required: list[str]) -> None:
        schema = parameter.get("schema") or _of_content(parameter)
        if parameter.value_at("in") in ("body", "formData") and not parameter.value_at("type"):
            self._flat(schema, bool(parameter.value_at("required")), parameter.get("name").string, properties, required)
            return
        name, inline = parameter.get("name").string, not schema
        stated = {key: one for key, one in (parameter if inline else schema).items() if not inline or key not in _OWN}
        if words := given(parameter.get("description")):
            stated["description"] = words
        properties[name] = self._composed(parameter, stated)
        if parameter.value_at("required") is True or parameter.value_at("in") == "path":
            required.append(name)

    def _body(self, properties: dict[str, Node], required: list[str]) -> None:
        body = self._found(self.node.get("requestBody"))
        schema = _of_content(body)
        if schema:
            self._flat(schema, body.value_at("required") is True, "body", properties, required)

    def _flat(self, schema: Node, needed: bool, name: str, properties: dict[str, Node], required: list[str]) -> None:
        """A body that is a plain object gives its properties, any other is one property."""
        found = self._found(schema)
        stated = dict(found.get("properties").items())
        plain = (
            isinstance(found.value, dict)
            and found.value.keys() <= _PLAIN
            and stated
            and not properties.keys() & stated.keys()
        )
        if not plain:
            properties[name] = self._composed(schema, dict(schema.items()))
            required += [name] if needed else []
            return
        properties |= {key: self._composed(one, dict(one.items())) for key, one in stated.items()}
        required += [one.string for one in found.get("required").each() if needed and one.string in stated]

    def _input(self, properties: dict[str, Node], required: list[str]) -> Node:
        parts: dict[Any, Node] = {"properties": _object(self.node, properties)}
        value: dict[str, Any] = {"type": "object", "properties": {key: one.value for key, one in properties.items()}}
        if required:
            value["required"] = list(dict.fromkeys(required))
        return self._with_definitions(value, parts, self.node)

    def _output(self) -> Node | None:
        responses = self.node.get("responses")
        good = [one for code, one in responses.items() if _GOOD.fullmatch(code)]
        found = self._found(good[0]) if good else MISSING
        schema = self._found(_of_content(found) or found.get("schema"))
        if not isinstance(schema.value, dict):
            return None
        self.defs = {}
        made = self._composed(schema, dict(schema.items()))
        return self._with_definitions(dict(made.value), {**dict(schema.items())}, schema)

    def _with_definitions(self, value: dict[str, Any], parts: Mapping[Any, Node], site: Node) -> Node:
        done: dict[str, Any] = {}
        while waiting := [name for name in self.defs if name not in done]:
            for name in waiting:
                done[name] = self._translated(self.defs[name].value)
        if done:
            value["$defs"] = done
        return Composed(value, site.site, {**parts, "$defs": _object(site, self.defs)})

    def _composed(self, site: Node, stated: Mapping[str, Node]) -> Node:
        value = self._translated({key: one.value for key, one in stated.items()})
        return Composed(value, site.site, {**stated})

    def _translated(self, schema: Any) -> Any:
        """A schema as JSON Schema 2020-12, its references leading to definitions of its own."""
        copy = read(dumps(schema)).values[0]
        for _, part in walk(copy):
            if isinstance(part, dict):
                self._refer(part)
                _modern(part)
        return copy

    def _refer(self, part: dict[str, Any]) -> None:
        ref = part.get("$ref")
        found = _REF.fullmatch(ref) if isinstance(ref, str) else None
        target = self.root.get(*keys_of(str(ref)[1:])) if found else MISSING
        if found and target:
            name = keys_of("/" + found[1])[-1]
            self.defs.setdefault(name, target)
            part["$ref"] = f"#/$defs/{found[1]}"


def _object(site: Node, parts: Mapping[str, Node]) -> Node:
    return Composed({key: one.value for key, one in parts.items()}, site.site, {**parts})


def _of_content(node: Node) -> Node:
    """The schema of the JSON content, else of whatever content comes first."""
    kinds = dict(node.get("content").items())
    json = next((one for kind, one in kinds.items() if "json" in kind), None)
    return (json or next(iter(kinds.values()), MISSING)).get("schema")


def _modern(part: dict[str, Any]) -> None:
    """What 2.0 and 3.0 say in their own way: `nullable`, and bounds that a boolean makes exclusive."""
    kind = part.get("type")
    if part.pop("nullable", None) is True and isinstance(kind, str):
        part["type"] = [kind, "null"]
        if isinstance(part.get("enum"), list) and None not in part["enum"]:
            part["enum"] = [*part["enum"], None]
    for plain, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        said = part.get(exclusive)
        if isinstance(said, bool):
            part.pop(exclusive)
            if said and plain in part:
                part[exclusive] = part.pop(plain)
