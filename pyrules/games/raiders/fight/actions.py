"""Acts of the table of actions: their label, their rule, and the actions that they take."""

from __future__ import annotations

from typing import Any

from ....engine.fight.acts import SELF, FightAct
from ..sheet.conditions import ACT, ACTION
from ..turn import ACTIONS as TABLE
from .defenses import ACTIONS


def action(row_id: str, **more: Any) -> FightAct:
    """An act as its row of the table of actions has it; `more` goes before the row (RR-ACT-01)."""
    row = TABLE.row(row_id)
    cost = {ACTIONS: row["cost"]} if row["cost"] else {}
    given = {"id": row_id, "label": row["label"], "rule": row["rule"], "at": SELF, "cost": cost, "bars": (ACT, ACTION)}
    return FightAct(**{**given, **more})
