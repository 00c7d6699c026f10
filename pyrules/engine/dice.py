"""Exact dice: finite distributions with integer weights, which can also be rolled.

A `Dist` has probabilities only. A `Die` can also be rolled: it asks a source of faces for each die and returns the
faces. `Die.map` turns outcomes into grades: probabilities merge, faces stay. So a rule is written once, for exact odds
and for rolls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any, Generic, NamedTuple, TypeVar

from .convolution import convolve, equal_dice
from .typed_dice import Among

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Face(NamedTuple):
    """The face of one rolled die: its number of sides, and the value that came up."""

    sides: int
    value: int


Faces = Callable[[int], int]
"""A source of faces: given the number of sides, it returns a face from 1 to that number."""

Thrower = Callable[[Faces], tuple[Any, tuple[Face, ...]]]


class Dist(Generic[T]):
    """A finite distribution: a positive integer weight for each outcome, over `total`.

    Raises `ValueError` without outcomes, or for a negative weight.
    """

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        self.weights: dict[T, int] = {outcome: w for outcome, w in weights.items() if w}
        self.total: int = sum(self.weights.values())
        if not self.weights or min(self.weights.values()) < 0:
            raise ValueError("a distribution needs outcomes with positive weights")

    def p(self, test: Callable[[T], bool]) -> Fraction:
        """The probability that `test` is true."""
        return Fraction(sum(w for outcome, w in self.weights.items() if test(outcome)), self.total)

    def mean(self, key: Callable[[T], int | Fraction]) -> Fraction:
        """The expectation of `key` over the outcomes."""
        return Fraction(sum(key(outcome) * w for outcome, w in self.weights.items())) / self.total

    def dist(self, key: Callable[[T], U]) -> dict[U, Fraction]:
        """The probabilities of the values of `key`, in ascending order."""
        return self.read(key).probabilities()

    def read(self, key: Callable[[T], U]) -> Dist[U]:
        """The distribution of the values of `key`."""
        return Dist(_merged((key(outcome), w) for outcome, w in self.weights.items()))

    def given(self, test: Callable[[T], bool]) -> Dist[T] | None:
        """The distribution among the outcomes for which `test` is true; None if there are none."""
        kept = {outcome: w for outcome, w in self.weights.items() if test(outcome)}
        return Dist(kept) if kept else None

    def probabilities(self) -> dict[T, Fraction]:
        """The probability of each outcome, in ascending order."""
        return {outcome: Fraction(self.weights[outcome], self.total) for outcome in sorted(self.weights, key=_order)}

    def chain(self, step: Callable[[T], Dist[U]]) -> Dist[U]:
        """The distribution after a second step, whose distribution `step` gives for each outcome."""
        nexts = [(w, step(outcome)) for outcome, w in self.weights.items()]
        scale = lcm(*(after.total for _, after in nexts))
        merged: dict[U, int] = {}
        for w, after in nexts:
            factor = w * (scale // after.total)
            for outcome, v in after.weights.items():
                merged[outcome] = merged.get(outcome, 0) + factor * v
        return Dist(merged)

    def reduced(self) -> Dist[T]:
        """The same distribution in lowest terms, so that long chains stay small."""
        common = gcd(*self.weights.values())
        return self if common == 1 else Dist({outcome: w // common for outcome, w in self.weights.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dist) and self.reduced().weights == other.reduced().weights

    def __hash__(self) -> int:
        return hash(frozenset(self.reduced().weights.items()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.weights})"


class Die(Dist[T]):
    """A distribution that can also be rolled.

    `throw(face)` asks the source `face` for every die and returns the outcome and the faces. These are at least `least`
    dice, and may be others if `more`.
    """

    __slots__ = ("least", "more", "throw")

    def __init__(self, weights: Mapping[T, int], throw: Thrower, least: int = 0, more: bool = True) -> None:
        super().__init__(weights)
        self.throw = throw
        self.least = least
        self.more = more

    def map(self, read: Callable[[T], U]) -> Die[U]:
        """The die with each outcome replaced by `read` of it: probabilities merge, faces stay."""

        def throw(face: Faces) -> tuple[U, tuple[Face, ...]]:
            outcome, faces = self.throw(face)
            return read(outcome), faces

        return Die(_merged((read(outcome), w) for outcome, w in self.weights.items()), throw, self.least, self.more)

    def then(self, further: Callable[[T], Die[U]]) -> Die[U]:
        """This die, and then the die that `further` gives for its outcome."""

        dice = {outcome: further(outcome) for outcome in self.weights}
        least = min(die.least for die in dice.values())
        may_be_more = any(die.more or die.least > least for die in dice.values())

        def throw(face: Faces) -> tuple[U, tuple[Face, ...]]:
            with Among(after=least, more=may_be_more):
                first, faces = self.throw(face)
            with Among(before=len(faces)):
                second, more = further(first).throw(face)
            return second, faces + more

        weights = self.chain(dice.__getitem__).weights
        return Die(weights, throw, self.least + least, self.more or may_be_more)

    def plus(self: Die[int], other: Die[int] | int) -> Die[int]:
        """The sum of this die and another die, or a number."""
        if isinstance(other, int):
            return self.map(lambda n: n + other) if other else self

        return Die(
            convolved(self, other).weights, sum_of((self, other)), self.least + other.least, self.more or other.more
        )

    def times(self: Die[int], count: int) -> Die[int]:
        """The sum of `count` (0 or more) independent rolls of this die.

        Dice with each face once have weights in closed form; others are squared, so that 40 dice are fast.
        """
        if count == 0:
            return always(0)
        return Die(self._sums(count), sum_of((self,) * count), self.least * count, self.more)

    def _sums(self: Die[int], count: int) -> dict[int, int]:
        """The weight of each sum of `count` (1 or more) rolls."""
        lowest, sides = min(self.weights), len(self.weights)
        if self.total == sides == max(self.weights) - lowest + 1:  # each face once
            return dict(enumerate(equal_dice(sides, count), lowest * count))
        sums: Dist[int] | None = None
        power: Dist[int] = self
        left = count
        while left:
            if left & 1:
                sums = power if sums is None else convolved(sums, power)
            left >>= 1
            if left:
                power = convolved(power, power)
        assert sums is not None
        return sums.weights

    def explode(self: Die[int], again: Callable[[int], bool], times: int) -> Die[int]:
        """Roll again and add, at most `times` more times, while `again` is true for the last outcome."""
        if times == 0:
            return self
        rest = self.explode(again, times - 1)
        return self.then(lambda n: rest.map(lambda more: n + more) if again(n) else always(n))


def sum_of(dice: Sequence[Die[int]]) -> Thrower:
    """Throws all of these dice, and adds them."""

    def throw(face: Faces) -> tuple[int, tuple[Face, ...]]:
        total, faces = 0, tuple[Face, ...]()
        for at, die in enumerate(dice, 1):
            later = dice[at:]
            with Among(len(faces), sum(one.least for one in later), any(one.more for one in later)):
                value, shown = die.throw(face)
            total, faces = total + value, (*faces, *shown)
        return total, faces

    return throw


def always(outcome: U) -> Die[U]:
    """A certain outcome, rolled without dice."""
    return Die({outcome: 1}, lambda face: (outcome, ()), more=False)


@cache
def d(sides: int) -> Die[int]:
    """One fair die with faces 1 to `sides`."""

    def throw(face: Faces) -> tuple[int, tuple[Face, ...]]:
        value = face(sides)
        return value, (Face(sides, value),)

    return Die(dict.fromkeys(range(1, sides + 1), 1), throw, 1, more=False)


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice in the notation of tables: `1d8`, `2d6+1`, `3`; with `count` 0 the value is the number `plus`."""

    count: int
    sides: int
    plus: int = 0

    def die(self) -> Die[int]:
        """These dice as a die that can be rolled."""
        return d(self.sides).times(self.count).plus(self.plus) if self.count else always(self.plus)

    @property
    def maximum(self) -> int:
        """The highest total."""
        return self.count * self.sides + self.plus

    @property
    def minimum(self) -> int:
        """The lowest total."""
        return self.count + self.plus

    def __str__(self) -> str:
        if not self.count:
            return str(self.plus)
        return f"{self.count}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")


