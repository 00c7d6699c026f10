"""The status of a character who is out of the fight."""

from __future__ import annotations

from ....engine.sheet.values import Values
from ..tables import FACTS
from .conditions import ACT, CONDITIONS, DODGES, PARRIES

_AWAKE = ("ok", "minor")
"""The states without a status: the character stands."""

_DEEDS = (ACT, PARRIES, DODGES)


def status(v: Values) -> str:
    """The status of a mortally wounded character, or the condition that leaves no action and no reaction (OQ-DAM-05).

    Empty while the character can do anything.
    """
    if v["wound"] in _AWAKE:
        idle = (one for one in v.in_force if all(CONDITIONS.barred((one,), deed) for deed in _DEEDS))
        return next((f"{CONDITIONS.label(one)}: no actions and no reactions." for one in idle), "")
    row = FACTS.table("wound_states").row(v["wound"])
    return f"{row['label']}: {row['does']}"
