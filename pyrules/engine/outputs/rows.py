"""Records: named values that belong together, one alone or many as the rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..formatting import NOTHING
from .output import Kind, Output, value_text


class _Record(Kind):
    name = "record"
    is_drawn = True
    needs_columns = True

    def number_text(self, output: Output, value: Mapping[str, Any]) -> str:
        columns = [column for column in output.columns if column.kind.is_cell]
        return ", ".join(f"{column.label} {value_text(column, value[column.name])}" for column in columns)

    def shell(self, output: Output, value: Mapping[str, Any]) -> Iterator[str]:
        from .shell_table import shell_table

        yield from shell_table(output.label, output.columns, [value])

    def facts(self, output: Output, value: Any) -> list[tuple[Output, Any]]:
        """The single values among its parts."""
        held = value or {}
        return [(column, held.get(column.name)) for column in output.columns if not column.kind.is_drawn]


class _Rows(Kind):
    name = "rows"
    is_drawn = True
    has_rows = True
    needs_columns = True

    def number_text(self, output: Output, value: Sequence[Mapping[str, Any]]) -> str:
        return "; ".join(RECORD.text(output, row) for row in value) or NOTHING

    def shell(self, output: Output, value: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        from .shell_table import shell_table

        yield from shell_table(output.label, output.columns, value, counts=output.unit)


RECORD, ROWS = _Record(), _Rows()


def rows(name: str, label: str, columns: tuple[Output, ...], *, rule: str = "", counts: str = "") -> Output:
    """A table with one record in each row; `counts` heads a column of row numbers ("Round")."""
    return Output(name=name, label=label, kind=ROWS, rule=rule, columns=columns, unit=counts)


def record(name: str, label: str, columns: tuple[Output, ...], *, rule: str = "") -> Output:
    """Several named values that belong together."""
    return Output(name=name, label=label, kind=RECORD, rule=rule, columns=columns)
