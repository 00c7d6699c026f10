"""What holds of a character without hit points."""

from __future__ import annotations

from ...engine.procedure import counted
from ...engine.sheet_values import Values
from .facts import FACTS
from .wounds import CONDITIONS, DEAD, INCAPACITATED, MORTAL, Harm, at_zero

_DOWN = (DEAD, MORTAL, INCAPACITATED)


def status(v: Values) -> str:
    """The condition that 0 hit points bring, or that was entered, and for how long (WWN-DMG-03, WWN-DMG-04)."""
    held = next((one for one in _DOWN if one in v["conditions"]), "")
    if not held and not v["hit_points"]:
        held = at_zero(Harm(hp=0, damage=0, target_kind=v["who"], frail=v["is_frail"])).status
    if not held:
        return ""
    lasts = {
        MORTAL: f": {counted(FACTS.number('mortal_wound_rounds'), 'round')} to live unless stabilized",
        INCAPACITATED: f" for {counted(FACTS.number('incapacitated_minutes'), 'minute')}",
    }
    return f"{CONDITIONS.row(held)['label']}{lasts.get(held, '')}."
