"""A table as a shell prints it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .output import Output, value_text


def shell_table(
    title: str, columns: tuple[Output, ...], records: Sequence[Mapping[str, Any]], *, counts: str = ""
) -> Iterator[str]:
    """The lines of a table; `counts` heads a first column of row numbers."""
    yield f"\n{title}"
    cells = [[column.label for column in columns]]
    cells += [[value_text(column, record[column.name]) for column in columns] for record in records]
    if counts:
        cells = [[str(number or counts), *row] for number, row in enumerate(cells)]
    widths = [max(len(row[index]) for row in cells) for index in range(len(cells[0]))]
    for row in cells:
        yield "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
