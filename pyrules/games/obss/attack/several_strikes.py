"""Several strikes one after the other: what they do together, and how a round of them is rolled.

"Multiple attacks". Each strike is one die here, read as hit or miss and damage, so that a whole round is a short chain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import NamedTuple

from ....engine.dice import Die, Dist, Face, Faces, convolved
from ....engine.errors import OUT_OF_RANGE, InvalidInput
from ....engine.procedure import Modifier, Procedure, Step, counted, throw
from ..checks.check_dice import CRITICAL, MOST
from ..weapons.harm import taken
from ..weapons.weapon import weapon_rolls
from .attack_roll import attack_die, p_hit
from .strike_odds import Strike, damage, mean_damage, picture_top

_PICTURE = 150


class Blow(NamedTuple):
    """How a strike comes out."""

    hit: bool
    damage: int


@lru_cache(maxsize=256)
def blow_die(s: Strike, top: int) -> Die[Blow]:
    """A strike as one die; in the odds, `top` damage stands for itself and all beyond."""
    dealt = damage(s, top)
    missed = (1 - p_hit(s.attack)) * dealt.total
    weights = {Blow(True, n): weight for n, weight in dealt.weights.items()}
    weights[Blow(False, 0)] = int(missed)
    weights[Blow(True, 0)] = dealt.weights.get(0, 0) - int(missed)
    return Die(weights, lambda face: _strike(s, face))


def _strike(s: Strike, face: Faces) -> tuple[Blow, tuple[Face, ...]]:
    grade, faces = attack_die(s.attack).throw(face)
    if not grade.success:
        return Blow(False, 0), faces
    extra, critical = weapon_rolls(s.harm.weapon, grade.criticals).throw(face)
    rolled, weapon = s.harm.roll.throw(face)
    return Blow(True, taken(s.harm, rolled + extra)), faces + critical + weapon


# All of them together.


@lru_cache(maxsize=256)
def total_damage(strikes: tuple[Strike, ...], top: int) -> Dist[int]:
    """The damage of all strikes; `top` stands for itself and all beyond. Rounds that begin alike share their sums."""
    *before, last = strikes
    if not before:
        return damage(last, top).reduced()
    both = convolved(total_damage(tuple(before), top), damage(last, top).reduced())
    return both.read(lambda n: min(n, top)).reduced()


MOST_WORK = 24_000_000
"""How much one sum of strikes may take, in bits multiplied: about a second on a phone."""


def compute(strikes: Collection[Strike], top: int) -> int:
    """What it takes to sum the damage of strikes up to `top`, in bits multiplied."""
    digits = max((_bits(s, top) for s in strikes), default=0)
    return top * len(strikes) ** 2 * digits


def _bits(s: Strike, top: int) -> int:
    """How many bits the weights of a strike have: those of the check, and of each roll of the weapon that matters."""
    criticals = min(MOST // CRITICAL, top // max(1, s.harm.weapon.minimum))
    rolls: int = s.harm.weapon.sides**s.harm.weapon.count
    return _CHECK_BITS + (criticals + 1) * rolls.bit_length()


_CHECK_BITS = 150


def most_top(strikes: Collection[Strike], top: int, most: int = MOST_WORK) -> int:
    """The highest top, up to this one, to which the damage of these strikes can be summed in time; 1 at least."""
    low, high = 1, top
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if compute(strikes, middle) <= most else (low, middle - 1)
    return low


def refuse_long_sums(strikes: Collection[Strike], hp: int | None, most: int = MOST_WORK) -> None:
    """Refuse hit points so high that the damage of so many strikes takes too long to sum up."""
    if hp is None or not strikes:
        return
    highest = most_top(strikes, hp, most)
    if highest < hp:
        weapon = max((s.harm.weapon for s in strikes), key=lambda dice: dice.maximum)
        attacks = counted(len(strikes), "attack")
        text = f"The target's hit points must be at most {highest} for {attacks} of {weapon}; got {hp}."
        raise InvalidInput("hp", OUT_OF_RANGE, hp, text)


def p_any_hit(strikes: Iterable[Strike]) -> Fraction:
    """The chance that one of them hits, or more."""
    return 1 - prod((1 - p_hit(s.attack) for s in strikes), start=Fraction(1))


def expected_damage(strikes: Iterable[Strike]) -> Fraction:
    """The mean damage of all of them."""
    return sum((mean_damage(s) for s in strikes), Fraction(0))


def p_drop(strikes: tuple[Strike, ...], hp: int) -> Fraction:
    """The chance that together they do so much damage."""
    return total_damage(strikes, hp).p(lambda n: n >= hp)


def all_top(strikes: tuple[Strike, ...], hp: int | None) -> int:
    """Where a picture of their damage ends: at the hit points it is about, or where hardly anything is left."""
    strikes = tuple(strikes)
    return hp or most_top(strikes, min(_PICTURE, sum(picture_top(s) for s in strikes)))


# As steps.


class Round(NamedTuple):
    """The state: how many strikes have hit, and the damage so far, as far as it matters."""

    hits: int = 0
    damage: int = 0


def round_of(
    labeled: Iterable[tuple[str, Strike, tuple[Modifier, ...]]], hp: int | None, rule: str
) -> Procedure[Round]:
    """Strikes with their labels and what is in them, rolled one after the other on the same target."""
    strikes = tuple(labeled)
    steps = tuple(_step(label, s, added, hp or 1, rule) for label, s, added in strikes)

    def outcome(x: Round) -> str:
        if hp is not None:
            return "Down" if x.damage >= hp else "Still up"
        return f"{x.hits} of {len(strikes)} hit" if len(strikes) > 1 else "Hit" if x.hits else "Miss"

    return Procedure(Round(), steps, outcome, lambda: _ends(tuple(s for _, s, _ in strikes), hp))


def _ends(strikes: tuple[Strike, ...], hp: int | None) -> Dist[Round]:
    """How a round ends: the damage where hit points matter, else the hits."""
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
        blow_die(s, 1),  # its odds tell hits from misses; how the round ends is summed up apart
        lambda x, blow: Round(x.hits + blow.hit, min(top, x.damage + blow.damage)),
        rule=rule,
        modifiers=added,
        tell=lambda blow, x: f"hit, {blow.damage} damage" if blow.hit else "miss",
    )
