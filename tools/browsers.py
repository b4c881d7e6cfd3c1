"""Finds the browsers that the tests drive, and installs them where that was asked for."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

from tools.steps import Stop, python, run, say

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def browser(*, install: bool = False) -> str:
    """The Chromium that the tests drive: one that is there, Playwright's, or, where `install` allows it, Debian's."""
    given = os.environ.get("HOPSCOPE_CHROMIUM")
    path = given or next(filter(None, map(shutil.which, BROWSERS)), None) or playwright_browser()
    if path is None:
        with contextlib.suppress(Stop):
            patience = {**os.environ, "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"}
            run(python(), "-m", "playwright", "install", "chromium", env=patience)
        path = playwright_browser() or (debian_browser() if install else None)
    if path is None:
        how = " (apt-get install chromium)" if shutil.which("apt-get") else ""
        raise Stop(f"The browser tests need Chromium. Install it{how}, or name one in the variable HOPSCOPE_CHROMIUM.")
    return path


def playwright_browser() -> str | None:
    asked = "from playwright.sync_api import sync_playwright as p\nwith p() as p: print(p.chromium.executable_path)"
    done = subprocess.run([python(), "-c", asked], capture_output=True, text=True)
    path = done.stdout.strip()
    return path if path and Path(path).exists() else None


def debian_browser() -> str | None:
    debian("chromium")
    return shutil.which("chromium")


def debian(*packages: str) -> None:
    """Installs packages of Debian's; the machine's own are touched only by root, and only where that was asked for."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    say(f"  installing Debian's {', '.join(packages)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with contextlib.suppress(Stop):
        run("apt-get", "update", env=environment)
    with contextlib.suppress(Stop):
        run("apt-get", "install", "--yes", "--no-install-recommends", *packages, env=environment)


def other_browsers() -> None:
    """Firefox and WebKit, so that no test of theirs is left out."""
    wanted = {"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
    missing = [package for program, package in wanted.items() if not shutil.which(program)]
    if missing:
        debian(*missing)
