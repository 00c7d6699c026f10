"""The working environment: everything build.py needs, made once and then found again.

Runs on a bare Python 3.11+ with nothing but the standard library. What it makes lies in `.venv/`, `web/node_modules/`
and `.cache/`; a stamp remembers from which pins each part was made, so a second run fetches nothing and asks nobody.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from web.builder import BuildError

ROOT = Path(__file__).resolve().parents[3]
CACHE = ROOT / ".cache"
STAMPS = CACHE / "stamps"
VENV = ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
WEB = ROOT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"
EXTRA_WHEELS = CACHE / "wheels"
PEER_WHEELS = CACHE / "peer-wheels"

OLDEST_NODE = 20
WINDOWLESS = "chromium-headless-shell"
"""Chromium without what only a window needs, as Playwright's own is by default: the tests take a third less time."""
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = CACHE / "browser.json"
BROWSER_DOWNLOAD_SECONDS = 300
BROWSER_CONNECTION_SECONDS = 5
"""Without a network, or behind a wall, the download fails in some seconds."""


class SetupError(BuildError):
    """The environment cannot be made; the message is one sentence."""


def prepare(script: Path, arguments: Sequence[str], groups: Sequence[str]) -> None:
    """Make the environment for these dependency groups and go on inside it.

    Returns only inside the venv; from any other Python the process is replaced by the same command there.
    """
    _make_venv()
    with ThreadPoolExecutor() as at_once:
        # Each of these mostly waits for the network or for the disk.
        steps: list[Future[Any]] = [at_once.submit(_install_python_packages, groups)]
        if _own_node():
            steps.append(at_once.submit(_install_node_packages))
        if "test" in groups and _known_browser() is None:
            steps.append(at_once.submit(_system_windowless))
        for step in steps:
            step.result()
    _install_node_packages()
    if Path(sys.prefix).resolve() != VENV.resolve():
        _continue_in_venv(script, arguments)


def prepare_tests() -> None:
    """What only the tests need besides their dependency group: the wheels for stock Pyodide, and a browser."""
    _once("wheels", _python_pins("micropip"), partial(_download_wheels, "micropip", EXTRA_WHEELS))
    browser()


def prepare_bench() -> None:
    """What only the bench needs besides: the wheel of the peer that it measures against, and a whole browser."""
    _once("peer-wheels", _python_pins("peer"), partial(_download_wheels, "peer", PEER_WHEELS))
    whole_browser()


def node() -> str:
    """The node to run: the machine's own where it is recent enough and comes with npm, else the venv's."""
    if own := _own_node():
        return own
    _once("group-node", _python_pins("node"), partial(_pip_install, ["node"]))
    return str(VENV_BIN / "node")


def browser() -> str | None:
    """The Chromium for the tests: None for Playwright's own, else the path of the system's.

    In this order: Playwright's own if it is there, the system's headless shell (root installs it), Playwright's
    download, any Chromium of the system. The answer holds until Playwright's version changes or the browser goes.
    """
    known = _known_browser()
    if known is None:
        own = _playwright_chromium()
        path = own if _runs(own) else _system_windowless()
        if path is None:
            path = own if _playwright_downloads(own) else _system_chromium()
        known = {"pins": _playwright_pin(), "own": path == own, "path": str(path)}
        BROWSER.write_text(json.dumps(known))
    return None if known["own"] else known["path"]


def whole_browser() -> str | None:
    """The Chromium for the bench: None for Playwright's own, else the path of the system's, window and all."""
    return None if browser() is None else str(_system_chromium())


# The Python side


def _make_venv() -> None:
    recent = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    if VENV_PYTHON.is_file() and _succeeds([str(VENV_PYTHON), "-c", recent]):
        return
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise SetupError(
            "This Python lacks its venv module: install it (on Debian or Ubuntu: apt-get install python3-venv) "
            "and try again."
        ) from None
    say("making .venv")
    shutil.rmtree(STAMPS, ignore_errors=True)
    _run([sys.executable, "-m", "venv", "--clear", str(VENV)], "The virtual environment .venv could not be made.")


def _install_python_packages(groups: Sequence[str]) -> None:
    """One call of pip for all groups that have changed."""
    pins = {group: _python_pins(group) for group in groups}
    changed = [group for group in groups if not _is_done(f"group-{group}", pins[group])]
    if changed:
        _pip_install(changed)
    for group in changed:
        _done(f"group-{group}", pins[group])


def _pip_install(groups: Sequence[str]) -> None:
    names = " and ".join(groups)
    say(f"installing the packages for: {names}")
    pins = [pin for group in groups for pin in _requirements(group)]
    command = [*_pip("install"), "--constraint", str(ROOT / "constraints.txt"), *pins]
    _run(command, f"The packages for {names} could not be installed; the first run needs a network.")


