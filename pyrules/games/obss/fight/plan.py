"""The best use of what is left of a turn: the calculator of a round, filled from the fight.

"Multiple attacks", "Charge", "Power Attack", "Combat Mastery". The Defense of both sides has what was declared already.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine.fight.acts import FightAct, Here
from ....engine.fight.state import DONE
from ..round.round_inputs import MASTERY, PREPARED, TOTAL_DEFENSE
from ..round.stance import BOLD, GUARDED
from ..sheet.conditions import IDLE
from ..tables import FACTS
from .attacks import CHARGE, no_attack, no_charge
from .attacks_made import PAIRED, is_ranged
from .budget import ACTIONS
from .lost import in_hand
from .swings import criticals_of_every_hit, swing
from .wounds import to_down

SHARED = ("dice", "damage_bonus", "situations", "help_bonus", "aim_rounds", "attack_index")
"""The inputs of a strike that the calculator of a round has as well."""


def actions_left(here: Here) -> int:
    """The Actions that the actor has left of this round; before the fight all of them."""
    if not here.state.begun:
        return FACTS.number("actions_per_round")
    return 0 if here.actor.turn == DONE else max(0, here.actor.budget.get(ACTIONS, 0))


def declared(here: Here) -> list[str]:
    """What the actor has declared already, which the numbers of both sides have."""
    held = {
        MASTERY: here.holds(GUARDED, BOLD),
        PREPARED: here.me["has_prepared"],
        TOTAL_DEFENSE: here.me["guards_alone"],
    }
    return [name for name, holds in held.items() if holds]


def plan_inputs(here: Here) -> Mapping[str, Any]:
    """What is left of the turn, and the circumstances of the next attack.

    All attacks of a plan have the criticals of every hit. Effects on the next hit only, such as Lethal Insight, are
    left out: which attack hits first is not certain.
    """
    known = swing(here)
    may_charge = not (is_ranged(here) or no_charge(here) or here.me.barred(CHARGE))
    return {
        **{name: known[name] for name in SHARED if name in known},
        "bonus": known.get("modifier", 0),
        "extra_crits": criticals_of_every_hit(here),
        "actions": min(4, actions_left(here)),
        "charge_possible": may_charge and not known.get("attack_index"),
        "hp": to_down(here) or None,
        "declared": declared(here),
        "parry": any(one["parry"] for one in in_hand(here.state, here.who, here.me)),
    }


def no_plan(here: Here) -> str:
    """Why there is no plan: no Action is left, or no attack is possible."""
    if not actions_left(here):
        return f"{here.actor.name} has no Action left."
    if here.holds(PAIRED):
        return f"{here.actor.name} makes two attacks at a lower bonus."
    return no_attack(here)


PLANS = (
    FightAct(
        id="plan",
        label="With what is left",
        rule="OBSS-MULT-05",
        calculator="round_planner",
        roll=None,
        per_weapon=True,
        bars=IDLE,
        offered=lambda here: not here.rules.is_down(here.state, here.to),
        why_not=no_plan,
        inputs=plan_inputs,
        ranked="most_damage",
    ),
)
