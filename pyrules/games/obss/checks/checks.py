"""Checks: skill checks, ability checks and saving throws against a DC.

The Golden Rules of "Defense and attack". Skill checks and saving throws stand outside the chapter (EXT-02 to EXT-13).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import no_lower, note, notes
from ....engine.inputs import number, pick, toggle
from ....engine.procedure import Modifier, Procedure, Step, if_any
from ..table_rules import triples_critical
from ..tables import FACTS
from .check_dice import CHECK_DICE_RULES, Check, Grade, grade_die
from .check_step import check_step, dice, grade_words, modifier

DC = (0, 100)
MOST_CRITICALS = 2
"""The number from which criticals share one class."""

TAKES = FACTS.table("takes").options()


@dataclass(frozen=True, kw_only=True)
class CheckInputs:
    """A check against a DC."""

    dc: int = number("DC", *DC, help="What the check has to reach.", rule="EXT-05")
    modifier: int = modifier("Bonus", 0, help="Proficiency, ability and everything else that is added.", rule="EXT-05")
    dice: int = dice()
    untrained: bool = toggle(
        "Untrained", help="No points in a base skill: one die less.", rule="EXT-09", group="Kind of check"
    )
    take: int | None = pick(
        "Without a roll",
        TAKES,
        None,
        help="With time and no pressure, the dice count a fixed number.",
        rule="EXT-11",
        nullable=True,
        empty="roll",
        group="Kind of check",
    )
    triples_critical: bool = triples_critical()


def rolled_dice(a: CheckInputs) -> int:
    """The number of dice rolled."""
    return a.dice + (FACTS.number("untrained_dice") if a.untrained else 0)


def check_of(a: CheckInputs) -> Check:
    """The roll of these inputs."""
    return Check(a.dc - a.modifier, rolled_dice(a), triples_critical=a.triples_critical)


def outcome(grade: Grade) -> str:
    """The name of a check's end state, as a roll shows it."""
    if not grade.success:
        return "Critical failure" if grade.criticals else "Failure"
    if grade.criticals < MOST_CRITICALS:
        return grade_words(grade).capitalize()
    return f"Success, {MOST_CRITICALS}+ critical successes"


def check(a: CheckInputs) -> Procedure[Grade]:
    """The check as a procedure."""
    if a.take is not None:
        raise not_allowed("take", a.take, f"With {a.take} for the dice nothing is rolled.")
    return Procedure(Grade(False, 0), (_step(a),), outcome)


def _step(a: CheckInputs) -> Step[Grade]:
    return check_step(
        f"Check against DC {a.dc}",
        check_of(a),
        lambda s, grade: grade,
        rule="EXT-05",
        added=if_any("Bonus", a.modifier, "EXT-05"),
    )


def explanation(a: CheckInputs) -> Procedure[Any]:
    """The dice, the check, and the further rules that decide."""
    fewer = if_any("Untrained", FACTS.number("untrained_dice") * a.untrained, "EXT-09")
    if a.take is not None:
        fixed = (Modifier("The dice count", a.take, "EXT-11"), *if_any("Bonus", a.modifier, "EXT-05"))
        return notes(
            note(f"Against DC {a.dc}, without a roll", "EXT-11", fixed, gives="total"),
            note("No dice are rolled", "OBSS-MOD-14", gives="dice"),
        )
    margin = FACTS.number("critical_margin")
    return Procedure(
        Grade(False, 0),
        (
            note(
                "Dice rolled",
                "OBSS-MOD-14",
                no_lower(0, (Modifier("Dice", a.dice, "OBSS-MOD-14"), *fewer), "OBSS-MOD-14"),
            ),
            _step(a),
            note(f"Every full {margin} points above or below: one critical", "OBSS-HIT-15"),
            note("Three 1s on the first three dice: a failure", "EXT-04"),
            note("Three 6s on the first three dice: a success", "EXT-04"),
        ),
        str,
    )


def _values(a: CheckInputs) -> dict[str, Any]:
    if a.take is not None:
        total = a.take + a.modifier
        reached = total >= a.dc
        chance = Fraction(int(reached))
        none = dict.fromkeys(("p_critical_success", "p_critical_failure", "p_double_critical_success"), Fraction(0))
        return {
            "dice": 0,
            "p_success": chance,
            "p_failure": 1 - chance,
            **none,
            "total": total,
            "success": reached,
            "results": {outcome(Grade(reached, 0)): Fraction(1)},
        }
    die = grade_die(check_of(a))
    success = die.p(lambda grade: grade.success)
    order = sorted(die.weights, key=lambda grade: grade.criticals if grade.success else -1 - grade.criticals)
    results: dict[str, Fraction] = {}
    for grade in order:
        results[outcome(grade)] = results.get(outcome(grade), Fraction(0)) + Fraction(die.weights[grade], die.total)
    return {
        "dice": max(0, rolled_dice(a)),
        "p_success": success,
        "p_failure": 1 - success,
        "p_critical_success": die.p(lambda grade: grade.success and grade.criticals > 0),
        "p_critical_failure": die.p(lambda grade: not grade.success and grade.criticals > 0),
        "p_double_critical_success": die.p(lambda grade: grade.success and grade.criticals > 1),
        "total": None,
        "success": None,
        "results": results,
    }


CHECK = Calculator(
    id="obss.check",
    title="Check or saving throw",
    summary="A skill, an ability or a saving throw against a DC.",
    inputs=CheckInputs,
    outputs=(
        out.percent("p_success", "succeeds", rule="EXT-05", headline=True),
        out.percent("p_critical_success", "is a critical success", rule="OBSS-HIT-15", headline=True),
        out.percent("p_critical_failure", "is a critical failure", rule="OBSS-HIT-15", headline=True),
        out.percent("p_double_critical_success", "At least two critical successes", rule="OBSS-HIT-15"),
        out.figure("dice", "Dice rolled", rule="OBSS-MOD-14", unit="d6"),
        out.figure("total", "Without a roll, in all", rule="EXT-11"),
        out.flag("success", "Without a roll", rule="EXT-11", yes="success", no="failure"),
        out.distribution("results", "What it comes to", rule="OBSS-HIT-15"),
        api_only(out.percent("p_failure", "Fails", rule="EXT-05")),
    ),
    compute=_values,
    explain=explanation,
    also=("OBSS-LIFE-04", "OBSS-LIFE-05", "EXT-02", "EXT-13", *CHECK_DICE_RULES),
    start={"dc": 15, "modifier": 4},
    rolls=(RollOption("check", "Check", check),),
)
