"""The documents: every command in them is run, every link leads somewhere, every table is as the code has it."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import hopscope as package
from terminal import EXAMPLES, TICKET, Run, answer, lines, listed, response, rpc, timed, tool

pytestmark = pytest.mark.native
ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
BUILD = re.compile(r"python3 build\.py (\w+)")
INLINE = re.compile(r"`(hopscope [a-z][^`]*)`")


def commands(language: str) -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for found in FENCE.finditer(page.read_text(encoding="utf-8")):
            if found[1] == language:
                yield from ((page.name, line) for line in found[2].splitlines() if line.strip())


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A folder with the files that the documents speak of."""
    shutil.copytree(EXAMPLES, tmp_path / "contracts")
    request = {
        "model": "m",
        "messages": [],
        "tools": [{"type": "function", "function": {"name": "get_ticket", "parameters": {}}}],
    }
    request["tools"][0]["function"]["parameters"] = tool()["inputSchema"]
    files = {
        "request.json": json.dumps(request),
        "response.json": json.dumps(response('{"ticketid": "T-1"}'), indent=2),
        "old.json": '{"a": [1, 2]}',
        "new.json": '{"a": [1, 3]}',
        "tools.json": json.dumps({"tools": [tool()]}),
        "server.jsonl": lines(timed([*listed(), rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET)])),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH on which `hopscope` is the code of this checkout, and `pytest` has its plugin, as an installed wheel gives them."""
    folder = tmp_path_factory.mktemp("bin")
    for name, module in (
        ("hopscope", "hopscope"),
        ("pytest", "pytest -p hopscope.cli.pytest_plugin -p no:cacheprovider"),
    ):
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} "$@"\n')
        (folder / name).chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def run(command: str, folder: Path, path: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(Path(package.__file__).parents[1])}
    return subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)


def quick(command: str, hopscope: Run) -> subprocess.CompletedProcess[str]:
    """The same in this process, which need not start Python first."""
    _, *arguments = shlex.split(command)
    done = hopscope(*arguments)
    return subprocess.CompletedProcess(arguments, done.code, done.out, done.err)


SHELL = re.compile(r"[|<>$;&]|^(?!hopscope )")
NEEDS = {
    "hopscope open": "hopscope link response.json --page https://hopscope.example/ > link.txt",
    "hopscope baseline check": "hopscope baseline write tools.json",
}


@pytest.mark.skipif(os.name == "nt", reason="the documents' commands are written for a POSIX shell")
@pytest.mark.parametrize(("page", "command"), list(commands("sh")))
def test_every_command_of_the_documents_runs(page: str, command: str, case: Path, path: str, hopscope: Run) -> None:
    for begins, needed in NEEDS.items():
        if command.startswith(begins):
            run(needed, case, path)
    before = {each: each.stat().st_mtime_ns for each in case.rglob("*")}
    done = run(command, case, path) if SHELL.search(command) else quick(command, hopscope)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr and "Usage:" not in done.stderr
    new = [each for each in case.rglob("*") if each.is_file() and before.get(each) != each.stat().st_mtime_ns]
    assert done.stdout or any(each.stat().st_size for each in new)


def test_the_documents_have_commands_for_all_that_the_terminal_can_do() -> None:
    from hopscope.cli.commands import app

    shown = " ".join([command for _, command in commands("sh")])
    assert {name for name in app.commands if f"hopscope {name}" not in shown} <= set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_named_in_a_sentence_exist(page: Path) -> None:
    from hopscope.cli.commands import app

    for named in INLINE.findall(page.read_text(encoding="utf-8")):
        word = named.split()[1]
        assert word in app.commands or word.endswith((".json", ".jsonl")), named


def test_the_commands_of_the_build_exist() -> None:
    named = {name for page in PAGES for name in BUILD.findall(page.read_text(encoding="utf-8"))}
    told = subprocess.run([sys.executable, "build.py", "--help"], cwd=ROOT, capture_output=True, text=True).stdout
    assert named and all(re.search(rf"^\s+{name}\b", told, re.MULTILINE) for name in named)


def test_the_configuration_of_the_guide_passes_with_the_example_contracts(case: Path, path: str) -> None:
    found = FENCE.findall((ROOT / "docs" / "guide.md").read_text(encoding="utf-8"))
    (table,) = [text for language, text in found if language == "toml"]
    (case / "hopscope.toml").write_text(table)
    (case / "captures").mkdir()
    shutil.copy(case / "tools.json", case / "captures")
    (case / "src").mkdir()
    (case / "src" / "agent.py").write_text(
        f"TOOLS = {[{'name': 'get_ticket', 'input_schema': tool()['inputSchema']}]!r}\n"
    )
    done = run("hopscope check", case, path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        name, _, heading = link.partition("#")
        target = page.parent / name if name else page
        assert "://" in link or target.exists(), link
        if heading:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w\- ]", "", each).lower().replace(" ", "-") for each in headings}, link


def fences(page: Path) -> dict[str, list[str]]:
    """The fenced texts of a page by language, those within a list too."""
    found: dict[str, list[str]] = {}
    for indent, language, text in re.findall(
        r"^( *)```(\w*)\n(.*?)^ *```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    ):
        found.setdefault(language, []).append(re.sub(rf"^{indent}", "", text, flags=re.MULTILINE))
    return found


def test_the_dialect_of_the_recipe_is_found_and_read(tmp_path: Path) -> None:
    (code,) = fences(ROOT / "docs" / "extending.md")["python"]
    engine = Path(package.__file__).parent
    shutil.copytree(engine, tmp_path / "hopscope", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "schemas", tmp_path / "hopscope" / "schemas", dirs_exist_ok=True)
    (tmp_path / "hopscope" / "dialects" / "acme_chat.py").write_text(code, encoding="utf-8")
    given = json.dumps({"acme_calls": [{"id": "1", "tool": "get_ticket", "input": {}}]})
    command = [sys.executable, "-m", "hopscope", "-", "-c", str(EXAMPLES), "--json"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, input=given, cwd=tmp_path, env=environment, capture_output=True, text=True)
    (call,) = json.loads(done.stdout)["calls"]
    assert (call["dialect"], call["id"], call["verdict"]["code"]) == ("acme-chat", "1", "arguments-schema")


# What is shown and cannot be run as it stands: settings of others, HTML and JavaScript (`tests/web/test_embedding.py`
# plays them), pictures made of signs; a line of those that begins like a command has to be known here.
SHOWN = {"toml", "yaml", "html", "js", "python", ""}
ELSEWHERE = {"python3 build.py serve", "python3 build.py test", "spark-submit docs/spark_audit.py"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_command_of_the_documents_stands_where_no_test_runs_it(page: Path) -> None:
    told = fences(page)
    assert set(told) <= {"sh", *SHOWN}
    shown = [line for language in SHOWN for text in told.get(language, ()) for line in text.splitlines()]
    begun = [line for line in shown if re.match(r"(hopscope|python3?|pip|npm|node|cat|spark-submit) ", line)]
    assert all(any(line.startswith(known) for known in ELSEWHERE) for line in begun)
    assert all((ROOT / path).exists() for path in re.findall(r"\bdocs/\S+\.py\b", "\n".join(begun)))


def test_the_hook_of_the_guide_is_the_one_that_is_defined() -> None:
    (shown,) = fences(ROOT / "docs" / "guide.md")["yaml"]
    defined = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    (id,) = re.findall(r"- id: (\S+)", shown)
    entry = re.search(r"entry: (.+)", defined)
    assert f"- id: {id}\n" in defined and entry and entry[1] == "hopscope check --quiet"


def tool_of_docs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_tool", ROOT / "tools" / "docs.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["dialects.md", "findings.md", "providers.md"])
def test_a_page_made_from_tables_is_as_the_tables_are(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == tool_of_docs().made(name), "run python3 tools/docs.py"
