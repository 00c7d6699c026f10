"""The inputs of a character sheet: wounds and Fortune, traits, skills, gear and weapons.

The traits and skills are those that the chapter and the game's site name for combat. We have seen no list of weapons or
armor on the site. The chapter gives numbers for two weapons; a player enters all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine.inputs import Option, Preset, amount, choice, number, toggle
from ....engine.sheet.fields import (
    FULL,
    added,
    armor_name,
    character_name,
    condition_name,
    conditions,
    notes,
    own_conditions,
    weapon_name,
    weapons,
    worn_name,
)
from ..attack_inputs import BONUS, FORTUNE, PROTECTION, STRENGTH, WOUNDS
from ..derived import OWN_ARMOR, own_trait
from ..mass import HEAVIEST
from ..rolls import CHALLENGE, TRAIT
from ..tables import FACTS

STATE, TRAITS, SKILLS, GEAR = "Wounds and Fortune", "Traits", "Skills", "Armor and gear"
MOST_MOX = 99

MELEE, THROWN, MISSILE = "melee", "thrown", "missile"
KINDS = (
    Option(MELEE, "In melee, with Warrior", "RR-OFF-01"),
    Option(THROWN, "Thrown, with Warrior", "RR-OFF-01"),
    Option(MISSILE, "Missile, with Archer", "RR-OFF-01"),
)


@dataclass(frozen=True, kw_only=True)
class SheetWeapon:
    """One weapon or shield, with its bonuses."""

    name: str = weapon_name("RR-STRIKE-01")
    damage: int = number(
        "Damage", *STRENGTH, 0, help="The weapon's value; bare hands and most shields are 0.", rule="RR-DMG-02"
    )
    kind: str = choice("Used", KINDS, MELEE, help="In melee, thrown, or shot.", rule="RR-OFF-01")
    defense: int = number(
        "Defense",
        *TRAIT,
        0,
        help="What it adds to Parry; the best of all you carry counts.",
        rule="RR-DEF-01",
        signed=True,
    )
    hit_bonus: int = number(
        "Bonus to hit",
        *BONUS,
        0,
        help="From magic, fine work, or whatever else adds to the attack roll.",
        rule="RR-OFF-01",
        group="Bonuses",
        signed=True,
    )
    damage_bonus: int = number(
        "Bonus to damage",
        *BONUS,
        0,
        help="Anything else that adds to the damage of a hit.",
        rule="RR-DMG-02",
        group="Bonuses",
        signed=True,
    )
    parriable: bool = toggle(
        "Can be parried",
        True,
        help="Off for what no weapon or shield can turn aside.",
        rule="RR-DEF-04",
        group="Bonuses",
    )


def _weapon_presets() -> tuple[Preset, ...]:
    """The weapons with numbers in the chapter."""
    return tuple(
        Preset(row["label"], (("name", row["label"]), ("damage", str(row["damage"])), ("kind", row["kind"])))
        for row in FACTS.table("weapons").rows
    )


def _own_limit(whom: str, group: str) -> Any:
    """The wound limit of a character for whom the table rule does not apply."""
    return number(
        "Wound limit",
        1,
        WOUNDS[1],
        None,
        help=f"How many wounds in all put {whom} down; empty for your table's number.",
        rule="RR-WOUND-01",
        group=group,
        nullable=True,
        empty="table",
    )


def _points(label: str, most: tuple[int, int], help: str, rule: str, default: int | None = 0, **more: Any) -> Any:
    return number(label, *most, default, help=help, rule=rule, group=STATE, **more)


def _gear(label: str, help: str, rule: str, group: str = GEAR) -> Any:
    return number(label, *PROTECTION, 0, help=help, rule=rule, group=group)


@dataclass(frozen=True, kw_only=True)
class OwnArmor:
    """Armor of a player's own."""

    name: str = armor_name("RR-DMG-04")
    armor: int = _gear("Protection", "What it adds to Protection.", "RR-DMG-04", "")
    armor_penalty: int = _gear("Penalty", "What it takes off Dodge and Movement.", "RR-DEF-01", "")


@dataclass(frozen=True, kw_only=True)
class OwnCondition:
    """A condition of a player's own, with what it adds."""

    name: str = condition_name("RR-ACT-01")
    attack: int = added("To hit", "RR-OFF-01")
    damage: int = added("Damage", "RR-DMG-02")
    defense: int = added("Defense", "RR-DEF-02")


