"""The engine's verbs as commands: format, validate, diff, convert, lint, query, propose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from hopscope.cli import door, files, options, people, sarif
from hopscope.cli.reports import renamed, spot
from hopscope.text.reader import read
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
    "--in-place", is_flag=True, help="Write the result over the file; one that is not JSON alone is left alone."
)
@options.as_json
@options.fail_on
def format(
    file: str, indent: int, sort_keys: bool, no_repair: bool, unwrap: bool, in_place: bool, as_json: bool, fail_on: str
) -> int:
    """Lay JSON out; every digit and escape stays. What had to be mended is told on standard error."""
    given = {"indent": indent, "sort_keys": sort_keys, "repair": not no_repair, "unwrap": unwrap}
    asked = {"text": _own_text(file) if in_place else files.given(file), **given}
    told = renamed(door.ask("format", asked), {"text": files.name_of(file)})
    if as_json:
        _json(told)
    elif not in_place:
        options.print_exact(f"{told['text']}\n" if told["text"] else "")
    if not as_json:
        _said(told["findings"])
    if in_place:
        _put_back(file, told)
    return door.worst(told["findings"], fail_on)


def _own_text(path: str) -> str:
    """The text of a file that is to be written over, every byte of it; raises Refused where some would not come back."""
    if path == files.STDIN:
        raise click.UsageError("--in-place needs a file.")
    try:
        return Path(path).read_bytes().decode()
    except OSError as error:
        raise door.Refused(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise door.Refused(f"{path} was left alone, it is not UTF-8") from None


def _put_back(path: str, told: Mapping[str, Any]) -> None:
    """Writes the result over a file of which it keeps everything; raises Refused where that is left alone."""
    if told["layers"]:
        raise door.Refused(f"{path} was left alone, there is more in it than JSON ({', '.join(told['layers'])})")
    if any("comment" in edit["rule"] for edit in told["edits"]):
        raise door.Refused(f"{path} was left alone, its comments would be lost")
    if told["completeness"] not in ("complete", "normalised"):
        raise door.Refused(f"{path} was left alone, the JSON in it would have to be guessed at")
    files.write(Path(path), f"{told['text']}\n", force=True)


@click.command()
@click.argument("schema", type=options.PATH)
@options.paths
@click.option("--no-formats", is_flag=True, help="Leave `format` alone.")
@options.as_json
@options.seconds
def validate(schema: str, paths: tuple[str, ...], no_formats: bool, as_json: bool, seconds: float | None) -> int:
    """Hold each FILE against SCHEMA (JSON Schema, draft 4 to 2020-12). Exit code 1 also where it could not be judged.

    With --json and several files each has a line of its own: its name and the result.
    """
    given = {"schema": files.given(schema), "formats": not no_formats}
    code = door.CLEAN
    for path in paths:
        told = door.ask("validate", {**given, "instance": files.given(path)}, seconds)
        told = renamed(told, {"schema": files.name_of(schema), "instance": files.name_of(path)})
        code = max(code, door.CLEAN if told["valid"] else door.FOUND)
        if not as_json:
            _validated(path, told)
        elif len(paths) == 1:
            _json(told)
        else:
            options.print_exact(f"{dumps({'file': files.name_of(path), 'result': told})}\n")
    return code


def _validated(path: str, told: Mapping[str, Any]) -> None:
    click.echo(f"{people.plain(files.name_of(path))}: {_VALID[told['valid']]}")
    for finding in told["findings"]:
        click.echo(f"  {people.finding_line(finding)}")
    if told["more"]:
        click.echo(f"  and {told['more']} more")


_VALID = {True: "valid", False: "not valid", None: "could not be judged"}


@click.command()
@options.path("left")
@options.path("right")
@click.option("--as", "way", type=click.Choice(["auto", "json", "contract"]), default="auto", help="How to compare.")
@click.option("--patch", is_flag=True, help="Print the RFC 6902 patch that turns LEFT into RIGHT.")
@options.as_json
def diff(left: str, right: str, way: str, patch: bool, as_json: bool) -> int:
    """Compare two captures call by call, two contracts tool by tool, or any JSON. Exit code 1 where they differ."""
    told = door.ask("diff", {"left": files.given(left), "right": files.given(right), "as": way})
    told = renamed(told, {"left": files.name_of(left), "right": files.name_of(right)})
    if as_json:
        _json(told)
    elif patch:
        options.print_exact(f"{told['patch_text']}\n")
    else:
        for change in told["changes"]:
            click.echo(change_line(change))
        click.echo(people.plain(told["summary"]["text"]))
        _said(told["findings"])
    return door.CLEAN if told["equal"] else door.FOUND


SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">"}
CHANGE_COLOURS = {"added": "green", "removed": "red", "changed": "yellow", "moved": "cyan"}
_SHOWN = 60


def change_line(change: Mapping[str, Any]) -> str:
    """One change: sign, class, pointer, what was and what is, and where."""
    where = people.plain(spot(change["right"] or change["left"]))
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
    documents = files.documents(paths)
    told = door.ask("convert", {"documents": documents, "to": to, **given})
    findings = [*told["losses"], *told["findings"]]
    left = "" if calls or tool else _left_out(documents)
    if left and _is_hollow(read(told["text"], repair=False).values[0]):
        raise door.Refused(f"There are no tools here but {left}.")
    if as_json:
        _json(told)
    else:
        options.print_exact(f"{told['text']}\n")
        _said(findings)
    if left:
        click.echo(f"Only the tools were converted, not {left}.", err=True)
    return door.worst(findings, fail_on)


def _is_hollow(value: Any) -> bool:
    """That a dialect's form for tools has none in it: lists and objects around nothing."""
    members = value.values() if isinstance(value, dict) else value
    return isinstance(value, dict | list) and all(map(_is_hollow, members))


