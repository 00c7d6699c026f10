"""The weights of the sum of two independent whole numbers, exact and fast for long distributions."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact
from fractions import Fraction
from itertools import accumulate

_FEW_PAIRS = 2000
"""Up to this number of pairs of outcomes, multiplying the pairs one by one is faster."""


def convolve(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """The integer weight of each sum; `a` and `b` map outcomes to weights.

    Long distributions are multiplied as two decimal numbers with a fixed number of digits for each weight. `decimal`
    multiplies millions of digits fast, and the result is exact.
    """
    pairs = len(a) * len(b)
    if not pairs:
        return {}
    length = _span(a) + _span(b) - 1
    if pairs <= _FEW_PAIRS or length >= pairs:
        return _pair_by_pair(a, b)
    size = len(str(sum(a.values()) * sum(b.values())))  # no weight of a sum has more digits
    exact = Context(prec=length * size, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
    packed = _packed(a, size)
    product = str(exact.multiply(packed, packed if b is a else _packed(b, size))).zfill(
        length * size
    )  # a square is fast
    highest = max(a) + max(b)
    return {highest - place: int(product[place * size : (place + 1) * size]) for place in range(length)}


def geometric_sum(each: Mapping[int, int], chance: Fraction, most: int, certain: int) -> dict[int, int]:
    """The integer weights of the sum of `certain` equal terms and at most `most` more.

    Each further term is added with this chance; after the first that is not, no more follow. `each` maps the values of
    one term to weights. Numbers of terms are halved again and again, so there are few long products.
    """
    p, q = chance.as_integer_ratio()
    total = sum(each.values())
    every, ends = q * total, (q - p) * total

    def sums(count: int) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """The sum of `count` terms; and those of fewer, each n with the factor p**n * every**(count - 1 - n)."""
        if not count:
            return {0: 1}, {}
        all_terms, fewer = sums(count // 2)
        factor = p ** (count // 2)
        fewer = convolve(_added((factor, all_terms), (every ** (count // 2), {0: 1})), fewer)
        all_terms = convolve(all_terms, all_terms)
        return one_more(all_terms, fewer, factor * factor) if count % 2 else (all_terms, fewer)

    def one_more(
        all_terms: Mapping[int, int], fewer: Mapping[int, int], factor: int
    ) -> tuple[Mapping[int, int], Mapping[int, int]]:
        return convolve(all_terms, each), _added((every, fewer), (factor, all_terms))

    first = most // 2
    all_terms, fewer = sums(first)
    factor, second = p**first, most - first
    last, fewer_last = one_more(all_terms, fewer, factor) if second > first else (all_terms, fewer)
    for _ in range(certain):
        all_terms, fewer = convolve(all_terms, each), convolve(fewer, each)
    late = convolve(all_terms, _added((ends, fewer_last), (p**second, last)))
    return _added((ends * every**second, fewer), (factor, late))


def _added(*parts: tuple[int, Mapping[int, int]]) -> dict[int, int]:
    """The sum of weights, each with a factor, without zeros."""
    sums: dict[int, int] = {}
    for factor, weights in parts:
        for n, w in weights.items():
            sums[n] = sums.get(n, 0) + factor * w
    return {n: w for n, w in sums.items() if w}


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
