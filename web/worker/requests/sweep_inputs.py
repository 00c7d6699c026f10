"""The numbers of a calculator's inputs that can go through a range, and that range."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple, cast

from pyrules.engine.errors import NOT_ALLOWED, InvalidInput
from pyrules.engine.inputs import REFUSED, Amount, Input, ListInput, Number, ReadContext, RecordInput, input_fields

from ..render import sweep_chart

MOST_POINTS = 40

_WHOLE_RANGE = 25
_NEARBY = 10


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
    for slot in input_fields(type(record)):
        called, called_fully = _joined(label, slot.input.label), _joined(full, slot.input.label)
        yield from _numbers(slot.input, getattr(record, slot.name), (*path, slot.name), (label, called), called_fully)


def _numbers(kind: Input, value: Any, path: tuple[str, ...], labels: tuple[str, str], full: str) -> Iterator[Swept]:
    """`labels` are what it stands in and how it is called itself: the elements of a list leave out the list."""
    outer, label = labels
    if isinstance(kind, (Number, Amount)):
        if isinstance(value, (int, Fraction)):
            yield Swept(path, label, full, kind, Fraction(value))
    elif isinstance(kind, RecordInput) and value is not None:
        yield from _numbers_of_record(value, path, label, full)
    elif isinstance(kind, ListInput):
        for index, element in enumerate(value or ()):
            name = f"{kind.element.label} {index + 1}"
            inside = (_joined(outer, name),) * 2
            yield from _numbers(kind.element, element, (*path, str(index)), inside, _joined(full, name))


def _joined(label: str, inner: str) -> str:
    return f"{label}, {inner}" if label else inner


def can_hold_numbers(record: type) -> bool:
    """Whether inputs of this class can hold a number that goes through a range."""
    return any(_can_hold_numbers(slot.input) for slot in input_fields(record))


def _can_hold_numbers(kind: Input) -> bool:
    if isinstance(kind, RecordInput):
        return can_hold_numbers(kind.of)
    return _can_hold_numbers(kind.element) if isinstance(kind, ListInput) else isinstance(kind, (Number, Amount))


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


def span(swept: Swept, request: Mapping[str, Any]) -> tuple[int, int]:
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
    at = ReadContext(f"sweep.{name}", label, [])
    value = kind.read(kind.parse_scalar(raw) if isinstance(raw, str) else raw, at)
    if value is REFUSED:
        raise at.problems[0]
    return cast(int, value)


def points_between(first: int, last: int, present: Fraction) -> list[Fraction]:
    """Whole numbers in even steps, both ends and the present value among them, `MOST_POINTS` at most."""
    points: set[Fraction] = set()
    for most in (MOST_POINTS - 1, MOST_POINTS - 3):  # a step that meets neither an end nor the present value needs room
        step = sweep_chart.whole_step(last - first, most)
        points = {Fraction(x) for x in range(first, last, step)} | {Fraction(last)}
        points |= {present} if first <= present <= last else set()
        if len(points) <= MOST_POINTS:
            break
    return sorted(points)
