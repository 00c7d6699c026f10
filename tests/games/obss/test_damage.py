"""Damage: explosions, criticals, and the order in which protections count."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.obss.weapons.damage import DAMAGE
from pyrules.games.obss.weapons.damage_rolled import DAMAGE_RESOLVE

from ..asking import ask, refused, rolled


def by_hand(sides: int, at: int, bonus: int, crits: int) -> dict[str, Fraction]:
    """One die that explodes once from `at`, and criticals that do not."""
    found: dict[int, Fraction] = {}
    chance = Fraction(1, sides ** (2 + crits))
    for first, again, *more in itertools.product(range(1, sides + 1), repeat=2 + crits):
        total = first + (again if first >= at else 0) + sum(more)
        dealt = max(1, total + bonus)
        found[dealt] = found.get(dealt, Fraction(0)) + chance
    return {str(dealt): found[dealt] for dealt in sorted(found)}


@pytest.mark.parametrize(("ed", "at"), [(None, 8), (7, 7)])
@pytest.mark.parametrize("crits", [0, 2])
def test_every_way_the_dice_can_fall(ed: int | None, at: int, crits: int) -> None:
    values = ask(DAMAGE, weapon="1d8", bonus=-3, ed=ed, crits=crits)
    assert values["damage"] == by_hand(8, at, -3, crits)


def test_a_roll_falls_as_often_as_the_odds_say() -> None:
    assert rolled(DAMAGE, weapon="1d8", reduction=4) == {"Hurts": Fraction(1, 2), "No damage": Fraction(1, 2)}


def test_small_weapons_do_not_explode() -> None:
    assert ask(DAMAGE, weapon="1d6")["max"] == 6
    assert ask(DAMAGE, weapon="2d4")["max"] == 16
    assert ask(DAMAGE, weapon="2d4", explode=False)["max"] == 8


def test_the_explosion_of_several_dice_looks_at_their_sum() -> None:
    assert ask(DAMAGE, weapon="2d4")["p_explodes"] == Fraction(1, 16)
    assert ask(DAMAGE, weapon="2d4", ed=7)["p_explodes"] == Fraction(3, 16)


def test_criticals_at_their_highest_are_not_rolled() -> None:
    values = ask(DAMAGE, weapon="1d6", crits=3, max_crits=3)
    assert (values["min"], values["max"]) == (1 + 18, 6 + 18)


def test_the_least_comes_first_then_doubling_or_halving_then_reduction() -> None:
    weak: dict[str, Any] = {"weapon": "1d4", "bonus": -30}
    assert ask(DAMAGE, **weak)["damage"] == {"1": 1}
    assert ask(DAMAGE, **weak, resist=True)["damage"] == {"0": 1}
    assert ask(DAMAGE, **weak, vulnerable=True)["damage"] == {"2": 1}
    assert ask(DAMAGE, **weak, vulnerable=True, reduction=1)["damage"] == {"1": 1}
    assert ask(DAMAGE, weapon="1d4", resist=True, vulnerable=True) == ask(DAMAGE, weapon="1d4")


def test_what_dice_cannot_show_is_refused() -> None:
    assert refused(DAMAGE, weapon="1d8", max_crits=1) == ("max_crits", "not_allowed")
    assert refused(DAMAGE_RESOLVE, weapon="1d8", roll=9) == ("roll", "out_of_range")
    assert refused(DAMAGE_RESOLVE, weapon="2d6", roll=5, crit_rolls=[7, 1]) == ("crit_rolls.1", "out_of_range")


def test_rolled_dice_are_counted_like_odds() -> None:
    values = ask(DAMAGE_RESOLVE, weapon="1d10", ed=9, roll=9, explosion=10, crit_rolls=[4], bonus=2, resist=True)
    assert values == {"damage": 12, "exploded": True}
    assert ask(DAMAGE_RESOLVE, weapon="1d10", roll=10, explode=False)["damage"] == 10
