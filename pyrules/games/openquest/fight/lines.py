"""The proposed lines of acts: changes with a short sentence that names the fighter and the number."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.fight.acts import Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import Event, free, hold, track
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ..sheet.conditions import MORTAL_WOUND
from ..tables import FACTS
from .facts import (
    AIMS,
    FUMBLED,
    INCENSED,
    RETREATING,
    SPRINTING,
    STRUCK,
    WEAPON_SET,
    declared_row,
    now,
    this_round,
)

HIT_POINTS, FORTUNE = "hit_points", "fortune"
RETREAT, SPRINT = "fighting_retreat", "escaping_sprint"
"""The actions of those who get away."""


def note(text: str) -> Proposed:
    """A line that changes nothing and stands in the log."""
    return Proposed(Event("note", "", {"text": text}), text)


def begins(held: Held, text: str) -> Proposed:
    """A condition or a fact begins."""
    return Proposed(hold(held), text)


def ends(held: Held, text: str) -> Proposed:
    """A condition or a fact ends."""
    return Proposed(free(held.who, held.id, held.to), text)


def points(number: int) -> str:
    """Hit points left, with a minus sign below zero."""
    return f"{figure(number)} hit {'point' if abs(number) == 1 else 'points'} left"


# Wounds


def mortal(who: str, in_round: int) -> Held:
    """A mortal wound of a round: it kills as the next round ends (OQ-HEAL-05)."""
    return Held(who, MORTAL_WOUND, ends=(round_end(in_round + FACTS.number("rescue_rounds")),))


def hurt(here: Here, who: str, damage: int, ago: int = 0) -> Iterable[Proposed]:
    """The damage of a fighter, with the deadline of a mortal wound (OQ-DAM-03, OQ-DAM-05, OQ-HEAL-05).

    `ago` is how many rounds before this one the damage belongs to.
    """
    state, fighter = here.state, here.state[who]
    if not damage:
        return
    left = fighter.tracks[HIT_POINTS] - damage
    text = f"{fighter.name}: {damage} damage, {points(left)}"
    if left <= 0 and not here.rules.is_down(state, who):
        last = mortal(who, max(1, now(state) - ago)).ends[0].number
        text += f", mortally wounded: dies as round {last} ends unless saved"
    yield Proposed(track(who, HIT_POINTS, -damage), text)


def gets_through(state: FightState, who: str, *, missile: bool = False) -> Iterable[Proposed]:
    """An attack that gets through, also without damage, keeps who gets away in the fight (OQ-MOV-11, OQ-MOV-13).

    It counts from the declaration on. A missile or a spell that nobody can dodge holds no runner.
    """
    declared = (declared_row(state, who) or {}).get("id")
    retreats = state.holds(who, RETREATING) or declared == RETREAT
    runs = state.holds(who, SPRINTING) or declared == SPRINT
    if (retreats or (runs and not missile)) and not state.holds(who, STRUCK):
        yield begins(this_round(state, who, STRUCK), f"{state[who].name}: does not get away in round {now(state)}")


def fumbles(state: FightState, who: str, weapon: str = "") -> Proposed:
    """A fumble, for which the Referee decides what goes wrong (OQ-FUM-01)."""
    return begins(Held(who, FUMBLED, note=weapon), f"{state[who].name}: fumbles, and the Referee says what goes wrong")


# What any action or reaction uses up


def lost(state: FightState, who: str, *, acts: bool = True) -> Iterable[Proposed]:
    """The aim and the set weapon that another action or a reaction ends, and a bonus on the first action.

    OQ-RNG-04, OQ-CC-15, OQ-ESC-03.
    """
    name = state[who].name
    for held in state.of(who):
        if held.id == AIMS:
            yield ends(held, f"{name}: no longer aims at {state[held.to].name}")
        elif held.id == WEAPON_SET:
            yield ends(held, f"{name}: the weapon is no longer set")
        elif held.id == INCENSED and acts:
            yield ends(held, f"{name}: the bonus on the first action is used")
