"""Push, pull and throw: how far a foe is moved by the points of success.

"Push and pull".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import number, toggle
from ....engine.procedure import Procedure, counted
from ..tables import FACTS

MARGIN, SPEED = (0, 200), (0, 200)
METER = 10
"""Decimeters."""


def thrown(**common: Any) -> Any:
    """`throw`: whether the foe is thrown instead of pushed."""
    return toggle("Thrown", help="You throw the foe: not as far as a push.", rule="OBSS-PUSH-05", **common)


def speed(**common: Any) -> Any:
    """`speed`: the movement of the one who pushes."""
    default = FACTS.number("human_speed_m")
    help = "How far one Movement Action takes you: no push goes farther."
    return number("Your movement", *SPEED, default, help=help, rule="OBSS-PUSH-03", unit="m", **common)


def per_point(throw: bool) -> int:
    """What each point of success moves, in decimeters."""
    return FACTS.number("throw_decimeters" if throw else "push_decimeters")


def distance(margin: int, *, throw: bool, speed: int) -> int:
    """Whole meters, and no more than the movement (OBSS-PUSH-03, OBSS-PUSH-05, ruling C-32)."""
    return min(speed, margin * per_point(throw) // METER)


def points_for(meters: int, *, throw: bool) -> int:
    """The points of success from which it goes so far."""
    return -(-meters * METER // per_point(throw))


@dataclass(frozen=True, kw_only=True)
class Push:
    """A push that has succeeded."""

    margin: int = number("Points of success", *MARGIN, help="By how much you have won.", rule="OBSS-PUSH-03")
    throw: bool = thrown()
    speed: int = speed()


def rule_of(throw: bool) -> str:
    """The rule on the distance."""
    return "OBSS-PUSH-05" if throw else "OBSS-PUSH-03"


def explanation(p: Push) -> Procedure[Any]:
    """How far each point goes, and where it ends."""
    far = p.margin * per_point(p.throw)
    return notes(
        note(
            f"{counted(p.margin, 'point')} at 0.{per_point(p.throw)} m each: {far // METER}.{far % METER} m",
            rule_of(p.throw),
        ),
        note(f"In whole meters, and at most your movement of {p.speed} m", "OBSS-PUSH-03", also=("EXT-30",)),
    )


def _values(p: Push) -> dict[str, Any]:
    meters = distance(p.margin, throw=p.throw, speed=p.speed)
    steps = range(1, min(p.speed, MARGIN[1] * per_point(p.throw) // METER) + 1)
    return {
        "metres": meters,
        "table": [{"metres": m, "points": points_for(m, throw=p.throw)} for m in steps[: max(FARTHEST, meters)]],
    }


FARTHEST = 10
"""How many meters the table tells at least."""

PUSH_DISTANCE = Calculator(
    id="obss.push_distance",
    title="Pushed how far?",
    summary="How far a push or a throw moves a foe.",
    inputs=Push,
    outputs=(
        out.figure("metres", "meters", one="meter", rule="OBSS-PUSH-03", headline=True),
        out.rows(
            "table",
            "Points it takes",
            (out.figure("metres", "Distance", unit="m"), out.figure("points", "Points of success")),
            rule="OBSS-PUSH-03",
        ),
    ),
    compute=_values,
    explain=explanation,
    also=("OBSS-PUSH-04",),
    start={"margin": 7},
)
