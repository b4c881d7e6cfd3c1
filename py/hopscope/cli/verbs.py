"""The engine's verbs as commands: format, validate, diff, convert, lint, query, propose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from hopscope.cli import door, files, options, people, sarif
from hopscope.text.write import dumps


def _said(findings: list[dict[str, Any]]) -> None:
    """Findings beside a result that may be piped on: on standard error."""
    for finding in findings:
        click.echo(people.finding_line(finding), err=True)


def _json(result: Mapping[str, Any]) -> None:
    options.print_exact(f"{dumps(result, indent=2)}\n")


@click.command()
@options.path()
@click.option(
    "--indent", type=click.IntRange(0, 16), default=2, show_default=True, help="Blanks a level; 0 is one line."
)
@click.option("--sort-keys", is_flag=True, help="Members in the order of their names.")
@click.option("--no-repair", is_flag=True, help="Take the text only if it is JSON as it stands.")
@click.option("--unwrap", is_flag=True, help="Open JSON in strings.")
@click.option(
    "--in-place", is_flag=True, help="Write the result over the file; a text that had to be guessed at is left alone."
)
@options.as_json
@options.fail_on
def format(
    file: str, indent: int, sort_keys: bool, no_repair: bool, unwrap: bool, in_place: bool, as_json: bool, fail_on: str
) -> int:
    """Lay JSON out; every digit and escape stays. What had to be mended is told on standard error."""
    given = {"indent": indent, "sort_keys": sort_keys, "repair": not no_repair, "unwrap": unwrap}
    told = door.ask("format", {"text": options.document(file), **given})
    if as_json:
        _json(told)
    elif in_place:
        _put_back(file, told)
    else:
        options.print_exact(f"{told['text']}\n" if told["text"] else "")
    if not as_json:
        _said(told["findings"])
    return door.worst(told["findings"], fail_on)


def _put_back(path: str, told: Mapping[str, Any]) -> None:
    if path == files.STDIN:
        raise click.UsageError("--in-place needs a file.")
    if told["completeness"] in ("complete", "normalised"):
        files.write(Path(path), f"{told['text']}\n", force=True)


@click.command()
@click.argument("schema", type=options.PATH)
@options.paths
@click.option("--no-formats", is_flag=True, help="Leave `format` alone.")
@options.as_json
@options.seconds
def validate(schema: str, paths: tuple[str, ...], no_formats: bool, as_json: bool, seconds: float | None) -> int:
    """Hold each FILE against SCHEMA (JSON Schema, draft 4 to 2020-12). Exit code 1 also where it could not be judged."""
    text, code = options.document(schema), door.CLEAN
    for path in paths:
        given = {"schema": text, "instance": options.document(path), "formats": not no_formats}
        told = door.ask("validate", given, seconds)
        code = max(code, door.CLEAN if told["valid"] else door.FOUND)
        if as_json:
            _json(told)
            continue
        click.echo(f"{people.plain(path)}: {_VALID[told['valid']]}")
        names = {"schema": schema, "instance": path}
        for finding in told["findings"]:
            click.echo(f"  {people.finding_line(renamed(finding, names))}")
    return code


_VALID = {True: "valid", False: "not valid", None: "could not be judged"}


def renamed(finding: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A finding whose places name files in the place of the door's `schema`, `instance`, `left`, `right`, `text`."""

    def place(at: Mapping[str, Any] | None) -> dict[str, Any] | None:
        return {**at, "document": names.get(at["document"], at["document"])} if at else None

    moved = {key: place(finding[key]) for key in ("at", "schema_at")}
    return {**finding, **moved, "related": [place(at) for at in finding["related"]]}


@click.command()
@options.path("left")
@options.path("right")
@click.option("--as", "way", type=click.Choice(["auto", "json", "contract"]), default="auto", help="How to compare.")
@click.option("--patch", is_flag=True, help="Print the RFC 6902 patch that turns LEFT into RIGHT.")
@options.as_json
def diff(left: str, right: str, way: str, patch: bool, as_json: bool) -> int:
    """Compare two captures call by call, two contracts tool by tool, or any JSON. Exit code 1 where they differ."""
    told = door.ask("diff", {"left": options.document(left), "right": options.document(right), "as": way})
    if as_json:
        _json(told)
    elif patch:
        options.print_exact(f"{told['patch_text']}\n")
    else:
        for change in told["changes"]:
            click.echo(change_line(change, {"left": left, "right": right}))
        click.echo(people.plain(told["summary"]["text"]))
        _said([renamed(one, {"left": left, "right": right}) for one in told["findings"]])
    return door.CLEAN if told["equal"] else door.FOUND


SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">"}
CHANGE_COLOURS = {"added": "green", "removed": "red", "changed": "yellow", "moved": "cyan"}
_SHOWN = 60


