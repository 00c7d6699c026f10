"""The weights of the sum of two independent whole numbers, exact and fast for long distributions."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact

_FEW_PAIRS = 2000
"""Up to this number of pairs of outcomes, multiplying the pairs one by one is faster."""


def convolve(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """The integer weight of each sum; `a` and `b` map outcomes to weights.

    Long distributions are multiplied as two decimal numbers with a fixed number of digits for each weight. `decimal`
    multiplies millions of digits fast, and the result is exact.
    """
    pairs = len(a) * len(b)
    length = _span(a) + _span(b) - 1
    if pairs <= _FEW_PAIRS or length >= pairs:
        return _pair_by_pair(a, b)
    size = len(str(sum(a.values()) * sum(b.values())))  # no weight of a sum has more digits
    exact = Context(prec=length * size, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
    product = str(exact.multiply(_packed(a, size), _packed(b, size))).zfill(length * size)
    highest = max(a) + max(b)
    return {highest - place: int(product[place * size : (place + 1) * size]) for place in range(length)}


def _pair_by_pair(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    sums: dict[int, int] = {}
    for m, v in a.items():
        for n, w in b.items():
            sums[m + n] = sums.get(m + n, 0) + v * w
    return sums


def _span(weights: Mapping[int, int]) -> int:
    return max(weights) - min(weights) + 1


def _packed(weights: Mapping[int, int], size: int) -> Decimal:
    """All weights in one number, from the highest outcome down, `size` digits each."""
    outcomes = range(max(weights), min(weights) - 1, -1)
    return Decimal("".join(str(weights.get(n, 0)).zfill(size) for n in outcomes))
