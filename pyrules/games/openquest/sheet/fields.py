"""The fields of a character sheet: characteristics, skills, point pools, gear and state.

Characteristics, skills, armor and the weapon table come from outside the chapter (EXT-09 to EXT-19). The chapter
defines worn gear and conditions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.dice_text import DiceSum
from ....engine.inputs import Option, OwnRows, Preset, Presets, choice, number, same, toggle, yes_no
from ....engine.sheet.fields import (
    added,
    armor_name,
    character_name,
    condition_name,
    conditions,
    notes,
    own_armor,
    own_conditions,
    weapon_name,
    weapons,
    worn,
)
from ..close.attack_options import GREAT_WEAPONS
from ..rolls.damage import ARMOR as ARMOR_POINTS
from ..rolls.damage import HIT_POINTS, armor, damage
from ..rolls.defense import BEST, DEFENSES
from ..rolls.ranged_situation import Situation
from ..rolls.shields import shield
from ..shooting.shot_inputs import Shooting
from ..skills.derived import CHARACTERISTIC, SKILLS
from ..skills.skill import MODIFIER, PERCENT
from ..spirits.spirits import SpiritFighter
from ..tables import FACTS
from ..talk.intimidation import Threat
from ..talk.surrender import Surrender

STATE, CHARACTERISTICS, TRAINED, MAGIC, GEAR = "Points", "Characteristics", "Trained skills", "Magic", "Armor"
SHOT, USE = "Shots and throws", "Use"
AVERAGE = 10
LOWEST_HIT_POINTS = -500
MOST_PERCENT = 100
UNARMORED = "none"

ARMOR = FACTS.table("armor")
SKILL_ROWS: dict[str, dict[str, Any]] = {row["id"]: row for row in SKILLS}

CLOSE, RANGED, UNARMED = "close_combat", "ranged", "unarmed"
WEAPON_SKILLS = tuple(Option(one, SKILL_ROWS[one]["label"], "EXT-19") for one in (CLOSE, RANGED, UNARMED))
OF_TABLE = {"close_combat": CLOSE, "ranged_combat": RANGED, "unarmed_combat": UNARMED}

Score = int  # one of the inputs below is called int
Word = str  # and another str


# One weapon


@dataclass(frozen=True, kw_only=True)
class SheetWeapon:
    """One weapon; natural weapons and bare hands count."""

    name: Word = weapon_name("EXT-14")
    damage: DiceSum = damage(default="1d8")
    skill: Word = choice(
        "Skill",
        WEAPON_SKILLS,
        CLOSE,
        help="What you roll with it; claws and teeth go by Close Combat.",
        rule="OQ-CC-14",
    )
    bonus: Score = number(
        "Bonus to the skill",
        *MODIFIER,
        0,
        help="What magic or quality adds to attacks with it.",
        rule="EXT-06",
        unit="%",
        signed=True,
        group=USE,
    )
    mechanical: bool = same(Shooting, "mechanical")
    one_handed: bool = toggle("One-handed", True, help="It leaves a hand for a shield.", rule="OQ-SHD-03", group=USE)
    great: Word = choice(
        "Kind", GREAT_WEAPONS, "other", help="A Great Attack asks for some kinds.", rule="OQ-CC-13", group=USE
    )
    shafted: bool = toggle("Long shaft", help="It can be set against a charge.", rule="OQ-CC-15", group=USE)
    natural: bool = toggle(
        "Part of the body", help="Claws and teeth are neither knocked away nor thrown.", rule="OQ-CC-14", group=USE
    )
    range: Score | None = number(
        "Range",
        1,
        5000,
        None,
        help="Up to there a shot is no harder.",
        rule="OQ-RNG-10",
        unit="meters",
        group=SHOT,
        nullable=True,
    )
    range_str: Score | None = number(
        "Range, times STR",
        1,
        5,
        None,
        help="For what flies as far as your STR lets it.",
        rule="EXT-14",
        group=SHOT,
        nullable=True,
    )
    rate: Score = number(
        "Rate of Fire",
        1,
        10,
        1,
        help="Rounds for one shot, loading included.",
        rule="OQ-RNG-09",
        unit="rounds",
        group=SHOT,
    )
    thrown: bool = toggle("Thrown by hand", help="It can be dodged.", rule="OQ-RNG-13", group=SHOT)


def _weapon_presets() -> tuple[Preset, ...]:
    """The weapon table without its shields, which are armor."""
    rows = (row for row in FACTS.table("weapons").rows if row["kind"] != "shield")
    return tuple(Preset(row["label"], tuple(_pairs(row))) for row in rows)


def _pairs(row: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        ("name", row["label"]),
        ("damage", row["damage"]),
        ("skill", OF_TABLE[row["skill"]]),
        ("mechanical", yes_no(row["mechanical"])),
        ("one_handed", yes_no(row["hands"] != "2")),
        ("great", row["great"]),
        ("shafted", yes_no(row["shafted"])),
        ("range", str(row["range_m"])),
        ("range_str", str(row["range_str"])),
        ("rate", str(row["rounds_per_shot"] or 1)),
        ("thrown", yes_no(row["thrown"])),
    ]


# The character


@dataclass(frozen=True, kw_only=True)
class OwnArmor:
    """Armor of a player's own."""

    name: Word = armor_name("EXT-13")
    points: Score = number("Armor points", *ARMOR_POINTS, 0, help="What it takes off each hit.", rule="EXT-13")


