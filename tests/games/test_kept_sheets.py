"""Example characters in every older schema: each still opens without a loss.

A new form of a game's sheet adds files here and never changes the old ones.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pyrules
from pyrules.engine.sheet.values import Values

KEPT = sorted((Path(__file__).parents[1] / "sheets").glob("*.json"))


def read(path: Path) -> tuple[str, int, list[tuple[str, str]]]:
    held: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return held["system"], held["schema"], [(key, text) for key, text in held["data"]]


def test_every_form_of_every_game_is_kept() -> None:
    kept = {read(path)[:2] for path in KEPT}
    assert kept == {(game, n) for game in pyrules.GAME_IDS for n in range(1, pyrules.sheet(game).schema + 1)}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_character_opens_today(path: Path) -> None:
    game, schema, pairs = read(path)
    sheet = pyrules.sheet(game)
    held, problems = sheet.from_text(sheet.migrated(schema, pairs))
    assert problems == []
    assert sheet.summary(Values(sheet, held))


@pytest.mark.parametrize("path", [path for path in KEPT if read(path)[1] == pyrules.sheet(read(path)[0]).schema])
def test_nothing_of_it_is_lost_on_the_way(path: Path) -> None:
    """All that the file says and that is not a default comes out again."""
    game, _, pairs = read(path)
    sheet = pyrules.sheet(game)
    held, _ = sheet.from_text(pairs)
    again = sheet.to_pairs(held)
    assert set(again) <= set(pairs)
    assert sheet.from_text(again)[0] == held
