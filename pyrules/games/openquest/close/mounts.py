"""Fighting from the saddle and against riders, and keeping a mount that is not used to it.

"Mounted Combat". Riding limits the rider's weapon skill before anything is added to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die
from ....engine.explain import note
from ....engine.inputs import choice, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, throw, total
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import (
    GRADE_WORDS,
    SKILL_RULES,
    SUCCESSES,
    Skill,
    SkillRoll,
    base_of,
    chances,
    grade_columns,
    grade_die,
    skill_modifiers,
    skill_roll,
    switch,
)
from ..skills.skill import skill as skill_input
from ..tables import FACTS

SIDES = FACTS.table("mounted_sides")
RIDER_DODGE, ON_FOOT = "rider_dodge", "foot_defence"
FOE, MOUNT = "The foe", "The mount"


@dataclass(frozen=True, kw_only=True)
class Mounted:
    """A roll of a rider, or of somebody on foot against one."""

    side: str = choice(
        "You roll",
        SIDES.options(),
        help="Rider or on foot, attack or defense. Situation up close counts riding the same way.",
        rule="OQ-MNT-01",
    )
    skill: Skill = skill_input("Skill", help="The weapon skill or Dodge that you roll.", rule="OQ-MNT-05")
    riding: Skill = skill_input("Riding", help="The rider's Riding.", rule="OQ-MNT-05")
    foe_on_foot: bool = toggle(
        "Foe on foot", True, help="Against another rider there is no bonus.", rule="OQ-MNT-01", group=FOE
    )
    adjacent: bool = toggle(
        "Next to you", True, help="The bonus needs a foe within reach.", rule="OQ-MNT-01", group=FOE
    )
    tall_foe: bool = toggle(
        "As tall as the rider", help="Against somebody that tall on foot nothing changes.", rule="OQ-MNT-03", group=FOE
    )
    trained: bool = toggle(
        "Battle-trained",
        True,
        help="Any other mount must be held every round.",
        rule="OQ-MNT-09",
        group=MOUNT,
    )
    rounds: int = number("Rounds", 1, 100, 1, help="How long to look ahead.", rule="OQ-MNT-06", group=MOUNT)
    riding_dodge: str = switch("riding_dodge")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def bonus(a: Mounted) -> tuple[Modifier, ...]:
    """What being mounted, or facing a rider, adds or takes (OQ-MNT-01, OQ-MNT-02, OQ-MNT-03)."""
    row = SIDES.row(a.side)
    counts = not a.tall_foe and (a.side == ON_FOOT or (a.foe_on_foot and a.adjacent))
    dodges = a.side == RIDER_DODGE and a.riding_dodge == "bonus"
    value = FACTS.number("mounted_bonus") if dodges else row["modifier"]
    return if_any(row["label"], value if counts else 0, row["rule"])


def base_used(a: Mounted) -> int:
    """The skill on the sheet, no better than Riding where that limits it (OQ-MNT-05)."""
    base = base_of(a.skill)
    return min(base, base_of(a.riding)) if SIDES.row(a.side)["capped"] else base


def roll_of(a: Mounted) -> SkillRoll:
    """The roll."""
    return SkillRoll(base_used(a), total(roll_modifiers(a)), a.mastery, a.hundred)


def roll_modifiers(a: Mounted) -> tuple[Modifier, ...]:
    """What adds up to the modified skill."""
    limited = base_used(a) - base_of(a.skill)
    return (
        Modifier("Skill", base_of(a.skill), "EXT-01"),
        *if_any("No better than Riding", limited, "OQ-MNT-05"),
        *if_any("Modifiers", a.skill.mods, "EXT-06"),
        *bonus(a),
    )


def rides(a: Mounted) -> Die[str]:
    """The Riding test that keeps an untrained mount in hand (OQ-MNT-06)."""
    return grade_die(skill_roll(a.riding, a))


def one_roll(a: Mounted) -> Procedure[str]:
    """The roll itself."""
    return Procedure("", (_roll_step(a),), lambda grade: GRADE_WORDS[grade].capitalize())


def _roll_step(a: Mounted) -> Step[str]:
    modifiers = roll_modifiers(a)
    return throw(
        f"{SIDES.row(a.side)['label']}, {total(modifiers)}%",
        grade_die(roll_of(a)),
        lambda s, grade: grade,
        rule="OQ-MNT-01",
        modifiers=modifiers,
        tell=lambda grade, s: GRADE_WORDS[grade],
    )


def control(a: Mounted) -> Procedure[int]:
    """A Riding test at the start of every round; what is counted are rounds in which the mount obeys."""
    return Procedure(0, _control_steps(a), lambda obeyed: "Never bolts" if obeyed == a.rounds else "Bolts")


def _control_steps(a: Mounted) -> tuple[Step[int], ...]:
    if a.trained:
        return (settle("A trained mount needs no test", lambda obeyed: a.rounds, rule="OQ-MNT-09"),)
    modifiers = skill_modifiers(a.riding)
    return tuple(
        throw(
            f"Round {number}: Riding, {total(modifiers)}%",
            rides(a),
            lambda obeyed, grade: obeyed + (grade in SUCCESSES),
            rule="OQ-MNT-06",
            modifiers=modifiers,
            tell=lambda grade, s: f"{GRADE_WORDS[grade]}: {'it obeys' if grade in SUCCESSES else 'it bolts'}",
        )
        for number in range(1, a.rounds + 1)
    )


def explanation(a: Mounted) -> Procedure[str]:
    """The roll, and then what keeps the mount in hand."""
    ride: Step[str]
    if a.trained:
        ride = note("A trained mount needs no test", "OQ-MNT-09", also=("OQ-MNT-06",))
    else:
        modifiers = skill_modifiers(a.riding)
        ride = throw("Riding, every round", rides(a), lambda s, grade: s, rule="OQ-MNT-06", modifiers=modifiers)
    steps = (
        _roll_step(a),
        replace(ride, starts_new_explanation=True),
        note("A mount that is kept in hand acts as a trained one", "OQ-MNT-08"),
        note(f"Over {counted(a.rounds, 'round')}: one failure and it bolts", "OQ-MNT-07"),
    )
    return Procedure("", steps, str)


def _chances(a: Mounted) -> dict[str, Any]:
    p_control = Fraction(1) if a.trained else rides(a).p(lambda grade: grade in SUCCESSES)
    return {
        "p_success": grade_die(roll_of(a)).p(lambda grade: grade in SUCCESSES),
        "p_control": p_control,
        "p_no_flight": p_control**a.rounds,
    }


def _open_questions(a: Mounted) -> tuple[str, ...]:
    """The table rules that can matter for these inputs."""
    return (*(("riding_dodge",) if a.side == RIDER_DODGE else ()), *open_questions(a.skill, a.riding))


def _values(a: Mounted) -> dict[str, Any]:
    found = _chances(a)
    return {
        "base_used": base_used(a),
        "modifier": total(bonus(a)),
        "modified": total(roll_modifiers(a)),
        "grades": chances(grade_die(roll_of(a))),
        **found,
        "mean_rounds_controlled": found["p_control"] * a.rounds,
        "readings": side_by_side(a, _chances, _open_questions(a)),
    }


MOUNTED = Calculator(
    id="openquest.mounted",
    title="In the saddle",
    summary="What riding does to your roll or your foe's, and whether an untrained mount stays in hand.",
    inputs=Mounted,
    outputs=(
        out.percent("p_success", "success", rule="OQ-MNT-01", headline=True),
        out.figure("modified", "% skill, all in", rule="OQ-MNT-01", headline=True),
        out.percent("p_no_flight", "the mount never bolts", rule="OQ-MNT-07", headline=True),
        out.figure("base_used", "Skill within Riding", rule="OQ-MNT-05", unit="%"),
        out.figure("modifier", "For riding", rule="OQ-MNT-01", unit="%", signed=True),
        out.percent("p_control", "It obeys in a round", rule="OQ-MNT-06"),
        out.figure("mean_rounds_controlled", "Rounds in which it obeys", rule="OQ-MNT-08", unit="on average"),
        out.record("grades", "What you roll", grade_columns(), rule="OQ-MNT-01"),
        readings(
            (
                out.percent("p_success", "Success"),
                out.percent("p_control", "It obeys in a round"),
                out.percent("p_no_flight", "Never bolts"),
            ),
            rule="EXT-05",
        ),
    ),
    compute=_values,
    also=("OQ-CCM-03", *(rule for rule in SKILL_RULES if rule != "OQ-MNT-01")),
    start={
        "side": "rider_attack",
        "skill": {"base": 70},
        "riding": {"base": 55},
        "trained": False,
        "rounds": 3,
    },
    rolls=(RollOption("roll", "Roll the skill", one_roll), RollOption("mount", "Keep the mount", control)),
    explain=explanation,
)
