"""The packs contain all modules and rule texts that characters need."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

import pyrules
from tests.rotation import one_unless_long
from web.builder.dev import site_python

SCRIPT = Path(__file__).parent / "sheet_replies.py"


@pytest.mark.usual
@pytest.mark.parametrize("game", one_unless_long(pyrules.GAME_IDS))
def test_every_character_gives_the_same_reply_in_pyodide(site: Path, game: str) -> None:
    replies: list[Any] = json.loads(site_python.run(site, SCRIPT, game))

    assert {kind for _, kind, _, _ in replies} == {"sheet", "sheet_rules"}
    assert [one for one in replies if not one[2]] == []
    assert replies == json.loads(runpy.run_path(str(SCRIPT))["main"](game))
