"""The modifiers of a shot or throw: distance, wind, sight, cover, and their sum.

"Ranged Combat", with its table of modifiers. Groups add up; within most groups only one modifier counts (OQ-RNM-15, OQ-
RNM-16).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ....engine.inputs import Option
from ....engine.procedure import Modifier, counted, total
from ..skills.stacking import Weighed, Weighing, lines, modifiers, worst
from ..tables import FACTS
from .ranged_situation import COVERS, NONE, ROWS, SHIELDS, Situation

GROUPS = FACTS.table("ranged_groups")
BANDS = FACTS.table("range_bands")

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
"""The rules that a situation cites."""


def cover_modifier(cover: str) -> tuple[Modifier, ...]:
    """The penalty of cover on attacks against the covered target; none without cover."""
    return tuple(one.modifier() for one in _terrain(cover))


# The modifiers that hold.


def reach(s: Situation) -> int:
    """The weapon's range as it is used (OQ-RNG-06)."""
    return FACTS.number("improvised_throw_m") if s.range is None else s.range


def is_thrown(s: Situation) -> bool:
    """Whether the weapon is thrown by hand, made for it or not."""
    return s.thrown or s.improvised_throw


def band(s: Situation) -> str:
    """The range band of the target for this weapon (OQ-RNG-10 to 12)."""
    bounded = (row for row in BANDS.rows if row["factor"])
    return next((str(row["id"]) for row in bounded if s.distance <= reach(s) * row["factor"]), BEYOND)


def how_far(s: Situation) -> str:
    """The distance with the range, for the explanation: "60 meters with a range of 100: Within range"."""
    return f"{counted(s.distance, 'meter')} with a range of {reach(s)}: {BANDS.row(band(s))['label']}"


def _holds(row: dict[str, Any], s: Situation) -> bool:
    """Whether the situation fulfils a row of the table."""
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
    """The modifiers of one group that count (OQ-RNM-15, OQ-RNM-16); `group_rule` is the table rule."""
    if group["adds"] == "sum" or (group["switch"] and group_rule == "net"):
        return held
    weighed = worst(held)
    # Of two limits of one input only the higher holds.
    return weighed if group["adds"] == "worst" else tuple(one for one in weighed if one.counts)


class Shot(NamedTuple):
    """A situation with its modifiers: whether it allows a roll, everything that holds, and the distance."""

    status: str
    weighing: Weighing
    band: str
    reach: int
    thrown: bool

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers that count."""
        return modifiers(self.weighing)

    @property
    def total(self) -> int | None:
        """The sum of the modifiers that count; None without a roll."""
        return total(self.modifiers) if self.status == OK else None

    @property
    def lines(self) -> dict[str, int]:
        """The sum of each group."""
        return lines(self.weighing, counting=True)


def shot(s: Situation, group_rule: str = "worst") -> Shot:
    """A situation with its modifiers."""
    held = _all_that_hold(s)
    groups = (_counted(row, tuple(one for one in held if one.group == row["id"]), group_rule) for row in GROUPS.rows)
    weighing = tuple(one for group in groups for one in group)
    return Shot(status(s).id, weighing, band(s), reach(s), is_thrown(s))


def status(s: Situation) -> Option:
    """Whether the shot can be rolled, and why not; impossible comes before automatic failure (contract)."""
    if band(s) == BEYOND:
        row = BANDS.row(BEYOND)
        return Option(IMPOSSIBLE, f"{row['label']}: {row['instead']}", row["rule"])
    ruled_out = next((row for row in ROWS if row["status"] == AUTO_FAIL and _holds(row, s)), None)
    if ruled_out:
        return Option(AUTO_FAIL, f"{ruled_out['label']}: {ruled_out['instead']}", ruled_out["rule"])
    if s.attacker_underwater and not is_thrown(s):
        return Option(AUTO_FAIL, "Underwater, and not thrown: the attack fails", "OQ-RNM-17")
    return Option(OK, "Nothing rules the attack out", "OQ-RNG-12")
