"""A distribution of numbers in one line of words: its middle, its spread, and what holds nine times out of ten."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm
from typing import NamedTuple

from ..formatting import MINUS, figure, percent, square_root

OPEN_END = "+"
"""The end of a highest outcome such as "34+", which includes all higher numbers."""

_PARTS = 20


class Summary(NamedTuple):
    """What a distribution says in a few numbers, all exact.

    - `total` is what the probabilities sum to; every other value is about these cases alone.
    - `mean` and `variance`, the square of the standard deviation, are None where the highest outcome includes higher
      numbers.
    - `median` is the middle outcome, twice, or two outcomes where each half of the cases lies on its side of a gap.
    - `half` are the quartiles: at least half of the cases lie from the first to the second.
    - `least` and `most`: at least nine cases of ten reach the one, and at least nine stay within the other.
    """

    total: Fraction
    mean: Fraction | None
    variance: Fraction | None
    median: tuple[str, str]
    half: tuple[str, str]
    least: str
    most: str


def is_whole(outcome: str) -> bool:
    """Whether a text is a number, or a highest number such as "34+", which includes all higher ones."""
    return outcome.removeprefix("-").removesuffix(OPEN_END).isdecimal()


def number(outcome: str) -> int:
    """The number of an outcome; of "34+" the lowest that it includes."""
    return int(outcome.removesuffix(OPEN_END))


def ascending(outcomes: Iterable[str]) -> bool:
    """Whether outcomes are numbers in ascending order."""
    found = list(outcomes)
    return all(map(is_whole, found)) and all(number(a) < number(b) for a, b in pairwise(found))


def summarize(distribution: Mapping[str, Fraction]) -> Summary | None:
    """The summary of a distribution of at least two numbers; None for any other."""
    outcomes = [outcome for outcome, p in distribution.items() if p]
    if len(outcomes) < 2 or not ascending(outcomes):
        return None
    chances = [distribution[outcome].as_integer_ratio() for outcome in outcomes]
    shared = lcm(*(under for _, under in chances))
    weights = [over * (shared // under) for over, under in chances]  # integers add up fast
    total = sum(weights)
    sums = [weight * _PARTS for weight in accumulate(weights)]

    def at_least(parts: int) -> str:
        """The highest outcome that so many parts of the cases reach."""
        return outcomes[bisect_right(sums, total * (_PARTS - parts))]

    def at_most(parts: int) -> str:
        """The lowest outcome that so many parts of the cases do not exceed."""
        return outcomes[bisect_left(sums, total * parts)]

    mean = variance = None
    if not outcomes[-1].endswith(OPEN_END):
        mean, square = (
            Fraction(sum(int(o) ** n * w for o, w in zip(outcomes, weights, strict=True)), total) for n in (1, 2)
        )
        variance = square - mean * mean
    return Summary(
        Fraction(total, shared),
        mean,
        variance,
        (at_most(10), at_least(10)),
        (at_least(15), at_most(15)),
        at_least(18),
        at_most(18),
    )


def summary_text(distribution: Mapping[str, Fraction]) -> str:
    """The summary as sentences, without bounds that every outcome keeps; "" for a distribution without one."""
    found = summarize(distribution)
    if not found:
        return ""
    total, mean, variance, median, half, least, most = found
    held = [outcome for outcome, p in distribution.items() if p]
    text = f"Within these {percent(total)} %: median" if total < 1 else "Median"
    text += f" {_range(*median)}"
    if mean is not None and variance is not None:
        text += f", mean {figure(mean)}, standard deviation {square_root(variance)}"
    if half != (held[0], held[-1]):
        text += f". Half the time or more {_range(*half)}"
    bounds = [f"at least {least}"] * (least != held[0]) + [f"at most {most}"] * (most != held[-1])
    if bounds:
        text += f". Nine times out of ten or more {', as often '.join(bounds)}"
    return f"{text}.".replace("-", MINUS)


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"
