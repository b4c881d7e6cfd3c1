#!/usr/bin/env python3
"""Sets up, builds, serves and tests Hopscope; needs Python 3.11, Node 20 and nothing else.

`python3 build.py serve` builds the page and serves it on this machine, `python3 build.py test` runs every test.
Each step is skipped when nothing that goes into it has changed since it last ran.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import os
import shutil
import subprocess
import sys
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from tools.browsers import browser, other_browsers
from tools.steps import BUILD, ROOT, VENV, Stop, alone, found, node, python, run, say, step

DIST = ROOT / "dist"
SINGLE = BUILD / "hopscope.html"
LOCKS = ROOT / "tools" / "requirements"
PYODIDE_PYTHON = "3.14"
MIME = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}
LAST_PORT = 65535
UNASKED = 3  # how tools/dependencies.py ends where nobody could be asked for advisories


# The steps


def make_environment() -> None:
    if not python().exists():
        run(sys.executable, "-m", "venv", VENV)
    pip_install("-r", LOCKS / "dev.txt")
    site = subprocess.run(
        [python(), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    Path(site.stdout.strip(), "hopscope-checkout.pth").write_text(f"{ROOT / 'py'}\n")


def pip_install(*arguments: str | Path) -> None:
    run(python(), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes", *arguments)


def install_node_packages(folder: Path = ROOT) -> None:
    run(found("npm", "It comes with Node 20 or newer."), "ci", "--ignore-scripts", cwd=folder)


def download_wheels(lock: str, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    run(
        python(), "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps", "--require-hashes",
        "--only-binary", ":all:", "--platform", "any", "--python-version", PYODIDE_PYTHON,
        "-r", LOCKS / f"{lock}.txt", "-d", target,
    )  # fmt: skip


def make_wheel(source: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    run(python(), "-m", "hatchling", "build", "-t", "wheel", "-d", target, cwd=source)


def gather_wheels(target: Path, *sources: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for source in sources:
        for wheel in source.glob("*.whl"):
            shutil.copyfile(wheel, target / wheel.name)


def set_up() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036
        raise Stop(f"Python {sys.version.split()[0]} is too old. Run this with Python 3.11 or newer.")
    node()
    step("Python packages", [LOCKS / "dev.txt"], python(), make_environment)
    npm = [ROOT / "package.json", ROOT / "package-lock.json", ROOT / ".npmrc"]
    step("Node packages", npm, ROOT / "node_modules", install_node_packages)


def wheels_of_others() -> Path:
    wheels = BUILD / "downloaded"
    step("wheels of others", [LOCKS / "browser.txt"], wheels, lambda: download_wheels("browser", wheels))
    return wheels


def make_wheels() -> None:
    wheels, engine, standin = wheels_of_others(), BUILD / "engine", BUILD / "standin"
    step("wheel of the stand-in", [ROOT / "tools/rpds"], standin, lambda: make_wheel(ROOT / "tools/rpds", standin))
    own = [ROOT / name for name in ("py/hopscope", "schemas", "pyproject.toml", "README.md", "LICENSE")]
    step("wheel of the engine", own, engine, lambda: make_wheel(ROOT, engine))
    target = BUILD / "wheels"
    step("all wheels", [wheels, standin, engine], target, lambda: gather_wheels(target, wheels, standin, engine))


def make_site() -> None:
    scripts = ROOT / "tools"
    lock = ROOT / "package-lock.json"
    library, image = BUILD / "library", BUILD / "image"
    packing = [scripts / "library.py", lock, LOCKS / "dev.txt"]
    step("library", packing, library, lambda: run(python(), scripts / "library.py", library))
    parts = [scripts / name for name in ("snapshot.mjs", "image.mjs", "pyodide.mjs", "deterministic.mjs")]
    snapshot = [*parts, lock, BUILD / "wheels"]
    step("memory image", snapshot, image, lambda: run(node(), scripts / "snapshot.mjs", BUILD / "wheels", image))
    sources = [ROOT / name for name in ("index.html", "static", "tools/site.mjs")]
    inputs = [*sources, lock, library, image, BUILD / "wheels"]
    step("page", inputs, DIST, lambda: run(node(), scripts / "site.mjs", BUILD, DIST))


def make_single(target: Path) -> None:
    """One file that a double click opens, for machines where nothing may be hosted."""
    script = ROOT / "tools" / "single.mjs"
    step("single file", [script, DIST], target, lambda: run(node(), script, DIST, target))
    say(f"  {target.relative_to(ROOT)} is ready ({target.stat().st_size / 1e6:.1f} MB)")


def build(*, single: bool = False) -> None:
    with alone():
        began = time.monotonic()
        say("Building")
        set_up()
        make_wheels()
        make_site()
        if single:
            make_single(SINGLE)
        say(f"  dist/ is ready ({time.monotonic() - began:.1f} s)")


# The commands


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map: ClassVar[dict[str, str]] = {**http.server.SimpleHTTPRequestHandler.extensions_map, **MIME}

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing: what is asked for is the page's own files."""


