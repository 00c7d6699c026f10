"""One roll alone: its totals, and the chance to reach a number.

The chapter does not define rolls; "Our defaults" (EXT) are ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.formatting import figure
from ....engine.inputs import number
from ....engine.procedure import Procedure, Step, throw
from .rolls import Roll, Total, roll_input, total_of

TARGET = (-20, 60)
EXAMPLE: dict[str, Any] = {"die": 8, "skill": 3}


class Rolled(NamedTuple):
    """The state: the total."""

    total: int = 0


def roll_step(label: str, total: Total, *, rule: str = "S2-ROLL-01") -> Step[Any]:
    """The roll of one total, for states with a field `total`."""
    return throw(
        f"{label}: {total.dice_text}",
        total.die,
        lambda x, rolled: x._replace(total=rolled),
        rule=rule,
        modifiers=total.modifiers,
        adds=total.modifiers,
        tell=lambda rolled, x: total.tell(rolled),
    )


# Any roll.


@dataclass(frozen=True, kw_only=True)
class AnyRoll:
    """A roll."""

    roll: Roll = roll_input("Roll", help="What is rolled.")


def any_roll(a: AnyRoll) -> Procedure[Rolled]:
    """The roll."""
    return Procedure(Rolled(), (roll_step("Roll", total_of(a.roll)),), lambda x: figure(x.total))


def _roll_values(a: AnyRoll) -> dict[str, Any]:
    die = total_of(a.roll).die
    return {
        "mean": die.mean(lambda n: n),
        "min": min(die.weights),
        "max": max(die.weights),
        "dist": out.text_keys(die.probabilities()),
    }


ROLL = Calculator(
    id="stepdie.roll",
    title="A roll",
    summary="What a die with a skill can show, and how likely each total is.",
    inputs=AnyRoll,
    outputs=(
        out.figure("mean", "on average", rule="S2-ROLL-01", headline=True),
        out.figure("min", "at least", rule="S2-ROLL-01", headline=True),
        out.figure("max", "at most", rule="S2-ROLL-01", headline=True),
        out.distribution("dist", "Total", rule="S2-ROLL-01"),
    ),
    compute=_roll_values,
    start={"roll": EXAMPLE},
    rolls=(RollOption("roll", "Roll it", any_roll),),
)

# A roll against a number.


@dataclass(frozen=True, kw_only=True)
class Check:
    """A roll and the number it must reach."""

    roll: Roll = roll_input("Roll", help="What is rolled.")
    tn: int = number("Number to reach", *TARGET, help="The roll succeeds with this total or more.", rule="S2-TIE-01")


class Checked(NamedTuple):
    """The state: whether the roll reached the number."""

    success: bool = False


def check(a: Check) -> Procedure[Checked]:
    """The roll against the number."""
    return Procedure(Checked(), (reach_step("Roll", total_of(a.roll), a.tn),), _outcome)


def reach_step(label: str, total: Total, number: int, *, rule: str = "S2-TIE-01") -> Step[Any]:
    """A roll that must reach a number, for states with a field `success`."""
    return throw(
        f"{label}: {total.dice_text} against {number}",
        total.die,
        lambda x, rolled: x._replace(success=rolled >= number),
        rule=rule,
        modifiers=total.modifiers,
        adds=total.modifiers,
        tell=lambda rolled, x: total.tell(rolled, _outcome(x).lower()),
    )


def _outcome(x: Any) -> str:
    return "Success" if x.success else "Failure"


def _check_values(a: Check) -> dict[str, Any]:
    p = check(a).odds().p(lambda x: x.success)
    return {"p_success": p, "p_fail": 1 - p}


CHECK = Calculator(
    id="stepdie.check",
    title="Reach a number",
    summary="The chance that a roll reaches a fixed number.",
    inputs=Check,
    outputs=(
        out.percent("p_success", "success", rule="S2-TIE-01", headline=True),
        out.percent("p_fail", "failure", rule="S2-TIE-01", headline=True),
    ),
    compute=_check_values,
    start={"roll": EXAMPLE, "tn": 6},
    rolls=(RollOption("roll", "Roll it", check),),
)