def _characteristic(label: Word, help: Word) -> Any:
    return number(label, *CHARACTERISTIC, AVERAGE, help=help, rule="EXT-19", group=CHARACTERISTICS)


def _left(label: Word, least: Score, most: Score, rule: Word) -> Any:
    """The input for a pool of points; an empty value means the maximum."""
    help = "What is left of them now; empty while none are lost."
    return number(label, least, most, None, help=help, rule=rule, group=STATE, nullable=True, empty="full")


def _trained(skill: Word) -> Any:
    """The input for a skill; empty for an untrained skill."""
    row = SKILL_ROWS[skill]
    help = f"Its value once it is trained; until then it is {row['starts']}."
    label = f"{row['label']}, trained"
    return number(
        label, *PERCENT, None, help=help, rule=row["rule"], unit="%", group=TRAINED, nullable=True, empty="base"
    )


@dataclass(frozen=True, kw_only=True)
class OwnCondition:
    """A condition of a player's own, with what it adds."""

    name: Word = condition_name("OQ-RND-01")
    close: Score = added("Close attacks", "OQ-CC-02", most=MOST_PERCENT, unit="%")
    ranged: Score = added("Shots and throws", "OQ-RNG-01", most=MOST_PERCENT, unit="%")
    defense: Score = added("Parry and dodge", "OQ-DEF-07", most=MOST_PERCENT, unit="%")
    talk: Score = added("Influence", "OQ-FAST-13", most=MOST_PERCENT, unit="%")
    armor: Score = added("Armor points", "EXT-18")


