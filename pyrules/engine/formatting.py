"""Formats numbers and values for people: the same text on a page, in a shell and in a chat message.

All rounding is exact on integers, half to even, without floats.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .answer import Output

MINUS = "\u2212"
NOTHING = "—"


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


def value_text(output: Output, value: Any) -> str:
    """Any value of an answer as plain text, by the kind of its output."""
    if value is None:
        return NOTHING
    match output.kind:
        case "percent":
            return f"{percent(value, signed=output.signed)} %"
        case "flag":
            return output.words["yes" if value else "no"]
        case "listing":
            return ", ".join(output.words.get(one, one) for one in value) or "none"
        case "named":
            return ", ".join(f"{name} {value_text(output.columns[0], one)}" for name, one in value.items())
        case "distribution":
            return _distribution(value)
        case "curve":
            return _curve(output, value)
        case "record":
            return _record(output, value)
        case "rows":
            return "; ".join(_record(output, row) for row in value) or NOTHING
        case "squares":
            return "; ".join(f"{down}/{across}: {text}" for down, across, text in square_texts(output, value))
    if isinstance(value, (int, Fraction)):  # a column of words may also hold numbers
        return figure(value, signed=output.signed)
    return output.words.get(value, str(value))


def label_after(output: Output, value: Any) -> str:
    """The label of an output after this number, in the singular after 1."""
    return output.one if output.one and value == 1 else output.label


def unit_text(unit: str, value: Any) -> str:
    """A unit after this number: "1 point", "2 points", "1 foot"."""
    if value != 1:
        return unit
    return "foot" if unit == "feet" else unit.removesuffix("s")


def feet(distance: int | Fraction) -> str:
    """A distance: "1 foot", "12.50 feet"."""
    return f"{figure(distance)} {unit_text('feet', distance)}"


def certain(value: Mapping[str, Fraction]) -> bool:
    """Whether a distribution has a single outcome."""
    return len(value) == 1 and set(value.values()) == {1}


def square_text(output: Output, held: tuple[str, Any]) -> str:
    """The text of one square of a map: its word, its number, or both."""
    word, number = held
    texts = [output.words.get(word, word)] if word else []
    return " ".join(texts + ([] if number is None else [value_text(output.columns[-1], number)]))


def square_texts(output: Output, value: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Every square with content: its row, its column and its text."""
    return [
        (down, across, square_text(output, held))
        for down, row in zip(value["down"], value["squares"], strict=True)
        for across, held in zip(value["across"], row, strict=True)
        if held is not None
    ]


def _distribution(value: Mapping[str, Fraction]) -> str:
    if certain(value):
        return str(*value)
    return ", ".join(f"{outcome}: {percent(p)} %" for outcome, p in value.items()) or NOTHING


def _curve(output: Output, value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{output.words.get(name, name)}: {_curve(output, line)}" for name, line in value.items())
    return ", ".join(f"{percent(p)} %" for p in value) or NOTHING


def _record(output: Output, value: Mapping[str, Any]) -> str:
    columns = [
        column for column in output.columns if column.kind != "distribution"
    ]  # a distribution is too long for a row
    return ", ".join(f"{column.label} {value_text(column, value[column.name])}" for column in columns)
