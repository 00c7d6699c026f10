"""Values on their way to JSON."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrules.engine.answer import text_keys, whole, wire
from pyrules.engine.formatting import twelve_decimals


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 3), "0.333333333333"),
        (Fraction(2, 3), "0.666666666667"),
        (Fraction(-2, 3), "-0.666666666667"),
        (Fraction(1, 2 * 10**12), "0.000000000000"),  # half to even
        (Fraction(3, 2 * 10**12), "0.000000000002"),
        (Fraction(5), "5.000000000000"),
        (Fraction(10**70 + 1, 10), "1" + "0" * 69 + ".100000000000"),
    ],
)
def test_twelve_decimals(value: Fraction, text: str) -> None:
    assert twelve_decimals(value) == text


@settings(deadline=None)
@given(st.fractions())
def test_twelve_decimals_are_as_near_as_can_be(value: Fraction) -> None:
    assert abs(Fraction(Decimal(twelve_decimals(value))) - value) <= Fraction(1, 2 * 10**12)


def test_fractions_travel_as_text() -> None:
    assert wire(Fraction(7, 12)) == "7/12"
    assert wire(Fraction(4)) == "4"
    long = Fraction(10**30 + 1, 3 * 10**30)
    assert wire(long) == "0.333333333333"


def test_everything_else_keeps_its_kind() -> None:
    value = {"a": [1, Fraction(1, 2), None, True], 3: ("x", {"p": Fraction(0)})}
    assert wire(value) == {"a": [1, "1/2", None, True], "3": ["x", {"p": "0"}]}


def test_distributions_have_text_keys() -> None:
    assert text_keys({2: Fraction(1, 2), "miss": Fraction(1, 2)}) == {"2": Fraction(1, 2), "miss": Fraction(1, 2)}


def test_whole_numbers_become_integers() -> None:
    assert type(whole(Fraction(6, 2))) is int
    assert whole(Fraction(1, 2)) == Fraction(1, 2)
    assert whole(5) == 5
