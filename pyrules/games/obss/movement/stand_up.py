"""Standing up: for an Action, or for an Immediate Action with a check of Acrobatics.

"Prone" in the combat chapter: OBSS-PRON-01 to OBSS-PRON-03.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.inputs import number
from ....engine.procedure import Procedure, if_any
from ..checks.check_dice import CHECK_DICE_RULES, Check, Grade, grade_die
from ..checks.check_step import check_step, modifier
from ..tables import FACTS

STANDS, STILL_PRONE, ROUND_LOST = "Stands", "Still prone", "Still prone, and the round is lost"


@dataclass(frozen=True, kw_only=True)
class Springing:
    """A prone character who tries to spring up."""

    acrobatics: int = modifier(
        "Acrobatics", help="Proficiency, Dexterity and everything else that is added.", rule="OBSS-PRON-02"
    )
    dice: int = number(
        "Dice",
        0,
        12,
        FACTS.number("check_dice"),
        help="Bonus dice and penalty dice counted; at 0 nothing is rolled.",
        rule="OBSS-MOD-14",
        unit="d6",
    )


def check_of(a: Springing) -> Check:
    """The check of Acrobatics."""
    return Check(FACTS.number("stand_up_dc") - a.acrobatics, a.dice)


def outcome(grade: Grade) -> str:
    """The result of the check (OBSS-PRON-02, OBSS-PRON-03)."""
    if grade.success:
        return STANDS
    return ROUND_LOST if grade.criticals else STILL_PRONE


def spring_up(a: Springing) -> Procedure[Grade]:
    """The check as a procedure."""
    step = check_step(
        f"Acrobatics against DC {FACTS.number('stand_up_dc')}",
        check_of(a),
        lambda s, grade: grade,
        rule="OBSS-PRON-02",
        added=if_any("Acrobatics", a.acrobatics, "OBSS-PRON-02"),
    )
    return Procedure(Grade(False, 0), (step,), outcome)


def explanation(a: Springing) -> Procedure[Grade]:
    """The other way to stand up, the check, and the cost of a Critical Failure."""
    whole, margin = spring_up(a), FACTS.number("critical_margin")
    other = note("Without a check", "OBSS-PRON-01", (FACTS.modifier("stand_up_actions"),))
    cost = note("With one", "OBSS-PRON-02", (FACTS.modifier("stand_up_immediates"),))
    lost = note(f"{margin} points or more below, or three 1s: the round is over for you", "OBSS-PRON-03")
    return whole.explained(lost, before=(other, cost))


def _values(a: Springing) -> dict[str, Any]:
    die = grade_die(check_of(a)).map(outcome)
    return {
        "p_stands_free": die.p(lambda end: end == STANDS),
        "p_still_prone": die.p(lambda end: end == STILL_PRONE),
        "p_round_lost": die.p(lambda end: end == ROUND_LOST),
        "normal_cost_actions": FACTS.number("stand_up_actions"),
    }


STAND_UP = Calculator(
    id="obss.stand_up",
    title="Stand up",
    summary="Spring to your feet with Acrobatics, or spend an Action on it.",
    inputs=Springing,
    outputs=(
        out.percent("p_stands_free", "stands for an Immediate Action", rule="OBSS-PRON-02", headline=True),
        out.percent("p_still_prone", "still prone", rule="OBSS-PRON-02", headline=True),
        out.percent("p_round_lost", "loses the round", rule="OBSS-PRON-03", headline=True),
        out.figure("normal_cost_actions", "Without a check", rule="OBSS-PRON-01", unit="Action"),
    ),
    compute=_values,
    explain=explanation,
    also=("OBSS-ACTT-07", *CHECK_DICE_RULES),
    start={"acrobatics": 5},
    rolls=(RollOption("stand_up", "Spring up", spring_up),),
)
