"""What a situation adds to a roll: close fights and shots, and which of two modifiers counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.procedure import Procedure, counted
from ..skills import stacking
from ..skills.skill import switch
from ..tables import FACTS
from .close_modifiers import AUTO_CRIT, CLOSE_STATUSES, SIDES, CloseSituation, stance
from .ranged_modifiers import (
    BANDS,
    OK,
    RANGED_RULES,
    SHOT_STATUSES,
    Situation,
    how_far,
    refuse_wrong_range,
    shot,
    status,
)

# Close combat.


def told_close(s: CloseSituation) -> Procedure[Any]:
    """Whether there is a roll at all, what gives way to what, and the sum."""
    found = stance(s)
    decided = "Target helpless: a critical without a roll" if found.status == AUTO_CRIT else "A roll decides"
    side = next(option.label.lower() for option in SIDES if option.id == s.side)
    weightiest = ("EXT-07",) if s.stack_close == "most_significant" else ()
    return notes(
        note(decided, "OQ-CCM-01"),
        *stacking.explanation(found.weighing, f"Added to the skill, {side}", "OQ-CCM-10", also=weightiest),
    )


def _close(s: CloseSituation) -> dict[str, Any]:
    found = stance(s)
    return {
        "status": found.status,
        "total": found.total,
        "lines": found.lines,
        "weighed": stacking.rows(found.weighing),
    }


LINES = api_only(out.named("lines", "Line by line", out.figure("value", "Skill", unit="%", signed=True)))

MODIFIERS_CLOSE = Calculator(
    id="openquest.modifiers_close",
    title="Situation up close",
    summary="What ground, light, cover and stance add to a close attack, a parry or a dodge.",
    inputs=CloseSituation,
    outputs=(
        out.figure("total", "% to the skill", rule="OQ-CCM-10", headline=True, signed=True),
        out.word("status", "", CLOSE_STATUSES, rule="OQ-CCM-01", headline=True),
        stacking.table("What holds, and what counts", rule="OQ-CCM-10"),
        LINES,
    ),
    compute=_close,
    explain=told_close,
    also=(*(f"OQ-CCM-{row:02}" for row in range(1, 12)), "EXT-07", *(option.rule for option in SIDES)),
    start={"side": "attack", "foe_prone_or_behind": True, "unstable": True, "darkness": "partial"},
)


# Shots.


@dataclass(frozen=True, kw_only=True)
class RangedSituation(Situation):
    """A situation, and the house rule on groups."""

    group_rule: str = switch("group_rule")


def told_ranged(s: RangedSituation) -> Procedure[Any]:
    """How far it is, whether anything rules the attack out, what gives way to what, and the sum."""
    found, why = shot(s, s.group_rule), status(s)
    close = FACTS.number("close_distance_m")
    distance = f"up to {close} is close" if s.distance <= close else f"more than {close} is ranged"
    weapon = "A close weapon, thrown" if s.improvised_throw else "Thrown" if s.thrown else "Not thrown by hand"
    return notes(
        note(f"{counted(s.distance, 'meter')}: {distance} distance", "OQ-DIST-01"),
        note(weapon, "OQ-RNG-06"),
        note(how_far(s), "OQ-RNG-10"),
        note(why.label, why.rule, also=("OQ-RNG-12",)),
        *stacking.explanation(found.weighing, "Added to the skill" if why.id == OK else "It would add", "OQ-RNM-15"),
    )


def _ranged(s: RangedSituation) -> dict[str, Any]:
    found = shot(s, s.group_rule)
    return {
        "status": found.status,
        "total": found.total,
        "lines": found.lines,
        "band": found.band,
        "reach": found.reach,
        "close_distance": s.distance <= FACTS.number("close_distance_m"),
        "thrown": found.thrown,
        "weighed": stacking.rows(found.weighing),
    }


MODIFIERS_RANGED = Calculator(
    id="openquest.modifiers_ranged",
    title="Situation of a shot",
    summary="What distance, wind, sight, movement and cover add to a shot or throw.",
    inputs=RangedSituation,
    outputs=(
        out.figure("total", "% to the skill", rule="OQ-RNM-15", headline=True, signed=True),
        out.word("status", "", SHOT_STATUSES, rule="OQ-RNG-12", headline=True),
        out.word("band", "Distance", BANDS.options(), rule="OQ-RNG-10"),
        out.figure("reach", "Range in meters", rule="OQ-RNG-10"),
        out.flag("thrown", "Thrown by hand", rule="OQ-RNG-06"),
        out.flag("close_distance", "Close distance", rule="OQ-DIST-01"),
        stacking.table("What holds, and what counts", rule="OQ-RNM-15"),
        LINES,
    ),
    compute=_ranged,
    check=refuse_wrong_range,
    explain=told_ranged,
    also=RANGED_RULES,
    start={"distance": 60, "range": 50, "target_moved": 12, "visibility": "light", "target_siz": 24},
)
