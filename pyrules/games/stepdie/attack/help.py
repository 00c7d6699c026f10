"""Help: pulling an ally up from the ground.

"Universal combat actions": Help.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import by, note
from ....engine.inputs import number
from ....engine.procedure import Procedure, Step
from ..rolls.checks import Checked, reach_step
from ..rolls.rolls import ROLL_RULES, Roll, roll_input, total_of
from ..tables import FACTS

MOST_TRIES = 50


@dataclass(frozen=True, kw_only=True)
class Help:
    """Somebody helps an ally up."""

    roll: Roll = roll_input("Strength", help="Strength of whoever helps: as a rule the die alone.", rule="S2-HELP-01")
    tries: int = number("Tries", 1, MOST_TRIES, 1, help="Actions spent on it, one each turn.", rule="S2-HELP-01")


def _once(a: Help) -> Step[Checked]:
    return reach_step("Strength", total_of(a.roll), FACTS.number("help_target"), rule="S2-HELP-01")


def helped(a: Help) -> Procedure[Checked]:
    """Try after try, until the ally is up."""
    again = replace(_once(a), when=lambda x: not x.success)
    steps = tuple(step for number in range(1, a.tries + 1) for step in by(f"Try {number}", (again,)))
    return Procedure(Checked(), steps, lambda x: "Up" if x.success else "Still down")


def _explanation(a: Help) -> Procedure[Checked]:
    """One try, and how many there are."""
    tries = note(f"Tries at most: {a.tries}", "S2-GROUND-03")
    return Procedure(Checked(), (_once(a), tries), lambda x: "")


def _values(a: Help) -> dict[str, Any]:
    p = Procedure(Checked(), (_once(a),), str).odds().p(lambda x: x.success)
    by_try = [1 - (1 - p) ** number for number in range(1, a.tries + 1)]
    return {"p_up": by_try[-1], "p_single": p, "p_by_try": by_try}


HELP = Calculator(
    id="stepdie.help",
    title="Help up",
    summary="The chance to get a grounded ally back on their feet, in one try or several.",
    inputs=Help,
    outputs=(
        out.percent("p_up", "on their feet", rule="S2-GROUND-03", headline=True),
        out.percent("p_single", "Each try", rule="S2-HELP-01"),
        out.curve("p_by_try", "On their feet by the try", rule="S2-GROUND-03", unit="Try"),
    ),
    compute=_values,
    also=("S2-TIE-01", *ROLL_RULES),
    start={"roll": {"die": 6}, "tries": 3},
    rolls=(RollOption("help", "Roll it", helped),),
    explain=_explanation,
)
