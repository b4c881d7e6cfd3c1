"""`hopscope baseline`: the tools that a team has looked at and trusts, and what became of them since."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from hopscope.cli import canonical, door, files, options, people
from hopscope.text.reader import read
from hopscope.text.write import dumps

FILE = "hopscope.baseline.json"
CLASSES = ("breaking", "compatible", "text-only", "order-only")
VERSION = 1


@dataclass(frozen=True, slots=True)
class Drift:
    """One tool that is not what it was: its class, and the changes that were told."""

    tool: str
    kind: str
    changes: tuple[dict[str, Any], ...] = ()


@click.group()
def baseline() -> None:
    """Keep the lists of tools that are trusted, and tell when one drifts."""


_file = click.option(
    "-b", "--baseline", "path", type=click.Path(dir_okay=False), default=FILE, show_default=True, help="The file."
)


@baseline.command("write")
@options.paths
@_file
@click.option("--force", is_flag=True, help="Write over a file that is no baseline.")
def write(paths: tuple[str, ...], path: str, force: bool) -> int:
    """Trust the tools in FILE... as they are now; each has a hash that does not depend on how it is written."""
    tools = tools_of(paths)
    lines = [{"name": name, "sha256": canonical.digest(tool), "contract": tool} for name, tool in sorted(tools.items())]
    if not lines:
        raise door.Refused("There are no tools in these files.")
    if Path(path).exists() and not force:
        _rows(Path(path))
    files.write(Path(path), f"{dumps({'version': VERSION, 'tools': lines}, indent=2)}\n", force=True)
    click.echo(f"{people.plain(path)}: {people.counted(len(lines), 'tool')}")
    return door.CLEAN


@baseline.command("check")
@options.paths
@_file
@click.option(
    "--allow", multiple=True, type=click.Choice(CLASSES), help="Drift of this class does not make the exit code 1."
)
@options.as_json
def check(paths: tuple[str, ...], path: str, allow: tuple[str, ...], as_json: bool) -> int:
    """Say how the tools in FILE... differ from the trusted ones: breaking, compatible, text-only or order-only."""
    drifts = compared(_trusted(Path(path)), tools_of(paths))
    if as_json:
        told = [{"tool": one.tool, "class": one.kind, "changes": list(one.changes)} for one in drifts]
        options.print_exact(f"{dumps({'drift': told}, indent=2)}\n")
    else:
        _print(drifts)
    return door.FOUND if any(one.kind not in allow for one in drifts) else door.CLEAN


def tools_of(paths: Sequence[str]) -> dict[str, Any]:
    """The tools that captures offer, by name, in the form of contract files; every digit kept."""
    told = door.ask("convert", {"documents": files.documents(paths), "to": "contract"})
    listed = read(told["text"], repair=False).values[0]
    return {tool["name"]: tool for tool in (listed.get("tools", []) if isinstance(listed, dict) else listed)}


def _trusted(path: Path) -> dict[str, Any]:
    if not path.exists():
        raise door.Refused(
            f"There is no baseline {path}; `hopscope baseline write FILE...` makes one of trusted lists."
        )
    rows = _rows(path)
    for one in rows:
        if canonical.digest(one["contract"]) != one["sha256"]:
            raise door.Refused(f"{path}: the contract of {one['name']} is not the one that its hash was taken of")
    return {one["name"]: one["contract"] for one in rows}


def _rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a baseline; raises Refused where a file is none."""
    kept = read(files.text_of(path), repair=False).values
    table = kept[0] if len(kept) == 1 and isinstance(kept[0], dict) else {}
    rows = table.get("tools")
    if table.get("version") != VERSION or not isinstance(rows, list) or not all(map(_is_row, rows)):
        raise door.Refused(f"{path} is no baseline of version {VERSION}")
    return rows


def _is_row(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str) and {"sha256", "contract"} <= value.keys()


def compared(trusted: dict[str, Any], now: dict[str, Any]) -> list[Drift]:
    """Every tool that came, went or changed, in the order of their names."""
    drifts = []
    for name in sorted(trusted.keys() | now.keys()):
        if name not in now:
            drifts.append(Drift(name, "breaking", (_whole("removed"),)))
        elif name not in trusted:
            drifts.append(Drift(name, "compatible", (_whole("added"),)))
        elif dumps(trusted[name]) != dumps(now[name]) and (found := _drift(name, trusted[name], now[name])):
            drifts.append(found)
    return drifts


def _whole(kind: str) -> dict[str, Any]:
    return {"kind": kind, "path": [], "class": None, "message": f"the tool was {kind}"}


def _drift(name: str, before: Any, after: Any) -> Drift | None:
    told = door.ask("diff", {"left": dumps({"tools": [before]}), "right": dumps({"tools": [after]}), "as": "contract"})
    changes = [_kept(change) for change in told["changes"]]
    classes = [change["class"] for change in changes if change["class"]]
    worst = min(classes, key=CLASSES.index, default=None)
    if worst is None and canonical.digest(before) == canonical.digest(after):
        return (
            Drift(name, "order-only", tuple(changes))
            if json.dumps(before, default=str) != json.dumps(after, default=str)
            else None
        )
    return Drift(name, worst or "text-only", tuple(changes))


def _kept(change: dict[str, Any]) -> dict[str, Any]:
    return {key: change.get(key) for key in ("kind", "path", "class", "before_text", "after_text", "message")}


def _sentence(change: dict[str, Any]) -> str:
    where = "".join(change["path"]) or "the tool"
    said = change["message"] or change["kind"]
    kind = f" ({change['class']})" if change["class"] else ""
    return f"{said}{kind}" if said.startswith(f"{where} ") else f"{where}: {said}{kind}"


def _print(drifts: Sequence[Drift]) -> None:
    colours = {"breaking": "red", "compatible": "yellow", "text-only": "yellow", "order-only": "cyan"}
    for drift in drifts:
        click.echo(f"{click.style(drift.kind, fg=colours[drift.kind])} {people.plain(drift.tool)}")
        for change in drift.changes:
            click.echo(f"    {people.plain(_sentence(change))}")
    click.echo(f"{len(drifts)} of the tools drifted" if drifts else "every tool is as it was trusted")
