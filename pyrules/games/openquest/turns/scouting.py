"""Scouting ahead: what the scouts see, who is seen, and whether the party chooses the distance.

"Scouting" in the combat chapter. Every scout rolls Perception; who may, looks again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist
from ....engine.explain import note
from ....engine.inputs import Option, choice, many
from ....engine.procedure import Modifier, Procedure, Step, throw, total
from ..skills.skill import (
    CRITICAL,
    FAILURE,
    FUMBLE,
    GRADE_WORDS,
    SKILL_RULES,
    SUCCESSES,
    Skill,
    chances,
    grade_columns,
    grade_die,
    skill,
    skill_modifiers,
    skill_roll,
    switch,
)
from ..tables import FACTS

ROWS = FACTS.table("scouting").rows
COVERS = tuple(Option(row["id"], row["label"], row["rule"]) for row in ROWS if row["kind"] == "cover")


@dataclass(frozen=True, kw_only=True)
class Scouting:
    """The scouts, and how well the foes are hidden."""

    scouts: tuple[Skill, ...] = many(
        "Scouts",
        skill("Scout", help="The scout's Perception.", rule="OQ-SCT-01"),
        1,
        12,
        help="The Perception of everybody ahead of the party.",
        rule="OQ-SCT-01",
    )
    cover: str = choice("The foes are", COVERS, help="How well they are hidden.", rule="OQ-SCT-01")
    strict_fail: str = switch("strict_fail")
    rescan: str = switch("rescan")
    fumbler_seen: str = switch("fumbler_seen")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def hidden(a: Scouting) -> Modifier:
    """What their cover does to Perception."""
    row = FACTS.table("scouting").row(a.cover)
    return Modifier(row["label"], row["perception"], row["rule"])


AGAIN = FACTS.modifier("scouting_rescan_bonus")


class Scouted(NamedTuple):
    """What the scouts have come to: how many succeed, and whether any sees it all, is seen, is cut off, looks again."""

    successes: int = 0
    critical: bool = False
    seen: bool = False
    split: bool = False
    found_again: bool = False
    again: bool = False


def scouting(a: Scouting) -> Procedure[Scouted]:
    """Every scout's look, and the second look of those who may."""
    steps = (step for index, scout in enumerate(a.scouts) for step in _looks(a, index, scout))
    return Procedure(Scouted(), tuple(steps), lambda s: _outcome(a, s))


def _looks(a: Scouting, index: int, scout: Skill) -> tuple[Step[Scouted], Step[Scouted]]:
    first, second = skill_modifiers(scout, hidden(a)), skill_modifiers(scout, AGAIN)
    return (
        throw(
            f"Scout {index + 1}: Perception, {total(first)}%",
            grade_die(skill_roll(scout, a, hidden(a).value)),
            lambda s, grade: _looked(a, s, grade),
            rule="OQ-SCT-01",
            modifiers=first,
            tell=lambda grade, s: f"{GRADE_WORDS[grade]}{_meaning(a, grade)}",
        ),
        throw(
            f"Scout {index + 1}: second look, {total(second)}%",
            grade_die(skill_roll(scout, a, AGAIN.value)),
            lambda s, grade: s._replace(found_again=s.found_again or grade in SUCCESSES, again=False),
            rule="OQ-SCT-08",
            when=lambda s: s.again,
            modifiers=second,
            tell=lambda grade, s: GRADE_WORDS[grade],
        ),
    )


def _looked(a: Scouting, s: Scouted, grade: str) -> Scouted:
    return Scouted(
        s.successes + (grade in SUCCESSES),
        s.critical or grade == CRITICAL,
        s.seen or is_seen(a, grade),
        s.split or grade == FUMBLE,
        s.found_again,
        again=grade == CRITICAL or (a.rescan == "any_success" and grade in SUCCESSES),
    )


def is_seen(a: Scouting, grade: str) -> bool:
    """Whether a scout with this grade is seen coming (OQ-SCT-09; a fumble is a failure too, unless switched)."""
    return grade == FAILURE or (grade == FUMBLE and a.fumbler_seen == "yes")


def _meaning(a: Scouting, grade: str) -> str:
    if grade in SUCCESSES:
        return ": every detail" if grade == CRITICAL else ": the foes are spotted"
    seen = ": seen" if is_seen(a, grade) else ": unseen"
    return f"{seen}, and cut off" if grade == FUMBLE else seen


