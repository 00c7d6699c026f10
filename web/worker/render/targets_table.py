"""Draws targets side by side: the headline of each row, its difference from the first row, and the highest figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from pyrules.engine.answer import Answer, Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.formatting import twelve_decimals
from pyrules.engine.inputs import Choice, input_fields
from pyrules.engine.outputs.output import value_text

from ..requests.compare import differing
from . import views

MOST_SETTINGS = 3
"""The inputs of a target that are named under its name: those that differ from the first row."""
LONG = 12
"""A longer text breaks into lines."""


@dataclass(frozen=True)
class Row:
    """One action against one target: the inputs and the answer, or the problems that prevent one.

    `before` are the inputs of the same action on its page.
    """

    name: str
    calculator: Calculator[Any]
    inputs: Any = None
    before: Any = None
    answer: Answer | None = None
    notes: tuple[str, ...] = ()
    problems: tuple[InvalidInput, ...] = ()


class Cell(NamedTuple):
    """A figure of a row: its text, its exact decimals, its difference from the first row, whether it is the highest."""

    label: str
    text: str
    raw: str
    difference: str
    is_highest: bool
    is_long: bool


def draw(rows: Sequence[Row]) -> str:
    """The table; empty without rows."""
    if not rows:
        return ""
    is_one = len({row.calculator.id for row in rows}) == 1
    columns = _headline(rows[0].calculator) if is_one else ()
    cells = [list(_cells(row, rows)) for row in rows]
    return views.template("targets.html").render(
        title=rows[0].calculator.title,
        columns=[_label(output) for output in columns],
        rows=[
            {
                "name": row.name,
                "href": f"../{row.calculator.slug}/",
                "settings": _settings(row) if is_one else [],
                "cells": drawn,
                "problems": [problem.text for problem in row.problems],
                "notes": row.notes,
            }
            for row, drawn in zip(rows, cells, strict=True)
        ],
        width=max(len(_headline(row.calculator)) for row in rows),
        marks=any(cell.is_highest for drawn in cells for cell in drawn),
    )


def line(rows: Iterable[Row]) -> str:
    """The rows in one sentence, for the live region."""
    return "; ".join(
        f"{row.name}: {views.headline_line(row.calculator, row.answer)}" for row in rows if row.answer is not None
    )


def quick_inputs(quick: type) -> list[dict[str, Any]]:
    """The inputs of a quick foe with their defaults as text."""
    return [
        {
            "name": field.name,
            "label": field.input.label,
            "text": next((text for _, text in field.input.pairs(field.name, field.default)), ""),
            "options": field.input.options if isinstance(field.input, Choice) else (),
            "is_words": field.name == "name" or not isinstance(field.default, int),
        }
        for field in input_fields(quick)
    ]


def _headline(calculator: Calculator[Any]) -> tuple[Output, ...]:
    return tuple(output for output in calculator.outputs if output.headline)


def _label(output: Output) -> str:
    return " ".join(part for part in (output.label, output.unit) if part)


def _settings(row: Row) -> list[str]:
    """What the target makes different from the page, the first few."""
    if row.inputs is None or row.before is None:
        return []
    found = [f"{label} {text}" for label, text, _ in differing(row.inputs, row.before)]
    return found if len(found) <= MOST_SETTINGS else [*found[: MOST_SETTINGS - 1], f"{len(found) - 2} more"]


def _cells(row: Row, rows: Sequence[Row]) -> Iterator[Cell]:
    if row.answer is None:
        return
    for output in _headline(row.calculator):
        value, text = row.answer.values[output.name], value_text(output, row.answer.values[output.name])
        alike = [_number(other, output) for other in rows]
        numbers = {one for one in alike if one is not None}
        is_highest = _is_number(value) and len(numbers) > 1 and value == max(numbers)
        first = None if row is rows[0] or not _is_number(value) else alike[0]
        by = "" if first in (None, value) else output.kind.difference_text(value - first)
        raw = twelve_decimals(value) if isinstance(value, Fraction) else text
        yield Cell(_label(output), text, raw, by, is_highest, output.kind.is_words or len(text) > LONG)


def _number(row: Row, output: Output) -> Any:
    """The number of a row that means the same as this output; None if it has none."""
    if row.answer is None:
        return None
    meaning = (output.label, output.unit, output.kind.name)
    same = (one for one in _headline(row.calculator) if (one.label, one.unit, one.kind.name) == meaning)
    value = next((row.answer.values[one.name] for one in same), None)
    return value if _is_number(value) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)
