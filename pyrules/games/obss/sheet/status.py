"""The status of a character who can do nothing."""

from __future__ import annotations

from ....engine.formatting import figure
from ....engine.procedure import counted
from ....engine.sheet.values import Values
from ..life.death_line import death_line
from ..life.first_aid import first_aid_dc
from ..life.hit_points import ACTIVE, DYING
from ..tables import FACTS
from .conditions import CONDITIONS


def status(v: Values) -> str:
    """The status from the hit points, or from fatigue and conditions (OBSS-LIFE-02 to -22, EXT-15).

    For a dying character it has the rounds left and the DC of First Aid.
    """
    if v["state"] == ACTIVE:
        return _by_condition(v)
    row = FACTS.table("life_states").row(v["state"])
    said = f"{row['label']}: {FACTS.fill(row['does'])}"
    if v["state"] != DYING:
        return said
    line = death_line(v["con"])
    left = counted(v["hit_points"] - line, "round")
    dc = first_aid_dc(v["hit_points"], v["fall_count"])
    return f"{said} {left} to the death line at {figure(line)}; First Aid has DC {dc}."


def _by_condition(v: Values) -> str:
    """The first condition or level of fatigue that leaves the character helpless (EXT-15)."""
    held = next((one for one in v.in_force if "is_helpless" in CONDITIONS.flags((one,))), "")
    if not held:
        return ""
    row = CONDITIONS.row(held)
    return f"{row['label']}: {row['does']}" if "does" in row else f"{row['label']}."
