"""The status of a character at the wound limit."""

from __future__ import annotations

from ....engine.procedure import counted
from ....engine.sheet.values import Values


def status(v: Values) -> str:
    """The sentence for a character who is down, at the wound limit or by the condition (RR-WOUND-01)."""
    limit = v["down_at"]
    if v["wounds"] < limit:
        return "Down." if v.has_condition("down") else ""
    return f"Down: {counted(v['wounds'], 'wound')}, and the limit is {limit}."
