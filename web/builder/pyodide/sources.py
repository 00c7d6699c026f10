"""The files that Python in the browser is made of: ours, other people's packages, and the tools that pack them."""

from __future__ import annotations

import importlib.metadata
import shutil
import zipfile
from collections.abc import Iterable
from pathlib import Path

from jinja2 import FileSystemLoader

import pyrules
from web.builder.dev.environment import PYODIDE, ROOT
from web.builder.pyodide import plan
from web.worker.render import views

HERE = Path(__file__).parent
STOCK_LIBRARY = PYODIDE / "python_stdlib.zip"
PACKAGES = ("jinja2", "markupsafe", "segno")
STAND_INS = HERE / "stand_ins"
NOT_IN_WORKER = ("__main__.py", "help_text.py", "shell_table.py", "citations.py", "condition_lines.py")
"""What only the shell and the build import."""

LEFT_OUT = ("ssl.py", "_ssl.py", "bz2.py", "lzma.py", "compression/")
"""What other modules import only if it exists: the worker opens no socket and no archive."""


def ours(templates: Path) -> dict[str, Path]:
    """Every source that the worker needs, by its path in its pack. `templates` is a folder for compiled templates."""
    return {**dict(_our_sources()), **_compiled_templates(templates)}


def packages() -> dict[str, Path]:
    """Other people's modules by their path in the library; a stand-in replaces the module of its name."""
    return dict(_packages())


def tools() -> dict[str, Path]:
    """The files that decide how sources become packs; package.json holds Pyodide's version."""
    scripts = ("runtime.py", "plan.py", "sources.py", "pack.py", "pack.mjs", "compress.py")
    own = (*(HERE / name for name in scripts), *_files(HERE / "packing"))
    return {**{path.relative_to(HERE).as_posix(): path for path in own}, "package.json": PYODIDE / "package.json"}


def write_library(target: Path) -> None:
    """Write the library that the packing runs on: the stock one with our packages and stand-ins, without LEFT_OUT."""
    with zipfile.ZipFile(STOCK_LIBRARY) as stock, zipfile.ZipFile(target, "w") as library:
        added = packages()
        for name in stock.namelist():
            if name not in added and not name.startswith(LEFT_OUT):
                library.writestr(name, stock.read(name))
        for name, path in added.items():
            library.writestr(name, path.read_bytes())


def _our_sources() -> Iterable[tuple[str, Path]]:
    for path in _files(ROOT / "pyrules"):
        name = path.relative_to(ROOT).as_posix()
        if path.name not in NOT_IN_WORKER and plan.game_of(name) in (None, *pyrules.GAME_IDS):
            yield name, path
    for path in (ROOT / "web" / "__init__.py", *_files(ROOT / "web" / "worker")):
        yield path.relative_to(ROOT).as_posix(), path


def _compiled_templates(folder: Path) -> dict[str, Path]:
    """The templates as Python modules, so that the worker needs no template compiler."""
    shutil.rmtree(folder, ignore_errors=True)
    templates = ROOT / "web" / "templates"
    environment = views.environment(FileSystemLoader(templates))
    modules = {"__init__": ""}
    for path in sorted(templates.rglob("*.html")):
        name = path.relative_to(templates).as_posix()
        # templates/pages/ are whole pages, which only the build renders.
        if name.startswith("pages/"):
            continue
        if "/" in name:
            modules[f"{name.rpartition('/')[0]}/__init__"] = ""
        source = path.read_text(encoding="utf-8")
        modules[name.removesuffix(".html")] = environment.compile(source, name, name, raw=True, defer_init=True)
    for name, module in modules.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py").write_text(module, encoding="utf-8")
    return {f"{views.COMPILED.replace('.', '/')}/{name}.py": folder / f"{name}.py" for name in modules}


def _packages() -> Iterable[tuple[str, Path]]:
    for package in PACKAGES:
        for listed in importlib.metadata.files(package) or ():
            if listed.suffix == ".py" and listed.parts[0] == package:
                yield listed.as_posix(), Path(str(listed.locate()))
    for path in _files(STAND_INS):
        yield path.relative_to(STAND_INS).as_posix(), path


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
