"""The inputs that attacks share: attacker, target and table rules.

A calculator that omits or inserts an input takes over the others with `same` or `after`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.dice_text import DiceSum, SignedDice
from ....engine.inputs import number
from ..rolls.damage import HIT_POINTS, Harm, armor, damage, damage_modifier
from ..rolls.defense import defence, defense_of, dodge, parry, prior_defences, schedule
from ..rolls.results import readings
from ..rolls.weapons import fillings
from ..skills.skill import Skill, skill, switch
from .exchange import Strike, strike

TARGET = "Target"
EXAMPLE: dict[str, Any] = {
    "attack": {"base": 60},
    "damage": "1d8",
    "damage_mod": "+1d4",
    "defence": "parry",
    "parry": {"base": 50},
    "target_ap": 3,
    "target_hp": 12,
}
"""The attack that most pages about attacks start with, so that players can compare the pages."""


def attack_skill(label: str = "Attack", *, help: str = "The attacker's Close Combat skill.", **common: Any) -> Any:
    """The input for the skill of an attack."""
    return skill(label, help=help, rule=common.pop("rule", "OQ-CC-02"), **common)


def hit_points(label: str = "Hit points", *, group: str = TARGET) -> Any:
    """The optional input for the target's hit points."""
    return number(
        label,
        *HIT_POINTS,
        None,
        help="What it takes to drop the target; empty if you do not know.",
        rule="OQ-DAM-05",
        group=group,
        nullable=True,
        empty="unknown",
    )


@dataclass(frozen=True, kw_only=True)
class Attack:
    """A close attack on a target that may react."""

    attack: Skill = attack_skill()
    damage: DiceSum = damage(presets=fillings("melee", "shield"))
    damage_mod: SignedDice = damage_modifier()
    defence: str = defence()
    dodge: Skill | None = dodge(group=TARGET)
    parry: Skill | None = parry(group=TARGET)
    target_ap: int = armor(group=TARGET)
    target_hp: int | None = hit_points()
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")
    dodge_fumble: str = switch("dodge_fumble")
    crit_vs_success: str = switch("crit_vs_success")
    crit_parry: str = switch("crit_parry")


@dataclass(frozen=True, kw_only=True)
class Attacks:
    """Several close attacks in a round on a target that may react to each."""

    attack: Skill = attack_skill()
    damage: DiceSum = damage(presets=fillings("melee", "shield"))
    damage_mod: SignedDice = damage_modifier()
    defence: str = defence()
    dodge: Skill | None = dodge(group=TARGET)
    parry: Skill | None = parry(group=TARGET)
    target_ap: int = armor(group=TARGET)
    target_hp: int | None = hit_points()
    schedule: str = schedule(group=TARGET)
    prior_defences: int = prior_defences(group=TARGET)
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")
    dodge_fumble: str = switch("dodge_fumble")
    crit_vs_success: str = switch("crit_vs_success")
    crit_parry: str = switch("crit_parry")


def harm_of(a: Attack | Attacks) -> Harm:
    """The damage of the weapon against this target."""
    return Harm(a.damage, a.damage_mod, a.target_ap)


def plain_strike(a: Attack) -> Strike:
    """The attack without any option."""
    return strike(a.attack, harm_of(a), defense_of(a), readings(a))
