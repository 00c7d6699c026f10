"""What holds of a character without hit points."""

from __future__ import annotations

from ....engine.sheet.values import Values
from ..tables import FACTS
from ..wounds.wounded import MORTAL

_DEALT_WITH = ("dead", "unconscious", "stabilized")
"""The conditions that say what has become of a mortal wound."""


def status(v: Values) -> str:
    """The mortal wound that 0 hit points or fewer are, unless it has been dealt with (OQ-DAM-05)."""
    if v["hit_points_now"] > 0 or any(one in v["conditions"] for one in _DEALT_WITH):
        return ""
    row = FACTS.table("wound_states").row(MORTAL)
    return f"{row['label']}: {row['does']}"
