"""`hopscope link` and `hopscope open`: a case as a link, and a link as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hopscope import promises
from hopscope.cli import door, files, options, people

FOLDER = "hopscope-case"  # of its own: names in a link are a stranger's, and a working folder obeys some names
VIEWS = promises.read("share/state.json")["properties"]["view"]["enum"]


@click.command()
@options.paths
@options.contracts
@click.option(
    "--page",
    envvar="HOPSCOPE_PAGE",
    default="",
    help="Address of the page (also HOPSCOPE_PAGE); without it only the part behind it is printed.",
)
@click.option("--view", type=click.Choice(VIEWS), default="trace", show_default=True, help="The tab that opens.")
@click.option(
    "--keep-secrets", is_flag=True, help="Leave in what looks like a secret; without it all of that is masked."
)
def link(paths: tuple[str, ...], contracts: tuple[str, ...], page: str, view: str, keep_secrets: bool) -> int:
    """Print a link that carries FILE... in its fragment, which browsers send to no server. Secrets are masked."""
    state = {"documents": _documents(paths, contracts), "view": view, "options": {}}
    told = door.ask("share.write", {"state": state})
    if keep_secrets and told["secrets"]:
        keep = list(range(len(told["secrets"]) + told.get("more", 0)))
        told = door.ask("share.write", {"state": state, "keep": keep})
    _warn(told, keep_secrets)
    if not told["fragment"]:
        raise door.Refused(_TOO_LARGE.format(length=told["length"]))
    click.echo(f"{page.partition('#')[0]}#{told['fragment']}")
    return door.CLEAN


_TOO_LARGE = "The case is too large for a link ({length:,} characters); send the files themselves."


def _documents(paths: tuple[str, ...], contracts: tuple[str, ...]) -> list[files.Document]:
    """Documents under their file names alone: a link tells nothing of folders."""
    found, taken = files.documents(paths, contracts), set[str]()
    return [{"name": files.harmless(one["name"], taken), "text": one["text"]} for one in found]


def _warn(told: dict[str, Any], kept: bool) -> None:
    for secret in told["secrets"]:
        click.echo(f"{'kept' if kept else 'masked'}: {people.finding_line(secret)}", err=True)


@click.command("open")
@click.argument("link")
@click.option(
    "--into", type=click.Path(file_okay=False), default=FOLDER, show_default=True, help="The folder to write to."
)
@click.option("--force", is_flag=True, help="Write over files that are there.")
def open_link(link: str, into: str, force: bool) -> int:
    """Write the documents of LINK (`-` reads it from standard input) to files in a folder of their own, and say their names.

    A document whose name ends as no capture does gets `.txt` behind it: who made the link chose the name.
    """
    fragment = files.standard_input().strip() if link == files.STDIN else link
    told = door.ask("share.read", {"fragment": fragment})
    for finding in told["findings"]:
        click.echo(people.finding_line(finding), err=True)
    if told["state"] is None:
        return door.FOUND
    _write(told["state"]["documents"], Path(into), force)
    return door.CLEAN


def _write(documents: list[files.Document], folder: Path, force: bool) -> None:
    """All documents or, where one of the files is there already, none."""
    taken = set[str]()
    texts = {folder / files.inert(document["name"], taken): document["text"] for document in documents}
    there = next((path for path in texts if path.exists()), None)
    if there and not force:
        raise door.Refused(f"{there} is there already; --force writes over it, --into names another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise door.Refused(f"{folder}: {error.strerror}") from None
    for path, text in texts.items():
        files.write(path, text, force)
        click.echo(people.plain(str(path)))


COMMANDS = (link, open_link)
