"""Swarm Attacks: up to four join so that one of them strikes more surely, harder, and never without Shock.

Section "Make a Swarm Attack" of the combat options.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator, Throw
from ...engine.errors import not_allowed
from ...engine.fields import Option, choice, number, toggle
from ...engine.procedure import Modifier, Procedure, total
from .attack import (
    ATTACK_RULES,
    Blow,
    Shock,
    attack,
    blow,
    damage_dist,
    mean_damage,
    p_hit,
    shock_where,
)
from .circumstances import CHARGING, CIRCUMSTANCES, SNAPPING
from .facts import FACTS
from .strike import (
    HOUSE_RULES,
    TARGET,
    Attack,
    attack_input,
    damage_modifiers,
    hit_modifiers,
    refuse_impossible,
    shock_modifiers,
)

COUNTS = (
    Option("others", "The others only", "WWN-SWARM-04"),
    Option("each", "Everyone", "WWN-SWARM-04"),
)


@dataclass(frozen=True, kw_only=True)
class Swarm:
    """The attack of one, and how many join in (WWN-SWARM-02)."""

    attack: Attack = attack_input("Attack", "The attack of the one who strikes for the swarm.")
    participants: int = number(
        "Participants",
        1,
        FACTS.number("swarm_participants_max"),
        help="Everyone who takes part, the one who strikes included.",
        rule="WWN-SWARM-02",
    )
    total_defense: bool = toggle(
        "Target in Total Defense",
        help="The target has a higher AC and takes no Shock, not even a swarm's.",
        rule="WWN-TD-03",
        group=TARGET,
    )
    bonus_mode: str = choice(
        "Who counts for the bonus",
        COUNTS,
        "others",
        help="Counting everyone, four would pass the cap that is given for four; so the SRD counts the others.",
        rule="WWN-SWARM-04",
        group=HOUSE_RULES,
    )


def _check(a: Swarm) -> None:
    refuse_impossible(a.attack, "attack")
    for one in (CHARGING.id, SNAPPING.id):
        if one in a.attack.circumstances:
            text = f"{CIRCUMSTANCES[one].label} cannot be part of a swarm."
            raise not_allowed("attack.circumstances", one, text)


def helpers(a: Swarm) -> int:
    """How many count for the bonus (ruling, WWN-SWARM-04)."""
    return a.participants if a.bonus_mode == "each" else a.participants - 1


def swarm_bonus(a: Swarm, per_helper: str, cap: str) -> Modifier:
    """A bonus that grows with every helper up to its cap (WWN-SWARM-04)."""
    value = min(FACTS.number(cap), FACTS.number(per_helper) * helpers(a))
    return Modifier("Swarm", value, "WWN-SWARM-04")


def to_hit_bonus(a: Swarm) -> Modifier:
    """What the swarm adds to the hit roll."""
    return swarm_bonus(a, "swarm_hit_bonus", "swarm_hit_cap")


def to_damage_bonus(a: Swarm) -> Modifier:
    """What the swarm adds to the damage."""
    return swarm_bonus(a, "swarm_damage_bonus", "swarm_damage_cap")


def aimed(a: Swarm) -> Attack:
    """One plain attack at this target, who may be in Total Defense (WWN-TD-03, WWN-TD-04)."""
    if not a.total_defense:
        return a.attack
    return replace(a.attack, target_ac=a.attack.target_ac + FACTS.number("total_defense_ac_bonus"), shock_immune=True)


def most_damage(a: Swarm) -> int:
    """What the weapon could do anyway: its highest roll plus the usual bonuses (ruling, WWN-SWARM-05)."""
    return max(a.attack.min_damage, a.attack.weapon.damage.maximum + total(damage_modifiers(a.attack)))


def swarm(a: Swarm) -> Procedure[Blow]:
    """The swarm's one attack. Shock is forced on; only Total Defense stops it (ruling, WWN-SWARM-06)."""
    one = aimed(a)
    return blow(
        one,
        (*hit_modifiers(one), to_hit_bonus(a)),
        (*damage_modifiers(one), to_damage_bonus(a)),
        _shock(a),
        most_damage(a),
    )


def _shock(a: Swarm) -> Shock:
    return shock_where(aimed(a), applies=bool(shock_modifiers(a.attack)) and not a.total_defense)


def _values(a: Swarm) -> dict[str, Any]:
    end = swarm(a).odds()
    apart = mean_damage(attack(aimed(a)).odds()) * a.participants
    return {
        "hit_bonus_from_swarm": to_hit_bonus(a).value,
        "damage_bonus_from_swarm": to_damage_bonus(a).value,
        "p_hit": p_hit(end),
        "shock_on_miss": _shock(a).on_miss,
        "max_damage": most_damage(a),
        "damage": damage_dist(end),
        "mean": mean_damage(end),
        "mean_if_all_attack_separately": apart,
    }


SWARM = Calculator(
    id="wwn.swarm",
    title="Swarm Attack",
    summary="What up to four attackers gain when one strikes for all, against each attacking alone.",
    inputs=Swarm,
    outputs=(
        out.percent("p_hit", "hit", headline=True),
        out.figure("mean", "damage", unit="on average", headline=True),
        out.figure("mean_if_all_attack_separately", "if each attacks alone", headline=True),
        out.figure("shock_on_miss", "Shock on a miss"),
        out.figure("hit_bonus_from_swarm", "Swarm, to hit", signed=True),
        out.figure("damage_bonus_from_swarm", "Swarm, to damage", signed=True),
        out.figure("max_damage", "Most that the weapon does"),
        out.distribution("damage", "Damage", unit="damage"),
    ),
    work=_values,
    check=_check,
    rules=(
        "WWN-SWARM-01",
        "WWN-SWARM-02",
        "WWN-SWARM-03",
        "WWN-SWARM-04",
        "WWN-SWARM-05",
        "WWN-SWARM-06",
        "WWN-TD-03",
        "WWN-TD-04",
        *ATTACK_RULES,
    ),
    start={
        "attack": {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 17, "class_bonus": 1},
        "participants": 3,
    },
    throws=(Throw("swarm", "Roll it", swarm),),
)
