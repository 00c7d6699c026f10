"""Quotients of long numbers in lowest terms."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pyrules.engine.quotient import quotient

SHORT = 2**3 * 3 * 7


@pytest.mark.parametrize("over", [1, 2, 3**5, SHORT**9, 7 * SHORT**4])
@pytest.mark.parametrize("weight", [0, 1, 8, 5 * 2**40, 3**6 * 7**2, 11 * SHORT**9, 13 * SHORT**4])
def test_a_quotient_is_in_lowest_terms(weight: int, over: int) -> None:
    """The result has the numerator and the denominator of a reduced `Fraction`."""
    assert quotient(weight, over, SHORT).as_integer_ratio() == Fraction(weight, over).as_integer_ratio()
