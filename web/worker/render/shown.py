"""What a script of the Console shows, drawn like an answer. `web/console/shown.py` describes the parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from pyrules.engine.answer import distribution, rows, word
from pyrules.engine.errors import BAD_OPTION, BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.inputs import abbreviate
from pyrules.engine.outputs.output import Output

from . import sweep_chart, views
from .drawing import Picture, drawing
from .kinds.curve import DASHES

MOST_ROWS, MOST_COLUMNS, MOST_OUTCOMES, MOST_POINTS = 2_000, 20, 400, 2_000
FARTHEST, HIGHEST = 10**6, 10**12
"""The largest values along a picture, and up it."""
_NUMBER = re.compile(r"(-?[0-9]{1,200})(?:/([0-9]{1,200}))?", re.ASCII)
_NAME = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)


def drawn(part: Any, name: Any) -> str:
    """A part as HTML. Raises `InvalidInput` for what is no part."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InvalidInput("name", BAD_TYPE, name, "A part is named by letters, digits and hyphens.")
    kind = part.get("type") if isinstance(part, Mapping) else None
    if not isinstance(kind, str) or kind not in _DRAWN:
        text = f"A part has one of the types {', '.join(_DRAWN)}; got {abbreviate(kind)}."
        raise InvalidInput("part.type", BAD_OPTION, kind, text)
    return _DRAWN[kind](part, name)


def _facts(part: Mapping[str, Any], name: str) -> str:
    facts = [[_text(one) for one in row] for row in _rows(part, "rows", MOST_ROWS, 2)]
    return str(views.macros("shown.html").facts(_text(part.get("label")), facts))


def _table(part: Mapping[str, Any], name: str) -> str:
    heads = [_text(one) for one in _list(part.get("columns"), "columns", 1, MOST_COLUMNS)]
    columns = tuple(word(f"c{at}", head) for at, head in enumerate(heads))
    held = _rows(part, "rows", MOST_ROWS, len(columns))
    records = [{one.name: _text(text) for one, text in zip(columns, row, strict=True)} for row in held]
    return _draw(rows(name, _text(part.get("label")), columns), records)


def _bars(part: Mapping[str, Any], name: str) -> str:
    held = {_text(outcome): _number(p, 1) for outcome, p in _rows(part, "values", MOST_OUTCOMES, 2, 1)}
    if min(held.values()) < 0 or not any(held.values()):
        raise InvalidInput("part.values", OUT_OF_RANGE, None, "The chances of a distribution are from 0 to 1.")
    return _draw(distribution(name, _text(part.get("label")), unit=_text(part.get("unit"))), held)


def _lines(part: Mapping[str, Any], name: str) -> str:
    xs = [_number(x, FARTHEST) for x in _list(part.get("xs"), "xs", 1, MOST_POINTS)]
    if any(x.denominator != 1 for x in xs) or sorted(set(xs)) != xs:
        raise InvalidInput("part.xs", OUT_OF_RANGE, None, "The values along a picture are ascending whole numbers.")
    scale = 100 if part.get("percent") is True else 1
    held = {}
    for label, values in _rows(part, "lines", len(DASHES), 2, 1):
        points = _list(values, "lines", len(xs), len(xs))
        held[_text(label)] = [None if value is None else _number(value, HIGHEST) * scale for value in points]
    every = [value for values in held.values() for value in values if value is not None]
    first, last = int(xs[0]), max(int(xs[-1]), int(xs[0]) + 1)
    outside = Fraction(last + 1)
    charts = [
        (label, dash, sweep_chart.course(list(zip(xs, values, strict=True)), (first, last), outside, among=every))
        for (label, values), dash in zip(held.items(), DASHES, strict=False)
    ]
    shapes = views.macros("shown.html")
    return str(shapes.lines(name, _text(part.get("label")), _text(part.get("across")), charts, scale == 100))


_DRAWN: dict[str, Callable[[Mapping[str, Any], str], str]] = {
    "facts": _facts,
    "table": _table,
    "bars": _bars,
    "lines": _lines,
}


def _draw(output: Output, value: Any) -> str:
    """A value as its kind draws it, with the numbers of a picture in its fold."""
    drawn_by = drawing(output.kind)
    chart = drawn_by.chart(output, value)
    table = drawn_by.as_table(output, chart) if isinstance(drawn_by, Picture) else ""

    def fold(kind: str, *_: Any) -> Markup | None:
        return Markup(table) if kind == "as_table" else None

    return str(views.macros("shown.html").framed(drawn_by.draw(output, chart, fold)))


def _rows(part: Mapping[str, Any], key: str, most: int, width: int, least: int = 0) -> list[Sequence[Any]]:
    """The lists of this length under a key of a part."""
    return [_list(row, key, width, width) for row in _list(part.get(key), key, least, most)]


def _list(value: Any, key: str, least: int, most: int) -> list[Any]:
    if not isinstance(value, list) or not least <= len(value) <= most:
        text = f"{key} of a part must be a list of {least} to {most} values; got {abbreviate(value)}."
        raise InvalidInput(f"part.{key}", OUT_OF_RANGE, None, text)
    return value


def _text(value: Any) -> str:
    if value is not None and not isinstance(value, str):
        raise InvalidInput("part", BAD_TYPE, value, f"This must be a text; got {abbreviate(value)}.")
    return value or ""


def _number(value: Any, most: int) -> Fraction:
    match = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    found = Fraction(int(match[1]), int(match[2] or 1)) if match and int(match[2] or 1) else None
    if found is None or abs(found) > most:
        text = f"A number must be a text like 3 or 5/12, {most} at most; got {abbreviate(value)}."
        raise InvalidInput("part", OUT_OF_RANGE, None, text)
    return found
