"""Rolled damage on a sheet: what a roll does to a target, and what the target's sheet says then."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import pyrules
from pyrules.engine.calculator import Calculator, Throw
from pyrules.engine.inputs import Number, slots
from web.worker import endpoint

HARMING = [
    pytest.param(calculator, throw, id=f"{calculator.id}-{throw.option}")
    for game in pyrules.GAMES
    for calculator in game.calculators
    for throw in calculator.throws
    if throw.damage
]


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


@pytest.mark.parametrize(
    ("game_id", "pairs", "damage", "pool", "text", "change"),
    [
        ("wwn", [["hit_points", "12"], ["hit_points_max", "20"]], 7, "hit_points", "5", "12 → 5 hit points"),
        ("wwn", [["hit_points_max", "20"]], 7, "hit_points", "13", "20 → 13 hit points"),
        ("wwn", [["hit_points", "3"]], 7, "hit_points", "0", "3 → 0 hit points"),
        ("obss", [["hit_points", "3"]], 7, "hit_points", "-4", "3 → −4 hit points"),
        ("raiders", [["wounds", "1"]], 2, "wounds", "3", "1 → 3 wounds"),
        ("stepdie", [["health", "4"]], 3, "health", "1", "4 → 1 health"),
        ("openquest", [["siz", "14"]], 5, "hit_points", "7", "12 → 7 hit points"),
    ],
)
def test_damage_goes_to_the_pool_of_the_game(
    game_id: str, pairs: list[list[str]], damage: int, pool: str, text: str, change: str
) -> None:
    reply = ask(kind="harm", system=game_id, pairs=[["name", "Orc A"], *pairs], damage=damage)

    assert (reply["pool"], reply["text"]) == (pool, text)
    does = f"Add {damage} to Orc A" if game_id == "raiders" else f"Take {damage} off Orc A"
    assert reply["offer"] == f"{does}: {change}"


@pytest.mark.parametrize("damage", [None, "7", True, 1.5, -1, 10**6, 10**70])
def test_damage_that_is_no_number_in_range_is_refused(damage: Any) -> None:
    reply = ask(kind="harm", system="wwn", pairs=[], damage=damage)

    assert not reply["ok"]
    assert reply["problems"][0]["field"] == "damage"


def test_a_sheet_that_cannot_be_read_takes_no_damage() -> None:
    reply = ask(kind="harm", system="wwn", pairs=[["hit_points", "many"]], damage=7)

    assert not reply["ok"]
    assert reply["problems"][0]["field"] == "hit_points"


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_every_game_says_where_damage_goes(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    assert sheet.harm
    assert sheet.harm.pool in [pool.name for pool in sheet.pools]
    assert isinstance(next(slot.input for slot in slots(sheet.character) if slot.name == sheet.harm.pool), Number)


@pytest.mark.parametrize(("calculator", "throw"), HARMING)
def test_the_damage_of_a_roll_is_a_number_and_some_rolls_do_any(calculator: Calculator[Any], throw: Throw[Any]) -> None:
    assert throw.damage
    procedure = throw.procedure(calculator.parse(dict(calculator.start)))
    random = Random(1)
    damages = {throw.damage(procedure.roll(lambda sides: random.randint(1, sides)).end) for _ in range(60)}

    assert all(isinstance(damage, int) and damage >= 0 for damage in damages)
    assert max(damages) > 0


def test_the_reply_to_a_roll_says_the_damage() -> None:
    start = dict(pyrules.calculator("wwn.attack").start)
    hit = ask(kind="roll", calculator="wwn.attack", inputs=start, faces=[20, 4])
    assert f"{hit['damage']} damage" in hit["values"]["steps"][1]["text"]


def test_a_roll_without_a_target_has_no_damage() -> None:
    start = dict(pyrules.calculator("wwn.save").start)
    assert ask(kind="roll", calculator="wwn.save", inputs=start)["damage"] is None
