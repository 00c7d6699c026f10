"""Several strikes one after the other: what they do together, and how a round of them is rolled.

"Multiple attacks". Each strike is one die here, read as hit or miss and damage, so that a whole round is a short chain.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache, reduce
from math import prod
from typing import NamedTuple

from ...engine.dice import Die, Dist, Face, Faces, convolved
from ...engine.procedure import Modifier, Procedure, Step, throw
from .attack_roll import attack_die, p_hit
from .harm import taken
from .mixture import Strike, damage, mean_damage, picture_top
from .weapon import weapon_rolls

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
    """The damage of all strikes; `top` stands for itself and all beyond."""

    def add(so_far: Dist[int], more: Dist[int]) -> Dist[int]:
        return convolved(so_far, more).read(lambda n: min(n, top)).reduced()

    return reduce(add, (damage(s, top) for s in strikes))


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
    return hp or min(_PICTURE, sum(picture_top(s) for s in strikes))


# As steps.


class Round(NamedTuple):
    """The state: how many strikes have hit, and the damage so far, as far as it matters."""

    hits: int = 0
    damage: int = 0


def round_of(told: Iterable[tuple[str, Strike, tuple[Modifier, ...]]], hp: int | None, rule: str) -> Procedure[Round]:
    """Strikes with their labels and what is in them, rolled one after the other on the same target."""
    top = hp or 1
    strikes = tuple(told)
    steps = tuple(_step(label, s, added, top, rule) for label, s, added in strikes)

    def outcome(x: Round) -> str:
        if hp is not None:
            return "Down" if x.damage >= hp else "Still up"
        return f"{x.hits} of {len(strikes)} hit" if len(strikes) > 1 else "Hit" if x.hits else "Miss"

    return Procedure(Round(), steps, outcome)


def _step(label: str, s: Strike, added: tuple[Modifier, ...], top: int, rule: str) -> Step[Round]:
    return throw(
        label,
        blow_die(s, top),
        lambda x, blow: Round(x.hits + blow.hit, min(top, x.damage + blow.damage)),
        rule=rule,
        modifiers=added,
        tell=lambda blow, x: f"hit, {blow.damage} damage" if blow.hit else "miss",
    )
