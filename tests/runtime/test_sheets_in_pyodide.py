"""A character finds all that it needs in the packs that the site ships: its modules, and the words of its rules."""

import json
import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

import pyrules
from web.builder import environment

HERE = Path(__file__).parent
SCRIPT = HERE / "said_of_sheets.py"


@pytest.mark.parametrize("game", pyrules.SYSTEM_IDS)
def test_every_character_is_told_alike_in_pyodide(site: Path, game: str) -> None:
    [python], [core] = site.glob("assets/python-*"), site.glob("assets/core-*/core.zip")
    command = [environment.node(), str(HERE / "site_python.mjs"), str(python), str(core), str(SCRIPT)]
    done = subprocess.run(command, input=game, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: list[Any] = json.loads(done.stdout)

    assert {kind for _, kind, _, _ in told} == {"sheet", "sheet_rules"}
    assert [one for one in told if not one[2]] == []
    assert told == json.loads(runpy.run_path(str(SCRIPT))["main"](game))
