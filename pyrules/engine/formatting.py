"""Formats numbers for people: the same text on a page, in a shell and in a chat message.

All rounding is exact on integers, half to even, without floats.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

MINUS = "\u2212"
NOTHING = "—"
_LONGEST_FRACTION = 40


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
