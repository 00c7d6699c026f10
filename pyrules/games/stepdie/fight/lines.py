"""The proposed lines of acts: changes with a short sentence that names the fighter and the number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ....engine.calculator import SheetChange
from ....engine.fight.acts import Here, Proposed
from ....engine.fight.events import Event, freed, hold, spend, track
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.procedure import counted
from ..tables import FACTS
from ..turns.fighter import Is

HEALTH, TURN = "health", "turn"


def note(text: str) -> Proposed:
    """A line that changes nothing and stands in the log."""
    return Proposed(Event("note", "", {"text": text}), text)


def begins(held: Held, text: str) -> Proposed:
    """A condition or a fact begins."""
    return Proposed(hold(held), text)


def ends(held: Held, text: str) -> Proposed:
    """A condition or a fact ends."""
    return Proposed(freed(held), text)


def turn_spent(here: Here, who: str, on: str) -> Proposed:
    """The turn that a fighter gives up."""
    return Proposed(spend(who, TURN), f"{here.state[who].name}: gives up the turn to {on}")


def falls(here: Here, who: str) -> Iterable[Proposed]:
    """A fighter lies on the ground (S2-GROUND-01)."""
    if not here.state.holds(who, Is.GROUNDED):
        yield begins(Held(who, Is.GROUNDED), f"{here.state[who].name}: grounded")


def hurt(here: Here, who: str, damage: int) -> Iterable[Proposed]:
    """The damage of a fighter, who is incapacitated without Health (S2-HEALTH-01)."""
    if not damage:
        return
    fighter = here.state[who]
    left = fighter.tracks[HEALTH] - damage
    down = left <= FACTS.number("incapacitated_at") < fighter.tracks[HEALTH]
    text = f"{fighter.name}: {damage} damage, Health {figure(left)}{', incapacitated' if down else ''}"
    yield Proposed(track(who, HEALTH, -damage), text)


def changed(here: Here, who: str, change: SheetChange | None) -> Iterable[Proposed]:
    """What a roll changes on a sheet, as lines: damage, and conditions that begin."""
    if change is None:
        return
    yield from hurt(here, who, change.damage)
    for one, holds in change.conditions.items():
        if holds and not here.state.holds(who, one):
            label = here.rules.sheet.conditions.label(one)
            yield begins(Held(who, one), f"{here.state[who].name}: {label[:1].lower()}{label[1:]}")


def named(mine: Iterable[str], theirs: Iterable[str]) -> Callable[[Here], Mapping[str, str]]:
    """The names of the actor and the target for the words with which a calculator names each side."""
    return lambda here: {**dict.fromkeys(mine, here.actor.name), **dict.fromkeys(theirs, here.target.name)}


def attacks(number: int) -> str:
    """So many attacks, in words."""
    return counted(number, "attack")
