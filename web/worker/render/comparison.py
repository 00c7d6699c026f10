"""Two answers of one calculator side by side: their facts, and the pictures of what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator

from .drawing import ComparedPicture, drawing

Values = Mapping[str, Any]


def facts(calculator: Calculator[Any], this: Values, pinned: Values) -> Iterator[tuple[Output, Any, Any]]:
    """What reads as one line on both sides: single values, parts of records, distributions of one outcome."""
    for output in calculator.outputs:
        values = this[output.name], pinned[output.name]
        if (output.visible or output.headline) and values != (None, None):
            both = zip(*(output.kind.facts(output, value) for value in values), strict=False)
            yield from ((part, ours, theirs) for (part, ours), (_, theirs) in both)


@dataclass(frozen=True, slots=True)
class Compared:
    """A picture of both sides: its output, and which of the output's pictures it is."""

    output: Output
    index: int
    picture: ComparedPicture

    @property
    def fold(self) -> str:
        """The address of the fold with its numbers."""
        return f"compare_table {self.output.name} {self.index}"


class Pictures(NamedTuple):
    """The pictures of what differs, and the labels of the outputs that are alike."""

    drawn: list[Compared]
    alike: list[str]


def pictures(calculator: Calculator[Any], this: Values, pinned: Values) -> Pictures:
    """Each value that is drawn on one axis for both sides, unless an earlier output has the same two values."""
    found = Pictures([], [])
    seen: list[tuple[Any, Any]] = []
    for output in calculator.outputs:
        both = this[output.name], pinned[output.name]
        if not output.visible or not output.kind.is_drawn or not all(both) or both in seen:
            continue
        drawn_by = drawing(output.kind)
        if not drawn_by.is_compared or all(map(output.kind.is_fact, both)):
            continue
        seen.append(both)
        if both[0] == both[1]:
            found.alike.append(output.label)
        else:
            drawn = enumerate(drawn_by.compare(output, *both))
            found.drawn.extend(Compared(output, index, picture) for index, picture in drawn)
    return found
