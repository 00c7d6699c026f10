"""Python for the browser: the pinned Pyodide, its library cut to what we import, and our own code, all compiled.

The work happens in pack.py and packing/, inside Pyodide. This side decides which packs are to be made at all: each is
kept under a key made from its own sources. So a change in one game makes one pack anew, and an update of the site
brings that one.
"""

import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from jinja2 import FileSystemLoader

import pyrules
from web.builder import BuildError
from web.builder.dev.environment import PYODIDE, ROOT, node
from web.builder.pyodide import compress
from web.worker.render import views

HERE = Path(__file__).parent
LOADER = "pyodide.mjs"
"""Of 0.29.5: the 314 line is 0.75 MB heavier, starts later, and has nothing that we use."""
ENGINE = ("pyodide.asm.js", "pyodide.asm.wasm")
"""Shipped without what no worker of ours reaches (trim_pyodide.mjs)."""
STOCK_LIBRARY = PYODIDE / "python_stdlib.zip"
PACKAGES = ("jinja2", "markupsafe", "segno")
STAND_INS = HERE / "stand_ins"
MOST_SOURCE = 350_000
"""Bytes of source in a pack of a game; a third of it goes over the line."""
SHELL_ONLY = ("__main__.py", "help_text.py")
SHEET = "sheet"
"""What the modules of characters are called, and their pack; no calculator imports them."""
LEFT_OUT = ("ssl.py", "_ssl.py", "bz2.py", "lzma.py", "compression/")
"""What others import only if it is there: no worker of ours opens a socket or an archive."""


class RuntimeBuildError(BuildError):
    """The packs could not be made."""


@dataclass(frozen=True)
class Runtime:
    """Where the site keeps Python, as paths from the site's root."""

    python_dir: str
    """Folder of pyodide.mjs, pyodide.asm.js, pyodide.asm.wasm, lock.mjs and std.zip."""
    core_zip: str
    game_zips: dict[str, str]
    """By the pack's name: the game's id or, where a game is in several, that with a number (`openquest-2`).

    Its characters are in `openquest-sheet`.
    """


def build(cache: Path, out: Path) -> Runtime:
    """Pack what is not packed yet and copy all of it into the site `out`, under addresses made from the content."""
    with ThreadPoolExecutor() as beside:
        # The packs begin with a trace, which keeps one processor busy.
        engine = beside.submit(_engine, cache / "engine")
        made = packs(cache, {**dict(_our_sources()), **_compiled_templates(cache / "templates")})
    for name, path in made.items():
        print(f"  {name + '.zip':<14}{path.stat().st_size / 1000:6.0f} kB", flush=True)
    python = {LOADER: PYODIDE / LOADER, **engine.result(), "std.zip": made.pop("std")}
    lock = _lock_module()
    python_dir = f"assets/python-{_hash((*_keyed(python), lock))[:8]}"
    _copy(python, out / python_dir)
    (out / python_dir / "lock.mjs").write_bytes(lock)
    core = _place(out, "core", made.pop("core"), "core.zip")
    return Runtime(python_dir, core, {game: _place(out, "game", path, f"{game}.zip") for game, path in made.items()})


