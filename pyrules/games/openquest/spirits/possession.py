"""Possession: what a possessing spirit can do, and how to drive it out.

"Possession": OQ-POS-01 to OQ-POS-05. The spells stand outside the chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import MISSING_FIELD, InvalidInput
from ....engine.explain import note
from ....engine.inputs import Option, choice, number
from ....engine.procedure import Modifier, Procedure, settle, throw, total
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import (
    GRADE_WORDS,
    SKILL_RULES,
    SUCCESSES,
    Skill,
    SkillRoll,
    grade_die,
    skill,
    skill_modifiers,
    skill_roll,
    switch,
)
from ..tables import FACTS
from .spirit_combat import combat, ends
from .spirit_test import Test, outcome, test_steps
from .spirits import SPIRIT_RULES, SpiritFighter, spirit_fighter

KINDS = FACTS.table("possession_kinds")
METHODS = FACTS.table("possession_ends")
EXORCISM, DRIVE_OUT, HOST_DEATH = (option.id for option in METHODS.options())  # in the order of the table
CONTROL = tuple(Option(row["control"], row["control"], row["rule"]) for row in KINDS.rows)


@dataclass(frozen=True, kw_only=True)
class Possession:
    """A possessed body, and the attempt to free it (OQ-POS-01)."""

    kind: str = choice("Possession", KINDS.options(), help="Whether the spirit hides or rules.", rule="OQ-POS-01")
    method: str = choice("Ended by", METHODS.options(), help="What drives the spirit out.", rule="OQ-POS-02")
    caster: SpiritFighter | None = spirit_fighter(
        "Exorcist", help="Who casts Exorcism, and fights with their own Religion.", rule="OQ-POS-02", nullable=True
    )
    spirit: SpiritFighter | None = spirit_fighter(
        "Spirit", help="The spirit that an Exorcism fights.", rule="OQ-POS-02", nullable=True
    )
    spirit_persistence: Skill | None = skill(
        "Spirit's Persistence", help="What it holds out with against Drive Out Spirit.", rule="EXT-18", nullable=True
    )
    magnitude: int = number("Magnitude", 1, 20, 1, help="Of Drive Out Spirit.", rule="EXT-18")
    both_fail: str = switch("both_fail")
    pow_dice: str = switch("pow_dice")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


NEEDED = {EXORCISM: ("caster", "spirit"), DRIVE_OUT: ("spirit_persistence",), HOST_DEATH: ()}
NAMES = {"caster": "the exorcist", "spirit": "the spirit", "spirit_persistence": "the spirit's Persistence"}


def _check(p: Possession) -> None:
    for name in NEEDED[p.method]:
        if getattr(p, name) is None:
            text = f"{METHODS.row(p.method)['label']} needs the numbers of {NAMES[name]}."
            raise InvalidInput(name, MISSING_FIELD, None, text)


EXORCISTS = ("The exorcist", "The spirit")
"""The two sides of an exorcism."""


class Freed(NamedTuple):
    """The state of an attempt to drive a spirit out."""

    freed: bool = False


def weakened(p: Possession) -> Modifier:
    """The penalty on the spirit's Persistence from the spell's magnitude (EXT-18)."""
    return FACTS.modifier("drive_out_step", p.magnitude)


def persistence(p: Possession) -> tuple[SkillRoll, tuple[Modifier, ...]]:
    """The spirit's roll against Drive Out Spirit, with its modifiers."""
    assert p.spirit_persistence is not None
    held = p.spirit_persistence
    return skill_roll(held, p, weakened(p).value), skill_modifiers(held, weakened(p))


