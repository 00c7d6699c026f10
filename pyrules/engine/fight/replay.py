"""Replays: the fold of a list of events over a start, and undo as a cursor over that list.

A handler takes a state and an event, and returns the new state or raises `Refused`. A refused event changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from ..errors import MISSING_FIELD, NOT_ALLOWED, InvalidInput, RulesError, not_allowed

S = TypeVar("S")
E = TypeVar("E")

Handlers = Mapping[str, Callable[[S, E], S]]
"""The handler of each kind of event."""

by_do: Callable[[Any], str] = attrgetter("do")
"""The kind of an event with a field `do`."""


class Refusal(NamedTuple):
    """Why an event cannot happen now.

    `reason` is a sentence, or the id of a game's list of reasons. `field` is the field of the event that is wrong, and
    `code` the code of the error in a tracker that refuses all its inputs with it.
    """

    reason: str
    field: str = ""
    code: str = NOT_ALLOWED


class Refused(RulesError):
    """An event that changes nothing."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


def refuse(reason: str, *, when: object, field: str = "", code: str = NOT_ALLOWED) -> None:
    """Refuses the event if `when` holds."""
    if when:
        raise Refused(Refusal(reason, field, code))


class Entry(NamedTuple, Generic[S, E]):
    """An event with the state before it and after it, and its refusal if it was refused."""

    event: E
    before: S
    after: S
    refused: Refusal | None = None

    @property
    def reason(self) -> str | None:
        """The reason of the refusal; None without one."""
        return self.refused.reason if self.refused else None


Entries = tuple[Entry[S, E], ...]


def play(state: S, event: E, handlers: Handlers[S, E], kind: Callable[[E], str] = by_do) -> Entry[S, E]:
    """One event on a state."""
    try:
        return Entry(event, state, handlers[kind(event)](state, event))
    except Refused as refused:
        return Entry(event, state, state, refused.refusal)


def replay(
    start: S, events: Iterable[E], handlers: Handlers[S, E], kind: Callable[[E], str] = by_do
) -> tuple[Entry[S, E], ...]:
    """All events over a start, in order."""
    entries: list[Entry[S, E]] = []
    for event in events:
        entries.append(play(end_of(start, entries), event, handlers, kind))
    return tuple(entries)


def end_of(start: S, entries: Sequence[Entry[S, E]]) -> S:
    """The state after all entries."""
    return entries[-1].after if entries else start


def up_to_refusal(entries: Entries[S, E]) -> Entries[S, E]:
    """The entries up to the first that was refused, and with it."""
    first = next((index for index, entry in enumerate(entries, 1) if entry.refused), len(entries))
    return entries[:first]


def refuse_impossible(entries: Entries[S, E], name: str = "events") -> None:
    """Raises `InvalidInput` for the first refused event of the input `name`."""
    for index, entry in enumerate(entries):
        if refused := entry.refused:
            path = f"{name}.{index}.{refused.field}" if refused.field else f"{name}.{index}"
            value = getattr(entry.event, refused.field) if refused.field else entry.event
            raise InvalidInput(path, refused.code, value, refused.reason)


def check_entries(
    event: object, path: str, label: str, needs: Iterable[str], may: Iterable[str], words: Mapping[str, str]
) -> None:
    """Raises `InvalidInput` for an event without a field that it needs, or with one that it does not take.

    `words` names the fields that only some events take, by their names.
    """
    needs = tuple(needs)
    allowed = {*needs, *may}
    for name, word in words.items():
        value = getattr(event, name)
        if value is None and name in needs:
            raise InvalidInput(f"{path}.{name}", MISSING_FIELD, None, f'"{label}" needs the entry {word}.')
        if value is not None and name not in allowed:
            raise not_allowed(f"{path}.{name}", value, f'"{label}" takes no {word}.')


# Undo.


class Log(NamedTuple, Generic[E]):
    """A list of events with a cursor: the events before it have happened, those after it are undone."""

    events: tuple[E, ...] = ()
    cursor: int = 0

    @property
    def done(self) -> tuple[E, ...]:
        """The events that have happened."""
        return self.events[: self.cursor]

    def add(self, event: E) -> Log[E]:
        """The log with a new event; what was undone is dropped."""
        return Log((*self.done, event), self.cursor + 1)

    def undo(self) -> Log[E]:
        """The log with one event undone, if there is one."""
        return self.undo_to(self.cursor - 1)

    def redo(self) -> Log[E]:
        """The log with the next undone event done again, if there is one."""
        return self.undo_to(self.cursor + 1)

    def undo_to(self, cursor: int) -> Log[E]:
        """The log with the cursor after so many events."""
        return self._replace(cursor=max(0, min(cursor, len(self.events))))

    def edit(self, index: int, *new: E) -> Log[E]:
        """The log with other events in place of the one at `index`; without other events, it is struck out."""
        events = (*self.events[:index], *new, *self.events[index + 1 :])
        moved = len(new) - 1 if index < self.cursor else 0
        return Log(events, self.cursor + moved)


def no_longer_fit(before: Entries[S, E], after: Entries[S, E], index: int) -> Entries[S, E]:
    """The entries behind an edit at `index` that are refused now and were not before."""
    moved = len(after) - len(before)
    behind = zip(before[index + 1 :], after[index + 1 + moved :], strict=True)
    return tuple(now for was, now in behind if now.refused and not was.refused)
