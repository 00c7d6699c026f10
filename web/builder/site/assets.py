"""All files that pages load: named by their content, listed with hashes for the service worker."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pyrules
from web.worker.requests.kinds import FIGHT, INPUTS, KINDS, SHEET, TOOLS

from ..dev.environment import CACHE
from ..dev.serve import CONTENT_TYPES
from ..pyodide import compress
from ..pyodide.runtime import Runtime
from . import cards, console, crawlers, manifest, page_bundle, scripts

FOLDERS = ("icons",)
BUNDLED = (".html", "/index.json")
"""The endings of files in the page bundle, which share much text."""
CACHED_BUNDLES = 8
"""The number of page bundles that stay in the build's cache."""
HASH_BYTES = 18
"""The same number is in the service worker. A multiple of three needs no padding in base64."""
LATER = (console.FOLDER, "wheels/")
"""What is saved for offline use once a page has asked for it."""
ONLINE_ONLY = (f"{cards.FOLDER}/", f"{manifest.PICTURES}/", crawlers.ROBOTS, crawlers.SITEMAP)
"""What is not saved for offline use, since no page shows it."""


def write_app(site: Path, web: Path, runtime: Runtime, more: Mapping[str, bytes]) -> str:
    """Copy styles, scripts, icons and `more` into a folder named by their content; returns its path from the root.

    They link to each other by relative addresses, so a page loads one version of all of them. The start check is in the
    root, where older pages find it too.
    """
    files = {
        path.relative_to(web).as_posix(): path.read_bytes()
        for folder in FOLDERS
        for path in sorted((web / folder).rglob("*"))
        if path.is_file()
    }
    for name, made in scripts.shipped().items():
        files[name if name.startswith(f"{scripts.STYLES}/") else f"scripts/{name}"] = made
    start_check = Path(scripts.START_CHECK)
    (site / start_check.name).write_bytes(files.pop(f"scripts/{start_check}"))
    del files[f"scripts/{scripts.SERVICE_WORKER}"]
    files |= more
    digest = hashlib.sha256()
    packs = (runtime.python_dir, runtime.core_pack, *runtime.packs.values())
    for part in (*sorted(files.items()), *(("", path.encode()) for path in packs)):
        digest.update(part[0].encode() + b"\0" + part[1] + b"\0")
    build = digest.hexdigest()[:8]
    files["scripts/paths.js"] = _paths(runtime, build).encode()
    app = f"assets/app-{build}"
    for name, data in files.items():
        target = site / app / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return app


def _paths(runtime: Runtime, build: str) -> str:
    def relative(path: str) -> str:
        return f"../../../{path.removeprefix('assets/')}"

    packs = {name: Path(path).parent.name for name, path in runtime.packs.items()}
    return (
        "// Written by the build: the addresses of this version's Python, relative to the folder worker/.\n"
        f'export const PYTHON = "{relative(runtime.python_dir)}/";\n'
        f'export const CORE = "{relative(runtime.core_pack)}";\n'
        f"export const PACKS = {json.dumps(packs, separators=(',', ':'))};\n"
        f"export const TOPICS = {json.dumps(_topics(runtime), separators=(',', ':'))};\n"
        f"export const CALCULATOR_KINDS = {json.dumps(_kinds_about(INPUTS))};\n"
        f"export const SHEET_KINDS = {json.dumps(_kinds_about(SHEET))};\n"
        f"export const FIGHT_KINDS = {json.dumps(_kinds_about(FIGHT))};\n"
        f"export const TOOL_KINDS = {json.dumps(sorted(TOOLS))};\n"
        f"export const SCHEMAS = {json.dumps(_schemas())};\n"
        f"export const OWN_SCHEMAS = {json.dumps(_own_schemas())};\n"
        f'export const BUILD = "{build}";\n'
    )


def _kinds_about(subject: str) -> list[str]:
    """The kinds of requests about this."""
    return [kind for kind, about in KINDS.items() if about == subject]


