"""Surrender: whether the opponents accept it, and the cost of a ransom.

"Surrender" in the combat chapter, with its optional Wealth rules (OQ-SURR-03).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, d
from ....engine.errors import MISSING_FIELD, InvalidInput
from ....engine.inputs import Option, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, settle, throw, total
from ..skills.skill import (
    GRADE_WORDS,
    PERCENT,
    SKILL_RULES,
    SUCCESSES,
    Skill,
    grade_die,
    skill,
    skill_modifiers,
    skill_roll,
    switch,
)
from ..tables import FACTS

ROWS = FACTS.table("surrender_rules")
REASONS = tuple(Option(row["id"], row["why"], row["rule"]) for row in ROWS.rows)
NEVER, TEST, ORDERED, REFEREE = (option.id for option in REASONS)  # in the order of the table


@dataclass(frozen=True, kw_only=True)
class Surrender:
    """The opponents, and the side that surrenders."""

    psychotic_or_berserk: bool = toggle("Psychotic or berserk", help="They never stop.", rule="OQ-SURR-05")
    hates_culture: bool = toggle("Hate your culture", help="They must be talked round.", rule="OQ-SURR-06")
    ordered_capture: bool = toggle(
        "Ordered to capture you", help="A superior wants you alive, whatever they feel.", rule="OQ-SURR-06"
    )
    influence: Skill | None = skill(
        "Influence", help="To talk round those who hate your culture.", rule="OQ-SURR-06", nullable=True
    )
    referee_percent: int = number(
        "The Referee's chance",
        0,
        100,
        100,
        help="How likely the Referee finds it that anybody else accepts.",
        rule="OQ-SURR-01",
        unit="%",
        group="Referee",
    )
    wealth: int | None = number(
        "Wealth",
        *PERCENT,
        None,
        help="The Wealth skill that pays the ransom; empty if you do not use the Wealth rules.",
        rule="OQ-SURR-03",
        unit="%",
        group="Ransom",
        nullable=True,
        empty="not used",
    )
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def rule_of(a: Surrender) -> str:
    """The first rule that applies."""
    if a.psychotic_or_berserk:
        return NEVER
    if a.hates_culture:
        return ORDERED if a.ordered_capture else TEST
    return REFEREE


def _check(a: Surrender) -> None:
    if rule_of(a) == TEST and a.influence is None:
        text = "Influence is missing: those who hate your culture accept only on a successful test."
        raise InvalidInput("influence", MISSING_FIELD, None, text)


def ransom(wealth: int) -> Die[int]:
    """The Wealth left, at least 0 (ruling, OQ-SURR-03)."""
    return d(FACTS.number("ransom_die")).map(lambda n: max(0, wealth - n))


class Given(NamedTuple):
    """The state: whether the surrender is accepted, and the Wealth left."""

    accepted: bool = False
    wealth: int | None = None


def surrender(a: Surrender) -> Procedure[Given]:
    """The opponents' decision, then the ransom."""
    row = ROWS.row(rule_of(a))
    settled = {NEVER: False, ORDERED: True}
    decide = {TEST: _test, REFEREE: _referee}
    if row["id"] in settled:
        accepted = settled[row["id"]]
        label = f"{row['label']}: they accept {row['does']}"
        first: Step[Given] = settle(label, lambda s: s._replace(accepted=accepted), rule=row["rule"])
    else:
        first = decide[row["id"]](a)
    ransoms = () if a.wealth is None else (_ransom(a.wealth),)
    return Procedure(Given(), (first, *ransoms), lambda s: "Accepted" if s.accepted else "Refused")


def explanation(a: Surrender) -> Procedure[Given]:
    """Who decides, then the cost of a ransom."""
    whole = surrender(a)
    first = whole.steps[0]
    decided = replace(first, cites=("OQ-SURR-01",))
    paid = () if a.wealth is None else (replace(_ransom(a.wealth), when=lambda s: True, starts_new_explanation=True),)
    return Procedure(whole.start, (decided, *paid), str)


def _test(a: Surrender) -> Step[Given]:
    assert a.influence is not None
    modifiers = skill_modifiers(a.influence)
    return throw(
        f"They hate your culture: Influence, {total(modifiers)}%",
        grade_die(skill_roll(a.influence, a)),
        lambda s, grade: s._replace(accepted=grade in SUCCESSES),
        rule="OQ-SURR-06",
        modifiers=modifiers,
        tell=lambda grade, s: GRADE_WORDS[grade],
    )


def _referee(a: Surrender) -> Step[Given]:
    label = f"The Referee's chance, {a.referee_percent}%"
    if a.referee_percent in (0, 100):
        return settle(label, lambda s: s._replace(accepted=a.referee_percent > 0), rule="OQ-SURR-01")
    return throw(
        label,
        d(FACTS.number("skill_die")).map(lambda roll: roll <= a.referee_percent),
        lambda s, accepted: s._replace(accepted=accepted),
        rule="OQ-SURR-01",
        tell=lambda accepted, s: "they accept" if accepted else "they refuse",
    )


def _ransom(wealth: int) -> Step[Given]:
    return throw(
        f"Ransom, 1d{FACTS.number('ransom_die')} of Wealth",
        ransom(wealth),
        lambda s, left: s._replace(wealth=left),
        rule="OQ-SURR-03",
        when=lambda s: s.accepted,
        modifiers=(Modifier("Wealth", wealth, "OQ-SURR-03"),),
        tell=lambda left, s: f"{left}% left",
    )


def _values(a: Surrender) -> dict[str, Any]:
    left = None if a.wealth is None else ransom(a.wealth)
    return {
        "rule": rule_of(a),
        "p_accept": surrender(a).odds().p(lambda s: s.accepted),
        "wealth_after": out.text_keys(left.probabilities()) if left else None,
        "mean_wealth_after": left.mean(lambda n: Fraction(n)) if left else None,
        "p_ruined": left.p(lambda n: n == 0) if left else None,
    }


SURRENDER = Calculator(
    id="openquest.surrender",
    title="Surrender",
    summary="The chance that they take you alive, and what a ransom leaves you.",
    inputs=Surrender,
    outputs=(
        out.percent("p_accept", "they accept", rule="OQ-SURR-01", headline=True),
        out.word("rule", "Why", REASONS, rule="OQ-SURR-01"),
        out.figure("mean_wealth_after", "Wealth after a ransom", rule="OQ-SURR-03", unit="% on average"),
        out.percent("p_ruined", "The ransom takes all of it", rule="OQ-SURR-03"),
        out.distribution("wealth_after", "Wealth after a ransom", rule="OQ-SURR-03", unit="%"),
    ),
    compute=_values,
    check=_check,
    also=SKILL_RULES,
    start={"hates_culture": True, "influence": {"base": 55}, "wealth": 30},
    rolls=(RollOption("surrender", "Roll it", surrender),),
    explain=explanation,
)
