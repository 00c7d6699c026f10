"""A distribution of numbers in one line of words: its middle, its spread, and what holds nine times out of ten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm
from typing import NamedTuple

from ..formatting import MINUS, figure, percent, square_root

OPEN_END = "+"
"""The end of a highest outcome such as "34+", which includes all higher numbers."""


class Moments(NamedTuple):
    """The mean of a distribution and its variance, the square of the standard deviation."""

    mean: Fraction
    variance: Fraction


class Summary(NamedTuple):
    """What a distribution says in a few numbers, all exact.

    - `total` is what the probabilities sum to; every other value is about these cases alone.
    - `moments` is None where the highest outcome includes higher numbers.
    - `median` is the middle outcome, twice, or two outcomes where each half of the cases lies on its side of a gap.
    - `half` are the quartiles: at least half of the cases lie from the first to the second.
    - `least` and `most`: at least nine cases of ten reach the one, and at least nine stay within the other.
    """

    total: Fraction
    moments: Moments | None
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
    held = {outcome: p for outcome, p in distribution.items() if p}
    if len(held) < 2 or not ascending(held):
        return None
    shared = lcm(*(p.denominator for p in held.values()))
    outcomes = list(held)
    weights = [p.numerator * (shared // p.denominator) for p in held.values()]  # integers add up fast
    sums = list(accumulate(weights))
    total = sums[-1]

    def first_with(part: int, of: int) -> str:
        """The lowest outcome that this part of the cases does not exceed."""
        return next(one for one, reached in zip(outcomes, sums, strict=True) if reached * of >= total * part)

    def last_with(part: int, of: int) -> str:
        """The highest outcome that this part of the cases reaches."""
        below = [0, *sums]
        return outcomes[max(at for at in range(len(outcomes)) if (total - below[at]) * of >= total * part)]

    return Summary(
        total=Fraction(total, shared),
        moments=None if outcomes[-1].endswith(OPEN_END) else _moments(outcomes, weights),
        median=(first_with(1, 2), last_with(1, 2)),
        half=(last_with(3, 4), first_with(3, 4)),
        least=last_with(9, 10),
        most=first_with(9, 10),
    )


def summary_text(distribution: Mapping[str, Fraction]) -> str:
    """The summary as sentences, without bounds that every outcome keeps; "" for a distribution without one."""
    found = summarize(distribution)
    if not found:
        return ""
    held = [outcome for outcome, p in distribution.items() if p]
    ends = held[0], held[-1]
    parts = [] if found.total == 1 else [f"within these {percent(found.total)} %"]
    if found.moments:
        parts.append(f"mean {figure(found.moments.mean)}")
    parts.append(f"median {_range(*found.median)}")
    if found.moments:
        parts.append(f"standard deviation {square_root(found.moments.variance)}")
    bounds = [] if found.least == ends[0] else [f"at least {_text(found.least)}"]
    bounds += [] if found.most == ends[1] else [f"at most {_text(found.most)}"]
    sentences = [", ".join(parts)]
    sentences += [] if found.half == ends else [f"half the time or more {_range(*found.half)}"]
    sentences += [f"nine times out of ten or more {', as often '.join(bounds)}"] if bounds else []
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)


def _moments(outcomes: list[str], weights: list[int]) -> Moments:
    total = sum(weights)
    numbers = [int(outcome) for outcome in outcomes]
    first = sum(n * weight for n, weight in zip(numbers, weights, strict=True))
    second = sum(n * n * weight for n, weight in zip(numbers, weights, strict=True))
    return Moments(Fraction(first, total), Fraction(second * total - first * first, total * total))


def _range(low: str, high: str) -> str:
    return _text(low) if low == high else f"{_text(low)} to {_text(high)}"


def _text(outcome: str) -> str:
    return outcome.replace("-", MINUS)
