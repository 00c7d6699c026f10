"""The scripts without comments, and the modules that each page's entry script imports."""

from __future__ import annotations

import hashlib
import posixpath
import re
import shutil
import subprocess
from pathlib import Path

from .. import BuildError
from ..dev.environment import CACHE, WEB, node

STRIP_COMMENTS = Path(__file__).with_name("strip_comments.mjs")
SCRIPTS = WEB / "scripts"
START_CHECK = "offline/start-check.js"
"""Copied to the site's root; its address is the same in every version."""
SERVICE_WORKER = "service-worker.js"
"""Written to the site's root as sw.js, below the list of all files (assets.py)."""
WRITTEN = "paths.js"
"""Written by the build itself (assets.py)."""
PACKAGES = {"idb.js": WEB / "node_modules" / "idb" / "build" / "index.js"}
"""Other people's modules by their name here: files without imports, shipped with their license on top."""
_IMPORT = re.compile(r'^(?:import|export)\b(?:[^"(;]*\bfrom)?\s*"(\.\.?/[\w./-]+\.js)"', re.MULTILINE)
"""A static import. What `import()` names is loaded when it is used."""


def shipped() -> dict[str, bytes]:
    """Each script without comments, by its path in web/scripts: from the cache, or made now by TypeScript."""
    paths = sorted(SCRIPTS.rglob("*.js"))
    sources = {path.relative_to(SCRIPTS).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    sources[SERVICE_WORKER] = (WEB / SERVICE_WORKER).read_text(encoding="utf-8")
    sources |= {name: _with_license(path) for name, path in PACKAGES.items()}
    digest = hashlib.sha256(STRIP_COMMENTS.read_bytes())
    for name, source in sources.items():
        digest.update(f"{name}\0{source}\0".encode())
    made = CACHE / "scripts" / digest.hexdigest()[:16]
    if not made.is_dir():
        _make(made, sources)
    return {name: (made / name).read_bytes() for name in sources}


def _with_license(module: Path) -> str:
    """The module below its license. TypeScript keeps a first comment with `!` and an empty line after it."""
    license_text = (module.parents[1] / "LICENSE").read_text(encoding="utf-8").strip()
    return f"/*!\n{license_text}\n*/\n\n{module.read_text(encoding='utf-8')}"


def _make(folder: Path, sources: dict[str, str]) -> None:
    shutil.rmtree(folder.parent, ignore_errors=True)
    unfinished, read = folder.with_suffix(".new"), folder.with_suffix(".read")
    read.mkdir(parents=True)
    for name, source in sources.items():
        (read / name).parent.mkdir(parents=True, exist_ok=True)
        (read / name).write_text(source, encoding="utf-8")
    command = [node(), str(STRIP_COMMENTS), str(read), str(unfinished)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"The scripts could not be prepared:\n{done.stdout}{done.stderr}")
    unfinished.replace(folder)
    shutil.rmtree(read)


def with_imports(entry: str) -> list[str]:
    """A page's entry script and all modules that it imports statically. A page requests them all at once."""
    found = [entry]
    for name in found:  # the loop appends to it
        if name == WRITTEN or name in PACKAGES:
            continue
        imported = _IMPORT.findall((SCRIPTS / name).read_text(encoding="utf-8"))
        modules = [posixpath.normpath(posixpath.join(posixpath.dirname(name), each)) for each in imported]
        found += [each for each in dict.fromkeys(modules) if each not in found]
    return found
