"""Foes: the creatures of the SRD (EXT-22) and a quick foe, as sheets.

A natural weapon is a close weapon that is rolled with the creature's Unarmed Combat (OQ-CC-14); where that differs from
its Close Combat, the weapon's bonus is the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ....engine.dice_text import DiceSum
from ....engine.fight.foes import FoePairs, FoeRow, Foes, sheet_pairs
from ....engine.inputs import OWN, number, text, yes_no
from ..rolls.damage import ARMOR, HIT_POINTS, damage
from ..sheet.fields import CLOSE, MOST_PERCENT, OF_TABLE, RANGED, UNARMED
from ..sheet.sheet import SHEET
from ..skills.derived import CHARACTERISTIC
from ..skills.skill import PERCENT
from ..tables import FACTS
from .facts import BODILESS

TABLE = FACTS.table("foes")
WEAPONS = FACTS.table("weapons")

CORE = ("str", "con", "siz", "dex", "int", "pow", "cha")
SKILLS = (
    "unarmed",
    "ranged",
    "dodge",
    "persistence",
    "resilience",
    "influence",
    "perception",
    "deception",
    "athletics",
    "healing",
    "personal_magic",
    "sorcery",
)
Entries = Iterator[tuple[str, object]]
"""Inputs of a sheet by their path, with values that become text."""


def is_spirit(row: dict[str, Any]) -> bool:
    """Whether a creature has no body and no hit points."""
    return bool(row["hit_points"] == "")


def line(row: dict[str, Any]) -> str:
    """A creature in short: its attacks with their skills, its armor and its hit points."""
    if is_spirit(row):
        return f"Spirit Combat {row['spirit_combat']} % · {row['magic_points']} magic points · no body"
    attacks = (f"{one['name']} {skill_of(row, one)} %" for one in row["attacks"])
    return " · ".join((*attacks, f"{row['armor']} AP", f"{row['hit_points']} hit points"))


def skill_of(row: dict[str, Any], attack: dict[str, Any]) -> int:
    """What a creature rolls for an attack."""
    held: int = row[_skill(attack)] if "weapon" in attack else (row["unarmed"] or row["close_combat"])
    return held


def _skill(attack: dict[str, Any]) -> str:
    return OF_TABLE[WEAPONS.row(attack["weapon"])["skill"]] if "weapon" in attack else CLOSE


# The sheet of a creature


def foe_pairs(foe_id: str, weapon_id: str) -> FoePairs:
    """The sheet of a creature with the averages of its dice and its own attacks."""
    row = TABLE.row(foe_id)
    return sheet_pairs(SHEET, (("name", row["label"]), *_body(row), *_skills(row), *_attacks(row)))


def _body(row: dict[str, Any]) -> Entries:
    least = CHARACTERISTIC[0]
    yield from ((one, max(least, row[one])) for one in CORE if row[one] != "")
    yield "overrides.magic_points_max", max(1, row["magic_points"])
    if not row["magic_points"]:
        yield "magic_points", 0
    yield "overrides.movement", row["movement"]
    if row["armor"]:
        yield from (("armor", OWN), ("worn_points", row["armor"]))
    if row["shield"]:
        yield "shield", row["shield"]
    if row["notes"]:
        yield "notes", row["notes"]
    if is_spirit(row):
        yield from (("conditions", BODILESS), ("overrides.hit_points_max", 1), ("shamanism", row["spirit_combat"]))
    else:
        yield "overrides.hit_points_max", row["hit_points"]
        yield "overrides.damage_modifier", row["damage_modifier"]


def _skills(row: dict[str, Any]) -> Entries:
    close = row["close_combat"] if row["close_combat"] != "" else row["unarmed"]
    if close != "":
        yield "close_combat", close
    yield from ((one, row[one]) for one in SKILLS if row[one] != "")


def _attacks(row: dict[str, Any]) -> Entries:
    for place, attack in enumerate(row["attacks"]):
        for name, value in _attack(row, attack):
            yield f"weapons.{place}.{name}", value


def _attack(row: dict[str, Any], attack: dict[str, Any]) -> Entries:
    yield from (("name", attack["name"]), ("damage", attack["damage"]), ("skill", _skill(attack)))
    if "weapon" not in attack:
        yield from (("one_handed", yes_no(False)), ("natural", yes_no(True)))
        close = row["close_combat"] if row["close_combat"] != "" else row["unarmed"]
        yield "bonus", skill_of(row, attack) - close
        return
    weapon = WEAPONS.row(attack["weapon"])
    yield from (("one_handed", yes_no(weapon["hands"] != "2")), ("great", weapon["great"]))
    yield from ((name, yes_no(weapon[name])) for name in ("mechanical", "shafted", "thrown"))
    if "range" in attack:
        yield "range", attack["range"]
    else:
        yield from ((name, weapon[column]) for name, column in _RANGES if weapon[column] != "")
    yield "rate", weapon["rounds_per_shot"] or 1


_RANGES = (("range", "range_m"), ("range_str", "range_str"))


# A quick foe


def _percent(label: str, default: int, help: str, rule: str) -> Any:
    return number(label, PERCENT[0], MOST_PERCENT, default, help=help, rule=rule, unit="%")


@dataclass(frozen=True, kw_only=True)
class QuickFoe:
    """A foe of a few numbers."""

    name: str = text("Name", 60, "Foe", help="What you call it.")
    attack: int = _percent("Attack", 50, "Its combat skill, close and ranged, with which it parries too.", "OQ-CC-02")
    damage: DiceSum = damage(default="1d8", help="The dice of a hit, with the damage modifier in them.")
    hit_points: int = number("Hit points", *HIT_POINTS, 11, help="What it has unhurt.", rule="OQ-PHY-04")
    armor: int = number("Armor points", *ARMOR, 2, help="What its armor takes off each hit.", rule="EXT-13")
    dodge: int = _percent("Dodge", 30, "Its Dodge.", "OQ-DEF-07")


def of_quick(quick: QuickFoe) -> FoePairs:
    """The sheet of a quick foe, with one attack and no damage modifier besides."""
    armor = (("armor", OWN), ("worn_points", quick.armor)) if quick.armor else ()
    pairs = (
        ("name", quick.name),
        *((one, quick.attack) for one in (CLOSE, RANGED, UNARMED)),
        ("dodge", quick.dodge),
        *armor,
        ("weapons.0.name", "Attack"),
        ("weapons.0.damage", quick.damage),
        ("overrides.hit_points_max", quick.hit_points),
        ("overrides.damage_modifier", "0"),
    )
    return sheet_pairs(SHEET, pairs)


FOES = Foes(
    rows=tuple(FoeRow(row["id"], row["label"], line(row), bears_weapon=False) for row in TABLE.rows),
    weapons=(),
    quick=QuickFoe,
    of_quick=of_quick,
    pairs_of=foe_pairs,
    hit_points_of=lambda foe_id: None,
)
