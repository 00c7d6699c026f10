"""The status of a character without Health."""

from __future__ import annotations

from ....engine.sheet.values import Values
from ..tables import FACTS


def status(v: Values) -> str:
    """Whether the character is incapacitated or unconscious, and how to stay awake (S2-INCAP-01, S2-INCAP-03)."""
    if v["is_unconscious"]:
        return "Unconscious."
    if not v["is_incapacitated"]:
        return ""
    return FACTS.fill(
        "Incapacitated: as each turn of yours ends, roll Strength against {incapacitated_base} plus the turns so far."
    )
