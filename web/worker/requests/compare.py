"""Comparing two states of one calculator: this one, and one that was pinned earlier.

Both answers are exact, and so is each difference: a rounded figure may seem to differ by a little more or less.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.formatting import MINUS, NOTHING, certain, figure, percent, value_text
from pyrules.engine.inputs import Input, ListInput, RecordInput, input_fields

from .. import input_text, links
from ..question import Question
from ..render import charts, views

SAME = "same"
DIFFERENT = "differs"
_SIDES = {"this": "This", "pinned": "Pinned"}
_SINGLE = frozenset({"percent", "figure", "word", "flag", "listing", "named"})


@dataclass(frozen=True)
class Row:
    """One value on both sides, as text, and how they differ."""

    label: str
    this: str
    pinned: str
    difference: str


def respond(question: Question) -> dict[str, Any]:
    """Both sides, drawn, under the problems of the pinned side's link.

    The pinned side comes as pairs in `vs`; its problems are reported as those of `vs.`. `sides` are the links of both,
    never empty, so that either can be pinned; they spell out the table's own rules.
    """
    pinned, problems = question.other(question.request.get("vs"))
    reported = [{**one, "field": f"vs.{one['field']}".rstrip(".")} for one in problems]
    texts = [one["text"] for one in problems]
    if pinned is None:
        return {"ok": False, "html": refused(texts), "problems": reported}
    sides = _compared(question.calculator, question.inputs, pinned, texts, question.table.values)
    return {**sides, "problems": reported}


def _compared(
    calculator: Calculator[Any], this: Any, pinned: Any, notices: Sequence[str], table: Collection[str]
) -> dict[str, Any]:
    answers = calculator.answer(this).values, calculator.answer(pinned).values
    figures = _figures(calculator, *answers)
    first = [(output, *values) for output, *values in figures if output.headline]
    rest = [(output, *values) for output, *values in figures if not output.headline and values[0] != values[1]]
    pictures, alike = _pictures(calculator, *answers)
    html = views.template("compare.html").render(
        notices=notices,
        headline=[_row(output, *values) for output, *values in first],
        inputs=list(differing(this, pinned)),
        rest=[_row(output, *values) for output, *values in rest],
        pictures=pictures,
        alike=alike,
    )
    return {
        "ok": True,
        "html": html,
        "line": f"Against the pinned side: {'; '.join(_told(output, *values) for output, *values in first)}",
        "values": {
            "this": pyrules.wire(answers[0]),
            "pinned": pyrules.wire(answers[1]),
            "difference": {output.name: pyrules.wire(difference(*values)) for output, *values in figures},
        },
        "sides": {
            "this": links.spelled(calculator, this, table),
            "pinned": links.spelled(calculator, pinned, table),
        },
    }


def refused(problems: Sequence[str]) -> str:
    """What the tool shows when the pinned side of a link is wrong."""
    return views.template("compare_refused.html").render(problems=problems)


# Figures


def difference(this: Any, pinned: Any) -> int | Fraction | None:
    """How much more this is than the pinned; None where these are no two numbers."""
    return this - pinned if _is_number(this) and _is_number(pinned) else None


def difference_text(output: Output, this: Any, pinned: Any) -> str:
    """The difference as people read it, with its sign."""
    if this == pinned:
        return SAME
    if this is None or pinned is None:
        return NOTHING
    by = difference(this, pinned)
    if by is None:
        return DIFFERENT
    return f"{percent(by, signed=True)} points" if output.kind == "percent" else _signed(by)


def _signed(by: int | Fraction) -> str:
    text = figure(by, signed=True)
    return text if text[0] in f"+{MINUS}" else f"{'+' if by > 0 else MINUS}<0.01"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def _row(output: Output, this: Any, pinned: Any) -> Row:
    texts = value_text(output, this), value_text(output, pinned)
    return Row(_called(output), *texts, difference_text(output, this, pinned))


def _told(output: Output, this: Any, pinned: Any) -> str:
    """One figure in words, for the live region."""
    by = difference_text(output, this, pinned).replace("points", "percentage points")
    if difference(this, pinned) is None and by != SAME:
        by = f"pinned {value_text(output, pinned)}"
    return f"{_called(output)} {value_text(output, this)}, {by}"


def _called(output: Output) -> str:
    return " ".join(part for part in (output.label, output.unit) if part)


def _figures(
    calculator: Calculator[Any], this: Mapping[str, Any], pinned: Mapping[str, Any]
) -> list[tuple[Output, Any, Any]]:
    """What is a single value on both sides: figures and words, parts of records, distributions of one outcome."""
    found: list[tuple[Output, Any, Any]] = []
    for output in calculator.outputs:
        values = this[output.name], pinned[output.name]
        if not (output.visible or output.headline) or values == (None, None):
            continue
        if output.kind in _SINGLE or (output.kind == "distribution" and all(v and certain(v) for v in values)):
            found.append((output, *values))
        elif output.kind == "record":
            a, b = (value or {} for value in values)
            parts = [column for column in output.columns if column.kind in _SINGLE]
            found += [(column, a.get(column.name), b.get(column.name)) for column in parts]
    return found


# Inputs


def differing(this: Any, pinned: Any, within: str = "") -> Iterator[tuple[str, str, str]]:
    """Each input that differs: its label, and what it is on either side."""
    for name, kind, _ in input_fields(type(this)):
        yield from _differing(kind, within, kind.label, getattr(this, name), getattr(pinned, name))


def _differing(kind: Input, within: str, label: str, this: Any, pinned: Any) -> Iterator[tuple[str, str, str]]:
    if this == pinned:
        return
    full = f"{within}, {label}" if within else label
    if isinstance(kind, RecordInput) and this is not None and pinned is not None:
        yield from differing(this, pinned, full)
    elif isinstance(kind, ListInput) and kind.nested():
        for number, both in enumerate(zip_longest(this or (), pinned or ()), start=1):
            yield from _differing(kind.element, within, f"{kind.element.label} {number}", *both)
    else:
        yield full, input_text.plain(kind, this), input_text.plain(kind, pinned)


# Pictures


def _pictures(
    calculator: Calculator[Any], this: Mapping[str, Any], pinned: Mapping[str, Any]
) -> tuple[list[dict[str, Any]], list[str]]:
    """Each distribution and curve that differs, both sides on one axis; and the labels of those that are alike."""
    drawn: list[dict[str, Any]] = []
    alike: list[str] = []
    seen: list[tuple[Any, Any]] = []
    for output in calculator.outputs:
        both = this[output.name], pinned[output.name]
        if not output.visible or output.kind not in ("distribution", "curve") or not all(both) or both in seen:
            continue
        seen.append(both)
        if output.kind == "distribution" and all(map(certain, both)):
            continue  # it stands among the figures
        if both[0] == both[1]:
            alike.append(output.label)
        elif output.kind == "curve":
            drawn += _curves(output, *both)
        else:
            drawn.append(_pair(output, *both))
    return drawn, alike


def _pair(output: Output, this: Mapping[str, Fraction], pinned: Mapping[str, Fraction]) -> dict[str, Any]:
    chart = charts.pair(this, pinned)
    readings = zip(*(charts.readings(side) for side in charts.spread(this, pinned)), strict=True)
    tables = [
        {"id": id, "label": label, "rows": [_chance(outcome, ours[outcome], theirs[outcome]) for outcome in ours]}
        for (id, label, ours), (_, _, theirs) in readings
    ]
    return {"name": output.name, "output": output, "title": output.label, "chart": chart, "tables": tables}


def _curves(output: Output, this: Any, pinned: Any) -> Iterator[dict[str, Any]]:
    """A picture for each line of a curve, since all of both sides would be too many for one."""
    if not isinstance(this, Mapping):
        this, pinned = {"": this}, {"": pinned}
    for name in dict.fromkeys([*this, *pinned]):
        lines = this.get(name, ()), pinned.get(name, ())
        if lines[0] == lines[1] or not all(lines):
            continue
        line = output.words.get(name, name)
        rows = [_chance(str(at), *both) for at, both in enumerate(zip_longest(*lines), start=1)]
        yield {
            "name": f"{output.name}-{name}",
            "output": output,
            "title": f"{output.label}: {line}" if line else output.label,
            "chart": charts.lines(dict(zip(_SIDES, lines, strict=True)), _SIDES),
            "tables": [{"id": "", "label": "", "rows": rows}],
        }


def _chance(label: str, this: Fraction | None, pinned: Fraction | None) -> Row:
    ours, theirs = (NOTHING if p is None else f"{percent(p)} %" for p in (this, pinned))
    by = difference(this, pinned)
    return Row(label, ours, theirs, NOTHING if by is None else percent(by, signed=True))
