"""Acts that are the action of a round, with the label, rule and reactions of their row in the table of actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....engine.fight.acts import SELF, FightAct, Here, Proposed
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.procedure import Roll
from ..sheet.conditions import ACT
from ..turns.order_inputs import ACTIONS, DELAY
from .facts import (
    ACTIONS_DONE,
    DECLARED,
    NO_DEFENSE,
    SHIELD_SET,
    SPRINTING,
    WAITS_FOR,
    defenses,
    held_by,
    now,
    shield_of,
    this_round,
)
from .lines import begins, ends, lost

ACTION, MOVE = "action", "move"
COST: Mapping[str, int] = {ACTION: 1}
GIVEN_UP = {"none": NO_DEFENSE, "dodge_only": SPRINTING}
"""The condition of a fighter whose action leaves some reactions or none."""

Follows = Callable[[Here, Roll | None], Iterable[Proposed]]


def gives_up(state: FightState, who: str, row: Mapping[str, Any]) -> Iterable[Proposed]:
    """The reactions that an action gives up until the round ends (OQ-DEF-18, OQ-MOV-12)."""
    condition = GIVEN_UP.get(row["reactions"], "")
    if condition and not state.holds(who, condition):
        left = "only dodges" if condition == SPRINTING else "no reactions"
        held: Held = this_round(state, who, condition)
        yield begins(held, f"{state[who].name}: {left} until round {now(state)} ends")


def why_not_now(here: Here, row_id: str) -> str:
    """Why an action is impossible: another one declared, defenses already made, or the wrong shield.

    Who waits keeps what is declared for the place behind the other one (OQ-OTH-02).
    """
    row, name = ACTIONS.row(row_id), here.actor.name
    declared = here.state.find(here.who, DECLARED)
    if declared and declared.note != row["label"] and row["id"] != DELAY:
        return f"{name} has declared {declared.note}."
    if row["reactions"] == "none" and defenses(here.state, here.who):
        return f"{name} has defended this round, and {row['label']} gives up all defense."
    if row["shields"] and shield_of(here.state, here.me, here.who) not in row["shields"]:
        return f"{row['label']} takes a shield: {' or '.join(row['shields'])}."
    return ""


def _nothing(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    return ()


def _no_reason(here: Here) -> str:
    return ""


def action(act_id: str, *, keeps: bool = False, **more: Any) -> FightAct:
    """An act that is a row of the table of actions.

    It ends what any other action ends, unless it `keeps` that: aim, a set weapon, a shield set against missiles.
    """
    row = ACTIONS.row(ACTIONS_DONE[act_id])
    follows: Follows = more.pop("follows", _nothing)
    own: Callable[[Here], str] = more.pop("why_not", _no_reason)

    def all_follows(here: Here, roll: Roll | None) -> Iterable[Proposed]:
        yield from gives_up(here.state, here.who, row)
        if not keeps:
            yield from lost(here.state, here.who)
        yield from _no_longer_waits(here)
        yield from follows(here, roll)

    def why_not(here: Here) -> str:
        return why_not_now(here, row["id"]) or own(here)

    given = {"label": row["label"], "rule": row["rule"], "cost": COST, "bars": (ACT,)}
    return FightAct(id=act_id, **{**given, **more}, follows=all_follows, why_not=why_not)


def at_any_time(act_id: str, label: str, rule: str, **more: Any) -> FightAct:
    """An act that a fighter does alone and without a turn, or that the Referee says."""
    return FightAct(**{"id": act_id, "label": label, "rule": rule, "at": SELF, "any_time": True, **more})


def _no_longer_waits(here: Here) -> Iterable[Proposed]:
    for held in here.state.of(here.who):
        if held.id in (WAITS_FOR, SHIELD_SET):
            what = "waits no longer" if held.id == WAITS_FOR else "the shield is no longer set"
            yield ends(held, f"{here.actor.name}: {what}")


def free_to_move(here: Here) -> str:
    """Why somebody cannot move: held by another (OQ-UN-07)."""
    holders = held_by(here.state, here.who)
    return f"{here.state[holders[0]].name} holds {here.actor.name}: break free first." if holders else ""
