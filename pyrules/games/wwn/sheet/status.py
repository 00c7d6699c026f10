"""The status of a character without hit points."""

from __future__ import annotations

from ....engine.procedure import counted
from ....engine.sheet.values import Values
from ..tables import FACTS
from ..wounds.wounds import CONDITIONS, INCAPACITATED, MORTAL
from .state import down


def status(v: Values) -> str:
    """The condition from 0 hit points, or the entered one, and its duration (WWN-DMG-03, WWN-DMG-04)."""
    held = down(v)
    if not held:
        return ""
    lasts = {
        MORTAL: f": {counted(FACTS.number('mortal_wound_rounds'), 'round')} to live unless stabilized",
        INCAPACITATED: f" for {counted(FACTS.number('incapacitated_minutes'), 'minute')}",
    }
    return f"{CONDITIONS.row(held)['label']}{lasts.get(held, '')}."
