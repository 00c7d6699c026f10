"""The status of a character who can do nothing."""

from __future__ import annotations

from ....engine.formatting import figure
from ....engine.procedure import counted
from ....engine.sheet.values import Values
from ..life.death_line import death_line
from ..life.first_aid import first_aid_dc
from ..life.hit_points import ACTIVE, DYING
from ..tables import FACTS
from .conditions import HELPLESS, UNCONSCIOUS, exhausted, fatigue_row


def status(v: Values) -> str:
    """The status from the hit points, or from fatigue and conditions (OBSS-LIFE-02 to -22, EXT-15).

    For a dying character it has the rounds left and the DC of First Aid.
    """
    if v["state"] == ACTIVE:
        return _by_fatigue(v) or _by_condition(v)
    row = FACTS.table("life_states").row(v["state"])
    said = f"{row['label']}: {FACTS.fill(row['does'])}"
    if v["state"] != DYING:
        return said
    line = death_line(v["con"])
    left = counted(v["hit_points"] - line, "round")
    dc = first_aid_dc(v["hit_points"], v["fall_count"])
    return f"{said} {left} to the death line at {figure(line)}; First Aid has DC {dc}."


def _by_fatigue(v: Values) -> str:
    row = fatigue_row(v) if exhausted(v) else None
    return f"{row['label']}." if row else ""


def _by_condition(v: Values) -> str:
    held = next((one for one in (UNCONSCIOUS, *HELPLESS) if one in v["conditions"]), "")
    if not held:
        return ""
    row = FACTS.table("conditions").row(held)
    return f"{row['label']}: {row['does']}"
