"""The wire formats. Each module here that does not begin with `_` defines one `DIALECT`; nothing else lists them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from hopscope.dialects._base import Dialect


@cache
def every() -> dict[str, Dialect]:
    """All dialects by id, found by looking into this folder."""
    names = sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
    dialects = [import_module(f"{__name__}.{name}").DIALECT for name in names]
    return {dialect.id: dialect for dialect in dialects}
