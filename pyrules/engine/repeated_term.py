"""Sums of many equal terms, exact: a term is a whole number, 0 or more, such as the damage of each round.

The weights of a sum come from few weights before it. For this the weights of the term are a quotient: a polynomial with
few places that are not 0, over a power of 1 - x. Sums of dice are such quotients: 10d20 has 11 places over (1 - x)**10.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb
from operator import add, mul, sub

from .convolution import geometric_sum

Polynomial = dict[int, int]
"""The coefficient of each power of x, without zeros."""

_MOST_DIFFERENCES = 40
"""The most dice of a term in any game: after so many differences a sum of dice has its fewest places."""

_MANY_PLACES = 100
"""With more places and running sums than this, a few long products take less time."""


class RepeatedTerm:
    """A term: its weights are x**lowest * places(x) / (1 - x)**sums."""

    def __init__(self, weights: Mapping[int, int]) -> None:
        """`weights` maps each value, 0 or more, to a positive weight."""
        self._weights = weights
        self.total = sum(weights.values())
        self.lowest, highest = min(weights), max(weights)
        self._span = highest - self.lowest
        differences = [weights.get(n, 0) for n in range(self.lowest, highest + 1)]
        self._mirrored = differences == differences[::-1]
        self._places, self._sums = _places(differences), 0
        for sums in range(1, _MOST_DIFFERENCES + 1):
            differences = _differences([*differences, 0])
            places = _places(differences)
            if len(places) + sums < len(self._places) + self._sums:
                self._places, self._sums = places, sums

    def added(self, weights: Sequence[int], most: int) -> list[int]:
        """The first weights, at most `most`, after one more term is added: those of lowest, lowest + 1, ...

        `weights` has the weights of 0, 1, 2, ... before.
        """
        sums = [0] * max(0, min(most, len(weights) + self._span))
        for place, factor in self._places.items():
            end = place + len(weights)
            sums[place:end] = [w + factor * more for w, more in zip(sums[place:end], weights, strict=False)]
        for _ in range(self._sums):
            sums = list(accumulate(sums))
        return sums

    def times(self, count: int) -> list[int]:
        """The weights of the sum of `count` terms: those of count * lowest, and of each higher sum.

        With P for the places and s for the sums, the power G = P**count / (1 - x)**(s * count) has the derivative of
        P (1 - x) G' = count (P' (1 - x) + s P) G. Its coefficients give each weight from those before it.
        """
        derivative = {place - 1: place * w for place, w in self._places.items() if place}
        left = _times_1_less_x(self._places)
        right = _plus(_times_1_less_x(derivative), self._places, self._sums)
        back = sorted({place for place in left if place} | {place + 1 for place in right})
        factors = [count * right.get(place - 1, 0) + place * left.get(place, 0) for place in back]
        fewer = [left.get(place, 0) for place in back]
        """What each factor loses from one weight to the next."""
        first, highest = self._places[0], count * self._span
        padding = back[-1]
        weights = [*[0] * padding, first**count]
        for n in range(1, (highest // 2 if self._mirrored else highest) + 1):
            factors = [*map(sub, factors, fewer)]
            before = [weights[n + padding - place] for place in back]
            weights.append(sum(map(mul, factors, before)) // (n * first))
        weights = weights[padding:]
        return weights + weights[: highest + 1 - len(weights)][::-1]

    def random_sum(self, chance: Fraction, most: int, certain: int) -> dict[int, int]:
        """The weights of the sum of `certain` terms and at most `most` more.

        Each further term is added with this chance; after the first that is not, no more follow.
        """
        if len(self._places) + self._sums > _MANY_PLACES:
            return geometric_sum(self._weights, chance, most, certain)
        sums = self._random_sum(chance, most)
        for _ in range(certain):
            sums = self.added(sums, len(sums) + self._span)
        return {n: w for n, w in enumerate(sums, certain * self.lowest) if w}

    def _random_sum(self, chance: Fraction, most: int) -> list[int]:
        """The weights of 0, 1, 2, ... with no term for certain.

        With p / q for the chance and w for the term of the total t, the sums of fewer than `most` terms have the
        weights S = ((q t)**most - (p w)**most) / (q t - p w), a division of polynomials.
        """
        p, q = chance.as_integer_ratio()
        scale = q * self.total
        all_terms = [0] * (most * self.lowest) + [p**most * w for w in self.times(most)]
        if p == q or not most:
            return all_terms
        divisor = {place: scale * (-1) ** place * comb(self._sums, place) for place in range(self._sums + 1)}
        divisor = _plus(divisor, {self.lowest + place: w for place, w in self._places.items()}, -p)
        first = divisor.pop(0)
        left = [-w for w in all_terms]
        left[0] += scale**most
        for _ in range(self._sums):
            left = _differences(left)
        padding = max(divisor, default=0)
        quotient = [0] * padding
        for n, w in enumerate(left[: len(left) - self.lowest - self._span]):
            before = [quotient[n + padding - place] for place in divisor]
            quotient.append((w - sum(map(mul, divisor.values(), before))) // first)
        fewer = [(q - p) * self.total * w for w in quotient[padding:]]
        return [*map(add, all_terms, fewer), *all_terms[len(fewer) :]]


def _places(weights: Sequence[int]) -> Polynomial:
    return {place: w for place, w in enumerate(weights) if w}


def _differences(weights: Sequence[int]) -> list[int]:
    return [*weights[:1], *map(sub, weights[1:], weights)]


def _plus(a: Polynomial, b: Polynomial, factor: int) -> Polynomial:
    """The polynomial a + factor * b."""
    sums = {place: a.get(place, 0) + factor * b.get(place, 0) for place in a.keys() | b.keys()}
    return {place: w for place, w in sorted(sums.items()) if w}


def _times_1_less_x(a: Polynomial) -> Polynomial:
    return _plus(a, {place + 1: w for place, w in a.items()}, -1)
