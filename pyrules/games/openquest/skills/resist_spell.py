"""Resisting a spell: the test of a skill that the spell names.

"Magic" in the combat chapter. What a passed or failed test means is the spell's own business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.inputs import Option, choice, number, toggle
from ....engine.procedure import Modifier, Procedure, throw, total
from .side_by_side import open_questions, readings, side_by_side
from .skill import (
    FAILURE,
    GRADE_WORDS,
    MODIFIER,
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

DODGE = "dodge"
KINDS = (
    Option("resilience", "Resilience", "OQ-MGC-05"),
    Option("persistence", "Persistence", "OQ-MGC-05"),
    Option(DODGE, "Dodge", "OQ-DEF-06"),
)


@dataclass(frozen=True, kw_only=True)
class Resistance:
    """A spell, and the skill that resists it (OQ-MGC-05)."""

    skill: Skill = skill("Your skill", help="The skill that the spell names.", rule="OQ-MGC-05")
    kind: str = choice(
        "Resist with", KINDS, help="The spell says which, in brackets behind its Resist trait.", rule="OQ-MGC-05"
    )
    spell_mod: int = number(
        "Spell's modifier",
        *MODIFIER,
        0,
        help="What the spell itself adds to the test or takes from it.",
        rule="OQ-MGC-05",
        unit="%",
        signed=True,
    )
    defence_given_up: bool = toggle(
        "Defense given up",
        help="Your action this round gave up all defense, as a Great Attack does: then you cannot dodge.",
        rule="OQ-DEF-06",
        group="This round",
    )
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


class Resisted(NamedTuple):
    """The state of a test to resist."""

    grade: str = FAILURE


def _check(a: Resistance) -> None:
    if a.kind == DODGE and a.defence_given_up:
        text = "You cannot dodge a spell in a round in which your action gives up all defense."
        raise not_allowed("defence_given_up", True, text)


def test_modifiers(a: Resistance) -> tuple[Modifier, ...]:
    """The skill and what the spell does to it."""
    return skill_modifiers(a.skill, Modifier("Spell", a.spell_mod, "OQ-MGC-05"))


def resist(a: Resistance) -> Procedure[Resisted]:
    """The test."""
    modifiers = test_modifiers(a)
    kind = next(option for option in KINDS if option.id == a.kind)
    return Procedure(
        Resisted(),
        (
            throw(
                f"{kind.label}, {total(modifiers)}%",
                grade_die(skill_roll(a.skill, a, a.spell_mod)),
                lambda s, grade: Resisted(grade),
                rule="OQ-MGC-05",
                modifiers=modifiers,
                tell=lambda grade, s: f"{GRADE_WORDS[grade]}, {_outcome(s).lower()}",
            ),
        ),
        _outcome,
    )


def _outcome(s: Resisted) -> str:
    return "Resisted" if s.grade in SUCCESSES else "Not resisted"


def _figures(a: Resistance) -> dict[str, Any]:
    return {"p_resisted": resist(a).odds().p(lambda s: s.grade in SUCCESSES)}


def _values(a: Resistance) -> dict[str, Any]:
    return {
        "modified": total(test_modifiers(a)),
        "grades": chances(grade_die(skill_roll(a.skill, a, a.spell_mod))),
        **_figures(a),
        "readings": side_by_side(a, _figures, open_questions(a.skill)),
    }


RESIST_SPELL = Calculator(
    id="openquest.resist_spell",
    title="Resist a spell",
    summary="The chance to escape a spell by Resilience, Persistence or Dodge.",
    inputs=Resistance,
    outputs=(
        out.percent("p_resisted", "resisted", rule="OQ-MGC-05", headline=True),
        out.figure("modified", "% your skill, all in", rule="OQ-MGC-05", headline=True),
        out.record("grades", "What you roll", grade_columns(), rule="OQ-MGC-05"),
        readings((out.percent("p_resisted", "Resisted"),), rule="EXT-05"),
    ),
    compute=_values,
    check=_check,
    also=SKILL_RULES,
    start={"skill": {"base": 50}, "kind": "persistence", "spell_mod": -20},
    rolls=(RollOption("resist", "Roll it", resist),),
)
