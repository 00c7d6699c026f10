"""One attack against one optional reaction: attack roll, dodge or parry, result, damage.

"Close Combat Attack" and "Reactions". Every attack, close or ranged, uses these steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ....engine.dice import Die
from ....engine.procedure import Modifier, Procedure, Step, settle, throw, total
from ..rolls.damage import Harm, damage_steps, hit_die
from ..rolls.defense import NO_DEFENSE, Defense, Reaction
from ..rolls.results import CODES, HITS, NONE, Readings, result
from ..skills.skill import CRITICAL, GRADE_WORDS, SUCCESS, SUCCESSES, Skill, grade_die, skill_modifiers, skill_roll
from ..tables import FACTS

CODE_WORDS = {option.id: option.label for option in CODES}


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack: its grades, its modifiers, its damage, and the target's defense."""

    die: Die[str]
    modifiers: tuple[Modifier, ...]
    harm: Harm
    defense: Defense = NO_DEFENSE
    readings: Readings = Readings()
    label: str = "Attack"
    rule: str = "OQ-CC-02"

    @property
    def modified(self) -> int:
        """The attack skill with all modifiers."""
        return total(self.modifiers)


def strike(
    skill: Skill,
    harm: Harm,
    defense: Defense,
    readings: Readings,
    *bonuses: Modifier,
    label: str = "Attack",
    rule: str = "OQ-CC-02",
) -> Strike:
    """An attack with a skill, with further modifiers."""
    roll = skill_roll(skill, readings, total(bonuses))
    return Strike(grade_die(roll), skill_modifiers(skill, *bonuses), harm, defense, readings, label, rule)


class Exchange(NamedTuple):
    """The state: grades and result of the current attack, and the sums over all attacks."""

    attack: str = ""
    reaction: str = NONE
    defense: str = NONE
    code: str = ""
    damage: int = 0
    hits: int = 0
    reactions: int = 0
    attacker_fumbles: bool = False
    defender_fumbles: bool = False


# The reaction.


def chosen(s: Strike, attack: str, rolled: int = 0) -> Reaction | None:
    """The reaction to an attack grade after `rolled` earlier reactions; None for none (OQ-DEF-01).

    The best reaction lets the least mean damage through; parry, dodge, none is the order of ties.
    """
    if attack not in SUCCESSES:
        return None
    reactions = s.defense.after(rolled)
    if not s.defense.best:
        return reactions[0] if reactions else None
    return min((*reactions, None), key=lambda reaction: expected(s, attack, reaction))


def expected(s: Strike, attack: str, reaction: Reaction | None) -> Fraction:
    """The mean damage of an attack grade against this reaction."""
    if reaction is None:
        return _mean(s, result(attack, NONE, NONE, s.readings).code)
    die = grade_die(reaction.roll(s.readings))
    met = sum(
        weight * _mean(s, result(attack, grade, reaction.kind, s.readings).code)
        for grade, weight in die.weights.items()
    )
    return Fraction(met) / die.total


def _mean(s: Strike, code: str) -> Fraction:
    return hit_die(s.harm, code).mean(lambda n: n)


# Steps.


def exchange(s: Strike) -> Procedure[Exchange]:
    """One attack, from the attack roll to the damage."""
    return Procedure(Exchange(), strike_steps(s), outcome)


def strike_steps(s: Strike, *, earlier: int = 0) -> tuple[Step[Exchange], ...]:
    """The steps of an attack after `earlier` others on the same target."""
    return (
        *contest_steps(s, earlier=earlier),
        *damage_steps(s.harm, lambda x: x.code, lambda x, n: x._replace(damage=x.damage + n)),
    )


def contest_steps(s: Strike, *, earlier: int = 0) -> tuple[Step[Exchange], ...]:
    """The steps of an attack up to its result."""
    return (
        _attack_step(s),
        *(step for rolled in range(earlier + 1) for step in _reaction_steps(s, rolled)),
        settle(
            "Result",
            lambda x: _with_result(s, x),
            rule="OQ-RES-01",
            cites=RESULT_RULES,
            tell=lambda _, x: CODE_WORDS[x.code] + _fumbling(s, x),
        ),
    )


def _attack_step(s: Strike) -> Step[Exchange]:
    return throw(
        s.label,
        s.die,
        lambda x, grade: x._replace(attack=grade, reaction=NONE, defense=NONE, code=""),
        rule=s.rule,
        modifiers=s.modifiers,
        tell=lambda grade, x: GRADE_WORDS[grade],
    )


def _reaction_steps(s: Strike, rolled: int) -> tuple[Step[Exchange], ...]:
    """One roll for each reaction that some attack grade meets; the grade alone selects the reaction."""
    to: dict[Reaction, list[str]] = {}
    for grade in (SUCCESS, CRITICAL):
        reaction = chosen(s, grade, rolled)
        if reaction is not None:
            to.setdefault(reaction, []).append(grade)
    return tuple(_reaction_step(s, reaction, grades, rolled) for reaction, grades in to.items())


def _reaction_step(s: Strike, reaction: Reaction, grades: list[str], rolled: int) -> Step[Exchange]:
    row = FACTS.table("reactions").row(reaction.kind)
    return throw(
        row["label"],
        grade_die(reaction.roll(s.readings)),
        lambda x, grade: x._replace(reaction=reaction.kind, defense=grade, reactions=x.reactions + 1),
        rule=row["rule"],
        when=lambda x: x.attack in grades and x.reaction == NONE and x.reactions == rolled,
        modifiers=reaction.modifiers(),
        tell=lambda grade, x: GRADE_WORDS[grade],
    )


def _with_result(s: Strike, x: Exchange) -> Exchange:
    found = result(x.attack, x.defense, x.reaction, s.readings)
    return x._replace(
        code=found.code,
        hits=x.hits + (found.code in HITS),
        attacker_fumbles=x.attacker_fumbles or found.attacker_fumbles,
        defender_fumbles=x.defender_fumbles or found.defender_fumbles,
    )


def _fumbling(s: Strike, x: Exchange) -> str:
    found = result(x.attack, x.defense, x.reaction, s.readings)
    if found.defender_fumbles:
        return ", and the defender fumbles"
    return ", and the attacker fumbles" if found.attacker_fumbles and x.attack in SUCCESSES else ""


RESULT_RULES = ("OQ-RES-04", "OQ-RES-05", "OQ-FUM-01")
"""The rules of the figures that the result explains."""


def outcome(x: Exchange) -> str:
    """The name of an attack's end state."""
    if x.code in HITS and not x.damage:
        return "Hit without damage"
    return CODE_WORDS[x.code]
