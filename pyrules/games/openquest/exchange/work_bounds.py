"""The bounds on the size of duels and holds, as computing work rather than seconds.

The odds over many rounds are exact integers that grow with the rounds, the dice and the hit points. Within these bounds
an answer takes a moment on a phone. No fight in the book comes near them.
"""

from __future__ import annotations

from collections.abc import Callable

from ....engine.dice import Dist

MOST_DUEL_WORK = 9_000_000
MOST_HOLD_WORK = 400_000_000
MOST_SEVERAL_WORK = 250_000
"""The bound of a fight against several foes: four foes of 30 hit points are the most."""


def duel_work(hit_points: int, bits: int, outcomes: int) -> int:
    """The work of a duel: states of hit points, times the square of the weights' length in thousands of bits.

    `bits` is the length of the weight that one round adds. `outcomes` is 1 if the sides are independent. With a Shield
    Defense it is the number of outcomes of an attack.
    """
    length = 2 * hit_points * bits
    return hit_points**2 * outcomes * length**2 // 1_000_000


def hold_work(rounds: int, span: int, bits: int) -> int:
    """The work of a hold: all sums of damage up to the last round, times their weights' length in bits."""
    return rounds**3 * span * bits


def most(high: int, compute: Callable[[int], int], bound: int) -> int:
    """The highest number from 1 to `high` whose work stays within the bound."""
    return next((n for n in range(high, 1, -1) if compute(n) <= bound), 1)


def bits(*dists: Dist[int]) -> int:
    """The bits of the weight that all these distributions add together."""
    return sum(dist.total.bit_length() for dist in dists)


def span(dist: Dist[int]) -> int:
    """The number of outcomes from the lowest to the highest, both included."""
    return max(dist.weights) - min(dist.weights) + 1
