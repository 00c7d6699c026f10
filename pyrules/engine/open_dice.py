"""Dice that explode without end: exact odds up to a limit, which stands for all that lies beyond it.

A die is a run of highest faces and then one other face, so a pool of them is a sum of two parts that know nothing of
each other: how many highest faces came (a negative binomial) and what the last faces come to. Both are closed forms
in integers over a power of the sides. What is left at the limit is everything above it, not an approximation: every
outcome below has its true weight. The pool is thrown as at a table: all dice at once, then the highest again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from .dice import Die, Face, Faces, d


class Fallen(NamedTuple):
    """A pool as it fell: the first face of each die, all faces, and what they come to (the limit at most)."""

    first: tuple[int, ...]
    faces: tuple[Face, ...]
    total: int


@dataclass(frozen=True, slots=True)
class OpenDie:
    """A die whose highest face is kept and rolled again, as long as it comes; faces in `blank` count as nothing."""

    sides: int
    blank: frozenset[int] = frozenset()

    def worth(self, value: int) -> int:
        """What a face counts."""
        return 0 if value in self.blank else value

    @property
    def mean(self) -> Fraction:
        """The mean of one die: what its faces come to, once more for each throw that the highest one earns."""
        return Fraction(sum(map(self.worth, range(1, self.sides + 1))), self.sides - 1)

    @property
    def variance(self) -> Fraction:
        """The variance of one die."""
        lasting = sum(self.worth(value) ** 2 for value in range(1, self.sides))
        again = self.sides**2 + 2 * self.sides * self.mean  # the square of the face and what follows, less what follows
        return (lasting + again) / (self.sides - 1) - self.mean**2

    def pool(self, count: int, limit: int) -> Die[int]:
        """The sum of `count` (0 or more) of these; `limit` stands for itself and all beyond."""
        return Die(self.weights(count, limit), lambda face: _sum(self.throw(count, limit, face)))

    def weights(self, count: int, limit: int) -> dict[int, int]:
        """The weight of each sum up to `limit`, over `sides` to the power of `count` and the runs that fit below it."""
        runs = max(0, limit - 1) // self.sides
        lasting = self._lasting(count)
        found: dict[int, int] = {}
        for run in range(runs + 1):
            ways = comb(count + run - 1, run) if count else int(run == 0)
            ways *= self.sides ** (runs - run)
            for last, weight in lasting.items():
                total = run * self.sides + last
                if total < limit:
                    found[total] = found.get(total, 0) + ways * weight
        found[limit] = self.sides ** (count + runs) - sum(found.values())
        return {total: found[total] for total in sorted(found) if found[total]}

    def _lasting(self, count: int) -> dict[int, int]:
        """The ways in which the last faces of `count` dice, none of them the highest, come to each sum."""
        sums = {0: 1}
        for _ in range(count):
            after: dict[int, int] = {}
            for total, ways in sums.items():
                for value in range(1, self.sides):
                    at = total + self.worth(value)
                    after[at] = after.get(at, 0) + ways
            sums = after
        return sums

    def throw(self, count: int, limit: int, face: Faces) -> Fallen:
        """Throw `count` of these together, then again those that show the highest face, until none does.

        Nobody need go on who has come to the limit.
        """
        die = d(self.sides)
        first: tuple[int, ...] = ()
        faces: tuple[Face, ...] = ()
        due, total = count, 0
        while due and total < limit:
            thrown = [die.throw(face) for _ in range(due)]
            values = tuple(value for value, _ in thrown)
            first = first or values
            faces += tuple(one for _, shown in thrown for one in shown)
            total += sum(map(self.worth, values))
            due = values.count(self.sides)
        return Fallen(first, faces, min(total, limit))


def _sum(fallen: Fallen) -> tuple[int, tuple[Face, ...]]:
    return fallen.total, fallen.faces


def up_to(die: Die[int], limit: int) -> Die[int]:
    """The same die with odds in which `limit` stands for itself and all beyond; a throw still tells what fell.

    For a state that only asks whether it reached the limit, however far the dice go.
    """
    return Die(die.read(lambda n: min(n, limit)).weights, die.throw)
