"""The damage ladder, and weapons in larger and smaller hands."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.obss.weapons.damage_ladder import DAMAGE_LADDER
from pyrules.games.obss.weapons.weapon_size import WEAPON_SIZE

from ..asking import ask, refused

RUNGS = ("1", "1d2", "1d3", "1d4", "1d6", "1d8", "1d10", "2d6", "2d8", "2d10", "3d6", "3d8", "3d10")


@pytest.mark.parametrize("steps", range(-6, 7))
def test_steps_go_from_rung_to_rung_and_not_past_the_ends(steps: int) -> None:
    for at, rung in enumerate(RUNGS):
        if 0 <= at + steps < len(RUNGS):
            assert ask(DAMAGE_LADDER, weapon=rung, steps=steps)["weapon"] == RUNGS[at + steps]
        else:
            assert refused(DAMAGE_LADDER, weapon=rung, steps=steps) == ("steps", "not_allowed")


@pytest.mark.parametrize(("twin", "like"), [("2d4", "1d8"), ("1d12", "1d10")])
def test_dice_on_the_same_step_grow_equally_and_keep_their_kind(twin: str, like: str) -> None:
    for steps in (-1, 1):
        twins, likes = (ask(DAMAGE_LADDER, weapon=one, steps=steps)["weapon"] for one in (twin, like))
        assert twins == likes
    assert ask(DAMAGE_LADDER, weapon=twin)["weapon"] == twin


@pytest.mark.parametrize("weapon", ["5d4", "1d20", "2d6+1", "4"])
def test_what_is_on_no_rung_is_refused(weapon: str) -> None:
    assert refused(DAMAGE_LADDER, weapon=weapon, steps=1) == ("weapon", "not_allowed")


@pytest.mark.parametrize(
    ("weapon", "ed", "steps", "two_handed", "after"),
    [
        ("1d10", 9, 1, False, 11),  # 1 below the highest, as before
        ("1d10", 9, 1, True, 11),  # katana, by two
        ("2d6", 11, 1, False, 15),
        ("2d6", 11, 1, True, 13),
        ("1d8", 8, 1, True, 10),  # the highest roll stays it
        ("1d8", 7, -1, False, None),  # 1d6 never explodes
        ("1d10", 7, -1, False, 7),  # an ED is never lower
        ("2d10", 19, 1, True, 18),  # nor higher than the dice
        ("1d10", 9, 0, False, 9),
        ("1d8", None, 1, True, None),
    ],
)
def test_the_ed_moves_with_the_dice(
    weapon: str, ed: int | None, steps: int, two_handed: bool, after: int | None
) -> None:
    assert ask(DAMAGE_LADDER, weapon=weapon, ed=ed, steps=steps, two_handed=two_handed)["ed"] == after


def test_an_ed_that_cannot_be_is_refused() -> None:
    assert refused(DAMAGE_LADDER, weapon="1d6", ed=7, steps=1) == ("ed", "not_allowed")
    assert refused(DAMAGE_LADDER, weapon="1d8", ed=9, steps=1) == ("ed", "not_allowed")


# In hand.


def held(letter: str, wielder: str, hands: int, **more: Any) -> tuple[str, str, int]:
    values = ask(WEAPON_SIZE, **{"weapon": "1d8", "letter": letter, "wielder": wielder, "hands": hands, **more})
    return values["relative"], values["weapon"], values["attack_dice"]


@pytest.mark.parametrize(
    ("letter", "wielder", "relative"),
    [
        ("S", "small", "own_size"),
        ("S", "medium", "smaller"),
        ("S", "colossal", "smaller"),
        ("L", "large", "own_size"),
        ("L", "medium", "two_hands_required"),
        ("M", "small", "two_hands_required"),
        ("L", "small", "too_large"),
        ("H", "tiny", "too_large"),
    ],
)
def test_size_letters_are_compared_with_the_wielder_once(letter: str, wielder: str, relative: str) -> None:
    assert held(letter, wielder, 2)[0] == relative


def test_two_hands_gain_a_step_only_with_a_weapon_of_the_wielders_size() -> None:
    assert held("M", "medium", 1)[1] == "1d8"
    assert held("M", "medium", 2)[1] == "1d10"
    assert held("S", "medium", 2)[1] == held("L", "medium", 2)[1] == held("H", "medium", 2)[1] == "1d8"


def test_only_what_two_hands_cannot_hold_costs_a_die() -> None:
    assert [held(letter, "medium", 2)[2] for letter in "SMLH"] == [0, 0, 0, -1]


@pytest.mark.parametrize("letter", ["L", "H"])
def test_a_larger_weapon_needs_two_hands(letter: str) -> None:
    assert refused(WEAPON_SIZE, weapon="2d6", letter=letter) == ("hands", "not_allowed")


def test_a_printed_value_goes_before_the_ladder() -> None:
    assert held("M", "medium", 2, two_handed_weapon="2d6")[1] == "2d6"  # bastard sword
    assert held("M", "medium", 1, two_handed_weapon="2d6")[1] == "1d8"
    assert held("M", "medium", 2, weapon="5d4", two_handed_weapon="6d4")[1] == "6d4"
    assert refused(WEAPON_SIZE, weapon="5d4", letter="M", hands=2) == ("weapon", "not_allowed")


def test_an_ed_rises_with_both_hands_alone() -> None:
    katana = {"weapon": "1d10", "ed": 9, "letter": "M"}
    assert ask(WEAPON_SIZE, **katana, hands=2)["ed"] == 11
    assert ask(WEAPON_SIZE, **katana, hands=1)["ed"] == 9
    assert ask(WEAPON_SIZE, **katana, hands=2, wielder="small")["ed"] == 9