def _topics(runtime: Runtime) -> dict[str, dict[str, str]]:
    """By game, and by topics joined by spaces: the calculators, also joined, that need the packs of these topics."""
    found: dict[str, dict[str, str]] = {}
    for game, calculators in runtime.topics.items():
        by_topics: dict[str, list[str]] = {}
        for slug, topics in calculators.items():
            by_topics.setdefault(" ".join(topics), []).append(slug)
        found[game] = {topics: " ".join(slugs) for topics, slugs in by_topics.items()}
    return found


def _schemas() -> dict[str, int]:
    """By game: the newest schema of its characters, which a page writes."""
    return {game: pyrules.sheet(game).schema for game in pyrules.GAME_IDS}


def _own_schemas() -> dict[str, int]:
    """By game: the newest schema of a player's own rows, which a page writes."""
    return {game: pyrules.sheet(game).own_schema for game in pyrules.GAME_IDS}


def write_service_worker(site: Path, left_out: set[str], *, bundled: bool = True) -> None:
    """Write the service worker with the list of all files and hashes, so that each change makes a new one.

    Without the page bundle its path is empty, and a browser loads each page alone.
    """
    for folder in site.glob("assets/pages-*"):
        shutil.rmtree(folder)
    paths = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*")) if path.is_file()}
    hashes = {
        name: short_hash(path)
        for name, path in paths.items()
        if path.name != ".gitkeep" and name not in left_out and not name.startswith(ONLINE_ONLY)
    }
    version = hashlib.sha256(json.dumps(hashes).encode()).hexdigest()[:12]
    later = {name: hashed for name, hashed in hashes.items() if name.startswith(LATER)}
    listed = {name: hashed for name, hashed in hashes.items() if name not in later}
    pages = {name: paths[name].read_bytes() for name in listed if bundled and name.endswith(BUNDLED)}
    bundle = _write_bundle(site, pages) if pages else ""
    types = {suffix[1:]: CONTENT_TYPES[suffix] for suffix in sorted({Path(name).suffix for name in hashes})}
    head = (
        f"const VERSION = {json.dumps(version)};\nconst PAGE_BUNDLE = {json.dumps(bundle)};\n"
        f"const TYPES = {json.dumps(types)};\nconst FILES = {json.dumps(listed, indent=0)};\n"
        f"const LATER = {json.dumps(later, indent=0)};\n"
    )
    (site / "sw.js").write_bytes(head.encode() + scripts.shipped()[scripts.SERVICE_WORKER])


def _write_bundle(site: Path, files: dict[str, bytes]) -> str:
    """Write the page bundle of these files; returns its path from the root."""
    data = _bundle(files)
    path = f"assets/pages-{hashlib.sha256(data).hexdigest()[:8]}/pages.bundle"
    (site / path).parent.mkdir()
    (site / path).write_bytes(data)
    return path


def _bundle(files: dict[str, bytes]) -> bytes:
    """The page bundle: cached, because it takes seconds and most builds change no page."""
    digest = hashlib.sha256()
    makers = {module.__file__ or "": Path(module.__file__ or "").read_bytes() for module in (page_bundle, compress)}
    for name, data in (*files.items(), *makers.items()):
        digest.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(data).digest())
    cached = CACHE / "page-bundles" / f"{digest.hexdigest()[:16]}.bundle"
    if not cached.is_file():
        cached.parent.mkdir(parents=True, exist_ok=True)
        # Several builds may run at once.
        unfinished = cached.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(page_bundle.packed(files))
        unfinished.replace(cached)
        for old in sorted(cached.parent.glob("*.bundle"), key=lambda path: path.stat().st_mtime)[:-CACHED_BUNDLES]:
            old.unlink(missing_ok=True)
    return cached.read_bytes()


def short_hash(path: Path) -> str:
    """The first 144 bits of the file's SHA-256. Hashes do not compress, and each update brings those of all files."""
    return base64.b64encode(hashlib.sha256(path.read_bytes()).digest()[:HASH_BYTES]).decode()
