"""The inputs of a shot or throw, and what the rules refuse."""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.dice_text import DiceSum, SignedDice
from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.inputs import after, choice, number, record, same, toggle
from ..exchange.attack_inputs import TARGET, Attack, attack_skill, hit_points
from ..rolls.damage import armor, damage, damage_modifier
from ..rolls.ranged_modifiers import (
    IMPOSSIBLE,
    shot,
    status,
)
from ..rolls.ranged_situation import Situation, refuse_wrong_range
from ..rolls.results import NONE
from ..rolls.weapons import fillings
from ..skills.skill import Skill, skill, switch
from ..tables import FACTS
from .missile_reactions import ANSWERS

WEAPON, FIGHT = "Weapon", "Over the rounds"
LONGEST = 20
"""The most rounds of shooting in one answer."""


@dataclass(frozen=True, kw_only=True)
class Shooting:
    """A shooter, a target and the situation, before any aiming."""

    attack: Skill = attack_skill(help="The attacker's Ranged Combat skill.", rule="OQ-RNG-07")
    damage: DiceSum = damage(presets=fillings("ranged"))
    damage_mod: SignedDice = damage_modifier(group=WEAPON)
    mechanical: bool = toggle(
        "Mechanical weapon",
        help="A crossbow's force is its own: the damage modifier is left out.",
        rule="OQ-DAM-02",
        group=WEAPON,
    )
    rate: int = number(
        "Rate of Fire",
        1,
        10,
        1,
        help="Rounds for one shot, loading included.",
        rule="OQ-RNG-09",
        unit="rounds",
        group=WEAPON,
    )
    situation: Situation = record(
        "Situation", Situation, help="How far it is, and what makes it harder or easier.", rule="OQ-RNM-15"
    )
    aware: bool = toggle(
        "Target is aware", True, help="Nobody reacts to a throw they do not see coming.", rule="OQ-SHD-04", group=TARGET
    )
    reaction: str = choice(
        "Reaction",
        ANSWERS,
        NONE,
        help="What the target tries; against bows and the like nothing helps.",
        rule="OQ-RNG-13",
        group=TARGET,
    )
    reaction_skill: Skill | None = skill(
        "Reaction's skill", help="Dodge, or Close Combat for a parry.", rule="OQ-RNG-13", nullable=True, group=TARGET
    )
    target_ap: int = armor(group=TARGET)
    target_hp: int | None = hit_points()
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")
    group_rule: str = switch("group_rule")
    weapon_parry_thrown: str = switch("weapon_parry_thrown")


@dataclass(frozen=True, kw_only=True)
class RangedAttack(Shooting):
    """One shot with its rounds of aiming."""

    aim_rounds: int = after(
        "target_hp",
        number(
            "Rounds of aiming",
            0,
            50,
            0,
            help=FACTS.fill("Full rounds spent on nothing else: {aim_step}% each, up to {aim_ceiling}%."),
            rule="OQ-RNG-02",
            group=FIGHT,
        ),
    )
    fight_rounds: int = after(
        "aim_rounds",
        number(
            "Rounds of shooting",
            1,
            LONGEST,
            5,
            help="How many rounds to look ahead: each shot takes its Rate of Fire and its aiming.",
            rule="OQ-RNG-09",
            group=FIGHT,
        ),
    )
    loaded: bool = after(
        "fight_rounds",
        toggle("Loaded at the start", True, help="The first shot needs no loading.", rule="OQ-RNG-09", group=FIGHT),
    )


def refuse_impossible(a: Shooting) -> None:
    """Refuses a target beyond range, and a reaction without a skill."""
    refuse_wrong_range(a.situation, "situation.")
    held = status(a.situation)
    if held.id == IMPOSSIBLE:
        farthest = shot(a.situation).reach * FACTS.number("long_range_factor")
        text = f"{a.situation.distance} meters are too far: this reaches {farthest} at most."
        raise not_allowed("situation.distance", a.situation.distance, text)
    if a.reaction != NONE and a.reaction_skill is None:
        text = "The skill that the target reacts with is missing."
        raise InvalidInput("reaction_skill", MISSING_FIELD, None, text)
