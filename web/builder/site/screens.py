"""The GM's screen of each game: the rules and tables that are looked up most, on one printed page."""

from __future__ import annotations

from typing import NamedTuple


class Screen(NamedTuple):
    """What the screen of a game shows, in order: rules and fact tables of the reference, by their ids."""

    rules: tuple[str, ...]
    tables: tuple[str, ...]


SCREENS = {
    "obss": Screen(
        rules=(
            "OBSS-INIT-01",
            "OBSS-ACT-01",
            "OBSS-AR-01",
            "OBSS-AR-02",
            "OBSS-HIT-01",
            "OBSS-CRIT-01",
            "OBSS-CRIT-02",
            "OBSS-HIT-06",
            "OBSS-EXPL-01",
            "OBSS-LIFE-02",
            "OBSS-LIFE-06",
            "OBSS-LIFE-07",
            "EXT-13",
        ),
        tables=(
            "difficulties",
            "attacker_situations",
            "defender_situations",
            "cover",
            "range_bands",
            "saves",
            "conditions",
            "life_states",
            "first_aid",
            "recovery",
        ),
    ),
    "openquest": Screen(
        rules=(
            "OQ-RND-01",
            "OQ-RND-07",
            "OQ-CRI-01",
            "OQ-CRI-02",
            "OQ-CRI-03",
            "OQ-FUM-01",
            "OQ-DAM-01",
            "OQ-DAM-02",
            "OQ-DAM-03",
            "OQ-DAM-04",
            "OQ-DAM-05",
            "OQ-DEF-01",
            "OQ-DEF-02",
        ),
        tables=(
            "difficulties",
            "results",
            "fumbles",
            "reactions",
            "close_modifiers",
            "ranged_modifiers",
            "range_bands",
            "cover",
            "wound_states",
            "conditions",
        ),
    ),
    "raiders": Screen(
        rules=(
            "RR-ROLL-01",
            "RR-ROLL-02",
            "RR-ROLL-03",
            "RR-ROLL-04",
            "RR-INIT-01",
            "RR-ACT-01",
            "RR-OFF-01",
            "RR-DMG-01",
            "RR-DMG-02",
            "RR-DMG-04",
            "RR-WOUND-01",
            "RR-FORT-01",
            "RR-STRIKE-01",
            "RR-HAY-01",
            "RR-STEALTH-01",
            "RR-STEALTH-02",
            "RR-GRAB-01",
            "RR-GRAB-02",
            "RR-DEF-01",
            "RR-DEFEND-01",
        ),
        tables=("challenges", "extra_time", "actions", "options", "conditions", "hardness", "foes"),
    ),
    "stepdie": Screen(
        rules=(
            "S2-ROLL-01",
            "S2-LADDER-01",
            "S2-HALVE-01",
            "S2-TIE-01",
            "S2-TURN-01",
            "S2-ATTACK-02",
            "S2-ATTACK-03",
            "S2-ATTACK-04",
            "S2-DODGE-01",
            "S2-PARRY-01",
            "S2-ARMOR-01",
            "S2-HEALTH-01",
            "S2-INCAP-01",
            "S2-INCAP-03",
        ),
        tables=("actions", "other_actions", "reactions", "conditions", "health_states", "distances", "speeds", "foes"),
    ),
    "wwn": Screen(
        rules=(
            "WWN-INIT-02",
            "WWN-ACT-01",
            "WWN-ACT-03",
            "WWN-ACT-07",
            "WWN-ACT-10",
            "WWN-HIT-01",
            "WWN-HIT-02",
            "WWN-HIT-04",
            "WWN-SHOCK-01",
            "WWN-SHOCK-02",
            "WWN-DMG-01",
            "WWN-DMG-03",
            "WWN-DMG-04",
            "WWN-EXT-CHECK",
            "WWN-EXT-SAVE",
            "WWN-EXT-MORTAL",
            "WWN-EXT-FIRSTAID",
            "WWN-EXT-MORALE",
        ),
        tables=(
            "difficulties",
            "circumstances",
            "sizes",
            "range_bands",
            "actions",
            "other_actions",
            "conditions",
            "saves",
            "armor",
            "shields",
            "traits",
        ),
    ),
}
"""By the id of the game; `reference.screen` refuses an id that the game does not have."""