def change_line(change: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One change: sign, class, pointer, what was and what is, and where."""
    at = change["right"] or change["left"]
    where = f"{names.get(at['document'], at['document'])}:{at['line']}:{at['column']}" if at else ""
    sign = click.style(SIGNS[change["kind"]], fg=CHANGE_COLOURS[change["kind"]])
    class_ = f" {change['class']}" if change["class"] else ""
    values = [_short(change[side]) for side in ("before_text", "after_text") if change.get(side) is not None]
    return f"{sign}{class_} {people.plain(''.join(change['path']) or '/')}  {' → '.join(values)}  {click.style(where, dim=True)}"


def _short(text: str) -> str:
    one = people.plain(" ".join(text.split()))
    return one if len(one) <= _SHOWN else f"{one[: _SHOWN - 1]}…"


@click.command()
@options.paths
@click.option("--to", required=True, help="The dialect to write, such as openai-chat; `describe` lists them.")
@click.option("--calls", is_flag=True, help="Convert the calls and their results, not the tools.")
@click.option("--tool", help="One tool alone.")
@click.option("--strict", is_flag=True, help="Write the strict form where the dialect has one.")
@click.option("--provider", help="Keep to the rules of this provider.")
@options.as_json
@options.fail_on
def convert(
    paths: tuple[str, ...],
    to: str,
    calls: bool,
    tool: str | None,
    strict: bool,
    provider: str | None,
    as_json: bool,
    fail_on: str,
) -> int:
    """Write the tools, or the calls, of FILE... in another dialect. What is lost is told on standard error."""
    given = {"what": "calls" if calls else None, "tool": tool, "strict": strict or None, "provider": provider}
    told = door.ask("convert", {"documents": _documents(paths), "to": to, **given})
    if as_json:
        _json(told)
        return door.worst([*told["losses"], *told["findings"]], fail_on)
    options.print_exact(f"{told['text']}\n")
    _said([*told["losses"], *told["findings"]])
    return door.worst([*told["losses"], *told["findings"]], fail_on)


def _documents(paths: tuple[str, ...]) -> list[files.Document]:
    return files.documents(paths)


@click.command()
@options.paths
@click.option(
    "-p", "--provider", "providers", multiple=True, help="A provider's id, or `own`; all where it is left out."
)
@click.option("--sarif", "as_sarif", is_flag=True, help="Findings as SARIF 2.1.0.")
@click.option("--notes", is_flag=True, help="List notes too.")
@options.as_json
@options.fail_on
def lint(
    paths: tuple[str, ...], providers: tuple[str, ...], as_sarif: bool, notes: bool, as_json: bool, fail_on: str
) -> int:
    """Say what each provider does with the contracts in FILE... (tools of a request, lists of a server, schemas)."""
    known = {provider["id"] for provider in door.ask("describe")["providers"]} | {"own"}
    unknown = [provider for provider in providers if provider not in known]
    if unknown:
        raise click.UsageError(f"No provider is called {unknown[0]}; there are {', '.join(sorted(known))}.")
    documents = _documents(paths)
    told = door.ask("lint", {"documents": documents, "providers": list(providers)})
    if as_json:
        _json(told)
    elif as_sarif:
        options.print_exact(sarif.document(told["findings"], {one["name"]: one["text"] for one in documents}))
    else:
        _linted(told, notes)
    return door.worst(told["findings"], fail_on)


def _linted(told: Mapping[str, Any], notes: bool) -> None:
    for finding in told["findings"]:
        if notes or finding["severity"] != "note":
            click.echo(people.finding_line(finding))
    for contract in told["contracts"]:
        marks = (f"{click.style(status, fg=_STATUS[status])} {name}" for name, status in contract["providers"].items())
        click.echo(f"{people.plain(contract['name'])}: {', '.join(marks)}")


_STATUS = {"ok": "green", "warning": "yellow", "fail": "red"}


@click.command()
@click.argument("path")
@options.path()
@options.as_json
def query(path: str, file: str, as_json: bool) -> int:
    """Print what a JSONPath (RFC 9535) selects in FILE, also through JSON in strings. Exit code 1 where it is nothing."""
    told = door.ask("query", {"text": options.document(file), "path": path})
    if as_json:
        _json(told)
    else:
        for match in told["matches"]:
            options.print_exact(f"{match['value_text']}\n")
        _said([renamed(one, {"text": file}) for one in told["findings"]])
    return door.CLEAN if told["matches"] else door.FOUND


@click.command()
@options.paths
@click.option("--name", help="The name of what is drawn from bare payloads.")
@options.as_json
def propose(paths: tuple[str, ...], name: str | None, as_json: bool) -> int:
    """Draw a contract from payloads or captures; it is a proposal, to be read before it is used."""
    told = door.ask("propose", {"documents": _documents(paths), "name": name})
    if as_json:
        _json(told)
    else:
        options.print_exact(f"{told['text']}\n" if told["text"] else "")
        _said(told["findings"])
    return door.CLEAN if told["text"] else door.FOUND


COMMANDS = (format, validate, diff, convert, lint, query, propose)
