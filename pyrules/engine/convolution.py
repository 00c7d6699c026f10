"""The weights of the sum of two independent whole numbers, exact and fast for long distributions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact
from itertools import accumulate

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


def compound(counts: Sequence[int], each: Mapping[int, int]) -> dict[int, int]:
    """The integer weights of the sum of a random number of independent equal terms, a compound distribution.

    `counts[n]` is the weight of n terms, at least one of them positive; `each` maps the values of one term to weights.
    A list of counts is halved again and again: a few long products take less time than one for each number of terms.
    """
    total = sum(each.values())
    powers = [dict(each)]
    """The sums of 1, 2, 4, ... terms."""

    def of_part(low: int, high: int) -> dict[int, int]:
        """The sums of 0, 1, 2, ... terms with the weights counts[low:high], all as parts of one whole."""
        if high - low == 1:
            return {0: counts[low]} if counts[low] else {}
        level = (high - low - 1).bit_length() - 1
        middle = low + (1 << level)
        scale = total ** (high - middle)
        sums = {n: w * scale for n, w in of_part(low, middle).items()}
        more = of_part(middle, high)
        if more:
            while len(powers) <= level:
                powers.append(convolve(powers[-1], powers[-1]))
            for n, w in convolve(powers[level], more).items():
                sums[n] = sums.get(n, 0) + w
        return sums

    return of_part(0, len(counts))


def equal_dice(sides: int, count: int) -> list[int]:
    """The weight of each sum of `count` equal dice with the faces 0 to `sides` - 1, in ascending order.

    The weights are the coefficients of ((1 - x**sides) / (1 - x))**count. The derivative of this power gives each one
    from three before it. The second half mirrors the first.
    """
    highest = count * (sides - 1)
    weights = [1]
    for k in range(highest // 2):
        weight = (count + k) * weights[k]
        if k + 1 >= sides:
            weight += (k + 1 - sides - count * sides) * weights[k + 1 - sides]
        if k >= sides:
            weight += (sides - k - count + count * sides) * weights[k - sides]
        weights.append(weight // (k + 1))
    return weights + weights[: highest + 1 - len(weights)][::-1]


def with_equal_dice(weights: list[int], sides: int, count: int) -> list[int]:
    """The weights of the outcomes 0, 1, 2, ... after `count` dice with the faces 0 to `sides` - 1 are added.

    The list keeps its length: higher sums are left out. Each die is a running sum over the last `sides` weights.
    """
    for _ in range(count):
        sums = list(accumulate(weights))
        weights = sums[:sides] + [upto - before for upto, before in zip(sums[sides:], sums, strict=False)]
    return weights


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
