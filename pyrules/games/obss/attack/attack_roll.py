"""The odds of an attack roll: hits with their criticals, misses, and three 1s or three 6s.

"Attack Roll and Defense", "Triple 1 and triple 6" and "Critical hit".
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ....engine.dice import Die, d
from ..checks.check_dice import ONES, REST, Check, Grade, grade_die, pool, successes, whole
from ..checks.check_step import ATTACK_WORDS, grade_words
from ..tables import FACTS

MOST_CRITICALS = 6
"""The number from which criticals share one class: "6 criticals or more"."""


class AttackRoll(NamedTuple):
    """An attack roll: the check, the criticals that every hit has, and whether the attacker is a monster (no
    criticals)."""

    check: Check
    extra_crits: int = 0
    monster: bool = False


def read(attack: AttackRoll, grade: Grade) -> Grade:
    """The grade of the attack from the grade of its check (OBSS-SET-01, EXT-29)."""
    if not grade.success:
        return grade
    return Grade(True, 0 if attack.monster else grade.criticals + attack.extra_crits)


@lru_cache(maxsize=1024)
def attack_die(attack: AttackRoll) -> Die[Grade]:
    """The distribution of the attack's grade."""
    return grade_die(attack.check).map(lambda grade: read(attack, grade))


@lru_cache(maxsize=1024)
def hits(attack: AttackRoll) -> dict[int, int]:
    """The weight of each number of criticals among the hits, over `whole` of the check."""
    found: dict[int, int] = {}
    for criticals, weight in successes(attack.check).items():
        read_as = read(attack, Grade(True, criticals)).criticals
        found[read_as] = found.get(read_as, 0) + weight
    return found


def p_hit(attack: AttackRoll) -> Fraction:
    """The chance to hit."""
    return Fraction(sum(hits(attack).values()), whole(attack.check))


def mean_criticals(attack: AttackRoll) -> Fraction:
    """The mean number of criticals; a miss counts 0."""
    return Fraction(sum(crits * weight for crits, weight in hits(attack).items()), whole(attack.check))


def p_critical_failure(attack: AttackRoll) -> Fraction:
    """The chance of a Critical Failure."""
    return attack_die(attack).p(lambda grade: not grade.success and grade.criticals > 0)


def outcome(grade: Grade) -> str:
    """The name of an attack's end state, as a roll shows it."""
    if not grade.success:
        return "Critical failure" if grade.criticals else "Miss"
    if grade.criticals >= MOST_CRITICALS:
        return f"Hit, {MOST_CRITICALS} criticals or more"
    return grade_words(grade, ATTACK_WORDS).capitalize()


# Odds that need the totals.


def decided(check: Check, triple: str) -> Fraction:
    """The chance that three 1s or three 6s reverse the result of the total."""
    held = pool(check.dice)
    if triple not in held.weights:
        return Fraction(0)
    weight = 0
    added = d(FACTS.number("precise_die")).times(check.d4)
    for plus, ways in added.weights.items():
        reached = held.at_least if triple == ONES else held.below
        weight += ways * reached(triple, check.need - plus)
    return Fraction(weight, held.whole * added.total)


def p_missed_by(check: Check, points: int) -> Fraction:
    """The chance of a miss by at least `points` points."""
    held = pool(check.dice)
    added = d(FACTS.number("precise_die")).times(check.d4)
    weight = sum(
        ways * held.below(triple, check.need - plus - points + 1)
        for plus, ways in added.weights.items()
        for triple in (REST, ONES)
        if triple in held.weights
    )
    return Fraction(weight, held.whole * added.total)


def result_chances(attack: AttackRoll) -> dict[str, Fraction]:
    """The chance of every outcome, from the worst miss to the best hit."""
    die = attack_die(attack)
    found: dict[str, int] = {}
    for grade in sorted(die.weights, key=lambda grade: grade.criticals if grade.success else -1 - grade.criticals):
        found[outcome(grade)] = found.get(outcome(grade), 0) + die.weights[grade]
    return {name: Fraction(weight, die.total) for name, weight in found.items()}
