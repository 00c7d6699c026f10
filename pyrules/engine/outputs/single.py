"""Single values: chances, numbers, words, yes or no, lists of words, and values by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .. import formatting
from ..inputs import Option
from .output import Kind, Output, value_text


def labels(options: tuple[Option, ...]) -> dict[str, str]:
    """The labels of options by their ids."""
    return {option.id: option.label for option in options}


class _Percent(Kind):
    name = "percent"
    is_number = True
    sign = "%"
    scale = 100

    def number_text(self, output: Output, value: Any) -> str:
        return formatting.percent(value, signed=output.signed)

    def difference_text(self, by: int | Fraction) -> str:
        return f"{formatting.percent(by, signed=True)} points"


class _Figure(Kind):
    name = "figure"
    is_number = True

    def number_text(self, output: Output, value: Any) -> str:
        return formatting.figure(value, signed=output.signed)

    def is_certain(self, value: Any) -> bool:
        return not isinstance(value, Fraction)


class _Word(Kind):
    name = "word"
    is_words = True

    def number_text(self, output: Output, value: Any) -> str:
        if isinstance(value, (int, Fraction)):  # a column of words may also hold numbers
            return formatting.figure(value, signed=output.signed)
        return output.words.get(value, str(value))

    def is_certain(self, value: Any) -> bool:
        return not isinstance(value, Fraction)


class _Flag(_Word):
    name = "flag"

    def number_text(self, output: Output, value: Any) -> str:
        return output.words["yes" if value else "no"]


class _Listing(_Word):
    name = "listing"

    def number_text(self, output: Output, value: Any) -> str:
        return ", ".join(output.words.get(one, one) for one in value) or "none"


class _Named(Kind):
    name = "named"
    needs_columns = True

    def number_text(self, output: Output, value: Any) -> str:
        return ", ".join(f"{name} {value_text(output.columns[0], one)}" for name, one in value.items())


PERCENT, FIGURE, WORD, FLAG, LISTING, NAMED = _Percent(), _Figure(), _Word(), _Flag(), _Listing(), _Named()


def percent(name: str, label: str, *, rule: str = "", headline: bool = False, signed: bool = False) -> Output:
    """A probability from 0 to 1, or a `signed` difference of two."""
    return Output(name=name, label=label, kind=PERCENT, rule=rule, headline=headline, signed=signed)


def figure(
    name: str,
    label: str,
    *,
    rule: str = "",
    unit: str = "",
    headline: bool = False,
    signed: bool = False,
    one: str = "",
) -> Output:
    """A whole number or an expectation; `one` is the singular of the label."""
    return Output(name=name, label=label, kind=FIGURE, rule=rule, unit=unit, headline=headline, signed=signed, one=one)


def word(name: str, label: str, options: tuple[Option, ...] = (), *, rule: str = "", headline: bool = False) -> Output:
    """The id of one of `options`, shown by its label, or free text."""
    return Output(name=name, label=label, kind=WORD, rule=rule, words=labels(options), headline=headline)


def flag(name: str, label: str, *, rule: str = "", yes: str = "yes", no: str = "no", headline: bool = False) -> Output:
    """Yes or no, shown as the words `yes` and `no`."""
    words = {"yes": yes, "no": no}
    return Output(name=name, label=label, kind=FLAG, rule=rule, words=words, headline=headline)


def listing(
    name: str, label: str, options: tuple[Option, ...] = (), *, rule: str = "", headline: bool = False
) -> Output:
    """Several words in a meaningful order: ids of `options`, shown by their labels, or free text."""
    return Output(name=name, label=label, kind=LISTING, rule=rule, words=labels(options), headline=headline)


def named(name: str, label: str, each: Output, *, rule: str = "") -> Output:
    """Values under names that the inputs give, such as names of sides; `each` declares one of the values."""
    return Output(name=name, label=label, kind=NAMED, rule=rule, columns=(each,))
