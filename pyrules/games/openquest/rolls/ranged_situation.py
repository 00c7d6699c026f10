"""The inputs of a ranged attack's situation: distance, sight, cover, target and shooter.

"Ranged Combat", with its table of modifiers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.formatting import figure
from ....engine.inputs import REQUIRED, Option, choice, number, toggle
from ..skills.skill import MODIFIER
from ..tables import FACTS

ROWS = FACTS.table("ranged_modifiers").rows
COVERS = FACTS.table("cover")
SHIELDS = FACTS.table("shields")

NONE = "none"
AIR, TARGET, COVER, SHOOTER, THROW = "Wind and sight", "Target", "Cover and shield", "You", "Thrown weapon"


def effect(value: int) -> str:
    """A modifier as its chip shows it."""
    return f"{figure(value, signed=True)}%"


def options(name: str, none: str, label: str, rule: str) -> tuple[Option, ...]:
    """The rows of an input's table, after the option `none` without a modifier."""
    found = tuple(Option(row["option"], row["label"], row["rule"]) for row in ROWS if row["input"] == name)
    return (Option(none, label, rule), *found)


def cover(default: Any = REQUIRED, **common: Any) -> Any:
    """The input for the target's cover."""
    offered = (Option(NONE, "None", "OQ-COV-01"), *COVERS.options())
    return choice("Cover", offered, default, help="What the target stands behind.", rule="OQ-COV-01", **common)


def _flag(name: str, label: str, help: str, group: str) -> Any:
    """The toggle for one row."""
    row = next(row for row in ROWS if row["input"] == name)
    return toggle(label, help=help, rule=row["rule"], group=group, effect=effect(row["value"]))


@dataclass(frozen=True, kw_only=True)
class Situation:
    """RANGED SITUATION: shooter, target, and everything between them."""

    distance: int = number("Distance", 0, 10000, help="How far away the target is.", rule="OQ-DIST-02", unit="meters")
    range: int | None = number(
        "Range",
        1,
        5000,
        None,
        help="The weapon's range; empty only for a close weapon that is not made for throwing.",
        rule="OQ-RNG-10",
        unit="meters",
        nullable=True,
        empty="none",
    )
    improvised_throw: bool = _flag(
        "improvised_throw",
        "Not made for throwing",
        "You throw a close weapon that is no throwing weapon: leave the range empty, it has one of its own.",
        THROW,
    )
    thrown: bool = toggle(
        "Thrown by hand", help="A throwing weapon, as opposed to a bow or sling.", rule="OQ-RNM-17", group=THROW
    )
    wind: str = choice(
        "Wind",
        options("wind", NONE, "No strong wind", "OQ-RNM-01"),
        NONE,
        help="How hard it blows.",
        rule="OQ-RNM-01",
        group=AIR,
    )
    target_moved: int = number(
        "Target has moved",
        0,
        1000,
        0,
        help="How far it has gone since you last acted, or since the last round.",
        rule="OQ-RNM-04",
        unit="meters",
        group=TARGET,
    )
    visibility: str = choice(
        "What hides the target",
        options("visibility", "clear", "Nothing", "OQ-RNM-06"),
        "clear",
        help="Smoke, mist or darkness between you.",
        rule="OQ-RNM-06",
        group=AIR,
    )
    target_siz: int = number(
        "Target's SIZ",
        1,
        200,
        13,
        help=f"Above {FACTS.number('large_target_above_siz')} it is easier to hit.",
        rule="OQ-RNM-08",
        group=TARGET,
    )
    target_helpless: bool = _flag("target_helpless", "Helpless", "The target cannot move.", TARGET)
    target_prone: bool = _flag("target_prone", "Prone", "The target lies on the ground.", TARGET)
    attacker_prone: bool = _flag("attacker_prone", "You lie prone", "You shoot from the ground.", SHOOTER)
    attacker_underwater: bool = _flag(
        "attacker_underwater", "You are underwater", "Only thrown weapons work there.", SHOOTER
    )
    attacker_unstable: bool = _flag(
        "attacker_unstable", "Unstable ground", "You stand on something that moves or gives way.", SHOOTER
    )
    attacker_blinded: bool = _flag("attacker_blinded", "You are blinded", "You cannot see.", SHOOTER)
    cover: str = cover(NONE, group=COVER)
    shield: str = choice(
        "Target's shield",
        (Option(NONE, "None", "OQ-SHD-06"), *SHIELDS.options()),
        NONE,
        help="Medium and large ones cover while they are set.",
        rule="OQ-SHD-06",
        group=COVER,
    )
    shield_set: bool = toggle(
        "Shield set", help="The target has set the shield against missiles, and waits.", rule="OQ-SHD-06", group=COVER
    )
    magic: int = number(
        "Magic",
        *MODIFIER,
        0,
        help="What spells add to your skill or take from it.",
        rule="OQ-RND-03",
        unit="%",
        signed=True,
        group=SHOOTER,
    )


def refuse_wrong_range(s: Situation, at: str = "") -> None:
    """Refuses a range for an improvised throw, and any other weapon without a range."""
    if s.improvised_throw and s.range is not None:
        text = "A close weapon that is not made for throwing has a range of its own: leave the range empty."
        raise not_allowed(f"{at}range", s.range, text)
    if not s.improvised_throw and s.range is None:
        raise InvalidInput(f"{at}range", MISSING_FIELD, None, "The weapon's range is missing: give it in meters.")
