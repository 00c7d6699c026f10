"""Corrections of older events: what follows from a changed number, or without an event, is decided again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .events import Event
from .replay import Entry

if TYPE_CHECKING:
    from .fight_rules import FightRules
    from .fighters import FightState


def corrected(
    rules: FightRules, before: FightState, event: Event, numbers: Mapping[int, int], table: Mapping[str, Any]
) -> Event:
    """The event with other numbers of its changes, by their places, and with what now follows from it.

    `before` is the state before the event. A changed number of something that had followed stands as it is given.
    """
    changed = {place: number for place, number in numbers.items() if event.then[place].get("by") != number}
    own = max(_own_changes(rules, before, event, table), *(place + 1 for place in changed), 0)
    changes = tuple(
        one._replace(fields={**one.fields, "by": changed[place]}) if place in changed else one
        for place, one in enumerate(event.then[:own])
    )
    return rules.recorded(before, event._replace(then=changes).to_json(), table)


def decided_again(
    rules: FightRules,
    state: FightState,
    entries: Sequence[Entry[FightState, Event]],
    table: Mapping[str, Any],
) -> Iterator[Entry[FightState, Event]]:
    """Older entries on another state before them, each with what now follows from it.

    An entry that was refused, that no longer fits, or that comes from other rules keeps what is stored with it. Where
    the state is that of the old entry again, the rest is as it was.
    """
    for at, entry in enumerate(entries):
        if state == entry.before:
            yield from entries[at:]
            return
        played = rules.fight.play(state, _decided_again(rules, state, entry, table))
        state = played.after
        yield played


def _decided_again(
    rules: FightRules, state: FightState, entry: Entry[FightState, Event], table: Mapping[str, Any]
) -> Event:
    event = entry.event
    if entry.refused:
        return event
    own = _own_changes(rules, entry.before, event, table)
    if own == len(event.then) and not _is_same(rules.recorded(entry.before, event.to_json(), table), event):
        return event
    new = rules.recorded(state, event._replace(then=event.then[:own]).to_json(), table)
    return event if rules.fight.play(state, new).refused else new


def _own_changes(rules: FightRules, before: FightState, event: Event, table: Mapping[str, Any]) -> int:
    """How many of the changes are the event's own; the others have followed from them by the rules of today.

    An event from other rules or table rules keeps all that was stored with it.
    """
    for own in range(len(event.then)):
        if _is_same(rules.recorded(before, event._replace(then=event.then[:own]).to_json(), table), event):
            return own
    return len(event.then)


def _is_same(one: Event, other: Event) -> bool:
    """Whether two events bring the same changes; older rules may have given a condition another end."""
    mine, theirs = (event._replace(then=tuple(map(_without_end, event.then))) for event in (one, other))
    return mine == theirs


def _without_end(change: Event) -> Event:
    return change._replace(fields={name: value for name, value in change.fields.items() if name != "ends"})