def serve(options: argparse.Namespace) -> None:
    build()
    try:
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", options.port), functools.partial(Handler, directory=str(DIST))
        )
    except OSError as error:
        raise Stop(f"Port {options.port} is taken ({error.strerror}). Choose another one with --port.") from error
    address = f"http://127.0.0.1:{server.server_port}/"
    say(f"Hopscope is at {address} (stop it with Ctrl+C)")
    if options.open:
        webbrowser.open(address)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


def test_wheels() -> Path:
    target = BUILD / "test-wheels"
    inputs = [LOCKS / "browser-test.txt"]
    step("wheels for the tests", inputs, target, lambda: download_wheels("browser-test", target))
    return target


def fetch_published() -> None:
    """The published schemas that reports are held against."""
    folder = ROOT / "tests" / "published"
    inputs = [folder / "package.json", folder / "package-lock.json", folder / ".npmrc"]
    step("published schemas", inputs, folder / "node_modules", lambda: install_node_packages(folder))


def test(options: argparse.Namespace) -> None:
    build(single=True)
    fetch_published()
    environment = {**os.environ, "HOPSCOPE_CHROMIUM": browser(install=options.install)}
    if options.all_browsers:
        other_browsers()
        environment["HOPSCOPE_ALL_BROWSERS"] = "1"
    command = [python(), ROOT / "tools" / "run_tests.py", "--test-wheels", test_wheels(), *options.arguments]
    raise SystemExit(subprocess.run([str(part) for part in command], cwd=ROOT, env=environment).returncode)


def check(options: argparse.Namespace) -> None:
    with alone():
        set_up()
        wheels_of_others()
    checks = {
        "style": ("-m", "ruff", "check", "."),
        "layout": ("-m", "ruff", "format", "--check", "."),
        "types": ("-m", "mypy"),
        "layers": ("-m", "pytest", "-q", "tests/py/test_layers_of_imports.py"),
        "locks": ("tools/check_locks.py",),
        "licences and advisories": ("tools/dependencies.py",),
    }
    if options.reproducible:
        checks["two builds of the last commit"] = ("tools/reproduce.py",)
    codes = {name: code for name, command in checks.items() if (code := checked(name, command))}
    failed = [name for name, code in codes.items() if code != UNASKED]
    if failed:
        raise Stop(f"not in order: {', '.join(failed)}")
    say("all else is in order, but nobody could be asked for advisories" if codes else "all in order")


def checked(name: str, command: tuple[str, ...]) -> int:
    say(f"Checking {name}")
    return subprocess.run([str(python()), *command], cwd=ROOT, stdin=subprocess.DEVNULL).returncode


