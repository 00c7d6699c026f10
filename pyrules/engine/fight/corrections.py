"""Corrections of older events: what follows from a changed number is decided again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .events import Event

if TYPE_CHECKING:
    from .fight_rules import FightRules
    from .fighters import FightState


def corrected(
    rules: FightRules, before: FightState, event: Event, numbers: Mapping[int, int], table: Mapping[str, Any]
) -> Event:
    """The event with other numbers of its changes, by their places, and with what now follows from it.

    `before` is the state before the event. A number of something that had followed stands as it is given.
    """
    own = max(_own_changes(rules, before, event, table), *(place + 1 for place in numbers), 0)
    changes = tuple(
        one._replace(fields={**one.fields, "by": numbers[place]}) if place in numbers else one
        for place, one in enumerate(event.then[:own])
    )
    return rules.recorded(before, event._replace(then=changes).to_json(), table)


def _own_changes(rules: FightRules, before: FightState, event: Event, table: Mapping[str, Any]) -> int:
    """How many of the changes are the event's own; the others have followed from them by the rules of today.

    An event from other rules or table rules keeps all that was stored with it.
    """
    for own in range(len(event.then)):
        if rules.recorded(before, event._replace(then=event.then[:own]).to_json(), table) == event:
            return own
    return len(event.then)
