"""Rolled damage on a sheet: what a roll does to a target, and what the target's sheet says then."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import pyrules
from pyrules.engine.calculator import Calculator, RollOption
from pyrules.engine.inputs import Number, input_fields
from web.worker import endpoint

HARMING = [
    pytest.param(calculator, throw, id=f"{calculator.id}-{throw.option}")
    for game in pyrules.GAMES
    for calculator in game.calculators
    for throw in calculator.rolls
    if throw.harms and (calculator.id, throw.option) != ("stepdie.options", "disarm")  # it does no damage
]


MORE: dict[str, dict[str, Any]] = {
    "raiders.seat": {"damage": None, "strike": dict(pyrules.calculator("raiders.strike").start)},
    "stepdie.options": {"defender": {"acrobatics": 1, "bash_drops": True}, "may_throw": True},
    "stepdie.options-shield_bash": {"attacker": {"kind": "shield", "skill": 3}},
}


def harmful(calculator: Calculator[Any], throw: RollOption[Any]) -> dict[str, Any]:
    """The example of a page, with damage where it has none."""
    return {**calculator.start, **MORE.get(calculator.id, {}), **MORE.get(f"{calculator.id}-{throw.option}", {})}


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


@pytest.mark.parametrize(
    ("game_id", "pairs", "damage", "pool", "text", "change"),
    [
        ("wwn", [["hit_points", "12"], ["hit_points_max", "20"]], 7, "hit_points", "5", "12 → 5 hit points"),
        ("wwn", [["hit_points_max", "20"]], 7, "hit_points", "13", "20 → 13 hit points"),
        ("wwn", [["hit_points", "3"]], 7, "hit_points", "0", "3 → 0 hit points, 4 more than it had"),
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

    assert reply["changes"] == [[pool, [text]]]
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
    assert isinstance(
        next(field.input for field in input_fields(sheet.character) if field.name == sheet.harm.pool), Number
    )


@pytest.mark.parametrize(("calculator", "throw"), HARMING)
def test_some_rolls_change_a_sheet_by_a_whole_damage(calculator: Calculator[Any], throw: RollOption[Any]) -> None:
    inputs = calculator.parse(harmful(calculator, throw))
    procedure = throw.procedure(inputs)
    random = Random(1)
    ends = [procedure.roll(lambda sides: random.randint(1, sides)).end for _ in range(60)]
    changes = [change for end in ends if (change := throw.sheet_change(inputs, end))]

    assert all(isinstance(one.damage, int) and one.damage >= 0 for one in changes)
    assert any(one.damage or one.left or one.conditions for one in changes)


def test_the_reply_to_a_roll_says_the_damage() -> None:
    start = dict(pyrules.calculator("wwn.attack").start)
    hit = ask(kind="roll", calculator="wwn.attack", inputs=start, faces=[20, 4])
    assert f"{hit['change']['damage']} damage" in hit["values"]["steps"][1]["text"]


def test_a_roll_without_a_target_changes_no_sheet() -> None:
    start = dict(pyrules.calculator("wwn.save").start)
    assert ask(kind="roll", calculator="wwn.save", inputs=start)["change"] is None


def harmed(game_id: str, pairs: list[list[str]], **change: Any) -> dict[str, Any]:
    """The inputs of the sheet that a change sets, with their texts; empty where nothing changes."""
    reply = ask(kind="harm", system=game_id, pairs=pairs, **change)
    return dict(reply["changes"]) if reply["ok"] else {}


def test_fortune_that_was_spent_comes_off_with_the_wounds() -> None:
    pairs = [["name", "Vorn"], ["wounds", "1"], ["fortune", "9"], ["fortune_max", "9"]]
    reply = ask(kind="harm", system="raiders", pairs=pairs, damage=2, spent=3)

    assert reply["changes"] == [["wounds", ["3"]], ["fortune", ["6"]]]
    assert reply["offer"] == "Add 2 to Vorn: 1 → 3 wounds, 9 → 6 fortune"


def test_a_blow_that_fortune_cancels_still_takes_the_fortune() -> None:
    pairs = [["wounds", "1"], ["fortune", "9"], ["fortune_max", "9"]]
    assert harmed("raiders", pairs, damage=0, spent=4) == {"fortune": ["5"]}


def test_a_strike_says_how_much_fortune_it_took() -> None:
    inputs = {"offense": 7, "defense": 10, "brawn": 6, "weapon": 15, "protection": 5, "fortune": 2}
    rolled = ask(kind="roll", calculator="raiders.strike", inputs=inputs, faces=[4, 3])
    assert (rolled["change"]["spent"], rolled["change"]["at_me"]) == (2, False)
    assert rolled["change"]["damage"] == 4 + 6 + 15 - 5 - 2


def test_damage_that_leaves_the_sheet_as_it_is_offers_nothing_and_says_why() -> None:
    reply = ask(kind="harm", system="wwn", pairs=[["name", "Orc A"], ["hit_points", "0"]], damage=3)
    assert (reply["changes"], reply["offer"]) == ([], "")
    assert reply["done"] == "Orc A is at 0 hit points: nothing to take off."
    assert not ask(kind="harm", system="wwn", pairs=[["hit_points", "5"]], left={"hit_points": 5})["ok"]


@pytest.mark.parametrize(
    ("game_id", "pairs", "damage", "offer"),
    [
        ("wwn", [["hit_points", "12"]], 30, "Take 30 off Orc A: 12 → 0 hit points, 18 more than it had"),
        ("wwn", [["hit_points", "12"]], 12, "Take 12 off Orc A: 12 → 0 hit points"),
        ("obss", [["hit_points", "-95"]], 10, "Take 10 off Orc A: −95 → −100 hit points, 5 more than a sheet counts"),
    ],
)
def test_damage_beyond_the_end_of_a_pool_says_how_much_is_left_over(
    game_id: str, pairs: list[list[str]], damage: int, offer: str
) -> None:
    assert ask(kind="harm", system=game_id, pairs=[["name", "Orc A"], *pairs], damage=damage)["offer"] == offer


def test_damage_at_0_still_brings_its_condition() -> None:
    pairs = [["name", "Orc A"], ["hit_points", "0"]]
    reply = ask(kind="harm", system="wwn", pairs=pairs, damage=3, conditions={"incapacitated": True})
    assert reply["offer"] == "Change Orc A: Incapacitated"


def test_conditions_are_added_and_taken_away() -> None:
    pairs = [["conditions", "prone"], ["conditions", "frail"]]
    change = {"incapacitated": True, "frail": False, "prone": True}
    assert harmed("wwn", pairs, conditions=change) == {"conditions": ["prone", "incapacitated"]}
    assert harmed("wwn", [["conditions", "frail"]], conditions={"frail": False}) == {"conditions": [""]}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("left", {"name": 3}),
        ("left", 7),
        ("left", {"hit_points": "7"}),
        ("conditions", {"tired": True}),
        ("conditions", {"prone": 1}),
        ("spent", -1),
    ],
)
def test_a_change_that_the_sheet_does_not_know_is_refused(name: str, given: Any) -> None:
    reply = ask(kind="harm", system="wwn", pairs=[], **{name: given})
    assert not reply["ok"]
    assert reply["problems"][0]["field"].startswith(name)


@pytest.mark.parametrize(
    ("more", "left", "conditions"),
    [
        ({"damage": 2}, 4, {}),
        ({}, 0, {}),
        ({"nonlethal": True}, 0, {"incapacitated": True}),
        ({"catastrophic": True}, 0, {"dead": True}),
    ],
)
def test_what_damage_leaves_is_for_the_sheet_that_fills_the_page(
    more: dict[str, Any], left: int, conditions: dict[str, bool]
) -> None:
    start = dict(pyrules.calculator("wwn.downed").start)
    change = ask(kind="answer", calculator="wwn.downed", inputs={**start, **more})["change"]

    assert (change["left"], change["conditions"]) == ({"hit_points": left}, conditions)
    assert change["at_me"]
    assert change["resets"] == [["damage", "0"]]


def test_the_fortune_ledger_gives_wounds_and_fortune_back_and_starts_over() -> None:
    inputs = {"hits": [4, 7], "fortune": 9}
    change = ask(kind="answer", calculator="raiders.fortune", inputs=inputs)["change"]
    assert (change["left"], change["resets"]) == ({"wounds": 2, "fortune": 0}, [["hits", ""]])


def test_the_round_tracker_gives_the_wounds_of_its_blows_back() -> None:
    hurt = ask(kind="answer", calculator="raiders.round_tracker", inputs={"events": [], "hits": [4], "fortune": 1})[
        "change"
    ]
    unhurt = ask(kind="answer", calculator="raiders.round_tracker", inputs={"events": [], "fortune": 1})["change"]
    assert (hurt["left"], hurt["at_me"], hurt["resets"]) == ({"wounds": 3, "fortune": 0}, True, [["hits", ""]])
    assert unhurt["left"] == {}


def test_a_failed_save_against_an_execution_leaves_no_hit_points() -> None:
    start = {**pyrules.calculator("wwn.execution").start, "mode": "melee"}
    lost = ask(kind="roll", calculator="wwn.execution", inputs=start, faces=[1])["change"]
    spared = ask(kind="roll", calculator="wwn.execution", inputs={**start, "nonlethal": True}, faces=[1])["change"]
    assert (lost["left"], lost["conditions"]) == ({"hit_points": 0}, {})
    assert (spared["left"], spared["conditions"]) == ({}, {"unconscious": True})


def test_an_attack_at_the_character_of_the_page_hurts_that_character() -> None:
    for calculator in ("wwn.swarm", "stepdie.volley"):
        start = dict(pyrules.calculator(calculator).start)
        assert ask(kind="roll", calculator=calculator, inputs=start)["change"]["at_me"], calculator


def test_a_maiming_hit_maims_the_limb_of_the_target() -> None:
    start = {**pyrules.calculator("stepdie.attack").start, "action": "maim_leg", "defender": {"agility_die": 4}}
    throw = pyrules.calculator("stepdie.attack").rolls[0]
    inputs = pyrules.calculator("stepdie.attack").parse(start)
    end = throw.procedure(inputs).roll(lambda sides: 8 if sides == 8 else 1).end
    change = throw.sheet_change(inputs, end)
    assert end.hits and change
    assert change.conditions == {"leg_maimed": True}
