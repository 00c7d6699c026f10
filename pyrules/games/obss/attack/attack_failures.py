"""The table of attack failures, which stands outside the chapter (EXT-23, OBSS-TRI-02)."""

from __future__ import annotations

from typing import Any

from ....engine import answer as out
from ....engine.answer import Output
from ..tables import FACTS

FAILURES = FACTS.table("attack_failures")


def attack_failures() -> Output:
    """The output `failures`: the table of attack failures."""
    columns = tuple(out.word(name, label) for name, label in FAILURES.columns.items())
    return out.rows("failures", FAILURES.title, columns, rule="OBSS-TRI-02")


def failure_rows() -> list[dict[str, Any]]:
    """The rows of that table."""
    return [{name: row[name] for name in FAILURES.columns} for row in FAILURES.rows]
