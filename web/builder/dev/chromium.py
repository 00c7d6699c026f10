"""The Chromium that the tests and the bench run: found on the machine, or installed.

Runs on a bare Python 3.11+ with only the standard library.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .setup_steps import CACHE, VENV_PYTHON, SetupError, requirements, run, say, succeeds

HEADLESS_SHELL = "chromium-headless-shell"
"""Chromium without a window, which Playwright also uses by default: the tests take a third less time."""
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = CACHE / "browser.json"
BROWSER_DOWNLOAD_SECONDS = 300
BROWSER_CONNECTION_SECONDS = 5
"""Without a network the download fails within seconds."""


def browser() -> str | None:
    """The Chromium for the tests: None for Playwright's own, else the path of the system's.

    In this order: Playwright's own if it is installed, the system's headless shell (root installs it), Playwright's
    download, any Chromium of the system. The result is cached until Playwright's version changes or the file is gone.
    """
    known = known_browser()
    if known is None:
        own = _playwright_chromium()
        path = own if _runs(own) else system_headless_shell()
        if path is None:
            path = own if _playwright_downloads(own) else _system_chromium()
        known = {"pins": _playwright_pin(), "own": path == own, "path": str(path)}
        BROWSER.write_text(json.dumps(known))
    return None if known["own"] else known["path"]


def whole_browser() -> str | None:
    """The Chromium for the bench: None for Playwright's own, else the path of the system's whole Chromium."""
    return None if browser() is None else str(_system_chromium())


def known_browser() -> dict[str, Any] | None:
    """The browser that `browser()` found in an earlier run, if Playwright's version and the file are the same."""
    if not BROWSER.is_file():
        return None
    known: dict[str, Any] = json.loads(BROWSER.read_text())
    return known if known["pins"] == _playwright_pin() and Path(known["path"]).is_file() else None


def _playwright_pin() -> str:
    [pin] = (pin for pin in requirements("test") if pin.startswith("playwright=="))
    return pin


def _playwright_chromium() -> Path:
    """Where Playwright's own Chromium is, or would be."""
    ask = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    printed = run([str(VENV_PYTHON), "-c", ask], "Playwright does not start; remove .venv and try again.")
    return Path(printed.strip())


def _playwright_downloads(own: Path) -> bool:
    say("trying to download Playwright's Chromium")
    command = [str(VENV_PYTHON), "-m", "playwright", "install", "chromium"]
    timeouts = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": str(1000 * BROWSER_CONNECTION_SECONDS)}
    try:
        subprocess.run(
            command, capture_output=True, timeout=BROWSER_DOWNLOAD_SECONDS, check=True, env={**os.environ, **timeouts}
        )
    except (subprocess.SubprocessError, OSError):
        say("not available; looking for the system's")
        return False
    return _runs(own)


def _runs(browser: Path) -> bool:
    """Whether a browser starts: it may lack libraries of the system."""
    return succeeds([str(browser), "--version"])


def system_headless_shell() -> Path | None:
    """The system's headless shell, installed with apt if that is possible."""
    found = shutil.which(HEADLESS_SHELL)
    if found is None and may_install():
        apt_update()
        try:
            apt_install([HEADLESS_SHELL], "")
        except SetupError:
            say("not available; looking for a whole Chromium")
        found = shutil.which(HEADLESS_SHELL)
    return Path(found) if found else None


def _system_chromium() -> Path:
    """The system's Chromium, installed with apt if that is possible."""
    found = _chromium_on_path()
    if found is None and may_install():
        failed = "apt-get could not install chromium: install Chromium or Chrome by hand and try again."
        apt_update()
        apt_install(["chromium"], failed)
        found = _chromium_on_path()
    if found is None:
        raise SetupError(
            "The tests need a browser: install Chromium or Chrome "
            "(on Debian or Ubuntu: sudo apt-get install chromium) and try again."
        )
    return Path(found)


def _chromium_on_path() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


# Packages of the system


def may_install() -> bool:
    """Whether packages of the system can be installed: as root, where apt exists."""
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def apt_update() -> bool:
    """Update the lists of packages; false if one of them cannot be fetched."""
    # Without this option, apt-get succeeds even if it reaches no server.
    return succeeds(["apt-get", "update", "--option", "APT::Update::Error-Mode=any"])


def apt_install(packages: Sequence[str], failed: str) -> None:
    """Install packages; raises SetupError with `failed`."""
    say(f"installing Debian's {', '.join(packages)}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "install", "--yes", "--no-install-recommends", *packages], failed, extra=quiet)
