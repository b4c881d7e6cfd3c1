"""`hopscope.toml`: what a team decided once for its contracts."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from hopscope.cli.door import Refused, ask

NAME = "hopscope.toml"


@dataclass(frozen=True, slots=True)
class Configuration:
    """The table `[check]`: `contracts` is a folder, `mounts` are patterns of files, all relative to `home`."""

    home: Path
    contracts: str = "contracts"
    mounts: tuple[str, ...] = ()
    providers: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    formats: bool = True

    @property
    def folder(self) -> Path:
        """The folder of the contracts, as seen from here."""
        return relative(self.home / self.contracts)


def relative(path: Path) -> Path:
    """A path as it reads from the working folder, where that leads to it."""
    here = Path.cwd()
    return path.resolve().relative_to(here) if path.resolve().is_relative_to(here) else path


def found(folder: Path) -> Configuration:
    """The configuration in a folder or the nearest one above it; the usual one of the folder where there is none."""
    for home in (folder.resolve(), *folder.resolve().parents):
        if (home / NAME).is_file():
            return read(home / NAME)
    return Configuration(folder)


def about(settings: Configuration, folder: Path) -> Configuration:
    """The same decisions for a folder that was named; the mounts count only for the folder that the file names."""
    same = (settings.home / settings.contracts).resolve() == folder.resolve()
    return replace(settings, contracts=str(folder.resolve()), mounts=settings.mounts if same else ())


def read(path: Path) -> Configuration:
    """A configuration file; raises Refused where it says something that is not understood."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Refused(f"{path}: {error}") from None
    stated = table.get("check", {})
    if not isinstance(stated, dict):
        raise Refused(f"{path}: check has to be a table, [check]")
    known = {field.name for field in fields(Configuration)} - {"home"}
    unknown = [name for name in table if name != "check"] + [name for name in stated if name not in known]
    if unknown:
        raise Refused(f"{path}: {unknown[0]} is not known; [check] takes {', '.join(sorted(known))}")
    given: dict[str, Any] = {name: _typed(path, name, value) for name, value in stated.items()}
    _check_providers(path, given.get("providers", ()))
    return Configuration(path.parent, **given)


def _typed(path: Path, name: str, value: Any) -> Any:
    wanted: Any = {"contracts": str, "formats": bool}.get(name, list)
    if not isinstance(value, wanted) or (wanted is list and not all(isinstance(one, str) for one in value)):
        raise Refused(f"{path}: {name} has to be {'a list of texts' if wanted is list else wanted.__name__}")
    return tuple(value) if isinstance(value, list) else value


def _check_providers(path: Path, asked: tuple[str, ...]) -> None:
    if not asked:
        return
    unknown = sorted(set(asked) - _providers())
    if unknown:
        raise Refused(f"{path}: no provider is called {unknown[0]}; there are {', '.join(sorted(_providers()))}")


@cache
def _providers() -> frozenset[str]:
    return frozenset(provider["id"] for provider in ask("describe")["providers"])
