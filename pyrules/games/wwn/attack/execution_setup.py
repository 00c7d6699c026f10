"""The inputs of an execution: the attacker, the minute of preparation, the target, and exclusions.

Section "Execution Attacks".
"""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.dice import Dice
from ....engine.errors import not_allowed
from ....engine.inputs import Option, choice, dice, number, toggle
from ..checks.checks import SCALE, TRAINING
from ..tables import FACTS
from .strike import BONUS, FIGHTER, TARGET
from .volley import HIT_POINTS

PREPARATION, WEAPON = "Preparation", "Weapon"

MODES = (Option("melee", "Melee", "WWN-EXEC-08"), Option("ranged", "Ranged", "WWN-EXEC-09"))
BANDS = FACTS.table("range_bands").options()
TARGET_KINDS = FACTS.table("target_kinds").options()


@dataclass(frozen=True, kw_only=True)
class Execution:
    """An attacker, an unsuspecting victim, and circumstances that exclude an execution."""

    mode: str = choice(
        "Attack", MODES, help="A melee execution cannot miss; a shot or throw needs a check.", rule="WWN-EXEC-08"
    )
    range_band: str = choice(
        "Range",
        BANDS,
        "normal",
        help="Sets the difficulty of a ranged execution.",
        rule="WWN-EXEC-09",
        group=PREPARATION,
    )
    attr_mod: int = number(
        "Attribute modifier",
        *SCALE,
        0,
        help="Dexterity for a shot; it counts for the check and for the damage.",
        rule="WWN-EXEC-09",
        group=FIGHTER,
        signed=True,
    )
    combat_skill: int = number(
        "Combat skill",
        *TRAINING,
        0,
        help="The level in the skill used. The target's save is that much harder; untrained is -1.",
        rule="WWN-EXEC-14",
        group=FIGHTER,
    )
    misc_check: int = number(
        "Other modifiers",
        -10,
        10,
        0,
        help="Whatever else counts on a ranged attacker's check.",
        rule="WWN-EXT-CHECK",
        group=FIGHTER,
        signed=True,
    )
    veterans_luck: bool = toggle(
        "Veteran's Luck", help="A Warrior's reroll of a missed shot.", rule="WWN-EXEC-13", group=FIGHTER
    )
    aware: bool = toggle(
        "Target is aware",
        help="Somebody who suspects the danger cannot be executed, unless unable to resist.",
        rule="WWN-EXEC-01",
        group=PREPARATION,
    )
    defenseless: bool = toggle(
        "Target cannot resist",
        help="Bound or held but awake: an execution works, and the target still makes the save.",
        rule="WWN-EXEC-01",
        group=PREPARATION,
    )
    prep_rounds: int = number(
        "Preparation",
        0,
        1000,
        FACTS.number("execution_prep_rounds"),
        help=FACTS.fill("Rounds spent on it; a full minute of {execution_prep_rounds} is needed."),
        rule="WWN-EXEC-02",
        group=PREPARATION,
        unit="rounds",
    )
    can_hurt: bool = toggle(
        "Weapon can hurt the target",
        True,
        help="AC plays no part, but the weapon must be able to do harm.",
        rule="WWN-EXEC-07",
        group=PREPARATION,
    )
    incapacitated: bool = toggle(
        "Target incapacitated",
        help="Unconscious or incapacitated: no save, aware or not.",
        rule="WWN-EXEC-17",
        group=TARGET,
    )
    save_target: int = number("Physical save", 2, 30, help="What the target must reach on a d20.", rule="WWN-EXEC-14")
    save_mod: int = number(
        "Modifier to the save",
        *BONUS,
        0,
        help="What else counts on the target's save.",
        rule="WWN-EXT-SAVE",
        group=TARGET,
        signed=True,
    )
    weapon_damage: Dice = dice("Weapon damage", help="The weapon's dice, such as 1d8.", rule="WWN-EXEC-16")
    damage_bonus: int = number(
        "Bonus to damage",
        *BONUS,
        0,
        help="What adds to the damage besides the attribute.",
        rule="WWN-EXEC-16",
        group=WEAPON,
        signed=True,
    )
    precise: bool = toggle(
        "Precisely murderous",
        help="A trait of some weapons: a harder save, and more damage when it is made.",
        rule="WWN-EXT-TRAITS",
        group=WEAPON,
    )
    nonlethal: bool = toggle(
        "Meant to spare", help="Knocks out instead, if the attack plausibly can.", rule="WWN-EXEC-15", group=WEAPON
    )
    target_hp: int = number(
        "Target's hit points", 0, HIT_POINTS[1], help="What the target has left.", rule="WWN-EXEC-16"
    )
    target_kind: str = choice(
        "Target",
        TARGET_KINDS,
        "named",
        help="Nameless foes die where others are Mortally Wounded.",
        rule="WWN-DMG-03",
        group=TARGET,
    )


def refuse_impossible(a: Execution) -> None:
    """Raises `InvalidInput` for an execution that the rules exclude."""
    if a.aware and not (a.incapacitated or a.defenseless):
        raise not_allowed("aware", True, "Only a target who suspects nothing or cannot resist can be executed.")
    needed = FACTS.number("execution_prep_rounds")
    if a.prep_rounds < needed:
        raise not_allowed("prep_rounds", a.prep_rounds, f"An execution takes {needed} rounds to prepare.")
    if not a.can_hurt:
        raise not_allowed("can_hurt", False, "An execution needs a weapon that can hurt the target.")
