"""The inputs of a character sheet: scores, class, skills of the combat chapter, gear and state.

Attributes, classes, armor, shields and the weapon table come from the SRD. The skills are those that the chapter names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.dice import Dice
from ....engine.inputs import Option, Preset, choice, number, same, toggle, yes_no
from ....engine.sheet.fields import (
    FULL,
    LEFT,
    added,
    armor_name,
    character_name,
    condition_name,
    conditions,
    notes,
    own_conditions,
    weapon_name,
    weapons,
    worn,
)
from ..attack.execution_setup import TARGET_KINDS
from ..attack.strike import BONUS
from ..attack.weapon import Weapon
from ..checks.character import CLASSES, SCORES, SHIELDS, Character, armor, own_ac
from ..checks.checks import TRAINING
from ..tables import FACTS
from ..turns.morale import SCORE as MORALE_SCORE

STATE, SCORES_GROUP, SKILLS, GEAR = "Hit points", "Attributes", "Skills", "Armor and gear"
NAMELESS = "generic"
"""The kind of foes who die at 0 hit points (WWN-DMG-03)."""
OF_FOES = {"who": ("named", NAMELESS)}
"""Inputs that player characters do not have."""
MOST_HIT_POINTS = 200
MOST_ATTACKS = 4
ARMOR_PIERCING = "AP"
"""The mark of the trait in the weapon table (WWN-EXT-TRAITS)."""
UNTRAINED = TRAINING[0]

STR, DEX, EITHER = "str", "dex", "either"
ATTRIBUTES = (
    Option(STR, "Strength", "WWN-EXT-WEAPONS"),
    Option(DEX, "Dexterity", "WWN-EXT-WEAPONS"),
    Option(EITHER, "Strength or Dexterity, the better", "WWN-EXT-WEAPONS"),
)
PUNCH = "punch"
"""The skill of bare hands and of natural weapons (WWN-EXT-UNARMED)."""
WEAPON_SKILLS = (
    Option("stab", "Stab", "WWN-HIT-03"),
    Option("shoot", "Shoot", "WWN-HIT-03"),
    Option(PUNCH, "Punch", "WWN-EXT-UNARMED"),
)

Score = int  # one of the inputs below is called int
Word = str  # one of the inputs below is called str


def _score(label: Word) -> Any:
    average = 10
    help = f"The {label} score; its modifier follows from it."
    return number(label, *SCORES, average, help=help, rule="WWN-EXT-ATTR", group=SCORES_GROUP)


def _skill(label: Word, what_for: Word, rule: Word) -> Any:
    help = f"{what_for} Untrained is {UNTRAINED}.".replace("-", "\u2212")
    return number(label, *TRAINING, UNTRAINED, help=help, rule=rule, group=SKILLS)


@dataclass(frozen=True, kw_only=True)
class SheetWeapon:
    """One weapon with the bonuses of its bearer."""

    name: Word = weapon_name("WWN-EXT-WEAPONS")
    damage: Dice = same(Weapon, "damage")
    shock: Score | None = same(Weapon, "shock")
    shock_ac: Score | Word | None = same(Weapon, "shock_ac")
    kind: Word = same(Weapon, "kind")
    hands: Score = same(Weapon, "hands")
    attribute: Word = choice(
        "Attribute",
        ATTRIBUTES,
        EITHER,
        help="Whose modifier counts for hit roll, damage and Shock.",
        rule="WWN-HIT-02",
        group="Skill and bonuses",
    )
    skill: Word = choice(
        "Skill",
        WEAPON_SKILLS,
        "stab",
        help="Which skill swings or looses it. A throw takes the better of Stab and Shoot.",
        rule="WWN-HIT-03",
        group="Skill and bonuses",
    )
    untrained_ok: bool = toggle(
        "Needs no training",
        help="As with a crossbow: no penalty to hit without the skill.",
        rule="WWN-EXT-TRAINING",
        group="Skill and bonuses",
    )
    armor_piercing: bool = toggle(
        "Armor-piercing",
        help="The hit roll takes no account of armor and shield without magic.",
        rule="WWN-EXT-PIERCING",
        group="Skill and bonuses",
    )
    magic: bool = toggle(
        "Magic weapon",
        help="It can hurt what only magic hurts; its bonuses stand below.",
        rule="WWN-EXT-GRANDPLATE",
        group="Skill and bonuses",
    )
    hit_bonus: Score = number(
        "Bonus to hit",
        *BONUS,
        0,
        help="From magic, Foci or whatever else adds to the hit roll.",
        rule="WWN-HIT-02",
        group="Skill and bonuses",
        signed=True,
    )
    damage_bonus: Score = number(
        "Bonus to damage",
        *BONUS,
        0,
        help="What adds to damage alone. Punch adds itself.",
        rule="WWN-DMG-01",
        group="Skill and bonuses",
        signed=True,
    )
    shock_bonus: Score = number(
        "Bonus to damage and Shock",
        *BONUS,
        0,
        help="Such as that of a magic weapon. Killing Blow adds itself.",
        rule="WWN-EXT-SHOCKADD",
        group="Skill and bonuses",
        signed=True,
    )


def weapon_pairs(row: dict[str, Any]) -> tuple[tuple[Word, Word], ...]:
    """The inputs of a weapon from its row of the weapon table, with its name, attribute and skill."""
    return (
        ("name", row["label"]),
        ("damage", row["damage"]),
        ("shock", str(row.get("shock", ""))),
        ("shock_ac", str(row.get("shock_ac", ""))),
        ("kind", row["kind"]),
        ("hands", str(row["hands"])),
        ("attribute", row["attributes"][0] if len(row["attributes"]) == 1 else EITHER),
        ("skill", _skill_of(row)),
        ("untrained_ok", yes_no(bool(row.get("needs_no_training")))),
        ("armor_piercing", yes_no(ARMOR_PIERCING in row["traits"])),
    )


def _weapon_presets() -> tuple[Preset, ...]:
    """The weapon table."""
    return tuple(Preset(row["label"], weapon_pairs(row)) for row in FACTS.table("weapons").rows)


def _skill_of(row: dict[str, Any]) -> Word:
    if row.get("adds_skill_to_damage"):
        return PUNCH
    return "shoot" if row["kind"] == "ranged" else "stab"


WEIGHTS = tuple(Option(one, one.capitalize(), "WWN-EXT-ARMORWEIGHT") for one in ("light", "medium", "heavy"))
MOST_ENCUMBRANCE = 10


@dataclass(frozen=True, kw_only=True)
class OwnArmor:
    """Armor of a player's own."""

    name: Word = armor_name("WWN-EXT-ARMOR")
    ac: Score = own_ac()
    weight: Word = choice(
        "Weight",
        WEIGHTS,
        "light",
        help="Medium armor hinders sneaking, heavy armor climbing and running too.",
        rule="WWN-EXT-ARMORWEIGHT",
    )
    encumbrance: Score = number(
        "Encumbrance", 0, MOST_ENCUMBRANCE, 0, help="What it takes off these checks.", rule="WWN-EXT-ARMORWEIGHT"
    )


