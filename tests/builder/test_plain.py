"""A plain site has the whole library of Pyodide, and no module of it is replaced."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from web.builder.pyodide import sources, stock, trimming


def test_the_library_of_a_plain_build_is_the_stock_one_and_our_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(stock.PLAIN, "1")
    sources.write_library(tmp_path / "library.zip")

    with zipfile.ZipFile(stock.LIBRARY) as whole, zipfile.ZipFile(tmp_path / "library.zip") as library:
        added = set(library.namelist()) - set(whole.namelist())
        assert {name.partition("/")[0] for name in added} == {*sources.PACKAGES, "packs.py", "sitecustomize.py"}
        assert all(library.read(name) == whole.read(name) for name in whole.namelist())


def test_the_library_of_another_build_has_each_stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(stock.PLAIN, raising=False)
    sources.write_library(tmp_path / "library.zip")

    with zipfile.ZipFile(tmp_path / "library.zip") as library:
        assert {name: library.read(name) for name in trimming.stand_ins()} == {
            name: path.read_bytes() for name, path in trimming.stand_ins().items()
        }


@pytest.mark.skipif(not stock.is_plain(), reason="the site is trimmed")
def test_a_plain_site_ships_that_library(site: Path, tmp_path: Path) -> None:
    [pack] = site.glob("assets/python-*/std.pack")
    sources.write_library(tmp_path / "library.zip")

    names = zipfile.ZipFile(io.BytesIO(gzip.decompress(pack.read_bytes()))).namelist()
    assert names == zipfile.ZipFile(tmp_path / "library.zip").namelist()
