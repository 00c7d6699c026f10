"""A character's combat numbers, from scores, class, level and gear.

The combat chapter takes these numbers as given. They come from the SRD, in the tables of attributes, classes, saves,
armor and shields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import Modifiers, note, notes
from ....engine.formatting import figure
from ....engine.inputs import OWN, Option, OwnRows, Presets, after, choice, number
from ....engine.procedure import Modifier, Procedure, if_any, total
from ..tables import FACTS
from .saves import LEVEL, target_modifiers

ATTRIBUTES = FACTS.table("attributes")
CLASSES = FACTS.table("classes")
ARMOR = FACTS.table("armor")
SHIELDS = FACTS.table("shields")
SAVES = FACTS.table("saves")

SCORES = (min(row["low"] for row in ATTRIBUTES.rows), max(row["high"] for row in ATTRIBUTES.rows))
AVERAGE = 10

Score = int  # the inputs below are named after the attributes, and one of them is called int
Word = str  # one attribute is called str


def row_of(score: Score) -> dict[str, Any]:
    """The table row of a score."""
    return next(row for row in ATTRIBUTES.rows if row["low"] <= score <= row["high"])


def modifier_of(score: Score) -> int:
    """The modifier of an attribute score."""
    modifier: int = row_of(score)["modifier"]
    return modifier


@dataclass(frozen=True, kw_only=True)
class AttributeScore:
    """An attribute score (WWN-EXT-ATTR)."""

    score: int = number("Score", *SCORES, help="The attribute score. Creatures have none.", rule="WWN-EXT-ATTR")


def explain_attribute(a: AttributeScore) -> Procedure[Any]:
    """The table row of the score."""
    row = row_of(a.score)
    label = f"Score {a.score} in the row {row['label']}: {figure(row['modifier'], signed=True)}"
    return notes(note(label, row["rule"]))


ATTR_MOD = Calculator(
    id="wwn.attr_mod",
    title="Attribute modifier",
    summary="The modifier of an attribute score.",
    inputs=AttributeScore,
    outputs=(out.figure("modifier", "modifier", rule="WWN-EXT-ATTR", headline=True, signed=True),),
    compute=lambda a: {"modifier": modifier_of(a.score)},
    explain=explain_attribute,
    start={"score": 15},
)


def _score(label: Word) -> Any:
    return number(label, *SCORES, AVERAGE, help=f"The {label} score.", rule="WWN-EXT-ATTR", group="Attribute scores")


OWN_ARMOR = OwnRows("armor", tuple((f"worn_{name}", name) for name in ("name", "ac", "weight", "encumbrance")))
"""What a form copies of a player's own armor, as far as it has these inputs."""
UNARMORED = ARMOR.row("none")
OWN_AC = (UNARMORED["ac"], 30)
"""The range of own armor, which leaves room for magic, shield and Dexterity."""


def armor(**common: Any) -> Any:
    """The input for armor: that of the table, or other armor with its own numbers."""
    other = Option(OWN, "Other armor", "WWN-EXT-ARMOR")
    return choice(
        "Armor",
        (*ARMOR.options(), other),
        UNARMORED["id"],
        help="What the character wears.",
        rule="WWN-EXT-ARMOR",
        presets=Presets(own=OWN_ARMOR),
        **common,
    )


def own_ac(label: Word = "AC", **common: Any) -> Any:
    """The input for the Armor Class of armor that is not in the table."""
    help = "Of the armor alone, without shield and Dexterity."
    return number(label, *OWN_AC, OWN_AC[0], help=help, rule="WWN-EXT-ARMOR", **common)


@dataclass(frozen=True, kw_only=True)
class Character:
    """The scores, class, level and gear that determine combat numbers."""

    level: Score = number("Level", *LEVEL, help="The character's level.", rule="WWN-EXT-AB")
    cls: Word = choice("Class", CLASSES.options(), help="Full class, or which halves.", rule="WWN-EXT-AB")
    str: Score = _score("Strength")
    dex: Score = _score("Dexterity")
    con: Score = _score("Constitution")
    int: Score = _score("Intelligence")
    wis: Score = _score("Wisdom")
    cha: Score = _score("Charisma")
    armor: Word = armor()
    shield: Word = choice("Shield", SHIELDS.options(), "none", help="What the other hand bears.", rule="WWN-EXT-SHIELD")
    armor_magic: Score = number(
        "Magic of the armor",
        0,
        FACTS.number("magic_bonus_top"),
        0,
        help="The bonus of magic armor.",
        rule="WWN-EXT-ARMOR",
        group="Magic",
    )
    worn_ac: Score = after("armor", own_ac("Armor's AC", only_for={"armor": (OWN,)}))


