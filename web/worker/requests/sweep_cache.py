"""The course of a sweep: the answers along a range, worked out in slices and kept for the next.

What is known is kept by everything that stays the same, so a page holds no numbers, and a range that is widened, or
whose current value moves, goes on where it was.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.inputs import Number, record_to_json

from .sweep_inputs import MOST_POINTS, Swept

BUDGET_SECONDS = 0.03
"""How long a slice may work; it ends with the point that is over it."""

_KEPT_SWEEPS = 8
_KEPT_POINTS = 10 * MOST_POINTS
_STRIDES = (8, 4, 2, 1)


def figures(calculator: Calculator[Any]) -> list[Output]:
    """What can be drawn: the numbers of the headline, or, where it has none, the other numbers shown."""
    drawn = [output for output in calculator.outputs if output.visible and output.kind.is_number]
    return [output for output in drawn if output.headline] or drawn


def columns(calculator: Calculator[Any]) -> list[Output]:
    """What is known at each point: the headline, and what can be drawn."""
    drawn = figures(calculator)
    return [output for output in calculator.outputs if output.headline or output in drawn]


class Refused(NamedTuple):
    """Why there is no answer at a point."""

    reason: str


@dataclass(slots=True)
class SweepResults:
    """What is known of one sweep: the inputs that are in order, and the values at each point, or why not."""

    ready: dict[Fraction, Any] = field(default_factory=dict)
    known: dict[Fraction, dict[str, Any] | Refused] = field(default_factory=dict)


_courses: OrderedDict[tuple[str, ...], SweepResults] = OrderedDict()


def course_of(calculator: Calculator[Any], inputs: Any, swept: Swept) -> SweepResults:
    """What is known about these inputs, whatever the swept number is at present."""
    rest = json.dumps(_placed(record_to_json(inputs), swept.path, None))
    key = (calculator.id, swept.key, rest)
    course = _courses.pop(key, None) or SweepResults()
    if len(course.known) > _KEPT_POINTS:
        course = SweepResults()
    _courses[key] = course
    while len(_courses) > _KEPT_SWEEPS:
        _courses.popitem(last=False)
    return course


def advance(
    calculator: Calculator[Any], inputs: Any, swept: Swept, points: Sequence[Fraction], course: SweepResults
) -> None:
    """Work out what is missing for as long as a slice may take; at least one point, if any is missing.

    The present value comes first, then which points are refused, so that the space for the reasons is known early,
    then the ends and what is between them, coarse before fine.
    """
    until = time.perf_counter() + BUDGET_SECONDS
    order = _in_order(points, swept.value)
    plain = record_to_json(inputs)
    todo = [(x, stage) for x in order[:1] for stage in (False, True)]
    todo += [(x, stage) for stage in (False, True) for x in order[1:]]
    for x, working in todo:
        if x in course.known or (not working and x in course.ready):
            continue
        try:
            if working:
                answer = calculator.answer(course.ready.pop(x)).values
                course.known[x] = {output.name: answer[output.name] for output in columns(calculator)}
            else:
                course.ready[x] = calculator.parse(_placed(plain, swept.path, _plain(swept, x)))
        except InvalidInput as refused:
            course.known[x] = Refused(refused.text.partition("; got ")[0].rstrip(".") + ".")
        if time.perf_counter() >= until and course.known:
            return


def _in_order(points: Sequence[Fraction], present: Fraction) -> list[Fraction]:
    first = [present] if present in points else []
    spread = [x for stride in _STRIDES for x in points[::stride]]
    return list(dict.fromkeys([*first, points[0], points[-1], *spread]))


def _plain(swept: Swept, x: Fraction) -> Any:
    return int(x) if isinstance(swept.input, Number) else swept.input.to_json(x)


def _placed(held: Any, path: Sequence[str], value: Any) -> Any:
    """Plain inputs with `value` at `path`; what is not on the way there is shared."""
    if not path:
        return value
    head, *rest = path
    if isinstance(held, list):
        return [_placed(one, rest, value) if str(index) == head else one for index, one in enumerate(held)]
    return {**held, head: _placed(held[head], rest, value)}
