"""Dice as players write them, in the grammars that games use.

Most games know dice of one kind and a number (`2d6+1`); some add several kinds up (`1d8+1d4+1`), some have dice that
are added to a result or taken from it (`+1d4`, `-1d6`), and some rules read dice alone (`2d6`). A game is only ever
as free as the grammar it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .dice import Dice, Die, always, parse_dice


@dataclass(frozen=True, slots=True)
class DiceSum:
    """Dice of several kinds and numbers, added up as written: `2d6+1d4-1`. Only numbers are taken away."""

    terms: tuple[Dice, ...]

    def die(self) -> Die[int]:
        """The total as a distribution that can be thrown."""
        total = always(0)
        for term in self.terms:
            total = total.plus(term.die() if term.count else term.plus)
        return total

    @property
    def plus(self) -> int:
        """What the numbers alone come to."""
        return sum(term.plus for term in self.terms)

    @property
    def maximum(self) -> int:
        """The highest total."""
        return sum(term.maximum for term in self.terms)

    @property
    def minimum(self) -> int:
        """The lowest total."""
        return sum(term.minimum for term in self.terms)

    def __str__(self) -> str:
        first, *others = self.terms
        return str(first) + "".join(f"+{term}" if term.count else f"{term.plus:+d}" for term in others)


@dataclass(frozen=True, slots=True)
class SignedDice:
    """Dice of one kind that are added to something or taken from it: `+1d4`, `-1d6`; `0` for none."""

    sign: int
    dice: Dice

    def die(self) -> Die[int]:
        """What they add, below 0 where they take away."""
        die = self.dice.die()
        return die if self.sign > 0 else die.map(lambda n: -n)

    @property
    def maximum(self) -> int:
        """The most they add."""
        return self.dice.maximum if self.sign > 0 else -self.dice.minimum

    @property
    def minimum(self) -> int:
        """The least they add."""
        return self.dice.minimum if self.sign > 0 else -self.dice.maximum

    def __str__(self) -> str:
        return f"{'+' if self.sign > 0 else '-'}{self.dice}" if self.dice.count else "0"


NO_DICE = SignedDice(1, Dice(0, 0))

_MOST_DICE, _SIDES, _HIGHEST_NUMBER, _MOST_TERMS = 20, range(2, 101), 1000, 20
_TERM = r"(?:[0-9]{1,4}d[0-9]{1,4}|[0-9]{1,4})"
_SUM = re.compile(rf"{_TERM}(?:[+-]{_TERM}){{0,{_MOST_TERMS - 1}}}")  # a longer one would only keep a page waiting
_SIGNED = re.compile(rf"([+-]?)({_TERM})")
_MOST_BARE, _BARE_SIDES = 10, range(2, 21)  # they are rolled again and again, as for criticals
_BARE = re.compile(r"([0-9]{1,2})?d([0-9]{1,2})")


def parse_sum(text: str) -> DiceSum | None:
    """Read dice and numbers joined by plus or minus; None when it is nothing of the kind.

    Each term is up to 20 dice of 2 to 100 sides, or a number up to 1000. Dice are never taken away.
    """
    written = _tidied(text)
    if not _SUM.fullmatch(written):
        return None
    terms = [_term(sign, term) for sign, term in _SIGNED.findall(written)]
    whole = tuple(term for term in terms if term is not None)
    return DiceSum(whole) if len(whole) == len(terms) else None


def parse_signed(text: str) -> SignedDice | None:
    """Read dice of one kind with a sign, plus if there is none, or a bare `0`; None when it is nothing of the kind."""
    written = _tidied(text)
    if written == "0":
        return NO_DICE
    match = _SIGNED.fullmatch(written)
    dice = _term("+", match[2]) if match else None
    if match is None or dice is None or not dice.count:
        return None
    return SignedDice(-1 if match[1] == "-" else 1, dice)


def parse_bare(text: str) -> Dice | None:
    """Read dice of one kind and nothing else: 1 to 10 of them (1 if no count is given), of 2 to 20 sides; else None."""
    match = _BARE.fullmatch(_tidied(text))
    if not match:
        return None
    dice = Dice(int(match[1] or 1), int(match[2]))
    return dice if 1 <= dice.count <= _MOST_BARE and dice.sides in _BARE_SIDES else None


def _tidied(text: str) -> str:
    return text.strip().lower().replace("\u2212", "-").replace(" ", "")


def _term(sign: str, text: str) -> Dice | None:
    """One term with the sign before it, if it keeps within the limits."""
    count, letter, sides = text.partition("d")
    if letter:
        fits = sign != "-" and 1 <= int(count) <= _MOST_DICE and int(sides) in _SIDES
        return Dice(int(count), int(sides)) if fits else None
    number = int(count)
    return Dice(0, 0, -number if sign == "-" else number) if number <= _HIGHEST_NUMBER else None


@dataclass(frozen=True, slots=True)
class Grammar:
    """A way to write dice: how it is read, and what is allowed as the end of the sentence "X must be ..."."""

    parse: Callable[[str], Any]
    allowed: str


ONE_KIND = Grammar(parse_dice, "dice such as 1d8, 2d6+1 or 3")
SUM = Grammar(parse_sum, "dice such as 1d8, 2d6+1, 1d8+1d4 or 3")
SIGNED = Grammar(parse_signed, "dice with a sign such as +1d4 or -1d6, or 0")
BARE = Grammar(parse_bare, "dice alone such as 1d8 or 2d6, up to 10 of up to 20 sides")
