"""Python for the browser: the pinned Pyodide, the library without what nothing imports, and our own code, compiled.

pack.py and packing/ do the packing, inside Pyodide. This module decides which packs have to be made. A pack is cached
under a key of its own sources, so a change in one topic of a game makes one pack, and an update of the site brings it.
"""

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from web.builder import BuildError
from web.builder.dev.environment import PYODIDE, node
from web.builder.pyodide import compress, plan, sources

HERE = Path(__file__).parent
LOADER = "pyodide.mjs"
"""Of 0.29.5: the 314 line is 0.75 MB heavier, starts later, and has nothing that we use."""
ENGINE = ("pyodide.asm.js", "pyodide.asm.wasm")
"""Shipped without what the worker cannot reach (trim_pyodide.mjs)."""
LIBRARY = "std"


class RuntimeBuildError(BuildError):
    """The packs could not be made."""


@dataclass(frozen=True)
class Runtime:
    """Where the site keeps Python, as paths from the site's root."""

    python_dir: str
    """Folder of pyodide.mjs, pyodide.asm.js, pyodide.asm.wasm, lock.mjs and std.zip."""
    core_zip: str
    packs: dict[str, str]
    """The other packs by name: `obss`, `obss-attack`, `obss-sheet`, `all-sheet` (plan.py)."""
    topics: dict[str, dict[str, tuple[str, ...]]]
    """By game and calculator: the topics whose packs it needs besides the game's own."""


def build(cache: Path, out: Path) -> Runtime:
    """Make the packs that are not cached and copy all of them into the site `out`, named by their content."""
    with ThreadPoolExecutor() as beside:
        # The packing begins with a trace, which uses one processor.
        engine = beside.submit(_engine, cache / "engine")
        made, topics = packs(cache, sources.ours(cache / "templates"))
    for name, path in made.items():
        print(f"  {name + '.zip':<24}{path.stat().st_size / 1000:6.0f} kB", flush=True)
    python = {LOADER: PYODIDE / LOADER, **engine.result(), "std.zip": made.pop(LIBRARY)}
    lock = _lock_module()
    python_dir = f"assets/python-{_hash((*_keyed(python), lock))[:8]}"
    _copy(python, out / python_dir)
    (out / python_dir / "lock.mjs").write_bytes(lock)
    core = _place(out, "core", made.pop(plan.CORE), "core.zip")
    placed = {name: _place(out, "game", path, f"{name}.zip") for name, path in made.items()}
    return Runtime(python_dir, core, placed, topics)


def packs(cache: Path, ours: Mapping[str, Path]) -> tuple[dict[str, Path], dict[str, dict[str, tuple[str, ...]]]]:
    """Every pack by name, cached or made now, and the topics that each calculator needs (`Runtime.topics`)."""
    tools = {**sources.tools(), **sources.packages()}
    traced_path = cache / f"traced-{_key(ours, tools)}.json"
    if not traced_path.is_file():
        _stage(cache, ours)
        _run_steps(cache, "trace")
        (cache / "traced.json").replace(traced_path)
    traced = json.loads(traced_path.read_text())
    planned = plan.make(ours, traced)
    made = {
        name: cache / f"{name}-{_key(own, tools, notes=_notes_of(name, planned, traced))}.zip"
        for name, own in planned.sources.items()
    }
    of_library = [traced["early"], traced["library"], traced["noted"].get(LIBRARY)]
    made[LIBRARY] = cache / f"{LIBRARY}-{_key(tools, notes=of_library)}.zip"
    missing = [step for step, path in made.items() if not path.is_file()]
    if missing:
        _stage(cache, ours)
        shutil.copyfile(traced_path, cache / "traced.json")
        _write_contents(cache / "packs.json", planned)
        # The largest first, and in turn for each processor, so that none waits long for the others.
        missing.sort(key=lambda step: -sum(path.stat().st_size for path in planned.sources.get(step, tools).values()))
        processors = os.cpu_count() or 1
        shares = [missing[first::processors] for first in range(min(processors, len(missing)))]
        with ThreadPoolExecutor(processors) as several:
            list(several.map(lambda share: _make(cache, {step: made[step] for step in share}), shares))
    _remove_others(cache, {traced_path, *made.values()})
    return made, planned.topics


