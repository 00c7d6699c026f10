"""Attacks: the hit roll against Armor Class, damage on a hit, Shock on a miss.

Sections "Attack Actions and Hitting", "Damage" and "Shock Damage".
"""

from __future__ import annotations

from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.procedure import total
from .blow import attack, damage_dist, damage_of, damage_roll, mean_damage, p_hit, shock_of
from .blow_explanation import explanation
from .strike import Attack, SingleAttack, damage_modifiers, hit_modifiers, refuse_impossible, shock_modifiers
from .weapon import ANY


def _reach(a: Attack) -> str | None:
    """The AC against which the weapon's Shock works, in words; None without Shock."""
    if not shock_modifiers(a):
        return None
    return "any AC" if a.weapon.shock_ac == ANY else f"AC {a.weapon.shock_ac} or lower"


def _values(a: Attack) -> dict[str, Any]:
    end, shock = attack(a).odds(), shock_of(a)
    bonus, harm, mean = total(hit_modifiers(a)), total(damage_modifiers(a)), mean_damage(end)
    by_shock = end.mean(lambda s: 0 if s.hit else s.damage)
    return {
        "hit_bonus": bonus,
        "needed": a.target_ac - bonus,
        "p_hit": p_hit(end),
        "shock_applies": shock.applies,
        "shock_on_miss": shock.on_miss,
        "shock_reach": _reach(a),
        "mean_from_shock": by_shock,
        "shock_share": by_shock / mean if mean else None,
        "hit_floor": shock.floor,
        "p_floor_raised_given_hit": a.weapon.damage.die().p(lambda n: max(a.min_damage, n + harm) < shock.floor),
        "damage": damage_dist(end),
        "mean": mean,
        "p_any_damage": end.p(lambda s: s.damage > 0),
    }


ATTACK_RULES = (
    "WWN-HIT-01",
    "WWN-HIT-05",
    "WWN-SHOCK-03",
    "WWN-MELEE-03",
    "WWN-MELEE-04",
    "WWN-PRONE-03",
    "WWN-PRONE-04",
    "WWN-EXT-SHIELD",
    "WWN-EXT-GRANDPLATE",
    "WWN-CHARGE-03",
    "WWN-SNAP-02",
    "WWN-DUAL-02",
)

ATTACK = Calculator(
    id="wwn.attack",
    title="Attack",
    summary="One weapon attack: does it hit, how much damage, and what a miss still does by Shock.",
    inputs=SingleAttack,
    outputs=(
        out.percent("p_hit", "hit", rule="WWN-HIT-04", headline=True),
        out.figure("mean", "damage", rule="WWN-SHOCK-01", unit="on average", headline=True),
        out.figure("shock_on_miss", "Shock on a miss", rule="WWN-SHOCK-01", headline=True),
        out.word("shock_reach", "The weapon's Shock works against", rule="WWN-SHOCK-02"),
        out.flag("shock_applies", "Shock works on this target", rule="WWN-SHOCK-01"),
        out.figure("mean_from_shock", "Damage from Shock after a miss, on average", rule="WWN-SHOCK-01"),
        out.percent("shock_share", "Share of the damage that is such Shock", rule="WWN-SHOCK-01"),
        out.figure("hit_floor", "Damage of a hit, at least", rule="WWN-DMG-02"),
        out.percent("p_floor_raised_given_hit", "A hit is raised to the Shock", rule="WWN-DMG-02"),
        out.percent("p_any_damage", "Any damage", rule="WWN-SHOCK-01"),
        out.figure("hit_bonus", "Bonus to hit", rule="WWN-HIT-02", signed=True),
        out.figure("needed", "Lowest roll that hits", rule="WWN-HIT-04"),
        out.distribution("damage", "Damage", rule="WWN-SHOCK-01", unit="damage"),
    ),
    compute=_values,
    check=refuse_impossible,
    also=ATTACK_RULES,
    start={
        "class_bonus": 2,
        "skill": 1,
        "attr_mod": 1,
        "weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13},
        "target_ac": 13,
    },
    rolls=(
        RollOption("attack", "Roll it", attack, damage_of),
        RollOption("damage", "Damage of a hit", damage_roll, damage_of),
    ),
    explain=explanation,
)