@dataclass(frozen=True, kw_only=True)
class SheetCharacter:
    """A character: state, traits in the order of the game's site, the skills of combat, gear and weapons."""

    name: str = character_name()
    conditions: tuple[str, ...] = conditions(FACTS.table("conditions").options(), "RR-ACT-01")
    own_conditions: tuple[OwnCondition, ...] = own_conditions(OwnCondition, "RR-ACT-01")
    wounds: int = _points("Wounds", WOUNDS, "What you have taken so far.", "RR-WOUND-01")
    wound_limit: int | None = _own_limit("you", STATE)
    fortune: int | None = _points(
        "Fortune",
        FORTUNE,
        "Points left to cancel wounds as they come; empty while none are spent.",
        "RR-FORT-01",
        None,
        nullable=True,
        empty=FULL,
    )
    fortune_max: int = _points("Fortune, unspent", FORTUNE, "What you have when it is all there.", "RR-FORT-01")
    grab_mox: int | None = number(
        "Mox of your grab",
        0,
        MOST_MOX,
        None,
        help="How well you took hold of somebody; it counts as long as you hold them.",
        rule="RR-GRAB-02",
        group=STATE,
        nullable=True,
    )
    brawn: int = number(
        "Brawn",
        *STRENGTH,
        0,
        help="Adds to damage, lifts loads, and holds or breaks a grip.",
        rule="RR-DMG-02",
        group=TRAITS,
    )
    fortitude: int = own_trait("Fortitude", "Adds to Protection.", "RR-DMG-04", TRAITS)
    intellect: int = own_trait("Intellect", "The higher of this and Intuition adds to Defiance.", "RR-DEF-01", TRAITS)
    intuition: int = own_trait("Intuition", "The higher of this and Intellect adds to Defiance.", "RR-DEF-01", TRAITS)
    perception: int = own_trait("Perception", "How much you notice, and how soon.", "RR-INIT-01", TRAITS)
    archer: int = own_trait("Archer", "Your Offense with bows, slings and other missiles.", "RR-OFF-01", SKILLS)
    athlete: int = own_trait("Athlete", "Adds to Dodge and Movement, and leaps clear.", "RR-DEF-01", SKILLS)
    ranger: int = own_trait("Ranger", "Keeps you in the saddle, and animals in hand.", "RR-SEAT-01", SKILLS)
    warrior: int = own_trait(
        "Warrior", "Your Offense hand to hand and for throwing; adds to Parry.", "RR-OFF-01", SKILLS
    )
    worn_name: str | None = worn_name("RR-DMG-04", OWN_ARMOR, GEAR)
    armor: int = _gear("Armor", "The armor's Protection.", "RR-DMG-04")
    armor_penalty: int = _gear("Armor penalty", "What the armor takes off Dodge and Movement.", "RR-DEF-01")
    encumbrance: int = _gear("Encumbrance", "What the load takes off Movement.", "RR-ANIMAL-02")
    gear_kg: Fraction = amount(
        "Load", HEAVIEST, 0, help="What you carry weighs.", rule="RR-GRAB-03", group=GEAR, unit="kg", inclusive=True
    )
    mass: Fraction | None = amount(
        "Mass",
        HEAVIEST,
        None,
        help="For the optional rule on mass in grapples; without it, or without the other's, nobody gains by it.",
        rule="RR-MASS-01",
        group=GEAR,
        unit="kg",
        nullable=True,
    )
    horse: bool = toggle("A horse", help="Horses move faster than people.", rule="RR-ANIMAL-02", group=GEAR)
    weapons: tuple[SheetWeapon, ...] = weapons(
        SheetWeapon,
        _weapon_presets,
        "RR-DMG-02",
        one="A weapon or shield, with its own numbers.",
        help="Each gets its odds. A shield is one too, for its defense.",
    )
    notes: str | None = notes("Gifts, spells")


ITS_STATE, ITS_ATTACK = "Its wounds and Fortune", "What it does to you"


@dataclass(frozen=True, kw_only=True)
class SheetTarget:
    """The numbers of an opponent without a sheet."""

    defense_now: int = number(
        "Target's Defense", *CHALLENGE, 12, help="Its Dodge or Parry, whichever is higher.", rule="RR-DMG-03"
    )
    protection: int = number("Its Protection", *PROTECTION, 4, help="Its Fortitude and armor.", rule="RR-DMG-04")
    fortune: int = number(
        "Its Fortune", *FORTUNE, 0, help="Points it spends on wounds as they come.", rule="RR-FORT-01", group=ITS_STATE
    )
    wounds: int = number("Its wounds", *WOUNDS, 0, help="Wounds it has already.", rule="RR-WOUND-01", group=ITS_STATE)
    wound_limit: int | None = _own_limit("it", ITS_STATE)
    offense: int = number(
        "Its Offense", *TRAIT, 4, help="What it attacks you with.", rule="RR-OFF-01", group=ITS_ATTACK, signed=True
    )
    weapon_damage: int = number(
        "Its weapon", *STRENGTH, 4, help="Adds to the damage.", rule="RR-DMG-02", group=ITS_ATTACK
    )
    brawn: int = number(
        "Its Brawn", *STRENGTH, 2, help="Adds to the damage, and to its grip.", rule="RR-DMG-02", group=ITS_ATTACK
    )
    warrior: int = number(
        "Its Warrior",
        *TRAIT,
        4,
        help="For its grip, or to break yours.",
        rule="RR-ESC-01",
        group=ITS_ATTACK,
        signed=True,
    )
