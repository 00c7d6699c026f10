"""What the rules ask for now, and what is easily forgotten: rolls to keep the seat, an aim, a haymaker, a hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.declared import Due
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighters import FightState
from ..tables import FACTS
from .mounts import seats_due
from .wounds import AIMING, HOLDS, WOUND_UP


def due(rules: FightRules, state: FightState, table: Mapping[str, Any]) -> Iterable[Due]:
    """The rolls that are owed, and what those who act have prepared or are held by."""
    yield from seats_due(rules, state)
    for who in rules.fight.acting(state) if state.begun else ():
        name = state[who].name
        if state.holds(who, AIMING):
            text = f"{name} has aimed: +{FACTS.number('aim_bonus')} on the next strike or grab."
            yield Due(text, rule="RR-AIM-01")
        if state.holds(who, WOUND_UP):
            text = (
                f"{name} is ready for a haymaker: +{FACTS.number('haymaker_damage')} damage on the next melee strike."
            )
            yield Due(text, rule="RR-HAY-01")
        if holds := [held for held in state.held if held.id == HOLDS and held.to == who]:
            by = " and ".join(f"{state[held.who].name} with mox {held.number}" for held in holds)
            text = f"{name} is held by {by}: an escape takes an action."
            yield Due(text, "escape", who, holds[0].who, "RR-ESC-01")
