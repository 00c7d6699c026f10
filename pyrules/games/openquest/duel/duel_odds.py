"""How a duel ends: who drops whom, how many rounds it takes, and what the winner has left. Exact, in integers.

Neither side's dice depend on the other's wounds, and so every way to so many rounds that hurt the one and so many that
hurt the other is counted once. Only a Shield Defense ties both sides together (`duel_shield`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from ....engine.dice import Dist


class DuelOdds(NamedTuple):
    """How a duel ends: the winner's hit points, each with its chance, and the mean number of rounds.

    Without a number of rounds the duel may go on without end.
    """

    first_left: dict[int, Fraction]
    second_left: dict[int, Fraction]
    rounds: Fraction | None

    def turned(self) -> DuelOdds:
        """The same with the sides the other way round."""
        return DuelOdds(self.second_left, self.first_left, self.rounds)


Start = Mapping[int, int]
"""The hit points that a fighter starts with, each with its weight."""
Leads = tuple[Fraction, Fraction]


class Opened(NamedTuple):
    """A first round that is unlike the others: who has dropped in it, and what is left of those who stand."""

    first_left: dict[int, Fraction]
    second_left: dict[int, Fraction]
    stands: Fraction
    first_start: Start
    second_start: Start

    def then(self, rest: DuelOdds | None) -> DuelOdds:
        """The whole duel: this round, and then `rest` if both stand."""
        if rest is None:
            return DuelOdds(self.first_left, self.second_left, None)
        return DuelOdds(
            _mixed(self.first_left, rest.first_left, self.stands),
            _mixed(self.second_left, rest.second_left, self.stands),
            None if rest.rounds is None else 1 + self.stands * rest.rounds,
        )


def opened(on_second: Dist[int], second_hp: int, on_first: Dist[int], first_hp: int, leads: Leads) -> Opened:
    """The first round, in which both strike, or one of them does nothing."""
    first, second = _standing(on_first, first_hp), _standing(on_second, second_hp)
    stand_1, stand_2 = Fraction(sum(first.values()), on_first.total), Fraction(sum(second.values()), on_second.total)

    def wins(start: Start, total: int, hp: int, falls: Fraction, led: Fraction) -> dict[int, Fraction]:
        struck = {points: Fraction(w, total) * falls * (1 - led) for points, w in start.items()}
        return _mixed(struck, {hp: falls}, led) if falls else {}

    return Opened(
        wins(first, on_first.total, first_hp, 1 - stand_2, leads[0]),
        wins(second, on_second.total, second_hp, 1 - stand_1, leads[1]),
        stand_1 * stand_2,
        first,
        second,
    )


def _standing(dealt: Dist[int], hp: int) -> Start:
    """The weights of the hit points that are left, above 0."""
    return {hp - n: w for n, w in dealt.weights.items() if n < hp}


def _mixed(one: dict[int, Fraction], other: dict[int, Fraction], share: Fraction) -> dict[int, Fraction]:
    """The chances of `one`, and a share of those of `other`, without zeros."""
    points = sorted({*one, *other})
    sums = {n: one.get(n, Fraction(0)) + share * other.get(n, Fraction(0)) for n in points}
    return {n: p for n, p in sums.items() if p}


# Two races side by side.


class Falling:
    """Hit points that the same die drains in every round, by the number of rounds that took something.

    `left` n holds, by points left, the weight over `draining` ** n with which the fighter still stands after n of them.
    """

    def __init__(self, dealt: Dist[int], start: Mapping[int, int]) -> None:
        """`start` holds the weights of the hit points at first."""
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
        # The weight, over `draining` ** (n + 1), of falling in the round after n of them.
        self.fatal = [self.draining * now - later for now, later in pairwise(self.standing)]


def in_turn(
    on_second: Dist[int], second_start: Start, on_first: Dist[int], first_start: Start, leads: Leads
) -> DuelOdds | None:
    """Both attack in every round; None if nobody ever drops.

    `leads` holds how often the first, and how often the second, strikes before the other can. In what is left of the
    rounds both strike at once, and both may drop. Who strikes first in a round only matters in the last one. (See
    `chain.bout`.)
    """
    second, first = Falling(on_second, second_start), Falling(on_first, first_start)
    every = first.total * second.total
    changes = every - first.idle * second.idle
    if not changes:
        return None
    over, under = len(second.left) - 1, len(first.left) - 1
    ways: list[int] = []  # by rounds that hurt the first, for so many that hurt the second
    first_wins = [0] * under  # by rounds that hurt the first, over changes ** (over + those)
    second_wins: list[int] = []  # by rounds that hurt the second, over changes ** (under + those)
    rounds = 0
    for j in range(over):
        before, ways = ways, []
        lost = lasted = 0
        for k in range(under):
            way = 1 if j == k == 0 else 0
            if k:
                way += ways[k - 1] * second.idle
            if j:
                way += before[k] * first.idle
            if j and k:
                way += before[k - 1] * changes
            ways.append(way)
            first_wins[k] = first_wins[k] * changes + way * second.fatal[j]
            lost = lost * changes + way * first.fatal[k]
            lasted = lasted * changes + way * first.standing[k]
        second_wins.append(lost)
        rounds = rounds * changes + lasted * second.standing[j]
    starts = first.starts * second.starts
    most = changes ** (over + under) * starts
    return DuelOdds(
        _left(first, [won * changes ** (under - k) for k, won in enumerate(first_wins)], leads[0], most),
        _left(second, [won * changes ** (over - j) for j, won in enumerate(second_wins)], leads[1], most),
        Fraction(rounds * every, changes ** (over + under - 1) * starts),
    )


def _left(winner: Falling, wins: list[int], leads: Fraction, over: int) -> dict[int, Fraction]:
    """What the winner has left: whoever struck first in the last round was not struck in it.

    `wins` are weights over `over`, by the rounds that had hurt the winner before the last.
    """
    led, followed = leads.numerator, leads.denominator - leads.numerator
    left: dict[int, int] = {}
    for count, weight in enumerate(wins):
        _gain(left, winner.left[count], weight * (led * winner.total + followed * winner.idle))
        _gain(left, winner.left[count + 1], weight * followed)
    return {points: Fraction(left[points], over * leads.denominator) for points in sorted(left)}


def _gain(left: dict[int, int], weights: dict[int, int], factor: int) -> None:
    if factor:
        for points, weight in weights.items():
            left[points] = left.get(points, 0) + factor * weight
