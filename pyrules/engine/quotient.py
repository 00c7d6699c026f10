"""Fractions of long numbers, in lowest terms without a greatest common divisor of two long numbers."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from numbers import Rational
from typing import NamedTuple, cast


def quotient(weight: int, over: int, short: int) -> Fraction:
    """`weight` over a positive number; every prime factor of `over` divides `short`.

    Only the prime factors that the weight shares with the short number can be common to both.
    """
    if not weight:
        return Fraction(0)
    part = gcd(weight, short)
    while (more := gcd(weight, part * part)) > part:
        part = more
    common = gcd(part, over)
    return Fraction(cast(Rational, _Reduced(weight // common, over // common)))


class _Reduced(NamedTuple):
    """A fraction in lowest terms; `Fraction` takes a `Rational` as it is."""

    numerator: int
    denominator: int


Rational.register(_Reduced)
