"""The files that Python in the browser is made of: ours, other people's packages, and the tools that pack them."""

from __future__ import annotations

import importlib.metadata
import shutil
import zipfile
from collections.abc import Iterable
from pathlib import Path

from jinja2 import FileSystemLoader

import pyrules
from web.builder import template_cache
from web.builder.dev.environment import ROOT
from web.builder.pyodide import plan, stock, trimming
from web.worker.render import views

HERE = Path(__file__).parent
PACKAGES = ("jinja2", "markupsafe", "segno")
LOADER = HERE / "loader"
"""Two modules of ours beside the library: they find modules in packs."""
NOT_IN_WORKER = (
    "__main__.py",
    "help_text.py",
    "shell_table.py",
    "citations.py",
    "condition_lines.py",
    "screen.toml",
)
"""What only the shell and the build use."""


def ours(templates: Path) -> dict[str, Path]:
    """Every source that the worker needs, by its path in its pack. `templates` is a folder for compiled templates."""
    return {**dict(_our_sources()), **_compiled_templates(templates)}


def packages() -> dict[str, Path]:
    """What the library has besides the stock one, by its path there: other people's modules, and the loader.

    If the library is trimmed, a stand-in replaces the module of its name.
    """
    return {**dict(_packages()), **({} if stock.is_plain() else trimming.stand_ins())}


def tools() -> dict[str, Path]:
    """The files that decide how sources become packs; package.json holds Pyodide's version."""
    scripts = (
        "runtime.py",
        "staging.py",
        "keys.py",
        "plan.py",
        "rule_rows.py",
        "sources.py",
        "pack.py",
        "pack.mjs",
        "traces.py",
        "compress.py",
        "stock.py",
    )
    own = (*(HERE / name for name in scripts), *_files(HERE / "packing"))
    return {**{path.relative_to(HERE).as_posix(): path for path in own}, "package.json": stock.FOLDER / "package.json"}


def write_library(target: Path) -> None:
    """Write the library that the packing runs on, and a plain site: the stock one and our packages."""
    added = packages()
    with zipfile.ZipFile(stock.LIBRARY) as whole, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as library:
        for name in whole.namelist():
            if name not in added:
                library.writestr(zipfile.ZipInfo(name), whole.read(name))
        for name, path in added.items():
            library.writestr(zipfile.ZipInfo(name), path.read_bytes())


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
        modules[name.removesuffix(".html")] = template_cache.module(environment, name, source)
    for name, module in modules.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py").write_text(module, encoding="utf-8")
    return {f"{views.COMPILED.replace('.', '/')}/{name}.py": folder / f"{name}.py" for name in modules}


def _packages() -> Iterable[tuple[str, Path]]:
    for package in PACKAGES:
        for listed in importlib.metadata.files(package) or ():
            if listed.suffix == ".py" and listed.parts[0] == package:
                yield listed.as_posix(), Path(str(listed.locate()))
    for path in _files(LOADER):
        yield path.name, path


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
