"""Time: Actions, rounds, minutes, Turns and hours in each other.

"Time" in the chapter's first section. A Turn is ten minutes, not what somebody does in a round.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.formatting import figure
from ....engine.inputs import choice, number
from ....engine.procedure import Procedure
from ..tables import FACTS

UNITS = FACTS.table("time_units")


@dataclass(frozen=True, kw_only=True)
class Span:
    """A span of time, and the unit to have it in."""

    amount: int = number("How many", 0, 1_000_000, help="How many of the unit beside it.", rule="OBSS-TIME-01")
    unit: str = choice("Of these", UNITS.options(), help="The unit you have.", rule="OBSS-TIME-01")
    to: str = choice("In these", UNITS.options(), help="The unit you want.", rule="OBSS-TIME-01")


def in_unit(a: Span, unit: str) -> Fraction:
    """The span in another unit; an Action is a third of a round (ruling, OBSS-TIME-06)."""
    return Fraction(a.amount * _actions(a.unit), _actions(unit))


def _actions(unit: str) -> int:
    held: int = UNITS.row(unit)["actions"]
    return held


def explanation(a: Span) -> Procedure[Any]:
    """How long either unit lasts, and what the span comes to."""
    rows = [UNITS.row(unit) for unit in dict.fromkeys((a.unit, a.to))]
    return notes(
        *(note(f"{row['label']}: {row['told']}", row["rule"]) for row in rows),
        note(f"In all: {figure(in_unit(a, a.to))}", "OBSS-TIME-01"),
    )


def _values(a: Span) -> dict[str, Any]:
    return {
        "value": in_unit(a, a.to),
        "units": [{"unit": row["id"], "amount": in_unit(a, row["id"])} for row in UNITS.rows],
    }


TIME_CONVERT = Calculator(
    id="obss.time_convert",
    title="Time",
    summary="How many rounds are a Turn, and how many Actions fit in a minute.",
    inputs=Span,
    outputs=(
        out.figure("value", "in the unit you want", rule="OBSS-TIME-01", headline=True),
        out.rows(
            "units",
            "In every unit",
            (out.word("unit", "Unit", UNITS.options()), out.figure("amount", "As many")),
            rule="OBSS-TIME-01",
        ),
    ),
    compute=_values,
    explain=explanation,
    start={"amount": 2, "unit": "turn", "to": "round"},
)
