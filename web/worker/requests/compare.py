"""Comparing two states of one calculator: this one, and one that was pinned earlier.

Both answers are exact, and so is each difference: a rounded figure may seem to differ by a little more or less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.formatting import NOTHING
from pyrules.engine.inputs import Input, ListInput, RecordInput, input_fields
from pyrules.engine.outputs.output import value_text

from .. import input_text, links
from ..question import Question
from ..render import comparison, views
from ..render.drawing import Row, Titles

LONGEST_TITLE = 40
SAME = "same"
DIFFERENT = "differs"


def respond(question: Question) -> dict[str, Any]:
    """Both sides, drawn, under the problems of the pinned side's link.

    The pinned side comes as pairs in `vs`; its problems are reported as those of `vs.`. `titles`, if given, are what
    this side and the pinned one are called. `sides` are the links of both, never empty, so that either can be pinned;
    they spell out the table's own rules. `text` is the comparison in lines. Raises `InvalidInput` for wrong `titles`.
    """
    titles = titles_of(question.request)
    pinned, problems = question.other(question.request.get("vs"))
    reported = [{**one, "field": f"vs.{one['field']}".rstrip(".")} for one in problems]
    texts = [one["text"] for one in problems]
    if pinned is None:
        return {"ok": False, "html": refused(texts), "problems": reported}
    return {**_compared(question, pinned, texts, titles), "problems": reported}


def titles_of(request: Mapping[str, Any]) -> Titles:
    """The `titles` of a request: texts of at most LONGEST_TITLE characters. An empty one is the usual word.

    Raises `InvalidInput`.
    """
    given = request.get("titles", ["", ""])
    if not isinstance(given, list) or len(given) != 2 or not all(isinstance(one, str) for one in given):
        text = "The titles must be two texts: of this side, and of the pinned one."
        raise InvalidInput("titles", BAD_TYPE, given, text)
    for one in given:
        if len(one) > LONGEST_TITLE:
            text = f"A title has at most {LONGEST_TITLE} characters; got {len(one)}."
            raise InvalidInput("titles", OUT_OF_RANGE, one, text)
    usual = Titles()
    return Titles(*(" ".join(one.split()) or word for one, word in zip(given, usual, strict=True)))


def _compared(question: Question, pinned: Any, notices: Sequence[str], titles: Titles) -> dict[str, Any]:
    calculator, this, table = question.calculator, question.inputs, question.table.values
    answers = question.answer.values, question.answer_to(pinned).values
    figures = list(comparison.facts(calculator, *answers))
    first = [(output, *values) for output, *values in figures if output.headline]
    rest = [(output, *values) for output, *values in figures if not output.headline and values[0] != values[1]]
    pictures, alike = comparison.pictures(calculator, *answers)
    titled = titles != Titles()
    heading = f"{titles.this} and {titles.pinned}" if titled else "This and the pinned side"
    rows = [_row(output, *values) for output, *values in (*first, *rest)]
    inputs = list(differing(this, pinned))
    html = views.template("compare.html").render(
        titles=titles,
        titled=titled,
        heading=heading,
        notices=notices,
        headline=rows[: len(first)],
        inputs=inputs,
        rest=rows[len(first) :],
        pictures=pictures,
        alike=alike,
    )
    return {
        "ok": True,
        "html": html,
        "line": f"{_against(titles)}: {'; '.join(_told(titles, output, *values) for output, *values in first)}",
        "text": _text(calculator, titles, rows, inputs),
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


# Words


def _against(titles: Titles) -> str:
    """Which sides the spoken line compares."""
    return "Against the pinned side" if titles == Titles() else f"{titles.this} against {titles.pinned}"


def _text(
    calculator: Calculator[Any], titles: Titles, rows: Sequence[Row], inputs: Sequence[tuple[str, str, str]]
) -> str:
    """The comparison to paste: what is compared, each figure and each input that differs."""
    lines = [f"{calculator.title}: {titles.this} against {titles.pinned}"]
    lines += [f"{row.label}: {row.this} against {row.pinned} ({row.difference})" for row in rows]
    lines += [f"{label}: {this} against {pinned}" for label, this, pinned in inputs]
    return "\n".join(lines)


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
    return output.kind.difference_text(by)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def _row(output: Output, this: Any, pinned: Any) -> Row:
    texts = value_text(output, this), value_text(output, pinned)
    return Row(_called(output), *texts, difference_text(output, this, pinned))


def _told(titles: Titles, output: Output, this: Any, pinned: Any) -> str:
    """One figure in words, for the live region."""
    by = difference_text(output, this, pinned).replace("points", "percentage points")
    if difference(this, pinned) is None and by != SAME:
        by = f"{titles.pinned if titles != Titles() else 'pinned'} {value_text(output, pinned)}"
    return f"{_called(output)} {value_text(output, this)}, {by}"


def _called(output: Output) -> str:
    return " ".join(part for part in (output.label, output.unit) if part)


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
