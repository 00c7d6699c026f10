"""What a turn has, and what acts take of it: Actions, a Reaction, an Immediate Action, and what a lead brings.

"Actions in a round": costs stand in actions.toml, the room of a round in `turns/action_costs.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....engine.fight.acts import Here
from ....engine.fight.declared import BudgetPart
from ....engine.fight.durations import turn_start
from ....engine.fight.fighters import FightState
from ....engine.fight.state import COMING, End
from ....engine.sheet.values import Values
from ..sheet.conditions import LASTING, lasting
from ..tables import FACTS
from ..turns import action_costs
from ..turns.action_costs import ACTION, NO_ROOM, Room, room

ACTIONS, REACTION, IMMEDIATE, LEAD = "actions", "reaction", "immediate", "lead"
LEADS, SURPRISED, RIDDEN = "leads", "surprised", "ridden"
ROWS = action_costs.ACTIONS

Cost = Mapping[str, int] | Callable[[Here], Mapping[str, int]]


def room_of(v: Values) -> Room:
    """The room of a round, with a lead of 16 and with lasting effects (OBSS-ACT-01, OBSS-ACT-04, OBSS-SURP-03)."""
    if v.has_condition(SURPRISED):
        return NO_ROOM
    full = room(v.counts.get(LEADS, 0), "")
    if v.has_condition(RIDDEN):
        full = full._replace(action=FACTS.number("mount_actions"))
    held = [LASTING[one]["most_actions"] for one in v.in_force if one in LASTING and LASTING[one].get("most_actions")]
    return full._replace(action=max(0, min(full.action + lasting(v, "actions"), *held, 99)))


def of_lead(v: Values) -> int:
    """The Reactions or Immediate Actions that a lead of 8 brings (OBSS-ACT-03)."""
    leads = v.counts.get(LEADS, 0) >= FACTS.number("initiative_lead") and not v.has_condition(SURPRISED)
    return FACTS.number("initiative_lead_extra") * leads


BUDGET = (
    BudgetPart(ACTIONS, "Action", lambda v: room_of(v).action),
    BudgetPart(REACTION, "Reaction", lambda v: room_of(v).reaction),
    BudgetPart(IMMEDIATE, "Immediate Action", lambda v: room_of(v).immediate),
    BudgetPart(LEAD, "Reaction or Immediate Action of the lead", of_lead),
)


def cost_of(row_id: str) -> Cost:
    """What an action of the table takes; a Reaction or Immediate Action can be that of the lead."""
    row = ROWS.row(row_id)
    if row["kind"] == ACTION:
        return {ACTIONS: row["cost"]} if row["cost"] else {}
    return or_lead(row["kind"])


def or_lead(kind: str) -> Callable[[Here], Mapping[str, int]]:
    """A Reaction or an Immediate Action, or that of the lead if none is left (OBSS-ACT-03)."""

    def cost(here: Here) -> Mapping[str, int]:
        budget = here.actor.budget
        return {LEAD: 1} if not budget.get(kind) and budget.get(LEAD) else {kind: 1}

    return cost


def next_turn(state: FightState, who: str) -> int:
    """The round of a fighter's next turn."""
    return state.round + (state[who].turn != COMING) if state.begun else 1


def to_next_turn(state: FightState, who: str) -> tuple[End, ...]:
    """The end of what lasts to the beginning of a fighter's next turn (OBSS-MAST-03)."""
    return (turn_start(who, next_turn(state, who)),)
