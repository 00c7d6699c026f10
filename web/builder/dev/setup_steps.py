"""The parts of the setup: folders, commands, and stamps of finished steps.

Runs on a bare Python 3.11+ with only the standard library.
"""

import hashlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from web.builder import BuildError

ROOT = Path(__file__).resolve().parents[3]
CACHE = ROOT / ".cache"
STAMPS = CACHE / "stamps"
VENV = ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON = VENV_BIN / ("python.exe" if os.name == "nt" else "python")


class SetupError(BuildError):
    """The setup failed; the message is one sentence."""


def requirements(group: str) -> list[str]:
    """The pins of a dependency group in pyproject.toml."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    return list(groups[group])


def once(name: str, pins: str, make: Callable[[], None]) -> None:
    """Run a step unless it was run before with the same pins."""
    if not is_done(name, pins):
        make()
        mark_done(name, pins)


def is_done(name: str, pins: str) -> bool:
    """Whether a step was run with these pins."""
    stamp = STAMPS / name
    return stamp.is_file() and stamp.read_text() == pins


def mark_done(name: str, pins: str) -> None:
    """Write the stamp of a step that was run with these pins."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / name).write_text(pins)


def unmark(name: str) -> None:
    """Remove the stamp of a step, so that it is run again."""
    (STAMPS / name).unlink(missing_ok=True)


def digest(*texts: str) -> str:
    """A hash of these texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def say(text: str) -> None:
    """Print a line about the setup."""
    print(f"  setup: {text}", flush=True)


def succeeds(command: list[str]) -> bool:
    """Whether a command exists and ends with exit code 0."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run(command: list[str], failed: str, *, cwd: Path = ROOT, extra: dict[str, str] | None = None) -> str:
    """Run a command and return its output. If it fails, print its last lines and raise SetupError with `failed`."""
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
