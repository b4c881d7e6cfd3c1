"""A case as a link and a link as files, whoever chose the names in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from terminal import Run

pytestmark = pytest.mark.native


def linked(hopscope: Run, *names: str) -> str:
    return hopscope("link", *names).out.strip()


def stranger(hopscope: Run, *names: str) -> str:
    """A link whose documents have any names."""
    documents = [{"name": name, "text": "{}"} for name in names]
    params = {"state": {"documents": documents, "view": "trace", "options": {}}}
    return "#" + hopscope("call", "share.write", given=json.dumps(params)).json["fragment"]


def test_a_link_brings_files_back_into_a_folder_of_their_own(hopscope: Run) -> None:
    texts = {"request.json": '{"a": "é"}\r\n', "server.log": "plain words\n"}
    for name, text in texts.items():
        Path(name).write_bytes(text.encode())
    link = linked(hopscope, *texts)
    done = hopscope("open", link)
    assert done.code == 0 and done.out.splitlines() == [f"hopscope-case/{name}" for name in texts]
    assert {path.name: path.read_bytes().decode() for path in Path("hopscope-case").iterdir()} == texts
    assert hopscope("open", "-", "--into", "other", given=link).code == 0 and Path("other/server.log").is_file()


def test_nothing_is_written_over_and_then_nothing_is_written(hopscope: Run) -> None:
    link = stranger(hopscope, "new.json", "old.json")
    Path("hopscope-case").mkdir()
    Path("hopscope-case/old.json").write_text("mine")
    done = hopscope("open", link)
    assert done.code == 2 and "old.json is there already" in done.err
    assert [path.name for path in Path("hopscope-case").iterdir()] == ["old.json"]
    assert Path("hopscope-case/old.json").read_text() == "mine"
    assert hopscope("open", link, "--force").code == 0 and Path("hopscope-case/old.json").read_text() == "{}"


HOSTILE = {
    "conftest.py": "conftest.py.txt",
    "../../json.py": "json.py.txt",
    "Makefile": "Makefile.txt",
    "hopscope.toml": "hopscope.toml.txt",
    ".bashrc": "bashrc.txt",
    "-rf": "rf.txt",
    "--force.json": "force.json",
    "CON": "document-CON.txt",
    "nul.json": "document-nul.json",
    "com1.tar.json": "document-com1.tar.json",
    "C:\\Windows\\evil.bat": "evil.bat.txt",
    "a\nb\u202e.json": "a_b_.json",
    "/": "document.txt",
}


def test_names_that_a_stranger_chose_name_nothing_that_is_obeyed(hopscope: Run) -> None:
    done = hopscope("open", stranger(hopscope, *HOSTILE))
    assert done.code == 0
    assert sorted(path.name for path in Path("hopscope-case").iterdir()) == sorted(HOSTILE.values())
    assert [path.name for path in Path().iterdir()] == ["hopscope-case"]


def test_documents_of_one_name_become_files_of_several(hopscope: Run) -> None:
    hopscope("open", stranger(hopscope, "a/x.json", "b/X.json", "c/x.json"))
    assert sorted(path.name.lower() for path in Path("hopscope-case").iterdir()) == ["x-2.json", "x-3.json", "x.json"]


def test_a_folder_that_cannot_be_made_is_refused(hopscope: Run) -> None:
    link = stranger(hopscope, "a.json")
    Path("taken").write_text("")
    done = hopscope("open", link, "--into", "taken/below")
    assert done.code == 2 and "Traceback" not in done.err


def test_a_link_that_is_none_is_told(hopscope: Run) -> None:
    done = hopscope("open", "#v1=nothing")
    assert done.code == 1 and done.err and not list(Path().iterdir())


def test_a_link_carries_no_secret_unless_it_is_asked_to(hopscope: Run) -> None:
    secret = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"
    Path("a.json").write_text(json.dumps({"token": secret}))
    done = hopscope("link", "a.json")
    assert "masked" in done.err
    for options, kept in (((), False), (("--keep-secrets",), True)):
        hopscope("open", hopscope("link", "a.json", *options).out.strip(), "--force")
        assert (secret in Path("hopscope-case/a.json").read_text()) is kept
