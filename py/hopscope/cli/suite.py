"""Contract tests: `<name>/{input,output}.json` with payloads under `valid/` and `invalid/`, each of which is one test."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hopscope.cli import door, files, mounted
from hopscope.cli.configuration import NAME, Configuration, relative
from hopscope.cli.reports import renamed
from hopscope.text.reader import read
from hopscope.text.write import dumps

KINDS = ("valid", "invalid")
NEIGHBOUR = ".fault.json"
FACTS = ("at", "keyword", "kind")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one test found: `problem` is a sentence, or None; `findings` say more, `warnings` do not make it fail.

    `tools` are those that a mount was read with, 0 for other tests.
    """

    path: Path
    name: str
    problem: str | None = None
    findings: tuple[dict[str, Any], ...] = ()
    warnings: tuple[dict[str, Any], ...] = ()
    tools: int = 0


def payloads(contract: Path) -> Iterator[Path]:
    """The payloads of a contract, without their neighbours that name faults."""
    for kind in KINDS:
        yield from (path for path in sorted((contract / kind).glob("*.json")) if is_payload(path))


def is_payload(path: Path) -> bool:
    """Whether a path is a payload by its name and its place."""
    return path.suffix == ".json" and not path.name.endswith(NEIGHBOUR) and path.parent.name in KINDS


def contracts(settings: Configuration) -> list[Path]:
    """The folders of the contracts; raises Refused where there are none."""
    folder = settings.folder
    if not folder.is_dir():
        raise door.Refused(f"{folder}: there is no such folder")
    found = files.contract_folders(folder)
    if not found:
        raise door.Refused(f"{folder}: no folder with an input.json or an output.json below it")
    return found


def run(settings: Configuration) -> Iterator[Outcome]:
    """Every test of a configuration: contracts, payloads, mounts."""
    folders = contracts(settings)
    for contract in folders:
        yield of_contract(contract, settings)
        yield from (of_payload(path, settings) for path in payloads(contract))
    yield from of_mounts(folders, settings)


def of_contract(contract: Path, settings: Configuration) -> Outcome:
    """Whether the schemas are sound, and what the chosen providers do with them."""
    findings = [one for side in files.schemas(contract) for one in _linted(contract, side, settings)]
    counted = [one for one in findings if one["code"] not in settings.ignore and one["severity"] != "note"]
    errors = tuple(one for one in counted if one["severity"] == "error")
    warnings = tuple(one for one in counted if one["severity"] == "warning")
    problem = f"{len(errors)} fault{'' if len(errors) == 1 else 's'} in the contract" if errors else None
    return Outcome(contract, contract.name, problem, errors, warnings)


def _linted(contract: Path, side: str, settings: Configuration) -> list[dict[str, Any]]:
    """What is said of one schema; providers read the input alone."""
    providers = list(settings.providers) if side == "input" else []
    asked = {"documents": [files.named(contract, side)], "providers": providers or ["own"]}
    return list(renamed(door.ask("lint", asked)["findings"], files.behind([contract])))


def side_of(payload: Path) -> str:
    """The schema that a payload is for: what its name begins with, else the only one, else the input."""
    there = files.schemas(payload.parents[1])
    begins = payload.name.split(".")[0].split("-")[0]
    return begins if begins in there else there[0] if there else "input"


def of_payload(payload: Path, settings: Configuration) -> Outcome:
    """Whether a valid payload passes, and an invalid one fails where its neighbour says."""
    contract, side = payload.parents[1], side_of(payload)
    name = f"{contract.name}/{payload.parent.name}/{payload.stem}"
    if not (contract / f"{side}.json").is_file():
        return Outcome(payload, name, f"{contract} has no {side}.json")
    schema, instance = (files.text_of(path) for path in (contract / f"{side}.json", payload))
    told = _held(schema, instance, settings)
    names = {"schema": (contract / f"{side}.json").as_posix(), "instance": payload.as_posix()}
    findings = tuple(renamed(told["findings"], names))
    problem = _of_valid(told) if payload.parent.name == "valid" else _of_invalid(told, payload)
    return Outcome(payload, name, problem, findings if problem else ())


def _held(schema: str, instance: str, settings: Configuration) -> dict[str, Any]:
    return door.ask("validate", {"schema": schema, "instance": instance, "formats": settings.formats})


def _of_valid(told: dict[str, Any]) -> str | None:
    return {True: None, False: "it does not pass", None: "it could not be judged"}[told["valid"]]


def _of_invalid(told: dict[str, Any], payload: Path) -> str | None:
    if told["valid"] is not False:
        return "it passes" if told["valid"] else "it could not be judged"
    wanted, neighbour = expected(payload), payload.with_name(payload.stem + NEIGHBOUR)
    if wanted is None:
        return None
    unmet = [one for one in wanted if not any(_fits(one, fault) for fault in faults(told))]
    extra = [fault for fault in faults(told) if not any(_fits(one, fault) for one in wanted)]
    if unmet:
        return f"it fails, but not as {neighbour.name} says: no fault at {_where(unmet[0])}"
    return f"it also fails at {_where(extra[0])}, which {neighbour.name} does not name" if extra else None


def faults(told: dict[str, Any]) -> list[dict[str, str]]:
    """Where a payload fails, as a neighbour file states it."""
    broken = [one for one in told["findings"] if one["code"] == "value-schema"]
    return [{"at": one["at"]["path"][-1], **{key: one["params"][key] for key in FACTS[1:]}} for one in broken]


