"""The files of the pinned Pyodide, and whether a build ships them as they are."""

import os
from pathlib import Path

from web.builder.dev.environment import CACHE, PYODIDE

FOLDER = PYODIDE
LOADER = "pyodide.mjs"
ENGINE = ("pyodide.asm.js", "pyodide.asm.wasm")
LIBRARY = FOLDER / "python_stdlib.zip"
PLAIN = "TABLESIDE_PLAIN"
"""The variable that asks for a plain build with `1`: the build, the tests and their builds all read it."""


def is_plain() -> bool:
    """Whether the site gets stock Pyodide: nothing is trimmed and no module is replaced."""
    return os.environ.get(PLAIN) == "1"


def cache_folder() -> Path:
    """The folder of the packs that have been made, of plain sites apart from the others."""
    return CACHE / ("runtime-plain" if is_plain() else "runtime")


def ask_for_plain() -> None:
    """Make this process and those that it starts build a plain site."""
    os.environ[PLAIN] = "1"
