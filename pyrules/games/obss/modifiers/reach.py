"""Reach: how far a creature strikes in melee, from its space and its weapon.

"Distances" and "Long weapons": OBSS-DIST-04, OBSS-DIST-05. A printed reach overrides the formula (ruling C-28).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import Option, Preset, Presets, number, toggle
from ....engine.procedure import Modifier, Procedure, if_any
from ..tables import FACTS

SIZES = FACTS.table("sizes")

WIDEST_PICTURE = 24

CREATURE, NEAR, STRIKES = "creature", "near", "strikes"
PLACES = (
    Option(CREATURE, "Creature", "OBSS-DIST-04"),
    Option(STRIKES, "Reached", "OBSS-DIST-06"),
    Option(NEAR, "Near: a long weapon has a penalty", "OBSS-LONG-02"),
)


def by_size() -> tuple[Preset, ...]:
    """The space of each size that fills whole squares."""
    return tuple(
        Preset(f"{row['label']} ({row['space']})", (("space", str(row["across"])),))
        for row in SIZES.rows
        if row["across"]
    )


@dataclass(frozen=True, kw_only=True)
class Reaching:
    """A creature's space, and whether its weapon is long."""

    space: int = number(
        "Squares along one side",
        0,
        20,
        help="How many squares of 1 meter it fills across; 0 for one smaller than a square.",
        rule="OBSS-DIST-04",
        presets=Presets(by_size),
    )
    long_weapon: bool = toggle("Long weapon", help="A spear, for one.", rule="OBSS-LONG-01")


def reach(a: Reaching) -> int:
    """The reach: half the space, rounded up (OBSS-DIST-04)."""
    return -(-a.space // FACTS.number("reach_divisor"))


def melee_distance(a: Reaching) -> int:
    """The distance of a melee attack with the weapon in hand (OBSS-DIST-05)."""
    return reach(a) + FACTS.number("long_weapon_reach") * a.long_weapon


def printed(a: Reaching) -> int | None:
    """The reach that the table of sizes prints for this space; None without one (EXT-19)."""
    row = SIZES.find("across", a.space) if a.space else None
    return None if row is None else int(row["reach_m"])


def around(a: Reaching) -> dict[str, Any] | None:
    """The creature and every square within its reach; a diagonal step is one square (OBSS-MOVE-09).

    None if the squares would be too small to see.
    """
    far, wide = melee_distance(a), max(1, a.space)
    if wide + 2 * far > WIDEST_PICTURE:
        return None
    labels = range(1, wide + 2 * far + 1)

    def distance(at: int) -> int:
        return max(far + 1 - at, at - far - wide, 0)

    def place(steps: int) -> out.Square:
        if not steps:
            return CREATURE, None
        near = a.long_weapon and steps < FACTS.number("long_weapon_m")
        return NEAR if near else STRIKES, None

    return out.board(labels, labels, [[place(max(distance(x), distance(y))) for x in labels] for y in labels])


def explanation(a: Reaching) -> Procedure[Any]:
    """Half the space, and the weapon's extra distance."""
    by_space = if_any("Reach", reach(a), "OBSS-DIST-04")
    half = note(
        f"Space of {a.space} divided by {FACTS.number('reach_divisor')}, rounded up",
        "OBSS-DIST-04",
        by_space,
        gives="reach",
    )
    longer = note(
        "Long weapon", "OBSS-DIST-05", (*by_space, FACTS.modifier("long_weapon_reach")), gives="melee_distance"
    )
    close = note(
        f"Nearer than {FACTS.number('long_weapon_m')} meters, except with a Staff",
        "OBSS-LONG-02",
        (FACTS.modifier("long_weapon_close"),),
    )
    known = printed(a)
    book = () if known is None else (Modifier("Printed reach", known, "EXT-19"),)
    return notes(
        half,
        *(
            (longer, close)
            if a.long_weapon
            else (
                note(
                    "No long weapon: it strikes as far as its reach", "OBSS-DIST-05", by_space, gives="melee_distance"
                ),
            )
        ),
        note("A printed reach goes before this", "EXT-19", book),
        note("Diagonal steps count as one square", "OBSS-MOVE-09"),
    )


def _values(a: Reaching) -> dict[str, Any]:
    return {
        "reach": reach(a),
        "melee_distance": melee_distance(a),
        "printed_reach": printed(a),
        "around": around(a),
    }


REACH = Calculator(
    id="obss.reach",
    title="Reach",
    summary="How far a creature strikes, and which squares around it that is.",
    inputs=Reaching,
    outputs=(
        out.figure("melee_distance", "m of melee distance", rule="OBSS-DIST-05", headline=True),
        out.figure("reach", "m of reach", rule="OBSS-DIST-04", headline=True),
        out.squares("around", "Around the creature", across="", down="", rule="OBSS-MOVE-09", options=PLACES),
        out.figure("printed_reach", "Printed for this size, and goes before it", rule="EXT-19", unit="m"),
    ),
    compute=_values,
    explain=explanation,
    also=(*(f"OBSS-DIST-{row:02}" for row in range(1, 7)), "OBSS-MOVE-08"),
    start={"space": 2, "long_weapon": True},
)
