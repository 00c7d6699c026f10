"""An answer as HTML: its visible part, and each of its folds when somebody opens it.

The worker sends the visible part alone. The build puts every fold into the page, for readers without scripts. Both come
from here, so that a fold of a built page is the same text as the worker's reply for that fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from markupsafe import Markup

from pyrules.engine.answer import Answer, Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_OPTION, BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.formatting import certain, value_text
from pyrules.engine.inputs import abbreviate

from . import charts, explanation, squares, views

_GRAPHIC = frozenset({"distribution", "curve", "squares"})
_DRAWN = _GRAPHIC | {"rows", "record"}
_EMPTY = Markup()


class AnswerView:
    """One answer of a calculator, to be drawn: `visible`, `complete`, or fold by fold."""

    def __init__(self, calculator: Calculator[Any], inputs: Any, answer: Answer) -> None:
        self.answer = answer
        self._calculator, self._inputs, self._values = calculator, inputs, answer.values
        self._figures = views.figures(calculator, answer)

    def visible(self) -> str:
        """The answer with every fold empty."""
        return self._draw(lambda *_: _EMPTY)

    def complete(self) -> str:
        """The answer with every fold filled, for a page that works without scripts."""
        drawn: dict[str, Callable[..., str]] = {"explain": self.explain, "as_table": self.as_table, "row": self.row}
        fullest = max(self._figures, key=lambda figure: len(self._explanation(figure["output"]).steps))
        return self._draw(lambda kind, *address: Markup(drawn[kind](*address)), fullest)

    # Folds

    def explain(self, name: object) -> str:
        """Why this output is what it is. Raises `InvalidInput` for a name that is no output."""
        return views.template("why.html").render(why=self._explanation(self._output(name)))

    def as_table(self, name: object) -> str:
        """The numbers of this output's picture. Raises `InvalidInput` for an output that has no picture."""
        output = self._output(name)
        if output.kind not in _GRAPHIC or not self._values[output.name]:
            raise InvalidInput(
                "output", BAD_OPTION, name, f"{output.label} has no picture here, and so no table of it."
            )
        return self._table_of(output, _chart(output, self._values[output.name]))

    def row(self, name: object, index: Any, column: Any = None) -> str:
        """The picture that a row of a table opens to, with its numbers.

        `index` counts rows from 0. `column` names the distribution; by default it is the first. Raises `InvalidInput`
        for an output, a row or a column that has no picture.
        """
        output = self._output(name)
        rows = self._values[output.name] if output.kind == "rows" else None
        columns = {one.name: one for one in output.columns if one.kind == "distribution"}
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

    def _table_of(self, output: Output, chart: Any, whose: str = "") -> str:
        return views.template("as_table.html").render(output=output, chart=chart, whose=whose)

    def _draw_row(self, output: Output, index: int, column: Output) -> str:
        row = self._values[output.name][index]
        chart = charts.bars(row[column.name])
        first = _cells(output, self._values[output.name])[0]
        whose = f"{output.label}, {value_text(first, row[first.name])}"
        return views.template("row.html").render(
            name=f"{output.name}-{index}-{column.name}",
            column=column,
            chart=chart,
            table=Markup(self._table_of(column, chart, whose)),
        )

    # The whole

    def _draw(self, fold: Callable[..., Markup], fullest: dict[str, Any] | None = None) -> str:
        """`fold(kind, *address)` gives what stands in a fold, `fullest` is the figure that is explained on paper."""
        rest = [output for output in self._calculator.outputs if output.visible and not output.headline]
        held = [(o, self._values[o.name]) for o in rest if self._values[o.name] is not None]
        pictures = _unlike(
            {"output": o, "chart": _chart(o, v)} for o, v in held if o.kind in _GRAPHIC and v and not _certain(o, v)
        )
        for picture in pictures:
            name = picture["output"].name
            picture |= {"table": fold("as_table", name), "explanation": fold("explain", name)}
        return views.template("answer.html").render(
            figures=[one | {"explanation": fold("explain", one["output"].name)} for one in self._figures],
            fullest=fullest["output"] if fullest else None,
            plain=[(o, v, fold("explain", o.name)) for o, v in held if _certain(o, v) or o.kind not in _DRAWN],
            maps=[one for one in pictures if one["output"].kind == "squares"],
            pictures=[one for one in pictures if one["output"].kind != "squares"],
            tables=[_table(o, v, fold) for o, v in held if o.kind == "rows" and v],
            records=[(o, v, fold("explain", o.name)) for o, v in held if o.kind == "record" and v],
        )


def _certain(output: Output, value: Any) -> bool:
    """A distribution with a single outcome is a plain fact, not a picture."""
    return output.kind == "distribution" and value is not None and certain(value)


def _chart(output: Output, value: Any) -> Any:
    if output.kind == "squares":
        return squares.squares(output, value)
    return charts.bars(value) if output.kind == "distribution" else charts.lines(value, output.words)


def _unlike(pictures: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out a picture that shows just what an earlier one shows (wounds, and wounds after no Fortune)."""
    kept: list[dict[str, Any]] = []
    for picture in pictures:
        if all(picture["chart"] != other["chart"] for other in kept):
            kept.append(picture)
    return kept


def _table(output: Output, rows: list[dict[str, Any]], fold: Callable[..., Markup]) -> dict[str, Any]:
    """A table. A distribution in a row is not a cell but a fold under the row."""
    cells = _cells(output, rows)
    drawn = [column for column in output.columns if column.kind == "distribution"]
    return {
        "output": output,
        "columns": cells,
        "rows": rows,
        "opens": [
            [(column, fold("row", output.name, index, column.name)) for column in drawn if row.get(column.name)]
            for index, row in enumerate(rows)
        ],
        "sentences": {c.name for c in cells if any(views.is_sentence(c, row.get(c.name)) for row in rows)},
        "explanation": fold("explain", output.name),
    }


def _cells(output: Output, rows: list[dict[str, Any]]) -> list[Output]:
    """The columns that any row has a value for, without distributions."""
    return [c for c in output.columns if c.kind != "distribution" and any(row.get(c.name) is not None for row in rows)]
