"""The geometry of pictures: bars for a distribution, lines for a curve. Drawn as SVG by the templates.

All coordinates are in a viewBox of 320 units, so that a picture fits a phone without scaling its text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

WIDTH = 320
TOP, FLOOR, BOTTOM = 20, 112, 132
LEFT = 4
_MOST_NUMBERS = 12
_LABEL_WIDTH = 24


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
class Bars:
    """A distribution as bars; `top` is what the highest line stands for."""

    bars: tuple[Bar, ...]
    numbered: bool
    grid: tuple[tuple[float, str], ...]
    mode: str
    kind: str = "bars"


@dataclass(frozen=True)
class Line:
    """One series of a curve: its points, and the dash pattern that tells it apart without color."""

    label: str
    points: tuple[tuple[float, float], ...]
    values: tuple[Fraction, ...]
    dash: str


@dataclass(frozen=True)
class Lines:
    """Curves over rounds 1, 2, ..."""

    lines: tuple[Line, ...]
    ticks: tuple[tuple[float, int], ...]
    grid: tuple[tuple[float, str], ...]
    kind: str = "lines"


_DASHES = ("", "6 3", "2 3", "9 3 2 3", "1 4")


def bars(distribution: Mapping[str, Fraction]) -> Bars:
    """Bars for outcome → probability. Numbers that do not follow each other stand a little apart."""
    outcomes = list(distribution)
    places: list[float] = []
    at = 0.0
    for index, outcome in enumerate(outcomes):
        at += 0.0 if index == 0 else 1.5 if _gap(outcomes[index - 1], outcome) else 1.0
        places.append(at)
    slot = (WIDTH - 2 * LEFT) / (at + 1)
    width = min(slot * 0.72, 30.0)
    highest = max(distribution.values())
    every = max(1, -(-_LABEL_WIDTH * len(outcomes) // WIDTH))
    drawn = []
    for index, outcome in enumerate(outcomes):
        p = distribution[outcome]
        height = round(float(p / highest) * (FLOOR - TOP), 1)
        middle = round(LEFT + slot * (places[index] + 0.5), 1)
        drawn.append(
            Bar(
                outcome=outcome,
                p=p,
                x=round(middle - width / 2, 1),
                y=round(FLOOR - height, 1),
                width=round(width, 1),
                height=height,
                middle=middle,
                labeled=index % every == 0,
            )
        )
    most_likely = max(outcomes, key=lambda outcome: distribution[outcome])
    return Bars(tuple(drawn), len(outcomes) <= _MOST_NUMBERS, _grid(highest), most_likely)


def lines(curves: Sequence[Fraction] | Mapping[str, Sequence[Fraction]], words: Mapping[str, str]) -> Lines:
    """Lines for one list of probabilities by round, or for several by name; the axis is 0 to 100 %."""
    named = curves if isinstance(curves, Mapping) else {"": curves}
    count = max(len(values) for values in named.values())
    step = (WIDTH - 48) / max(1, count - 1)
    drawn = tuple(
        Line(
            label=words.get(name, name),
            points=tuple(
                (round(28 + step * index, 1), round(FLOOR - float(p) * (FLOOR - TOP), 1))
                for index, p in enumerate(values)
            ),
            values=tuple(values),
            dash=_DASHES[number % len(_DASHES)],
        )
        for number, (name, values) in enumerate(named.items())
    )
    every = max(1, -(-count // 12))
    ticks = tuple((round(28 + step * index, 1), index + 1) for index in range(0, count, every))
    return Lines(drawn, ticks, ((FLOOR, "0"), ((FLOOR + TOP) / 2, "50"), (TOP, "100")))


def _gap(before: str, after: str) -> bool:
    try:
        return int(after) - int(before) > 1
    except ValueError:
        return False


def _grid(highest: Fraction) -> tuple[tuple[float, str], ...]:
    return ((FLOOR, ""), ((FLOOR + TOP) / 2, ""), (TOP, ""))