@dataclass(frozen=True, kw_only=True)
class OwnCondition:
    """A condition of a player's own, with what it adds."""

    name: Word = condition_name("WWN-DMG-04")
    attack: Score = added("To hit", "WWN-HIT-02")
    damage: Score = added("Damage", "WWN-DMG-01")
    armor_class: Score = added("Armor Class", "WWN-EXT-ARMOR")


@dataclass(frozen=True, kw_only=True)
class SheetCharacter:
    """A character, in the order of the game's character sheet."""

    name: Word = character_name()
    cls: Word = choice("Class", CLASSES.options(), "warrior", help="Full class, or which halves.", rule="WWN-EXT-AB")
    level: Score = number("Level", 1, FACTS.number("level_top"), 1, help="The character's level.", rule="WWN-EXT-AB")
    conditions: tuple[Word, ...] = conditions(FACTS.table("conditions").options(), "WWN-DMG-04")
    own_conditions: tuple[OwnCondition, ...] = own_conditions(OwnCondition, "WWN-DMG-04")
    hit_points: Score | None = number(
        "Hit points", 0, MOST_HIT_POINTS, None, help=LEFT, rule="WWN-DMG-03", group=STATE, nullable=True, empty=FULL
    )
    hit_points_max: Score = number(
        "Hit points, unhurt", 1, MOST_HIT_POINTS, 6, help="As rolled for your level.", rule="WWN-DMG-03", group=STATE
    )
    who: Word = choice(
        "Whose character",
        TARGET_KINDS,
        "pc",
        help="Player characters win ties; nameless foes die where others are Mortally Wounded.",
        rule="WWN-DMG-04",
        group=STATE,
    )
    morale: Score | None = number(
        "Morale",
        *MORALE_SCORE,
        None,
        help="A foe's Morale score. Player characters have none.",
        rule="WWN-EXT-MORALE",
        group=STATE,
        only_for=OF_FOES,
        nullable=True,
    )
    attacks: Score = number(
        "Attacks",
        1,
        MOST_ATTACKS,
        1,
        help="The attacks of one Main Action. Player characters have one.",
        rule="WWN-EXT-FOES",
        group=STATE,
        only_for=OF_FOES,
    )
    system_strain: Score = number(
        "System Strain", 0, SCORES[1], 0, help="What healing has cost so far.", rule="WWN-EXT-STRAIN", group=STATE
    )
    str: Score = _score("Strength")
    dex: Score = _score("Dexterity")
    con: Score = _score("Constitution")
    int: Score = _score("Intelligence")
    wis: Score = _score("Wisdom")
    cha: Score = _score("Charisma")
    stab: Score = _skill("Stab", "For melee and thrown weapons, and to break shields.", "WWN-HIT-03")
    shoot: Score = _skill("Shoot", "For bows, crossbows and the like.", "WWN-HIT-03")
    punch: Score = _skill("Punch", "For unarmed attacks, grapples and shoves.", "WWN-GRAP-02")
    exert: Score = _skill("Exert", "For shoves and feats of running and climbing.", "WWN-SHOVE-02")
    sneak: Score = _skill("Sneak", "For ambushes.", "WWN-SURP-01")
    notice: Score = _skill("Notice", "Against ambushes.", "WWN-SURP-01")
    heal: Score = _skill("Heal", "To keep the dying alive.", "WWN-EXT-MORTAL")
    armor: Word = armor(group=GEAR)
    worn_name: Word = worn(OwnArmor, "name", "Armor's name", GEAR)
    worn_ac: Score = worn(OwnArmor, "ac", "Armor's AC", GEAR)
    worn_weight: Word = worn(OwnArmor, "weight", "Armor's weight", GEAR)
    worn_encumbrance: Score = worn(OwnArmor, "encumbrance", "Armor's encumbrance", GEAR)
    shield: Word = choice(
        "Shield", SHIELDS.options(), "none", help="What the other hand bears.", rule="WWN-EXT-SHIELD", group=GEAR
    )
    armor_magic: Score = same(Character, "armor_magic")
    shield_magic: bool = toggle(
        "Magic shield", help="It does not break as others do.", rule="WWN-SHATTER-04", group=GEAR
    )
    speed: Score = number(
        "Movement rate",
        5,
        120,
        FACTS.number("movement_rate_ft"),
        unit="ft",
        help="How far one Move Action takes you.",
        rule="WWN-ACT-03",
        group=GEAR,
    )
    weapons: tuple[SheetWeapon, ...] = weapons(SheetWeapon, _weapon_presets, "WWN-EXT-WEAPONS")
    notes: Word | None = notes("Foci, spells")


@dataclass(frozen=True, kw_only=True)
class SheetTarget:
    """The numbers of an opponent without a sheet."""

    armor_class_now: Score = number("Target AC", 0, 40, 13, help="The Armor Class to reach.", rule="WWN-HIT-04")
    hit_points: Score = number(
        "Its hit points", 1, MOST_HIT_POINTS, 10, help="For how long it lasts.", rule="WWN-DMG-03"
    )
