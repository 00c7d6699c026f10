"""Aim: shooting beyond a weapon's range, at a penalty.

"Ranged combat actions": Aim, S2-AIM-01.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.formatting import feet
from ....engine.inputs import number
from ....engine.procedure import Procedure
from ..exchange.strike import aim_modifier
from ..tables import FACTS

FARTHEST = 10000
AIMS = FACTS.table("aims").rows


@dataclass(frozen=True, kw_only=True)
class AimRange:
    """A weapon's range, and the distance of the target."""

    range_ft: int = number(
        "Range", 0, FARTHEST, help="How far the weapon shoots without aiming.", rule="S2-SHOOT-01", unit="feet"
    )
    distance_ft: int = number(
        "Distance", 0, FARTHEST, help="How far away the target is.", rule="S2-SHOOT-01", unit="feet"
    )


def extended(range_ft: int, percent: int) -> Fraction:
    """The range extended by `percent`, exactly (ruling, S2-AIM-01)."""
    return range_ft * (1 + Fraction(percent, 100))


def needed(a: AimRange) -> dict[str, Any] | None:
    """The row of the least aim that reaches the target; None if no aim does."""
    return next((row for row in AIMS if a.distance_ft <= extended(a.range_ft, row["percent"])), None)


def _zones(feet: Fraction) -> int:
    return int(feet // FACTS.number("zone_ft"))


def _explanation(a: AimRange) -> Procedure[Any]:
    """The range of each aim, and the aim that is taken."""
    row = needed(a)
    reaches = (
        note(
            f"{one['label']}: {feet(extended(a.range_ft, one['percent']))}",
            "S2-AIM-01",
            aim_modifier(one["percent"]),
        )
        for one in AIMS
    )
    reach = extended(a.range_ft, (row or AIMS[-1])["percent"])
    whole = f"{feet(reach)} in whole zones of {feet(FACTS.number('zone_ft'))}"
    taken = f"{feet(a.distance_ft)}: {row['label'].lower() if row else 'out of reach'}"
    in_zones = note(whole, "S2-AIM-01", gives="extended_zones")
    return notes(*reaches, in_zones, note(taken, "S2-SHOOT-01"), note("Aiming costs no action", "S2-AIM-02"))


def _values(a: AimRange) -> dict[str, Any]:
    row = needed(a)
    feet = extended(a.range_ft, (row or AIMS[-1])["percent"])
    return {
        "in_range": row is not None,
        "mod": row["modifier"] if row else None,
        "extended_ft": feet,
        "extended_zones": _zones(feet),
        "aim": row["percent"] if row else None,
        "reaches": [
            {
                "aim": one["id"],
                "feet": (reach := extended(a.range_ft, one["percent"])),
                "zones": _zones(reach),
                "mod": one["modifier"],
                "reaches": a.distance_ft <= reach,
            }
            for one in AIMS
        ],
    }


AIM_RANGE = Calculator(
    id="stepdie.aim_range",
    title="Aim",
    summary="Whether a shot reaches its target, and what aiming farther takes off the total.",
    inputs=AimRange,
    outputs=(
        out.flag("in_range", "from here", rule="S2-SHOOT-01", yes="In reach", no="Out of reach", headline=True),
        out.figure("mod", "on the total", rule="S2-SHOOT-01", signed=True, headline=True),
        out.figure("extended_ft", "Range with this aim", rule="S2-AIM-01", unit="feet"),
        out.figure("extended_zones", "In whole zones", rule="S2-AIM-01"),
        api_only(out.figure("aim", "Aim", rule="S2-AIM-01", unit="%")),
        out.rows(
            "reaches",
            "Every aim",
            (
                out.word("aim", "Aim", FACTS.table("aims").options()),
                out.figure("feet", "Feet"),
                out.figure("zones", "Zones"),
                out.figure("mod", "Total", signed=True),
                out.flag("reaches", "Far enough"),
            ),
            rule="S2-AIM-01",
        ),
    ),
    compute=_values,
    start={"range_ft": 60, "distance_ft": 80},
    explain=_explanation,
)
