"""Each module imports only what stands below it: the engine's layers, and those of the page's scripts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "py" / "hopscope"
PAGE = ROOT / "static"

# From the top: each row may import the rows below it, never its own row or one above.
ENGINE_ROWS = (
    ("browser", "__main__"),
    ("cli",),
    ("api",),
    ("ops",),
    ("flow",),
    ("dialects",),
    ("compare", "contracts", "secrets"),
    ("model",),
    ("findings",),
    ("codes",),
    ("layers",),
    ("text",),
    ("limits", "promises", "record"),
)
ROW = {name: number for number, row in enumerate(ENGINE_ROWS) for name in row}

# What a script may import; the composition root may import all but the worker's side.
PAGE_MAY = {
    "views": {"dom"},
    "stories": {"locales"},
    "locales": {"files"},
    "files": {"wire"},
    "image": {"wire"},
    "rpc": {"wire", "files", "life"},
    "engine": {"rpc"},
    "worker": {"wire", "files", "image", "kept", "life", "patterns"},
}
COMPOSITION = "main"
WORKER_SIDE = {"worker", "wire", "image", "kept", "patterns", "service-worker"}
PACKAGES_MAY = {"views", "dom"}


def engine_modules() -> list[Path]:
    return sorted(ENGINE.rglob("*.py"))


def name_of(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(ENGINE.parent).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports_of(path: Path) -> Iterator[tuple[str, ...]]:
    """Every module that a file imports, also inside functions and by `import_module("…")`, as a tuple of names."""
    package = name_of(path) if path.name == "__init__.py" else name_of(path)[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = (*start, *(node.module or "").split(".")) if node.module else start
            yield from ((*module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called == "import_module" and isinstance(node.args[0].value, str):
                yield tuple(node.args[0].value.split("."))


def own_imports(path: Path) -> Iterator[tuple[str, ...]]:
    return (module for module in imports_of(path) if module[0] == "hopscope" and len(module) > 1)


def faults_of_engine(path: Path) -> list[str]:
    name = name_of(path)
    if len(name) < 2:
        return []
    faults = []
    for module in own_imports(path):
        if module[1] == name[1]:
            faults += sideways(name, module)
        elif (
            ROW.get(module[1], -1) <= ROW[name[1]]
            and (ENGINE / module[1]).exists() | (ENGINE / f"{module[1]}.py").exists()
        ):
            faults.append(f"{'.'.join(name)} imports {'.'.join(module)}")
    return faults


def sideways(name: tuple[str, ...], module: tuple[str, ...]) -> list[str]:
    """Verbs and dialects don't know each other; modules with an underscore are what they share."""
    if name[1] not in ("ops", "dialects") or len(module) < 3 or module[2].startswith("_") or len(name) < 3:
        return []
    is_module = (ENGINE / module[1] / f"{module[2]}.py").exists() or (ENGINE / module[1] / module[2]).is_dir()
    return [f"{'.'.join(name)} imports its sibling {'.'.join(module)}"] if is_module and module[2] != name[2] else []


def test_every_part_of_the_engine_has_a_row() -> None:
    parts = {name_of(path)[1] for path in engine_modules() if len(name_of(path)) > 1}
    assert parts <= set(ROW), f"without a row: {parts - set(ROW)}"


@pytest.mark.parametrize("path", engine_modules(), ids=lambda path: ".".join(name_of(path)))
def test_a_module_of_the_engine_imports_only_what_stands_below_it(path: Path) -> None:
    assert faults_of_engine(path) == []


@pytest.mark.parametrize("path", engine_modules(), ids=lambda path: ".".join(name_of(path)))
def test_no_module_of_the_engine_imports_the_browser(path: Path) -> None:
    assert {module[0] for module in imports_of(path)} & {"js", "pyodide", "pyodide_js", "_pyodide"} == set()


@pytest.mark.parametrize("path", engine_modules(), ids=lambda path: ".".join(name_of(path)))
def test_only_the_contracts_import_the_schema_library(path: Path) -> None:
    libraries = {"jsonschema", "jsonschema_specifications", "referencing", "rpds", "regress"}
    if name_of(path)[1:2] != ("contracts",):
        assert {module[0] for module in imports_of(path)} & libraries == set()


def scripts() -> list[Path]:
    return sorted(PAGE.rglob("*.js"))


def group(path: Path) -> str:
    return path.relative_to(PAGE).parts[0].removesuffix(".js").removesuffix(".json")


STATEMENT = re.compile(r"""^\s*(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["']([^"']+)["']""", re.MULTILINE)
LAZY = re.compile(r"""(?<![\w{@]\s)(?<!\{)\bimport\(\s*["']([^"']+)["']\s*\)""")


def asked_by(path: Path) -> Iterator[str]:
    text = re.sub(r"/\*[\s\S]*?\*/|^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    yield from STATEMENT.findall(text)
    yield from LAZY.findall(text)


def may_import(importer: str, imported: str) -> bool:
    if importer == COMPOSITION:
        return imported not in WORKER_SIDE
    return imported == importer or imported in PAGE_MAY.get(importer, set())


def faults_of_page(path: Path) -> list[str]:
    faults = []
    for asked in asked_by(path):
        if asked.startswith("."):
            fine = may_import(group(path), group((path.parent / asked).resolve()))
        else:
            fine = group(path) in PACKAGES_MAY or (group(path) == "worker" and asked.split("/")[0] == "pyodide")
        if not fine:
            faults.append(f"{path.relative_to(PAGE)} imports {asked}")
    return faults


@pytest.mark.parametrize("path", scripts(), ids=lambda path: path.relative_to(PAGE).as_posix())
def test_a_script_of_the_page_imports_only_what_stands_below_it(path: Path) -> None:
    assert faults_of_page(path) == []


def test_an_upward_import_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ENGINE", tmp_path / "hopscope")
    upward, beside = tmp_path / "hopscope/text/reader.py", tmp_path / "hopscope/ops/trace.py"
    for path, line in ((upward, "def f():\n    from hopscope.ops import trace"), (beside, "import hopscope.ops.query")):
        path.parent.mkdir(parents=True)
        path.write_text(line)
    (tmp_path / "hopscope/ops/query.py").touch()
    assert faults_of_engine(upward) == ["hopscope.text.reader imports hopscope.ops.trace"]
    assert faults_of_engine(beside) == ["hopscope.ops.trace imports its sibling hopscope.ops.query"]


def test_an_import_below_a_comment_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.PAGE", tmp_path)
    (tmp_path / "files.js").write_text('// Reads files.\n\nimport { render } from "./dom.js";\n')
    assert faults_of_page(tmp_path / "files.js") == ["files.js imports ./dom.js"]


def test_a_view_that_imports_the_store_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.PAGE", tmp_path)
    view = tmp_path / "views" / "lane.js"
    view.parent.mkdir()
    view.write_text('import { html } from "../dom.js";\nimport {\n  state,\n} from "../store.js";\n')
    assert faults_of_page(view) == ["views/lane.js imports ../store.js"]
