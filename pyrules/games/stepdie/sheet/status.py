"""The status of a character without Health, or who loses a turn."""

from __future__ import annotations

from ....engine.sheet.values import Values
from ..tables import FACTS
from .conditions import CONDITIONS


def status(v: Values) -> str:
    """Whether the character is incapacitated, unconscious or stunned (S2-INCAP-01, S2-INCAP-03, S2-STUN-01)."""
    if v["is_unconscious"]:
        return "Unconscious."
    if not v["is_incapacitated"]:
        row = CONDITIONS.row("stunned")
        return f"{row['label']}: {row['does']}" if v["is_stunned"] else ""
    return FACTS.fill(
        "Incapacitated: as each turn of yours ends, roll Strength against {incapacitated_base} plus the turns so far."
    )
