"""One attack: every action counted over every face, what changes totals and damage, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.stepdie.attack.attack import ATTACK

from ..asking import ask, refused, rolled
from .by_hand import ACTIONS, FIGHTER, TARGET, die, higher, total


def attack(attacker: dict[str, Any], defender: dict[str, Any], action: str = "attack", **more: Any) -> dict[str, Any]:
    return ask(ATTACK, attacker=attacker, defender=defender, action=action, **more)


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_by_hand(action: str) -> None:
    modifier, damage, reduced_by = ACTIONS[action]
    shot = "shot" in action or action == "shoot"

    values = attack(FIGHTER | {"kind": "bow" if shot else "melee"}, TARGET, action)

    mine = total(die(8), plus=4 + modifier)
    answers = {"dodge": total(die(6), plus=1)} | ({} if shot else {"parry": total(die(6), plus=2)})
    beaten = {kind: higher(mine, theirs) for kind, theirs in answers.items()}
    through = max(0, damage - {"armor": 2, "helmet": 1, "": 0}[reduced_by])
    assert (values["p_hit"], values["damage_on_hit"]) == (min(beaten.values()), through)
    assert beaten[values["defence"]] == values["p_hit"]
    assert values["expected_damage"] == values["p_hit"] * through
    assert values["p_drop"] == (values["p_hit"] if through >= 4 else 0)


def test_a_heavy_power_attack_must_be_dodged() -> None:
    defender = TARGET | {"block": 3, "blocking": True}
    defenses = [attack(FIGHTER | {"heft_die": heft}, defender, "power")["defence"] for heft in (6, 8, 12)]
    assert defenses == ["block", "dodge", "dodge"]


def test_a_plain_attack_with_a_heavy_weapon_may_be_parried() -> None:
    assert attack(FIGHTER | {"heft_die": 12}, TARGET)["defence"] == "parry"


@pytest.mark.parametrize(
    ("change", "sides", "plus"),
    [
        ({"chilled": True}, 6, 0),
        ({"arm_maimed": True}, 6, 0),
        ({"chilled": True, "arm_maimed": True}, 4, 0),
        ({"agility_die": 4, "chilled": True, "arm_maimed": True}, 4, 0),
        ({"grounded": True}, 8, -3),
        ({"prepared": True}, 8, 3),
        ({"aim": 50}, 8, -2),
        ({"aim": 100}, 8, -4),
        ({"extra_mod": 2, "grounded": True}, 8, -1),
    ],
)
def test_what_changes_an_attack(change: dict[str, Any], sides: int, plus: int) -> None:
    values = attack(FIGHTER | change, {"agility_die": 10})

    assert values["p_hit"] == higher(total(die(sides), plus=4 + plus), die(10))


def test_dice_that_go_on_and_skill_dice_count_on_both_sides() -> None:
    values = attack(
        {"agility_die": 6, "skill_die": 4, "explode": 1}, {"agility_die": 4, "acrobatics_die": 6, "explode": 2}
    )

    assert values["p_hit"] == higher(total(die(6, 1), die(4, 1)), total(die(4, 2), die(6, 2)))


def test_a_thrown_weapon_does_3_at_most_and_has_no_penalty_if_made_for_it() -> None:
    thrower, target = {"agility_die": 8, "skill": 2, "damage": 9}, {"parry": 20, "armor_dr": 1}

    plain = attack(thrower, target, "throw")
    made_for_it = attack(thrower | {"thrown_tag": True}, target, "throw")
    assert plain["damage_on_hit"] == made_for_it["damage_on_hit"] == 2
    assert plain["p_hit"] == higher(total(die(8), plus=-1), die(6))
    assert made_for_it["p_hit"] == higher(total(die(8), plus=2), die(6))
    assert plain["defence"] == "dodge"  # only a shield parries what is thrown
    assert attack(thrower, target | {"parry_is_shield": True}, "throw")["defence"] == "parry"


def test_the_least_damage_lifts_what_armor_stops_but_not_an_attack_that_does_none() -> None:
    plate = {"armor_dr": 20}
    assert attack(FIGHTER, plate, min_damage=1)["damage_on_hit"] == 1
    assert attack(FIGHTER, plate, "disarm", min_damage=1)["damage_on_hit"] == 0
    assert attack(FIGHTER | {"damage": 0}, plate, "maim_leg", min_damage=1)["damage_on_hit"] == 0


def test_a_bash_never_drops() -> None:
    values = attack({"agility_die": 12, "kind": "shield"}, {"agility_die": 4, "health": 1}, "shield_bash")
    assert values["damage_on_hit"] == 1
    assert values["expected_damage"] > 0
    assert values["p_drop"] == 0


def test_more_skill_never_hits_less_often() -> None:
    chances = [attack(FIGHTER | {"skill": skill}, TARGET)["p_hit"] for skill in range(-10, 20)]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0, 1)


def test_it_falls_as_often_as_the_odds_say() -> None:
    inputs: dict[str, Any] = {"attacker": FIGHTER, "defender": TARGET | {"explode": 1}, "action": "power"}
    values = ask(ATTACK, **inputs)

    seen = rolled(ATTACK, **inputs)
    assert seen["Hit"] == values["p_hit"]
    assert sum(seen.values()) == 1


def test_what_the_weapon_cannot_do_is_refused() -> None:
    def why(attacker: dict[str, Any], action: str, **more: Any) -> tuple[str, str]:
        return refused(ATTACK, attacker=attacker, defender={}, action=action, **more)

    assert why({}, "avoid_armor") == ("attacker.bladed", "not_allowed")
    assert why({}, "shield_bash") == ("attacker.kind", "not_allowed")
    assert why({"kind": "bow"}, "attack") == ("attacker.kind", "not_allowed")
    assert why({"kind": "ranged_other"}, "rapid_shot") == ("attacker.kind", "not_allowed")
    assert why({"kind": "unarmed"}, "throw") == ("attacker.kind", "not_allowed")
    assert why({"kind": "bow"}, "double_shot") == ("action", "not_allowed")
    assert why({}, "stab") == ("action", "bad_option")
    assert why({"aim": 75}, "attack") == ("attacker.aim", "bad_option")


@pytest.mark.parametrize("defence", ["parry", "block"])
@pytest.mark.parametrize(
    ("attacker", "defender", "action"),
    [
        ({}, {}, "attack"),
        ({"kind": "bow"}, {"parry": 2}, "shoot"),
        ({"heft_die": 8}, {"parry": 2, "block": 2, "blocking": True}, "power"),
        ({}, {"parry": 2, "block": 2, "blocking": True, "mount_targeted": True}, "attack"),
    ],
)
def test_a_defense_that_is_no_answer_is_refused(
    attacker: dict[str, Any], defender: dict[str, Any], action: str, defence: str
) -> None:
    asked = {"attacker": attacker, "defender": defender, "action": action, "defence": defence}
    assert refused(ATTACK, **asked) == ("defence", "not_allowed")


def test_blocking_takes_a_shield() -> None:
    asked = {"attacker": {}, "defender": {"blocking": True}, "defence": "dodge"}
    assert refused(ATTACK, **asked) == ("defender.blocking", "not_allowed")


def test_all_damage_adds_up_to_the_mean() -> None:
    values = attack(FIGHTER, TARGET)
    assert sum(Fraction(n) * p for n, p in values["damage_dist"].items()) == values["expected_damage"]


@pytest.mark.parametrize(
    ("action", "rules"),
    [
        ("attack", {"S2-ATTACK-04", "S2-ARMOR-01"}),
        ("power", {"S2-ATTACK-04", "S2-POWER-02", "S2-ARMOR-01"}),
        ("avoid_armor", {"S2-ATTACK-04", "S2-AVOID-02"}),
        ("critical", {"S2-ATTACK-04", "S2-CRIT-01", "S2-CRIT-02"}),
        ("maim_leg", {"S2-ATTACK-04", "S2-MAIM-01", "S2-ARMOR-01"}),
    ],
)
def test_damage_says_which_rules_make_it_up(action: str, rules: set[str]) -> None:
    inputs = ATTACK.parse({"attacker": FIGHTER, "defender": TARGET, "action": action})

    (damage,) = [step for step, _ in ATTACK.steps(inputs) if step.rule == "S2-ATTACK-04"]
    assert set(damage.rules) == rules
    through = sum(modifier.value for modifier in damage.modifiers)
    assert max(0, through) == ATTACK.answer(inputs).values["damage_on_hit"]
