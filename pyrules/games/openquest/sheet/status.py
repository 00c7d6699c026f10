"""The status of a character who is out of the fight."""

from __future__ import annotations

from ....engine.sheet.values import Values
from ..tables import FACTS
from .conditions import ACTS, DODGES, PARRIES
from .fields import CONDITIONS

_AWAKE = ("ok", "minor")
"""The states without a status: the character stands."""

_DEEDS = (ACTS, PARRIES, DODGES)


def status(v: Values) -> str:
    """The status of a mortally wounded character, or the condition that leaves no action and no reaction (OQ-DAM-05).

    Empty while the character can do anything.
    """
    if v["wound"] in _AWAKE:
        idle = (row["label"] for row in map(CONDITIONS.row, v["conditions"]) if not any(row[one] for one in _DEEDS))
        return next((f"{label}: no actions and no reactions." for label in idle), "")
    row = FACTS.table("wound_states").row(v["wound"])
    return f"{row['label']}: {row['does']}"
