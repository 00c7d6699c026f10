"""Pyodide and its library without what the worker cannot reach: a step of its own, which a plain build leaves out.

trim/trim.mjs trims Pyodide's script and wasm. The library keeps the modules that the trace has seen (packing/trace.py),
with small modules of trim/stand_ins/ in the place of those that bring many others along.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from web.builder.pyodide import stock
from web.builder.pyodide.node_step import run_node

TOOL = Path(__file__).parent / "trim" / "trim.mjs"
STAND_INS = TOOL.parent / "stand_ins"


def engine(cache: Path) -> dict[str, Path]:
    """Pyodide's script and wasm, trimmed: from the cache, or made now."""
    digest = hashlib.sha256()
    for path in (TOOL, *(stock.FOLDER / name for name in (stock.LOADER, *stock.ENGINE))):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    made = cache / digest.hexdigest()[:16]
    if not made.is_dir():
        shutil.rmtree(cache, ignore_errors=True)
        unfinished = made.with_suffix(".new")
        run_node("The trimmed Pyodide", TOOL, stock.FOLDER, unfinished)
        unfinished.replace(made)
    return {name: made / name for name in stock.ENGINE}


def stand_ins() -> dict[str, Path]:
    """The modules that replace others in the worker, by their path in the library."""
    return {path.relative_to(STAND_INS).as_posix(): path for path in sorted(STAND_INS.rglob("*.py"))}
