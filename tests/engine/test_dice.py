"""Dice against icepool, an independent oracle, and against brute force."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrules.engine.dice import Dice, Die, Dist, always, convolved, d, parse_dice

sides = st.sampled_from([2, 3, 4, 6, 8])


def odds_of(die: Dist[int]) -> dict[int, Fraction]:
    return die.probabilities()


def oracle(die: icepool.Die[int]) -> dict[int, Fraction]:
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items() if weight}


def every_throw(die: Die[int], faces: Iterable[tuple[int, ...]]) -> Dist[int]:
    """What throwing gives over all these combinations of faces."""

    def thrown(combination: tuple[int, ...]) -> int:
        source = iter(combination)
        return die.throw(lambda sides: next(source))[0]

    return Dist(Counter(map(thrown, faces)))


@settings(deadline=None)
@given(sides, st.integers(0, 7), st.integers(-9, 9))
def test_sums(faces: int, count: int, plus: int) -> None:
    expected = oracle(count @ icepool.d(faces) + plus) if count else {plus: Fraction(1)}
    assert odds_of(d(faces).times(count).plus(plus)) == expected


@settings(deadline=None)
@given(sides, sides)
def test_sum_of_two_kinds(first: int, second: int) -> None:
    assert odds_of(d(first).plus(d(second))) == oracle(icepool.d(first) + icepool.d(second))


dists = st.dictionaries(st.integers(-90, 90), st.integers(1, 10**9), min_size=1, max_size=80).map(Dist)


@settings(deadline=None)
@given(dists, dists)
def test_a_long_sum_is_the_same_as_adding_every_pair(a: Dist[int], b: Dist[int]) -> None:
    assert convolved(a, b) == a.chain(lambda m: b.read(lambda n: m + n))


def test_a_sum_of_very_many_outcomes_is_a_matter_of_a_moment() -> None:
    dice = d(100).times(20)
    whole = dice.plus(dice)
    assert whole == d(100).times(40)
    assert len(whole.weights) == 40 * 99 + 1


@settings(deadline=None)
@given(sides, st.integers(0, 4))
def test_exploding_on_the_highest_face(faces: int, times: int) -> None:
    expected = oracle(icepool.d(faces).explode(depth=times)) if times else oracle(icepool.d(faces))
    assert odds_of(d(faces).explode(lambda n: n == faces, times)) == expected


@settings(deadline=None)
@given(sides, st.integers(1, 4))
def test_reading_faces_coarser(faces: int, grade: int) -> None:
    assert odds_of(d(faces).map(lambda n: n // grade)) == oracle(icepool.d(faces).map(lambda n: n // grade))


@settings(deadline=None)
@given(sides, sides, sides)
def test_mixtures(first: int, low: int, high: int) -> None:
    ours = d(first).then(lambda n: d(low) if n == 1 else d(high))
    theirs = icepool.d(first).map(lambda n: icepool.d(low) if n == 1 else icepool.d(high))
    assert odds_of(ours) == oracle(theirs)


@settings(deadline=None)
@given(st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1, max_size=5), st.integers(0, 6))
def test_times_agrees_with_adding_one_by_one(weights: dict[int, int], count: int) -> None:
    die = Die(weights, lambda face: (next(iter(weights)), ()))
    one_by_one = always(0)
    for _ in range(count):
        one_by_one = one_by_one.plus(die)
    assert die.times(count) == one_by_one


@pytest.mark.parametrize(
    ("die", "count"),
    [
        (d(4).times(3), 3),
        (d(4).plus(d(4)).map(lambda n: n % 3), 2),
        (d(4).times(2).plus(-1), 2),
    ],
)
def test_throwing_agrees_with_the_odds(die: Die[int], count: int) -> None:
    assert every_throw(die, itertools.product(range(1, 5), repeat=count)) == die


def test_a_throw_tells_its_faces() -> None:
    faces = iter([6, 6, 2])
    outcome, shown = d(6).explode(lambda n: n == 6, 5).throw(lambda sides: next(faces))
    assert outcome == 14
    assert [(face.sides, face.value) for face in shown] == [(6, 6), (6, 6), (6, 2)]


def test_certain_outcomes_need_no_dice() -> None:
    assert always(4).throw(lambda sides: pytest.fail("no die is due")) == (4, ())
    assert d(6).times(0).probabilities() == {0: Fraction(1)}


def test_chaining_over_different_denominators() -> None:
    chained = Dist({1: 1, 2: 2}).chain(lambda n: d(n + 1))
    assert chained.probabilities() == {
        1: Fraction(1, 6) + Fraction(2, 9),
        2: Fraction(1, 6) + Fraction(2, 9),
        3: Fraction(2, 9),
    }


def test_asking_a_distribution() -> None:
    dist = d(6)
    assert dist.p(lambda n: n > 4) == Fraction(1, 3)
    assert dist.mean(lambda n: n) == Fraction(7, 2)
    assert dist.mean(lambda n: Fraction(n, 2)) == Fraction(7, 4)
    assert dist.dist(lambda n: n % 2) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    given_high = dist.given(lambda n: n > 4)
    assert given_high is not None and given_high.probabilities() == {5: Fraction(1, 2), 6: Fraction(1, 2)}
    assert dist.given(lambda n: n > 6) is None


def test_distributions_are_equal_in_lowest_terms() -> None:
    assert Dist({1: 2, 2: 4}) == Dist({1: 1, 2: 2})
    assert hash(Dist({1: 2, 2: 4})) == hash(Dist({1: 1, 2: 2}))
    assert Dist({1: 1}) != Dist({2: 1})
    assert Dist({1: 0, 2: 1}).weights == {2: 1}


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}])
def test_a_distribution_needs_positive_weights(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="positive weights"):
        Dist(weights)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1d8", Dice(1, 8)),
        ("d6", Dice(1, 6)),
        (" 2D6 + 1 ", Dice(2, 6, 1)),
        ("3d10\u22122", Dice(3, 10, -2)),
        ("20d10+100", Dice(20, 10, 100)),
        ("2d100", Dice(2, 100)),
        ("5", Dice(0, 0, 5)),
        ("0", Dice(0, 0, 0)),
    ],
)
def test_dice_text(text: str, read: Dice) -> None:
    assert parse_dice(text) == read
    assert parse_dice(str(read)) == read
    assert (read.minimum, read.maximum) == (min(read.die().weights), max(read.die().weights))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d",
        "1d",
        "d0",
        "0d6",
        "0d0",
        "1d1",
        "21d6",
        "1d101",
        "20d11",
        "1d6+101",
        "1d6+",
        "1d6*2",
        "-3",
        "1000",
        "2d6+1d4",
        "²d6",
        "٣d6",
    ],
)
def test_what_is_no_dice(text: str) -> None:
    assert parse_dice(text) is None
