"""Weapons that leave the hand: those that are lost, those that are thrown, and how they come back.

"Optional Combat Maneuvers: Disarm", "Thrown Weapons" and "Actions in a round".
"""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.fight import lost
from ....engine.fight.acts import SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.events import hold
from ....engine.fight.fighters import FightState
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ....engine.sheet.values import Values, Weapon
from ..sheet.conditions import IDLE
from ..sheet.weapon import THROWN
from .budget import cost_of

DISARMED = "disarmed"
"""The condition of a fighter without a weapon: its note is the weapon's name, its number how many of that name."""


def in_hand(state: FightState, who: str, v: Values) -> list[Weapon]:
    """The weapons that a fighter has; of several with one name the first are lost first."""
    return lost.in_hand(state, who, DISARMED, v.weapons())


def is_lost(here: Here) -> bool:
    """Whether the actor no longer has the weapon of the act."""
    return here.weapon is not None and here.weapon not in in_hand(here.state, here.who, here.me)


def loses(state: FightState, who: str, name: str, text: str) -> Proposed:
    """A fighter without one weapon more of this name."""
    return Proposed(hold(lost.one_more(state, who, DISARMED, name)), f"{state[who].name}: {text}")


def disarmed(state: FightState, who: str, v: Values | None) -> Proposed:
    """A fighter without the first weapon in hand (OBSS-DISARM-03)."""
    weapons = in_hand(state, who, v) if v else []
    name = weapons[0]["name"] if weapons else ""
    return loses(state, who, name, f"{name or 'what was in hand'} is lost")


def is_hurled(here: Here) -> bool:
    """Whether the weapon itself is thrown, such as a javelin; a sling stays in hand (OBSS-THR-01)."""
    weapon = here.weapon
    return weapon is not None and weapon["kind"] == THROWN and not weapon["slung"]


def thrown_away(here: Here) -> Proposed:
    """The thrower without the weapon (OBSS-THR-01)."""
    name = here.weapon["name"] if here.weapon else ""
    return loses(here.state, here.who, name, f"{name or 'the weapon'} is thrown, and no longer in hand")


def lost_ask(here: Here) -> Ask:
    """What is picked up."""
    options = (
        Option(str(index), held.note or "What was lost", "OBSS-ACTT-16")
        for index, held in enumerate(lost.all_lost(here.state, here.who, DISARMED))
    )
    return Ask("lost", "Pick up", tuple(options))


def picked_up(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """One weapon is in hand again."""
    held = lost.all_lost(here.state, here.who, DISARMED)[int(here.option(lost_ask(here)))]
    yield Proposed(lost.one_fewer(held), f"{here.actor.name}: {held.note or 'what was lost'} is in hand again")


PICK_UP = FightAct(
    id="pick_up",
    label="Pick up what was lost",
    rule="OBSS-ACTT-16",
    at=SELF,
    cost=cost_of("take_from_belt"),
    bars=IDLE,
    offered=lambda here: here.state.holds(here.who, DISARMED),
    asks=lambda here: (lost_ask(here),) if len(lost_ask(here).options) > 1 else (),
    follows=picked_up,
)
