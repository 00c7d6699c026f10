"""The luck of a side: the exact distribution of hits, and where the hits that came stand in it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, prod

from hypothesis import given
from hypothesis import strategies as st

from pyrules.engine.fight.luck import Attempt, luck_of, number_of_hits

CHANCES = st.lists(st.fractions(0, 1, max_denominator=20), max_size=6)


@given(chances=CHANCES)
def test_the_chances_of_hits_are_those_of_all_ways_to_hit(chances: list[Fraction]) -> None:
    expected = [Fraction(0)] * (len(chances) + 1)
    for hits in product((False, True), repeat=len(chances)):
        expected[sum(hits)] += prod(
            (p if hit else 1 - p for p, hit in zip(chances, hits, strict=True)), start=Fraction(1)
        )
    assert number_of_hits(chances) == expected


def test_equal_chances_are_binomial() -> None:
    third = Fraction(1, 3)
    assert number_of_hits([third] * 9) == [comb(9, k) * third**k * (1 - third) ** (9 - k) for k in range(10)]


def test_the_luck_of_two_hits_of_three() -> None:
    half = Fraction(1, 2)
    luck = luck_of([Attempt("party", half, True), Attempt("party", half, True), Attempt("party", half, False)])
    assert (luck.rolls, luck.hits, luck.expected, luck.fewer) == (3, 2, Fraction(3, 2), Fraction(1, 2))
