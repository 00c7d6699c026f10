"""Waiting for a better moment: delaying, coming in, and an Action that is ready for a trigger.

"Actions in a round".
"""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.fight.acts import SELF, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import Event, free, hold
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.procedure import Roll, counted
from ..sheet.conditions import IDLE
from .budget import ACTIONS, to_next_turn

DELAYS, READIED, ENTER = "delays", "readied", "enter"


def delays(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The Actions left wait; they are lost as the round ends (OBSS-ACT-09)."""
    left = here.actor.budget.get(ACTIONS, 0)
    held = Held(here.who, DELAYS, ends=(round_end(here.state.round),), number=max(1, left))
    yield Proposed(
        hold(held), f"{here.actor.name} holds back {counted(left, 'Action')} for later in round {here.state.round}"
    )


def place_before(rules: FighterRules, state: FightState, who: str) -> list[int]:
    """The first place at the initiative of those who act now; with nobody who acts, of the last (OBSS-ACT-09)."""
    order = [fighter for place in state.order for fighter in place if fighter.id != who]
    now = next((state[one] for one in rules.fight.acting(state)), order[-1] if order else None)
    base = now.place[0] if now and now.place else 0
    ahead = min((f.place[1] for f in order if f.place[:1] == (base,) and len(f.place) > 1), default=0)
    own = state[who].place[2] if len(state[who].place) > 2 else 0
    return [base, ahead - 1, own]


def enters(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """First at the initiative of those who act now, in later rounds as well (OBSS-ACT-09)."""
    yield Proposed(free(here.who, DELAYS), f"{here.actor.name} comes in")
    place = place_before(here.rules, here.state, here.who)
    known = {} if here.actor.initiative is None else {"initiative": -place[0]}
    yield Proposed(Event("place", here.who, {"place": place, **known}), f"{here.actor.name} acts here from now on")


def readies(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The Actions left wait for a trigger, and the place stays (OBSS-ACT-10)."""
    held = Held(here.who, READIED, ends=to_next_turn(here.state, here.who))
    yield Proposed(hold(held), f"{here.actor.name} waits for a trigger; end the turn, and act when it comes")


def has_action(here: Here) -> str:
    """Why there is nothing to hold back."""
    if not here.state.begun:
        return "The fight has not begun yet."
    return "" if here.actor.budget.get(ACTIONS) else f"{here.actor.name} has no Action left."


WAITING = (
    FightAct(
        id="delay",
        label="Delay",
        rule="OBSS-ACT-09",
        at=SELF,
        bars=IDLE,
        offered=lambda here: not here.holds(DELAYS),
        why_not=has_action,
        follows=delays,
    ),
    FightAct(
        id=ENTER,
        label="Come in",
        rule="OBSS-ACT-09",
        at=SELF,
        any_time=True,
        offered=lambda here: here.state.holds(here.who, DELAYS),
        follows=enters,
    ),
    FightAct(
        id="ready",
        label="Ready an Action",
        rule="OBSS-ACT-10",
        at=SELF,
        bars=IDLE,
        offered=lambda here: not here.holds(READIED),
        why_not=has_action,
        follows=readies,
    ),
)
