"""Inputs that hold a number: whole numbers and exact amounts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

from ..errors import BAD_TYPE, OUT_OF_RANGE
from .base import Input, ReadContext

_DECIMALS = 12

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,30}")  # longer than any range, shorter than the limit of int()

_AMOUNT = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,12})?|\.[0-9]{1,12}|[0-9]{1,30}/[0-9]{1,30})")


@dataclass(frozen=True, kw_only=True, slots=True)
class Number(Input):
    """A whole number from `low` to `high`, in `unit`; `signed` shows a plus before a positive number.

    A word of `words` may replace the number, such as "any" for a threshold that every value meets.
    """

    low: int
    high: int
    unit: str = ""
    signed: bool = False
    words: tuple[str, ...] = ()

    def allowed(self) -> str:
        return " or ".join((f"a whole number from {self.low} to {self.high}", *self.words))

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if isinstance(raw, str) and raw in self.words:
            return raw
        if isinstance(raw, bool) or not isinstance(raw, int):
            return context.refuse(BAD_TYPE, raw, self.allowed())
        if not self.low <= raw <= self.high:
            return context.refuse(OUT_OF_RANGE, raw, self.allowed())
        return raw

    def parse_scalar(self, text: str) -> Any:
        text = text.strip().replace("\u2212", "-")
        if text.lower() in self.words:
            return text.lower()
        return int(text) if WHOLE_NUMBER.fullmatch(text) else text


def _exact(raw: Any) -> Fraction | None:
    """The exact value of a JSON number or of a text such as "80.5" or "31/2"; None for anything else."""
    if isinstance(raw, bool) or not isinstance(raw, (int, float, str)):
        return None
    if isinstance(raw, int):
        return Fraction(raw)
    if isinstance(raw, float):
        return Fraction(repr(raw)) if isfinite(raw) else None  # as written, without its binary error
    text = raw.strip()
    if not _AMOUNT.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Amount(Input):
    """An exact amount, such as a mass, above `above` and at most `high`; "80.5" and "31/2" are allowed.

    With `inclusive`, `above` itself is allowed too.
    """

    above: int
    high: int
    inclusive: bool = False
    unit: str = ""

    def allowed(self) -> str:
        return f"a number {'from' if self.inclusive else 'above'} {self.above}, up to {self.high}"

    def _read(self, raw: Any, context: ReadContext) -> Any:
        value = _exact(raw)
        if value is None:
            return context.refuse(BAD_TYPE, raw, self.allowed())
        if not (self.above < value <= self.high or (self.inclusive and value == self.above)):
            return context.refuse(OUT_OF_RANGE, raw, self.allowed())
        if isinstance(raw, float) and (value * 10**_DECIMALS).denominator != 1:
            return context.refuse(BAD_TYPE, raw, f"{self.allowed()}, with at most {_DECIMALS} decimals")
        return value

    def parse_scalar(self, text: str) -> Any:
        return text.strip().replace("\u2212", "-")

    def to_json(self, value: Any) -> Any:
        return int(value) if value.denominator == 1 else str(value)
