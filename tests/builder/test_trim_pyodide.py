"""The trimmed Pyodide: what is removed, and that errors inside C code still become Python exceptions."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from web.builder.dev import environment, site_python
from web.builder.pyodide import runtime

HERE = Path(__file__).parent
SCRIPT, WASM = runtime.ENGINE
TRIM = "import { trimWasm } from '%s'; process.stdout.write(trimWasm(Buffer.from('%s', 'hex'), %s))"
ONLY_A = "{ kept: new Set(['a']), unused: /^$/, replaced: /^$/ }"

# Four functions without arguments: `a` calls the second, none calls `b`, the last is in the table; a fifth is imported.
TINY = bytes.fromhex(
    "0061736d01000000"
    "0105016000017f"  # a type: no argument, a number as result
    "0207010165016600"
    "00"  # imported: e.f
    "030504"
    "00000000"
    "0404017000"
    "01"  # a table of one element
    "0606017f004100"
    "0b"  # a global
    "070d03016100010162000301740100"  # exported: a, b and the table t
    "0907010041000b0104"
    "0a15"
    "04"
    "0400"
    "10020b"
    "0400"
    "41070b"
    "0400"
    "41090b"
    "0400"
    "410b0b"
)


@pytest.fixture(scope="module")
def shipped(site: Path) -> Path:
    [folder] = site.glob("assets/python-*")
    return folder


def trim(source: Path, target: Path) -> "subprocess.CompletedProcess[str]":
    tool = Path(runtime.__file__).parent / "trim_pyodide.mjs"
    command = [environment.node(), str(tool), str(source), str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_script_has_no_libraries_for_graphics_and_sound(shipped: Path) -> None:
    stock, ours = (folder.joinpath(SCRIPT).read_text() for folder in (runtime.PYODIDE, shipped))
    for name in ("emscripten_glDrawArrays", "SDL_Init"):
        assert name in stock and name not in ours
    assert len(ours) < len(stock) / 2


def test_the_wasm_has_no_unused_names_and_code(shipped: Path) -> None:
    stock, ours = ((folder / WASM).read_bytes() for folder in (runtime.PYODIDE, shipped))
    # A name of the interface for packages with compiled code.
    assert b"PyObject_CallFunctionObjArgs" in stock and b"PyObject_CallFunctionObjArgs" not in ours
    assert len(ours) < len(stock) * 0.93


def test_a_pyodide_with_another_link_check_is_refused(tmp_path: Path) -> None:
    later = tmp_path / "pyodide"
    shutil.copytree(runtime.PYODIDE, later)
    script = (later / SCRIPT).read_text()
    (later / SCRIPT).write_text(script.replace("if(!value&&!entry.required){continue}", "if(!value)continue;"))
    done = trim(later, tmp_path / "trimmed")

    assert done.returncode and "no longer checks its links" in done.stderr
    assert not (tmp_path / "trimmed").exists()


def test_a_wasm_with_an_unknown_instruction_is_refused(tmp_path: Path) -> None:
    done = trimmed(tmp_path, TINY.replace(bytes.fromhex("41070b"), bytes.fromhex("fb070b")))

    assert done.returncode and b"unknown instruction: 251" in done.stderr


def test_only_code_that_cannot_be_called_is_removed(tmp_path: Path) -> None:
    done = trimmed(tmp_path, TINY)
    assert done.returncode == 0, done.stderr

    # The body of the third function is `unreachable`, and `b` and the table are not exported.
    assert done.stdout == (
        TINY.replace(bytes.fromhex("070d03016100010162000301740100"), bytes.fromhex("07050101610001"))
        .replace(bytes.fromhex("0a15"), bytes.fromhex("0a14"))
        .replace(bytes.fromhex("040041090b"), bytes.fromhex("0300000b"))
    )


def test_a_replaced_function_returns_its_argument(tmp_path: Path) -> None:
    # `b` returned 9 and now returns its argument.
    done = trimmed(tmp_path, TINY, ONLY_A.replace("replaced: /^$/", "replaced: /^b$/").replace("['a']", "['a', 'b']"))
    assert done.returncode == 0, done.stderr

    assert bytes.fromhex("0441090b") not in done.stdout and bytes.fromhex("040020000b") in done.stdout


def test_an_unused_function_is_removed_only_if_it_is_long(tmp_path: Path) -> None:
    # The second function, which `a` calls, returns 7. The long form has 60 more instructions without effect.
    padded = "00" + "41001a" * 60 + "41070b"
    long = TINY.replace(bytes.fromhex("0a15"), bytes.fromhex("0aca01")).replace(
        bytes.fromhex("040041070b"), bytes.fromhex("b801" + padded)
    )
    for wasm, stays in ((TINY, True), (long, False)):
        named = wasm.replace(bytes.fromhex("0162000301"), bytes.fromhex("0162000201"))
        done = trimmed(tmp_path, named, ONLY_A.replace("unused: /^$/", "unused: /^b$/"))
        assert done.returncode == 0, done.stderr
        assert (bytes.fromhex("41070b") in done.stdout) == stays


def trimmed(folder: Path, wasm: bytes, names: str = ONLY_A) -> "subprocess.CompletedProcess[bytes]":
    script = folder / "trim.mjs"
    script.write_text(TRIM % (Path(runtime.__file__).with_name("wasm.mjs").as_uri(), wasm.hex(), names))
    return subprocess.run([environment.node(), str(script)], capture_output=True, check=False)


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
