"""Repeated rounds: the same round again and again until an end.

A curve pushes an exact distribution forward, round by round. A fight in which no side's dice depend on the other's
state is two independent races. This is much faster than a joint distribution of both totals.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import NamedTuple, TypeVar

from .dice import Dist

S = TypeVar("S", bound=Hashable)


def rounds(start: S | Dist[S], after: Callable[[S], Dist[S]], count: int) -> Iterator[Dist[S]]:
    """The distribution of states at the end of rounds 1 to `count`.

    `start` is the first state, or a distribution of it. `after` gives the states after one round and is called once for
    each state. A state that has ended must lead to itself.
    """
    known: dict[S, Dist[S]] = {}

    def step(state: S) -> Dist[S]:
        if state not in known:
            known[state] = after(state)
        return known[state]

    dist = start if isinstance(start, Dist) else Dist({start: 1})
    for _ in range(count):
        dist = dist.chain(step).reduced()
        yield dist


def depletion_curve(dealt: Dist[int], pool: int, count: int) -> list[Fraction]:
    """The chance that a pool of `pool` points is used up by the end of rounds 1 to `count`.

    `dealt` is the distribution of the points that one round takes.
    """
    return PoolDepletion(dealt, pool).curve(count)


def by_attempt(chance: Fraction, count: int) -> list[Fraction]:
    """The chance of at least one success in attempts 1 to `count`, each with the probability `chance`."""
    return [1 - (1 - chance) ** attempt for attempt in range(1, count + 1)]


_FEW_ROUNDS = 40
"""Up to this number of draining rounds, `mean` adds weights round by round; above it, a recurrence is faster."""


class PoolDepletion:
    """A pool of `pool` points from which every round takes points, distributed as `dealt`, until none is left.

    Only draining rounds, which take at least one point, change the pool; idle rounds only delay the end. The class
    counts the integer weight with which points are left after 0, 1, 2, ... draining rounds. The number of draining
    rounds among all rounds is binomial. An event with chance p in every round is a pool of one point.
    """

    def __init__(self, dealt: Dist[int], pool: int) -> None:
        dealt = dealt.read(lambda points: min(points, pool)).reduced()
        self._pool = pool
        self.total = dealt.total
        self.idle = dealt.weights.get(0, 0)
        self.draining = self.total - self.idle
        self._takes = sorted((points, w) for points, w in dealt.weights.items() if 0 < points < pool)
        self._taken = [1] + [0] * (pool - 1)  # weight by points taken, after the last counted round
        self._kept = [1]

    def kept(self, count: int) -> int:
        """The weight, over `draining ** count`, with which points are left after `count` draining rounds."""
        while len(self._kept) <= count and self._kept[-1]:
            after = [0] * len(self._taken)
            for taken, w in enumerate(self._taken):
                if w:
                    for points, v in self._takes:
                        if taken + points >= len(after):
                            break
                        after[taken + points] += w * v
            self._taken = after
            self._kept.append(sum(after))
        return self._kept[count] if count < len(self._kept) else 0

    def all_kept(self) -> list[int]:
        """`kept` from 0 draining rounds up to the last that can leave points."""
        count = 0
        while self.kept(count):
            count += 1
        return self._kept[:count]

    def left(self, count: int) -> int:
        """The weight, over `total ** count`, with which points are left after `count` rounds."""
        weight = drained = 0
        while drained <= count and (kept := self.kept(drained)):
            weight = weight * self.idle + comb(count, drained) * kept
            drained += 1
        idle: int = self.idle ** (count - drained + 1)
        return weight * idle

    def curve(self, count: int) -> list[Fraction]:
        """The chance that the pool is used up by the end of rounds 1 to `count`."""
        return [1 - Fraction(self.left(n), self.total**n) for n in range(1, count + 1)]

    def likely(self, count: int) -> bool:
        """Whether the pool is used up by the end of round `count` with a chance of at least 1/2.

        The loop ends as soon as a bound on the remaining weights decides the answer.
        """
        every: int = self.total**count
        if not self.idle:
            return 2 * self.kept(count) <= every
        spread: int = self.idle**count  # the weight of this many draining rounds among `count`
        weight, draining = 0, 1
        for drained in range(count + 1):
            kept = self.kept(drained)
            if 2 * (weight + kept * every // draining + 1) <= every:
                return True
            weight += spread * kept
            if 2 * weight > every:
                return False
            spread = spread * (count - drained) // ((drained + 1) * self.idle)
            draining *= self.draining
        return 2 * weight <= every

    def mean(self) -> Fraction | None:
        """The mean number of rounds until the pool is used up; None if that never happens."""
        if not self.draining:
            return None
        if self._pool <= _FEW_ROUNDS * min((points for points, _ in self._takes), default=self._pool):
            weight = 0
            for kept in self.all_kept():
                weight = weight * self.draining + kept
            return Fraction(weight * self.total, self.draining ** len(self.all_kept()))
        widest = max((points for points, _ in self._takes), default=0)
        weights = dict(self._takes)
        lasted = [0]  # by points left, over draining ** points: the mean number of rounds
        at_once = 1  # draining ** (points - 1)
        for points in range(1, self._pool + 1):
            went_on = 0
            first = max(1, points - widest)
            for left in range(first, points):
                went_on = went_on * self.draining + weights.get(points - left, 0) * lasted[left]
            lasted.append(went_on + self.total * at_once)
            at_once *= self.draining
        return Fraction(lasted[-1], at_once)

    def median(self) -> int | None:
        """The first round by whose end the pool is used up with a chance of at least 1/2; None if it never is."""
        if not self.draining:
            return None
        still, done = 0, 1
        while not self.likely(done):
            still, done = done, 2 * done
        while done - still > 1:
            middle = (still + done) // 2
            still, done = (still, middle) if self.likely(middle) else (middle, done)
        return done


def counted_pairs(weights: Sequence[int], idle: int, other_idle: int, changes: int, count: int) -> list[int]:
    """The sums of `weights` over all orders of two depletions, for j = 0 to `count` - 1 draining rounds of the other.

    Entry k of `weights` belongs to k draining rounds of the one. `idle` is the weight of its idle rounds, `other_idle`
    that of the other. Sum j is over `changes ** (j + len(weights) - 1)`.

    The number of orders is the coefficient of y**k in (idle + changes * y)**j / (1 - other_idle * y)**(j + 1). Each
    step applies one more such factor to the weights, from the highest k down. So a large number is only ever multiplied
    by the weight of a single round.
    """
    power, held = 1, []
    for weight in reversed(weights):
        held.append(weight * power)
        power *= changes
    held = list(accumulate(held, lambda after, weight: weight + other_idle * after))  # from the highest k down
    sums = [held[-1]]
    for _ in range(1, count):
        above = after = 0
        for at, weight in enumerate(held):
            after = idle * weight + changes * above + other_idle * after
            above, held[at] = weight, after
        sums.append(after)
    return sums


class DuelResult(NamedTuple):
    """The result of two pools that deplete each other: the chance that `first` wins, and the mean number of rounds."""

    first_wins: Fraction
    rounds: Fraction


def duel_to_the_end(first: PoolDepletion, second: PoolDepletion) -> DuelResult | None:
    """Two depletions in parallel, without a last round, until one pool is used up; None if neither can be.

    In each round `first` is drained before `second`; `second` is not drained after `first` is used up. The result is
    exact: every combination of j draining rounds of `first` and k of `second` is counted once. Rounds in which nothing
    is drained are divided out.
    """
    every = first.total * second.total
    changes = every - first.idle * second.idle  # the weight of the rounds that change something
    if not changes:
        return None
    firsts, seconds = first.all_kept(), second.all_kept()
    both_left = counted_pairs(seconds, second.idle, first.idle, changes, len(firsts))
    wins = lasts = 0
    for j, (kept, left) in enumerate(zip(firsts, both_left, strict=True)):
        wins = wins * changes + left * (first.draining * kept - first.kept(j + 1))
        lasts = lasts * changes + left * kept
    over = changes ** (len(firsts) + len(seconds) - 1)
    return DuelResult(Fraction(wins * second.total, over), Fraction(lasts * every, over))


class RaceResult(NamedTuple):
    """The chance that each side has won by the end of a round; the rest is undecided."""

    first: Fraction
    second: Fraction


def race(first: Sequence[Fraction], second: Sequence[Fraction]) -> list[RaceResult]:
    """The result by round of two independent races; in each round `first` acts before `second`.

    Each argument is the chance, by round, that this side has reached its end. The earlier side wins, and `first` wins a
    tie within a round. A beaten side no longer acts.
    """
    leads: list[RaceResult] = []
    first_wins = second_wins = Fraction(0)
    first_before = second_before = Fraction(0)
    for first_now, second_now in zip(first, second, strict=True):
        first_wins += (first_now - first_before) * (1 - second_before)
        second_wins += (second_now - second_before) * (1 - first_now)
        leads.append(RaceResult(first_wins, second_wins))
        first_before, second_before = first_now, second_now
    return leads


class End(NamedTuple):
    """The end of a process without a last round: the chance that the pool is used up, and the mean number of rounds."""

    used_up: Fraction
    rounds: Fraction


def absorption(start: Dist[int], dealt: Dist[int], escape: Fraction = Fraction(0)) -> End | None:
    """Rounds without limit until a pool is used up or its owner escapes; None if that never happens.

    `start` is the distribution of points at first; 0 or less is used up before the first round. In each round the owner
    first escapes with the chance `escape`, or else loses the points that `dealt` gives, possibly 0. The result is
    exact. Rounds in which nothing changes are divided out; values for n points are integers over `changes ** n`.
    """
    most = max(0, *start.weights)
    dealt = dealt.read(lambda points: min(points, most)).reduced()  # higher damage takes all points
    stays = escape.denominator - escape.numerator
    taken = {n: w * stays for n, w in dealt.weights.items()}
    every = dealt.total * escape.denominator
    changes = every - taken.pop(0, 0)  # the weight of the rounds that change something
    if not changes:
        return None if most else End(Fraction(1), Fraction(0))
    used_up, lasted = [1], [0]  # by points left, each over changes ** points
    at_once = [1]  # changes ** points
    for points in range(1, most + 1):
        fatal = sum(w for n, w in taken.items() if n >= points)
        ended, went_on = 0, 0
        for left in range(1, points):
            w = taken.get(points - left, 0)
            ended, went_on = ended * changes + w * used_up[left], went_on * changes + w * lasted[left]
        used_up.append(ended + fatal * at_once[-1])
        lasted.append(went_on + every * at_once[-1])
        at_once.append(at_once[-1] * changes)

    def overall(values: Sequence[int]) -> Fraction:
        reached = ((max(0, points), w) for points, w in start.weights.items())
        scaled = sum(w * values[points] * at_once[most - points] for points, w in reached)
        return Fraction(scaled, start.total * at_once[most])

    return End(overall(used_up), overall(lasted))
