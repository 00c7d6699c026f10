"""Sweeping one number of a calculator through a range: a figure of the headline as a line, and as a table.

A sweep arrives in slices: each request works out as many points as fit its time and draws all that are known, until
the reply is `done`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.errors import BAD_OPTION, BAD_TYPE, InvalidInput

from ..question import Question
from ..render import sweep_chart, views
from .sweep_cache import Refused, SweepResults, advance, columns, course_of, figures
from .sweep_inputs import numbers, points_between, span


def respond(question: Question) -> dict[str, Any]:
    """One slice: `of`, `show`, `from` and `to` may be left out; the reply says what they came to."""
    calculator, inputs, request = question.calculator, question.inputs, question.request
    choices, offered = numbers(inputs), figures(calculator)
    shapes = views.macros("sweep.html")
    if not choices or not columns(calculator):
        return {"ok": True, "html": str(shapes.nothing(bool(choices))), "table": "", "done": True, "ask": None}
    swept = _chosen(request, "of", "number", {one.key: one for one in choices})
    first, last = span(swept, request)
    points = points_between(first, last, swept.value)
    course = course_of(calculator, inputs, swept)
    advance(calculator, inputs, swept, points, course)
    # By default a figure that applies to what is asked now.
    drawn = sorted(offered, key=lambda output: _held(course.known.get(swept.value), output) is None)
    shown = _chosen(request, "show", "figure", {one.name: one for one in drawn}) if drawn else None
    known = [(x, course.known[x]) for x in points if x in course.known]
    done = len(known) == len(points)
    ordered = sorted(columns(calculator), key=lambda output: output is not shown)
    titled = [(_title(output), output) for output in ordered]
    table = shapes.table(swept, titled, _rows(points, course), shown is not None and _uneven(shown, known))
    picture = shapes.picture(
        swept=swept,
        title=_title(shown) if shown else "",
        sign=shown.kind.sign if shown else "",
        chart=sweep_chart.course(_drawn(known, shown), (first, last), swept.value) if shown else None,
        ends=[_value(course, Fraction(x), shown) for x in (first, last)],
        range=(first, last),
        present=_value(course, swept.value, shown) if first <= swept.value <= last else None,
        reasons=_reasons(known, shown, points),
        table=table,
    )
    return {
        "ok": True,
        "html": str(picture),
        "table": str(table) if shown else "",
        "done": done,
        "values": [[pyrules.wire(x), _wired(at, shown)] for x, at in known] if done and shown else [],
        "ask": {
            "of": str(shapes.options([(one.key, one.label) for one in choices], swept.key)),
            "show": str(
                shapes.options([(one.name, _title(one)) for one in figures(calculator)], shown.name if shown else "")
            ),
            "from": str(first),
            "to": str(last),
            "hint": f"Whole numbers from {views.figure(swept.low)} to {views.figure(swept.input.high)}.",
            "keypad": "numeric" if swept.low >= 0 else "text",
        },
        "line": f"{_title(shown) if shown else 'Table'} for {swept.label} from {first} to {last} is drawn.",
    }


def _chosen(request: Mapping[str, Any], key: str, what: str, offered: dict[str, Any]) -> Any:
    """What the request names, or the first."""
    name = request.get(key)
    if name is None or name == "":
        return next(iter(offered.values()))
    if not isinstance(name, str):
        text = f"The {what} of a sweep is named by a text; got {views.abbreviate(name)}."
        raise InvalidInput(f"sweep.{key}", BAD_TYPE, name, text)
    if name not in offered:
        text = f"A sweep knows no {what} {views.abbreviate(name)} here; it knows: {', '.join(offered)}."
        raise InvalidInput(f"sweep.{key}", BAD_OPTION, name, text)
    return offered[name]


def _rows(points: Sequence[Fraction], course: SweepResults) -> list[tuple[Fraction, str, dict[str, Any] | None]]:
    """Each point with what stands in its gap, if it is one, and its values."""
    found = [(x, course.known.get(x)) for x in points]
    return [(x, "…" if at is None else "×", at if isinstance(at, dict) else None) for x, at in found]


def _title(output: Output) -> str:
    called = " ".join(part for part in (output.label, output.unit) if part)
    return called[:1].upper() + called[1:]


def _held(at: dict[str, Any] | Refused | None, shown: Output | None) -> Any:
    value = at[shown.name] if isinstance(at, dict) and shown is not None else None
    return value if isinstance(value, (int, Fraction)) else None


def _wired(at: dict[str, Any] | Refused, shown: Output) -> Any:
    return pyrules.wire(_held(at, shown))


def _value(course: SweepResults, x: Fraction, shown: Output | None) -> Any:
    """The value at a point as text, and an ellipsis where it is still to come."""
    if shown is None or x not in course.known:
        return "…"
    return views.value_text(shown, _held(course.known[x], shown))


def _drawn(known: Iterable[tuple[Fraction, dict[str, Any] | Refused]], shown: Output) -> list[sweep_chart.Known]:
    """The points as they are drawn: a probability in percent."""
    held = [(x, _held(at, shown)) for x, at in known]
    return [(x, None if value is None else Fraction(value) * shown.kind.scale) for x, value in held]


def _uneven(shown: Output, known: Iterable[tuple[Fraction, dict[str, Any] | Refused]]) -> bool:
    """Whether what is shown is rounded, so that the exact values are worth a column."""
    values = [_held(at, shown) for _, at in known]
    return bool(shown.kind.sign) or any(value is not None and value.denominator != 1 for value in values)


def _reasons(
    known: Iterable[tuple[Fraction, dict[str, Any] | Refused]], shown: Output | None, points: Sequence[Fraction]
) -> list[tuple[str, str]]:
    """Each reason for a gap once, and where: "1 to 3, 7". Reasons that differ in a number only are one."""
    place = {x: index for index, x in enumerate(points)}
    runs: dict[str, tuple[str, list[list[Fraction]]]] = {}
    for x, at in known:
        if isinstance(at, Refused):
            reason = at.reason
        elif shown is not None and at[shown.name] is None:
            reason = "This figure does not apply."
        else:
            continue
        _, here = runs.setdefault(re.sub(r"\d+", "0", reason), (reason, []))
        if here and place[x] == place[here[-1][-1]] + 1:
            here[-1].append(x)
        else:
            here.append([x])
    return [(", ".join(_run(run) for run in where), reason) for reason, where in runs.values()]


def _run(run: Sequence[Fraction]) -> str:
    first, last = views.figure(run[0]), views.figure(run[-1])
    return first if len(run) == 1 else f"{first} to {last}"
