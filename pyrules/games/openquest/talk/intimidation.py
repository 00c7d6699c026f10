"""Intimidation: threaten one enemy or a group, with one or several attempts.

"Intimidation" under social combat: OQ-INT-04 to OQ-INT-12. In a fight each attempt is an action.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine import chain
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, Dist
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import Option, choice, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, throw, total
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import (
    CRITICAL,
    FAILURE,
    FUMBLE,
    PERCENT,
    SKILL_RULES,
    SUCCESS,
    SUCCESSES,
    Skill,
    base_of,
    grade_die,
    skill,
    skill_modifiers,
    skill_roll,
    switch,
)
from ..tables import FACTS

CONDITIONS = FACTS.table("intimidation_conditions")
MOTIVE, WILL, POWER = (option.id for option in CONDITIONS.options())  # in the order of the table
AUTO, NONE = "auto", "none"
PICKS = (
    Option(AUTO, "The worst that holds", "OQ-INT-12"),
    Option(NONE, "None", "OQ-INT-12"),
    *CONDITIONS.options(),
)
TARGET = "Target"
ENDS = (Option("success", "They give in"), Option("immune", "They dig in"))
OUTCOMES = {CRITICAL: "Caves in", SUCCESS: "Convinced", FAILURE: "Not impressed", FUMBLE: "Digs in"}


@dataclass(frozen=True, kw_only=True)
class Threat:
    """A threat, and the conditions for and against it (OQ-INT-04)."""

    influence: Skill = skill("Influence", help="Yours, with the penalty for distance and the like.", rule="OQ-INT-04")
    motive: bool = toggle(
        "Your motive is at stake", help="What moves you bears on the threat.", rule="OQ-INT-09", group=TARGET
    )
    target_influence: int | None = number(
        "Their Influence",
        *PERCENT,
        None,
        help="The highest of a group; empty if you do not know it.",
        rule="OQ-INT-10",
        unit="%",
        group=TARGET,
        nullable=True,
        empty="unknown",
    )
    target_persistence: int | None = number(
        "Their Persistence",
        *PERCENT,
        None,
        help="The highest of a group; empty if you do not know it.",
        rule="OQ-INT-10",
        unit="%",
        group=TARGET,
        nullable=True,
        empty="unknown",
    )
    more_powerful: bool = toggle(
        "Target more powerful", help="The Referee says who is.", rule="OQ-INT-11", group=TARGET
    )
    group_full_strength: bool = toggle(
        "Group at full strength", help="A group that has not lost anybody yet.", rule="OQ-INT-11", group=TARGET
    )
    pick: str = choice(
        "The one modifier", PICKS, AUTO, help="Of those that hold only one counts; the Referee picks.", rule="OQ-INT-12"
    )
    tries: int = number("Tries", 1, 20, 1, help="How often you try at most; each is an action.", rule="OQ-INT-07")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


class Threatened(NamedTuple):
    """The state: the grade of the last attempt; it is a failure while the threat goes on."""

    grade: str = FAILURE


OPEN = Threatened()


def applicable(a: Threat) -> dict[str, Modifier]:
    """The conditions that hold; one of them counts."""
    will = max((n for n in (a.target_influence, a.target_persistence) if n is not None), default=0)
    holds = {
        MOTIVE: a.motive,
        WILL: will > base_of(a.influence),  # the comparison uses unmodified values (ruling, OQ-INT-10)
        POWER: a.more_powerful or a.group_full_strength,
    }
    rows = (row for row in CONDITIONS.rows if holds[row["id"]])
    return {row["id"]: Modifier(row["label"], row["influence"], row["rule"]) for row in rows}


def counted(a: Threat) -> str:
    """The condition that counts: the one picked, or the worst (ruling, OQ-INT-12)."""
    held = applicable(a)
    return min(held, key=lambda id: held[id].value, default=NONE) if a.pick == AUTO else a.pick


def _check(a: Threat) -> None:
    if a.pick not in (AUTO, NONE) and a.pick not in applicable(a):
        label = CONDITIONS.row(a.pick)["label"]
        raise not_allowed("pick", a.pick, f"This modifier does not hold here: {label}.")


def modifiers_with(a: Threat, condition: str) -> tuple[Modifier, ...]:
    """The skill, and the condition that counts."""
    held = applicable(a)
    return skill_modifiers(a.influence, *((held[condition],) if condition in held else ()))


def threat_die(a: Threat, condition: str) -> Die[str]:
    """One attempt."""
    bonus = total(modifiers_with(a, condition)) - total(skill_modifiers(a.influence))
    return grade_die(skill_roll(a.influence, a, bonus))


def threats(a: Threat) -> Procedure[Threatened]:
    """The attempts in order, until one succeeds or a fumble ends them."""
    condition = counted(a)
    modifiers = modifiers_with(a, condition)
    die = threat_die(a, condition)

    def one(count: int) -> Step[Threatened]:
        return throw(
            f"{'Influence' if a.tries == 1 else f'Try {count}: Influence'}, {total(modifiers)}%",
            die,
            lambda s, grade: Threatened(grade),
            rule="OQ-INT-04",
            when=lambda s: s == OPEN,
            modifiers=modifiers,
            tell=lambda grade, s: _outcome(s).lower(),
        )

    return Procedure(OPEN, tuple(one(count) for count in range(1, a.tries + 1)), _outcome)


REASONS = (
    (CRITICAL, "A critical: they surrender or flee", "OQ-INT-06"),
    (SUCCESS, "A success: they do what you want", "OQ-INT-05"),
    (FAILURE, "A failure: not impressed", "OQ-INT-07"),
    (FUMBLE, "A fumble: they dig in", "OQ-INT-08"),
)


def explanation(a: Threat) -> Procedure[Threatened]:
    """The modifier, the first attempt with its grades, and the further attempts."""

    def means(grade: str, label: str, rule: str) -> Step[Threatened]:
        return note(label, rule, when=lambda s: s.grade == grade)

    first, *more = threats(a).steps
    condition, held = counted(a), applicable(a)
    change = (held[condition],) if condition in held else ()
    influence = (
        note("The one modifier", "OQ-INT-12", change, gives="modifier"),
        note("Your Influence", "OQ-INT-12", modifiers_with(a, condition), gives="modified"),
    )
    reasons = (means(*reason) for reason in REASONS)
    return Procedure(OPEN, (*influence, replace(first, modifiers=()), *reasons, *more), _outcome)


def _outcome(s: Threatened) -> str:
    return OUTCOMES[s.grade]


def _success(s: Threatened) -> bool:
    return s.grade in SUCCESSES


def _figures(a: Threat) -> dict[str, Any]:
    return {"p_success_within": threats(a).odds().p(_success)}


def _choices(a: Threat) -> list[dict[str, Any]]:
    """Each condition that can be picked, with its modifier."""
    picked, held = counted(a), applicable(a)
    return [
        {
            "condition": held[id].label if id in held else "None",
            "value": held[id].value if id in held else 0,
            "counts": id == picked,
            "p_success": threat_die(a, id).p(lambda grade: grade in SUCCESSES),
        }
        for id in (*held, NONE)
    ]


def _values(a: Threat) -> dict[str, Any]:
    condition = counted(a)
    held, modifiers, die = applicable(a), modifiers_with(a, condition), threat_die(a, condition)
    by_try = list(chain.rounds(OPEN, lambda s: die.read(Threatened) if s == OPEN else Dist({s: 1}), a.tries))
    within = by_try[-1]
    return {
        "applicable": {id: modifier.value for id, modifier in held.items()},
        "modifier": held[condition].value if condition in held else 0,
        "modified": total(modifiers),
        "p_cave": die.p(lambda grade: grade == CRITICAL),
        "p_convinced": die.p(lambda grade: grade == SUCCESS),
        "p_not": die.p(lambda grade: grade == FAILURE),
        "p_immune": die.p(lambda grade: grade == FUMBLE),
        "p_success_within": within.p(_success),
        "p_immune_within": within.p(lambda s: s.grade == FUMBLE),
        "p_open_within": within.p(lambda s: s == OPEN),
        "choices": _choices(a),
        "by_try": {
            "success": [states.p(_success) for states in by_try],
            "immune": [states.p(lambda s: s.grade == FUMBLE) for states in by_try],
        }
        if a.tries > 1
        else None,
        "readings": side_by_side(a, _figures, open_questions(a.influence)),
    }


INTIMIDATION = Calculator(
    id="openquest.intimidation",
    title="Intimidation",
    summary="The chance to make others give in or run by a threat, in one try or several.",
    inputs=Threat,
    outputs=(
        out.percent("p_success_within", "they give in", rule="OQ-INT-04", headline=True),
        out.percent("p_immune_within", "they dig in", rule="OQ-INT-04", headline=True),
        out.percent("p_open_within", "Not impressed, but you may try again", rule="OQ-INT-04"),
        out.percent("p_cave", "In any one try: they surrender or flee", rule="OQ-INT-06"),
        out.percent("p_convinced", "In any one try: they do what you want", rule="OQ-INT-05"),
        out.percent("p_not", "In any one try: not impressed", rule="OQ-INT-07"),
        out.percent("p_immune", "In any one try: they dig in", rule="OQ-INT-08"),
        out.figure("modified", "Your Influence, all in", rule="OQ-INT-12", unit="%"),
        out.figure("modifier", "The one modifier", rule="OQ-INT-12", unit="%", signed=True),
        api_only(out.named("applicable", "Modifiers that hold", out.figure("value", "Influence"), rule="OQ-INT-12")),
        out.rows(
            "choices",
            "Of these, one counts",
            (
                out.word("condition", "Modifier"),
                out.figure("value", "Influence", unit="%", signed=True),
                out.flag("counts", "Counts here"),
                out.percent("p_success", "One try succeeds"),
            ),
            rule="OQ-INT-12",
        ),
        out.curve("by_try", "By the try", rule="OQ-INT-07", unit="Try", options=ENDS),
        readings((out.percent("p_success_within", "They give in"),), rule="EXT-05"),
    ),
    compute=_values,
    check=_check,
    also=("OQ-INT-02", "OQ-INT-14", "OQ-ACT-11", "OQ-OTH-04", "OQ-AVO-09", *SKILL_RULES),
    start={"influence": {"base": 60}, "motive": True, "target_persistence": 70, "tries": 2},
    rolls=(RollOption("threaten", "Roll it", threats),),
    explain=explanation,
)