@dataclass(frozen=True, kw_only=True)
class SheetCharacter:
    """A character, in the order of the game's printed sheet."""

    name: Word = character_name()
    conditions: tuple[Word, ...] = conditions(FACTS.table("conditions").options(), "OQ-RND-01")
    own_conditions: tuple[OwnCondition, ...] = own_conditions(OwnCondition, "OQ-RND-01")
    hit_points: Score | None = _left("Hit points", LOWEST_HIT_POINTS, HIT_POINTS[1], "OQ-DAM-05")
    magic_points: Score | None = _left("Magic points", 0, 200, "EXT-10")
    fortune: Score = number(
        "Fortune points",
        0,
        20,
        0,
        help="One keeps you alive at zero hit points; your book says how many you have.",
        rule="EXT-15",
        group=STATE,
    )
    str: Score = _characteristic("STR", "Strength.")
    con: Score = _characteristic("CON", "Constitution.")
    siz: Score = _characteristic("SIZ", "Size.")
    dex: Score = _characteristic("DEX", "Dexterity.")
    int: Score = _characteristic("INT", "Intelligence.")
    pow: Score = _characteristic("POW", "Power.")
    cha: Score = _characteristic("CHA", "Charisma.")
    close_combat: Score | None = _trained("close_combat")
    unarmed: Score | None = _trained("unarmed")
    ranged: Score | None = _trained("ranged")
    dodge: Score | None = _trained("dodge")
    persistence: Score | None = _trained("persistence")
    resilience: Score | None = _trained("resilience")
    influence: Score | None = _trained("influence")
    perception: Score | None = _trained("perception")
    deception: Score | None = _trained("deception")
    athletics: Score | None = _trained("athletics")
    riding: Score | None = _trained("riding")
    healing: Score | None = _trained("healing")
    personal_magic: Score | None = _trained("personal_magic")
    sorcery: Score | None = _trained("sorcery")
    religion: Score | None = _trained("religion")
    shamanism: Score | None = _trained("shamanism")
    wealth: Score | None = same(Surrender, "wealth")
    armor: Word = choice(
        "Armor",
        (Option(UNARMORED, "None", "EXT-13"), *ARMOR.options(), own_armor("EXT-13")),
        UNARMORED,
        help="What you wear.",
        rule="EXT-13",
        group=GEAR,
        presets=Presets(own=OwnRows("armor", (("worn_name", "name"), ("worn_points", "points")))),
    )
    worn_name: Word = worn(OwnArmor, "name", "Armor's name", GEAR)
    worn_points: Score = worn(OwnArmor, "points", "Armor's points", GEAR)
    armor_magic: Score = number(
        "More armor points",
        *ARMOR_POINTS,
        0,
        help="From Protection and whatever else helps.",
        rule="EXT-18",
        group=GEAR,
    )
    shield: Word = shield(group=GEAR)
    spirit_shield: Score = number(
        "Spirit Shield",
        0,
        30,
        0,
        help="Its magnitude is taken from every loss of magic points.",
        rule="OQ-SPI-06",
        group=MAGIC,
    )
    knows_call: bool = same(SpiritFighter, "knows_call")
    weapons: tuple[SheetWeapon, ...] = weapons(
        SheetWeapon,
        _weapon_presets,
        "EXT-14",
        one="From the table, or with your own numbers.",
        help="Each gets its odds; a shield stands among the armor.",
    )
    notes: Word | None = notes("Spells, Lores")


# An opponent without a sheet


def _theirs(label: Word, default: Score, help: Word, rule: Word) -> Any:
    return number(label, *PERCENT, default, help=help, rule=rule, unit="%")


@dataclass(frozen=True, kw_only=True)
class SheetTarget:
    """An opponent without a sheet."""

    armor_points: Score = armor()
    hit_points_left: Score = number(
        "Hit points", *HIT_POINTS, AVERAGE, help="What it takes to drop the target.", rule="OQ-DAM-05"
    )
    defence: Word = choice(
        "Defense", DEFENSES, BEST, help="What the target does once an attack has succeeded.", rule="OQ-DEF-02"
    )
    close_combat_skill: Score = _theirs("Close Combat", 40, "What it parries with.", "OQ-DEF-12")
    dodge_skill: Score = _theirs("Dodge", 30, "What it dodges with.", "OQ-DEF-07")
    unarmed_skill: Score = _theirs("Unarmed Combat", 30, "Against holds.", "OQ-UN-07")
    persistence_skill: Score = _theirs("Persistence", 40, "Against talk and threats.", "OQ-INT-10")
    perception_skill: Score = _theirs("Perception", 40, "Against whoever sneaks.", "OQ-SUR-05")
    is_prone: bool = same(Situation, "target_prone")
    full_strength: bool = same(Threat, "group_full_strength")
    distance: Score | None = number(
        "Distance",
        0,
        10000,
        None,
        help="For shots and throws; empty for within their range.",
        rule="OQ-DIST-02",
        unit="meters",
        nullable=True,
        empty="in range",
    )
