"""The exact odds of initiative: to be first, and to lead by a number of points.

"Initiative". Triples have no effect here, so only totals count (ruling, OBSS-INIT-06).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import NamedTuple

from ....engine.dice import Die
from ..checks.check_dice import CHECK_DIE, MOST


class Entrant(NamedTuple):
    """A combatant's roll for initiative, and the ability that breaks ties."""

    name: str
    modifier: int
    ability: int
    dice: int


class Curve(NamedTuple):
    """The weight of each total of the dice, and of all totals below it."""

    weights: tuple[int, ...]
    below: tuple[int, ...]


@lru_cache(maxsize=32)
def initiative_die(dice: int) -> Die[int]:
    """The total of `dice` check dice."""
    return CHECK_DIE.pool(max(0, dice), MOST)


@lru_cache(maxsize=32)
def _curve(dice: int) -> Curve:
    held = initiative_die(dice).reduced().weights
    weights = tuple(held.get(total, 0) for total in range(MOST + 1))
    return Curve(weights, (0, *accumulate(weights)))


def whole(entrant: Entrant) -> int:
    """The sum of an entrant's weights."""
    return _curve(entrant.dice).below[-1]


def _below(entrant: Entrant, total: int) -> int:
    """The weight of a result below `total`."""
    return _curve(entrant.dice).below[max(0, min(MOST + 1, total - entrant.modifier))]


def _ahead(entrants: Sequence[Entrant], index: int, behind: Callable[[Entrant], int]) -> int:
    """The weight of leading all others; `behind` is the least lead over each, 0 for a higher result."""
    own = entrants[index]
    others = [(other, behind(other)) for at, other in enumerate(entrants) if at != index]
    return sum(
        weight * prod(_below(other, own.modifier + total - by) for other, by in others)
        for total, weight in enumerate(_curve(own.dice).weights)
        if weight
    )


def first(entrants: Sequence[Entrant], index: int) -> int:
    """The weight of acting first; the higher ability wins a tie (OBSS-INIT-04)."""
    ability = entrants[index].ability
    return _ahead(entrants, index, lambda other: -1 if other.ability < ability else 0)


def p_leads(entrants: Sequence[Entrant], index: int, points: int) -> Fraction:
    """The chance of leading all others by at least `points` points (OBSS-ACT-03, OBSS-ACT-04)."""
    return Fraction(_ahead(entrants, index, lambda other: points - 1), prod(map(whole, entrants)))
