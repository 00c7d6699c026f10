"""The exact odds of a duel: who drops whom, the number of rounds, and the winner's hit points.

The odds are exact, in integers. One side's dice do not depend on the other's wounds. So the odds are summed once for
each pair of counts: rounds that hurt the one side, rounds that hurt the other. Only a Shield Defense makes the sides
depend on each other (`duel_shield.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from ....engine.chain import counted_pairs
from ....engine.dice import Dist
from ....engine.quotient import quotient


class Wins(NamedTuple):
    """The chance that a side wins, and that it has so many hit points left then."""

    chance: Fraction
    left: dict[int, Fraction]

    def mixed(self, other: Wins, share: Fraction) -> Wins:
        """These chances plus a share of those of `other`, without zeros."""
        points = sorted({*self.left, *other.left})
        sums = {n: self.left.get(n, NONE) + share * other.left.get(n, NONE) for n in points}
        return Wins(self.chance + share * other.chance, {n: p for n, p in sums.items() if p})


NONE = Fraction(0)
NEVER = Wins(NONE, {})


class DuelOdds(NamedTuple):
    """The odds of each side as the winner, and the mean number of rounds; None if the duel may never end."""

    first: Wins
    second: Wins
    rounds: Fraction | None

    def turned(self) -> DuelOdds:
        """The same odds with the sides exchanged."""
        return DuelOdds(self.second, self.first, self.rounds)


Start = Mapping[int, int]
"""The weights of a fighter's starting hit points."""
Leads = tuple[Fraction, Fraction]


class Opened(NamedTuple):
    """A first round that differs: the chances that a side drops, and the hit points of both if they stand."""

    first: Wins
    second: Wins
    stands: Fraction
    first_start: Start
    second_start: Start

    def then(self, rest: DuelOdds | None) -> DuelOdds:
        """The odds of the whole duel: this round, then `rest` if both stand."""
        if rest is None:
            return DuelOdds(self.first, self.second, None)
        return DuelOdds(
            self.first.mixed(rest.first, self.stands),
            self.second.mixed(rest.second, self.stands),
            None if rest.rounds is None else 1 + self.stands * rest.rounds,
        )


def opened(on_second: Dist[int], second_hp: int, on_first: Dist[int], first_hp: int, leads: Leads) -> Opened:
    """The first round, in which both strike or only one does."""
    first, second = _standing(on_first, first_hp), _standing(on_second, second_hp)
    stand_1, stand_2 = Fraction(sum(first.values()), on_first.total), Fraction(sum(second.values()), on_second.total)

    def wins(start: Start, total: int, hp: int, falls: Fraction, led: Fraction) -> Wins:
        follows = falls * (1 - led)
        struck = {points: Fraction(w, total) * follows for points, w in start.items()}
        won = Wins(follows * Fraction(sum(start.values()), total), struck)
        return won.mixed(Wins(falls, {hp: falls}), led) if falls else NEVER

    return Opened(
        wins(first, on_first.total, first_hp, 1 - stand_2, leads[0]),
        wins(second, on_second.total, second_hp, 1 - stand_1, leads[1]),
        stand_1 * stand_2,
        first,
        second,
    )


def _standing(dealt: Dist[int], hp: int) -> Start:
    """The weights of the hit points left, above 0."""
    return {hp - n: w for n, w in dealt.weights.items() if n < hp}


# Equal rounds.


class Falling:
    """The hit points of one fighter after each number of damaging rounds.

    `left[n]` has the weights, over `draining ** n`, of the points with which the fighter stands after n of them.
    """

    def __init__(self, dealt: Dist[int], start: Mapping[int, int]) -> None:
        """`start` has the weights of the starting hit points."""
        pool = max(start)
        dealt = dealt.read(lambda n: min(n, pool)).reduced()
        self.total = dealt.total
        self.idle = dealt.weights.get(0, 0)
        self.draining = self.total - self.idle
        takes = [(n, w) for n, w in dealt.weights.items() if 0 < n < pool]
        self.left: list[dict[int, int]] = [dict(start)]
        while self.left[-1]:
            after: dict[int, int] = {}
            for points, weight in self.left[-1].items():
                for n, w in takes:
                    if n < points:
                        after[points - n] = after.get(points - n, 0) + weight * w
            self.left.append(after)
        self.starts = sum(start.values())
        self.standing = [sum(held.values()) for held in self.left]  # the last is 0
        # The weights, over `draining` ** (n + 1), of dropping in the next round after n damaging ones.
        self.fatal = [self.draining * now - later for now, later in pairwise(self.standing)]


def in_turn(
    on_second: Dist[int], second_start: Start, on_first: Dist[int], first_start: Start, leads: Leads
) -> DuelOdds | None:
    """The odds when both attack in every round; None if nobody ever drops.

    `leads` has the chances that the first, and that the second, strikes before the other can. In all other rounds both
    strike at once, and both may drop. The order matters only in the last round. (See `chain.duel_to_the_end`.)
    """
    second, first = Falling(on_second, second_start), Falling(on_first, first_start)
    every = first.total * second.total
    changes = every - first.idle * second.idle
    if not changes:
        return None
    over, under = len(second.left) - 1, len(first.left) - 1
    # By the rounds that damage the winner; rounds n over changes ** (over + n), or changes ** (under + n).
    first_wins = counted_pairs(second.fatal, second.idle, first.idle, changes, under)
    second_wins = counted_pairs(first.fatal, first.idle, second.idle, changes, over)
    rounds = 0
    both_stand = counted_pairs(first.standing[:-1], first.idle, second.idle, changes, over)
    for lasted, stands in zip(both_stand, second.standing, strict=False):
        rounds = rounds * changes + lasted * stands
    starts = first.starts * second.starts
    return DuelOdds(
        _wins(first, first_wins, leads[0], changes, over, starts),
        _wins(second, second_wins, leads[1], changes, under, starts),
        quotient(rounds * every, changes ** (over + under - 1) * starts, changes * starts),
    )


def _wins(winner: Falling, wins: list[int], leads: Fraction, changes: int, over: int, starts: int) -> Wins:
    """The chances of the winner, who takes no damage in the last round if it struck first in it.

    `wins` are weights, by the number n of rounds that damaged the winner before the last, over `starts` times
    `changes` ** (over + n).
    """
    led, scale = leads.as_integer_ratio()
    unhurt = led * winner.total + (scale - led) * winner.idle
    factors = [unhurt * weight + (scale - led) * changes * before for before, weight in pairwise((0, *wins, 0))]
    overs = [changes**over * starts * scale]
    while len(overs) < len(factors):
        overs.append(overs[-1] * changes)

    def chance(weights: Sequence[int]) -> Fraction:
        """The chance of hit points with these weights after 0, 1, 2, ... damaging rounds."""
        sum_ = last = 0
        for n, weight in enumerate(weights):
            if weight:
                sum_ = sum_ * changes ** (n - last) + weight * factors[n]
                last = n
        return quotient(sum_, overs[last], changes * starts * scale)

    points = range(1, max(winner.left[0]) + 1)
    left = {n: chance([held.get(n, 0) for held in winner.left]) for n in points}
    return Wins(chance(winner.standing), {n: p for n, p in left.items() if p})
