"""What Critical Actions and weapon maneuvers leave behind for a while, and on whom.

"Optional - Critical Hit Actions" and "Optional - List of Weapon Maneuvers". The effects stand in timed_effects.toml.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.events import Event, hold
from ....engine.inputs import Option
from ..turns.timed_effects import effect_of

AGAINST_ONE = (
    *("distracting_strike", "advanced_feint", "advanced_feint_critical"),
    *("devastating_opening", "superior_intimidation"),
)
"""The lasting effects that count against one foe only; one on a foe counts against who brought it."""


def note(text: str) -> Proposed:
    """A line that changes nothing and stands in the log."""
    return Proposed(Event("note", "", {"text": text}), text)


def companion_ask(here: Here) -> Ask:
    """Which companion, among those who stand."""
    side = (one for one in here.state.combatants if one.side == here.actor.side and one.id != here.who)
    found = (one for one in side if not here.rules.is_down(here.state, one.id))
    return Ask("ally", "Companion", tuple(Option(one.id, one.name, "OBSS-CACT-07") for one in found))


def holders(here: Here, effect: Mapping[str, Any]) -> list[str]:
    """Those who have an effect: the actor, the target, one companion or all of them."""
    if effect["on"] != "ally":
        return [here.who if effect["on"] == "you" else here.to]
    ask = companion_ask(here)
    if effect["everyone"]:
        return [one.id for one in ask.options]
    return [here.option(ask)] if ask.options else []


def lasts(here: Here, effect: Mapping[str, Any], number: int = 1) -> Iterator[Proposed]:
    """An effect on each of those who have it, a line for each (OBSS-CACT-06)."""
    if number < 1:
        return
    for holder in holders(here, effect):
        held = effect_of(effect["id"], here.who, holder, max(1, here.state.round), number)
        against = here.who if holder == here.to else here.to
        held = held._replace(to=against if effect["id"] in AGAINST_ONE else "")
        yield Proposed(hold(held), f"{here.state[holder].name}: {effect['label']}")
