"""Movement: how many feet a round gives.

From "The Action Economy", "Run", "Charge!" and "Go Prone" in the combat chapter; the usual rate is the SRD's.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.formatting import feet
from ....engine.inputs import number, toggle
from ....engine.procedure import Procedure, counted
from ..tables import FACTS


@dataclass(frozen=True, kw_only=True)
class Move:
    """How fast somebody is, and what slows the move; in feet."""

    speed: int = number(
        "Movement rate",
        0,
        300,
        FACTS.number("movement_rate_ft"),
        help="An ordinary human's is the default.",
        rule="WWN-EXT-MOVE",
        unit="feet",
    )
    move_actions: int = number(
        "Move Actions", 0, 2, 1, help="Two when the Main Action is spent on moving too.", rule="WWN-ACT-06"
    )
    hard_terrain: bool = toggle(
        "Climbing, swimming or hard ground", help="Counts once, however many of them meet.", rule="WWN-RUN-03"
    )
    prone: bool = toggle("Prone", help="You crawl, on top of what the ground costs.", rule="WWN-RUN-05")
    charge: bool = toggle(
        "Charge", help="Straight at a foe, with Main and Move Action together.", rule="WWN-CHARGE-02", group="Charge"
    )


def feet_per_move(a: Move) -> Fraction:
    """What one Move Action covers. Fractions of a foot are kept."""
    rate = Fraction(a.speed)
    if a.hard_terrain:
        rate /= FACTS.number("hard_terrain_divisor")
    if a.prone:
        rate /= FACTS.number("crawl_divisor")
    return rate


def moves(a: Move) -> int:
    """How many times over that counts."""
    return FACTS.number("charge_move_factor") if a.charge else a.move_actions


def refuse_impossible(a: Move) -> None:
    """Refuse a charge from the ground (WWN-CHARGE-02)."""
    if a.charge and a.prone:
        raise not_allowed("charge", True, "Nobody charges from the ground: stand up first.")


def explanation(a: Move) -> Procedure[Any]:
    """The rate, what divides it, and how often it counts."""
    hard = note(f"Hard ground: divided by {FACTS.number('hard_terrain_divisor')}", "WWN-RUN-03")
    prone = note(f"Prone, crawling: divided by {FACTS.number('crawl_divisor')}", "WWN-RUN-05")
    if a.charge:
        times = note(f"Charge: {moves(a)} times as far", "WWN-CHARGE-02")
    else:
        rule = "WWN-ACT-06" if moves(a) > 1 else "WWN-RUN-02"
        times = note(f"{counted(moves(a), 'Move Action')}: {feet(feet_per_move(a) * moves(a))}", rule)
    return notes(
        note(f"Movement rate: {feet(a.speed)}", "WWN-EXT-MOVE"),
        *((hard,) if a.hard_terrain else ()),
        *((prone,) if a.prone else ()),
        note(f"A Move Action takes you {feet(feet_per_move(a))}", "WWN-ACT-03"),
        times,
    )


def _move(a: Move) -> dict[str, Any]:
    per_move = feet_per_move(a)
    return {"feet": per_move * moves(a), "per_move": per_move}


MOVEMENT = Calculator(
    id="wwn.movement",
    title="Movement",
    summary="How far you come this round, whatever the ground.",
    inputs=Move,
    outputs=(
        out.figure("feet", "feet", one="foot", rule="WWN-RUN-02", headline=True),
        out.figure("per_move", "Each Move Action", rule="WWN-ACT-03", unit="feet"),
    ),
    compute=_move,
    check=refuse_impossible,
    explain=explanation,
    also=("WWN-ACT-05", "WWN-PRONE-02"),
    start={"move_actions": 2, "hard_terrain": True},
)
