"""The symbols of JSON values: a text, a number, the names of a group's fields, the length of a list, or a reference."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from .range_coder import Coder
from .symbols import even

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_NUMBERED = re.compile(r"(.*?)(0|[1-9]\d{0,6})")
_VARIANTS = "89ab"


@dataclass(frozen=True)
class Group:
    """A group with fields of these names."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Length:
    """A list of so many values."""

    number: int


@dataclass(frozen=True)
class Same:
    """The text that stands at this place of the same event."""

    place: str


@dataclass(frozen=True)
class Flag:
    """True, false or null; True is no number here."""

    value: bool | None


@dataclass(frozen=True)
class Numbered:
    """The text that was last at the same place, with its number at the end raised by one."""


@dataclass(frozen=True)
class Uuid:
    """A random id, which nothing predicts."""


Head = Hashable
"""A symbol: a text, a number, or one of the classes above."""

KINDS = (Group, Length, Same, Flag, Numbered, Uuid, str, int)
"""The kinds of symbols, in the order in which links number them."""


def counted_up(text: str) -> str:
    """The text with the number at its end raised by one; empty if there is none."""
    found = _NUMBERED.fullmatch(text)
    return f"{found[1]}{int(found[2]) + 1}" if found else ""


def coded_uuid(coder: Coder, given: Any) -> str:
    """A random id of version 4: 122 bits that nothing predicts."""
    digits = str(given).replace("-", "") if coder.writes else "0" * 32
    found = ""
    for at, digit in enumerate(digits):
        if at == 12:
            found += "4"
        elif at == 16:
            found += _VARIANTS[even(coder, _VARIANTS.index(digit) if coder.writes else 0, 4)]
        else:
            found += f"{even(coder, int(digit, 16), 16):x}"
    return "-".join((found[:8], found[8:12], found[12:16], found[16:20], found[20:]))