def _worn(a: Character) -> Modifier:
    """The armor of the table, or other armor."""
    if a.armor == OWN:
        return Modifier("Other armor", a.worn_ac, "WWN-EXT-ARMOR")
    row = ARMOR.row(a.armor)
    return Modifier(row["label"], row["ac"], row["rule"])


def armor_modifiers(a: Character) -> Modifiers:
    """The parts of Armor Class: armor with its magic, or a better shield, or the shield's bonus, and Dexterity."""
    shield = SHIELDS.row(a.shield)
    body = (
        _worn(a),
        *if_any("Magic of the armor", a.armor_magic, "WWN-EXT-ARMOR"),
    )
    if total(body) < shield["ac"]:
        body = (Modifier(f"{shield['label']}, better than the armor", shield["ac"], shield["rule"]),)
    else:
        body += if_any(shield["label"], shield["bonus"], shield["rule"])
    return (*body, Modifier("Dexterity", modifier_of(a.dex), "WWN-EXT-ATTR"))


def save_modifiers(a: Character, save: Word) -> Modifiers:
    """The parts of a save target; the better modifier of the pair counts."""
    pair = SAVES.row(save)["attributes"]
    return target_modifiers(a.level, tuple(modifier_of(getattr(a, name)) for name in pair))


def explanation(a: Character) -> Procedure[Any]:
    """Every number, from the rows of class and level, or as a sum."""
    by_level = CLASSES.row(a.cls)
    here = f"{by_level['label']}, level {a.level}"
    attack, blow = (figure(by_level[name][a.level - 1], signed=True) for name in ("attack_bonus", "killing_blow"))
    return notes(
        note(f"{here}: {attack}", by_level["rule"]),
        note("Armor Class", "WWN-EXT-ARMOR", armor_modifiers(a)),
        note(f"{here}: {blow}", "WWN-EXT-KILLINGBLOW"),
        *(
            note(f"{row['label']} save", row["rule"], save_modifiers(a, row["id"]), gives=f"save_{row['id']}")
            for row in SAVES.rows
        ),
        note(f"As much as the Constitution score, {a.con}", "WWN-EXT-STRAIN"),
    )


def _derive(a: Character) -> dict[Word, Any]:
    by_level = CLASSES.row(a.cls)
    return {
        "attack_bonus": by_level["attack_bonus"][a.level - 1],
        "armor_class": total(armor_modifiers(a)),
        **{f"save_{row['id']}": total(save_modifiers(a, row["id"])) for row in SAVES.rows},
        "system_strain_max": a.con,  # WWN-EXT-STRAIN
        "killing_blow": by_level["killing_blow"][a.level - 1],
    }


DERIVE = Calculator(
    id="wwn.derive",
    title="Combat numbers",
    summary="Attack bonus, Armor Class and saves of a character, from class, level, scores and gear.",
    inputs=Character,
    outputs=(
        out.figure("attack_bonus", "attack bonus", rule="WWN-EXT-AB", headline=True, signed=True),
        out.figure("armor_class", "AC", rule="WWN-EXT-ARMOR", headline=True),
        out.figure("killing_blow", "Killing Blow, on all damage and Shock", rule="WWN-EXT-KILLINGBLOW", signed=True),
        *(out.figure(f"save_{row['id']}", f"{row['label']} save", rule="WWN-EXT-SAVE") for row in SAVES.rows),
        out.figure("system_strain_max", "System Strain, at most", rule="WWN-EXT-STRAIN"),
    ),
    compute=_derive,
    explain=explanation,
    start={
        "level": 3,
        "cls": "warrior",
        "str": 14,
        "dex": 13,
        "con": 15,
        "int": 9,
        "wis": 11,
        "cha": 8,
        "armor": "mail_shirt",
        "shield": "small",
    },
)
