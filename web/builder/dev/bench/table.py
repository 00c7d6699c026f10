"""A table of measurements: a title with its goal, rows, and a mark at each row that misses the goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

MARK = "<- missed"


class Row(NamedTuple):
    """The printed cells, the name first."""

    cells: tuple[object, ...]
    missed: bool = False


@dataclass(frozen=True)
class Table:
    """Rows below their column heads. `goal` describes the goal, `note` explains the numbers."""

    title: str
    goal: str
    heads: tuple[str, ...]
    rows: Sequence[Row]
    note: str = ""

    def text(self) -> str:
        """The table in aligned columns."""
        texts = [[str(cell) for cell in cells] for cells in (self.heads, *(row.cells for row in self.rows))]
        widths = [max(len(row[at]) for row in texts) for at in range(len(self.heads))]
        marks = ["", *(f"  {MARK}" if row.missed else "" for row in self.rows)]
        lines = [self.title, f"  goal: {self.goal}"] if self.goal else [self.title]
        for (first, *others), mark in zip(texts, marks, strict=True):
            cells = (f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
            lines.append("  " + "  ".join((f"{first:<{widths[0]}}", *cells)) + mark)
        return "\n".join([*lines, f"  {self.note}"] if self.note else lines)


def milliseconds(seconds: float) -> str:
    """Milliseconds with two decimals below 10, else whole."""
    taken = seconds * 1000
    return f"{taken:.2f}" if taken < 10 else f"{taken:.0f}"
