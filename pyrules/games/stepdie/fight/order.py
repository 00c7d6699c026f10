"""Order in a fight: it comes by hand, as the chapter has no roll for it; Wait, and the turn taken later.

"Universal combat actions": Wait. Who waits comes last in the round, and may come in between the turns of others.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.fight.acts import SELF, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import Event
from ....engine.fight.fighters import FightState
from ....engine.fight.state import COMING, NOW, Held
from ....engine.procedure import Roll
from ..rolls.conditions import ACT, FREE_ACT
from ..turns.fighter import Is
from .lines import TURN, begins

LONGEST_PLACE = 4


def waits(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The turn comes as the last one of the round, or between others (S2-WAIT-01)."""
    last = max(one.place[0] for one in here.state.combatants)
    yield begins(
        Held(here.who, Is.WAITING, ends=(round_end(here.state.round),)), f"{here.actor.name}: waits, and acts later"
    )
    place = Event("place", here.who, {"place": [last + 1], "once": True})
    yield Proposed(place, f"{here.actor.name}: comes last in this round, or between two turns")


def may_come_in(here: Here) -> bool:
    """Whether the actor waits and the turn has not come yet."""
    return here.state.begun and here.state.holds(here.who, Is.WAITING) and here.actor.turn == COMING


def place_between(here: Here) -> tuple[list[int], str]:
    """The place before those who act now, or after them if their turn has been used, and what it is called."""
    now = here.state[here.rules.fight.acting(here.state)[0]]
    if now.budget.get(TURN, 0):
        return [*now.place[:-1], now.place[-1] - 1, 1][:LONGEST_PLACE], f"before {now.name}"
    return _free(here.state, [*now.place][: LONGEST_PLACE - 1]), f"after {now.name}"


def _free(state: FightState, base: list[int]) -> list[int]:
    taken, number = {one.place for one in state.combatants}, 1
    while (*base, number) in taken:
        number += 1
    return [*base, number]


def comes_in(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The turn that was waited with comes now, and interrupts nobody (S2-WAIT-01)."""
    place, where = place_between(here)
    event = Event("place", here.who, {"place": place, "once": True})
    yield Proposed(event, f"{here.actor.name}: acts {where}")


def no_wait(here: Here) -> str:
    """Why there is nothing to wait with: the turn is used."""
    return "" if here.actor.budget.get(TURN, 0) else f"{here.actor.name} has used the turn of this round."


WAITING = (
    FightAct(
        id="wait",
        label="Wait",
        rule="S2-WAIT-01",
        at=SELF,
        bars=(ACT, FREE_ACT),
        offered=lambda here: here.actor.turn == NOW and not here.state.holds(here.who, Is.WAITING),
        why_not=no_wait,
        follows=waits,
    ),
    FightAct(
        id="come_in",
        label="Take the turn now",
        rule="S2-WAIT-01",
        at=SELF,
        any_time=True,
        bars=(ACT, FREE_ACT),
        offered=may_come_in,
        follows=comes_in,
    ),
)
