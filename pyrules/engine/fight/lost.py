"""Weapons that have left the hand: a condition whose note is the name, and whose number is how many of that name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..sheet.values import Weapon
from .events import Event, freed, hold
from .fighters import FightState
from .state import Held


def all_lost(state: FightState, who: str, condition: str) -> list[Held]:
    """What a fighter has lost, each name once."""
    return [held for held in state.of(who) if held.id == condition]


def in_hand(state: FightState, who: str, condition: str, weapons: Iterable[Weapon]) -> list[Weapon]:
    """The weapons that a fighter still has; of several with one name the first are lost first."""
    lost = Counter({held.note: held.number for held in all_lost(state, who, condition) if held.note})
    found = []
    for weapon in weapons:
        if lost[weapon["name"]] > 0:
            lost[weapon["name"]] -= 1
        else:
            found.append(weapon)
    return found


def one_more(state: FightState, who: str, condition: str, name: str) -> Held:
    """The condition with one more of this name lost; something without a name counts once."""
    before = sum(held.number for held in all_lost(state, who, condition) if name and held.note == name)
    return Held(who, condition, number=before + 1, note=name)


def one_fewer(held: Held) -> Event:
    """One of what is lost is in hand again."""
    return hold(held._replace(number=held.number - 1)) if held.number > 1 else freed(held)
