"""Rows as a table. A column that fits no cell is a fold under each row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from pyrules.engine.outputs.output import Output, value_text

from .. import views
from ..drawing import TABLES, Drawing, Fold

_FIRST = 6
"""How many rows a long table shows at first; of rows with long texts or folds, which are tall, half of them."""

_MOST = 7
"""How many rows a table shows without a fold; of tall rows, half of them."""

_LONG = 30
"""How many characters of a first column, which breaks into lines, make a row tall on a phone."""


class Table(NamedTuple):
    """The rows of a table, and the columns that any row has a value for: those in cells and those in folds."""

    rows: Sequence[Mapping[str, Any]]
    cells: list[Output]
    folds: list[Output]
    sentences: set[str]
    """The names of columns whose cells break into lines."""
    shown: int
    """How many rows come before the fold that holds the rest."""


class _Rows(Drawing):
    place = TABLES
    template = "rows.html"

    def chart(self, output: Output, value: Sequence[Mapping[str, Any]]) -> Table:
        held = [column for column in output.columns if any(row.get(column.name) is not None for row in value)]
        cells = [column for column in held if column.kind.is_cell]
        sentences = {one.name for one in cells if any(views.is_sentence(one, row.get(one.name)) for row in value)}
        folds = [column for column in held if not column.kind.is_cell]
        is_tall = folds or sentences or any(len(value_text(cells[0], row.get(cells[0].name))) > _LONG for row in value)
        height = 2 if is_tall else 1
        shown = len(value) if len(value) * height <= _MOST else _FIRST // height
        return Table(value, cells, folds, sentences, shown)

    def draw(self, output: Output, chart: Table, fold: Fold) -> Markup:
        """The table with its folds. The fold of a row that is not shown at first is a `rest_row`."""

        def opens_of(index: int, row: Mapping[str, Any]) -> list[tuple[Output, Markup]]:
            kind = "row" if index < chart.shown else "rest_row"
            folds = [(one, fold(kind, output.name, index, one.name)) for one in chart.folds if row.get(one.name)]
            return [(one, content) for one, content in folds if content is not None]

        opens = [opens_of(index, row) for index, row in enumerate(chart.rows)]
        drawn: Markup = self.macros.table(output, chart, opens, fold("explain", output.name))
        return drawn


DRAWING = _Rows()
