"""The rules inside the site's own Python say exactly what they say on CPython."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from web.builder.dev import environment, site_python

SCRIPT = Path(__file__).parent / "told.py"
VECTORS = sorted((environment.ROOT / "tests" / "vectors").glob("*.json"))


@pytest.mark.usual
@pytest.mark.parametrize("vectors", VECTORS, ids=lambda path: path.stem)
def test_every_vector_is_told_alike_in_pyodide(site: Path, vectors: Path) -> None:
    cases: list[dict[str, Any]] = json.loads(vectors.read_text())["cases"]
    asked = json.dumps(cases)
    here = json.loads(runpy.run_path(str(SCRIPT))["main"](asked))
    there = json.loads(site_python.run(site, SCRIPT, asked))

    different = {
        case["id"]: (ours, theirs) for case, ours, theirs in zip(cases, here, there, strict=True) if ours != theirs
    }

    assert not different
