"""A Riposte: its effect on the attack that it answers, counted by hand, and who may make one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.stepdie.defense.riposte import RIPOSTE

from ..asking import ask, refused, rolled
from .by_hand import die, higher, total

SWORD: dict[str, Any] = {"agility_die": 8, "skill": 3, "damage": 3}
SPEAR: dict[str, Any] = {"agility_die": 8, "skill": 2, "damage": 2, "reach": 2}
SIDES: dict[str, Any] = {
    "attacker": SWORD,
    "attacker_as_target": {"agility_die": 8, "parry": 1, "health": 3},
    "riposter": SPEAR,
    "riposter_as_target": {"acrobatics": 2, "health": 3},
}
FIRST = higher(total(die(8), plus=2), total(die(8), plus=1))  # the Riposte against the parry


def riposte(**more: Any) -> dict[str, Any]:
    return ask(RIPOSTE, **SIDES | more)


def attack(sides: int = 8, plus: int = 3) -> Fraction:
    return higher(total(die(sides), plus=plus), total(die(6), plus=2))


def test_who_stands_after_the_riposte_attacks_as_before() -> None:
    values = riposte()

    assert (values["p_riposte_hit"], values["p_attacker_dropped"]) == (FIRST, 0)
    assert values["p_attack_resolved"] == 1
    assert values["p_riposter_hit"] == values["p_hit_without"] == attack()
    assert values["riposter_expected_damage"] == 3 * attack()
    assert values["p_riposter_dropped"] == attack()


def test_who_drops_does_not_attack() -> None:
    values = riposte(attacker_as_target=SIDES["attacker_as_target"] | {"health": 2})

    assert values["p_attacker_dropped"] == FIRST
    assert values["p_attack_resolved"] == 1 - FIRST
    assert values["p_riposter_hit"] == (1 - FIRST) * attack()


def test_who_is_disarmed_does_not_attack() -> None:
    values = riposte(riposte_action="disarm")

    disarmed = higher(total(die(8), plus=-1), total(die(8), plus=1))
    assert (values["p_attack_resolved"], values["riposte_expected_damage"]) == (1 - disarmed, 0)
    assert values["p_attacker_dropped"] == 0


def test_a_maimed_arm_attacks_with_a_lower_die_unless_it_was_maimed_before() -> None:
    maimed = higher(total(die(8), plus=-1), total(die(8), plus=1))

    values = riposte(riposte_action="maim_arm")
    assert values["p_riposter_hit"] == maimed * attack(6) + (1 - maimed) * attack()
    assert riposte(riposte_action="maim_leg")["p_riposter_hit"] == attack()
    again = riposte(riposte_action="maim_arm", attacker=SWORD | {"arm_maimed": True})
    assert again["p_riposter_hit"] == attack(6)


def test_a_bash_that_wins_strength_lets_the_attack_come_from_the_ground() -> None:
    shield = SPEAR | {"kind": "shield", "strength_die": 10}

    values = riposte(riposter=shield, riposte_action="shield_bash")

    grounded = FIRST * higher(die(10), die(6))
    assert values["p_attack_resolved"] == 1
    assert values["p_riposter_hit"] == grounded * attack(plus=0) + (1 - grounded) * attack()


@pytest.mark.usual
@pytest.mark.parametrize("action", ["attack", "maim_arm", "shield_bash"])
def test_it_falls_as_often_as_the_odds_say(action: str) -> None:
    inputs: dict[str, Any] = {
        "attacker": {"agility_die": 4, "strength_die": 4},
        "attacker_as_target": {"agility_die": 4, "strength_die": 4, "health": 2},
        "riposter": {"agility_die": 4, "strength_die": 4, "skill": 2, "reach": 2, "kind": "shield"},
        "riposter_as_target": {"agility_die": 4},
        "riposte_action": action,
    }
    values, seen = ask(RIPOSTE, **inputs), rolled(RIPOSTE, **inputs)
    assert seen.get("Attack stopped", 0) == 1 - values["p_attack_resolved"]
    assert seen["Riposter hit"] == values["p_riposter_hit"]


@pytest.mark.parametrize(
    ("mine", "riposte_action", "theirs", "attack_action", "longer"),
    [
        (2, "attack", 1, "attack", True),
        (1, "attack", 1, "attack", False),
        (1, "lunging", 1, "attack", True),
        (1, "lunging", 1, "lunging", False),
        (2, "attack", 1, "lunging", False),
        (2, "lunging", 1, "lunging", True),
    ],
)
def test_a_lunge_counts_for_the_reach_on_both_sides(
    mine: int, riposte_action: str, theirs: int, attack_action: str, longer: bool
) -> None:
    asked = SIDES | {
        "riposter": SPEAR | {"reach": mine},
        "attacker": SWORD | {"reach": theirs},
        "riposte_action": riposte_action,
        "attack_action": attack_action,
    }
    if longer:
        assert ask(RIPOSTE, **asked)
    else:
        assert refused(RIPOSTE, **asked) == ("riposter.reach", "not_allowed")


def test_who_may_not_riposte() -> None:
    assert refused(RIPOSTE, **SIDES, already_acted=True) == ("already_acted", "not_allowed")
    assert refused(RIPOSTE, **SIDES, attack_action="shoot") == ("attack_action", "not_allowed")
    assert refused(RIPOSTE, **SIDES, riposte_action="shoot") == ("riposte_action", "not_allowed")
    assert refused(RIPOSTE, **SIDES | {"riposter": SPEAR | {"kind": "unarmed"}}) == ("riposter.kind", "not_allowed")
    assert refused(RIPOSTE, **SIDES, riposte_action="shield_bash") == ("riposter.kind", "not_allowed")
    blocking = SIDES | {"riposter_as_target": {"blocking": True}}
    assert refused(RIPOSTE, **blocking) == ("riposter_as_target.blocking", "not_allowed")
