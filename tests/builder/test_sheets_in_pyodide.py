"""A character finds all that it needs in the packs that the site ships: its modules, and the words of its rules."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

import pyrules
from tests.rotation import one_unless_long
from web.builder.dev import site_python

SCRIPT = Path(__file__).parent / "said_of_sheets.py"


@pytest.mark.usual
@pytest.mark.parametrize("game", one_unless_long(pyrules.GAME_IDS))
def test_every_character_is_told_alike_in_pyodide(site: Path, game: str) -> None:
    told: list[Any] = json.loads(site_python.run(site, SCRIPT, game))

    assert {kind for _, kind, _, _ in told} == {"sheet", "sheet_rules"}
    assert [one for one in told if not one[2]] == []
    assert told == json.loads(runpy.run_path(str(SCRIPT))["main"](game))
