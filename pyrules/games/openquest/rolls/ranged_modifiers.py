"""The situation of a shot or throw: distance, wind, sight, cover, and what they add up to.

"Ranged Combat", with its table of modifiers. Groups add up; within most of them only one modifier counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.formatting import figure
from ....engine.inputs import REQUIRED, Option, choice, number, toggle
from ....engine.procedure import Modifier, counted, total
from ..skills.skill import MODIFIER
from ..skills.stacking import Weighed, Weighing, lines, modifiers, worst
from ..tables import FACTS

ROWS = FACTS.table("ranged_modifiers").rows
GROUPS = FACTS.table("ranged_groups")
BANDS = FACTS.table("range_bands")
COVERS = FACTS.table("cover")
SHIELDS = FACTS.table("shields")

NONE = "none"
OK, AUTO_FAIL, IMPOSSIBLE = "ok", "auto_fail", "impossible"
WITHIN, DOUBLE, BEYOND = (row["id"] for row in BANDS.rows)  # in the order of the table
SHOT_STATUSES = (
    Option(OK, "A roll decides", "OQ-RNM-15"),
    Option(AUTO_FAIL, "Fails for certain", "OQ-RNM-03"),
    Option(IMPOSSIBLE, "No attack possible", "OQ-RNG-12"),
)

RANGED_RULES = (
    "OQ-DIST-01",
    "OQ-RNG-06",
    "OQ-RNG-11",
    "OQ-RNG-12",
    "OQ-COV-02",
    "OQ-COV-04",
    "OQ-COV-05",
    *(f"OQ-RNM-{row:02}" for row in range(1, 18)),
    "OQ-SHD-11",
    "OQ-SHD-12",
)
"""What a situation cites."""

AIR, TARGET, COVER, SHOOTER, THROW = "Wind and sight", "Target", "Cover and shield", "You", "Thrown weapon"


def effect(value: int) -> str:
    """What a modifier is worth, as it stands on its chip."""
    return f"{figure(value, signed=True)}%"


def options(name: str, none: str, label: str, rule: str) -> tuple[Option, ...]:
    """The choices of an input that the table of modifiers answers to, and the one under which it adds nothing."""
    found = tuple(Option(row["option"], row["label"], row["rule"]) for row in ROWS if row["input"] == name)
    return (Option(none, label, rule), *found)


def cover(default: Any = REQUIRED, **common: Any) -> Any:
    """The input for what the target hides behind."""
    offered = (Option(NONE, "None", "OQ-COV-01"), *COVERS.options())
    return choice("Cover", offered, default, help="What the target stands behind.", rule="OQ-COV-01", **common)


def cover_modifier(cover: str) -> tuple[Modifier, ...]:
    """What terrain takes from attacks on whoever is behind it; nothing for none."""
    return tuple(one.modifier() for one in _terrain(cover))


def _flag(name: str, label: str, help: str, group: str) -> Any:
    """The input for a row of the table that holds or does not."""
    row = next(row for row in ROWS if row["input"] == name)
    return toggle(label, help=help, rule=row["rule"], group=group, effect=effect(row["value"]))


@dataclass(frozen=True, kw_only=True)
class Situation:
    """RANGED SITUATION: where shooter and target are, and what is between them."""

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
    """A close weapon that is thrown has a range of its own; every other weapon needs its own to be given."""
    if s.improvised_throw and s.range is not None:
        text = "A close weapon that is not made for throwing has a range of its own: leave the range empty."
        raise not_allowed(f"{at}range", s.range, text)
    if not s.improvised_throw and s.range is None:
        raise InvalidInput(f"{at}range", MISSING_FIELD, None, "The weapon's range is missing: give it in meters.")


# What holds.


def reach(s: Situation) -> int:
    """The range that the weapon has as it is used (OQ-RNG-06)."""
    return FACTS.number("improvised_throw_m") if s.range is None else s.range


def is_thrown(s: Situation) -> bool:
    """Whether it is thrown by hand, made for it or not."""
    return s.thrown or s.improvised_throw


def band(s: Situation) -> str:
    """How far off that is for this weapon (OQ-RNG-10 to 12)."""
    bounded = (row for row in BANDS.rows if row["factor"])
    return next((str(row["id"]) for row in bounded if s.distance <= reach(s) * row["factor"]), BEYOND)


def how_far(s: Situation) -> str:
    """The distance beside the range, as an explanation says it: "60 meters with a range of 100: Within range"."""
    return f"{counted(s.distance, 'meter')} with a range of {reach(s)}: {BANDS.row(band(s))['label']}"


def _holds(row: dict[str, Any], s: Situation) -> bool:
    """Whether a row of the table of modifiers holds."""
    held = getattr(s, row["input"])
    if row["option"]:
        return bool(held == row["option"])
    if row["input"] == "target_siz":
        return bool(held > row["limit"])  # "above"
    return bool(held >= row["limit"]) if row["limit"] else bool(held)


def _terrain(cover: str) -> Weighing:
    if cover == NONE:
        return ()
    row = COVERS.row(cover)
    return (Weighed("cover", f"{row['label']} cover", row["attack"], row["rule"]),)


def _shield(s: Situation) -> Weighing:
    if not s.shield_set or s.shield == NONE:
        return ()
    row = SHIELDS.row(s.shield)
    return (Weighed("cover", f"Shield set: {row['label'].lower()}", row["missile_cover"], row["rule"]),)


def _of_range(s: Situation) -> Weighing:
    row = BANDS.row(band(s))
    return (Weighed("range", row["label"], row["value"], row["rule"]),) if row["value"] else ()


def _all_that_hold(s: Situation) -> Weighing:
    of_table = (row for row in ROWS if row["input"] != "distance" and row["value"] and _holds(row, s))
    return (
        *(Weighed(row["group"], row["label"], row["value"], row["rule"]) for row in of_table),
        *_of_range(s),
        *(one for one in (*_terrain(s.cover), *_shield(s)) if one.value),
        *((Weighed("magic", "Magic", s.magic, "OQ-RND-03"),) if s.magic else ()),
    )


def _counted(group: dict[str, Any], held: Weighing, group_rule: str) -> Weighing:
    """What counts of one group (OQ-RNM-15, OQ-RNM-16); `group_rule` is the house rule."""
    if group["adds"] == "sum" or (group["switch"] and group_rule == "net"):
        return held
    weighed = worst(held)
    # Of two limits of one thing the farther is the only one that holds.
    return weighed if group["adds"] == "worst" else tuple(one for one in weighed if one.counts)


class Shot(NamedTuple):
    """What a situation comes to: whether it can be rolled for, everything that holds, and how far it is."""

    status: str
    weighing: Weighing
    band: str
    reach: int
    thrown: bool

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What counts; it adds up to the total."""
        return modifiers(self.weighing)

    @property
    def total(self) -> int | None:
        """What that comes to; None where nothing is rolled."""
        return total(self.modifiers) if self.status == OK else None

    @property
    def lines(self) -> dict[str, int]:
        """What each group comes to."""
        return lines(self.weighing, counting=True)


def shot(s: Situation, group_rule: str = "worst") -> Shot:
    """A situation, weighed."""
    held = _all_that_hold(s)
    groups = (_counted(row, tuple(one for one in held if one.group == row["id"]), group_rule) for row in GROUPS.rows)
    weighing = tuple(one for group in groups for one in group)
    return Shot(status(s).id, weighing, band(s), reach(s), is_thrown(s))


def status(s: Situation) -> Option:
    """Whether it can be rolled for, and why not; impossible stands above failing (contract)."""
    if band(s) == BEYOND:
        row = BANDS.row(BEYOND)
        return Option(IMPOSSIBLE, f"{row['label']}: {row['instead']}", row["rule"])
    ruled_out = next((row for row in ROWS if row["status"] == AUTO_FAIL and _holds(row, s)), None)
    if ruled_out:
        return Option(AUTO_FAIL, f"{ruled_out['label']}: {ruled_out['instead']}", ruled_out["rule"])
    if s.attacker_underwater and not is_thrown(s):
        return Option(AUTO_FAIL, "Underwater, and not thrown: the attack fails", "OQ-RNM-17")
    return Option(OK, "Nothing rules the attack out", "OQ-RNG-12")
