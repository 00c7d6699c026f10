"""The words that effects of conditions may use in this game, and the condition at the wound limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine.sheet.conditions import ATTACK, Bar, Change, Conditions
from ....engine.sheet.values import Values
from ..attack_inputs import WOUND_LIMIT
from ..tables import FACTS

DEFENSE = "defense"
ACT, ACTION, HAYMAKER, HAYMAKER_AFTER_AIMING = "act", "action", "haymaker", "haymaker_after_aiming"


def down_at(own: int | None, table: Mapping[str, Any]) -> int:
    """The wounds that put a character down: the character's own number, or the table rule (RR-WOUND-01)."""
    return own or table.get(WOUND_LIMIT) or FACTS.number("default_wound_limit")


def at_the_wound_limit(v: Values) -> tuple[str, ...]:
    """The condition of a character with this many wounds (RR-WOUND-01)."""
    return ("down",) if v["wounds"] >= down_at(v["wound_limit"], v.table) else ()


CONDITIONS = Conditions(
    FACTS,
    changes={ATTACK: Change("To hit"), DEFENSE: Change("Dodge and Parry")},
    bars={
        ACT: Bar("Not while {condition}.", "No actions"),
        ACTION: Bar("Your whole round goes into defense.", "No action left"),
        HAYMAKER: Bar("One action of this round goes into defense.", "No haymaker"),
        HAYMAKER_AFTER_AIMING: Bar("An action of this round has gone into aiming; a haymaker takes both."),
    },
    flags={
        "has_aimed": "Aiming",
        "defends_once": "Defending",
        "defends_fully": "Full defense",
        "is_ambushed": "Ambushed",
        "is_cornered": "No room to dodge",
        "is_holding": "Holding",
        "is_grappled": "Grappled",
        "is_prone": "Prone",
        "is_mounted": "In the saddle",
        "is_down": "Down",
    },
    implied=at_the_wound_limit,
    tables=("conditions", "facts"),
)
