"""Dice in the notation of players, in the grammars that games use.

Most games use dice of one kind and a number (`2d6+1`). Some add several kinds (`1d8+1d4+1`). Some add dice to a result
or subtract them (`+1d4`, `-1d6`). Some rules use dice without a number (`2d6`). A game accepts exactly the grammar that
it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .dice import DICE_BOUND, Dice, Die, always, parse_dice, within_bounds


@dataclass(frozen=True, slots=True)
class DiceSum:
    """Dice of several kinds and numbers in their written order: `2d6+1d4-1`. Only numbers can be subtracted."""

    terms: tuple[Dice, ...]

    def die(self) -> Die[int]:
        """The total as a die that can be rolled."""
        total = always(0)
        for term in self.terms:
            total = total.plus(term.die() if term.count else term.plus)
        return total

    @property
    def plus(self) -> int:
        """The sum of the numbers."""
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
    """Dice of one kind that are added to a result or subtracted from it: `+1d4`, `-1d6`; `0` for none."""

    sign: int
    dice: Dice

    def die(self) -> Die[int]:
        """The value that these dice add, negative where they are subtracted."""
        die = self.dice.die()
        return die if self.sign > 0 else die.map(lambda n: -n)

    @property
    def maximum(self) -> int:
        """The highest value they add."""
        return self.dice.maximum if self.sign > 0 else -self.dice.minimum

    @property
    def minimum(self) -> int:
        """The lowest value they add."""
        return self.dice.minimum if self.sign > 0 else -self.dice.maximum

    def __str__(self) -> str:
        return f"{'+' if self.sign > 0 else '-'}{self.dice}" if self.dice.count else "0"


NO_DICE = SignedDice(1, Dice(0, 0))

_HIGHEST_NUMBER, _MOST_TERMS = 1000, 20
_DICE = r"[0-9]{0,4}d[0-9]{1,4}"
_TERM = rf"(?:{_DICE}|[0-9]{{1,4}})"
_SUM = re.compile(rf"{_TERM}(?:[+-]{_TERM}){{0,{_MOST_TERMS - 1}}}")  # the limit bounds the time of a match
_SIGNED = re.compile(rf"([+-]?)({_TERM})")
_BARE = re.compile(_DICE)


def parse_sum(text: str) -> DiceSum | None:
    """Dice and numbers joined by plus or minus; None for any other text.

    A missing count of dice is 1. All dice together keep the bounds of dice text. A number is at most 1000. Dice cannot
    be subtracted.
    """
    written = _tidied(text)
    if not _SUM.fullmatch(written):
        return None
    terms = [_term(sign, term) for sign, term in _SIGNED.findall(written)]
    whole = tuple(term for term in terms if term is not None)
    return DiceSum(whole) if len(whole) == len(terms) and within_bounds(whole) else None


def parse_signed(text: str) -> SignedDice | None:
    """Dice of one kind with a sign (plus by default), or `0`; None for any other text."""
    written = _tidied(text)
    if written == "0":
        return NO_DICE
    match = _SIGNED.fullmatch(written)
    dice = _term("+", match[2]) if match else None
    if match is None or dice is None or not dice.count or not within_bounds([dice]):
        return None
    return SignedDice(-1 if match[1] == "-" else 1, dice)


def parse_bare(text: str) -> Dice | None:
    """Dice of one kind without a number, within the bounds; None for any other text."""
    written = _tidied(text)
    dice = _term("+", written) if _BARE.fullmatch(written) else None
    return dice if dice is not None and within_bounds([dice]) else None


def _tidied(text: str) -> str:
    return text.strip().lower().replace("\u2212", "-").replace(" ", "")


def _term(sign: str, text: str) -> Dice | None:
    """One term with its sign: dice, which cannot be subtracted, or a number of at most 1000; None otherwise."""
    count, letter, sides = text.partition("d")
    if letter:
        dice = Dice(int(count or 1), int(sides))
        return dice if sign != "-" and dice.count else None
    number = int(count)
    return Dice(0, 0, -number if sign == "-" else number) if number <= _HIGHEST_NUMBER else None


@dataclass(frozen=True, slots=True)
class Grammar:
    """A notation of dice: its parser, and the allowed text as the end of the sentence "X must be ..."."""

    parse: Callable[[str], Any]
    allowed: str


ONE_KIND = Grammar(parse_dice, f"dice such as 1d8, 2d6+1 or 3, {DICE_BOUND}")
SUM = Grammar(parse_sum, f"dice such as 1d8, 2d6+1, 1d8+1d4 or 3, {DICE_BOUND}")
SIGNED = Grammar(parse_signed, f"dice with a sign such as +1d4 or -1d6, {DICE_BOUND}, or 0")
BARE = Grammar(parse_bare, f"dice alone such as 1d8 or 2d6, {DICE_BOUND}")
