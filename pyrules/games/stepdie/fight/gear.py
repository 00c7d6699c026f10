"""What is in hand and what is loaded: marks of the fight beside the name of a weapon.

"Equip", "Reload", "Disarming Attack" and "Throw Weapon". A sheet says what a fighter comes with; a mark says what the
fight has changed of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ....engine.fight.acts import Here, Proposed
from ....engine.fight.events import LONGEST_NAME, freed
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.sheet.values import Weapon
from ..sheet.fields import NORMAL, UNARMED
from .lines import begins

DRAWN, STOWED, DROPPED, FLUNG, LOADED, MOUNTED = "drawn", "stowed", "dropped", "flung", "loaded", "mounted"
PLACES = (DRAWN, STOWED, DROPPED, FLUNG)


def names(weapons: Iterable[Any]) -> tuple[str, ...]:
    """What each weapon of a sheet is called; of equal ones each further one has a number."""
    seen: Counter[str] = Counter()
    found = []
    for one in weapons:
        name = (one.name or "weapon")[: LONGEST_NAME - 4]
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return tuple(found)


def as_it_stands(state: FightState, who: str, held: Any) -> Any:
    """The inputs of a sheet with what the fight has changed: the stance, the saddle, what is in hand and loaded."""
    marks = {(one.id, one.note): one.number for one in state.of(who) if one.note}
    weapons = tuple(_marked(one, name, marks) for one, name in zip(held.weapons, names(held.weapons), strict=True))
    return replace(held, weapons=weapons, stance=NORMAL, mounted=state.holds(who, MOUNTED))


def _marked(weapon: Any, name: str, marks: dict[tuple[str, str], int]) -> Any:
    place = next((one for one in PLACES if (one, name) in marks), "")
    in_hand = place == DRAWN if place else weapon.in_hand
    return replace(weapon, in_hand=in_hand, loaded=marks.get((LOADED, name), weapon.loaded))


def carried(here: Here, who: str) -> list[tuple[str, Weapon]]:
    """The weapons of a fighter with their names, without bare hands."""
    other = here.to if who == here.who else here.who
    values = here.rules.values(here.state, who, other, here.table)
    named = zip(names(here.state[who].given.held.weapons), values.weapons(), strict=True)
    return [(name, weapon) for name, weapon in named if weapon["kind"] != UNARMED]


def in_hand(here: Here, who: str) -> list[str]:
    """The names of what a fighter has in hand, without bare hands."""
    return [name for name, weapon in carried(here, who) if weapon["in_hand"]]


def name_of(here: Here) -> str:
    """The name of the weapon of the act."""
    return names(here.actor.given.held.weapons)[here.weapon_at] if here.weapon_at is not None else ""


def place_of(state: FightState, who: str, name: str) -> Held | None:
    """The mark that says where a weapon is; None for where the sheet has it."""
    return next((one for one in state.of(who) if one.id in PLACES and one.note == name), None)


def put(here: Here, who: str, name: str, place: str, text: str) -> Iterator[Proposed]:
    """A weapon is somewhere else now."""
    if (was := place_of(here.state, who, name)) and was.id != place:
        label = here.rules.sheet.conditions.label(was.id).lower()
        yield Proposed(freed(was), f"{here.state[who].name}: no longer {label}: {name}")
    yield begins(Held(who, place, note=name), f"{here.state[who].name}: {text}")


def load(here: Here, name: str, number: int, text: str) -> Proposed:
    """A weapon has so many projectiles in it now."""
    return begins(Held(here.who, LOADED, number=number, note=name), f"{here.actor.name}: {text}")
