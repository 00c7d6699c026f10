"""Exact dice: finite distributions with integer weights, and the way to throw them.

A `Dist` is odds alone. A `Die` can also be thrown: it asks a source of faces for each die on the
table and tells which faces came. Reading faces into grades (`map`) merges the odds and keeps the
faces, so a rule is written once and serves both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Face(NamedTuple):
    """One die on the table: how many sides it has and which one is up."""

    sides: int
    value: int


Faces = Callable[[int], int]
"""A source of faces: given the number of sides, the face that came up (1 to sides)."""

Thrower = Callable[[Faces], tuple[Any, tuple[Face, ...]]]


class Dist(Generic[T]):
    """A finite distribution: outcome to positive integer weight, over `total`."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        self.weights: dict[T, int] = {outcome: w for outcome, w in weights.items() if w}
        self.total: int = sum(self.weights.values())
        if not self.weights or min(self.weights.values()) < 0:
            raise ValueError("a distribution needs outcomes with positive weights")

    def p(self, test: Callable[[T], bool]) -> Fraction:
        """The probability that `test` holds."""
        return Fraction(sum(w for outcome, w in self.weights.items() if test(outcome)), self.total)

    def mean(self, key: Callable[[T], int | Fraction]) -> Fraction:
        """The expectation of `key` over the outcomes."""
        return Fraction(sum(key(outcome) * w for outcome, w in self.weights.items())) / self.total

    def dist(self, key: Callable[[T], U]) -> dict[U, Fraction]:
        """The probabilities of what `key` makes of the outcomes, in ascending order."""
        return self.read(key).probabilities()

    def read(self, key: Callable[[T], U]) -> Dist[U]:
        """The distribution of what `key` makes of the outcomes."""
        return Dist(_merged((key(outcome), w) for outcome, w in self.weights.items()))

    def given(self, test: Callable[[T], bool]) -> Dist[T] | None:
        """The distribution among the outcomes where `test` holds; None if it never does."""
        kept = {outcome: w for outcome, w in self.weights.items() if test(outcome)}
        return Dist(kept) if kept else None

    def probabilities(self) -> dict[T, Fraction]:
        """Outcome to probability, ascending."""
        return {outcome: Fraction(self.weights[outcome], self.total) for outcome in sorted(self.weights, key=_order)}

    def chain(self, step: Callable[[T], Dist[U]]) -> Dist[U]:
        """Go on from each outcome by the distribution that `step` gives for it."""
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
    """A distribution that can also be thrown.

    `throw(face)` asks the source for every die it needs and returns the outcome and those faces.
    """

    __slots__ = ("throw",)

    def __init__(self, weights: Mapping[T, int], throw: Thrower) -> None:
        super().__init__(weights)
        self.throw = throw

    def map(self, read: Callable[[T], U]) -> Die[U]:
        """Read each outcome as something coarser: odds merge, faces stay."""

        def throw(face: Faces) -> tuple[U, tuple[Face, ...]]:
            outcome, faces = self.throw(face)
            return read(outcome), faces

        return Die(_merged((read(outcome), w) for outcome, w in self.weights.items()), throw)

    def then(self, further: Callable[[T], Die[U]]) -> Die[U]:
        """Throw this, then the die that `further` names for the outcome."""

        def throw(face: Faces) -> tuple[U, tuple[Face, ...]]:
            first, faces = self.throw(face)
            second, more = further(first).throw(face)
            return second, faces + more

        return Die(self.chain(further).weights, throw)

    def plus(self: Die[int], other: Die[int] | int) -> Die[int]:
        """The sum of this and another die, or a number."""
        if isinstance(other, int):
            return self.map(lambda n: n + other) if other else self

        def throw(face: Faces) -> tuple[int, tuple[Face, ...]]:
            first, faces = self.throw(face)
            second, more = other.throw(face)
            return first + second, faces + more

        return Die(convolved(self, other).weights, throw)

    def times(self: Die[int], count: int) -> Die[int]:
        """The sum of `count` (0 or more) independent throws; by squaring, so 40 dice are cheap."""
        if count == 0:
            return always(0)
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

        def throw(face: Faces) -> tuple[int, tuple[Face, ...]]:
            thrown = [self.throw(face) for _ in range(count)]
            return sum(outcome for outcome, _ in thrown), tuple(f for _, faces in thrown for f in faces)

        return Die(sums.weights, throw)

    def keep(self: Die[int], count: int, kept: int) -> Die[int]:
        """Throw `count` of this and sum the `kept` highest; 0 or more of each."""

        def highest(pool: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(sorted(pool, reverse=True)[:kept])

        pool: Die[tuple[int, ...]] = always(())
        for _ in range(count):
            pool = pool.then(lambda held: self.map(lambda n: highest((*held, n))))
        return pool.map(sum)

    def explode(self: Die[int], again: Callable[[int], bool], times: int) -> Die[int]:
        """Throw again and add, up to `times` more, as long as the last face calls for it."""
        if times == 0:
            return self
        rest = self.explode(again, times - 1)
        return self.then(lambda n: rest.map(lambda more: n + more) if again(n) else always(n))


def always(outcome: U) -> Die[U]:
    """The certain outcome, thrown without dice."""
    return Die({outcome: 1}, lambda face: (outcome, ()))


@cache
def d(sides: int) -> Die[int]:
    """One fair die with faces 1 to `sides`."""

    def throw(face: Faces) -> tuple[int, tuple[Face, ...]]:
        value = face(sides)
        return value, (Face(sides, value),)

    return Die(dict.fromkeys(range(1, sides + 1), 1), throw)


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice as a table writes them: `1d8`, `2d6+1`, `3`; `count` 0 means a plain number."""

    count: int
    sides: int
    plus: int = 0

    def die(self) -> Die[int]:
        """These dice as a distribution that can be thrown."""
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
"""The bound of dice text in every game: how many dice, of how many sides, and the highest they roll together.

No rulebook here asks for more than 20d6, and every odds of dice within the bound take a moment.
"""

DICE_BOUND = f"up to {MOST_DICE} dice of {SIDES[0]} to {SIDES[-1]} sides that roll {HIGHEST_ROLL} at most"
"""The bound as errors name it."""

_HIGHEST_PLUS = 100
_DICE = re.compile(r"(?:([0-9]{1,4})?d([0-9]{1,4})([+-][0-9]{1,3})?|([0-9]{1,3}))")


def within_bounds(terms: Iterable[Dice]) -> bool:
    """Whether dice that are added up keep within the bound of dice text; plain numbers among them do not count."""
    thrown = [term for term in terms if term.count]
    return (
        all(term.sides in SIDES for term in thrown)
        and sum(term.count for term in thrown) <= MOST_DICE
        and sum(term.count * term.sides for term in thrown) <= HIGHEST_ROLL
    )


def parse_dice(text: str) -> Dice | None:
    """Read dice text such as `2d6+1` or `d8`, within the bound, plus or minus up to 100; or a plain number up to 999.

    A missing count is 1. None when it is nothing of the kind; the input that holds it says so in its own words.
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


_FEW = 2000


def convolved(a: Dist[int], b: Dist[int]) -> Dist[int]:
    """The distribution of the sum of two independent whole numbers.

    Long ones are multiplied as two decimal numbers, each weight in a place of its own: `decimal` knows a fast
    way with millions of digits, so thousands of outcomes stay a matter of a moment. Exact all the same.
    """
    pairs = len(a.weights) * len(b.weights)
    length = _span(a) + _span(b) - 1
    if pairs <= _FEW or length >= pairs:
        return Dist(_merged((m + n, v * w) for m, v in a.weights.items() for n, w in b.weights.items()))
    size = len(str(a.total * b.total))  # no sum of products is longer
    exact = Context(prec=length * size, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
    product = str(exact.multiply(_packed(a, size), _packed(b, size))).zfill(length * size)
    highest = max(a.weights) + max(b.weights)
    return Dist({highest - at: int(product[at * size : (at + 1) * size]) for at in range(length)})


def _span(dist: Dist[int]) -> int:
    return max(dist.weights) - min(dist.weights) + 1


def _packed(dist: Dist[int], size: int) -> Decimal:
    """All weights in one number, from the highest outcome down, `size` digits each."""
    outcomes = range(max(dist.weights), min(dist.weights) - 1, -1)
    return Decimal("".join(str(dist.weights.get(n, 0)).zfill(size) for n in outcomes))


def _order(outcome: Any) -> tuple[bool, Any]:
    """Numbers in their order, everything else by its text."""
    return (False, outcome) if isinstance(outcome, (int, Fraction)) else (True, str(outcome))
