"""Wounds, saving the dying, and what a fumble can do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.openquest.rolls.fumble import FUMBLE_EXAMPLES
from pyrules.games.openquest.wounds.wounds import WOUNDS

from ..asking import ask, refused

HALF = Fraction(1, 2)


def hurt(*damage: int, **more: Any) -> dict[str, Any]:
    return ask(WOUNDS, max_hp=10, damage=list(damage), **more)


def test_zero_hit_points_are_a_mortal_wound() -> None:
    assert [hurt(damage)["status"] for damage in (0, 1, 9, 10, 30)] == ["ok", "minor", "minor", "mortal", "mortal"]
    assert hurt(4, 5, hp=9)["hp"] == 0


def test_mercy_comes_before_fortune() -> None:
    assert hurt(12, nonlethal=True, fortune=True)["status"] == "prisoner"
    lucky = hurt(12, fortune=True)
    assert (lucky["status"], lucky["hp_recovering"], lucky["mean_hours_out"]) == ("fortune", 1, Fraction(7, 2))
    assert (lucky["p_saved"], lucky["p_death"], lucky["deadline"]) == (1, 0, None)


def test_there_is_time_until_the_end_of_the_next_round() -> None:
    assert hurt(12, round=7)["deadline"] == 8


@pytest.mark.parametrize("tries", [0, 1, 2])
def test_each_try_can_save(tries: int) -> None:
    values = hurt(12, healing={"base": 50}, tries=tries)
    assert values["p_death"] == HALF**tries == 1 - values["p_saved"]


def test_healing_goes_test_by_test() -> None:
    values = hurt(12, healing={"base": 50}, surgery={"base": 40}, resilience={"base": 30})
    assert values["p_recovering"] == HALF * Fraction(40, 100)
    assert values["p_awake"] == values["p_recovering"] * Fraction(30, 100)
    assert values["hp_recovering"] == 1
    assert hurt(12, healing={"base": 50}, surgery={"base": 40})["p_awake"] is None


@pytest.mark.parametrize(("magic", "hp"), [("heal_6", 1), ("treat_wounds_6", 1), ("divine_heal", 10)])
def test_strong_magic_saves_for_certain(magic: str, hp: int) -> None:
    values = hurt(12, magic=magic, resilience={"base": 30}, healing_time="minutes")
    assert (values["p_saved"], values["p_recovering"], values["hp_recovering"]) == (1, 1, hp)
    assert values["p_awake"] == Fraction(30, 100)


def test_minutes_are_too_long() -> None:
    assert hurt(12, healing={"base": 95}, healing_time="minutes")["p_saved"] == 0


def test_a_minor_wound_heals_by_a_die_up_to_all_there_is() -> None:
    values = hurt(3, healing={"base": 50})
    count = Counter(min(10, 7 + n) for n in range(1, 7))
    assert values["hp_after_heal"] == {"7": HALF, **{str(hp): Fraction(n, 12) for hp, n in count.items()}}
    assert hurt(3)["hp_after_heal"] is hurt(0, healing={"base": 50})["hp_after_heal"] is None


def test_nobody_starts_above_their_hit_points() -> None:
    assert refused(WOUNDS, max_hp=10, hp=11) == ("hp", "not_allowed")


# Fumbles.


def test_hitting_yourself_ignores_armor_and_never_heals() -> None:
    values = ask(FUMBLE_EXAMPLES, damage="1d6", damage_mod="-1d4", victim_hp=3)
    ways = Counter(max(0, a - b) for a, b in product(range(1, 7), range(1, 5)))
    assert values["damage"] == {str(n): Fraction(count, 24) for n, count in sorted(ways.items())}
    assert values["p_drop"] == Fraction(sum(count for n, count in ways.items() if n >= 3), 24)


def test_rolling_for_a_fumble_is_a_table_rule() -> None:
    asked: dict[str, Any] = {"damage": "1d8", "victim_hp": 5}
    book, rolled = ask(FUMBLE_EXAMPLES, **asked), ask(FUMBLE_EXAMPLES, **asked, pick="uniform_d4")
    assert (book["weights"], book["p_drop_overall"]) == (None, None)
    assert (rolled["weights"], rolled["p_drop_overall"]) == ([Fraction(1, 4)] * 4, book["p_drop"] / 4)
    assert ask(FUMBLE_EXAMPLES, damage="1d8", pick="uniform_d4")["p_drop_overall"] is None


def test_there_are_no_more_tries_than_rounds_until_the_end_of_the_next_combat_round() -> None:
    mortal = {"max_hp": 10, "damage": [12], "healing": {"base": 50}}
    assert refused(WOUNDS, **mortal, tries=3) == ("tries", "not_allowed")
    assert ask(WOUNDS, **mortal, tries=2)["p_saved"] == 1 - HALF**2
    assert ask(WOUNDS, **{**mortal, "damage": [2]}, tries=3)["status"] == "minor"


@pytest.mark.parametrize("magic", ["heal_6", "treat_wounds_6"])
def test_a_spell_below_magnitude_six_does_not_save_from_a_mortal_wound(magic: str) -> None:
    """Given Heal at magnitude 4, then it saves nobody, and Healing tests count as without it."""
    weak = {"magic": magic, "magnitude": 4}
    assert hurt(12, **weak)["p_saved"] == 0
    tests = {"healing": {"base": 50}, "surgery": {"base": 50}, "tries": 2}
    assert hurt(12, **weak, **tests) == hurt(12, **tests)


def test_divine_heal_saves_at_any_magnitude() -> None:
    assert hurt(12, magic="divine_heal", magnitude=1)["p_saved"] == 1


@pytest.mark.parametrize(
    ("magic", "magnitude", "hp"),
    [("heal_6", 2, 6), ("heal_6", 9, 10), ("divine_heal", 1, 10), ("treat_wounds_6", 3, 7)],
)
def test_a_spell_on_a_minor_wound_gives_back_its_magnitude_up_to_the_maximum(
    magic: str, magnitude: int, hp: int
) -> None:
    assert hurt(6, magic=magic, magnitude=magnitude)["hp_after_heal"] == {str(hp): 1}


def test_first_aid_without_a_kit_is_fifty_percent_harder() -> None:
    without = hurt(6, healing={"base": 80}, kit=False)
    assert without["hp_after_heal"] == hurt(6, healing={"base": 30})["hp_after_heal"]