def _left_out(documents: list[files.Document]) -> str:
    """The calls that documents hold beside tools and how to convert them; empty where there are none."""
    count = len(door.ask("trace", {"documents": documents})["calls"])
    told = people.counted(count, "call")
    return f"{told}; --calls converts {'it' if count == 1 else 'them'}" if count else ""


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
    documents = files.documents(paths)
    told = door.ask("lint", {"documents": documents, "providers": list(providers)})
    if as_json:
        _json(told)
    elif as_sarif:
        options.print_exact(sarif.document(told["findings"], {one["name"]: one["text"] for one in documents}))
    else:
        _linted(told, notes)
    return door.worst(told["findings"], fail_on)


def _linted(told: Mapping[str, Any], notes: bool) -> None:
    if not told["contracts"] and door.worst(told["findings"]) == door.CLEAN:
        click.echo("There are no tools in these files, so nothing was looked at.", err=True)
    for finding in told["findings"]:
        if notes or finding["severity"] != "note":
            click.echo(people.finding_line(finding))
    silent = {provider["id"] for provider in door.ask("describe")["providers"] if not provider["published"]}
    for contract in told["contracts"]:
        marks = (_mark(name, status, name in silent) for name, status in contract["providers"].items())
        click.echo(f"{people.plain(contract['name'])}: {', '.join(marks)}")


def _mark(provider: str, status: str, silent: bool) -> str:
    """How a tool stands with one provider; of one that published no rules nothing is known where nothing is wrong."""
    if silent and status == "ok":
        return f"{click.style('no rules published', fg='cyan')} {provider}"
    return f"{click.style(status, fg=_STATUS[status])} {provider}"


_STATUS = {"ok": "green", "warning": "yellow", "fail": "red"}


@click.command()
@click.argument("path")
@options.path()
@options.as_json
def query(path: str, file: str, as_json: bool) -> int:
    """Print what a JSONPath (RFC 9535) selects in FILE, also through JSON in strings. Exit code 1 where it is nothing."""
    told = renamed(door.ask("query", {"text": files.given(file), "path": path}), {"text": files.name_of(file)})
    if as_json:
        _json(told)
    else:
        for match in told["matches"]:
            options.print_exact(f"{match['value_text']}\n")
        _said(told["findings"])
    return door.CLEAN if told["matches"] else door.FOUND


@click.command()
@options.paths
@click.option("--name", help="The name of what is drawn from bare payloads.")
@options.as_json
def propose(paths: tuple[str, ...], name: str | None, as_json: bool) -> int:
    """Draw a contract from payloads or captures; it is a proposal, to be read before it is used."""
    told = door.ask("propose", {"documents": files.documents(paths), "name": name})
    if as_json:
        _json(told)
    else:
        options.print_exact(f"{told['text']}\n" if told["text"] else "")
        for one in told["left_out"]:
            calls = people.counted(one["calls"], "call")
            click.echo(
                f"{people.plain(one['name'])}: left out {calls} with arguments that cannot be read or break a contract",
                err=True,
            )
        _said(told["findings"])
    return door.CLEAN if told["text"] else door.FOUND


COMMANDS = (format, validate, diff, convert, lint, query, propose)
