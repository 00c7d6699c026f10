"""The table of all actions: what kind of action something is, and what each kind can do.

From the "Quick Reference Table" of the combat chapter, with the actions that only its other sections name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ...engine.explain import note, notes
from ...engine.inputs import choice
from ...engine.procedure import Procedure
from .turns.turn import ACTIONS, ANY_ACTION, MOVE, OTHERS, QUICK, TYPES


@dataclass(frozen=True, kw_only=True)
class LookUp:
    """An action, or a kind of action."""

    action: str | None = choice(
        "Action",
        (*QUICK.options(), *OTHERS.options()),
        None,
        help="What kind of action this is, and what it does.",
        rule="WWN-QREF-01",
        nullable=True,
    )
    type: str | None = choice(
        "Or all of a kind", TYPES, None, help="Every action of this kind.", rule="WWN-ACT-01", nullable=True
    )


def _check(a: LookUp) -> None:
    if a.action is None and a.type is None:
        raise InvalidInput("action", MISSING_FIELD, None, "Name an action, or a kind of action, to look up.")
    if a.action is not None and a.type is not None:
        raise not_allowed("type", a.type, "Name either an action or a kind of action, not both.")


def found_rows(a: LookUp) -> list[dict[str, Any]]:
    """The row of the action, or those of the kind."""
    return [row for row in ACTIONS.values() if a.action == row["id"] or a.type == row["type"]]


def told_look_up(a: LookUp) -> Procedure[Any]:
    """The rows that were found."""
    kinds = {option.id: option.label for option in TYPES}
    return notes(
        *(note(f"{_place(row)}{row['label']}: {kinds[row['type']]} Action", row["rule"]) for row in found_rows(a))
    )


def _place(row: dict[str, Any]) -> str:
    return f"Row {row['row']}, " if "row" in row else ""


def _look_up(a: LookUp) -> dict[str, Any]:
    found = found_rows(a)
    one = found[0] if a.action else None
    return {
        "action": a.action,
        "type": one["type"] if one else a.type,
        "row": one.get("row") if one else None,
        "actions": None if one else [row["id"] for row in found if "row" in row],
        "found": [{"action": row["id"], "type": row["type"], "does": row["does"]} for row in found],
    }


REFERENCE = Calculator(
    id="wwn.reference",
    title="Action table",
    summary="What kind of action something is, or everything that one kind of action can do.",
    inputs=LookUp,
    outputs=(
        out.word("type", "Action", TYPES, rule="WWN-ROUND-01", headline=True),
        out.word("action", "Looked up", ANY_ACTION, rule="WWN-ROUND-01"),
        out.figure("row", "Row of the quick table", rule="WWN-ROUND-01"),
        out.listing("actions", "All of this kind in the quick table", QUICK.options(), rule="WWN-ROUND-01"),
        out.rows(
            "found",
            "What it does",
            (out.word("action", "Action", ANY_ACTION), out.word("type", "Kind", TYPES), out.word("does", "Does")),
            rule="WWN-ROUND-01",
        ),
    ),
    compute=_look_up,
    explain=told_look_up,
    check=_check,
    start={"type": MOVE},
)
