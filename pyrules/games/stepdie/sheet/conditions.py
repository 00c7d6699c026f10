"""The words that effects of conditions may use in this game, and the condition without Health."""

from __future__ import annotations

from ....engine.sheet.conditions import ATTACK, Bar, Change, Conditions
from ....engine.sheet.values import Values
from ..rolls.conditions import ACT, AGILITY, ATTACK_DIE, DEFENSE, DODGE_DIE, FREE_ACT, PARRY_DIE
from ..tables import FACTS

DEFEND, ESCAPE, MOVE, HELP, OTHER = "defend", "escape", "move", "help", "other"
ANY_ACTION = (ACT, FREE_ACT, OTHER)
"""The bars of each action that is no try to escape and no part of a hold."""


def without_health(v: Values) -> tuple[str, ...]:
    """The condition of a character with 0 Health or less (S2-HEALTH-01)."""
    return ("incapacitated",) if v["health"] <= FACTS.number("incapacitated_at") else ()


CONDITIONS = Conditions(
    FACTS,
    changes={
        ATTACK: Change("Attack"),
        DEFENSE: Change("Defense"),
        AGILITY: Change("Agility die"),
        ATTACK_DIE: Change("Agility die to attack"),
        DODGE_DIE: Change("Agility die to dodge"),
        PARRY_DIE: Change("Agility die to parry and block"),
    },
    bars={
        ACT: Bar("Not while {condition}.", "No actions"),
        FREE_ACT: Bar("Only a try to break free while {condition}.", "No action but an escape"),
        DEFEND: Bar("Not while {condition}.", "No defense"),
        ESCAPE: Bar("Not while {condition}."),
        MOVE: Bar("No move while {condition}.", "No move"),
        HELP: Bar("Not from the ground."),
        OTHER: Bar("Only what the hold allows while {condition}: let go first."),
    },
    flags={
        "is_grounded": "Grounded",
        "is_stunned": "Stunned",
        "is_incapacitated": "Incapacitated",
        "is_unconscious": "Unconscious",
        "is_chilled": "Chilled",
        "is_smoldering": "Smoldering",
        "is_arm_maimed": "Maimed arm",
        "is_leg_maimed": "Maimed leg",
        "is_grappled": "Grappled",
        "is_cornered": "No room to dodge",
    },
    implied=without_health,
    tables=("conditions", "facts"),
)
