"""The words that effects of conditions may use in this game, and the conditions that follow from 0 hit points."""

from __future__ import annotations

from ....engine.sheet.conditions import ATTACK, INCOMING, Bar, Change, Conditions
from ....engine.sheet.values import Values
from ..attack.weapon import KINDS
from ..tables import FACTS
from ..wounds.wounds import Harm, at_zero

ARMOR_CLASS = "armor_class"
ACT, MAIN_ACTION, CHARGE, GRAPPLE, MOVE = "act", "main_action", "charge", "grapple", "move"
ARMED, SHOT, TWO_HANDED_SHOT = "armed_attack", "shot", "two_handed_shot"


def at_0_hit_points(v: Values) -> tuple[str, ...]:
    """The condition at 0 hit points, unless a helpless condition is entered (WWN-DMG-03, -04)."""
    entered = v["conditions"]
    if v["hit_points"] or "is_incapacitated" in CONDITIONS.flags(entered):
        return ()
    return (at_zero(Harm(hp=0, damage=0, target_kind=v["who"], frail="frail" in entered)).status,)


CONDITIONS = Conditions(
    FACTS,
    changes={
        ATTACK: Change("To hit", "circumstances"),
        INCOMING: Change("Attacks on you", "circumstances"),
        ARMOR_CLASS: Change("Armor Class"),
    },
    kinds=[kind.id for kind in KINDS],
    bars={
        ACT: Bar("Not while {condition}.", "No actions"),
        MAIN_ACTION: Bar("Total Defense has used up the Main Action.", "No Main Action"),
        CHARGE: Bar("Nobody charges from the ground: stand up first.", "No charge"),
        GRAPPLE: Bar("You hold somebody already.", "No second grapple"),
        MOVE: Bar("Nobody moves about while {condition}.", "No movement"),
        ARMED: Bar("Only unarmed attacks while {condition}.", "Unarmed attacks only"),
        SHOT: Bar("A charge ends with a melee blow or a throw."),
        TWO_HANDED_SHOT: Bar("A two-handed ranged weapon is useless while a foe is on you.", "No two-handed shots"),
    },
    flags={
        "is_prone": "Prone",
        "is_beside": "Beside the target",
        "is_held": "Held",
        "is_incapacitated": "Incapacitated",
        "is_frail": "Frail",
        "in_total_defense": "Total Defense",
        "shield_is_spent": "Shield has stopped a Shock",
        "shield_is_away": "Shield used as a weapon",
    },
    implied=at_0_hit_points,
    tables=("conditions", "facts"),
)