def _download_wheels(group: str, folder: Path) -> None:
    """Pyodide's Python need not be ours, so pip is told which one the wheels are for."""
    say(f"fetching the {group} wheels for Pyodide")
    shutil.rmtree(folder, ignore_errors=True)
    target = ["--python-version", "3.13", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
    _run([*_pip("download"), *target, *_requirements(group)], f"The {group} wheels could not be fetched from PyPI.")


def _pip(action: str) -> list[str]:
    return [str(VENV_PYTHON), "-m", "pip", action, "--quiet", "--disable-pip-version-check", "--no-input"]


def _requirements(group: str) -> list[str]:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    return list(groups[group])


def _python_pins(group: str) -> str:
    """What a group is made from: its own pins, the shared constraints, and the venv's own birth certificate."""
    return _digest(*_requirements(group), (ROOT / "constraints.txt").read_text(), (VENV / "pyvenv.cfg").read_text())


def _continue_in_venv(script: Path, arguments: Sequence[str]) -> None:
    command = [str(VENV_PYTHON), str(script), *arguments]
    if os.name == "nt":
        # Windows has no exec: the shell would get its prompt back while we still run.
        sys.exit(subprocess.run(command, check=False).returncode)
    sys.stdout.flush()
    os.execv(command[0], command)


# The Node side


def _install_node_packages() -> None:
    lock = (WEB / "package-lock.json").read_text()
    if not (PYODIDE / "pyodide.asm.wasm").is_file():
        _forget("npm")
    _once("npm", _digest(lock), _npm_ci)


def _npm_ci() -> None:
    """`npm ci` takes exactly what the lock file names and checks each package against its integrity hash."""
    program = Path(node()).parent
    npm = shutil.which("npm", path=os.pathsep.join((str(program), os.environ.get("PATH", ""))))
    if npm is None:
        raise SetupError("No npm was found: install Node.js 20 or newer, which brings it.")
    say("installing the browser's packages")
    _run([npm, "ci", "--ignore-scripts"], "npm ci failed; the first run needs a network.", cwd=WEB)


def _own_node() -> str | None:
    """The machine's own node, if it is recent enough and comes with npm."""
    own = shutil.which("node")
    return own if own and shutil.which("npm") and _is_recent(own) else None


def node_version(program: str) -> str:
    """As `20.11.1`; empty for a program that is no working node."""
    printed = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return printed.strip().removeprefix("v")


def _is_recent(program: str) -> bool:
    major = node_version(program).partition(".")[0]
    return major.isdigit() and int(major) >= OLDEST_NODE


# The browser


def _known_browser() -> dict[str, Any] | None:
    """What `browser()` has found before, if it still holds."""
    if not BROWSER.is_file():
        return None
    known: dict[str, Any] = json.loads(BROWSER.read_text())
    return known if known["pins"] == _playwright_pin() and Path(known["path"]).is_file() else None


def _playwright_pin() -> str:
    [pin] = (pin for pin in _requirements("test") if pin.startswith("playwright=="))
    return pin


def _playwright_chromium() -> Path:
    """Where Playwright's own Chromium is, or would be."""
    ask = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    told = _run([str(VENV_PYTHON), "-c", ask], "Playwright does not start; remove .venv and try again.")
    return Path(told.strip())


def _playwright_downloads(own: Path) -> bool:
    say("trying to download Playwright's Chromium")
    command = [str(VENV_PYTHON), "-m", "playwright", "install", "chromium"]
    timeouts = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": str(1000 * BROWSER_CONNECTION_SECONDS)}
    try:
        subprocess.run(
            command, capture_output=True, timeout=BROWSER_DOWNLOAD_SECONDS, check=True, env={**os.environ, **timeouts}
        )
    except (subprocess.SubprocessError, OSError):
        say("not to be had; looking for the system's")
        return False
    return _runs(own)


def _runs(browser: Path) -> bool:
    """A browser without its system libraries is there and yet of no use."""
    return _succeeds([str(browser), "--version"])


def _system_windowless() -> Path | None:
    """The system's headless shell, installed through apt when we may and it is there to be had."""
    found = shutil.which(WINDOWLESS)
    if found is None and may_install():
        apt_update()
        try:
            apt_install([WINDOWLESS], "")
        except SetupError:
            say("not to be had; looking for a whole Chromium")
        found = shutil.which(WINDOWLESS)
    return Path(found) if found else None


def _system_chromium() -> Path:
    """The system's Chromium, installed through apt when we may."""
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
    """Whether the system's packages are ours to install: as root, where there is apt."""
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def apt_update() -> bool:
    """Read the lists of packages anew; false if any of them could not be had, as without a network."""
    # Without the option, apt-get calls it a success to have reached nobody.
    return _succeeds(["apt-get", "update", "--option", "APT::Update::Error-Mode=any"])


def apt_install(packages: Sequence[str], failed: str) -> None:
    say(f"installing Debian's {', '.join(packages)}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    _run(["apt-get", "install", "--yes", "--no-install-recommends", *packages], failed, extra=quiet)


# Stamps and commands


def _once(name: str, pins: str, make: Callable[[], None]) -> None:
    """Do it unless it was done before from the same pins."""
    if not _is_done(name, pins):
        make()
        _done(name, pins)


def _is_done(name: str, pins: str) -> bool:
    stamp = STAMPS / name
    return stamp.is_file() and stamp.read_text() == pins


def _done(name: str, pins: str) -> None:
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / name).write_text(pins)


def _forget(name: str) -> None:
    (STAMPS / name).unlink(missing_ok=True)


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def say(text: str) -> None:
    print(f"  setup: {text}", flush=True)


def _succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _run(command: list[str], failed: str, *, cwd: Path = ROOT, extra: dict[str, str] | None = None) -> str:
    """Run a command and return what it wrote; on failure, show its own last words and then our sentence."""
    path = os.pathsep.join((os.environ.get("PATH", ""), str(VENV_BIN)))
    environment = {**os.environ, "PATH": path, **(extra or {})}
    try:
        done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SetupError(f"{failed} ({error})") from error
    if done.returncode:
        for line in (done.stderr or done.stdout).strip().splitlines()[-8:]:
            print(f"    {line}", file=sys.stderr)
        raise SetupError(failed)
    return done.stdout
