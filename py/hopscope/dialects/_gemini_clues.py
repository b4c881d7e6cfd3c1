"""By what shapes Gemini generateContent is recognised: bodies, contents, parts and declarations, spelled either way.

Source: googleapis/js-genai `src/types.ts` at 6e9b35c45e.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue, clue
from hopscope.dialects._gemini import has, of, snake


def _is_part(value: Any) -> bool:
    """A part with a call or a result; a `function_call` with a text of arguments is OpenAI's older one."""
    call, result = of(value, "functionCall"), of(value, "functionResponse")
    called = isinstance(call, dict) and "arguments" not in call and ("name" in call or has(call, "partialArgs"))
    return called or (isinstance(result, dict) and "name" in result and "response" in result)


def _is_content(value: Any) -> bool:
    parts = value.get("parts") if isinstance(value, dict) else None
    return isinstance(parts, list) and any(map(_is_part, parts[:LOOKED_AT]))


def _is_declaration(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return False
    own = value.get("parameters")
    upper = isinstance(own, dict) and str(own.get("type")).isupper()
    return upper or has(value, "parametersJsonSchema")


def _is_toolbox(value: Any) -> bool:
    declarations = of(value, "functionDeclarations")
    return isinstance(declarations, list) and any(isinstance(one, dict) and "name" in one for one in declarations)


def is_response(value: Any) -> bool:
    """Whether a value is a response, or one chunk of a stream of them."""
    candidates = value.get("candidates") if isinstance(value, dict) else None
    return (
        isinstance(candidates, list)
        and all(isinstance(one, dict) for one in candidates)
        and any(isinstance(of(one.get("content"), "parts"), list) or has(one, "finishReason") for one in candidates)
    )


# Google's other services write their errors alike; those of a model's request speak of it, or are refusals that Gemini often
# words by no more than its status. Older services add a list of `errors`.
_BY_STATUS = (400, 429, 500, 503, 504)
_OF_MODELS = re.compile(
    r"generative|aiplatform|gemini|\bmodels?\b|function|tool|\bcontents?\b|schema|candidate|prompt|token|thought|JSON payload",
    re.IGNORECASE,
)


def is_error(value: Any) -> bool:
    """Whether a value is an error body as Google's APIs write it, of a model's request by its words or status."""
    error = value.get("error") if isinstance(value, dict) else None
    if not isinstance(error, dict) or not isinstance(error.get("code"), int) or not str(error.get("status")).isupper():
        return False
    said = " ".join(map(str, (error.get("message"), error.get("details"))))
    return (error["code"] in _BY_STATUS and "errors" not in error) or bool(_OF_MODELS.search(said))


def _is_piece(value: Any) -> bool:
    """What is copied out of bodies, alone or in lists."""
    return _is_part(value) or _is_content(value) or _is_toolbox(value) or _is_declaration(value)


def _either(weight: int, name: str, test: Callable[[Any], bool] = lambda value: True) -> Clue:
    """A clue for a member of the body, spelled either way."""
    return clue(weight, "", lambda value: test(of(value, name)), having=f"{name} {snake(name)}")


_MEMBERS = (
    "functionCall function_call functionResponse function_response parts functionDeclarations function_declarations parameters "
    "parametersJsonSchema parameters_json_schema"
)
CLUES: tuple[Clue, ...] = (
    clue(6, "", is_response, having="candidates"),
    _either(2, "usageMetadata"),
    _either(2, "modelVersion"),
    clue(4, "promptFeedback", lambda value: has(value, "blockReason")),
    clue(5, "contents/*/parts", list),
    clue(4, "contents/parts", list),
    clue(3, "contents/*", _is_content, having="parts"),
    clue(6, "tools/*", _is_toolbox),
    clue(5, "config/tools/*", _is_toolbox),  # as the SDK is called
    _either(3, "toolConfig", lambda config: has(config, "functionCallingConfig")),
    _either(2, "generationConfig", lambda config: isinstance(config, dict)),
    _either(2, "systemInstruction"),
    clue(5, "", is_error, having="error"),
    clue(5, "", _is_piece, having=_MEMBERS),
    clue(5, "[]", _is_piece, having=_MEMBERS),
    clue(6, "[]", is_response, having="candidates"),
    clue(5, "[]", is_error, having="error"),
)
