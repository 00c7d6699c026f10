"""Shoving: push a foe back or knock a foe down.

From "Shoving and Grappling" in the combat chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.procedure import Procedure
from ..attack.strike import natural_rule
from ..checks.checks import Check, Contest, check, tie_rule
from ..tables import FACTS
from .maneuvers import (
    ATTACKER,
    P_HIT,
    PC_WINS_TIES,
    START,
    helpless,
    hit_bonus,
    maneuver,
    maneuver_values,
    p_check,
    prevails,
    size,
    size_modifiers,
    target_ac,
    ties,
)
from .maneuvers import explanation as explain_maneuver


@dataclass(frozen=True, kw_only=True)
class Shove:
    """An attempt to push a target (WWN-SHOVE-01)."""

    hit_bonus: int = hit_bonus("Everything that adds to a normal attack.")
    target_ac: int = target_ac()
    natural_rule: str = natural_rule()
    attacker: Check = check("Attacker", "Str/Punch or Str/Exert, whichever is better.", "WWN-SHOVE-02")
    defender: Check = check("Defender", "Str/Punch or Str/Exert, whichever is better.", "WWN-SHOVE-02")
    size: str = size()
    tie: str = ties(ATTACKER, PC_WINS_TIES, "WWN-SHOVE-02")
    opposed_ties: str = tie_rule()
    helpless: bool = helpless("WWN-SHOVE-02")


def shove(a: Shove) -> Procedure[Contest]:
    """A shove: an attack without damage, then a contest."""

    def outcome(s: Contest) -> str:
        return "Back or down" if prevails(a, s) else "Stands firm" if s.begun else "Miss"

    return maneuver(a, outcome, hit_rule="WWN-SHOVE-01", contest_rule="WWN-SHOVE-02", attacking=size_modifiers(a.size))


def explanation(a: Shove) -> Procedure[Contest]:
    """The shove, the winner of ties, and the result."""
    result = note(f"Won: {FACTS.number('shove_push_ft')} feet back, or prone", "WWN-SHOVE-03")
    return explain_maneuver(a, shove(a), "WWN-SHOVE-02", result)


def _shove(a: Shove) -> dict[str, Any]:
    # WWN-SHOVE-01, ruling: the shove replaces damage, so a miss does no Shock either
    return {**maneuver_values(a, shove(a)), "push_ft": FACTS.number("shove_push_ft"), "or_prone": True}


SHOVE = Calculator(
    id="wwn.shove",
    title="Shove",
    summary="The chance to push a foe back or to throw them down.",
    inputs=Shove,
    outputs=(
        out.percent("p_success", "back or down", rule="WWN-SHOVE-02", headline=True),
        P_HIT,
        p_check("WWN-SHOVE-02"),
        out.figure("push_ft", "Pushed back", rule="WWN-SHOVE-03", unit="feet"),
        out.flag("or_prone", "Or knocked prone instead", rule="WWN-SHOVE-03"),
    ),
    compute=_shove,
    start=START,
    rolls=(RollOption("shove", "Roll it", shove),),
    explain=explanation,
)
