"""Sums of equal dice in closed form and by running sums, against one multiplication for each pair of outcomes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pyrules.engine.convolution import compound, convolve, equal_dice, with_equal_dice


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
    st.lists(st.integers(0, 9), min_size=1, max_size=12).filter(any),
    st.dictionaries(st.integers(-3, 9), st.integers(1, 6), min_size=1),
)
def test_a_random_number_of_terms_is_the_mixture_of_each_number(counts: list[int], each: dict[int, int]) -> None:
    total, sums, mixture = sum(each.values()), {0: 1}, dict[int, int]()
    for n, count in enumerate(counts):
        for value, weight in sums.items():
            scaled = count * weight * total ** (len(counts) - 1 - n)
            mixture[value] = mixture.get(value, 0) + scaled
        sums = convolve(sums, each)

    found = compound(counts, each)
    assert {n: w for n, w in found.items() if w} == {n: w for n, w in mixture.items() if w}