MOST_DICE, SIDES, HIGHEST_ROLL = 20, range(2, 101), 200
"""The bounds of dice text in every game: the number of dice, their sides, and the highest total.

No rulebook here asks for more than 20d6. The odds of dice within the bounds are computed in a moment.
"""

DICE_BOUND = f"up to {MOST_DICE} dice of {SIDES[0]} to {SIDES[-1]} sides that roll {HIGHEST_ROLL} at most"
"""The bounds as error texts state them."""

_HIGHEST_PLUS = 100
_DICE = re.compile(r"(?:([0-9]{1,4})?d([0-9]{1,4})([+-][0-9]{1,3})?|([0-9]{1,3}))")


def within_bounds(terms: Iterable[Dice]) -> bool:
    """Whether dice that are added together keep the bounds of dice text; plain numbers do not count."""
    thrown = [term for term in terms if term.count]
    return (
        all(term.sides in SIDES for term in thrown)
        and sum(term.count for term in thrown) <= MOST_DICE
        and sum(term.count * term.sides for term in thrown) <= HIGHEST_ROLL
    )


def parse_dice(text: str) -> Dice | None:
    """Dice text such as `2d6+1` or `d8` within the bounds, or a number from 0 to 999.

    The number after the dice is at most 100, a missing count is 1. None means that the text is not in this notation.
    """
    match = _DICE.fullmatch(text.strip().lower().replace("\u2212", "-").replace(" ", ""))
    if not match:
        return None
    count, sides, plus, number = match.groups()
    if number:
        return Dice(0, 0, int(number))
    dice = Dice(int(count or 1), int(sides), int(plus or 0))
    return dice if dice.count and within_bounds([dice]) and abs(dice.plus) <= _HIGHEST_PLUS else None


def _merged(pairs: Iterable[tuple[U, int]]) -> dict[U, int]:
    merged: dict[U, int] = {}
    for outcome, w in pairs:
        merged[outcome] = merged.get(outcome, 0) + w
    return merged


def convolved(a: Dist[int], b: Dist[int]) -> Dist[int]:
    """The distribution of the sum of two independent whole numbers."""
    return Dist(convolve(a.weights, b.weights))


def _order(outcome: Any) -> tuple[bool, Any]:
    """A sort key: numbers in ascending order, then everything else by its text."""
    return (False, outcome) if isinstance(outcome, (int, Fraction)) else (True, str(outcome))
