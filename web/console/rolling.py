"""Dice for the Console's scripts: dice from text, rolls, and sums of distributions."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pyrules
from pyrules.engine.dice import Dice, Die, parse_dice
from pyrules.engine.procedure import Procedure, Roll


def dice(text: str) -> Die[int]:
    """Dice as tables write them: `dice("2d6+1")`. Raises `ValueError` for any other text."""
    found: Dice | None = parse_dice(text)
    if found is None:
        raise ValueError(f"Dice are written like 1d8 or 2d6+1; got {text!r}.")
    return found.die()


def roll(what: str | Procedure[Any], inputs: Mapping[str, Any] | None = None, option: str | None = None) -> Roll:
    """One random roll of a calculator (by its id, with its inputs) or of a procedure. Raises as `pyrules.roll`."""
    faces = random.SystemRandom().randint
    if isinstance(what, Procedure):
        return what.roll(lambda sides: faces(1, sides))
    return pyrules.roll(what, dict(inputs or {}), lambda sides: faces(1, sides), option)


def total(*distributions: Mapping[Any, Fraction]) -> dict[int, Fraction]:
    """The distribution of the sum of independent distributions, such as the damage of several answers.

    An outcome such as "45+" counts as its lowest number. Raises `ValueError` for an outcome that is no number.
    """
    sums = {0: Fraction(1)}
    for distribution in distributions:
        chances = [(_whole(outcome), p) for outcome, p in distribution.items()]
        added: dict[int, Fraction] = {}
        for so_far, p in sums.items():
            for outcome, q in chances:
                added[so_far + outcome] = added.get(so_far + outcome, Fraction(0)) + p * q
        sums = added
    return dict(sorted(sums.items()))


def at_least(distribution: Mapping[Any, Fraction], least: int) -> Fraction:
    """The chance of `least` or more; outcomes as for `total`."""
    return sum((p for outcome, p in distribution.items() if _whole(outcome) >= least), Fraction(0))


def _whole(outcome: Any) -> int:
    try:
        return int(str(outcome).removesuffix("+"))
    except ValueError:
        raise ValueError(f"Only whole numbers can be added and compared; {outcome!r} is none.") from None
