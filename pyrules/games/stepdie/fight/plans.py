"""The best use of the action: the calculator of all attacks on one target, filled from the fight.

"Melee combat actions" and "Ranged combat actions". The calculator compares single attacks and a plain Dual Attack.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine.fight.acts import FightAct, Here
from ..exchange.strike import PLAIN
from ..sheet.conditions import ANY_ACTION
from ..sheet.fields import UNARMED
from ..turns.fighter import Is
from . import defenses
from .attacks import BARE_HANDS, bare, is_armed, is_bare
from .lines import TURN
from .shots import aim_of, no_shot


def plan_inputs(here: Here) -> Mapping[str, Any]:
    """The attacks that the target has met; a weapon that shoots is compared as the bow, with its aim."""
    met = {"defender.cap_count": defenses.met_before(here, here.to, here.who)}
    if here.weapon is not None and here.weapon["shoots"]:
        return {**met, "bow.aim": aim_of(here)}
    return {**met, "bow": None}


def in_use(here: Here) -> bool:
    """Whether the weapon is in hand; bare hands are compared only without another weapon."""
    weapon = here.weapon
    if weapon is None or here.rules.is_down(here.state, here.to):
        return False
    return not is_armed(here) if weapon["kind"] == UNARMED else bool(weapon["in_hand"])


def no_plan(here: Here) -> str:
    """Why there is no comparison: no action is left, nothing is loaded, or one attack has a bonus of its own."""
    if here.state.begun and not here.actor.budget.get(TURN, 0):
        return f"{here.actor.name} has no action left."
    if prepared := here.state.find(here.who, Is.PREPARED):
        return f"Only one action has the bonus of what {here.actor.name} has prepared: {prepared.note}."
    return no_shot(PLAIN)(here) if here.weapon is not None and here.weapon["shoots"] else ""


def _plan(plan_id: str, label: str, **more: Any) -> FightAct:
    given: dict[str, Any] = {"offered": in_use, "inputs": plan_inputs}
    return FightAct(
        id=plan_id,
        label=label,
        rule="S2-ATTACK-01",
        calculator="options",
        roll=None,
        bars=ANY_ACTION,
        why_not=no_plan,
        figures=("best_by_damage", "most_damage", "best_by_drop"),
        ranked="most_damage",
        **{**given, **more},
    )


PLANS = (
    _plan("plan", "With one action", per_weapon=True),
    _plan(
        "plan_unarmed",
        "With bare hands",
        offered=lambda here: is_bare(here) and not here.rules.is_down(here.state, here.to),
        bindings=BARE_HANDS,
        inputs=lambda here: {**plan_inputs(here), **bare(here)},
    ),
)
