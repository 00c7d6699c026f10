"""A curve as lines over rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from markupsafe import Markup

from pyrules.engine.outputs.output import Output

from ..charts import FLOOR, TOP, WIDTH
from ..drawing import ComparedPicture, Picture, Readings, Titles, chance_row

DASHES = ("", "6 3", "2 3", "9 3 2 3", "1 4")


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
            dash=DASHES[number % len(DASHES)],
        )
        for number, (name, values) in enumerate(named.items())
    )
    every = max(1, -(-count // 12))
    ticks = tuple((round(28 + step * index, 1), index + 1) for index in range(0, count, every))
    return Lines(drawn, ticks, ((FLOOR, "0"), ((FLOOR + TOP) / 2, "50"), (TOP, "100")))


class _Lines(Picture):
    template = "curve.html"
    is_compared = True

    def chart(self, output: Output, value: Any) -> Lines:
        return lines(value, output.words)

    def caption(self, output: Output, chart: Lines) -> str:
        return f"by {output.unit.lower()}, in %" if output.unit else ""

    def compare(self, output: Output, this: Any, pinned: Any) -> Iterator[ComparedPicture]:
        """A picture for each line that differs, since all of both sides would be too many for one."""
        if not isinstance(this, Mapping):
            this, pinned = {"": this}, {"": pinned}
        for name in dict.fromkeys([*this, *pinned]):
            both = this.get(name, ()), pinned.get(name, ())
            if both[0] != both[1] and all(both):
                yield self._compared(output, name, both)

    def _compared(
        self, output: Output, name: str, both: tuple[Sequence[Fraction], Sequence[Fraction]]
    ) -> ComparedPicture:
        line = output.words.get(name, name)
        title = f"{output.label}: {line}" if line else output.label

        def draw(titles: Titles) -> Markup:
            chart = lines(dict(zip(titles._fields, both, strict=True)), titles._asdict())
            drawn: Markup = self.macros.lines(f"{title}, {' and '.join(titles)}", chart, max(map(len, both)))
            return drawn

        def tables() -> list[Readings]:
            return [Readings("", "", [chance_row(str(at), *pair) for at, pair in enumerate(zip_longest(*both), 1)])]

        caption = f"by {output.unit.lower()}, chance in %" if output.unit else "chance in %"
        return ComparedPicture(f"{output.name}-{name}", title, caption, draw, tables)


DRAWING = _Lines()
