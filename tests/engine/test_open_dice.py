"""Open-ended dice agree with chains counted face by face."""

from __future__ import annotations

import itertools
from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrules.engine.dice import Dist
from pyrules.engine.open_dice import OpenDie

CHECK = OpenDie(6, frozenset({1}))
dice = st.builds(OpenDie, st.integers(2, 6), st.sets(st.integers(1, 1)).map(frozenset))


def one_by_one(die: OpenDie, count: int, limit: int) -> dict[int, Fraction]:
    """The same pool, die after die and run after run; what reaches the limit goes nowhere else."""
    single: defaultdict[int, Fraction] = defaultdict(Fraction)
    chance = Fraction(1, die.sides)
    for run in range(limit // die.sides + 1):
        for value in range(1, die.sides):
            single[min(limit, run * die.sides + die.worth(value))] += chance ** (run + 1)
    single[limit] += 1 - sum(single.values())
    sums: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(count):
        after: defaultdict[int, Fraction] = defaultdict(Fraction)
        for (total, p), (more, q) in itertools.product(sums.items(), single.items()):
            after[min(limit, total + more)] += p * q
        sums = dict(after)
    return {total: p for total, p in sums.items() if p}


@settings(deadline=None)
@given(dice, st.integers(0, 4), st.integers(1, 30))
def test_every_sum_below_the_limit_has_its_true_weight(die: OpenDie, count: int, limit: int) -> None:
    assert die.pool(count, limit).probabilities() == dict(sorted(one_by_one(die, count, limit).items()))


def test_a_higher_limit_only_divides_what_lay_beyond_the_lower() -> None:
    low, high = CHECK.pool(3, 20), CHECK.pool(3, 320)
    assert high.read(lambda n: min(n, 20)) == Dist(low.weights)


@pytest.mark.parametrize("die", [CHECK, OpenDie(6), OpenDie(4), OpenDie(2)])
def test_mean_and_variance_are_those_of_the_weights(die: OpenDie) -> None:
    pool = die.pool(1, 400)
    mean = pool.mean(lambda n: n)
    assert abs(mean - die.mean) < Fraction(1, 10**50)
    assert abs(pool.mean(lambda n: n * n) - mean * mean - die.variance) < Fraction(1, 10**45)


def test_a_check_die_is_worth_four() -> None:
    assert (CHECK.mean, CHECK.variance) == (4, Fraction(58, 5))


def test_all_dice_fall_together_and_the_highest_again() -> None:
    faces = iter((6, 4, 5, 6, 6, 4))  # the book's example: 6 4 5, then 6, 6, 4
    fallen = CHECK.throw(3, 320, lambda sides: next(faces))
    assert (fallen.first, fallen.total) == ((6, 4, 5), 31)
    assert [face.value for face in fallen.faces] == [6, 4, 5, 6, 6, 4]


def test_a_source_that_only_knows_the_highest_face_comes_to_an_end() -> None:
    total, faces = CHECK.pool(3, 100).throw(lambda sides: sides)
    assert total == 100
    assert len(faces) < 25
