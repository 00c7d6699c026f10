"""Pyodide's engine as it is shipped: what is cut from it, and that Python's own errors still come out of it as such."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from web.builder.dev import environment, site_python
from web.builder.pyodide import runtime

HERE = Path(__file__).parent
SCRIPT, WASM = runtime.ENGINE
LEAN = "import { leanWasm } from '%s'; process.stdout.write(leanWasm(Buffer.from('%s', 'hex'), %s))"
ONLY_A = "{ kept: new Set(['a']), unused: /^$/, idle: /^$/ }"

# Four functions of no arguments: `a` calls the second, nobody `b`, the last stands in the table; another is imported.
TINY = bytes.fromhex(
    "0061736d01000000"
    "0105016000017f"  # a type: nothing in, a number out
    "0207010165016600"
    "00"  # imported: e.f
    "030504"
    "00000000"
    "0404017000"
    "01"  # a table for one
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


def cut(source: Path, target: Path) -> "subprocess.CompletedProcess[str]":
    tool = Path(runtime.__file__).parent / "trim_pyodide.mjs"
    command = [environment.node(), str(tool), str(source), str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_script_comes_without_what_draws_and_plays(shipped: Path) -> None:
    stock, ours = (folder.joinpath(SCRIPT).read_text() for folder in (runtime.PYODIDE, shipped))
    for name in ("emscripten_glDrawArrays", "SDL_Init"):
        assert name in stock and name not in ours
    assert len(ours) < len(stock) / 2


def test_the_wasm_comes_without_the_names_and_code_that_nobody_needs(shipped: Path) -> None:
    stock, ours = ((folder / WASM).read_bytes() for folder in (runtime.PYODIDE, shipped))
    # Two of the interface for other people's packages, one of them called from within as well.
    assert b"PyObject_CallFunctionObjArgs" in stock and b"PyObject_CallFunctionObjArgs" not in ours
    assert len(ours) < len(stock) * 0.93


def test_a_pyodide_that_links_in_another_way_is_refused(tmp_path: Path) -> None:
    later = tmp_path / "pyodide"
    shutil.copytree(runtime.PYODIDE, later)
    script = (later / SCRIPT).read_text()
    (later / SCRIPT).write_text(script.replace("if(!value&&!entry.required){continue}", "if(!value)continue;"))
    done = cut(later, tmp_path / "cut")

    assert done.returncode and "no longer says how it links" in done.stderr
    assert not (tmp_path / "cut").exists()


def test_a_wasm_with_an_instruction_that_is_not_known_is_refused(tmp_path: Path) -> None:
    done = leaned(tmp_path, TINY.replace(bytes.fromhex("41070b"), bytes.fromhex("fb070b")))

    assert done.returncode and b"not known here: 251" in done.stderr


def test_only_the_code_that_nobody_can_call_goes(tmp_path: Path) -> None:
    done = leaned(tmp_path, TINY)
    assert done.returncode == 0, done.stderr

    # The third function's body is `unreachable`, and `b` and the table have no names.
    assert done.stdout == (
        TINY.replace(bytes.fromhex("070d03016100010162000301740100"), bytes.fromhex("07050101610001"))
        .replace(bytes.fromhex("0a15"), bytes.fromhex("0a14"))
        .replace(bytes.fromhex("040041090b"), bytes.fromhex("0300000b"))
    )


def test_what_need_do_nothing_gives_back_what_it_is_given(tmp_path: Path) -> None:
    # `b` takes a number, as `a` gives one; of itself it gives 9.
    done = leaned(tmp_path, TINY, ONLY_A.replace("idle: /^$/", "idle: /^b$/").replace("['a']", "['a', 'b']"))
    assert done.returncode == 0, done.stderr

    assert bytes.fromhex("0441090b") not in done.stdout and bytes.fromhex("040020000b") in done.stdout


def test_what_nobody_calls_goes_if_it_is_too_long_to_be_anybody_elses(tmp_path: Path) -> None:
    # The second function, which `a` calls, is 7; and once more after 60 instructions that leave nothing behind.
    padded = "00" + "41001a" * 60 + "41070b"
    long = TINY.replace(bytes.fromhex("0a15"), bytes.fromhex("0aca01")).replace(
        bytes.fromhex("040041070b"), bytes.fromhex("b801" + padded)
    )
    for wasm, stays in ((TINY, True), (long, False)):
        named = wasm.replace(bytes.fromhex("0162000301"), bytes.fromhex("0162000201"))
        done = leaned(tmp_path, named, ONLY_A.replace("unused: /^$/", "unused: /^b$/"))
        assert done.returncode == 0, done.stderr
        assert (bytes.fromhex("41070b") in done.stdout) == stays


def leaned(folder: Path, wasm: bytes, names: str = ONLY_A) -> "subprocess.CompletedProcess[bytes]":
    script = folder / "lean.mjs"
    script.write_text(LEAN % (Path(runtime.__file__).with_name("wasm.mjs").as_uri(), wasm.hex(), names))
    return subprocess.run([environment.node(), str(script)], capture_output=True, check=False)


def test_mistakes_deep_inside_come_out_as_pythons_errors(site: Path) -> None:
    # Its own Python: the mistakes fill the memory.
    told = json.loads(site_python.run(site, HERE / "errors.py", fresh=True))

    # Each of them twice: none has broken what comes after it.
    assert told == {
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
