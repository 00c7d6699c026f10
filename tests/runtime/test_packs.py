"""What the site ships of Python: compiled, small, and the same from build to build."""

import json
import zipfile
from pathlib import Path

import pytest

from web.builder import environment, runtime

TRIMMED_LIBRARY_LIMIT = 1_000_000


@pytest.fixture(scope="session")
def std(site: Path) -> Path:
    (found,) = site.glob("assets/python-*/std.zip")
    return found


@pytest.fixture(scope="session")
def core(site: Path) -> Path:
    (found,) = site.glob("assets/core-*/core.zip")
    return found


def test_no_pack_holds_python_source(std: Path, core: Path) -> None:
    for pack in (std, core):
        assert not [name for name in zipfile.ZipFile(pack).namelist() if name.endswith((".py", ".so", ".html"))]


def test_the_library_is_trimmed(std: Path) -> None:
    assert std.stat().st_size < TRIMMED_LIBRARY_LIMIT
    assert not [name for name in zipfile.ZipFile(std).namelist() if name.startswith(("email/", "http/"))]


def test_the_core_holds_what_ships_and_nothing_of_the_build(core: Path) -> None:
    names = zipfile.ZipFile(core).namelist()

    assert {"pyrules/__init__.pyc", "web/endpoint.pyc", "jinja2/environment.pyc"} <= set(names)
    assert any(name.startswith("web/templates_compiled/") for name in names)
    assert "segno/encoder.pyc" in names
    assert not [name for name in names if "builder" in name or "__pycache__" in name]


def test_the_packs_hold_no_clock(std: Path, core: Path) -> None:
    for pack in (std, core):
        assert {entry.date_time for entry in zipfile.ZipFile(pack).infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.slow
def test_packing_the_same_sources_anew_gives_the_same_bytes(std: Path, core: Path, tmp_path: Path) -> None:
    staged = environment.CACHE / "runtime" / "core"
    sources = {path.relative_to(staged).as_posix(): path for path in staged.rglob("*") if path.is_file()}

    core_again, std_again = runtime.packs(tmp_path / "cache", sources)

    assert core_again.read_bytes() == core.read_bytes()
    assert std_again.read_bytes() == std.read_bytes()


def test_pyodide_finds_its_abi_in_the_lock(site: Path) -> None:
    (lock,) = site.glob("assets/python-*/lock.mjs")
    text = lock.read_text().removeprefix("export default ").removesuffix(";\n")

    assert json.loads(json.loads(text))["info"]["python"].startswith("3.")
