"""Sweeping one number of a calculator through a range: a figure of the headline as a line, and as a table.

A sweep arrives in slices: each request works out as many points as fit its time and draws all that are known, until
the reply is `done`. What is known is kept here, by everything that stays the same, so a page holds no numbers and a
range that is widened, or whose current value moves, goes on where it was.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple, cast

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_OPTION, BAD_TYPE, NOT_ALLOWED, InvalidInput
from pyrules.engine.fields import REFUSED, Amount, At, Input, Many, Number, Record, plain_record, slots

from . import charts, views

BUDGET_SECONDS = 0.03
"""How long a slice may work; it ends with the point that is over it."""
MOST_POINTS = 40

_WHOLE_RANGE = 25
_NEARBY = 10
_KEPT_SWEEPS = 8
_KEPT_POINTS = 10 * MOST_POINTS
_STRIDES = (8, 4, 2, 1)
_LINES = frozenset({"percent", "figure"})


class Swept(NamedTuple):
    """A number that can be swept: where it stands in the inputs, how it is called, its kind, its present value."""

    path: tuple[str, ...]
    label: str
    full_label: str
    input: Number | Amount
    value: Fraction

    @property
    def key(self) -> str:
        """Its link key."""
        return ".".join(self.path)

    @property
    def signed(self) -> bool:
        """Whether it is a bonus or penalty, shown with its sign."""
        return isinstance(self.input, Number) and self.input.signed

    @property
    def low(self) -> int:
        """The least whole number it takes."""
        kind = self.input
        if isinstance(kind, Number):
            return kind.low
        return kind.above if kind.inclusive else kind.above + 1


def numbers(inputs: Any) -> list[Swept]:
    """Every number that these inputs hold, at any depth; where two are called alike, their lists are named too."""
    found = [swept for swept in _numbers_of_record(inputs, (), "", "") if swept.low < swept.input.high]
    called = Counter(swept.label for swept in found)
    return [swept._replace(label=swept.full_label) if called[swept.label] > 1 else swept for swept in found]


def _numbers_of_record(record: Any, path: tuple[str, ...], label: str, full: str) -> Iterator[Swept]:
    for slot in slots(type(record)):
        called, called_fully = _joined(label, slot.input.label), _joined(full, slot.input.label)
        yield from _numbers(slot.input, getattr(record, slot.name), (*path, slot.name), (label, called), called_fully)


def _numbers(kind: Input, value: Any, path: tuple[str, ...], labels: tuple[str, str], full: str) -> Iterator[Swept]:
    """`labels` are what it stands in and how it is called itself: the elements of a list leave out the list."""
    outer, label = labels
    if isinstance(kind, (Number, Amount)):
        if isinstance(value, (int, Fraction)):
            yield Swept(path, label, full, kind, Fraction(value))
    elif isinstance(kind, Record) and value is not None:
        yield from _numbers_of_record(value, path, label, full)
    elif isinstance(kind, Many):
        for index, element in enumerate(value or ()):
            name = f"{kind.element.label} {index + 1}"
            inside = (_joined(outer, name),) * 2
            yield from _numbers(kind.element, element, (*path, str(index)), inside, _joined(full, name))


def _joined(label: str, inner: str) -> str:
    return f"{label}, {inner}" if label else inner


def figures(calculator: Calculator[Any]) -> list[Output]:
    """What can be drawn: the numbers of the headline, or, where it has none, the other numbers shown."""
    drawn = [output for output in calculator.outputs if output.shown and output.kind in _LINES]
    return [output for output in drawn if output.headline] or drawn


# The points


class Refused(NamedTuple):
    """Why there is no answer at a point."""

    reason: str


@dataclass(slots=True)
class Course:
    """What is known of one sweep: the inputs that are in order, and the values at each point, or why not."""

    ready: dict[Fraction, Any] = field(default_factory=dict)
    known: dict[Fraction, dict[str, Any] | Refused] = field(default_factory=dict)


_courses: OrderedDict[tuple[str, ...], Course] = OrderedDict()


def course_of(calculator: Calculator[Any], inputs: Any, swept: Swept) -> Course:
    """What is known about these inputs, whatever the swept number is at present."""
    rest = json.dumps(_placed(plain_record(inputs), swept.path, None))
    key = (calculator.id, swept.key, rest)
    course = _courses.pop(key, None) or Course()
    if len(course.known) > _KEPT_POINTS:
        course = Course()
    _courses[key] = course
    while len(_courses) > _KEPT_SWEEPS:
        _courses.popitem(last=False)
    return course


def advance(calculator: Calculator[Any], inputs: Any, swept: Swept, points: Sequence[Fraction], course: Course) -> None:
    """Work out what is missing for as long as a slice may take; at least one point, if any is missing.

    The present value comes first, then which points are refused, so that the space for the reasons is known early,
    then the ends and what is between them, coarse before fine.
    """
    until = time.perf_counter() + BUDGET_SECONDS
    order = _in_order(points, swept.value)
    plain = plain_record(inputs)
    todo = [(x, stage) for x in order[:1] for stage in (False, True)]
    todo += [(x, stage) for stage in (False, True) for x in order[1:]]
    for x, working in todo:
        if x in course.known or (not working and x in course.ready):
            continue
        try:
            if working:
                answer = calculator.answer(course.ready.pop(x)).values
                course.known[x] = {output.name: answer[output.name] for output in _columns(calculator)}
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


def _columns(calculator: Calculator[Any]) -> list[Output]:
    drawn = figures(calculator)
    return [output for output in calculator.outputs if output.headline or output in drawn]


def _plain(swept: Swept, x: Fraction) -> Any:
    return int(x) if isinstance(swept.input, Number) else swept.input.plain(x)


def _placed(held: Any, path: Sequence[str], value: Any) -> Any:
    """Plain inputs with `value` at `path`; what is not on the way there is shared."""
    if not path:
        return value
    head, *rest = path
    if isinstance(held, list):
        return [_placed(one, rest, value) if str(index) == head else one for index, one in enumerate(held)]
    return {**held, head: _placed(held[head], rest, value)}


# The range


def nearby(swept: Swept) -> tuple[int, int]:
    """The range to begin with: all of a short one, else what is around the present value."""
    low, high = swept.low, swept.input.high
    if high - low < _WHOLE_RANGE:
        return low, high
    if swept.value > 0 or (swept.value == 0 and not swept.signed):
        low = max(low, 0)  # what is above nothing now is hardly swept below it
    reach = max(_NEARBY, ceil(abs(swept.value) / 2))
    first = max(low, min(floor(swept.value) - reach, high - 2 * reach))
    return first, min(high, max(ceil(swept.value) + reach, first + 2 * reach))


def span(swept: Swept, request: dict[str, Any]) -> tuple[int, int]:
    """The range that was asked for, each end by itself or by default; raises `InvalidInput`."""
    least, most = nearby(swept)
    start = _end(request.get("from"), "from", "From", swept.low, swept.input.high - 1)
    end = _end(request.get("to"), "to", "To", swept.low + 1, swept.input.high)
    first = least if start is None else start
    last = most if end is None else end
    if start is None and first >= last:
        first = swept.low
    if end is None and last <= first:
        last = swept.input.high
    if first >= last:
        text = f"To must be above From: a whole number from {first + 1} to {swept.input.high}; got {last}."
        raise InvalidInput("sweep.to", NOT_ALLOWED, last, text)
    return first, last


def _end(raw: Any, name: str, label: str, low: int, high: int) -> int | None:
    if raw is None or raw == "":
        return None
    kind = Number(label=label, help="", low=low, high=high)
    at = At(f"sweep.{name}", label, [])
    value = kind.read(kind.scalar(raw) if isinstance(raw, str) else raw, at)
    if value is REFUSED:
        raise at.problems[0]
    return cast(int, value)


def points_between(first: int, last: int, present: Fraction) -> list[Fraction]:
    """Whole numbers in even steps, both ends and the present value among them, `MOST_POINTS` at most."""
    points: set[Fraction] = set()
    for most in (MOST_POINTS - 1, MOST_POINTS - 3):  # a step that meets neither an end nor the present value needs room
        step = charts.whole_step(last - first, most)
        points = {Fraction(x) for x in range(first, last, step)} | {Fraction(last)}
        points |= {present} if first <= present <= last else set()
        if len(points) <= MOST_POINTS:
            break
    return sorted(points)


# The reply


def respond(calculator: Calculator[Any], inputs: Any, request: dict[str, Any]) -> dict[str, Any]:
    """One slice: `of`, `show`, `from` and `to` may be left out; the reply says what they came to."""
    choices, offered = numbers(inputs), figures(calculator)
    shapes = cast(Any, views.template("sweep.html").module)
    if not choices or not _columns(calculator):
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
    columns = sorted(_columns(calculator), key=lambda output: output is not shown)
    titled = [(_title(output), output) for output in columns]
    table = shapes.table(swept, titled, _rows(points, course), shown is not None and _uneven(shown, known))
    picture = shapes.picture(
        swept=swept,
        title=_title(shown) if shown else "",
        is_percent=shown is not None and shown.kind == "percent",
        chart=charts.course(_drawn(known, shown), (first, last), swept.value) if shown else None,
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


def _chosen(request: dict[str, Any], key: str, what: str, offered: dict[str, Any]) -> Any:
    """What the request names, or the first."""
    name = request.get(key)
    if name is None or name == "":
        return next(iter(offered.values()))
    if not isinstance(name, str):
        text = f"The {what} of a sweep is named by a text; got {views.shown(name)}."
        raise InvalidInput(f"sweep.{key}", BAD_TYPE, name, text)
    if name not in offered:
        text = f"A sweep knows no {what} {views.shown(name)} here; it knows: {', '.join(offered)}."
        raise InvalidInput(f"sweep.{key}", BAD_OPTION, name, text)
    return offered[name]


def _rows(points: Sequence[Fraction], course: Course) -> list[tuple[Fraction, str, dict[str, Any] | None]]:
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


def _value(course: Course, x: Fraction, shown: Output | None) -> Any:
    """The value at a point as text, and an ellipsis where it is still to come."""
    if shown is None or x not in course.known:
        return "…"
    return views.value_text(shown, _held(course.known[x], shown))


def _drawn(known: Iterable[tuple[Fraction, dict[str, Any] | Refused]], shown: Output) -> list[charts.Known]:
    """The points as they are drawn: a probability in percent."""
    held = [(x, _held(at, shown)) for x, at in known]
    scale = 100 if shown.kind == "percent" else 1
    return [(x, None if value is None else Fraction(value) * scale) for x, value in held]


def _uneven(shown: Output, known: Iterable[tuple[Fraction, dict[str, Any] | Refused]]) -> bool:
    """Whether what is shown is rounded, so that the exact values are worth a column."""
    values = [_held(at, shown) for _, at in known]
    return shown.kind == "percent" or any(value is not None and value.denominator != 1 for value in values)


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
