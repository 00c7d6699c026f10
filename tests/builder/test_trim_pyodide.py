"""The trimmed Pyodide: what is removed, and that errors inside C code still become Python exceptions."""

import json
from pathlib import Path

import pytest

from web.builder.dev import site_python
from web.builder.pyodide import stock

HERE = Path(__file__).parent
SCRIPT, WASM = stock.ENGINE
trimmed = pytest.mark.skipif(stock.is_plain(), reason="a plain site has stock Pyodide")


@pytest.fixture(scope="module")
def shipped(site: Path) -> Path:
    [folder] = site.glob("assets/python-*")
    return folder


@trimmed
def test_the_script_has_no_libraries_for_graphics(shipped: Path) -> None:
    whole, ours = (folder.joinpath(SCRIPT).read_text() for folder in (stock.FOLDER, shipped))
    assert "emscripten_glDrawArrays" in whole and "emscripten_glDrawArrays" not in ours
    assert len(ours) < len(whole) / 2


@trimmed
def test_the_wasm_has_no_unused_names_and_code(shipped: Path) -> None:
    whole, ours = ((folder / WASM).read_bytes() for folder in (stock.FOLDER, shipped))
    # A name of the interface for packages with compiled code.
    assert b"PyObject_CallFunctionObjArgs" in whole and b"PyObject_CallFunctionObjArgs" not in ours
    assert len(ours) < len(whole) * 0.93


@pytest.mark.skipif(not stock.is_plain(), reason="the site is trimmed")
def test_a_plain_site_has_pyodide_as_it_is(shipped: Path) -> None:
    for name in (stock.LOADER, *stock.ENGINE):
        assert (shipped / name).read_bytes() == (stock.FOLDER / name).read_bytes(), name


def test_errors_inside_c_code_become_python_exceptions(site: Path) -> None:
    # A fresh Python, because the errors fill the memory.
    errors = json.loads(site_python.run(site, HERE / "errors.py", fresh=True))

    # Each error occurs twice, so none has broken Python.
    assert errors == {
        name: [error, error]
        for name, error in {
            "recursion": "RecursionError",
            "memory": "MemoryError",
            "memory of a text": "OverflowError",
            "division": "ZeroDivisionError",
            "overflow": "OverflowError",
            "float": "OverflowError",
            "long text": "ValueError",
            "pattern": "PatternError",
            "shape": "TypeError",
            "attribute": "AttributeError",
        }.items()
    }