def expected(payload: Path) -> list[dict[str, Any]] | None:
    """What the neighbour of an invalid payload names: one fault or a list of them; None where there is no such file."""
    neighbour = payload.with_name(payload.stem + NEIGHBOUR)
    if not neighbour.is_file():
        return None
    told = files.parsed(neighbour)
    listed = told if isinstance(told, list) else [told]
    if not all(isinstance(one, dict) and isinstance(one.get("at"), str) for one in listed):
        raise door.Refused(
            f'{neighbour}: it has to be {{"at": POINTER}} with "keyword" and "kind" as you like, or a list of those'
        )
    return listed


def _fits(wanted: dict[str, Any], fault: dict[str, str]) -> bool:
    return all(wanted[key] == fault[key] for key in FACTS if key in wanted)


def _where(fault: dict[str, Any]) -> str:
    facts = ", ".join(f"{key} {fault[key]}" for key in FACTS[1:] if key in fault)
    return f"{fault['at'] or 'the root'}{f' ({facts})' if facts else ''}"


def record(settings: Configuration) -> Iterator[Path]:
    """Writes the neighbours that are missing, as the payloads fail now; yields their paths."""
    for contract in contracts(settings):
        for payload in payloads(contract):
            if payload.parent.name == "invalid" and expected(payload) is None:
                schema = files.text_of(contract / f"{side_of(payload)}.json")
                found = faults(_held(schema, files.text_of(payload), settings))
                if found:
                    path = payload.with_name(payload.stem + NEIGHBOUR)
                    files.write(path, f"{json.dumps(found[0] if len(found) == 1 else found, indent=2)}\n", force=False)
                    yield path


def of_mounts(folders: Sequence[Path], settings: Configuration) -> Iterator[Outcome]:
    """Whether the tools that code and captures hold are still those of the contracts, and whether any were read at all."""
    read = {path: list(_of_file(path, folders)) for path in matching(settings.home, settings.mounts)}
    for outcomes in read.values():
        yield from outcomes
    for pattern in settings.mounts:
        fitting = [read[path] for path in matching(settings.home, [pattern])]
        if problem := _idle(fitting):
            yield Outcome(settings.home / NAME, f"mounts {pattern}", problem)


def _idle(fitting: Sequence[Sequence[Outcome]]) -> str | None:
    """Why the files of one pattern guard nothing, as after a slip in it."""
    if not fitting:
        return "no file fits this pattern, so nothing is held against the contracts"
    if any(outcome.tools for outcomes in fitting for outcome in outcomes):
        return None
    count = "the file" if len(fitting) == 1 else f"the {len(fitting)} files"
    return f"no tool was read in {count} that this pattern fits, so nothing is held against the contracts"


def _of_file(path: Path, folders: Sequence[Path]) -> Iterator[Outcome]:
    mounts = list(mounted.mounts(path))
    yield from (_of_mount(path, mount, folders) for mount in mounts)
    if not mounts and (why := mounted.unread(path)):
        yield Outcome(path, f"{path.as_posix()}: no tool was read, {why}")


def _of_mount(path: Path, mount: mounted.Mount, folders: Sequence[Path]) -> Outcome:
    stated = [files.named(contract, side) for contract in folders for side in files.schemas(contract)]
    told = door.ask("trace", {"documents": [*stated, mount.document]})
    drift = [*filter(_is_drift, told["findings"]), *_of_lists(told["contracts"], mount.document, folders)]
    problem = "its tools are not those of the contracts" if drift else None
    placed = tuple(mount.placed(renamed(drift, files.behind(folders))))
    return Outcome(path, mount.name, problem, placed, tools=sum(_stands_in(one, mount) for one in told["contracts"]))


def _stands_in(contract: dict[str, Any], mount: mounted.Mount) -> bool:
    return any(one["at"]["document"] == mount.document["name"] for one in contract["mounts"])


def _is_drift(finding: dict[str, Any]) -> bool:
    return finding["code"] == "contract-drift" and finding["severity"] == "error"


def _of_lists(
    told: Sequence[dict[str, Any]], document: files.Document, folders: Sequence[Path]
) -> Iterator[dict[str, Any]]:
    """The drift of tools that a server lists, which a trace takes for another statement of the same server."""
    by_name = {folder.resolve().name: folder for folder in folders}
    for one in told:
        own = [m for m in one["mounts"] if m["hop"] == "discover" and m["at"]["document"] == document["name"]]
        if own and one["name"] in by_name:
            whole = any(mount["dialect"] == "mcp" for mount in own)
            yield from filter(_is_drift, _compared(one["name"], by_name[one["name"]], document, whole))


def _compared(name: str, folder: Path, document: files.Document, whole: bool) -> list[dict[str, Any]]:
    """What differs; only a list that is `whole`, as a server's is, must state all that the contract does."""
    sides = {side: read(files.text_of(folder / f"{side}.json")).values[0] for side in files.schemas(folder)}
    written = door.ask("convert", {"documents": [document], "to": "contract", "tool": name})["text"]
    now: dict[str, Any] = next(iter(read(written, repair=False).values[0]["tools"]), {})
    there = {side: now[side] for side in sides if side in now}
    sides = sides if whole else {side: sides[side] for side in there}
    given = {"left": _tools(name, sides), "right": _tools(name, there), "as": "contract"}
    return [{**finding, "at": None, "related": []} for finding in door.ask("diff", given)["findings"]]


def _tools(name: str, sides: dict[str, Any]) -> str:
    return dumps({"tools": [{"name": name, **sides}]})


def matching(home: Path, patterns: Iterable[str]) -> list[Path]:
    """The files below a folder that any of some patterns fits; raises Refused where a pattern is none or leads elsewhere."""
    return sorted({relative(path) for pattern in patterns for path in _fitting(home, pattern) if path.is_file()})


def _fitting(home: Path, pattern: str) -> list[Path]:
    try:
        return list(home.glob(pattern))
    except (NotImplementedError, ValueError, IndexError):
        raise door.Refused(f"{pattern!r} is no pattern of files below {home}") from None
