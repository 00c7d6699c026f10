"""The scripts as they are shipped: without comments, and with the list of what each page's entry brings along."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

from . import BuildError
from .environment import CACHE, WEB, node

LEAN = Path(__file__).with_name("lean.mjs")
WRITTEN = "paths.js"
"""Written by the build itself (assets.py)."""


def shipped() -> dict[str, bytes]:
    """Every script by its name, without what only its reader needs: from the cache, or made now by TypeScript."""
    sources = sorted((WEB / "scripts").glob("*.js"))
    digest = hashlib.sha256(LEAN.read_bytes())
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    made = CACHE / "scripts" / digest.hexdigest()[:16]
    if not made.is_dir():
        _make(made)
    return {path.name: (made / path.name).read_bytes() for path in sources}


def _make(folder: Path) -> None:
    shutil.rmtree(folder.parent, ignore_errors=True)
    unfinished = folder.with_suffix(".new")
    command = [node(), str(LEAN), str(WEB / "scripts"), str(unfinished)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"The scripts could not be made ready:\n{done.stdout}{done.stderr}")
    unfinished.replace(folder)


def brought_by(*entries: str) -> list[str]:
    """The entry scripts of a page and the modules they import, at any depth: a page asks for all of them at once.

    What the first needs comes first; an entry without a name is none.
    """
    first, *others = filter(None, entries)
    found = _imported_by([first])
    return found + [name for name in _imported_by(others) if name not in found]


def _imported_by(entries: list[str]) -> list[str]:
    found = list(entries)
    for name in found:  # grows while it is walked
        if name == WRITTEN:
            continue
        source = (WEB / "scripts" / name).read_text(encoding="utf-8")
        imported = re.findall(r'^(?:import|export)\b[^"]*"\./([\w-]+\.js)"', source, re.MULTILINE)
        found += [each for each in dict.fromkeys(imported) if each not in found]
    return found
