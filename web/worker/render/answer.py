"""An answer as HTML: its visible part, and each of its folds when somebody opens it.

The worker sends the visible part alone. The build fills the folds of the page, for readers without scripts; rows that
are not shown at first have no fold there, because a page with sixteen pictures would be too large. Both come from here,
so that a fold of a built page is the same text as the worker's reply for that fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

from markupsafe import Markup

from pyrules.engine.answer import Answer, Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_OPTION, BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.inputs import abbreviate
from pyrules.engine.outputs.output import value_text

from . import explanation, views
from .drawing import MAPS, PICTURES, RECORDS, TABLES, Drawing, Fold, Picture, drawing

_EMPTY = Markup()

_FACTS, _MOST_FACTS = 4, 5
"""How many facts an answer with many of them shows at first, and how many it shows without a fold."""


class AnswerView:
    """One answer of a calculator, to be drawn: `visible`, `complete`, or fold by fold."""

    def __init__(self, calculator: Calculator[Any], inputs: Any, answer: Answer) -> None:
        self.answer = answer
        self._calculator, self._inputs, self._values = calculator, inputs, answer.values

    def visible(self) -> str:
        """The answer with every fold empty."""
        return self._draw(lambda *_: _EMPTY)

    def complete(self) -> str:
        """The answer with its folds filled, for a page that works without scripts. A `rest_row` has none."""
        drawn: dict[str, Callable[..., str]] = {"explain": self.explain, "as_table": self.as_table, "row": self.row}
        fullest = max(self._figures, key=lambda figure: len(self._explanation(figure["output"]).steps))

        def fold(kind: str, *address: Any) -> Markup | None:
            return Markup(drawn[kind](*address)) if kind in drawn else None

        return self._draw(fold, fullest)

    # Folds

    def explain(self, name: object) -> str:
        """Why this output is what it is. Raises `InvalidInput` for a name that is no output."""
        return views.template("why.html").render(why=self._explanation(self._output(name)))

    def as_table(self, name: object) -> str:
        """The numbers of this output's picture. Raises `InvalidInput` for an output that has no picture."""
        output = self._output(name)
        value = self._values[output.name]
        picture = _picture_of(output)
        if not picture or not value:
            raise InvalidInput(
                "output", BAD_OPTION, name, f"{output.label} has no picture here, and so no table of it."
            )
        return picture.as_table(output, picture.chart(output, value))

    def row(self, name: object, index: Any, column: Any = None) -> str:
        """The picture that a row of a table opens to, with its numbers.

        `index` counts rows from 0. `column` names the value that is drawn; by default it is the first that fits no
        cell. Raises `InvalidInput` for an output, a row or a column that has no picture.
        """
        output = self._output(name)
        rows = self._values[output.name] if output.kind.has_rows else None
        columns = {one.name: one for one in output.columns if not one.kind.is_cell}
        if not rows or not columns:
            raise InvalidInput("output", BAD_OPTION, name, f"{output.label} has no rows that open.")
        if type(index) is not int:
            raise InvalidInput("index", BAD_TYPE, index, "A row is named by a whole number.")
        if not 0 <= index < len(rows):
            text = f"{output.label} has rows 0 to {len(rows) - 1}; got {abbreviate(index)}."
            raise InvalidInput("index", OUT_OF_RANGE, index, text)
        opened = next(iter(columns)) if column is None else column
        if not isinstance(opened, str) or opened not in columns or not rows[index].get(opened):
            text = f"Row {index} of {output.label} has no picture {abbreviate(opened)}."
            raise InvalidInput("column", BAD_OPTION, opened, text)
        return self._draw_row(output, index, columns[opened])

    def _output(self, name: object) -> Output:
        for output in self._calculator.outputs:
            if output.name == name:
                return output
        text = f"{self._calculator.title} has no output {abbreviate(name)}."
        raise InvalidInput("output", BAD_OPTION, name, text)

    def _explanation(self, output: Output) -> explanation.Why:
        return self._explain(output, self._values[output.name])

    @cached_property
    def _explain(self) -> Callable[[Output, Any], explanation.Why]:
        return explanation.explain(self._calculator, self._inputs)

    @cached_property
    def _figures(self) -> list[dict[str, Any]]:
        return views.figures(self._calculator, self.answer)

    def _draw_row(self, output: Output, index: int, column: Output) -> str:
        rows = self._values[output.name]
        picture = _picture_of(column)
        assert picture  # what fits no cell is a picture (tests/web/test_output_kinds.py)
        chart = picture.chart(column, rows[index][column.name])
        name = f"{output.name}-{index}-{column.name}"
        first = drawing(output.kind).chart(output, rows).cells[0]
        whose = f"{output.label}, {value_text(first, rows[index][first.name])}"
        return views.template("row.html").render(
            name=name,
            label=f"{column.label}, {whose}",
            picture=picture.picture(column, chart, name),
            table=Markup(picture.as_table(column, chart, whose)),
        )

    # The whole

    def _draw(self, fold: Fold, fullest: dict[str, Any] | None = None) -> str:
        """`fullest` is the figure that is explained on paper."""
        rest = [output for output in self._calculator.outputs if output.visible and not output.headline]
        held = [(o, self._values[o.name]) for o in rest if self._values[o.name] is not None]
        before, after = _arranged(held, fold)
        plain = [(o, v, fold("explain", o.name)) for o, v in held if o.kind.is_fact(v)]
        return views.template("answer.html").render(
            figures=[one | {"explanation": fold("explain", one["output"].name)} for one in self._figures],
            fullest=fullest["output"] if fullest else None,
            plain=plain,
            facts=len(plain) if len(self._figures) + len(plain) <= _MOST_FACTS else _FACTS - len(self._figures),
            before=before,
            after=after,
        )


def _picture_of(output: Output) -> Picture | None:
    found = drawing(output.kind) if output.kind.is_drawn else None
    return found if isinstance(found, Picture) else None


def _arranged(held: Iterable[tuple[Output, Any]], fold: Fold) -> tuple[Markup, Markup]:
    """What is drawn before the facts and after them.

    The first part and the first picture are open. The others are folds.
    """
    places: dict[str, list[Markup]] = {TABLES: [], MAPS: [], PICTURES: [], RECORDS: []}
    parts = sorted(_charts(held), key=lambda one: [*places].index(one[1].place))
    opened = {0, next((at for at, (_, drawn_by, _) in enumerate(parts) if drawn_by.place == PICTURES), 0)}
    for at, (output, drawn_by, chart) in enumerate(parts):
        drawn = drawn_by.draw(output, chart, fold)
        if at not in opened:
            drawn = views.macros("fold.html").later(output, drawn_by.caption(output, chart), drawn)
        places[drawn_by.place].append(drawn)
    tables, maps, pictures, records = places.values()
    if not maps and not pictures:  # the table is the picture
        return _EMPTY.join(tables), _EMPTY.join(records)
    # A map belongs to the ranking that it extends: it comes before what explains the rows.
    return _EMPTY, _EMPTY.join([*tables[:1], *maps, *tables[1:], *pictures, *records])


def _charts(held: Iterable[tuple[Output, Any]]) -> Iterator[tuple[Output, Drawing, Any]]:
    """What is drawn, without a picture that shows just what an earlier one shows."""
    shown: list[Any] = []
    for output, value in held:
        if not value or output.kind.is_fact(value):
            continue
        drawn_by = drawing(output.kind)
        chart = drawn_by.chart(output, value)
        if isinstance(drawn_by, Picture):
            if chart in shown:
                continue
            shown.append(chart)
        yield output, drawn_by, chart
