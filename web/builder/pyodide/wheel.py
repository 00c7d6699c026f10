"""The pyrules wheel that the site offers to anyone with a Pyodide console."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from web.builder import BuildError
from web.builder.dev.environment import ROOT

# The earliest time a zip can hold: the wheel then depends on its content alone.
ZIP_EPOCH = "315532800"


class WheelError(BuildError):
    """hatchling refused to build the wheel."""


def build(out: Path) -> Path:
    """Build the wheel, alone, into `out` and return its path; the venv's hatchling does it without a network."""
    shutil.rmtree(out, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(out)],
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": ZIP_EPOCH},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise WheelError(f"hatchling could not build the wheel: {done.stderr.strip()}")
    (built,) = out.glob("*.whl")
    return built
