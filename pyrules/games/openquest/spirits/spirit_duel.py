"""The exact odds of a duel in which each test costs its loser points, or nobody.

A test drains only its loser. So the tests that drain A and those that drain B are counted separately. The points left
after n draining tests depend on one side's dice alone; the mix of the tests is binomial. Tests without a loser only
make the duel longer. All weights are integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, gcd

from ....engine.dice import Dist


@dataclass(frozen=True)
class Drained:
    """The pool of one side after each number of tests it has lost, as weights by the points taken.

    `hit` is the weight with which a test takes something from this side.
    """

    pool: int
    hit: int
    taken: tuple[tuple[int, ...], ...]

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """The weights of having points left after 0, 1, 2, ... tests."""
        return tuple(map(sum, self.taken))

    @cached_property
    def spent(self) -> tuple[int, ...]:
        """The weights of losing the last points in test 0, 1, 2, ..."""
        after = (*self.kept[1:], 0)
        return (0, *(before * self.hit - now for before, now in zip(self.kept, after, strict=True)))


def drained(loss: Iterable[tuple[int, int]], pool: int) -> Drained:
    """The depletion of a pool of points by tests; `loss` has the weights of a test's cost."""
    takes = sorted((points, weight) for points, weight in loss if points)
    rows = [(1, *[0] * (pool - 1))]
    while any(rows[-1]):
        after = [0] * pool
        for taken, weight in enumerate(rows[-1]):
            if weight:
                for points, more in takes:
                    if taken + points >= pool:
                        break
                    after[taken + points] += weight * more
        rows.append(tuple(after))
    return Drained(pool, sum(weight for _, weight in takes), tuple(rows[:-1]))


@dataclass(frozen=True)
class Duel:
    """Both sides, and the weights of a test: in all, and without a loser."""

    a: Drained
    b: Drained
    every: int
    idle: int

    @property
    def changes(self) -> int:
        """The weight of the tests that take something."""
        return self.every - self.idle

    @property
    def longest(self) -> int:
        """The most draining tests before the duel ends."""
        return len(self.a.kept) + len(self.b.kept) - 1

    @cached_property
    def won_by_a(self) -> list[int]:
        """The weights with which A wins in the 0th, 1st, 2nd ... draining test, over `changes ** test`."""
        return _won(self.b.spent, self.a.kept, self.longest)

    @cached_property
    def won_by_b(self) -> list[int]:
        """The weights with which B wins, in the same form."""
        return _won(self.a.spent, self.b.kept, self.longest)

    @cached_property
    def still(self) -> list[int]:
        """The weights with which both sides have points after each number of draining tests."""
        weights = [0] * self.longest
        for lost_a, kept_a in enumerate(self.a.kept):
            for lost_b, kept_b in enumerate(self.b.kept):
                weights[lost_a + lost_b] += comb(lost_a + lost_b, lost_a) * kept_a * kept_b
        return weights

    def chance(self, won: Sequence[int]) -> Fraction:
        """The chance to win."""
        return Fraction(_sum(won, self.changes), self.changes ** (len(won) - 1))

    def mean_tests(self) -> Fraction:
        """The mean number of tests, with those that take nothing."""
        return Fraction(self.every * _sum(self.still, self.changes), self.changes ** len(self.still))

    def by_test(self, won: Sequence[int], count: int) -> list[Fraction]:
        """The chances to win in exactly the tests 1 to `count`."""
        found = []
        for test in range(1, count + 1):
            weight = sum(
                comb(test - 1, taking - 1) * won[taking] * self.idle ** (test - taking)
                for taking in range(1, min(test, len(won) - 1) + 1)
            )
            found.append(Fraction(weight, self.every**test))
        return found

    def left_to_a(self) -> dict[int, Fraction]:
        """The chances that A wins with each number of points left."""
        return self._left(self.a, self.b)

    def left_to_b(self) -> dict[int, Fraction]:
        """The chances that B wins with each number of points left."""
        return self._left(self.b, self.a)

    def _left(self, winner: Drained, loser: Drained) -> dict[int, Fraction]:
        weights = [0] * (winner.pool + 1)
        for lost, row in enumerate(winner.taken):
            ways = [comb(lost + tests - 1, lost) * spent if tests else 0 for tests, spent in enumerate(loser.spent)]
            reached = _sum(ways, self.changes) * self.changes ** (self.longest - lost - len(ways) + 1)
            for taken, weight in enumerate(row):
                weights[winner.pool - taken] += reached * weight
        over = self.changes**self.longest
        return {points: Fraction(weight, over) for points, weight in enumerate(weights) if weight}


def duel(
    wins_a: int, wins_b: int, nobody: int, loss_a: Dist[int], loss_b: Dist[int], pool_a: int, pool_b: int
) -> Duel | None:
    """The odds from the weights of a test and of its cost; None if the duel never ends."""
    to_b = {points: wins_a * weight * loss_a.total for points, weight in loss_b.weights.items()}
    to_a = {points: wins_b * weight * loss_b.total for points, weight in loss_a.weights.items()}
    every = (wins_a + wins_b + nobody) * loss_a.total * loss_b.total
    common = gcd(every, *to_a.values(), *to_b.values())
    a = drained([(points, weight // common) for points, weight in to_a.items()], pool_a)
    b = drained([(points, weight // common) for points, weight in to_b.items()], pool_b)
    every //= common
    return Duel(a, b, every, every - a.hit - b.hit) if a.hit + b.hit else None


def _won(spent: Sequence[int], kept: Sequence[int], longest: int) -> list[int]:
    """The weights of winning in each draining test: the test that takes the other side's last points."""
    weights = [0] * (longest + 1)
    for lost_by_loser, last in enumerate(spent):
        for lost_by_winner, left in enumerate(kept):
            if lost_by_loser:
                test = lost_by_loser + lost_by_winner
                weights[test] += comb(test - 1, lost_by_winner) * last * left
    return weights


def _sum(weights: Sequence[int], over: int) -> int:
    """The sum of weights over `over ** 0`, `over ** 1`, ..., over the highest of these powers."""
    total = 0
    for weight in weights:
        total = total * over + weight
    return total
