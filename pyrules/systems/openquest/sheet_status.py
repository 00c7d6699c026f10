"""The state of a character who is out of the fight."""

from __future__ import annotations

from ...engine.sheet_values import Values
from .facts import FACTS

_AWAKE = ("ok", "minor")
"""The states that need no mention: the character stands."""


def status(v: Values) -> str:
    """The state of a character with a mortal wound, and what has become of such a wound (OQ-DAM-05).

    Empty while the character is unhurt or has a minor wound.
    """
    if v["wound"] in _AWAKE:
        return ""
    row = FACTS.table("wound_states").row(v["wound"])
    return f"{row['label']}: {row['does']}"
