"""The environment of build.py: the first run makes it, later runs reuse it.

Runs on a bare Python 3.11+ with only the standard library. It writes `.venv/`, `web/node_modules/` and `.cache/`. A
stamp records the pins from which each part was made, so a second run fetches nothing.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from . import chromium
from .setup_steps import (
    CACHE,
    ROOT,
    STAMPS,
    VENV,
    VENV_BIN,
    VENV_PYTHON,
    SetupError,
    digest,
    is_done,
    mark_done,
    once,
    requirements,
    run,
    say,
    succeeds,
    unmark,
)

__all__ = [
    "CACHE",
    "EXTRA_WHEELS",
    "PEER_WHEELS",
    "PYODIDE",
    "ROOT",
    "STAMPS",
    "VENV",
    "VENV_BIN",
    "WEB",
    "SetupError",
    "node",
    "node_version",
    "prepare",
    "prepare_bench",
    "prepare_tests",
    "say",
]

WEB = ROOT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"
EXTRA_WHEELS = CACHE / "wheels"
PEER_WHEELS = CACHE / "peer-wheels"
OLDEST_NODE = 20


def prepare(script: Path, arguments: Sequence[str], groups: Sequence[str]) -> None:
    """Make the environment for these dependency groups and continue inside the venv.

    Returns only inside the venv; from any other Python the process is replaced by the same command there.
    """
    _make_venv()
    with ThreadPoolExecutor() as parallel:
        # Each step mostly waits for the network or the disk.
        steps: list[Future[Any]] = [parallel.submit(_install_python_packages, groups)]
        if _own_node():
            steps.append(parallel.submit(_install_node_packages))
        if not EXTRA_WHEELS.is_dir():
            unmark("wheels")
        steps.append(parallel.submit(once, "wheels", _python_pins("micropip"), _download_micropip))
        if "test" in groups and chromium.known_browser() is None:
            steps.append(parallel.submit(chromium.system_headless_shell))
        for step in steps:
            step.result()
    _install_node_packages()
    if Path(sys.prefix).resolve() != VENV.resolve():
        _continue_in_venv(script, arguments)


def prepare_tests() -> None:
    """Install what the tests need besides their dependency group: a browser."""
    chromium.browser()


def prepare_bench() -> None:
    """Install what the bench also needs: the wheel of the library that it compares with, and a whole browser."""
    once("peer-wheels", _python_pins("peer"), partial(_download_wheels, "peer", PEER_WHEELS))
    chromium.whole_browser()


def node() -> str:
    """The node to run: the machine's if it is recent enough and has npm, else the venv's."""
    if own := _own_node():
        return own
    once("group-node", _python_pins("node"), partial(_pip_install, ["node"]))
    return str(VENV_BIN / "node")


# The Python side


def _make_venv() -> None:
    recent = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    if VENV_PYTHON.is_file() and succeeds([str(VENV_PYTHON), "-c", recent]):
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
    run([sys.executable, "-m", "venv", "--clear", str(VENV)], "The virtual environment .venv could not be made.")


def _install_python_packages(groups: Sequence[str]) -> None:
    """One call of pip for all groups that have changed."""
    pins = {group: _python_pins(group) for group in groups}
    changed = [group for group in groups if not is_done(f"group-{group}", pins[group])]
    if changed:
        _pip_install(changed)
    for group in changed:
        mark_done(f"group-{group}", pins[group])


def _pip_install(groups: Sequence[str]) -> None:
    names = " and ".join(groups)
    say(f"installing the packages for: {names}")
    pins = [pin for group in groups for pin in requirements(group)]
    command = [*_pip("install"), "--constraint", str(ROOT / "constraints.txt"), *pins]
    run(command, f"The packages for {names} could not be installed; the first run needs a network.")


def _download_micropip() -> None:
    _download_wheels("micropip", EXTRA_WHEELS)


def _download_wheels(group: str, folder: Path) -> None:
    """Download wheels for Pyodide's Python, which is not the venv's."""
    say(f"fetching the {group} wheels for Pyodide")
    coming = folder.with_suffix(".new")
    shutil.rmtree(coming, ignore_errors=True)
    target = ["--python-version", "3.13", "--no-deps", "--only-binary", ":all:", "--dest", str(coming)]
    run([*_pip("download"), *target, *requirements(group)], f"The {group} wheels could not be fetched from PyPI.")
    shutil.rmtree(folder, ignore_errors=True)
    coming.rename(folder)


def _pip(action: str) -> list[str]:
    return [str(VENV_PYTHON), "-m", "pip", action, "--quiet", "--disable-pip-version-check", "--no-input"]


def _python_pins(group: str) -> str:
    """What an installed group depends on: its pins, the shared constraints and the venv's configuration."""
    return digest(*requirements(group), (ROOT / "constraints.txt").read_text(), (VENV / "pyvenv.cfg").read_text())


def _continue_in_venv(script: Path, arguments: Sequence[str]) -> None:
    command = [str(VENV_PYTHON), str(script), *arguments]
    if os.name == "nt":
        # Windows has no exec: the shell would show its prompt before the command ends.
        sys.exit(subprocess.run(command, check=False).returncode)
    sys.stdout.flush()
    os.execv(command[0], command)


# The Node side


def _install_node_packages() -> None:
    lock = (WEB / "package-lock.json").read_text()
    if not (PYODIDE / "pyodide.asm.wasm").is_file():
        unmark("npm")
    once("npm", digest(lock), _npm_ci)


def _npm_ci() -> None:
    """`npm ci` takes exactly what the lock file names and checks each package against its integrity hash."""
    program = Path(node()).parent
    npm = shutil.which("npm", path=os.pathsep.join((str(program), os.environ.get("PATH", ""))))
    if npm is None:
        raise SetupError("No npm was found: install Node.js 20 or newer, which brings it.")
    say("installing the browser's packages")
    run([npm, "ci", "--ignore-scripts"], "npm ci failed; the first run needs a network.", cwd=WEB)


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
