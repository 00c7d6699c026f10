"""The site's own Python gives the same answers as CPython."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from web.builder.dev import environment, site_python

SCRIPT = Path(__file__).parent / "vector_replies.py"
VECTORS = sorted((environment.ROOT / "tests" / "vectors").glob("*.json"))


@pytest.mark.usual
@pytest.mark.parametrize("vectors", VECTORS, ids=lambda path: path.stem)
def test_every_vector_gives_the_same_answer_in_pyodide(site: Path, vectors: Path) -> None:
    cases: list[dict[str, Any]] = json.loads(vectors.read_text())["cases"]
    asked = json.dumps(cases)
    here = json.loads(runpy.run_path(str(SCRIPT))["main"](asked))
    there = json.loads(site_python.run(site, SCRIPT, asked))

    different = {
        case["id"]: (ours, theirs) for case, ours, theirs in zip(cases, here, there, strict=True) if ours != theirs
    }

    assert not different