def attempt(p: Possession) -> Procedure[Any]:
    """One attempt: a test of spirit combat, the spirit's Persistence, or no roll."""
    row = METHODS.row(p.method)
    if p.method == EXORCISM and p.caster is not None and p.spirit is not None:
        steps = test_steps(p.caster, p.spirit, p, EXORCISTS)
        return Procedure(Test(p.caster.mp, p.spirit.mp), steps, lambda s: outcome(s, EXORCISTS))
    if p.method == DRIVE_OUT:
        roll, modifiers = persistence(p)
        holds_out = throw(
            f"The spirit's Persistence, {total(modifiers)}%",
            grade_die(roll),
            lambda s, grade: Freed(grade not in SUCCESSES),
            rule=row["rule"],
            modifiers=modifiers,
            tell=lambda grade, s: f"{GRADE_WORDS[grade]}, {_freed(s).lower()}",
        )
        return Procedure(Freed(), (holds_out,), _freed)
    gone = settle("The body dies", lambda s: Freed(True), rule=row["rule"], tell=lambda _, s: "the spirit goes")
    return Procedure(Freed(), (gone,), _freed)


def explanation(p: Possession) -> Procedure[Any]:
    """The attempt, its consequence, and what the spirit can do until then."""
    kind = KINDS.row(p.kind)
    until = {
        EXORCISM: "The exorcist fights with Religion, until one of the two has no magic points left",
        DRIVE_OUT: "It leaves unless it succeeds",
        HOST_DEATH: "It leaves a dead body",
    }
    helpless = "helpless" if kind["host_helpless"] else "not helpless"
    return attempt(p).explained(
        note(until[p.method], "OQ-POS-02"),
        note(f"{kind['label']} possession: {kind['control']} control", "OQ-POS-01"),
        note(f"{kind['label']} possession: the host is {helpless}", "OQ-POS-04"),
        note(f"The body {'dies' if p.method == HOST_DEATH else 'lives'}", "OQ-POS-05"),
    )


def _freed(s: Freed) -> str:
    return "The spirit leaves" if s.freed else "The spirit stays"


def _figures(p: Possession) -> dict[str, Any]:
    if p.method == EXORCISM and p.caster is not None and p.spirit is not None:
        ended = ends(combat(p.caster, p.spirit, p))
        return {"p_freed": ended["p_a"], "mean_tests": ended["mean_tests"]}
    if p.method == DRIVE_OUT:
        holds_out = grade_die(persistence(p)[0]).p(lambda grade: grade in SUCCESSES)
        return {"p_freed": 1 - holds_out, "mean_tests": None}
    return {"p_freed": Fraction(1), "mean_tests": None}


def _questions(p: Possession) -> tuple[str, ...]:
    if p.method == EXORCISM and p.caster is not None and p.spirit is not None:
        return open_questions(p.caster.skill, p.spirit.skill, both_fail=True)
    return open_questions(p.spirit_persistence) if p.method == DRIVE_OUT else ()


def _values(p: Possession) -> dict[str, Any]:
    row = KINDS.row(p.kind)
    return {
        "control": row["control"],
        "host_helpless": row["host_helpless"],
        **_figures(p),
        "host_alive": p.method != HOST_DEATH,
        "readings": side_by_side(p, _figures, _questions(p)),
    }


POSSESSION = Calculator(
    id="openquest.possession",
    title="Possession",
    summary="What a possessing spirit can do, and the chance that a spell drives it out.",
    inputs=Possession,
    outputs=(
        out.percent("p_freed", "the spirit is driven out", rule="OQ-POS-02", headline=True),
        out.figure("mean_tests", "average number of tests", rule="OQ-POS-02", headline=True),
        out.word("control", "The spirit's control", CONTROL, rule="OQ-POS-01"),
        out.flag("host_helpless", "The host is helpless", rule="OQ-POS-04"),
        out.flag("host_alive", "The host lives", rule="OQ-POS-05"),
        readings((out.percent("p_freed", "Driven out"), out.figure("mean_tests", "Tests")), rule="EXT-08"),
    ),
    compute=_values,
    check=_check,
    also=(*SPIRIT_RULES, *SKILL_RULES),
    start={
        "kind": "dominant",
        "method": EXORCISM,
        "caster": {"skill": {"base": 60}, "mp": 14, "kind": "persistence"},
        "spirit": {"skill": {"base": 40}, "mp": 11, "pow": 11},
    },
    rolls=(RollOption("attempt", "Roll it", attempt),),
    explain=explanation,
)
