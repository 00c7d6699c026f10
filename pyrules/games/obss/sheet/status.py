"""The status of a character at 0 or fewer hit points."""

from __future__ import annotations

from ....engine.formatting import figure
from ....engine.procedure import counted
from ....engine.sheet.values import Values
from ..life.death_line import death_line
from ..life.first_aid import first_aid_dc
from ..life.hit_points import ACTIVE, DYING
from ..tables import FACTS


def status(v: Values) -> str:
    """The status from the hit points; for a dying character, the rounds left and the DC of First Aid (OBSS-LIFE-02 to
    -22)."""
    if v["state"] == ACTIVE:
        return ""
    row = FACTS.table("life_states").row(v["state"])
    said = f"{row['label']}: {FACTS.fill(row['does'])}"
    if v["state"] != DYING:
        return said
    line = death_line(v["con"])
    left = counted(v["hit_points"] - line, "round")
    dc = first_aid_dc(v["hit_points"], v["fall_count"])
    return f"{said} {left} to the death line at {figure(line)}; First Aid has DC {dc}."
