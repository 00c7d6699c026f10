"""A map of squares: a battle grid, or the best choice over two quantities.

Squares differ without color: by the letter of its word, by its number, and by a table that has them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from pyrules.engine.outputs.output import Output
from pyrules.engine.outputs.squares import square_text, square_texts

from ..charts import WIDTH
from ..drawing import MAPS, Picture

HEAD = 16
_WIDEST = 34.0
_DIGIT = 7.0
_ROOM = 4
_LINE = 13.0
_SHADES = (0.10, 0.20, 0.30, 0.40, 0.50)


@dataclass(frozen=True)
class Cell:
    """One square that holds something: where it lies, what is written in it, and how dark it is."""

    x: float
    y: float
    text: str
    shade: float


@dataclass(frozen=True)
class Squares:
    """A map with its labels along the top and the left side, and its legend: the letter, the words, the shade."""

    side: float
    left: float
    height: float
    cells: tuple[Cell, ...]
    outline: tuple[tuple[float, float], ...]
    across: tuple[tuple[float, str], ...]
    down: tuple[tuple[float, str], ...]
    legend: tuple[tuple[str, str, float], ...]
    full: bool
    matrix: tuple[tuple[str, tuple[str, ...]], ...]
    listed: tuple[tuple[str, str, str], ...]
    headings: tuple[str, ...]


def squares(output: Output, value: Mapping[str, Any]) -> Squares:
    """The map that `value` (see `answer.board`) describes."""
    columns, rows, held = value["across"], value["down"], value["squares"]
    named = output.columns[0].label and output.columns[1].label
    left = max(len(label) for label in rows) * _DIGIT + 2 * _ROOM if named else 1.0
    head = HEAD if named else 1
    side = round(min(_WIDEST, (WIDTH - left) / len(columns)), 2)
    found = [square for row in held for square in row if square is not None]
    marks = _marks(output, [word for word, _ in found if word])
    shade = _shading(output, [word for word in marks if word in output.words], found)
    numbers = [_number(output, number) for word, number in found if not word]
    written = max(map(len, numbers), default=0) * _DIGIT <= side
    full = all(square is not None for row in held for square in row)

    def text(word: str, number: Any) -> str:
        return marks[word] if word else _number(output, number) if written else ""

    cells = tuple(
        Cell(round(left + side * x, 1), round(head + side * y, 1), text(*square), shade(*square))
        for y, row in enumerate(held)
        for x, square in enumerate(row)
        if square is not None
    )
    return Squares(
        side=side,
        left=round(left, 1),
        height=round(head + side * len(rows) + 1, 1),
        cells=cells,
        outline=tuple((round(left + side * len(columns), 1), round(head + side * y, 1)) for y in range(len(rows) + 1)),
        across=tuple(_labels(columns, left, side, max(map(len, columns)) * _DIGIT + _ROOM)) if named else (),
        down=tuple(_labels(rows, head, side, _LINE)) if named else (),
        legend=tuple(
            (mark, output.words[word], shade(word, None)) for word, mark in marks.items() if word in output.words
        ),
        full=full,
        matrix=tuple(
            (label, tuple(square_text(output, square) for square in row))
            for label, row in zip(rows, held, strict=True)
            if full
        ),
        listed=() if full else tuple(square_texts(output, value)),
        headings=tuple(columns),
    )


def _labels(labels: Sequence[str], start: float, side: float, needed: float) -> Iterator[tuple[float, str]]:
    """Every label at the middle of its squares, or every second, third, ... where they would touch."""
    every = ceil(needed / side)
    return ((round(start + side * (at + 0.5), 1), label) for at, label in enumerate(labels) if at % every == 0)


def _marks(output: Output, words: Sequence[str]) -> dict[str, str]:
    """The letters that stand for each word that occurs, in the order of the options: as few as tell them apart."""
    marks: dict[str, str] = {}
    for word in [*(one for one in output.words if one in words), *(one for one in dict.fromkeys(words))]:
        if word not in marks:
            label = output.words.get(word)
            marks[word] = word if label is None else next(m for m in _short(label) if m not in marks.values())
    return marks


def _short(label: str) -> Iterator[str]:
    """Ways to shorten a label, the best first: its first letter, its initials, ever more of it."""
    yield label[0].upper()
    yield "".join(part[0] for part in label.split()).upper()
    for end in range(2, len(label) + 1):
        yield label[:end].capitalize()


def _shading(output: Output, words: Sequence[str], found: Sequence[tuple[str, Any]]) -> Callable[[str, Any], float]:
    """How dark a square is: by its word where that is one of the output's own, else by its number among all."""
    numbers = [number for word, number in found if number is not None and word not in output.words]
    low, high = min(numbers, default=0), max(numbers, default=0)
    steps = len(_SHADES) - 1

    def shade(word: str, number: Any) -> float:
        if word in output.words:
            return _SHADES[words.index(word) % len(_SHADES)]
        if number is None:
            return 0.0
        return _SHADES[round(steps * Fraction(number - low) / (high - low)) if high > low else steps]

    return shade


def _number(output: Output, number: Any) -> str:
    """A number without its unit, as it fits a square."""
    if number is None:
        return ""
    declared = output.columns[-1]
    return declared.kind.number_text(declared, number)


class _Map(Picture):
    place = MAPS
    template = "squares.html"

    def chart(self, output: Output, value: Mapping[str, Any]) -> Squares:
        return squares(output, value)

    def caption(self, output: Output, chart: Squares) -> str:
        """The axes, and what the numbers are unless the legend says it."""
        if not chart.across:
            return ""
        across, down, *value = (column.label.lower() for column in output.columns)
        axes = f"across: {across}; up and down: {down}"
        return ", ".join([axes, *([] if chart.legend else value)])


DRAWING = _Map()
