"""The best use of what is left of a turn: the calculator of a round, filled from the fight.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers. The calculator knows strikes, squeezes, aims, haymakers and
actions spent defending.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine.fight.acts import FightAct, Here
from ....engine.fight.state import DONE
from ....engine.sheet.sources import Bindings
from ..sheet.bindings import me
from ..sheet.conditions import ACT, ACTION
from ..turn import PER_ROUND
from . import defenses
from .defenses import ACTIONS
from .holds import held_now
from .strikes import is_melee, is_waiting, no_strike

FOE_STILL = ("nothing", "strike", "strike_strike")
"""What a foe still does in the round, by its actions left; actions spent on defense are in its Defense already."""
BARE_HANDS: Bindings = {"me.offense": (me.warrior, me.own_attack), "me.weapon": me.own_damage}


def actions_left(here: Here, who: str) -> int:
    """The actions that a fighter has left of this round; before the fight all of them."""
    fighter = here.state[who]
    if not here.state.begun:
        return PER_ROUND
    return 0 if fighter.turn == DONE else max(0, min(PER_ROUND, fighter.budget.get(ACTIONS, 0)))


def plan_inputs(here: Here) -> Mapping[str, Any]:
    """What is left of the round for both sides, and what earlier actions have prepared."""
    held = held_now(here)
    return {
        "actions_left": actions_left(here, here.who),
        "wound_up": is_waiting(here),
        "held_mox": held.number if held else None,
        "me.melee": is_melee(here) and not defenses.range_between(here),
        "me.defense": here.matchup["matchup.my_defense"],
        "foe.defense": defenses.defense_now(here),
        "foe_option": FOE_STILL[actions_left(here, here.to)],
    }


def no_plan(here: Here) -> str:
    """Why there is no plan: no action is left, the weapon is lost, or the target does not know of the actor."""
    if not actions_left(here, here.who):
        return f"{here.actor.name} has no action left."
    if defenses.is_ambushed(here):
        return f"{here.target.name} does not know of {here.actor.name}: only the first attack is an ambush."
    return no_strike(here)


def _plan(act_id: str, label: str, **more: Any) -> FightAct:
    return FightAct(
        id=act_id,
        label=label,
        rule="RR-ACT-01",
        calculator="round_options",
        roll=None,
        bars=(ACT, ACTION),
        offered=lambda here: not here.rules.is_down(here.state, here.to),
        why_not=no_plan,
        inputs=plan_inputs,
        ranked="best_net",
        **more,
    )


PLANS = (
    _plan("plan", "With what is left", per_weapon=True),
    _plan("plan_unarmed", "With bare hands", bindings=BARE_HANDS),
)
