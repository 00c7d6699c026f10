"""The status of a character who is out of the fight."""

from __future__ import annotations

from ....engine.sheet.values import Values
from ..tables import FACTS

_AWAKE = ("ok", "minor")
"""The states without a status: the character stands."""


def status(v: Values) -> str:
    """The status of a mortally wounded character (OQ-DAM-05).

    Empty while the character is unhurt or has a minor wound.
    """
    if v["wound"] in _AWAKE:
        return ""
    row = FACTS.table("wound_states").row(v["wound"])
    return f"{row['label']}: {row['does']}"