def make_peers() -> Path:
    """The programs that the product is measured against, in a page of their own."""
    source, target = ROOT / "tests" / "bench", BUILD / "peers"
    packages = [source / "package.json", source / "package-lock.json"]
    step("Node packages of peers", packages, source / "node_modules", lambda: install_node_packages(source))
    page = [source / "peers.js", source / "peers.html"]
    step("page of peers", [*packages, *page], target / "peers.js", lambda: bundle_peers(source, target))
    return target


def bundle_peers(source: Path, target: Path) -> None:
    bundler = ROOT / "node_modules" / "esbuild" / "bin" / "esbuild"
    run(node(), bundler, source / "peers.js", "--bundle", "--minify", "--format=iife", f"--outdir={target}")
    shutil.copyfile(source / "peers.html", target / "peers.html")


def bench(options: argparse.Namespace) -> None:
    build()
    given = ["--browser", browser(), "--peers", make_peers(), *options.arguments]
    command = [python(), ROOT / "tests" / "bench", *given]
    raise SystemExit(subprocess.run([str(part) for part in command], cwd=ROOT).returncode)


def fuzz(options: argparse.Namespace) -> None:
    with alone():
        set_up()
    given = ["--seed", options.seed, "--jobs", options.jobs, *(["--again", options.again] if options.again else [])]
    command = [str(python()), "-m", "fuzz", options.count, *given]
    raise SystemExit(subprocess.run(command, cwd=ROOT / "tests").returncode)


def port(text: str) -> int:
    """A port's number as an argument."""
    if not text.isascii() or not text.isdigit() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is no port; ports are 0 to {LAST_PORT}")
    return int(text)


def parser() -> argparse.ArgumentParser:
    main = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = main.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, work: Callable[[argparse.Namespace], None], told: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=told)
        added.set_defaults(work=work)
        return added

    serving = command("serve", serve, "build the page and serve it on this machine")
    serving.add_argument("--open", action="store_true", help="open it in a browser")
    serving.add_argument("--port", type=port, default=8000, help="0 takes any that is free (default: 8000)")
    building = command("build", lambda given: build(single=given.single), "make dist/, for any host of static files")
    building.add_argument("--single", action="store_true", help=f"and {SINGLE.name}, one file that needs no host")
    add_testing(command("test", test, "run every test: the engine in both Pythons, and the page in a browser"))
    checking = command("check", check, "style, types, import layers, lock files, licences and advisories")
    checking.add_argument(
        "--reproducible", action="store_true", help="and build the last commit twice, to compare the two"
    )
    benching = command("bench", bench, "measure the page against its peers; it never fails")
    benching.add_argument("arguments", nargs="*", help="groups and options, after --: format, repair, …, --write")
    add_fuzzing(command("fuzz", fuzz, "try damaged inputs on the engine; goes on where it was stopped"))
    return main


def add_testing(testing: argparse.ArgumentParser) -> None:
    testing.add_argument(
        "--install", action="store_true", default=bool(os.environ.get("CI")) or not sys.stdin.isatty(),
        help="as root, install Debian's Chromium where there is none; so it is where CI is set or nobody is at a terminal",
    )  # fmt: skip
    testing.add_argument(
        "--all-browsers", action="store_true", help="install Firefox and WebKit too, and leave none out"
    )
    testing.add_argument("arguments", nargs="*", help="for pytest, after --: paths below tests, -k WORD, …")


def add_fuzzing(fuzzing: argparse.ArgumentParser) -> None:
    fuzzing.add_argument("count", nargs="?", default="1000000", help="how many (default: a million)")
    fuzzing.add_argument("--seed", default="1", help="each has inputs of its own")
    fuzzing.add_argument("--jobs", default="1", help="processes at a time")
    fuzzing.add_argument("--again", metavar="SEED:NUMBER", help="try one input once more and show it")


def main() -> None:
    options = parser().parse_args()
    try:
        options.work(options)
    except Stop as stop:
        say("")
        raise SystemExit(str(stop)) from None
    except KeyboardInterrupt:
        raise SystemExit("\nstopped") from None


if __name__ == "__main__":
    main()
