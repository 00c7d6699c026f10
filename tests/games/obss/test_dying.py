"""The death line, First Aid, the race against death, and the optional way back."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pyrules.games.obss.life.death_line import DEATH_THRESHOLD
from pyrules.games.obss.life.first_aid import FIRST_AID_DC
from pyrules.games.obss.life.optional_recovery import OPTIONAL_RECOVERY
from pyrules.games.obss.life.stabilize import STABILISE

from ..asking import ask, refused, rolled
from .by_hand import p_success


def is_no_chance(p: object) -> bool:
    """Whether a chance is zero - and still a fraction as every chance is, not the bare 0 of an empty sum."""
    return isinstance(p, Fraction) and p == 0


@pytest.mark.parametrize(("con", "dead_at"), [(4, -18), (0, -10), (-2, -6), (-3, -5), (-10, -5)])
def test_a_low_constitution_has_a_death_line_of_its_own(con: int, dead_at: int) -> None:
    values = ask(DEATH_THRESHOLD, con=con)
    assert (values["dead_at"], values["nonlethal_dead_at"]) == (dead_at, 2 * dead_at)


def test_our_ruling_for_a_frail_character_says_that_it_is_ours() -> None:
    """Equal to 20+4*Constitution: -8 by the formula, -10 by our ruling."""
    assert [ask(DEATH_THRESHOLD, con=con)["nonlethal_by"] for con in (-3, -2)] == ["ours", "book"]
    assert ask(DEATH_THRESHOLD, con=-3)["nonlethal_dead_at"] == -10


def test_the_actions_of_first_aid_at_zero_are_a_table_rule() -> None:
    assert [ask(FIRST_AID_DC, hp=0, first_aid_at_zero=n)["actions"] for n in (1, 2, 3)] == [1, 2, 3]
    assert (ask(FIRST_AID_DC, hp=0)["actions"], ask(FIRST_AID_DC, hp=-1, first_aid_at_zero=1)["actions"]) == (3, 3)


def test_first_aid_grows_harder_with_each_point_and_each_fall() -> None:
    assert ask(FIRST_AID_DC, hp=-6)["dc"] == 18  # the book's Tups
    assert ask(FIRST_AID_DC, hp=-6, times_below_zero=2)["dc"] == 20
    assert ask(FIRST_AID_DC, hp=-6)["result_hp"] == 0


def test_at_zero_earlier_falls_do_not_count_and_first_aid_wakes() -> None:
    assert ask(FIRST_AID_DC, hp=0, times_below_zero=5) == {"dc": 12, "result_hp": 1, "actions": 3}


# The race.

TUPS = {"hp": -6, "con": 2, "first_aid": 5}


def test_tups_is_saved_unless_every_try_fails() -> None:
    lost = Fraction(1)
    for dc in range(18, 26):  # from -6 to -13; at -14 he is dead
        lost *= 1 - p_success(dc - 5)
    values = ask(STABILISE, **TUPS)
    assert values["p_dead"] == lost == 1 - values["p_saved"]
    assert values["p_saved_by"][-1] == values["p_saved"]
    assert [one["dc"] for one in values["attempts"]] == list(range(18, 26))


def test_bleeding_first_costs_the_last_try_and_makes_all_of_them_harder() -> None:
    values = ask(STABILISE, **TUPS, order="bleed_first")
    assert [(one["round"], one["dc"]) for one in values["attempts"]] == [(at, 18 + at) for at in range(1, 8)]
    assert values["p_saved"] < ask(STABILISE, **TUPS)["p_saved"]
    assert values["rounds_without_help"] == 8


def test_a_late_healer_finds_the_patient_deeper_down() -> None:
    late, deeper = ask(STABILISE, **TUPS, start_round=4), ask(STABILISE, hp=-9, con=2, first_aid=5)
    assert late["p_saved"] == deeper["p_saved"]
    assert (late["attempts"][0]["round"], late["rounds_without_help"]) == (4, 8)


def test_a_helper_who_comes_too_late_cannot_help() -> None:
    values = ask(STABILISE, hp=-4, con=-3, first_aid=50, order="bleed_first")
    assert (values["p_dead"], values["attempts"], values["p_saved_by"]) == (1, [], None)
    assert is_no_chance(values["p_saved"])


def test_the_dead_are_past_help() -> None:
    assert refused(STABILISE, hp=-14, con=2, first_aid=5) == ("hp", "not_allowed")
    assert refused(STABILISE, hp=0, con=2, first_aid=5) == ("hp", "out_of_range")


def test_a_race_without_dice_is_lost_or_won_at_once() -> None:
    assert rolled(STABILISE, hp=-6, con=2, first_aid=17, dice=0) == {"Dead": 1}
    assert rolled(STABILISE, hp=-6, con=2, first_aid=18, dice=0) == {"Saved in round 1": 1}


# The optional way back.


def test_three_saves_each_one_harder() -> None:
    values = ask(OPTIONAL_RECOVERY, fortitude=4, times_before=2)
    assert values["dcs"] == [17, 18, 19]
    lost = Fraction(1)
    for dc in values["dcs"]:
        lost *= 1 - p_success(dc - 4)
    assert values["p_dead"] == lost == 1 - values["p_recover"]


@pytest.mark.parametrize(("times", "dcs"), [(0, [15, 16, 17]), (1, [16, 17]), (2, [17]), (3, []), (9, [])])
def test_by_the_other_reading_the_dc_decides(times: int, dcs: list[int]) -> None:
    values = ask(OPTIONAL_RECOVERY, fortitude=4, times_before=times, rule="dc_18")
    assert values["dcs"] == dcs
    assert len(values["p_by_round"]) == len(values["rounds"]) == len(dcs)
    assert (values["p_dead"] == 1) == is_no_chance(values["p_recover"]) == (not dcs)
