"""Sums of many equal terms, against one multiplication for each pair of outcomes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrules.engine.convolution import convolve
from pyrules.engine.dice import d
from pyrules.engine.repeated_term import RepeatedTerm

TERMS = st.dictionaries(st.integers(0, 9), st.integers(1, 6), min_size=1) | st.builds(
    lambda sides, count, armor: d(sides).times(count).map(lambda n: max(0, n - armor)).weights,
    st.integers(2, 10),
    st.integers(1, 5),
    st.integers(0, 6),
)


def pair_by_pair(each: dict[int, int], count: int) -> dict[int, int]:
    sums = {0: 1}
    for _ in range(count):
        sums = convolve(sums, each)
    return {n: w for n, w in sums.items() if w}


def mixture(each: dict[int, int], chance: Fraction, most: int, certain: int) -> dict[int, Fraction]:
    mixed: dict[int, Fraction] = {}
    for more in range(most + 1):
        chance_of_more = chance**most if more == most else chance**more * (1 - chance)
        sums = pair_by_pair(each, certain + more)
        for n, w in sums.items():
            mixed[n] = mixed.get(n, Fraction(0)) + chance_of_more * Fraction(w, sum(sums.values()))
    return {n: p for n, p in mixed.items() if p}


def found(each: dict[int, int], chance: Fraction, most: int, certain: int) -> dict[int, Fraction]:
    weights = RepeatedTerm(each).random_sum(chance, most, certain)
    return {n: Fraction(w, sum(weights.values())) for n, w in weights.items() if w}


@given(TERMS, st.integers(0, 6))
def test_the_weights_of_several_terms_start_at_their_lowest_sum(each: dict[int, int], count: int) -> None:
    term = RepeatedTerm(each)
    sums = dict(enumerate(term.times(count), count * term.lowest))
    assert {n: w for n, w in sums.items() if w} == pair_by_pair(each, count)


@given(TERMS, st.lists(st.integers(0, 9), min_size=1, max_size=20), st.integers(-2, 30))
def test_a_term_is_added_up_to_a_number_of_sums(each: dict[int, int], weights: list[int], most: int) -> None:
    term = RepeatedTerm(each)
    sums = convolve(dict(enumerate(weights)), each)
    found = term.added(weights, most)
    assert found == [sums.get(term.lowest + n, 0) for n in range(len(found))]
    assert len(found) == max(0, min(most, len(weights) + max(each) - min(each)))


@given(TERMS, st.fractions(0, 1, max_denominator=20), st.integers(0, 6), st.integers(0, 2))
def test_terms_are_added_while_an_event_happens(
    each: dict[int, int], chance: Fraction, most: int, certain: int
) -> None:
    assert found(each, chance, most, certain) == mixture(each, chance, most, certain)


@pytest.mark.parametrize("certain", [0, 1])
def test_a_term_without_any_pattern_has_the_same_sums(certain: int) -> None:
    each = {n: 1 + n**5 % 83 for n in range(0, 700, 5)}
    assert found(each, Fraction(3, 7), 4, certain) == mixture(each, Fraction(3, 7), 4, certain)
