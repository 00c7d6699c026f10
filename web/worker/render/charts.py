"""The geometry of bars for a distribution, or for two on one axis. Drawn as SVG by the templates.

All coordinates are in a viewBox of 320 units, so that a picture fits a phone without scaling its text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil

from pyrules.engine.formatting import percent
from pyrules.engine.outputs.summary import ascending, is_whole, number, summary_text

WIDTH = 320
TOP, FLOOR = 20, 112
LEFT = 4
_LABEL_WIDTH = 24
_LABEL_DIGIT = 7.5
_DIGIT_WIDTH = 6.2
_THINNEST_PAIR = 6.0
_LETTER_WIDTH = 6.8
_OVERHANG = 12
_LYING_ROW = 24.0
_LYING_BAR = 14.0
_PERCENT_WIDTH = 34.0


@dataclass(frozen=True)
class Bar:
    """One outcome: its rectangle, and where its texts stand."""

    outcome: str
    p: Fraction
    x: float
    y: float
    width: float
    height: float
    middle: float
    labeled: bool


@dataclass(frozen=True)
class Look:
    """A distribution read one way: exactly, at least or at most so much.

    `top` is the value of the highest line. `numbered`: a number fits above each bar.
    """

    id: str
    label: str
    bars: tuple[Bar, ...]
    numbered: bool
    top: Fraction


@dataclass(frozen=True)
class Lying:
    """Bars that lie, since their words would not fit side by side: each word has a line, its bars begin at `start`."""

    start: float
    height: float
    words: tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class Bars:
    """A distribution as bars. Only numbers can be read as "at least" and "at most"; words have one look, no summary."""

    looks: tuple[Look, ...]
    mode: str
    grid: tuple[float, ...]
    lying: Lying | None = None
    summary: str = ""

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The chance of exactly each outcome."""
        return self.looks[0].bars


@dataclass(frozen=True)
class PairLook:
    """Two distributions read one way: the bars of each side, those of the second beside those of the first.

    Where bars would be too thin for that, `steps` is the second side as a stepped line over the bars of the first.
    """

    id: str
    label: str
    first: tuple[Bar, ...]
    second: tuple[Bar, ...]
    steps: tuple[tuple[float, float, float], ...]
    top: Fraction


@dataclass(frozen=True)
class Pair:
    """Two distributions of the same output on one axis; `labels` stand under it. `summaries` are about each side."""

    looks: tuple[PairLook, ...]
    labels: tuple[Bar, ...]
    grid: tuple[float, ...]
    lying: Lying | None = None
    summaries: tuple[str, str] = ("", "")


_GRID = (FLOOR, (FLOOR + TOP) / 2, TOP)


Reading = tuple[str, str, Mapping[str, Fraction]]
"""A way to read a distribution: its id, its label, and a probability for each outcome."""


def readings(distribution: Mapping[str, Fraction]) -> list[Reading]:
    """The chance of exactly each outcome and, where outcomes are ascending numbers, of at least and at most it."""
    found: list[Reading] = [("exactly", "exactly", distribution)]
    outcomes = list(distribution)
    if ascending(outcomes):
        down = list(accumulate(list(distribution.values())[::-1]))
        least = dict(zip(outcomes, down[::-1], strict=True))
        most = dict(zip(outcomes, accumulate(distribution.values()), strict=True))
        found += [("least", "at least", least), ("most", "at most", most)]
    return found


def bars(distribution: Mapping[str, Fraction]) -> Bars:
    """Bars for outcome → probability. Numbers that do not follow each other stand a little apart."""
    most_likely = max(distribution, key=lambda outcome: distribution[outcome])
    lying = _lying(list(distribution))
    if lying:
        top = _top("exactly", distribution)
        look = Look("exactly", "exactly", _lain(distribution, lying, top), True, top)
        return Bars((look,), most_likely, (), lying)
    slot, middles = _places(list(distribution))
    width = min(slot * 0.72, 30.0)
    looks = []
    for id, label, chances in readings(distribution):
        top = _top(id, chances)
        widest = max(len(percent(p)) for p in chances.values()) * _DIGIT_WIDTH
        looks.append(Look(id, label, _row(chances, middles, width, top), widest <= slot, top))
    return Bars(tuple(looks), most_likely, _GRID, summary=summary_text(distribution))


def columns(bars: Sequence[Bar]) -> str:
    """The outline of bars, as the path of an SVG."""
    return "".join(f"M{b.x} {b.y}h{b.width}v{b.height}h-{b.width}z" for b in bars if b.height)


def pair(first: Mapping[str, Fraction], second: Mapping[str, Fraction]) -> Pair:
    """Bars of two distributions over all outcomes of either: each outcome's second bar stands right of its first."""
    one, other = spread(first, second)
    lying = _lying(list(one))
    if lying:
        top = max(_top("exactly", one), _top("exactly", other))
        upper, lower = _lain(one, lying, top, 0, 2), _lain(other, lying, top, 1, 2)
        return Pair((PairLook("exactly", "exactly", upper, lower, (), top),), (), (), lying)
    slot, middles = _places(list(one))
    thin = slot < _THINNEST_PAIR
    width = slot * 0.8 if thin else min(slot * 0.38, 16.0)
    shift = 0.0 if thin else width / 2
    looks = []
    for (id, label, these), (_, _, those) in zip(readings(one), readings(other), strict=True):
        top = max(_top(id, these), _top(id, those))
        left = _row(these, [middle - shift for middle in middles], width, top)
        right = _row(those, [middle + shift for middle in middles], width, top)
        steps = tuple((round(bar.middle - slot / 2, 1), bar.y, round(bar.middle + slot / 2, 1)) for bar in right)
        looks.append(PairLook(id, label, left, () if thin else right, steps if thin else (), top))
    summaries = summary_text(first), summary_text(second)
    return Pair(tuple(looks), _row(one, middles, slot, Fraction(1)), _GRID, summaries=summaries)


