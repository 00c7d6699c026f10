"""The weapon of an attack: damage, Shock with its Armor Class, kind and hands.

Section "Damage", with the weapon table of the SRD.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.dice import Dice
from ....engine.errors import MISSING_FIELD, InvalidInput
from ....engine.inputs import Option, OwnRows, Preset, Presets, choice, dice, number, record
from ..tables import FACTS

ANY = "any"
"""The Shock AC of a weapon whose Shock works against every Armor Class."""

TARGET_AC = (0, 40)

KINDS = (
    Option("melee", "Melee", "WWN-MELEE-02"),
    Option("ranged", "Ranged", "WWN-RANGED-02"),
    Option("thrown", "Thrown", "WWN-RANGED-02"),
)


@dataclass(frozen=True, kw_only=True)
class Weapon:
    """WEAPON."""

    damage: Dice = dice("Damage", help="The weapon's dice, such as 1d8.", rule="WWN-DMG-01")
    shock: int | None = number(
        "Shock",
        0,
        30,
        None,
        help="The weapon's points of Shock; empty if it has none.",
        rule="WWN-SHOCK-02",
        nullable=True,
    )
    shock_ac: int | str | None = number(
        "Shock up to AC",
        *TARGET_AC,
        None,
        help="Shock works against this Armor Class and lower ones; any for all of them; empty without Shock.",
        rule="WWN-SHOCK-02",
        words=(ANY,),
        nullable=True,
    )
    kind: str = choice(
        "Used",
        KINDS,
        KINDS[0].id,
        help="Only a melee attack does Shock; a weapon that is thrown does none.",
        rule="WWN-SHOCK-01",
        group="Kind and hands",
    )
    hands: int = number(
        "Hands",
        1,
        2,
        1,
        help="A two-handed ranged weapon is useless while a foe is on you, and two weapons need one hand each.",
        rule="WWN-RANGED-03",
        group="Kind and hands",
    )


def _presets() -> tuple[Preset, ...]:
    """The weapon table; properties that a weapon lacks are cleared."""
    return tuple(
        Preset(
            row["label"],
            (
                ("damage", row["damage"]),
                ("shock", str(row.get("shock", ""))),
                ("shock_ac", str(row.get("shock_ac", ""))),
                ("kind", row["kind"]),
                ("hands", str(row["hands"])),
            ),
        )
        for row in FACTS.table("weapons").rows
    )


def weapon() -> Any:
    """The input for a weapon, with presets from the table."""
    help = "Choose one from the table, or enter your own numbers."
    presets = Presets(_presets, OwnRows("weapons"))
    return record("Weapon", Weapon, help=help, rule="WWN-EXT-WEAPONS", presets=presets)


def refuse_half_shock(w: Weapon, at: str = "") -> None:
    """Raises `InvalidInput` for Shock without its Armor Class, or the reverse (WWN-SHOCK-02); `at` is its path."""
    here = f"{at}." if at else ""
    if w.shock is not None and w.shock_ac is None:
        text = "The Shock needs its Armor Class too: a number, or any."
        raise InvalidInput(f"{here}shock_ac", MISSING_FIELD, None, text)
    if w.shock is None and w.shock_ac is not None:
        text = "The Armor Class for Shock needs the points of Shock too."
        raise InvalidInput(f"{here}shock", MISSING_FIELD, None, text)
