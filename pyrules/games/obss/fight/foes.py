"""Foes: a few of our own invention, and a quick foe, as sheets (OBSS-FOES-01).

Fights of this game do not roll for hit points. Foes are given no skills: a saving throw stands in (OBSS-MAN-03).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ....engine.dice import Dice
from ....engine.fight.foes import FoePairs, FoeRow, Foes, sheet_pairs
from ....engine.formatting import figure
from ....engine.inputs import number, text, yes_no
from ..checks.check_step import MODIFIER
from ..life.hit_point_events import POINTS
from ..modifiers.defense import PART
from ..sheet.fields import MANEUVER_SKILLS
from ..sheet.sheet import SHEET
from ..tables import FACTS
from ..weapons.damage import BONUS
from ..weapons.weapon import weapon as weapon_dice

TABLE = FACTS.table("foes")

OF_SHEET = (
    *("wp", "str", "dex", "con", "int", "save_fortitude", "save_reflex", "save_will", "awareness"),
    *("defense_abilities", "speed", "size", "hit_points_max"),
)
OF_WEAPON = ("damage", "kind", "letter")
SAVES = ("save_fortitude", "save_reflex", "save_will")
SHOT = "shot"


def no_skills() -> Iterator[tuple[str, object]]:
    """The skills that nobody gave a foe, as empty inputs."""
    return ((name, None) for name in MANEUVER_SKILLS)


def line(row: dict[str, Any]) -> str:
    """A foe in short: its attack bonus, its attack, its Defense without conditions, and its hit points."""
    hits = row["wp"] + (row["dex"] if row["kind"] == SHOT else row["str"])
    strength = 0 if row["kind"] == SHOT else row["str"]
    dice = f"{row['damage']}{figure(strength, signed=True)}" if strength else row["damage"]
    defense = FACTS.number("natural_defense") + row["dex"] + row["defense_abilities"]
    parts = (
        f"{row['weapon']} {figure(hits, signed=True)}, {dice}",
        f"Defense {defense}",
        f"{row['hit_points_max']} HP",
    )
    return " · ".join(parts)


def foe_pairs(foe_id: str, weapon_id: str) -> FoePairs:
    """The sheet of a foe with its own weapon; no foe bears one of the table of weapons."""
    row = TABLE.row(foe_id)
    pairs = (
        ("name", row["label"]),
        *((name, row[name]) for name in OF_SHEET),
        *no_skills(),
        ("weapons.0.name", row["weapon"]),
        *((f"weapons.0.{name}", row[name]) for name in OF_WEAPON),
        ("weapons.0.long", yes_no(row["long"])),
        *((("weapons.0.range_m", row["range_m"]), ("weapons.0.strength", "none")) if row["kind"] == SHOT else ()),
    )
    return sheet_pairs(SHEET, pairs)


# A quick foe.


@dataclass(frozen=True, kw_only=True)
class QuickFoe:
    """A foe of a few numbers, all told."""

    name: str = text("Name", 60, "Foe", help="What you call it.")
    defense: int = number("Defense", *PART, 13, help="What attacks on it must reach.", rule="OBSS-AR-05")
    hit_points: int = number("Hit points", 1, POINTS, 12, help="How much it takes.", rule="OBSS-LIFE-02")
    attack: int = number(
        "Attack bonus", *MODIFIER, 4, help="What it adds to its attacks.", rule="OBSS-AR-01", signed=True
    )
    damage: Dice = weapon_dice("Damage dice", "1d6")
    damage_bonus: int = number("Damage bonus", *BONUS, 1, help="What it adds.", rule="OBSS-LIFE-01", signed=True)
    saves: int = number(
        "Saving throws", *MODIFIER, 2, help="All three; they resist maneuvers.", rule="EXT-13", signed=True
    )


def of_quick(quick: QuickFoe) -> FoePairs:
    """The sheet of a quick foe. Its Defense is set by hand, as it follows from values that nobody gave."""
    pairs = (
        ("name", quick.name),
        ("hit_points_max", quick.hit_points),
        *((name, quick.saves) for name in SAVES),
        *no_skills(),
        ("weapons.0.name", "Attack"),
        ("weapons.0.damage", quick.damage),
        ("weapons.0.attack_bonus", quick.attack),
        ("weapons.0.damage_bonus", quick.damage_bonus),
        ("overrides.defense", quick.defense),
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
