"""Runs a script of the build in Node."""

import subprocess
from pathlib import Path

from web.builder import BuildError
from web.builder.dev.environment import node


class RuntimeBuildError(BuildError):
    """Python for the site could not be made."""


def run_node(what: str, script: Path, *arguments: Path | str) -> None:
    """Run a script; its output is shown if it fails."""
    command = [node(), str(script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeBuildError(f"{what} could not be made:\n{done.stdout}{done.stderr}")
