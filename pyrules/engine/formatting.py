"""Formats numbers for people: the same text on a page, in a shell and in a chat message.

All rounding is exact on integers, half to even, without floats.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

MINUS = "\u2212"
NOTHING = "—"
_LONGEST_FRACTION = 40
_RAREST = 10**9
_SMALL = 10


def percent(p: int | Fraction, *, signed: bool = False) -> str:
    """A probability in percent with one decimal; a chance below 1 is never rounded to 100, or one above 0 to 0.

    `signed` shows the direction of a difference: "+12.3", "−12.3".
    """
    numerator, denominator = p.as_integer_ratio()
    sign = MINUS if numerator < 0 else "+" if signed and numerator > 0 else ""
    tenths = _rounded(abs(numerator) * 1000, denominator)
    if numerator and not tenths:
        return f"{sign}<0.1"
    if tenths == 1000 and abs(numerator) < denominator:
        return f"{sign}>99.9"
    whole, rest = divmod(tenths, 10)
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def figure(value: int | Fraction, *, signed: bool = False) -> str:
    """A number: an integer as it is, an expectation with two decimals; `signed` shows a plus before a positive one."""
    numerator, denominator = value.as_integer_ratio()
    hundredths = _rounded(abs(numerator) * 100, denominator)
    sign = "" if not hundredths else MINUS if numerator < 0 else "+" if signed else ""
    whole, rest = divmod(hundredths, 100)
    return f"{sign}{whole}" if denominator == 1 else f"{sign}{whole}.{rest:02d}"


def _rounded(numerator: int, denominator: int) -> int:
    """A quotient that is not negative as the nearest whole number, half to even."""
    whole, rest = divmod(numerator, denominator)
    return whole + (2 * rest > denominator or (2 * rest == denominator and whole % 2))


def signed_figure(value: int | Fraction) -> str:
    """A difference other than 0: always with its sign, and never rounded to nothing."""
    text = figure(value, signed=True)
    return text if text[0] in f"+{MINUS}" else f"{'+' if value > 0 else MINUS}<0.01"


def square_root(value: int | Fraction) -> str:
    """The square root of a number that is not negative, as `figure` writes it."""
    numerator, denominator = value.as_integer_ratio()
    over, under = isqrt(numerator), isqrt(denominator)
    if (over * over, under * under) == (numerator, denominator):
        return figure(Fraction(over, under))
    whole, rest = divmod((isqrt(40_000 * numerator // denominator) + 1) // 2, 100)
    return f"{whole}.{rest:02d}"


def odds(p: int | Fraction) -> str:
    """The small ratio nearest to a chance: "2 in 5", "1 in 36", "all but 1 in 20".

    Empty for a chance that is such a ratio, and for a certainty and what is close to one.
    """
    rare = min(p, 1 - p)
    if rare * _RAREST < 1 or rare.numerator == 1 or rare.denominator <= _SMALL:
        return ""
    if _SMALL * rare >= 1:
        near = Fraction(p).limit_denominator(_SMALL)
        return f"{near.numerator} in {near.denominator}"
    cases = round(1 / Fraction(rare))
    step = max(1, 10 ** (len(str(cases)) - 2))
    return f"{'' if rare == p else 'all but '}1 in {round(Fraction(cases, step)) * step:,}"


def exact(value: int | Fraction) -> str:
    """The exact value: `n` or `n/d`, or with 12 decimals if that text is longer than 40 characters."""
    numerator, denominator = value.as_integer_ratio()
    if numerator.bit_length() + denominator.bit_length() > 4 * _LONGEST_FRACTION:
        return twelve_decimals(value)  # str() refuses integers of thousands of digits
    text = str(value)
    return text if len(text) <= _LONGEST_FRACTION else twelve_decimals(value)


def twelve_decimals(value: int | Fraction) -> str:
    """`value` with 12 decimals, rounded half to even."""
    scaled = round(value * 10**12)  # Fraction rounds half to even
    digits = f"{abs(scaled):013}"
    return f"{'-' if scaled < 0 else ''}{digits[:-12]}.{digits[-12:]}"


def unit_text(unit: str, value: Any) -> str:
    """A unit after this number: "1 point", "2 points", "1 foot"."""
    if value != 1:
        return unit
    return "foot" if unit == "feet" else unit.removesuffix("s")


def feet(distance: int | Fraction) -> str:
    """A distance: "1 foot", "12.50 feet"."""
    return f"{figure(distance)} {unit_text('feet', distance)}"
