"""Python for the browser: the pinned Pyodide, its library cut to what we import, and our own code, all compiled.

The work happens in pack.py, inside Pyodide. This side decides whether it is needed at all: a build in which no Python
of ours has changed takes both packs from the cache.
"""

import hashlib
import importlib.metadata
import json
import shutil
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from web.builder import BuildError
from web.builder.environment import PYODIDE, ROOT, node

HERE = Path(__file__).parent
ENGINE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARIES = ("jinja2", "markupsafe", "segno")
STAND_INS = {"segno/writers.py": HERE / "segno_writers.py"}


class RuntimeBuildError(BuildError):
    """The packs could not be made."""


@dataclass(frozen=True)
class Runtime:
    """Where the site keeps Python, as paths from the site's root."""

    python_dir: str
    """Folder of pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm, lock.mjs and std.zip."""
    core_zip: str


def build(cache: Path, out: Path) -> Runtime:
    """Pack what is not packed yet and copy all of it into the site `out`, under addresses made from the content."""
    core_zip, std_zip = packs(cache, dict(_core_sources()))
    python = {**{name: PYODIDE / name for name in ENGINE_FILES}, "std.zip": std_zip}
    lock = _lock_module()
    python_dir = f"assets/python-{_hash((*_keyed(python), lock))[:8]}"
    core_dir = f"assets/core-{_hash(_keyed({'core.zip': core_zip}))[:8]}"
    _copy(python, out / python_dir)
    (out / python_dir / "lock.mjs").write_bytes(lock)
    _copy({"core.zip": core_zip}, out / core_dir)
    for name, path in (("std.zip", std_zip), ("core.zip", core_zip)):
        print(f"  {name:<9}{path.stat().st_size / 1000:6.0f} kB", flush=True)
    return Runtime(python_dir, f"{core_dir}/core.zip")


def packs(cache: Path, sources: dict[str, Path]) -> tuple[Path, Path]:
    """core.zip and std.zip for these sources, by their path in the pack: from the cache, or made now."""
    key = _hash((*_keyed(sources), *_keyed(_pack_scripts())))[:16]
    core, known = cache / f"core-{key}.zip", cache / f"traced-{key}.json"
    if not (known.is_file() and core.is_file()):
        _stage(cache / "core", sources)
    if not known.is_file():
        _run_step(cache, "trace")
        (cache / "traced.json").replace(known)
    # The library depends on the list of its modules, not on the sources that asked for them.
    listed = json.dumps(json.loads(known.read_text())["std"]).encode()
    std = cache / f"std-{_hash((listed, *_keyed(_pack_scripts())))[:16]}.zip"
    missing = {step: made for step, made in (("core", core), ("std", std)) if not made.is_file()}
    if missing:
        shutil.copyfile(known, cache / "traced.json")
        with ThreadPoolExecutor() as both:
            list(both.map(lambda step: _run_step(cache, step), missing))
    for step, made in missing.items():
        (cache / f"{step}.zip").replace(made)
    _forget_others(cache, {core, known, std})
    return core, std


def _stage(folder: Path, sources: dict[str, Path]) -> None:
    """Lay the sources out as Python will import them; they stay for a later look."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, path in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / name)


def _run_step(cache: Path, step: str) -> None:
    done = subprocess.run(
        [node(), str(HERE / "pack.mjs"), str(PYODIDE), str(cache), step],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeBuildError(f"The Python packs could not be made, at {step}:\n{done.stdout}{done.stderr}")


def _core_sources() -> Iterable[tuple[str, Path]]:
    """Every file that core.zip is made from, by its path in it."""
    for path in _files(ROOT / "pyrules"):
        yield path.relative_to(ROOT).as_posix(), path
    ours = [path for path in (ROOT / "web").glob("*") if path.suffix in (".py", ".toml")]
    # templates/pages/ are whole pages: only the build draws those.
    templates = (ROOT / "web" / "templates").glob("*.html")
    for path in sorted([*ours, *templates]):
        yield path.relative_to(ROOT).as_posix(), path
    for library in LIBRARIES:
        for listed in importlib.metadata.files(library) or ():
            if listed.suffix == ".py" and listed.parts[0] == library:
                yield listed.as_posix(), STAND_INS.get(listed.as_posix(), Path(str(listed.locate())))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _pack_scripts() -> dict[str, Path]:
    """What decides how sources become packs; package.json holds Pyodide's version."""
    return {name: HERE / name for name in ("pack.py", "pack.mjs")} | {"pyodide": PYODIDE / "package.json"}


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
    for pattern in ("core-*", "std-*", "traced-*"):
        for path in set(cache.glob(pattern)) - kept:
            path.unlink()
