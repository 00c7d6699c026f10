"""Rounds and races against brute force over the whole tree."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from pyrules.engine import chain
from pyrules.engine.dice import Dist, d

losses = st.dictionaries(st.integers(0, 4), st.integers(1, 5), min_size=1, max_size=4).map(Dist)


def brute_duel(
    by_a: Dist[int], by_b: Dist[int], a_pool: int, b_pool: int, rounds: int
) -> list[tuple[Fraction, Fraction]]:
    """A duel as a walk over both totals at once, A first."""
    open_: dict[tuple[int, int], Fraction] = {(a_pool, b_pool): Fraction(1)}
    a_wins = b_wins = Fraction(0)
    leads = []
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = {}
        for (a_left, b_left), p in open_.items():
            for dealt, share in by_a.probabilities().items():
                if dealt >= b_left:
                    a_wins += p * share
                    continue
                for taken, part in by_b.probabilities().items():
                    if taken >= a_left:
                        b_wins += p * share * part
                        continue
                    key = (a_left - taken, b_left - dealt)
                    after[key] = after.get(key, Fraction(0)) + p * share * part
        open_ = after
        leads.append((a_wins, b_wins))
    return leads


@settings(deadline=None)
@given(losses, st.integers(1, 12), st.integers(1, 6))
def test_losing_agrees_with_sums_of_rounds(dealt: Dist[int], pool: int, rounds: int) -> None:
    total = Dist({0: 1})
    for curve in chain.depletion_curve(dealt, pool, rounds):
        total = total.chain(lambda taken: dealt.read(lambda n: taken + n))
        assert curve == total.p(lambda taken: taken >= pool)


@settings(deadline=None)
@given(losses, losses, st.integers(1, 8), st.integers(1, 8), st.integers(1, 5))
def test_two_races_are_a_duel(by_a: Dist[int], by_b: Dist[int], a_pool: int, b_pool: int, rounds: int) -> None:
    leads = chain.race(chain.depletion_curve(by_a, b_pool, rounds), chain.depletion_curve(by_b, a_pool, rounds))
    assert [tuple(lead) for lead in leads] == brute_duel(by_a, by_b, a_pool, b_pool, rounds)


def test_a_beaten_side_acts_no_more() -> None:
    sure = Dist({5: 1})
    assert chain.race(chain.depletion_curve(sure, 5, 2), chain.depletion_curve(sure, 5, 2)) == [(1, 0), (1, 0)]


def test_each_state_is_asked_for_once() -> None:
    asked: list[int] = []

    def after(state: int) -> Dist[int]:
        asked.append(state)
        return d(2).read(lambda n: min(3, state + n))

    ends = list(chain.rounds(0, after, 4))
    assert len(ends) == 4
    assert sorted(asked) == sorted(set(asked))
    assert ends[-1].probabilities() == {3: Fraction(1)}


small = st.integers(0, 5)


@given(st.lists(small, min_size=1, max_size=6), small, small, small, st.integers(1, 6))
def test_counted_pairs_are_sums_over_every_order(
    weights: list[int], idle: int, other_idle: int, changes: int, count: int
) -> None:
    orders: dict[tuple[int, int], int] = {(0, 0): 1}
    for j in range(count):
        for k in range(len(weights)):
            orders[j, k] = orders.get((j, k), 0) + sum(
                weight * orders.get(before, 0)
                for weight, before in ((other_idle, (j, k - 1)), (idle, (j - 1, k)), (changes, (j - 1, k - 1)))
            )
    sums = [
        sum(orders[j, k] * weight * changes ** (len(weights) - 1 - k) for k, weight in enumerate(weights))
        for j in range(count)
    ]
    assert chain.counted_pairs(weights, idle, other_idle, changes, count) == sums


class Watched(int):
    """A whole number that keeps the length of the shorter factor of its longest product."""

    longest = 0

    def __mul__(self, other: int) -> Watched:
        Watched.longest = max(Watched.longest, min(self.bit_length(), other.bit_length()))
        return Watched(int(self) * int(other))

    def __add__(self, other: int) -> Watched:
        return Watched(int(self) + int(other))

    __rmul__, __radd__ = __mul__, __add__


def test_counted_pairs_multiply_long_numbers_by_the_weights_of_a_round_only() -> None:
    idle, other_idle, changes = Watched(2**20 - 3), Watched(2**20 - 7), Watched(2**41 - 9)
    weights = [Watched(3**n) for n in range(40)]
    longest = max(map(int.bit_length, (*weights, changes)))
    assert max(chain.counted_pairs(weights, idle, other_idle, changes, 40)).bit_length() > 20 * longest
    assert longest >= Watched.longest > 0
