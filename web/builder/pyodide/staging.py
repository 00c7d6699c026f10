"""Lays out what packers work on: the library, and our sources, each compiled once until it changes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from web.builder.pyodide import sources, stock
from web.builder.pyodide.keys import key
from web.builder.pyodide.packers import Packers

LIBRARY_FILE = "library.zip"
FEW = 4
"""So many tasks are done before another process has started."""


def lay_out(packers: Packers, ours: Mapping[str, Path], tools: Mapping[str, Path]) -> None:
    """Lay out the library and our sources as Python will import them, and compile what has changed since the last time.

    `ours` has each source by its path in its pack, and `tools` the files that decide how sources become packs.
    """
    _write_library(packers, tools)
    staged = folder(packers.cache)
    _copy_changed(staged, ours)
    sizes = {name: path.stat().st_size for name, path in ours.items() if not _is_compiled(staged / name)}
    packers.carry_out(("compile", *share) for share in shares(sizes))


def folder(cache: Path) -> Path:
    """The folder of our sources."""
    return cache / "core"


def shares(sizes: Mapping[str, int]) -> list[list[str]]:
    """Tasks of these sizes, by name, as one list for each process, each about as long as the others."""
    found: list[list[str]] = [[] for _ in range((os.cpu_count() or 1) if len(sizes) > FEW else 1)]
    totals = [0] * len(found)
    for name, size in sorted(sizes.items(), key=lambda one: -one[1]):
        smallest = totals.index(min(totals))
        found[smallest].append(name)
        totals[smallest] += size
    return [share for share in found if share]


def _write_library(packers: Packers, tools: Mapping[str, Path]) -> None:
    """Write the library that packers start with, unless it is there.

    Packers that have started with another one end, and what has been compiled with it goes.
    """
    cache = packers.cache
    cache.mkdir(parents=True, exist_ok=True)
    made_of, now = cache / "library.key", key(tools, {"": stock.LIBRARY})
    if made_of.is_file() and made_of.read_text() == now:
        return
    packers.close()
    made_of.unlink(missing_ok=True)
    shutil.rmtree(folder(cache), ignore_errors=True)
    sources.write_library(cache / LIBRARY_FILE)
    made_of.write_text(now)


def _copy_changed(staged: Path, ours: Mapping[str, Path]) -> None:
    for name in {path.relative_to(staged).as_posix() for path in sources_in(staged)} - ours.keys():
        _remove_code(staged / name)
        (staged / name).unlink()
    for name, path in ours.items():
        source, copy = path.read_bytes(), staged / name
        if not copy.is_file() or copy.read_bytes() != source:
            _remove_code(copy)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source)


def sources_in(staged: Path) -> Iterator[Path]:
    """The sources that are laid out in a folder."""
    return (path for path in staged.rglob("*") if path.is_file() and path.parent.name != "__pycache__")


def _is_compiled(source: Path) -> bool:
    return source.suffix != ".py" or any(_code(source))


def _remove_code(source: Path) -> None:
    for code in _code(source):
        code.unlink()


def _code(source: Path) -> Iterator[Path]:
    """Where the Python of the site keeps the code of a source (packing/compiled.py)."""
    return (source.parent / "__pycache__").glob(f"{source.stem}.*.pyc")