def _chooses(a: Scouting, s: Scouted) -> bool:
    """Whether the party chooses the distance (OQ-SCT-06, with the ruling of OQ-SCT-09)."""
    return s.successes == len(a.scouts) if a.strict_fail == "yes" else s.successes > 0


def _outcome(a: Scouting, s: Scouted) -> str:
    spotted = "Foes spotted" if s.successes else "Nothing found"
    return f"{spotted}, seen by them" if s.seen else spotted


def explanation(a: Scouting) -> Procedure[Scouted]:
    """The looks, and what their results mean."""
    whole = scouting(a)
    again = "any success" if a.rescan == "any_success" else "a critical"
    need = "every scout succeeds" if a.strict_fail == "yes" else "any scout succeeds"
    failing = "fails or fumbles" if a.fumbler_seen == "yes" else "fails"
    first, second = zip(*(_looks(a, index, scout) for index, scout in enumerate(a.scouts)), strict=True)
    return Procedure(
        whole.start,
        (
            *first,
            note(f"The party chooses the distance if {need}", "OQ-SCT-06"),
            note("A critical tells numbers and places", "OQ-SCT-07"),
            note(f"A scout who {failing} is seen", "OQ-SCT-09"),
            note("A scout who fumbles is cut off", "OQ-SCT-10"),
            note(f"Whoever has {again} may look again, whatever the cover", "OQ-SCT-08"),
            *(note(step.label, step.rule, step.modifiers) for step in second),
        ),
        str,
    )


def _scout(a: Scouting, scout: Skill) -> dict[str, Any]:
    first, second = skill_modifiers(scout, hidden(a)), skill_modifiers(scout, AGAIN)
    return {
        "modified": total(first),
        "grades": chances(grade_die(skill_roll(scout, a, hidden(a).value))),
        "rescan_modified": total(second),
        "rescan_grades": chances(grade_die(skill_roll(scout, a, AGAIN.value))),
    }


def _party(a: Scouting, end: Dist[Scouted]) -> dict[str, Fraction]:
    return {
        "p_any_success": end.p(lambda s: s.successes > 0),
        "p_any_critical": end.p(lambda s: s.critical),
        "p_any_seen": end.p(lambda s: s.seen),
        "p_any_split": end.p(lambda s: s.split),
        "p_choose_distance": end.p(lambda s: _chooses(a, s)),
        "p_any_rescan_success": end.p(lambda s: s.found_again),
    }


def _values(a: Scouting) -> dict[str, Any]:
    end = scouting(a).odds()
    return {
        "per_scout": [_scout(a, scout) for scout in a.scouts],
        **_party(a, end),
        "successes": out.text_keys(end.dist(lambda s: s.successes)),
    }


SCOUTING = Calculator(
    id="openquest.scouting",
    title="Scouting",
    summary="What your scouts find out, and the chance that one of them is seen or cut off.",
    inputs=Scouting,
    outputs=(
        out.percent("p_choose_distance", "you choose the distance", rule="OQ-SCT-06", headline=True),
        out.percent("p_any_seen", "a scout is seen", rule="OQ-SCT-09", headline=True),
        out.percent("p_any_success", "The foes are spotted", rule="OQ-SCT-06"),
        out.percent("p_any_critical", "In every detail", rule="OQ-SCT-07"),
        out.percent("p_any_split", "A scout is cut off", rule="OQ-SCT-10"),
        out.percent("p_any_rescan_success", "A second look finds more", rule="OQ-SCT-08"),
        out.rows(
            "per_scout",
            "Scout by scout",
            (
                out.figure("modified", "Perception", unit="%"),
                out.record("grades", "First look", grade_columns()),
                out.figure("rescan_modified", "Second look", unit="%"),
                out.record("rescan_grades", "If it comes to it", grade_columns()),
            ),
            rule="OQ-SCT-08",
            counts="Scout",
        ),
        out.distribution("successes", "Scouts who find them", rule="OQ-SCT-06", unit="scouts"),
    ),
    compute=_values,
    also=(*(f"OQ-SCT-{row:02}" for row in range(1, 11)), *SKILL_RULES),
    start={"scouts": [{"base": 60}, {"base": 45}], "cover": "undergrowth"},
    rolls=(RollOption("scouting", "Roll it", scouting),),
    explain=explanation,
)
