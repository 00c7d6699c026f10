"""A map of squares: a battle grid, or a table with two quantities as its axes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..inputs import Option
from .output import Kind, Output, value_text
from .single import labels, word

Square = tuple[str, int | Fraction | None] | None
"""The content of one square: a word ("" for none) and a number, or None for an empty square."""


class _Squares(Kind):
    name = "squares"
    is_drawn = True

    def number_text(self, output: Output, value: Mapping[str, Any]) -> str:
        return "; ".join(f"{down}/{across}: {text}" for down, across, text in square_texts(output, value))

    def shell(self, output: Output, value: Mapping[str, Any]) -> Iterator[str]:
        """A map as a list of its squares with content."""
        from .shell_table import shell_table

        columns = (*output.columns[1::-1], word("text", output.label))
        held = [{"down": down, "across": across, "text": text} for down, across, text in square_texts(output, value)]
        yield from shell_table(output.label, columns, held)


SQUARES = _Squares()


def squares(
    name: str,
    label: str,
    *,
    across: str,
    down: str,
    rule: str = "",
    options: tuple[Option, ...] = (),
    value: Output | None = None,
) -> Output:
    """A map of squares, such as a battle grid, or a table with two quantities as its axes.

    `across` and `down` label the columns and the rows; both are empty for a map without named squares. A square holds a
    word, a number that `value` declares, or both. The word is the id of one of `options`, or free text of at most three
    letters. `board` makes the value of this output.
    """
    columns = (word("across", across), word("down", down), *((value,) if value else ()))
    return Output(name=name, label=label, kind=SQUARES, rule=rule, columns=columns, words=labels(options))


def board(across: Sequence[object], down: Sequence[object], squares: Sequence[Sequence[Square]]) -> dict[str, Any]:
    """The value of a `squares` output: the labels of its columns and rows, and its squares by row from the top."""
    return {
        "across": [str(label).replace("-", "\u2212") for label in across],
        "down": [str(label).replace("-", "\u2212") for label in down],
        "squares": [list(row) for row in squares],
    }


def square_text(output: Output, held: tuple[str, Any]) -> str:
    """The text of one square of a map: its word, its number, or both."""
    word, number = held
    texts = [output.words.get(word, word)] if word else []
    return " ".join(texts + ([] if number is None else [value_text(output.columns[-1], number)]))


def square_texts(output: Output, value: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Every square with content: its row, its column and its text."""
    return [
        (down, across, square_text(output, held))
        for down, row in zip(value["down"], value["squares"], strict=True)
        for across, held in zip(value["across"], row, strict=True)
        if held is not None
    ]
