"""Toss: throw an object to another character, who must catch it.

"Universal combat actions": Toss.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.formatting import feet
from ....engine.inputs import number
from ....engine.procedure import Procedure, Step, part
from ..rolls.checks import Checked, reach_step
from ..rolls.rolls import ROLL_RULES, Roll, roll_input, total_of
from ..tables import FACTS

TARGET = FACTS.number("toss_target")
FARTHEST = FACTS.number("toss_ft")


@dataclass(frozen=True, kw_only=True)
class Toss:
    """The thrower, the catcher and the distance between them."""

    thrower: Roll = roll_input("Thrower", help="Agility of whoever throws: as a rule the die alone.", rule="S2-TOSS-02")
    catcher: Roll = roll_input(
        "Catcher", help="Agility of whoever catches: as a rule the die alone.", rule="S2-TOSS-02"
    )
    distance_ft: int = number(
        "Distance",
        0,
        FARTHEST,
        FARTHEST,
        help=f"How far it flies: {FARTHEST} feet at most.",
        rule="S2-TOSS-01",
        unit="feet",
        group="Distance",
    )


class Tossed(NamedTuple):
    """The state: whether the throw succeeded, and the catch."""

    thrown: bool = False
    caught: bool = False


def toss(a: Toss) -> Procedure[Tossed]:
    """The throw, then the catch."""
    thrown: Step[Tossed] = part(
        reach_step("Throw", total_of(a.thrower), TARGET, rule="S2-TOSS-02"),
        lambda x: Checked(x.thrown),
        lambda x, made: x._replace(thrown=made.success),
    )
    caught: Step[Tossed] = part(
        reach_step("Catch", total_of(a.catcher), TARGET, rule="S2-TOSS-02"),
        lambda x: Checked(x.caught),
        lambda x, made: x._replace(caught=made.success),
    )
    return Procedure(Tossed(), (thrown, caught), lambda x: "Passed" if x.thrown and x.caught else "It falls")


def _explanation(a: Toss) -> Procedure[Tossed]:
    """The distance, then both rolls."""
    apart = note(f"{feet(a.distance_ft)}, of {FARTHEST} at most", "S2-TOSS-01")
    return toss(a).explained(before=(apart,))


def _values(a: Toss) -> dict[str, Any]:
    ends = toss(a).odds()

    def p(thrown: bool, caught: bool) -> Fraction:
        return ends.p(lambda x: x == Tossed(thrown, caught))

    return {
        "p_passed": p(True, True),
        "p_only_thrower": p(True, False),
        "p_only_catcher": p(False, True),
        "p_neither": p(False, False),
    }


TOSS = Calculator(
    id="stepdie.toss",
    title="Toss",
    summary="The chance that an object thrown to an ally is caught.",
    inputs=Toss,
    outputs=(
        out.percent("p_passed", "thrown and caught", rule="S2-TOSS-02", headline=True),
        out.percent("p_only_thrower", "Well thrown, but dropped", rule="S2-TOSS-02"),
        out.percent("p_only_catcher", "Only the catcher does well", rule="S2-TOSS-02"),
        out.percent("p_neither", "Neither does", rule="S2-TOSS-02"),
    ),
    compute=_values,
    also=("S2-TOSS-03", "S2-TIE-01", *ROLL_RULES),
    start={"thrower": {"die": 8}, "catcher": {"die": 6}},
    rolls=(RollOption("toss", "Roll it", toss),),
    explain=_explanation,
)
