"""What the Console page runs: stock Pyodide with micropip, the frame that isolates it, and the examples.

Nothing of it is part of the first visit: a browser fetches and keeps it when a reader first runs a script.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import html
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyrules

from ..dev.environment import CACHE, EXTRA_WHEELS, WEB
from ..pyodide import compress, stock

SOURCES = WEB / "console"
EXAMPLES = SOURCES / "examples"
RELAY = SOURCES / "frame" / "relay.js"
FOLDER = "assets/console-"
"""The start of the folder with Pyodide and micropip; the rest is named by the content."""
FRAME = "console-frame.html"
LISTED = "console.json"
"""The files by name, read by web/scripts/console/files.js. Both are in the folder of scripts and styles."""
PACKED = ("pyodide.asm.js", "pyodide.asm.wasm")
"""Compressed by the build, because not every host compresses them; the worker unpacks them."""
MEGABYTES = 7
"""What the first run fetches, as the page says it; a test compares it with the files."""


class Example(NamedTuple):
    """A script of the list: its id in addresses, its title, the question that it answers, and its source."""

    id: str
    title: str
    question: str
    source: str


def page() -> dict[str, Any]:
    """The variables of the Console page."""
    return {
        "game": None,
        "here": "console",
        "megabytes": MEGABYTES,
        "examples": [(game, list(examples(game.id))) for game in pyrules.GAMES],
    }


def examples(game: str) -> Iterator[Example]:
    """The examples of a game. The docstring of each is its title, an empty line and its question."""
    for path in sorted((EXAMPLES / game).glob("*.py")):
        source = path.read_text(encoding="utf-8")
        title, _, question = (ast.get_docstring(ast.parse(source)) or "").partition("\n\n")
        yield Example(f"{game}/{path.stem}", title.strip().rstrip("."), " ".join(question.split()), source)


def write(site: Path, wheel: str) -> dict[str, bytes]:
    """Write the files of the first run; returns what the folder of scripts gets. `wheel` is in the site's `wheels/`."""
    files = engine()
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    folder = f"{FOLDER}{digest.hexdigest()[:8]}"
    (site / folder).mkdir(parents=True)
    for name, data in files.items():
        (site / folder / _stored(name)).write_bytes(data)
    paths = {name: f"../../{folder}/{_stored(name)}" for name in files} | {wheel: f"../../wheels/{wheel}"}
    return {LISTED: json.dumps({"files": paths, "wheel": wheel}).encode(), FRAME: frame().encode()}


def engine() -> dict[str, bytes]:
    """Everything but the wheel of the rules, by the names that the worker knows."""
    info = json.loads((stock.FOLDER / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    return {
        stock.LOADER: (stock.FOLDER / stock.LOADER).read_bytes().partition(b"//# sourceMappingURL")[0],
        **{name: _packed(stock.FOLDER / name) for name in PACKED},
        "python_stdlib.zip": stock.LIBRARY.read_bytes(),
        "lock.json": json.dumps({"info": info, "packages": {}}).encode(),
        **{path.name: path.read_bytes() for path in sorted(EXTRA_WHEELS.glob("*.whl"))},
        "console.zip": helpers(),
    }


def _stored(name: str) -> str:
    """The name in the site. A host that knows `.gz` would send it as if it were not compressed."""
    return f"{name}.pack" if name in PACKED else name


def _packed(path: Path) -> bytes:
    """The file compressed, which takes seconds: from the cache if it has been compressed before."""
    data = path.read_bytes()
    cached = CACHE / "console" / f"{hashlib.sha256(data).hexdigest()[:16]}.pack"
    if not cached.is_file():
        cached.parent.mkdir(parents=True, exist_ok=True)
        cached.write_bytes(compress.gzipped(data))
    return cached.read_bytes()


def helpers() -> bytes:
    """The package that runs scripts and prepares what they show, as a zip that depends on its content alone."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(SOURCES.glob("*.py")):
            archive.writestr(zipfile.ZipInfo(f"console/{path.name}"), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def frame() -> str:
    """The document that isolates scripts: a frame with an origin of its own, in which one script of ours runs.

    A sandboxed frame that is loaded from an address is not answered by the service worker, and would need a network.
    So this document, which is, holds the sandbox as text. The sandbox inherits the policy of this document, which
    allows no connection and no script but the relay and what the relay makes.
    """
    relay = _without_comments(RELAY.read_text(encoding="utf-8"))
    digest = base64.b64encode(hashlib.sha256(relay.encode()).digest()).decode()
    meta = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy(digest)}">'
    inner = f'<!doctype html><html lang="en">{meta}<title>Python</title><script>{relay}</script></html>'
    sandbox = f'<iframe title="Python" sandbox="allow-scripts" srcdoc="{html.escape(inner)}"></iframe>'
    robots = '<meta name="robots" content="noindex">'
    head = f"<head>{meta}{robots}<title>Tableside: Python</title></head>"
    return f'<!doctype html><html lang="en">{head}<body>{sandbox}</body></html>\n'


def policy(digest: str) -> str:
    """The Content-Security-Policy of the frame, for a relay with this hash."""
    return (
        f"default-src 'none'; script-src 'sha256-{digest}' blob: 'wasm-unsafe-eval'; worker-src blob:; "
        "connect-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"
    )


def _without_comments(script: str) -> str:
    return re.sub(r"^\s*(//|/\*\*).*\n", "", script, flags=re.MULTILINE)
