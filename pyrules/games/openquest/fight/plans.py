"""The best use of the action that is left: the calculator that compares attacks, filled from the fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine.fight.acts import FightAct, Here
from ..rolls.results import NONE
from ..sheet.conditions import ACT
from . import reactions
from .acting import ACTION
from .attacks import is_close, no_blow, option_inputs
from .facts import OFF_HAND, defenses, shield_of


def plan_inputs(here: Here) -> Mapping[str, Any]:
    """The places of both, the reactions as they are now, and what is left of the actor's own."""
    they: Any = here.they
    shield = shield_of(here.state, here.me, here.who)
    free = here.weapon is not None and here.weapon["one_handed"] and not here.state.holds(here.who, OFF_HAND)
    found = reactions.asks(here)
    return {
        **option_inputs(here),
        "defence": found[0].options[0].id if found else NONE,
        "close": True,
        "defended": defenses(here.state, here.who) > 0,
        "own_shield": shield if free else NONE,
        "shield": shield_of(here.state, they, here.to),
    }


def no_plan(here: Here) -> str:
    """Why there is no plan: no action is left, or nothing reaches the target."""
    if here.state.begun and not here.actor.budget.get(ACTION):
        return f"{here.actor.name} has no action left."
    return no_blow(here)


PLANS = (
    FightAct(
        id="plan",
        label="With the action that is left",
        rule="OQ-CC-09",
        calculator="compare_options",
        roll=None,
        per_weapon=True,
        bars=(ACT,),
        offered=lambda here: is_close(here) and not here.rules.is_down(here.state, here.to),
        why_not=no_plan,
        inputs=plan_inputs,
        figures=("best_attack", "best_p_drop", "best_price"),
        ranked="best_p_drop",
    ),
)
