"""Tosses, mounts, help, Speed, and the range of aimed shots."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.stepdie.shooting.aim import AIM_RANGE
from pyrules.games.stepdie.shooting.toss import TOSS
from pyrules.games.stepdie.turns.help import HELP
from pyrules.games.stepdie.turns.mounts import MOUNT
from pyrules.games.stepdie.turns.movement import SPEED

from ..asking import ask, refused, rolled
from .by_hand import die, total


def reach(odds: dict[int, Fraction], number: int) -> Fraction:
    return sum((p for n, p in odds.items() if n >= number), Fraction(0))


def test_a_toss_needs_three_from_both() -> None:
    values = ask(TOSS, thrower={"die": 6}, catcher={"die": 8, "skill": -1})

    thrown, caught = Fraction(4, 6), Fraction(5, 8)  # 3 to 6 of a d6; 4 to 8 of a d8 with -1
    assert values["p_passed"] == thrown * caught
    assert values["p_only_thrower"] == thrown * (1 - caught)
    assert values["p_only_catcher"] == (1 - thrown) * caught
    assert values["p_neither"] == (1 - thrown) * (1 - caught)


def test_the_rolls_of_a_toss_agree_with_its_odds() -> None:
    inputs: dict[str, Any] = {"thrower": {"die": 4}, "catcher": {"die": 12}}
    assert rolled(TOSS, **inputs)["Passed"] == ask(TOSS, **inputs)["p_passed"]


def test_nothing_is_tossed_beyond_fifteen_feet() -> None:
    assert ask(TOSS, thrower={}, catcher={}, distance_ft=15)["p_passed"]
    assert refused(TOSS, thrower={}, catcher={}, distance_ft=16) == ("distance_ft", "out_of_range")


@pytest.mark.parametrize("roll", [{"die": 8, "skill": 1}, {"die": 4}, {"die": 6, "explode": 1, "mod": -3}])
def test_mounting_for_free_needs_four_and_risks_the_ground(roll: dict[str, int]) -> None:
    odds = total(die(roll["die"], roll.get("explode", 0)), plus=roll.get("skill", 0) + roll.get("mod", 0))
    values = ask(MOUNT, roll=roll)

    assert (values["p_done"], values["p_grounded"]) == (reach(odds, 4), 1 - reach(odds, 4))
    assert values["action_kept"] is True


def test_the_action_mounts_for_sure_and_leaves_nothing_to_roll() -> None:
    values = ask(MOUNT, roll={"die": 4, "skill": -9}, spend_action=True)

    assert (values["p_done"], values["p_grounded"], values["action_kept"]) == (1, 0, False)
    inputs = MOUNT.parse({"roll": {}, "spend_action": True})
    with pytest.raises(Exception, match="nothing is rolled"):
        MOUNT.roll(inputs, lambda sides: 1)


def test_each_try_to_help_is_one_more_chance() -> None:
    values = ask(HELP, roll={"die": 4}, tries=4)

    assert values["p_single"] == Fraction(1, 2)  # 3 or 4 of a d4
    faces = product(range(1, 5), repeat=4)
    assert values["p_up"] == Fraction(sum(max(four) >= 3 for four in faces), 4**4)
    assert values["p_by_try"] == [Fraction(1, 2), Fraction(3, 4), Fraction(7, 8), Fraction(15, 16)]
    assert rolled(HELP, roll={"die": 4}, tries=4)["Up"] == values["p_up"]


@pytest.mark.parametrize(
    ("state", "zones"),
    [
        ({"agility_die": 4}, 2),
        ({"agility_die": 12, "base_speed": 7}, 7),
        ({"agility_die": 12, "run": True}, 9),
        ({"agility_die": 4, "chilled": True}, 1),
        ({"base_speed": 0, "chilled": True}, 0),
        ({"base_speed": 0, "chilled": True, "run": True}, 3),  # not below 0 first, then the run
        ({"agility_die": 12, "run": True, "leg_maimed": True}, 5),  # the leg sets it to 2, and running adds 3
        ({"agility_die": 12, "run": True, "leg_maimed": True, "leg_caps_run": True}, 2),
        ({"base_speed": 1, "leg_maimed": True}, 1),  # a maimed leg makes nobody faster
        ({"agility_die": 12, "run": True, "leg_maimed": True, "grounded": True}, 1),
        ({"base_speed": 0, "grounded": True}, 0),
        ({"agility_die": 12, "run": True, "stunned": True}, 0),
    ],
)
def test_what_changes_speed_does_so_in_its_order(state: dict[str, Any], zones: int) -> None:
    values = ask(SPEED, **state)
    assert (values["zones"], values["feet"]) == (zones, 5 * zones)


def test_the_changes_of_speed_add_up_to_it() -> None:
    for run, chilled, leg, grounded, stunned in product((False, True), repeat=5):
        state = {"run": run, "chilled": chilled, "leg_maimed": leg, "grounded": grounded, "stunned": stunned}
        values = ask(SPEED, agility_die=10, **state)
        assert 5 + sum(row["change"] for row in values["steps"]) == values["zones"]
        assert len(values["steps"]) == sum(state.values())


@pytest.mark.parametrize(
    ("distance", "aim", "penalty"),
    [(0, 0, 0), (25, 0, 0), (26, 50, -2), (37, 50, -2), (38, 100, -4), (50, 100, -4), (51, None, None)],
)
def test_the_least_aim_that_reaches(distance: int, aim: int | None, penalty: int | None) -> None:
    values = ask(AIM_RANGE, range_ft=25, distance_ft=distance)
    assert (values["aim"], values["mod"], values["in_range"]) == (aim, penalty, aim is not None)


def test_a_range_and_a_half_is_exact_and_its_zones_are_whole() -> None:
    values = ask(AIM_RANGE, range_ft=25, distance_ft=30)
    assert (values["extended_ft"], values["extended_zones"]) == (Fraction(75, 2), 7)
