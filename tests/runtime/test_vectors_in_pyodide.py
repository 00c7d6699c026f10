"""The rules inside the site's own Python say exactly what they say on CPython."""

import json
import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

from web.builder import environment

HERE = Path(__file__).parent
VECTORS = sorted((environment.ROOT / "tests" / "vectors").glob("*.json"))


@pytest.fixture(scope="session")
def cases() -> dict[str, list[dict[str, Any]]]:
    """The golden cases of each file."""
    return {path.stem: json.loads(path.read_text())["cases"] for path in VECTORS}


@pytest.fixture(scope="session")
def in_pyodide(site: Path, cases: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """What each file's cases come to in the packs that the site ships; one boot for all."""
    (python_dir,) = site.glob("assets/python-*")
    (core,) = site.glob("assets/core-*/core.zip")
    script = HERE / "site_python.mjs"
    done = subprocess.run(
        [environment.node(), str(script), str(python_dir), str(core), str(HERE / "told.py")],
        input=json.dumps([case for file in cases.values() for case in file]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = iter(json.loads(done.stdout))
    return {name: [next(told) for _ in file] for name, file in cases.items()}


@pytest.mark.parametrize("name", [path.stem for path in VECTORS])
def test_every_vector_is_told_alike_in_pyodide(
    name: str, cases: dict[str, list[dict[str, Any]]], in_pyodide: dict[str, list[dict[str, Any]]]
) -> None:
    here = json.loads(runpy.run_path(str(HERE / "told.py"))["main"](json.dumps(cases[name])))

    different = {
        case["id"]: (ours, theirs)
        for case, ours, theirs in zip(cases[name], here, in_pyodide[name], strict=True)
        if ours != theirs
    }

    assert not different
