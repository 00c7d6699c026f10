"""Look-up: the tables of the chapter and those from outside it that a fight needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...engine import answer as out
from ...engine.answer import Output, api_only
from ...engine.calculator import Calculator
from ...engine.explain import note, notes
from ...engine.inputs import choice
from ...engine.procedure import Procedure
from ...engine.tables import Table
from .tables import FACTS

LOOKUPS = FACTS.table("lookups")
TABLES = LOOKUPS.options()


@dataclass(frozen=True, kw_only=True)
class LookUp:
    """A table to look up."""

    table: str = choice("Table", TABLES, help="The table to show.", rule="OQ-ACT-00")


def table_of(lookup: str) -> Table:
    """The table that is looked up."""
    return FACTS.table(LOOKUPS.row(lookup)["table"])


def cells(lookup: str) -> list[dict[str, Any]]:
    """Its rows for scripts: each cell is the first of its columns that holds anything, or nothing."""
    named: dict[str, list[str]] = LOOKUPS.row(lookup)["cells"]
    return [
        {name: next((row[column] for column in columns if row[column] != ""), None) for name, columns in named.items()}
        for row in table_of(lookup).rows
    ]


# As a page shows them: every table has its own columns.


def _column(table: Table, name: str, label: str) -> Output:
    held = [row[name] for row in table.rows]
    if all(isinstance(one, bool) for one in held):
        return out.flag(name, label)
    return out.figure(name, label, signed=True) if name in table.signed else out.word(name, label)


def _shown(lookup: str) -> Output:
    table = table_of(lookup)
    columns = tuple(_column(table, name, label) for name, label in table.columns.items())
    return out.rows(f"{lookup}_table", table.title, columns, rule=LOOKUPS.row(lookup)["rule"])


def _rows(lookup: str) -> list[dict[str, Any]]:
    table = table_of(lookup)
    return [{name: None if row[name] == "" else row[name] for name in table.columns} for row in table.rows]


def explanation(a: LookUp) -> Procedure[Any]:
    """Every row, with the rule that it comes from."""
    where = LOOKUPS.row(a.table)["rule"]
    return notes(*(note(str(row["label"]), row["rule"], also=(where,)) for row in table_of(a.table).rows))


def _values(a: LookUp) -> dict[str, Any]:
    return {
        "table": a.table,
        "external": LOOKUPS.row(a.table)["external"],
        **{f"{one.id}_table": _rows(one.id) if one.id == a.table else None for one in TABLES},
        "rows": cells(a.table),
    }


START = TABLES[0].id

REFERENCE = Calculator(
    id="openquest.reference",
    title="Tables",
    summary="The tables of the combat chapter, and the few from outside it that a fight needs.",
    inputs=LookUp,
    outputs=(
        out.word("table", "", TABLES, rule="OQ-ACT-00", headline=True),
        *(_shown(one.id) for one in TABLES),
        out.flag("external", "Comes from", yes="outside the combat chapter", no="the combat chapter", rule="OQ-ACT-00"),
        # Each table has cells of its own; those of the first stand for all.
        api_only(out.rows("rows", "Rows", tuple(out.word(name, name) for name in LOOKUPS.row(START)["cells"]))),
    ),
    compute=_values,
    explain=explanation,
    also=(*(option.rule for option in TABLES), *(row["rule"] for one in TABLES for row in table_of(one.id).rows)),
    start={"table": START},
)