def _notes_of(name: str, planned: plan.Plan, traced: Mapping[str, Any]) -> list[Any]:
    """What a pack depends on besides its sources: notes, rules, and the places of calculators and table rules."""
    own = planned.sources[name]
    noted = {source: traced["noted"].get(plan.module_of(source)) for source in own}
    lists = [traced["calculators"], traced["table_rules"]]
    places = [
        [listed[game] for listed in lists]
        for game in traced["calculators"]
        if f"pyrules/games/{game}/__init__.py" in own
    ]
    return [noted, planned.rules.get(name), places]


def _write_contents(path: Path, planned: plan.Plan) -> None:
    contents = {
        name: {"sources": sorted(own)} | ({"rules": planned.rules[name]} if name in planned.rules else {})
        for name, own in planned.sources.items()
    }
    path.write_text(json.dumps(contents))


def _make(cache: Path, packs: Mapping[str, Path]) -> None:
    """Run steps of pack.py, and compress into each step's pack what it has made."""
    _run_steps(cache, *packs)
    for step, pack in packs.items():
        made = cache / f"{step}.made"
        inner = "std.zip" if step == LIBRARY else f"{step}.pack"
        unfinished = pack.with_suffix(".new")
        unfinished.write_bytes(compress.zipped(inner, made.read_bytes()))
        unfinished.replace(pack)
        made.unlink()


def _stage(cache: Path, ours: Mapping[str, Path]) -> None:
    """Lay out what pack.py works on: the sources as Python will import them, and the library."""
    cache.mkdir(parents=True, exist_ok=True)
    sources.write_library(cache / "library.zip")
    folder = cache / "core"
    shutil.rmtree(folder, ignore_errors=True)
    for name, path in ours.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / name)


def _run_steps(cache: Path, *steps: str) -> None:
    """One process for all steps: each has a Python of its own, but Pyodide's machine code is made once."""
    _run_node("The Python packs", HERE / "pack.mjs", PYODIDE, cache, *steps)


def _engine(cache: Path) -> dict[str, Path]:
    """Pyodide's script and wasm as they are shipped: from the cache, or trimmed now."""
    tools = {name: HERE / name for name in ("trim_pyodide.mjs", "wasm.mjs")}
    made = cache / _key({**tools, **{name: PYODIDE / name for name in (LOADER, *ENGINE)}})
    if not made.is_dir():
        shutil.rmtree(cache, ignore_errors=True)
        unfinished = made.with_suffix(".new")
        _run_node("The trimmed Pyodide", HERE / "trim_pyodide.mjs", PYODIDE, unfinished)
        unfinished.replace(made)
    return {name: made / name for name in ENGINE}


def _run_node(what: str, script: Path, *arguments: Path | str) -> None:
    command = [node(), str(script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeBuildError(f"{what} could not be made:\n{done.stdout}{done.stderr}")


def _place(out: Path, kind: str, pack: Path, name: str) -> str:
    """Copy a pack into a folder named by its content; returns its path from the site's root."""
    folder = f"assets/{kind}-{_hash(_keyed({name: pack}))[:8]}"
    _copy({name: pack}, out / folder)
    return f"{folder}/{name}"


def _lock_module() -> bytes:
    """A lock file with the ABI of this Pyodide, which Pyodide requires; it names no packages."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    return f"export default {json.dumps(json.dumps({'info': info, 'packages': {}}))};\n".encode()


def _key(*parts: Mapping[str, Path], notes: object = None) -> str:
    return _hash([*(one for part in parts for one in _keyed(part)), json.dumps(notes, sort_keys=True).encode()])[:16]


def _keyed(files: Mapping[str, Path]) -> Iterable[bytes]:
    for name, path in sorted(files.items()):
        yield name.encode()
        yield path.read_bytes()


def _hash(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def _copy(files: Mapping[str, Path], folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, path in files.items():
        shutil.copyfile(path, folder / name)


def _remove_others(cache: Path, kept: set[Path]) -> None:
    for pattern in ("*-*.zip", "traced-*.json"):
        for path in set(cache.glob(pattern)) - kept:
            path.unlink()
