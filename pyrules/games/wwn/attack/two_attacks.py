"""A weapon in each hand: is the second blade worth its penalty to hit?

Section "Dual Wielding" of the attack options.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import split_modifiers
from ....engine.inputs import Option
from ....engine.procedure import Procedure
from .attack import ATTACK_RULES
from .blow import Blow, attack, damage_dist, damage_of, mean_damage, p_hit
from .blow_explanation import steps_in, without
from .circumstances import TWO_WEAPONS, circumstances, refuse_second_weapon
from .strike import Attack, SingleAttack, damage_modifiers, refuse_impossible

BETTER = (Option("on", "Two weapons"), Option("off", "One weapon"), Option("equal", "No difference"))


@dataclass(frozen=True, kw_only=True)
class DualWield(SingleAttack):
    """An attack with two weapons in hand, of which one strikes."""

    circumstances: tuple[str, ...] = circumstances(without=(TWO_WEAPONS,))


def one_weapon(a: DualWield) -> Procedure[Blow]:
    """The attack with one weapon."""
    return attack(a)


def doubled(a: DualWield) -> Attack:
    """The same attack with a weapon in each hand (WWN-DUAL-02, WWN-DUAL-03)."""
    return replace(a, circumstances=(*a.circumstances, TWO_WEAPONS.id))


def two_weapons(a: DualWield) -> Procedure[Blow]:
    """That attack as steps."""
    return attack(doubled(a))


def explanation(a: DualWield) -> Procedure[Blow]:
    """Two weapons, what they cost and gain apart from the rest, and what one weapon is without them."""
    hit, cost, damage, *after = steps_in(a, doubled(a), "Two weapons, to hit", TWO_WEAPONS.rule)
    harm, gain = split_modifiers(damage, damage_modifiers(a), "Two weapons, on damage", "WWN-DUAL-02")
    one = without(a, "With one weapon")
    return Procedure(Blow(), (hit, cost, harm, gain, *after, replace(one, rule="WWN-DUAL-02")), str)


def _check(a: DualWield) -> None:
    refuse_impossible(a)
    refuse_second_weapon(a.weapon, a.skill, "weapon.hands" if a.weapon.hands > 1 else "skill")


def _side(procedure: Procedure[Blow]) -> dict[str, Any]:
    end = procedure.odds()
    return {"p_hit": p_hit(end), "mean": mean_damage(end), "damage": damage_dist(end)}


def _values(a: DualWield) -> dict[str, Any]:
    off, on = _side(one_weapon(a)), _side(two_weapons(a))
    gain = on["mean"] - off["mean"]
    return {
        "off": off,
        "on": on,
        "mean_on": on["mean"],
        "mean_gain": gain,
        "better": "equal" if gain == 0 else "on" if gain > 0 else "off",
        "damage_off": off["damage"],
        "damage_on": on["damage"],
    }


SIDE = (
    out.percent("p_hit", "Hit"),
    out.figure("mean", "Damage on average"),
    out.distribution("damage", "Damage", unit="damage"),
)

DUAL_WIELD = Calculator(
    id="wwn.dual_wield",
    title="Two weapons",
    summary="Whether a weapon in the other hand is worth what it costs to hit, on and off side by side.",
    inputs=DualWield,
    outputs=(
        out.word("better", "better", BETTER, rule="WWN-DUAL-01", headline=True),
        out.figure("mean_gain", "damage gained", rule="WWN-DUAL-02", unit="on average", headline=True, signed=True),
        out.figure("mean_on", "damage with two", rule="WWN-SHOCK-01", unit="on average", headline=True),
        out.distribution("damage_off", "Damage with one weapon", rule="WWN-DUAL-02", unit="damage"),
        out.distribution("damage_on", "Damage with two weapons", rule="WWN-SHOCK-01", unit="damage"),
        out.record("off", "One weapon", SIDE, rule="WWN-DUAL-02"),
        out.record("on", "Two weapons", SIDE, rule="WWN-SHOCK-01"),
    ),
    compute=_values,
    check=_check,
    also=ATTACK_RULES,
    start={
        "class_bonus": 2,
        "skill": 1,
        "attr_mod": 1,
        "weapon": {"damage": "1d6", "shock": 2, "shock_ac": 14},
        "target_ac": 14,
    },
    explain=explanation,
    rolls=(
        RollOption("on", "Two weapons", two_weapons, damage_of),
        RollOption("off", "One weapon", one_weapon, damage_of),
    ),
)
