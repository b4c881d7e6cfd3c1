"""Error bodies: what a provider says when it refuses, in the one or two shapes that most of them share."""

from __future__ import annotations

from hopscope.findings import Finding, make
from hopscope.text.node import Node

_ADVICE = "The provider's own words name the place; mend the request there."


def error_body(node: Node, code: str = "provider-error", error: Node | None = None) -> Finding:
    """The finding for `{"error": {message, type, code, param}}` and its kin (`error` may be a string, fields may be missing)."""
    error = error or node.get("error")
    if isinstance(error.value, str):
        return make(code, error.place(), kind="error", said=error.value, advice=_ADVICE)
    kinds = (error.get(key).value for key in ("code", "type", "status", "error_code"))
    kind = next((str(value) for value in kinds if value not in (None, "")), "error")
    said = error.get("message").value or error.text[:300]
    params = {key: value.value for key in ("param", "type", "code", "status") if (value := error.get(key)).value is not None}
    return make(code, error.place(), kind=kind, said=str(said), advice=_ADVICE, **_about(error), error=params)


def _about(error: Node) -> dict[str, str]:
    param = error.get("param").value
    return {"param": param} if isinstance(param, str) else {}
