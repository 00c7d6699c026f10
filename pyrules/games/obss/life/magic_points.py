"""The magic points that a return from below 0 costs.

"Life and Death": OBSS-LIFE-16.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import number
from ....engine.procedure import Modifier, Procedure
from ..tables import FACTS

MAGIC_POINTS = (0, 1000)


def magic_points(default: Any = None, **common: Any) -> Any:
    """The input `mp`: magic points; required unless it has a default."""
    given = () if default is None else (default,)
    help = common.pop("help", "What is left of them.")
    return number("Magic points", *MAGIC_POINTS, *given, help=help, rule="OBSS-LIFE-16", **common)


def magic_points_lost(mp: int) -> int:
    """Half of the magic points, rounded down, at least the minimum and at most all (ruling, OBSS-LIFE-16)."""
    return min(mp, max(FACTS.number("mp_loss_least"), mp // FACTS.number("mp_loss_divisor")))


@dataclass(frozen=True, kw_only=True)
class Returning:
    """A character who returns from below 0."""

    mp: int = magic_points(help="What is left of them as you come back above 0 hit points.")


def explanation(a: Returning) -> Procedure[Any]:
    """Half of the magic points, and the minimum."""
    lost, least = magic_points_lost(a.mp), FACTS.number("mp_loss_least")
    return notes(
        note(
            f"Half of {a.mp}, rounded down, at least {least} and at most all",
            "OBSS-LIFE-16",
            (Modifier("Lost", lost, "OBSS-LIFE-16"),),
            also=("EXT-30",),
            gives="lost",
        ),
        note(
            "What is left",
            "OBSS-LIFE-16",
            (Modifier("Magic points", a.mp, "OBSS-LIFE-16"), Modifier("Lost", -lost, "OBSS-LIFE-16")),
            gives="left",
        ),
    )


def _values(a: Returning) -> dict[str, Any]:
    lost = magic_points_lost(a.mp)
    return {"lost": lost, "left": a.mp - lost}


MAGIC_POINT_LOSS = Calculator(
    id="obss.magic_point_loss",
    title="Magic points lost",
    summary="What coming back from below 0 hit points costs in magic points.",
    inputs=Returning,
    outputs=(
        out.figure("lost", "magic points lost", one="magic point lost", rule="OBSS-LIFE-16", headline=True),
        out.figure("left", "left", rule="OBSS-LIFE-16", headline=True),
    ),
    compute=_values,
    explain=explanation,
    start={"mp": 30},
)
