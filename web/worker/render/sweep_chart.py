"""The geometry of a sweep's picture: a figure over the range of an input, as a line with gaps and a mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

WIDTH = 320
Known = tuple[Fraction, Fraction | None]
"""Where, and the value there; None where the input is refused or the figure does not apply."""

_LEFT, _RIGHT, _TOP, _FLOOR = 36, 306, 28, 124
_MARK_ROOM = 64
_MOST_TICKS = 8
_MANY_POINTS = 25


@dataclass(frozen=True)
class Course:
    """A line with gaps: its pieces, crosses on the axis where there is no value, and a mark at the present value."""

    pieces: tuple[tuple[tuple[float, float], ...], ...]
    gaps: tuple[float, ...]
    radius: float
    present: float | None
    mark: tuple[float, float] | None
    label_at: float
    ticks: tuple[tuple[float, int], ...]
    grid: tuple[tuple[float, Fraction], ...]
    base: float


def course(
    points: Sequence[Known], ends: tuple[int, int], present: Fraction, *, among: Sequence[Fraction] = ()
) -> Course:
    """The line through the points known so far; `present` is marked where it stands within the range.

    `among` are the values of all lines that share the axis.
    """
    first, last = ends
    values = [*among, *(value for _, value in points if value is not None)]
    low, high, step = _scale(min([Fraction(0), *values]), max([Fraction(0), *values]))

    def across(x: Fraction | int) -> float:
        return round(_LEFT + float((x - first) / Fraction(last - first)) * (_RIGHT - _LEFT), 1)

    def up(value: Fraction) -> float:
        return round(_FLOOR - float((value - low) / (high - low)) * (_FLOOR - _TOP), 1)

    pieces: list[list[tuple[float, float]]] = [[]]
    for x, value in points:
        if value is not None:
            pieces[-1].append((across(x), up(value)))
        elif pieces[-1]:
            pieces.append([])
    tick = whole_step(last - first, _MOST_TICKS)
    here = across(present) if first <= present <= last else None
    there = dict(points).get(present)
    return Course(
        pieces=tuple(tuple(piece) for piece in pieces if piece),
        gaps=tuple(across(x) for x, value in points if value is None),
        radius=1.5 if len(points) > _MANY_POINTS else 2.5,
        present=here,
        mark=None if here is None or there is None else (here, up(there)),
        label_at=min(max(here or 0, _MARK_ROOM), WIDTH - _MARK_ROOM),
        ticks=tuple((across(x), x) for x in range(-(-first // tick) * tick, last + 1, tick)),
        grid=tuple((up(low + step * at), low + step * at) for at in range(int((high - low) / step) + 1)),
        base=up(Fraction(0)),
    )


def whole_step(length: int, most: int) -> int:
    """The least whole step of 1, 2, 5, 10, 20, ... that goes through `length` in at most `most` steps."""
    return max(1, int(_round_step(Fraction(length), most)))


def _round_step(length: Fraction, most: int) -> Fraction:
    """The least step of 1, 2 or 5 times a power of ten that goes through `length` in at most `most` steps."""
    if length <= 0:
        return Fraction(1)
    power = Fraction(1)
    while length > most * power:
        power *= 10
    while length <= most * power / 10:
        power /= 10
    return next(step for step in (power / 5, power / 2, power) if length <= most * step)


def _scale(lowest: Fraction, highest: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """An axis in even steps from at or below the lowest value to at or above the highest, and its step."""
    step = _round_step(highest - lowest, 4)
    low, high = lowest // step * step, -(-highest // step) * step
    return low, max(high, low + step), step