def _engine(cache: Path) -> dict[str, Path]:
    """Pyodide's script and wasm as they are shipped: from the cache, or cut now."""
    tools = {name: HERE / name for name in ("trim_pyodide.mjs", "wasm.mjs")}
    sources = {**tools, **{name: PYODIDE / name for name in (LOADER, *ENGINE)}}
    made = cache / _key(sources)
    if not made.is_dir():
        shutil.rmtree(cache, ignore_errors=True)
        unfinished = made.with_suffix(".new")
        command = [node(), str(HERE / "trim_pyodide.mjs"), str(PYODIDE), str(unfinished)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeBuildError(f"Pyodide's engine could not be cut:\n{done.stdout}{done.stderr}")
        unfinished.replace(made)
    return {name: made / name for name in ENGINE}


def _place(out: Path, kind: str, pack: Path, name: str) -> str:
    folder = f"assets/{kind}-{_hash(_keyed({name: pack}))[:8]}"
    _copy({name: pack}, out / folder)
    return f"{folder}/{name}"


def packs(cache: Path, sources: dict[str, Path]) -> dict[str, Path]:
    """`std`, `core` and a pack for each game, made of our sources by their path in the packs: cached ones, or new."""
    tools = {**_tools(), **dict(_packages())}
    traced = cache / f"traced-{_key(sources, tools)}.json"
    if not traced.is_file():
        _stage(cache, sources)
        _run_step(cache, "trace")
        (cache / "traced.json").replace(traced)
    told = json.loads(traced.read_text())
    parts = _parts(sources)
    # A pack depends on its own sources and on what was noted of them: not on those that only happen to be beside them.
    made = {
        part: cache / f"{part}-{_key(own, tools, told=[told['parts'].get(part), _of_games(told, own)])}.zip"
        for part, own in parts.items()
    }
    made["std"] = cache / f"std-{_key(tools, told=[told['early'], told['library'], told['parts'].get('std')])}.zip"
    missing = [step for step, path in made.items() if not path.is_file()]
    if missing:
        _stage(cache, sources)
        shutil.copyfile(traced, cache / "traced.json")
        # The largest first: otherwise one processor is left without work while the other makes it.
        missing.sort(key=lambda step: -sum(path.stat().st_size for path in parts.get(step, tools).values()))
        with ThreadPoolExecutor(os.cpu_count()) as several:
            list(several.map(lambda step: _make(cache, step, made[step]), missing))
    _forget_others(cache, {traced, *made.values()})
    return made


def _make(cache: Path, step: str, pack: Path) -> None:
    _run_step(cache, step)
    _squeeze(cache / f"{step}.made", pack)


def _squeeze(made: Path, pack: Path) -> None:
    name = "std.zip" if made.stem == "std" else f"{made.stem}.pack"
    unfinished = pack.with_suffix(".new")
    unfinished.write_bytes(compress.zipped(name, made.read_bytes()))
    unfinished.replace(pack)
    made.unlink()


def _parts(sources: dict[str, Path]) -> dict[str, dict[str, Path]]:
    """The sources of each pack: what all games share, each game, and its characters; a large game in several.

    In which of them a source lies depends on its name alone: an update brings the one that has changed.
    """
    parts: dict[str, dict[str, Path]] = {}
    sheets: dict[str, dict[str, Path]] = {}
    for name, path in sources.items():
        game = _game_of(name)
        if game and name.startswith(f"pyrules/games/{game}/{SHEET}/"):
            sheets.setdefault(f"{game}-{SHEET}", {})[name] = path
        else:
            parts.setdefault(game or "core", {})[name] = path
    for game in parts.keys() - {"core"}:
        size = sum(path.stat().st_size for path in parts[game].values())
        several = -(-size // MOST_SOURCE)
        if several > 1:
            for name, path in parts.pop(game).items():
                part = f"{game}-{crc32(name.encode()) % several + 1}"
                parts.setdefault(part, {})[name] = path
    return dict(sorted((parts | sheets).items()))


def _game_of(name: str) -> str | None:
    match name.split("/"):
        case ["pyrules", "games", game, _, *_]:
            return game
    return None


def _of_games(told: Any, own: dict[str, Path]) -> Any:
    """What the trace told of a game, each for the part that has what it is about.

    Where its calculators stand, for its package; which rules are told, for theirs; those of its characters, for them.
    """
    about = (("calculators", "__init__.py"), ("rules", "tables/rules.toml"), ("sheet_rules", f"{SHEET}/sheet.py"))
    return [told[kind][game] for kind, name in about for game in told[kind] if f"pyrules/games/{game}/{name}" in own]


def _stage(cache: Path, sources: dict[str, Path]) -> None:
    """Lay out what pack.py works on: the sources as Python will import them, the part of each, and the library."""
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "parts.json").write_text(json.dumps({name: part for part, own in _parts(sources).items() for name in own}))
    _write_library(cache / "library.zip")
    folder = cache / "core"
    shutil.rmtree(folder, ignore_errors=True)
    for name, path in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / name)


