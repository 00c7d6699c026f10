"""Whether site/ is current: built from the present sources and tools for the same place, and unchanged since.

A build records hashes of every source and every built file. File times are not used.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ..dev.environment import CACHE, ROOT, STAMPS, VENV, WEB, node, node_version
from ..pyodide.stock import is_plain

RECORD = CACHE / "built.json"
SOURCES = (ROOT / "pyrules", WEB)
"""Folders of sources; the files in the root are sources too."""
NOT_SOURCES = frozenset({"node_modules", "__pycache__"})
TOOLS = (VENV / "pyvenv.cfg", STAMPS / "group-build", STAMPS / "npm")
"""Files whose content names the installed version of every build tool."""


def made_of(place: str) -> str:
    """A digest of everything that a build for this place (its base path or public address) depends on."""
    in_root = (path for path in ROOT.iterdir() if path.is_file() and path.name != ".git")
    sources = sorted([*in_root, *(path for folder in SOURCES for path in _files(folder))])
    programs = f"{place}\0{is_plain()}\0{sys.version}\0{node_version(node())}"
    return _digest(ROOT, [*sources, *TOOLS], programs)


def is_current(site: Path, place: str) -> bool:
    """Whether `site` is what a build for this place would write."""
    if not RECORD.is_file():
        return False
    record = json.loads(RECORD.read_text())
    return bool(record == {"made_of": made_of(place), "site": _of_site(site)})


def record(site: Path, place: str, made_of_before: str) -> None:
    """Record that a build has written `site`, unless a source has changed during the build."""
    RECORD.unlink(missing_ok=True)
    if made_of(place) == made_of_before:
        RECORD.write_text(json.dumps({"made_of": made_of_before, "site": _of_site(site)}))


def _of_site(site: Path) -> str:
    return _digest(site, sorted(_files(site)))


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        yield from (Path(place, name) for name in names)


def _digest(root: Path, paths: list[Path], start: str = "") -> str:
    digest = hashlib.sha256(start.encode())
    for path in paths:
        content = path.read_bytes() if path.is_file() else b"missing"
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()
