"""Compiled templates of earlier builds, for as long as no Python of ours has changed.

Jinja replaces a filter of a constant by its result, so what is compiled depends on our Python as well.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache

from .dev.environment import CACHE, ROOT

FOLDER = CACHE / "templates"


@cache
def _place() -> Path:
    """The folder for the present Python."""
    digest = hashlib.sha256()
    for folder in (ROOT / "pyrules", ROOT / "web"):
        for path in sorted(path for path in folder.rglob("*.py") if "node_modules" not in path.parts):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    place = FOLDER / digest.hexdigest()[:16]
    # Two threads of a build ask for it, and two builds may run at once.
    place.mkdir(parents=True, exist_ok=True)
    for other in FOLDER.iterdir():
        if other != place:
            shutil.rmtree(other, ignore_errors=True)
    return place


def bytecode() -> FileSystemBytecodeCache:
    """The cache in which Jinja finds the code of a template by its text."""
    return FileSystemBytecodeCache(str(_place()))


def module(environment: Environment, name: str, source: str) -> str:
    """A template of this name and text as a Python module: from the cache, or compiled now."""
    digest = hashlib.sha256(name.encode() + b"\0" + source.encode()).hexdigest()
    compiled = _place() / f"{digest[:24]}.txt"
    if not compiled.is_file():
        text = environment.compile(source, name, name, raw=True, defer_init=True)
        unfinished = compiled.with_suffix(f".{os.getpid()}")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(compiled)
    return compiled.read_text(encoding="utf-8")
