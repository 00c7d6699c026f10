"""Foes: a few of our own invention, and a quick foe, as sheets (S2-FOES-01).

The chapter gives no numbers for foes, and nothing to roll for their Health.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.fight.foes import FoePairs, FoeRow, Foes, sheet_pairs
from ....engine.inputs import number, sides, text
from ..rolls.default_inputs import DAMAGE, HEALTH, LADDER, POINTS, SKILL
from ..sheet.sheet import SHEET
from ..tables import FACTS

TABLE = FACTS.table("foes")
TRAITS = (
    "agility_die",
    "strength_die",
    "fighting",
    "archery",
    "acrobatics",
    "armor_dr",
    "armor_penalty",
    "helmet_dr",
    "health_max",
    "projectiles",
)
WEAPON = ("damage", "kind", "heft_die", "reach", "bladed", "parry")


def line(row: dict[str, Any]) -> str:
    """A foe in short: Agility with the skill of its attack, its damage, armor and Health."""
    skill = row["archery"] if row["kind"] == "bow" else row["fighting"]
    parts = (
        f"d{row['agility_die']} + {skill}",
        f"{row['weapon']} {row['damage']}",
        f"Armor {row['armor_dr']}",
        f"Health {row['health_max']}",
    )
    return " · ".join(parts)


def foe_pairs(foe_id: str, weapon_id: str) -> FoePairs:
    """The sheet of a foe with its own weapon, and with a shield if the row has one."""
    row = TABLE.row(foe_id)
    pairs: list[tuple[str, object]] = [("name", row["label"]), *((name, row[name]) for name in TRAITS)]
    pairs.append(("weapons.0.name", row["weapon"]))
    pairs += [(f"weapons.0.{name}", _text(row[name])) for name in WEAPON]
    if row["shield_block"] != "":
        damage = FACTS.number("default_punch_damage")
        shield = {
            "name": "Shield",
            "kind": "shield",
            "damage": damage,
            "parry": row["shield_parry"],
            "block": row["shield_block"],
        }
        pairs += [(f"weapons.1.{name}", value) for name, value in shield.items()]
    return sheet_pairs(SHEET, pairs)


def _text(value: Any) -> Any:
    return ("yes" if value else "no") if isinstance(value, bool) else value


# A quick foe.


@dataclass(frozen=True, kw_only=True)
class QuickFoe:
    """A foe of a few numbers, all told."""

    name: str = text("Name", 60, "Foe", help="What you call it.")
    die: int = sides(
        "Dice", LADDER, FACTS.number("default_die"), help="Its Agility and its Strength.", rule="S2-ROLL-01"
    )
    skill: int = number(
        "Skill", *SKILL, 2, help="What it fights, shoots and dodges with.", rule="S2-ROLL-01", signed=True
    )
    damage: int = number("Damage", *DAMAGE, 2, help="Of its weapon.", rule="S2-ATTACK-04", unit="points")
    armor: int = number("Armor", *POINTS, 0, help="What it takes off each hit.", rule="S2-ARMOR-01", unit="points")
    health: int = number(
        "Health", *HEALTH, FACTS.number("default_health"), help="What it takes to drop it.", rule="S2-HEALTH-01"
    )


def of_quick(quick: QuickFoe) -> FoePairs:
    """The sheet of a quick foe, with one weapon for melee."""
    pairs = (
        ("name", quick.name),
        ("agility_die", quick.die),
        ("strength_die", quick.die),
        ("fighting", quick.skill),
        ("archery", quick.skill),
        ("acrobatics", quick.skill),
        ("armor_dr", quick.armor),
        ("helmet_dr", quick.armor),
        ("health_max", quick.health),
        ("weapons.0.name", "Attack"),
        ("weapons.0.damage", quick.damage),
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
