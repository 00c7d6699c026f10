"""A Dual Attack and the Shield Bash: counted over every face."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.stepdie.attack.shield_bash import SHIELD_BASH
from pyrules.games.stepdie.attack.two_attacks import DUAL

from ..asking import ask, refused, rolled
from .by_hand import die, higher, total

MINE: dict[str, Any] = {"agility_die": 8, "skill": 5, "damage": 3}
FOE: dict[str, Any] = {"acrobatics": 1, "health": 4}


def dual(**more: Any) -> dict[str, Any]:
    return ask(DUAL, **{"attacker": MINE, "off_weapon": {"damage": 2}, "defender": FOE} | more)


def hits(plus: int, *, halved: bool = False, dodge: int = 1) -> Fraction:
    return higher(total(die(8), plus=plus, halved=halved), total(die(6), plus=dodge))


def test_both_hands_have_the_penalty_and_the_other_is_halved_last() -> None:
    values = dual()

    first, second = hits(3), hits(3, halved=True)
    assert (values["p_hit_first"], values["p_hit_second"]) == (first, second)
    assert values["p_any_hit"] == 1 - (1 - first) * (1 - second)
    assert values["expected_damage"] == 3 * first + 2 * second
    assert values["p_drop"] == first * second
    assert values["off_hand_halved"]


@pytest.mark.parametrize(
    ("off", "ambidextrous", "halved"),
    [({}, False, True), ({}, True, False), ({"kind": "shield"}, False, False), ({"kind": "unarmed"}, False, False)],
)
def test_whose_other_hand_is_halved(off: dict[str, Any], ambidextrous: bool, halved: bool) -> None:
    values = dual(off_weapon=off, ambidextrous=ambidextrous)

    assert values["off_hand_halved"] is halved
    assert values["p_hit_second"] == hits(3, halved=halved)


def test_the_other_hand_may_strike_first() -> None:
    values = dual(first_hand="off", first="lunging", second="attack")

    assert (values["p_hit_first"], values["p_hit_second"]) == (hits(1, halved=True), hits(3))


def test_what_is_left_out_of_the_other_hand_is_as_in_the_main_hand() -> None:
    prepared = MINE | {"prepared": True}
    assert dual(attacker=prepared, off_weapon={})["p_hit_second"] == hits(6, halved=True)
    assert dual(attacker=prepared, off_weapon={"prepared": False})["p_hit_second"] == hits(3, halved=True)


def test_after_a_won_bash_the_second_attack_meets_a_prone_target() -> None:
    strong = MINE | {"strength_die": 10}

    values = dual(attacker=strong, off_weapon={"kind": "shield"}, first_hand="off", first="shield_bash")

    grounded = hits(3) * higher(die(10), die(6))
    assert values["p_hit_first"] == hits(3)
    assert values["p_hit_second"] == grounded * hits(3, dodge=-2) + (1 - grounded) * hits(3)
    assert values["damage_dist"]["4"] > 0  # the bash's point and the blow
    assert values["p_drop"] == 0  # 4 Health: the bash's point does not count


@pytest.mark.usual
def test_it_falls_as_often_as_the_odds_say() -> None:
    inputs: dict[str, Any] = {
        "attacker": {"agility_die": 4, "skill": 4, "strength_die": 4},
        "off_weapon": {"kind": "shield"},
        "first_hand": "off",
        "first": "shield_bash",
        "defender": {"agility_die": 4, "strength_die": 4},
    }
    values = ask(DUAL, **inputs)

    seen = rolled(DUAL, **inputs)
    assert 1 - seen["No hit"] == values["p_any_hit"]
    assert seen["One hit"] + 2 * seen["Two hits"] == values["p_hit_first"] + values["p_hit_second"]


def test_what_a_hand_cannot_do_is_refused() -> None:
    asked = {"attacker": MINE, "defender": FOE}
    assert refused(DUAL, **asked, off_weapon={}, second="shield_bash") == ("off_weapon.kind", "not_allowed")
    assert refused(DUAL, **asked, off_weapon={"kind": "bow"}) == ("off_weapon.kind", "not_allowed")
    assert refused(DUAL, **asked, off_weapon={}, first="shoot") == ("first", "not_allowed")
    assert refused(DUAL, **asked, off_weapon={"damage": 99}) == ("off_weapon.damage", "out_of_range")
    assert refused(DUAL, **asked) == ("off_weapon", "missing_field")


# Shield Bash


def bash(**more: Any) -> dict[str, Any]:
    return ask(SHIELD_BASH, **{"attacker": MINE | {"kind": "shield", "strength_die": 8}, "defender": FOE} | more)


def test_a_bash_grounds_after_a_hit_and_a_won_contest() -> None:
    values = bash()

    assert (values["p_hit"], values["p_strength_win"]) == (hits(5), higher(die(8), die(6)))
    assert values["p_grounded"] == values["p_hit"] * values["p_strength_win"]
    assert bash(contest_needs_hit=False)["p_grounded"] == values["p_strength_win"]


def test_a_bash_does_one_point_that_armor_may_stop() -> None:
    assert bash()["nonlethal_expected"] == bash()["p_hit"]
    assert bash(defender=FOE | {"armor_dr": 1})["nonlethal_expected"] == 0


@pytest.mark.parametrize("needs_hit", [True, False])
def test_a_bash_falls_as_often_as_its_odds_say(needs_hit: bool) -> None:
    inputs: dict[str, Any] = {
        "attacker": {"kind": "shield", "agility_die": 4, "skill": 1},
        "defender": {"agility_die": 4},
        "contest_needs_hit": needs_hit,
    }
    assert rolled(SHIELD_BASH, **inputs)["Grounded"] == ask(SHIELD_BASH, **inputs)["p_grounded"]


@pytest.mark.parametrize(("action", "defence"), [("maim_leg", "dodge"), ("maim_arm", "parry")])
def test_a_limb_that_the_first_attack_maims_lowers_the_second_defense_where_it_counts(
    action: str, defence: str
) -> None:
    foe = {"agility_die": 6, "health": 4, **({"acrobatics": 1} if defence == "dodge" else {"parry": 1})}
    foe |= {"acrobatics": 1} if defence == "dodge" else {"acrobatics": -10, "parry": 1}
    asked = {"first": action, "second": "attack", "defender": foe}
    plain, counted = dual(**asked), dual(**asked, maims_at_once=True)

    first = higher(total(die(8), plus=0), total(die(6), plus=1))  # 5 - 2 - 3
    unhurt, maimed = (higher(total(die(8), plus=3, halved=True), total(die(faces), plus=1)) for faces in (6, 4))
    assert plain["p_hit_second"] == unhurt
    assert counted["p_hit_first"] == plain["p_hit_first"] == first
    assert counted["p_hit_second"] == first * maimed + (1 - first) * unhurt
