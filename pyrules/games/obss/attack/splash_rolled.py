"""Scatter dice that lie on the table: where the vial ends.

"Splash weapons".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import Option, number, pick
from ....engine.procedure import Procedure
from ..tables import FACTS
from .splash import DIRECTIONS, SCATTER, TARGET, offset

VIAL = "vial"
PLACES = (Option(TARGET, "Target", "OBSS-SPL-03"), Option(VIAL, "Where it lands", "OBSS-SPL-04"))
WAYS = tuple(Option(row["id"], f"{row['label']}: {row['where']}", row["rule"]) for row in DIRECTIONS.rows)


@dataclass(frozen=True, kw_only=True)
class Scatter:
    """A miss that scatters."""

    direction: int = pick("Direction", WAYS, help="The roll of 1d8, seen from the thrower.", rule="OBSS-SPL-03")
    distance_roll: int = number(
        "Distance",
        FACTS.number("scatter_dice"),
        SCATTER,
        help="The sum of 2d6: meters from the target.",
        rule="OBSS-SPL-04",
        unit="m",
    )


def landing(s: Scatter) -> dict[str, Any]:
    """The target and the place where it ends, with a row of squares around them both."""
    x, y = offset(s.direction, s.distance_roll)
    across = range(min(0, x) - 1, max(0, x) + 2)
    down = range(max(0, y) + 1, min(0, y) - 2, -1)
    held: dict[tuple[int, int], out.Square] = {(0, 0): (TARGET, None), (x, y): (VIAL, None)}
    return out.board(across, down, [[held.get((right, beyond)) for right in across] for beyond in down])


def explanation(s: Scatter) -> Procedure[Any]:
    """The direction and the distance."""
    where = DIRECTIONS.row(str(s.direction))["where"]
    return notes(
        note(f"A {s.direction} for the direction: {where}", "OBSS-SPL-03", also=("OBSS-SPL-05", "OBSS-SPL-06")),
        note(f"{s.distance_roll} meters from the target", "OBSS-SPL-04"),
    )


def _values(s: Scatter) -> dict[str, Any]:
    x, y = offset(s.direction, s.distance_roll)
    return {
        "where": str(DIRECTIONS.row(str(s.direction))["where"]),
        "right": x,
        "beyond": y,
        "offset": [x, y],
        "lands": landing(s),
    }


SPLASH_RESOLVE = Calculator(
    id="obss.splash_resolve",
    title="Scatter from rolled dice",
    summary="Where a splash weapon lands when the scatter dice lie on the table.",
    inputs=Scatter,
    outputs=(
        out.word("where", "", rule="OBSS-SPL-03", headline=True),
        out.figure("right", "m to your right", rule="OBSS-SPL-04", headline=True, signed=True),
        out.figure("beyond", "m beyond the target", rule="OBSS-SPL-04", headline=True, signed=True),
        out.squares(
            "lands",
            "Where it lands",
            across="Meters to your right",
            down="Meters beyond the target",
            rule="OBSS-SPL-04",
            options=PLACES,
        ),
        api_only(out.listing("offset", "Right and beyond", rule="OBSS-SPL-04")),
    ),
    compute=_values,
    explain=explanation,
    start={"direction": 4, "distance_roll": 7},
)
