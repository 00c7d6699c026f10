"""Several strikes on one target: their total damage, and the round as a procedure.

"Multiple attacks". Each strike is one die, read as hit or miss with its damage, so that a round has few steps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import NamedTuple

from ....engine.dice import Die, Dist, Face, Faces, convolved, sum_of
from ....engine.errors import OUT_OF_RANGE, InvalidInput
from ....engine.procedure import Modifier, Procedure, Step, counted, throw
from ....engine.typed_dice import Among
from ..checks.check_dice import CRITICAL, MOST
from ..weapons.harm import critical_dice, taken
from .attack_roll import attack_die, p_hit
from .strike_odds import Strike, damage, mean_damage, picture_top

_PICTURE = 150


class Blow(NamedTuple):
    """The result of a strike."""

    hit: bool
    damage: int


@lru_cache(maxsize=256)
def blow_die(s: Strike, top: int) -> Die[Blow]:
    """A strike as one die; in the odds `top` includes all higher damage."""
    dealt = damage(s, top)
    missed = (1 - p_hit(s.attack)) * dealt.total
    weights = {Blow(True, n): weight for n, weight in dealt.weights.items()}
    weights[Blow(False, 0)] = int(missed)
    weights[Blow(True, 0)] = dealt.weights.get(0, 0) - int(missed)
    return Die(weights, lambda face: _strike(s, face))


def _strike(s: Strike, face: Faces) -> tuple[Blow, tuple[Face, ...]]:
    with Among(more=True):
        grade, faces = attack_die(s.attack).throw(face)
    if not grade.success:
        return Blow(False, 0), faces
    with Among(before=len(faces)):
        rolled, weapon = sum_of((s.harm.roll, critical_dice(s.harm, grade.criticals)))(face)
    return Blow(True, taken(s.harm, rolled)), faces + weapon


# All strikes together.


@lru_cache(maxsize=256)
def total_damage(strikes: tuple[Strike, ...], top: int) -> Dist[int]:
    """The damage of all strikes; `top` includes all higher damage.

    Rounds with the same first strikes share their sums.
    """
    *before, last = strikes
    if not before:
        return damage(last, top).reduced()
    both = convolved(total_damage(tuple(before), top), damage(last, top).reduced())
    return both.read(lambda n: min(n, top)).reduced()


MOST_WORK = 24_000_000
"""The limit of the work for one sum of strikes, in multiplied bits: about a second on a phone."""


def summing_work(strikes: Collection[Strike], top: int) -> int:
    """The work to sum the damage of strikes up to `top`, in multiplied bits."""
    digits = max((_bits(s, top) for s in strikes), default=0)
    return top * len(strikes) ** 2 * digits


def _bits(s: Strike, top: int) -> int:
    """The bits of a strike's weights: those of the check, and of each weapon roll that matters."""
    criticals = min(MOST // CRITICAL, top // max(1, s.harm.weapon.minimum))
    rolls: int = s.harm.weapon.sides**s.harm.weapon.count
    return _CHECK_BITS + (criticals + 1) * rolls.bit_length()


_CHECK_BITS = 150


def most_top(strikes: Collection[Strike], top: int, most: int = MOST_WORK) -> int:
    """The highest top, at most `top` and at least 1, for which the sum stays within the limit."""
    low, high = 1, top
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if summing_work(strikes, middle) <= most else (low, middle - 1)
    return low


def refuse_long_sums(strikes: Collection[Strike], hp: int | None, most: int = MOST_WORK) -> None:
    """Refuses hit points so high that the sum of the damage takes too long."""
    if hp is None or not strikes:
        return
    highest = most_top(strikes, hp, most)
    if highest < hp:
        weapon = max((s.harm.weapon for s in strikes), key=lambda dice: dice.maximum)
        attacks = counted(len(strikes), "attack")
        text = f"The target's hit points must be at most {highest} for {attacks} of {weapon}; got {hp}."
        raise InvalidInput("hp", OUT_OF_RANGE, hp, text)


def p_any_hit(strikes: Iterable[Strike]) -> Fraction:
    """The chance that at least one strike hits."""
    return 1 - prod((1 - p_hit(s.attack) for s in strikes), start=Fraction(1))


def expected_damage(strikes: Iterable[Strike]) -> Fraction:
    """The mean damage of all strikes."""
    return sum((mean_damage(s) for s in strikes), Fraction(0))


def p_drop(strikes: tuple[Strike, ...], hp: int) -> Fraction:
    """The chance that all strikes together do at least `hp` damage."""
    return total_damage(strikes, hp).p(lambda n: n >= hp)


def all_top(strikes: tuple[Strike, ...], hp: int | None) -> int:
    """The end of the damage chart: the hit points, or a damage that is rarely exceeded."""
    strikes = tuple(strikes)
    return hp or most_top(strikes, min(_PICTURE, sum(picture_top(s) for s in strikes)))


# Steps.


class Round(NamedTuple):
    """The state: the number of hits, and the damage up to the hit points."""

    hits: int = 0
    damage: int = 0


def round_of(
    labeled: Iterable[tuple[str, Strike, tuple[Modifier, ...]]], hp: int | None, rule: str
) -> Procedure[Round]:
    """The strikes with their labels and modifiers, in order on the same target."""
    strikes = tuple(labeled)
    steps = tuple(_step(label, s, added, hp or 1, rule) for label, s, added in strikes)

    def outcome(x: Round) -> str:
        if hp is not None:
            return "Down" if x.damage >= hp else "Still up"
        return f"{x.hits} of {len(strikes)} hit" if len(strikes) > 1 else "Hit" if x.hits else "Miss"

    return Procedure(Round(), steps, outcome, lambda: _ends(tuple(s for _, s, _ in strikes), hp))


def _ends(strikes: tuple[Strike, ...], hp: int | None) -> Dist[Round]:
    """The end states of a round: the damage if hit points matter, else the hits."""
    if hp is not None:
        return total_damage(strikes, hp).read(lambda damage: Round(0, damage))
    hits: Dist[int] = Dist({0: 1})
    for s in strikes:
        chance = p_hit(s.attack)
        hits = convolved(hits, Dist({1: chance.numerator, 0: chance.denominator - chance.numerator}))
    return hits.read(lambda n: Round(n, 0))


def _step(label: str, s: Strike, added: tuple[Modifier, ...], top: int, rule: str) -> Step[Round]:
    return throw(
        label,
        blow_die(s, 1),  # these odds only separate hits from misses; _ends has the odds of the round
        lambda x, blow: Round(x.hits + blow.hit, min(top, x.damage + blow.damage)),
        rule=rule,
        modifiers=added,
        tell=lambda blow, x: f"hit, {blow.damage} damage" if blow.hit else "miss",
    )
