"""Springing to one's feet, and staying in the saddle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.engine.calculator import Calculator
from pyrules.games.obss.checks.check_dice import ONES, SIXES, check_die
from pyrules.games.obss.movement.mounts import MOUNT
from pyrules.games.obss.movement.stand_up import STAND_UP

from ..asking import ask, refused


def p_reaches(need: int, dice: int = 3) -> Fraction:
    """Total by total: three 1s fail, three 6s succeed."""
    return check_die(dice).p(lambda rolled: rolled.triple == SIXES or (rolled.triple != ONES and rolled.total >= need))


def fallen(calculator: Calculator[Any], inputs: dict[str, Any], *faces: int) -> tuple[str, list[int | None]]:
    source = iter(faces)
    roll = calculator.roll(calculator.parse(inputs), lambda sides: next(source))
    assert next(source, None) is None
    return roll.outcome, [step.total for step in roll.steps]


@pytest.mark.parametrize("acrobatics", [-20, 0, 3, 13, 30])
@pytest.mark.parametrize("dice", [0, 2, 3, 5])
def test_the_three_ways_to_end_an_acrobatic_try(acrobatics: int, dice: int) -> None:
    values = ask(STAND_UP, acrobatics=acrobatics, dice=dice)
    need = 13 - acrobatics
    lost = check_die(dice).p(lambda r: r.triple == ONES or (r.triple != SIXES and need - r.total >= 8))
    assert values["p_stands_free"] == p_reaches(need, dice)
    assert values["p_round_lost"] == lost
    assert values["p_stands_free"] + values["p_still_prone"] + values["p_round_lost"] == 1


def test_an_attempt_is_shown_with_its_dice() -> None:
    assert fallen(STAND_UP, {"acrobatics": 3}, 5, 4, 1) == ("Still prone", [12])
    assert fallen(STAND_UP, {"acrobatics": 3}, 1, 1, 1) == ("Still prone, and the round is lost", [3])
    assert fallen(STAND_UP, {"acrobatics": 3}, 6, 1, 1, 4) == ("Stands", [13])


def test_dice_cannot_be_fewer_than_none() -> None:
    assert refused(STAND_UP, acrobatics=1, dice=-1) == ("dice", "out_of_range")


def test_every_hit_calls_for_a_check() -> None:
    once = p_reaches(15 - 5)
    for hits in range(4):
        values = ask(MOUNT, ride=5, hits=hits)
        assert values["p_stay"] == once**hits
        assert values["expected_fall_damage"] == (1 - once**hits) * Fraction(7, 2)


def test_a_war_mount_is_steadier_under_hits_alone() -> None:
    assert (ask(MOUNT, ride=5, war_mount=True)["dc"], ask(MOUNT, ride=5)["dc"]) == (12, 15)
    assert ask(MOUNT, ride=5, war_mount=True, cause="moved")["dc"] == 15


def test_a_rider_who_is_swept_away_rolls_the_better_of_two_once() -> None:
    assert ask(MOUNT, ride=2, reflex=6, cause="moved", hits=5)["p_stay"] == p_reaches(15 - 6)
    assert ask(MOUNT, ride=6, reflex=2, cause="moved")["p_stay"] == p_reaches(15 - 6)
    assert ask(MOUNT, reflex=2, cause="moved")["p_stay"] == p_reaches(15 - 2)
    assert ask(MOUNT, ride=2, reflex=6)["p_stay"] == p_reaches(15 - 2), "a hit is a matter of Ride alone"


def test_there_must_be_something_to_roll() -> None:
    assert refused(MOUNT, reflex=4) == ("ride", "missing_field")
    assert refused(MOUNT, cause="moved") == ("ride", "missing_field")


def test_the_first_failure_ends_in_the_fall() -> None:
    assert fallen(MOUNT, {"ride": 5, "hits": 3}, 4, 4, 2, 2, 2, 2, 5) == ("Unseated", [15, 11, 5])
    assert fallen(MOUNT, {"ride": 5, "hits": 1}, 4, 4, 2) == ("Stays in the saddle", [15])
