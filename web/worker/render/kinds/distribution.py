"""A distribution as bars, read as exactly, at least or at most so much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from markupsafe import Markup

from pyrules.engine.outputs.output import Output

from .. import charts
from ..drawing import ComparedPicture, Picture, Readings, Titles, chance_row


class _Bars(Picture):
    template = "distribution.html"
    is_compared = True

    def chart(self, output: Output, value: Mapping[str, Fraction]) -> charts.Bars:
        return charts.bars(value)

    def caption(self, output: Output, chart: charts.Bars) -> str:
        return f"{output.unit}, chance in %" if output.unit else ""

    def compare(
        self, output: Output, this: Mapping[str, Fraction], pinned: Mapping[str, Fraction]
    ) -> Iterator[ComparedPicture]:
        """One picture of all outcomes of either side."""

        def draw(titles: Titles) -> Markup:
            drawn: Markup = self.macros.compared(output.label, output.name, charts.pair(this, pinned), titles)
            return drawn

        caption = f"{output.unit}, chance in %" if output.unit else "chance in %"
        yield ComparedPicture(output.name, output.label, caption, draw, lambda: _tables(this, pinned))


def _tables(this: Mapping[str, Fraction], pinned: Mapping[str, Fraction]) -> list[Readings]:
    readings = zip(*(charts.readings(side) for side in charts.spread(this, pinned)), strict=True)
    return [
        Readings(id, label, [chance_row(outcome, ours[outcome], theirs[outcome]) for outcome in ours])
        for (id, label, ours), (_, _, theirs) in readings
    ]


DRAWING = _Bars()
