"""Dragging and throwing a held target.

From "Shoving and Grappling" in the combat chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.procedure import Procedure
from ..checks.checks import (
    Check,
    Contest,
    check,
    check_modifiers,
    contest,
    decided,
    tie_rule,
    tie_winner,
    won,
)
from ..tables import FACTS
from .maneuvers import (
    ATTACKER,
    DEFENDER,
    helpless,
    size,
    size_modifiers,
    ties,
    unresisted,
)


@dataclass(frozen=True, kw_only=True)
class Drag:
    """A grappler who wants to move the held target (WWN-GRAP-06)."""

    attacker: Check = check("Grappler", "Str/Punch.", "WWN-GRAP-06")
    defender: Check = check("The one held", "Str/Punch.", "WWN-GRAP-06")
    size: str = size()
    tie: str = ties(
        DEFENDER, "By default a tie frees the one held, as the SRD says: the grappler must win.", "WWN-GRAP-08"
    )
    opposed_ties: str = tie_rule()
    helpless: bool = helpless("WWN-GRAP-06")

    @property
    def tie_to(self) -> str:
        """The side that wins ties; the grappler is the acting side."""
        return tie_winner(self.opposed_ties, self.tie, ATTACKER, DEFENDER)


def drag(a: Drag) -> Procedure[Contest]:
    """Moving the held target: a contest that the grappler must win."""
    attacker = (*check_modifiers(a.attacker), *size_modifiers(a.size))
    sides = contest("Grappler", attacker, "The one held", check_modifiers(a.defender), rule="WWN-GRAP-06")
    steps = unresisted("WWN-GRAP-06") if a.helpless else sides
    return Procedure(Contest(), steps, lambda s: "Moved" if moves(a, s) else "Free")


def moves(a: Drag, s: Contest) -> bool:
    """Whether the grappler moves the held target."""
    return a.helpless or won(s.margin, ties=a.tie_to == ATTACKER)


def explain_drag(a: Drag) -> Procedure[Contest]:
    """The contest, the winner of ties, and the result."""
    tie = "the grappler" if a.tie_to == ATTACKER else "the one held, who is free then"
    carried, thrown = FACTS.number("grapple_carry_ft"), FACTS.number("grapple_throw_ft")
    won = note(f"Won: carried {carried} feet along, or thrown {thrown} feet and prone", "WWN-GRAP-07")
    return drag(a).explained(*(() if a.helpless else (decided(tie, "WWN-GRAP-08"),)), won)


def _drag(a: Drag) -> dict[str, Any]:
    p_moved = drag(a).odds().p(lambda s: moves(a, s))
    return {
        "p_moved": p_moved,
        "p_freed": 1 - p_moved,
        "carry_ft": FACTS.number("grapple_carry_ft"),
        "throw_ft": FACTS.number("grapple_throw_ft"),
    }


GRAPPLE_MOVE = Calculator(
    id="wwn.grapple_move",
    title="Drag or throw",
    summary="The chance to drag along or throw down someone you hold, and the risk of losing them.",
    inputs=Drag,
    outputs=(
        out.percent("p_moved", "dragged or thrown", rule="WWN-GRAP-07", headline=True),
        out.percent("p_freed", "breaks free", rule="WWN-GRAP-08", headline=True),
        out.figure("carry_ft", "Dragged along", rule="WWN-GRAP-07", unit="feet"),
        out.figure("throw_ft", "Or thrown, to land prone", rule="WWN-GRAP-07", unit="feet"),
    ),
    compute=_drag,
    start={"attacker": {"attr_mod": 2, "skill": 1}, "defender": {"attr_mod": 1}},
    rolls=(RollOption("drag", "Roll it", drag),),
    explain=explain_drag,
)
