"""Python for the browser: the pinned Pyodide, its library, and our own code, compiled.

A plain build ships Pyodide and its library as they are (stock.py); other builds trim them (trimming.py). pack.py and
packing/ do the packing, inside Pyodide. This module decides which packs have to be made. A pack is cached under a key
of its own sources, so a change in one topic of a game makes one pack, and an update of the site brings it.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from web.builder.pyodide import compress, plan, sources, staging, stock, traces, trimming
from web.builder.pyodide.keys import digest, key, keyed
from web.builder.pyodide.packers import Packers

LIBRARY = "std"
Packed = tuple[dict[str, Path], dict[str, dict[str, tuple[str, ...]]]]
"""Every pack by its name, and the topics that each calculator needs (`Runtime.topics`)."""


@dataclass(frozen=True)
class Runtime:
    """Where the site keeps Python, as paths from the site's root."""

    python_dir: str
    """Folder of pyodide.mjs, pyodide.asm.js, pyodide.asm.wasm, lock.mjs and std.pack."""
    core_pack: str
    packs: dict[str, str]
    """The other packs by name: `obss`, `obss-attack`, `obss-sheet`, `all-sheet` (plan.py)."""
    topics: dict[str, dict[str, tuple[str, ...]]]
    """By game and calculator: the topics whose packs it needs besides the game's own."""


def build(packers: Packers, out: Path, *, keeps_trace: bool = False) -> Runtime:
    """Make the packs that are not cached and copy all of them into the site `out`, named by their content.

    The folder in which the packers work is the cache.

    `keeps_trace` plans them by the trace of the last build, which holds as long as no module imports anything else.
    """
    with ThreadPoolExecutor() as beside:
        engine = beside.submit(_engine, packers.cache / "engine")
        made, topics = packs(packers, sources.ours(packers.cache / "templates"), keeps_trace=keeps_trace)
    print(f"  {len(made)} packs, {sum(path.stat().st_size for path in made.values()) / 1000:.0f} kB", flush=True)
    python = {stock.LOADER: stock.FOLDER / stock.LOADER, **engine.result(), "std.pack": made.pop(LIBRARY)}
    lock = _lock_module()
    python_dir = f"assets/python-{digest((*keyed(python), lock))[:8]}"
    _copy(python, out / python_dir)
    (out / python_dir / "lock.mjs").write_bytes(lock)
    core = _place(out, "core", made.pop(plan.CORE), "core.pack")
    placed = {name: _place(out, "game", path, f"{name}.pack") for name, path in made.items()}
    return Runtime(python_dir, core, placed, topics)


def _engine(cache: Path) -> dict[str, Path]:
    """Pyodide's script and wasm as they are shipped."""
    return {name: stock.FOLDER / name for name in stock.ENGINE} if stock.is_plain() else trimming.engine(cache)


def packs(packers: Packers, ours: Mapping[str, Path], *, keeps_trace: bool = False) -> Packed:
    """Every pack by name, cached or made now, and the topics that each calculator needs (`Runtime.topics`)."""
    cache = packers.cache
    tools = {**sources.tools(), **sources.packages()}
    last = next(cache.glob("traced-*.json"), None) if keeps_trace else None
    traced_path = last or cache / f"traced-{key(ours, tools)}.json"
    if not traced_path.is_file():
        for old in cache.glob("traced-*.json"):
            old.unlink()  # it is not of the sources that are laid out now
        staging.lay_out(packers, ours, tools)
        packers.carry_out(("trace", *games) for games in traces.SHARES)
        found = [json.loads(traces.file(cache, games).read_text()) for games in traces.SHARES]
        unfinished = traced_path.with_suffix(".new")
        unfinished.write_text(json.dumps(traces.joined(found)))
        unfinished.replace(traced_path)
    traced = json.loads(traced_path.read_text())
    planned = plan.make(ours, traced)
    made = {
        name: cache / f"{name}-{key(own, tools, notes=_notes_of(name, planned, traced))}.pack"
        for name, own in planned.sources.items()
    }
    of_library = [traced["early"], traced["library"], traced["noted"].get(LIBRARY)]
    made[LIBRARY] = cache / f"{LIBRARY}-{key(tools, notes=of_library)}.pack"
    missing = [step for step, path in made.items() if not path.is_file()]
    if missing:
        staging.lay_out(packers, ours, tools)
        shutil.copyfile(traced_path, cache / "traced.json")
        _write_contents(cache / "packs.json", planned)
        _make(missing, made, planned, packers)
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


def _make(missing: Sequence[str], made: Mapping[str, Path], planned: plan.Plan, packers: Packers) -> None:
    """Make these packs, and compress what each holds."""
    compiled = [name for name in missing if not (name == LIBRARY and stock.is_plain())]
    of_each = {**planned.sources, LIBRARY: {"": stock.LIBRARY}}
    sizes = {name: sum(path.stat().st_size for path in of_each[name].values()) for name in compiled}
    packers.carry_out(("pack", *share) for share in staging.shares(sizes))
    for name in missing:
        content = packers.cache / (f"{name}.made" if name in compiled else staging.LIBRARY_FILE)
        unfinished = made[name].with_suffix(".new")
        unfinished.write_bytes(compress.gzipped(content.read_bytes()))
        unfinished.replace(made[name])
    for name in compiled:
        (packers.cache / f"{name}.made").unlink()


def _place(out: Path, kind: str, pack: Path, name: str) -> str:
    """Copy a pack into a folder named by its content; returns its path from the site's root."""
    folder = f"assets/{kind}-{digest(keyed({name: pack}))[:8]}"
    _copy({name: pack}, out / folder)
    return f"{folder}/{name}"


def _lock_module() -> bytes:
    """A lock file with the ABI of this Pyodide, which Pyodide requires; it names no packages."""
    info = json.loads((stock.FOLDER / "pyodide-lock.json").read_text())["info"]
    return f"export default {json.dumps(json.dumps({'info': info, 'packages': {}}))};\n".encode()


def _copy(files: Mapping[str, Path], folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, path in files.items():
        shutil.copyfile(path, folder / name)


def _remove_others(cache: Path, kept: set[Path]) -> None:
    for pattern in ("*-*.pack", "traced-*.json"):
        for path in set(cache.glob(pattern)) - kept:
            path.unlink()