def _write_library(target: Path) -> None:
    """The stock library as the site will have it: with the packages we use, our stand-ins, and less than it had."""
    with zipfile.ZipFile(STOCK_LIBRARY) as stock, zipfile.ZipFile(target, "w") as library:
        added = dict(_packages())
        for name in stock.namelist():
            if name not in added and not name.startswith(LEFT_OUT):
                library.writestr(name, stock.read(name))
        for name, path in added.items():
            library.writestr(name, path.read_bytes())


def _run_step(cache: Path, step: str) -> None:
    done = subprocess.run(
        [node(), str(HERE / "pack.mjs"), str(PYODIDE), str(cache), step],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeBuildError(f"The Python packs could not be made, at {step}:\n{done.stdout}{done.stderr}")


def _our_sources() -> Iterable[tuple[str, Path]]:
    """Every file of ours that the worker needs, by its path in its pack: no shell, and no game that is not offered."""
    for path in _files(ROOT / "pyrules"):
        if path.name not in SHELL_ONLY and _game(path) in (None, *pyrules.GAME_IDS):
            yield path.relative_to(ROOT).as_posix(), path
    for path in (ROOT / "web" / "__init__.py", *_files(ROOT / "web" / "worker")):
        yield path.relative_to(ROOT).as_posix(), path


def _compiled_templates(folder: Path) -> dict[str, Path]:
    """The templates as modules of Python, so that the worker needs no compiler for them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    environment = views.environment(FileSystemLoader(ROOT / "web" / "templates"))
    modules = {"__init__": ""}
    # templates/pages/ are whole pages: only the build draws those.
    for path in sorted((ROOT / "web" / "templates").glob("*.html")):
        source = path.read_text(encoding="utf-8")
        modules[path.stem] = environment.compile(source, path.name, path.name, raw=True, defer_init=True)
    for name, module in modules.items():
        (folder / f"{name}.py").write_text(module, encoding="utf-8")
    return {f"{views.COMPILED.replace('.', '/')}/{name}.py": folder / f"{name}.py" for name in modules}


def _game(path: Path) -> str | None:
    """The game whose folder a file lies in."""
    games = ROOT / "pyrules" / "games"
    return path.relative_to(games).parts[0] if path.is_relative_to(games) and path.parent != games else None


def _packages() -> Iterable[tuple[str, Path]]:
    """Other people's modules, by their path in the library; a stand-in after the module that it stands for."""
    for package in PACKAGES:
        for listed in importlib.metadata.files(package) or ():
            if listed.suffix == ".py" and listed.parts[0] == package:
                yield listed.as_posix(), Path(str(listed.locate()))
    for path in _files(STAND_INS):
        yield path.relative_to(STAND_INS).as_posix(), path


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _tools() -> dict[str, Path]:
    """What decides how sources become packs; package.json holds Pyodide's version."""
    own = (HERE / "runtime.py", HERE / "pack.py", HERE / "pack.mjs", HERE / "compress.py", *_files(HERE / "packing"))
    scripts = {path.relative_to(HERE).as_posix(): path for path in own}
    return {**scripts, "package.json": PYODIDE / "package.json"}


def _key(*parts: dict[str, Path], told: object = None) -> str:
    return _hash([*(one for part in parts for one in _keyed(part)), json.dumps(told).encode()])[:16]


def _lock_module() -> bytes:
    """Pyodide insists on a lock file whose ABI is its own; ours names no packages."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    return f"export default {json.dumps(json.dumps({'info': info, 'packages': {}}))};\n".encode()


def _keyed(files: dict[str, Path]) -> Iterable[bytes]:
    for name, path in sorted(files.items()):
        yield name.encode()
        yield path.read_bytes()


def _hash(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def _copy(files: dict[str, Path], folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, path in files.items():
        shutil.copyfile(path, folder / name)


def _forget_others(cache: Path, kept: set[Path]) -> None:
    for pattern in ("*-*.zip", "traced-*.json"):
        for path in set(cache.glob(pattern)) - kept:
            path.unlink()
