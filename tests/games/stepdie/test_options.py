"""The comparison of attacks: every row equals its attack, the best are the best, and the map repeats them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.stepdie.attack.attack import ATTACK
from pyrules.games.stepdie.attack.compare_options import OPTIONS
from pyrules.games.stepdie.attack.two_attacks import DUAL

from ..asking import ask, refused
from .by_hand import FIGHTER, TARGET

HEAVY = FIGHTER | {"heft_die": 8}


def options(attacker: dict[str, Any] = HEAVY, defender: dict[str, Any] = TARGET, **more: Any) -> dict[str, Any]:
    return ask(OPTIONS, attacker=attacker, defender=defender, **more)


def test_every_row_is_the_attack_it_names() -> None:
    rows = options()["rows"]

    assert [row["action"] for row in rows] == [
        "attack", "power", "lunging", "critical", "avoid_armor", "disarm", "maim_arm", "maim_leg",
    ]  # fmt: skip
    for row in rows:
        alone = ask(ATTACK, attacker=HEAVY, defender=TARGET, action=row["action"])
        assert row == {name: alone[name] for name in row}


def test_only_a_shield_bashes_and_only_a_blade_avoids_armor() -> None:
    shield = {row["action"] for row in options(HEAVY | {"kind": "shield", "bladed": False})["rows"]}
    assert "shield_bash" in shield
    assert "avoid_armor" not in shield


def test_with_a_second_weapon_two_attacks_are_compared_too() -> None:
    off = {"damage": 2, "heft_die": 4}

    row = options(off_weapon=off)["rows"][-1]
    both = ask(DUAL, attacker=HEAVY, defender=TARGET, off_weapon=off)
    assert row == {
        "action": "dual",
        "defence": both["defence_first"],
        "p_hit": both["p_any_hit"],
        "damage_on_hit": None,
        "expected_damage": both["expected_damage"],
        "p_drop": both["p_drop"],
    }
    with_both_hands = options(off_weapon=off, ambidextrous=True)["rows"][-1]
    assert with_both_hands["p_hit"] > row["p_hit"]
    assert options(off_weapon={"kind": "bow"})["rows"][-1]["action"] == "maim_leg"  # a bow makes no melee attack


def test_thrown_and_shot_are_compared_where_they_are_open() -> None:
    found = {row["action"]: row for row in options(may_throw=True, bow={"damage": 4, "skill": 6})["rows"]}

    thrown = ask(ATTACK, attacker=HEAVY, defender=TARGET, action="throw")
    shot = ask(
        ATTACK, attacker=HEAVY | {"kind": "bow", "damage": 4, "skill": 6}, defender=TARGET, action="critical_shot"
    )
    assert found["throw"]["expected_damage"] == thrown["expected_damage"]
    assert found["critical_shot"]["expected_damage"] == shot["expected_damage"]
    assert "rapid_shot" in found
    crossbow = {row["action"] for row in options(bow={"kind": "ranged_other"})["rows"]}
    assert "shoot" in crossbow
    assert "rapid_shot" not in crossbow
    assert "throw" not in {
        row["action"] for row in options(HEAVY | {"reach": 9}, may_throw=True, distance_reach=4)["rows"]
    }


def test_a_forced_defense_falls_back_where_it_is_no_answer() -> None:
    met = {row["action"]: row["defence"] for row in options(defence="parry", bow={})["rows"]}
    assert (met["attack"], met["power"], met["shoot"]) == ("parry", "dodge", "dodge")


@pytest.mark.parametrize(("zones", "expected"), [(0, 8), (1, 8), (2, 1), (3, 1)])
def test_only_what_reaches_is_open(zones: int, expected: int) -> None:
    assert len(options(distance_reach=zones)["rows"]) == expected


def test_far_away_only_a_bow_is_open() -> None:
    shots = {row["action"] for row in options(distance_reach=60, bow={})["rows"]}
    assert shots and all("shot" in name or name == "shoot" for name in shots)
    assert refused(OPTIONS, attacker=HEAVY, defender=TARGET, distance_reach=60) == ("distance_reach", "not_allowed")


def test_nothing_open_is_refused() -> None:
    far = {"attacker": HEAVY, "defender": TARGET, "distance_reach": 4}
    assert refused(OPTIONS, **far) == ("distance_reach", "not_allowed")
    assert refused(OPTIONS, attacker={"kind": "bow"}, defender={}) == ("attacker.kind", "not_allowed")
    assert ask(OPTIONS, **far, bow={"kind": "ranged_other"})["rows"][0]["action"] == "shoot"


def test_the_best_do_the_most_and_the_rows_are_ranked() -> None:
    values = options(off_weapon={}, bow={"damage": 5})
    rows = values["rows"]

    assert values["most_damage"] == max(row["expected_damage"] for row in rows)
    assert values["most_drop"] == max(row["p_drop"] for row in rows)
    damages = [row["expected_damage"] for row in values["ranked"]]
    assert damages == sorted(damages, reverse=True)
    for row in values["ranked"]:
        assert sum(Fraction(n) * p for n, p in row["damage"].items()) == row["expected_damage"]


def test_of_equals_the_first_of_the_table_is_best() -> None:
    nobody = options({"agility_die": 4}, {"acrobatics": 20})
    assert (nobody["best_by_damage"], nobody["best_by_drop"]) == ("attack", "attack")


def test_every_square_of_the_map_is_the_best_of_those_attacks() -> None:
    best = options()["map"]

    assert best["across"][2] == "[2]"
    assert best["down"][4] == "[d6+2]"
    for row, shift in ((0, -4), (4, 0), (7, 3), (10, 6)):
        for dr in (0, 2, 5, 8):
            defender = TARGET | {"armor_dr": dr, "extra_mod": shift}
            found = {one["action"]: one["expected_damage"] for one in options(defender=defender)["rows"]}
            most = max(found.values())
            assert best["squares"][row][dr] == (max(found, key=lambda name: found[name]) if most else "nothing", most)


def test_the_map_shows_when_the_hard_attacks_pay() -> None:
    squares = options(HEAVY | {"skill": 8})["map"]["squares"]

    assert squares[4][0][0] == "power"  # little armor: the heavy blow
    assert squares[4][8][0] in ("avoid_armor", "critical")  # plate: around it
    assert options()["map"]["squares"][10][0][0] == "attack"  # a good defense leaves no room for penalties


def test_an_option_that_is_not_open_cannot_be_rolled() -> None:
    inputs = OPTIONS.parse({"attacker": HEAVY, "defender": TARGET})
    for option in ("shield_bash", "dual", "shoot"):
        with pytest.raises(ValueError, match=r"\.$"):
            OPTIONS.roll(inputs, lambda sides: 1, option)
