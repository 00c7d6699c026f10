"""Riders in a fight: their bonus against foes on foot, what these suffer, and the cap of a weapon skill by Riding.

Section "Mounted Combat". A rider against a rider, or against somebody out of reach, has neither bonus nor penalty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine.fight.acts import Here
from ....engine.sheet.values import Values
from ..close.mounts import ON_FOOT, RIDER_DODGE, SIDES
from ..rolls.defense import DODGE
from ..tables import FACTS
from .facts import TALL, apart

RIDING_DODGE = "riding_dodge"


def _rides(values: Values | None) -> bool:
    return values is not None and bool(values["is_mounted"])


def is_level(here: Here) -> bool:
    """Whether the one on foot is as tall as the rider, or too far away for either to count (OQ-MNT-01, OQ-MNT-03)."""
    return bool(apart(here) or here.fact(TALL) or here.fact(TALL, back=True))


def attack_bonus(here: Here) -> int:
    """What a rider adds to an attack on somebody on foot (OQ-MNT-01)."""
    counts = _rides(here.me) and not _rides(here.they) and not is_level(here)
    return int(SIDES.row("rider_attack")["modifier"]) if counts else 0


def reaction_bonus(here: Here, kind: str) -> int:
    """What changes a reaction between a rider and somebody on foot (OQ-MNT-01, OQ-MNT-02)."""
    if _rides(here.me) == _rides(here.they) or is_level(here):
        return 0
    if _rides(here.me):
        return int(SIDES.row(ON_FOOT)["modifier"])
    if kind == DODGE:
        dodges_too = here.table.get(RIDING_DODGE) == "bonus"
        return int(FACTS.number("mounted_bonus") if dodges_too else SIDES.row(RIDER_DODGE)["modifier"])
    return int(SIDES.row("rider_parry")["modifier"])


def weapon_skill(values: Values, skill: int) -> int:
    """A skill with a weapon, which is no greater than the Riding of a rider (OQ-MNT-05)."""
    return min(skill, int(values["riding_skill"])) if _rides(values) else skill


def capped(here: Here, skill: str) -> Mapping[str, Any]:
    """The attack skill of a rider if Riding limits it; a helpless target is hit for certain (OQ-CCM-01)."""
    known = int(here.weapon[skill] if here.weapon else here.me["close_combat_skill"])
    limit = weapon_skill(here.me, known)
    is_sure = here.they is not None and here.they["is_helpless"]
    return {"attack.base": limit} if limit < known and not is_sure else {}
