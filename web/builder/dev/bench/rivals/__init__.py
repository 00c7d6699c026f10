"""The pages that the bench compares with: stock Pyodide alone, and stock Pyodide with icepool.

Each page sets `window.answeredAt` when it has its first answer.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from web.builder.dev import environment

BARE = "bare.html"
PEER = "peer.html"

HERE = Path(__file__).parent
STOCK = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def lay_out(folder: Path) -> None:
    """Write both pages with all files that they need."""
    (folder / "pyodide").mkdir(parents=True)
    for name in STOCK:
        shutil.copyfile(environment.PYODIDE / name, folder / "pyodide" / name)
    for page in (BARE, PEER):
        shutil.copyfile(HERE / page, folder / page)
    # Icepool first: the page installs it with the tools that come after it.
    wheels = [*environment.PEER_WHEELS.glob("*.whl"), *sorted(environment.EXTRA_WHEELS.glob("*.whl"))]
    (folder / "wheels").mkdir()
    for wheel in wheels:
        shutil.copyfile(wheel, folder / "wheels" / wheel.name)
    (folder / "wheels.json").write_text(json.dumps([wheel.name for wheel in wheels]))
