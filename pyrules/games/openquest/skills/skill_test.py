"""The skill test: one d100 against a skill, and what a roll that has been made comes to.

"Criticals and Fumbles", with the skill roll of the SRD outside the combat chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, always
from ....engine.inputs import Option, choice, number
from ....engine.procedure import Procedure, throw, total
from .skill import (
    CRITICAL,
    FAILURE,
    GRADES,
    SKILL_RULES,
    SUCCESSES,
    Skill,
    chances,
    grade,
    grade_columns,
    grade_die,
    skill,
    skill_modifiers,
    skill_roll,
    switch,
)

FORCED = {"auto_crit": CRITICAL, "auto_fail": FAILURE}
FORCES = (
    Option("none", "Rolled", "EXT-01"),
    Option("auto_crit", "Critical for certain", "OQ-CRI-01"),
    Option("auto_fail", "Failure for certain", "EXT-01"),
)


@dataclass(frozen=True, kw_only=True)
class SkillTest:
    """A skill, and perhaps a roll that has been made."""

    skill: Skill = skill("Skill", help="The skill you test, with everything that changes it.", rule="OQ-RND-03")
    force: str = choice(
        "The roll is",
        FORCES,
        "none",
        help="Some situations decide the roll, such as a helpless target or a hurricane.",
        rule="OQ-CRI-01",
        group="This roll",
    )
    roll: int | None = number(
        "You rolled",
        1,
        100,
        None,
        help="A roll that you have made, to be read; 100 for 00.",
        rule="EXT-01",
        group="This roll",
        nullable=True,
        empty="none",
    )
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def test_die(a: SkillTest) -> Die[str]:
    """The d100 read as a grade, unless the situation decides it."""
    if a.force in FORCED:
        return always(FORCED[a.force])
    return grade_die(skill_roll(a.skill, a))


def skill_test(a: SkillTest) -> Procedure[str]:
    """A skill test, step by step."""
    words = {option.id: option.label for option in GRADES}
    step = throw(
        "Skill test",
        test_die(a),
        lambda s, held: held,
        rule="EXT-01",
        modifiers=skill_modifiers(a.skill),
        tell=lambda held, s: words[held].lower(),
    )
    return Procedure("", (step,), lambda s: words[s])


def _values(a: SkillTest) -> dict[str, Any]:
    die = test_die(a)
    read = None
    if a.roll is not None:
        read = FORCED.get(a.force) or grade(skill_roll(a.skill, a), a.roll)
    return {
        "modified": total(skill_modifiers(a.skill)),
        "grades": chances(die),
        "p_success": die.p(lambda held: held in SUCCESSES),
        "roll_grade": read,
    }


SKILL_TEST = Calculator(
    id="openquest.skill_test",
    title="Skill test",
    summary="The chance of each grade on a d100 against a skill.",
    inputs=SkillTest,
    outputs=(
        out.percent("p_success", "success", rule="EXT-01", headline=True),
        out.word("roll_grade", "Your roll is a", GRADES, rule="EXT-01"),
        out.figure("modified", "Skill, all in", rule="OQ-RND-03", unit="%"),
        out.record("grades", "Grades", grade_columns(), rule="OQ-CRI-01"),
    ),
    compute=_values,
    also=("OQ-ACT-16", "OQ-OTH-08", *SKILL_RULES),
    start={"skill": {"base": 60, "mods": -20}, "roll": 33},
    rolls=(RollOption("test", "Roll it", skill_test),),
)
