"""Sums of equal dice in closed form and by running sums, against one multiplication for each pair of outcomes."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pyrules.engine.convolution import convolve, equal_dice, geometric_sum, with_equal_dice


def pair_by_pair(weights: dict[int, int], sides: int, count: int) -> dict[int, int]:
    for _ in range(count):
        weights = convolve(weights, dict.fromkeys(range(sides), 1))
    return weights


@given(st.integers(1, 12), st.integers(1, 8))
def test_equal_dice_have_the_weights_of_every_sum(sides: int, count: int) -> None:
    assert dict(enumerate(equal_dice(sides, count))) == pair_by_pair({0: 1}, sides, count)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=20), st.integers(1, 12), st.integers(0, 5))
def test_equal_dice_are_added_up_to_the_end_of_the_list(weights: list[int], sides: int, count: int) -> None:
    sums = pair_by_pair(dict(enumerate(weights)), sides, count)
    assert with_equal_dice(weights, sides, count) == [sums[n] for n in range(len(weights))]


@given(
    st.dictionaries(st.integers(-3, 9), st.integers(1, 6), min_size=1),
    st.fractions(0, 1, max_denominator=9),
    st.integers(0, 9),
    st.integers(0, 2),
)
def test_a_geometric_number_of_terms_is_the_mixture_of_each_number(
    each: dict[int, int], chance: Fraction, most: int, certain: int
) -> None:
    (p, q), total, sums, mixture = chance.as_integer_ratio(), sum(each.values()), {0: 1}, dict[int, int]()
    for _ in range(certain):
        sums = convolve(sums, each)
    for n in range(most + 1):
        count = p**n if n == most else p**n * (q - p) * q ** (most - 1 - n) * total ** (most - n)
        for value, weight in sums.items():
            mixture[value] = mixture.get(value, 0) + count * weight
        sums = convolve(sums, each)

    assert geometric_sum(each, chance, most, certain) == {n: w for n, w in mixture.items() if w}