def spread(
    first: Mapping[str, Fraction], second: Mapping[str, Fraction]
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Both distributions over the outcomes of either, numbers in ascending order, what cannot happen at 0.

    Where one ends in "44+", so does the other: the lower of two such ends holds for both.
    """
    ends = [number(outcome) for outcome in (*first, *second) if is_whole(outcome) and outcome.endswith("+")]
    if ends:
        first, second = _ended(first, min(ends)), _ended(second, min(ends))
    outcomes = list(dict.fromkeys([*first, *second]))
    if all(is_whole(outcome) for outcome in outcomes):
        outcomes.sort(key=number)
    none = Fraction(0)
    return {o: first.get(o, none) for o in outcomes}, {o: second.get(o, none) for o in outcomes}


def _ended(distribution: Mapping[str, Fraction], end: int) -> dict[str, Fraction]:
    """The distribution with all from `end` on as one outcome."""
    found: dict[str, Fraction] = {}
    for outcome, p in distribution.items():
        name = f"{end}+" if is_whole(outcome) and number(outcome) >= end else outcome
        found[name] = found.get(name, Fraction(0)) + p
    return found


def _places(outcomes: Sequence[str]) -> tuple[float, list[float]]:
    """The width that each outcome has to itself, and the middle of each."""
    places: list[float] = []
    at = 0.0
    for index, outcome in enumerate(outcomes):
        at += 0.0 if index == 0 else 1.5 if _gap(outcomes[index - 1], outcome) else 1.0
        places.append(at)
    slot = (WIDTH - 2 * LEFT) / (at + 1)
    return slot, [LEFT + slot * (place + 0.5) for place in places]


def _row(chances: Mapping[str, Fraction], middles: Sequence[float], width: float, top: Fraction) -> tuple[Bar, ...]:
    every = _every(list(chances))
    drawn = []
    for index, ((outcome, p), middle) in enumerate(zip(chances.items(), middles, strict=True)):
        height = round(_share(p, top) * (FLOOR - TOP), 1)
        drawn.append(
            Bar(
                outcome=outcome,
                p=p,
                x=round(middle - width / 2, 1),
                y=round(FLOOR - height, 1),
                width=round(width, 1),
                height=height,
                middle=round(middle, 1),
                labeled=index % every == 0,
            )
        )
    return tuple(drawn)


def _share(p: Fraction, top: Fraction) -> float:
    """`p / top` without reducing the fraction: the same float, in a fraction of the time."""
    (over, under), (top_over, top_under) = p.as_integer_ratio(), top.as_integer_ratio()
    return over * top_under / (under * top_over)


def _lying(outcomes: Sequence[str]) -> Lying | None:
    """Where bars lie whose words, side by side, would touch or stand out of the picture; None where they fit."""
    if all(map(is_whole, outcomes)):
        return None
    slot, _ = _places(outcomes)
    widths = [len(outcome) * _LETTER_WIDTH for outcome in outcomes]
    ends = max(widths[0], widths[-1]) <= slot + 2 * _OVERHANG
    if ends and all((one + other) / 2 + LEFT <= slot for one, other in pairwise(widths)):
        return None
    words = tuple((round(_LYING_ROW * (at + 0.5), 1), outcome) for at, outcome in enumerate(outcomes))
    return Lying(round(min(max(widths) + 2 * LEFT, WIDTH * 0.7), 1), _LYING_ROW * len(outcomes), words)


def _lain(
    chances: Mapping[str, Fraction], lying: Lying, top: Fraction, side: int = 0, sides: int = 1
) -> tuple[Bar, ...]:
    """One bar in each line; of two sides, the second lies right under the first."""
    longest, thick = WIDTH - lying.start - _PERCENT_WIDTH, _LYING_BAR / sides
    drawn = []
    for (outcome, p), (middle, _) in zip(chances.items(), lying.words, strict=True):
        y = middle - _LYING_BAR / 2 + thick * side
        width = round(_share(p, top) * longest, 1)
        drawn.append(Bar(outcome, p, lying.start, round(y, 1), width, thick, round(y + thick / 2, 1), False))
    return tuple(drawn)


def _every(outcomes: Sequence[str]) -> int:
    """Which outcomes are labeled: every so many numbers, as their length leaves room for."""
    longest = max(map(len, outcomes)) if all(map(is_whole, outcomes)) else 0
    return max(1, ceil(max(_LABEL_WIDTH, longest * _LABEL_DIGIT + 5) * len(outcomes) / WIDTH))


def _top(reading: str, chances: Mapping[str, Fraction]) -> Fraction:
    """The highest bar fills the picture; what adds up is seen against a whole."""
    return max(chances.values()) if reading == "exactly" else Fraction(1)


def _gap(before: str, after: str) -> bool:
    return is_whole(before) and is_whole(after) and number(after) - number(before) > 1
