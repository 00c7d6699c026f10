"""The scripts and styles that pages load, as short as they can be, and which files a page requests.

Modules that are always loaded together are one file.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .. import BuildError
from ..dev.environment import CACHE, WEB, node

BUNDLE = Path(__file__).with_name("bundle.mjs")
LOCK = WEB / "package-lock.json"
SCRIPTS = WEB / "scripts"
STYLES = "styles"
TEMPLATES = WEB / "templates"
START_CHECK = "offline/start-check.js"
"""Copied to the site's root; its address is the same in every version, and it runs in old browsers."""
SERVICE_WORKER = "service-worker.js"
"""Written to the site's root as sw.js, below the list of all files (assets.py)."""
WRITTEN = "paths.js"
"""Written by the build itself (assets.py)."""
CONSOLE_WORKER = "console/python-worker.js"
"""Fetched as text by the Console; the sandboxed frame runs it."""
OLDEST = {START_CHECK: "es2017", SERVICE_WORKER: "", CONSOLE_WORKER: ""}
"""The classic scripts that no template names, with the newest ECMAScript that they may use."""
ALONE = ("pyrules.js", "worker/worker.js")
"""Modules that keep their addresses for pages of others, and for the worker, and load nothing that pages share."""
PACKAGES = {"idb.js": WEB / "node_modules" / "idb" / "build" / "index.js"}
"""Other people's modules by their name here: files without imports, shipped with their license on top."""
TOGETHER = {
    "base": (
        "pages/page.js",
        "shared/controllers.js",
        "shared/latest-only.js",
        "shared/link.js",
        "shared/parts.js",
        "shared/problems.js",
        "shared/scroll-padding.js",
    ),
    "form": ("shared/inputs.js", "shared/tools.js", "storage/table-rules-store.js"),
    "python": ("pyrules.js", "client/slow-notice.js", "own/offer.js", "shared/details-state.js"),
    "records": ("storage/characters.js", "shared/record-list.js", "storage/storage-status.js"),
    "calculator": (
        "calculator/answer-folds.js",
        "calculator/chart-modes.js",
        "calculator/headline-height.js",
        "calculator/last-used.js",
        "calculator/open-here.js",
    ),
}
"""What many pages load together, by the name of its file: small files compress worse than one.

A file has these modules with all that they import, except what an earlier file has.
"""
GRAPH = "graph.json"
GRAPH_OF_SITE = CACHE / "graph-of-site.json"

_ENTRY = re.compile(r"\{% block script %\}([\w/-]+\.js)\{%")
_CLASSIC = re.compile(r'<script (?:async )?src="\{\{ app \}\}/scripts/([\w/-]+\.js)"')
_STYLE = re.compile(rf"{STYLES}/[\w-]+\.css")
"""A style sheet that pages link. Its parts are in a folder."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
"""Types in comments name modules too."""
_IMPORTED_WHEN_USED = re.compile(r'\bimport\("(\.\.?/[\w./-]+\.js)"\)')


def sources() -> dict[str, str]:
    """Each script and style as it was written, by its path, and other people's modules."""
    texts = {
        path.relative_to(SCRIPTS).as_posix(): path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.rglob("*.js"))
    }
    for path in sorted((WEB / STYLES).rglob("*.css")):
        texts[path.relative_to(WEB).as_posix()] = path.read_text(encoding="utf-8")
    texts[SERVICE_WORKER] = (WEB / SERVICE_WORKER).read_text(encoding="utf-8")
    return texts | {name: _with_license(path) for name, path in PACKAGES.items()}


def _with_license(module: Path) -> str:
    """The module below its license, as a comment that the bundle keeps."""
    license_text = (module.parents[1] / "LICENSE").read_text(encoding="utf-8").strip()
    return f"/*!\n{license_text}\n*/\n\n{module.read_text(encoding='utf-8')}"


def shipped() -> dict[str, bytes]:
    """Each script and style that the site has, by its path: from the cache, or made now."""
    return {name: script for name, script in _bundled().items() if name != GRAPH}


def _bundled() -> dict[str, bytes]:
    texts = sources()
    plan = _plan(texts)
    digest = hashlib.sha256(BUNDLE.read_bytes() + LOCK.read_bytes() + json.dumps(plan).encode())
    for name, text in texts.items():
        digest.update(f"{name}\0{text}\0".encode())
    made = CACHE / "scripts" / digest.hexdigest()[:16]
    if not made.is_dir():
        shutil.rmtree(made.parent, ignore_errors=True)
        bundle(texts, made)
    return _files(made)


@cache
def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.*"))}


def bundle(texts: Mapping[str, str], folder: Path, plan: Mapping[str, object] | None = None) -> None:
    """Make the scripts of a site from these sources, in a folder that is there when all of them are.

    `plan` says what is made of them, otherwise all that a site has.

    Raises:
        BuildError: A source is no JavaScript, or imports what is not there.
    """
    unfinished, read = folder.with_suffix(f".new-{os.getpid()}"), folder.with_suffix(f".read-{os.getpid()}")
    for name, text in texts.items():
        (read / name).parent.mkdir(parents=True, exist_ok=True)
        (read / name).write_text(text, encoding="utf-8")
    command = [node(), str(BUNDLE), str(read), str(unfinished), json.dumps(plan or _plan(texts))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    shutil.rmtree(read)
    if done.returncode:
        raise BuildError(f"The scripts could not be prepared:\n{done.stdout}{done.stderr}")
    unfinished.replace(folder)


def _plan(texts: Mapping[str, str]) -> dict[str, object]:
    """What is made of which scripts; bundle.mjs explains it."""
    templates = [path.read_text(encoding="utf-8") for path in sorted(TEMPLATES.rglob("*.html"))]
    entries = {name for text in templates for name in _ENTRY.findall(text)}
    classic = dict.fromkeys((name for text in templates for name in _CLASSIC.findall(text)), "") | OLDEST
    when_used = {
        os.path.normpath(os.path.join(os.path.dirname(name), imported))
        for name, text in texts.items()
        for imported in _IMPORTED_WHEN_USED.findall(_COMMENT.sub("", text))
    }
    styles = sorted(name for name in texts if _STYLE.fullmatch(name))
    return {
        "modules": sorted((entries | when_used) - {WRITTEN}),
        "together": TOGETHER,
        "alone": ALONE,
        "written": WRITTEN,
        "classic": classic,
        "styles": styles,
    }


def graph() -> dict[str, list[str]]:
    """By each script the scripts that it imports statically. What `import()` names is loaded when it is used."""
    return dict(json.loads(_bundled()[GRAPH]))


def record_graph() -> None:
    """Record that the pages of site/ name the scripts of `graph`."""
    GRAPH_OF_SITE.write_text(json.dumps(graph()))


def graph_of_site() -> dict[str, list[str]] | None:
    """The graph of the scripts that the pages of site/ name, if one has been recorded."""
    return dict(json.loads(GRAPH_OF_SITE.read_text())) if GRAPH_OF_SITE.is_file() else None


def with_imports(graph: Mapping[str, list[str]], entry: str) -> list[str]:
    """A page's entry script and all scripts that it imports, directly or not. A page requests them all at once."""
    found = [entry]
    for name in found:  # the loop appends to it
        found += [each for each in graph.get(name, ()) if each not in found]
    return found
