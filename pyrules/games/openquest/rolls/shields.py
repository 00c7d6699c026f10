"""Shields in defense: what each size allows, and Shield Defense.

"Shields": OQ-SHD-02 to OQ-SHD-12.
"""

from __future__ import annotations

from typing import Any

from ....engine.inputs import Option, choice
from ..skills.skill import Skill
from ..tables import FACTS
from .defense import SCHEDULES, Defense, Reaction
from .results import NONE

NORMAL, EXTRA_PARRY, WHIRLING_DERVISH = (option.id for option in SCHEDULES)  # in the order of the table
SHIELD_DEFENSE = "shield_defence"
SHIELDS = FACTS.table("shields")

SHIELD_RULES = ("OQ-SHD-02", *(row["rule"] for row in SHIELDS.rows))
"""The rules that the input cites."""


def shield(**common: Any) -> Any:
    """The input for the defender's shield."""
    held = (Option(NONE, "None", "OQ-SHD-02"), *SHIELDS.options())
    help = "Some ways to defend need a shield of a certain size."
    return choice("Shield", held, NONE, help=help, rule="OQ-SHD-02", **common)


def allows(shield: str, way: str) -> bool:
    """Whether a shield allows a Whirling Dervish or a Shield Defense (OQ-SHD-10 to 12)."""
    return shield != NONE and bool(SHIELDS.row(shield)[way])


def shield_defense(parry: Skill) -> Defense:
    """Shield Defense: every parry has a bonus and no penalty for further defenses (OQ-SHD-09)."""
    reaction = Reaction("shield_parry", parry, (FACTS.modifier("shield_defense_bonus"),))
    return Defense((reaction,), schedule=WHIRLING_DERVISH)
