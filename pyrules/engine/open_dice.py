"""Dice that explode without end: exact odds up to a limit, which includes all higher totals.

An open die is a run of highest faces followed by one other face. The total of a pool is the sum of two independent
parts. The first is the number of highest faces, which is negative binomial. The second is the sum of the last faces.
Both have closed forms in integers over a power of the sides. Every total below the limit has its exact weight. A roll
follows the table: all dice at once, then the highest faces again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from operator import add
from typing import NamedTuple

from .dice import Die, Face, Faces, d, sum_of
from .typed_dice import Among


class Fallen(NamedTuple):
    """A rolled pool: the first face of each die, all faces, and the total (at most the limit)."""

    first: tuple[int, ...]
    faces: tuple[Face, ...]
    total: int


@dataclass(frozen=True, slots=True)
class OpenDie:
    """A die of `sides` sides whose highest face counts and is rolled again; faces in `blank` count 0."""

    sides: int
    blank: frozenset[int] = frozenset()

    def worth(self, value: int) -> int:
        """The value that a face counts."""
        return 0 if value in self.blank else value

    @property
    def mean(self) -> Fraction:
        """The mean total of one die."""
        return Fraction(sum(map(self.worth, range(1, self.sides + 1))), self.sides - 1)

    @property
    def variance(self) -> Fraction:
        """The variance of one die."""
        lasting = sum(self.worth(value) ** 2 for value in range(1, self.sides))
        again = self.sides**2 + 2 * self.sides * self.mean  # squares of face and rerolls, less the rerolls
        return (lasting + again) / (self.sides - 1) - self.mean**2

    def pool(self, count: int, limit: int) -> Die[int]:
        """The total of `count` (0 or more) of these dice; `limit` includes all higher totals."""
        return Die(self.weights(count, limit), lambda face: _sum(self.throw(count, limit, face)), count)

    def weights(self, count: int, limit: int) -> dict[int, int]:
        """The weight of each total up to `limit`, over a power of `sides`.

        The power is `count` plus the number of highest faces that fit below `limit`.
        """
        runs = max(0, limit - 1) // self.sides
        lasting = self._lasting(count, limit)
        found = [0] * limit
        for run in range(runs + 1):
            ways = comb(count + run - 1, run) if count else int(run == 0)
            ways *= self.sides ** (runs - run)
            start, end = run * self.sides, run * self.sides + len(lasting)
            found[start:end] = [w + ways * last for w, last in zip(found[start:end], lasting, strict=False)]
        found.append(self.sides ** (count + runs) - sum(found))
        return {total: w for total, w in enumerate(found) if w}

    def _lasting(self, count: int, limit: int) -> list[int]:
        """In how many ways the last faces of `count` dice, none the highest, give each sum from 0 to below `limit`."""
        worths = [self.worth(value) for value in range(1, self.sides)]
        sums = [1][:limit]
        for _ in range(count):
            after = [0] * min(limit, len(sums) + max(worths))
            for worth in worths:
                end = worth + len(sums)
                after[worth:end] = map(add, after[worth:end], sums)
            sums = after
        return sums

    def throw(self, count: int, limit: int, face: Faces) -> Fallen:
        """Roll `count` of these dice together, then reroll highest faces until there are none.

        Rerolls also stop when the total reaches `limit`.
        """
        die = d(self.sides)
        first: tuple[int, ...] = ()
        faces: tuple[Face, ...] = ()
        due, total = count, 0
        while due and total < limit:
            with Among(len(faces), more=True):
                thrown = sum_of((die,) * due)(face)[1]
            values = tuple(one.value for one in thrown)
            first = first or values
            faces += thrown
            total += sum(map(self.worth, values))
            due = values.count(self.sides)
        return Fallen(first, faces, min(total, limit))


def _sum(fallen: Fallen) -> tuple[int, tuple[Face, ...]]:
    return fallen.total, fallen.faces


def up_to(die: Die[int], limit: int) -> Die[int]:
    """The same die with all outcomes from `limit` up merged into `limit`; a roll keeps its real outcome.

    This suits a state that depends only on reaching the limit.
    """
    return Die(die.read(lambda n: min(n, limit)).weights, die.throw, die.least, die.more)
