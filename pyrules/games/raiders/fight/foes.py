"""Foes: a few of our own invention, and a quick foe, as sheets (RR-FOES-01).

The game gives no numbers for foes. Its fights do not roll for how much a foe can take: a wound limit says it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.fight.foes import FoePairs, FoeRow, Foes, sheet_pairs
from ....engine.inputs import number, text
from ..attack_inputs import PROTECTION, STRENGTH, WOUNDS
from ..rolls import CHALLENGE, TRAIT
from ..sheet.fields import MISSILE
from ..sheet.sheet import SHEET
from ..tables import FACTS

TABLE = FACTS.table("foes")

TRAITS = ("warrior", "archer", "athlete", "perception", "brawn", "fortitude")


def line(row: dict[str, Any]) -> str:
    """A foe in short: its Offense, its attack with Brawn, its Protection and its wound limit."""
    skill = ("Archer", row["archer"]) if row["kind"] == MISSILE else ("Warrior", row["warrior"])
    parts = (
        " ".join(map(str, skill)),
        f"{row['weapon']} {row['damage'] + row['brawn']}",
        f"Protection {row['fortitude'] + row['armor']}",
        f"{row['wound_limit']} wounds",
    )
    return " · ".join(parts)


def foe_pairs(foe_id: str, weapon_id: str) -> FoePairs:
    """The sheet of a foe with its own weapon; no foe bears one of the chapter's two."""
    row = TABLE.row(foe_id)
    pairs = (
        ("name", row["label"]),
        *((name, row[name]) for name in (*TRAITS, "armor", "wound_limit")),
        ("weapons.0.name", row["weapon"]),
        *((f"weapons.0.{name}", row[name]) for name in ("damage", "kind", "defense")),
    )
    return sheet_pairs(SHEET, pairs)


# A quick foe.


@dataclass(frozen=True, kw_only=True)
class QuickFoe:
    """A foe of a few numbers, all told."""

    name: str = text("Name", 60, "Foe", help="What you call it.")
    offense: int = number(
        "Offense", *TRAIT, 4, help="What it attacks with, near and far.", rule="RR-OFF-01", signed=True
    )
    defense: int = number("Defense", *CHALLENGE, 11, help="Its Dodge and its Parry.", rule="RR-DMG-03")
    damage: int = number("Damage", *STRENGTH, 6, help="Its weapon and Brawn together.", rule="RR-DMG-02")
    protection: int = number("Protection", *PROTECTION, 4, help="Fortitude and armor together.", rule="RR-DMG-04")
    wound_limit: int = number(
        "Wound limit",
        1,
        WOUNDS[1],
        FACTS.number("default_wound_limit"),
        help="How many wounds in all put it down.",
        rule="RR-WOUND-01",
    )


def of_quick(quick: QuickFoe) -> FoePairs:
    """The sheet of a quick foe. Dodge and Parry are set by hand, as both follow from traits that nobody gave."""
    pairs = (
        ("name", quick.name),
        ("warrior", quick.offense),
        ("archer", quick.offense),
        ("armor", quick.protection),
        ("wound_limit", quick.wound_limit),
        ("weapons.0.name", "Attack"),
        ("weapons.0.damage", quick.damage),
        ("overrides.dodge", quick.defense),
        ("overrides.parry", quick.defense),
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
