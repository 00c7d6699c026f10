"""The options of a close attack: more force, more blows, a run, a braced spear."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from pyrules.engine.calculator import Calculator
from pyrules.games.openquest.close.attack_options import ATHLETIC_ATTACK, DISARMING_ATTACK, GREAT_ATTACK
from pyrules.games.openquest.close.charge import CHARGE
from pyrules.games.openquest.close.close_attack import CLOSE_ATTACK
from pyrules.games.openquest.close.set_weapon import SET_WEAPON
from pyrules.games.openquest.close.shield_bash import SHIELD_BASH
from pyrules.games.openquest.close.two_attacks import ALL_OUT_ATTACK, TWO_WEAPON
from pyrules.games.openquest.rolls.defense import again

from ..asking import ask, refused

BLOW = {"attack": {"base": 60}, "damage": "1d8", "damage_mod": "+1d4", "target_ap": 3, "target_hp": 12}
PARRIED = {**BLOW, "defence": "parry", "parry": {"base": 50}}


def chances(damage: dict[str, Fraction]) -> dict[int, Fraction]:
    return {int(n): p for n, p in damage.items()}


def summed(first: dict[str, Fraction], second: dict[str, Fraction]) -> dict[int, Fraction]:
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for m, p in chances(first).items():
        for n, q in chances(second).items():
            found[m + n] += p * q
    return dict(found)


# One blow.


def test_a_great_attack_is_a_blow_at_a_bonus_with_full_strength() -> None:
    plain = ask(CLOSE_ATTACK, **{**BLOW, "attack": {"base": 60, "mods": 20}, "damage": "1d8+4", "damage_mod": "0"})
    great = ask(GREAT_ATTACK, **BLOW)
    assert (great["modified"], great["damage"]) == (80, plain["damage"])


@pytest.mark.parametrize(("field", "value"), [("weapon", "other"), ("room", False)])
def test_a_great_attack_needs_weapon_and_room(field: str, value: Any) -> None:
    assert refused(GREAT_ATTACK, **BLOW, **{field: value}) == (field, "not_allowed")


@pytest.mark.parametrize(("athletics", "modified"), [(30, 30), (90, 60)])
def test_an_athletic_attack_is_all_or_nothing_at_the_lower_skill(athletics: int, modified: int) -> None:
    values = ask(ATHLETIC_ATTACK, **BLOW, athletics={"base": athletics})
    assert values["modified"] == modified
    assert values["codes"] == {"ATT_FUMBLE": 1 - Fraction(modified, 100), "HIT_MAX": Fraction(modified, 100)}


def test_a_master_athlete_still_needs_the_blow() -> None:
    values = ask(ATHLETIC_ATTACK, **{**BLOW, "attack": {"base": 40}}, athletics={"base": 120})
    assert values["p_hit"] == Fraction(40, 100)


def test_what_gets_through_disarms() -> None:
    defense = {"attack": {"base": 60}, "defence": "dodge", "dodge": {"base": 50}}
    values = ask(DISARMING_ATTACK, **defense)
    assert values["p_disarmed"] == ask(CLOSE_ATTACK, **defense, damage="0")["p_hit"]
    assert refused(DISARMING_ATTACK, attack={"base": 60}, defence="best") == ("defence", "bad_option")


@pytest.mark.parametrize(("shield", "dice"), [("small", "1d4"), ("medium", "1d6"), ("large", "1d8")])
def test_a_bash_is_a_blow_with_the_shield(shield: str, dice: str) -> None:
    weapon = {name: value for name, value in PARRIED.items() if name != "damage"}
    bash = ask(SHIELD_BASH, **weapon, shield=shield)
    assert bash["damage_dice"] == dice
    assert bash["damage"] == ask(CLOSE_ATTACK, **weapon, damage=dice)["damage"]


# Two blows.


@pytest.mark.parametrize(
    ("schedule", "kind", "penalties"),
    [
        ("normal", "parry", [0, -20, -40, -60]),
        ("extra_parry", "parry", [0, 0, -20, -40]),
        ("whirling_dervish", "parry", [0, 0, 0, 0]),
        ("extra_parry", "dodge", [0, -20, -40, -60]),
        ("whirling_dervish", "dodge", [0, -20, -40, -60]),
    ],
)
def test_each_defense_is_harder_than_the_last(schedule: str, kind: str, penalties: list[int]) -> None:
    assert [again(schedule, kind, before).value for before in range(4)] == penalties


def test_undefended_two_blows_are_independent() -> None:
    values = ask(ALL_OUT_ATTACK, **BLOW)
    one = ask(CLOSE_ATTACK, **{**BLOW, "attack": {"base": 60, "mods": -20}})
    assert chances(values["damage"]) == summed(one["damage"], one["damage"])
    assert values["mean_hits"] == 2 * one["p_hit"]
    assert values["p_hit"] == 1 - (1 - one["p_hit"]) ** 2


def test_a_second_blow_meets_a_worse_parry_only_after_a_first_one() -> None:
    values = ask(ALL_OUT_ATTACK, **PARRIED)
    fresh = ask(CLOSE_ATTACK, **{**PARRIED, "attack": {"base": 40}})
    tired = ask(CLOSE_ATTACK, **{**PARRIED, "attack": {"base": 40}, "parry": {"base": 50, "mods": -20}})
    rolled = fresh["p_attack_success"]  # the target parries what would hit
    assert values["first_mean"] == fresh["mean"]
    assert values["second_mean"] == rolled * tired["mean"] + (1 - rolled) * fresh["mean"]
    assert ask(ALL_OUT_ATTACK, **PARRIED, schedule="extra_parry")["second_mean"] == fresh["mean"]


def test_defenses_rolled_before_count() -> None:
    values = ask(ALL_OUT_ATTACK, **PARRIED, prior_defences=1)
    tired = ask(CLOSE_ATTACK, **{**PARRIED, "attack": {"base": 40}, "parry": {"base": 30}})
    assert values["first_mean"] == tired["mean"]


def test_the_off_hand_strikes_at_a_penalty_with_its_own_weapon() -> None:
    values = ask(TWO_WEAPON, **BLOW, off_damage="1d4")
    main = ask(CLOSE_ATTACK, **BLOW)
    bonus = ask(CLOSE_ATTACK, **{**BLOW, "attack": {"base": 60, "mods": -20}, "damage": "1d4"})
    assert chances(values["damage"]) == summed(main["damage"], bonus["damage"])
    assert (values["main_mean"], values["bonus_mean"]) == (main["mean"], bonus["mean"])


@pytest.mark.parametrize(("skill", "order", "comes"), [(75, "half", 37), (-5, "half", -3), (75, "immediate", 75)])
def test_when_the_bonus_attack_comes(skill: int, order: str, comes: int) -> None:
    attack = {"base": 0, "mods": skill}
    values = ask(TWO_WEAPON, **{**BLOW, "attack": attack}, off_damage="1d4", offhand_order=order)
    assert (values["order_main"], values["order_bonus"]) == (skill, comes)


# A run, and a spear.


def test_a_charge_adds_a_die_but_not_uphill() -> None:
    assert ask(CHARGE, **BLOW)["mean"] > ask(CLOSE_ATTACK, **BLOW)["mean"]
    assert ask(CHARGE, **BLOW, uphill=True)["damage"] == ask(CLOSE_ATTACK, **BLOW)["damage"]
    assert max(chances(ask(CHARGE, **BLOW)["damage"])) == 18


@pytest.mark.parametrize(
    ("run", "field"),
    [
        ({"distance": 2}, "distance"),
        ({"distance": 31, "sprint_distance": 30}, "distance"),
        ({"straight": False}, "straight"),
        ({"adjacent": False}, "adjacent"),
    ],
)
def test_a_charge_that_is_none(run: dict[str, Any], field: str) -> None:
    assert refused(CHARGE, **BLOW, **run) == (field, "not_allowed")


@pytest.mark.parametrize("run", [{"distance": 3}, {"distance": 30, "sprint_distance": 30}, {"sprint_distance": 1}])
def test_a_charge_just_far_enough(run: dict[str, Any]) -> None:
    assert ask(CHARGE, **BLOW, **run)["modified"] == 60


CLASH = {
    "setter": {"base": 50},
    "setter_damage": "1d8",
    "setter_ap": 3,
    "setter_hp": 12,
    "charger": {"base": 60},
    "charger_damage": "1d8",
    "charger_damage_mod": "+1d4",
    "charger_hp": 6,
}


def charged(calculator: Calculator[Any] = CHARGE, **more: Any) -> dict[str, Any]:
    return ask(calculator, **BLOW, **more)


def test_a_charge_that_is_stopped_does_nothing() -> None:
    values, charge = ask(SET_WEAPON, **CLASH), charged()
    first = ask(CLOSE_ATTACK, attack={"base": 70}, damage="1d8", target_hp=6)
    assert values["p_charge_stopped"] == first["p_drop"]
    goes_on = 1 - first["p_drop"]
    assert values["p_charge_hit"] == goes_on * charge["p_hit"]
    assert values["charge_mean"] == goes_on * charge["mean"]
    assert values["p_setter_drop"] == goes_on * charge["p_drop"]


def test_a_weapon_that_is_not_set_does_nothing() -> None:
    values = ask(SET_WEAPON, **CLASH, weapon_set=False)
    assert (values["set_modified"], values["p_set_hit"], values["set_damage"]) == (None, 0, {"0": 1})
    assert (values["p_charge_stopped"], values["charge_mean"]) == (0, charged()["mean"])


def test_the_setter_may_react_unless_a_table_rule_forbids_it() -> None:
    parry = {"defence": "parry", "parry": {"base": 50}}
    reacting = ask(SET_WEAPON, **CLASH, **parry)
    assert reacting["charge_mean"] == (1 - reacting["p_charge_stopped"]) * charged(**parry)["mean"]
    assert ask(SET_WEAPON, **CLASH, **parry, setter_reaction="not_allowed")["charge_mean"] > reacting["charge_mean"]
