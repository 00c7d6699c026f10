"""Reads requests about a fight: its events up to the cursor, the table rules, and what the page shows.

A fight comes from storage, a link or a file and is untrusted: an event that cannot be read refuses the request with its
path, an event that no longer fits is named and changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyrules
from pyrules.engine.errors import BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.fight.acts import Here
from pyrules.engine.fight.events import (
    MOST_EVENTS,
    MOST_SHEETS,
    Event,
    read_event,
    refuse_too_many_sheets,
    sheets_in,
)
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import FightState
from pyrules.engine.fight.replay import Entry, end_of
from pyrules.engine.inputs import abbreviate

from .sheet_request import table_of

Entries = tuple[Entry[FightState, Event], ...]

MOST_BYTES = 900 * 1024
"""Of all events as JSON in UTF-8: a request has room for them, a new event, the view and the table rules."""


@dataclass(frozen=True)
class Asked:
    """A fight as a page asks about it: the replayed entries up to the cursor, and the state after them.

    `later` are the events behind the cursor, as they came: they are undone. `view` says what the page shows.
    """

    request: Mapping[str, Any]
    rules: FightRules
    table: Mapping[str, Any]
    entries: Entries
    later: list[Any]
    view: Mapping[str, Any]

    @cached_property
    def state(self) -> FightState:
        """The fight as it stands."""
        return end_of(FightState(), self.entries)

    @property
    def events(self) -> list[Any]:
        """All events up to the cursor, as they are stored."""
        return [entry.event.to_json() for entry in self.entries]

    @property
    def is_too_long(self) -> bool:
        """Whether no later request could bring all events again."""
        text = json.dumps(self.events, ensure_ascii=False, separators=(",", ":"))
        is_large = len(self.entries) > MOST_EVENTS or len(text.encode(errors="replace")) > MOST_BYTES
        return is_large or sum(sheets_in(entry.event) for entry in self.entries) > MOST_SHEETS

    def fighter(self, name: str) -> str:
        """The id of a fighter that the request or its view names, or empty."""
        given = self.request.get(name, self.view.get(name, ""))
        return given if isinstance(given, str) and self.state.knows(given) else ""

    @cached_property
    def acting(self) -> tuple[str, ...]:
        """The fighters whose turn it is; none before the fight begins."""
        return self.rules.fight.acting(self.state) if self.state.begun else ()

    @cached_property
    def may_act(self) -> tuple[str, ...]:
        """The fighters whose turn it is, and those who wait to act at any time."""
        waiting = self.state.holders(*self.rules.out_of_turn) - {*self.acting} if self.acting else ()
        return (*self.acting, *(one.id for place in self.state.order for one in place if one.id in waiting))

    @cached_property
    def who(self) -> str:
        """Who acts on the page: the fighter of the request or of an open panel, else the first whose turn it is."""
        picked = self.fighter("who")
        if "who" in self.request or self.view.get("panel") or picked in self.may_act:
            return picked or next(iter(self.acting), "")
        return next(iter(self.acting), "")

    def here(self, who: str, to: str = "", **more: Any) -> Here:
        """An act of a fighter as the fight stands."""
        return Here(rules=self.rules, state=self.state, who=who, to=to, table=self.table, **more)

    def with_event(self, event: Event) -> Asked:
        """The fight with one more event; what was undone is dropped."""
        entries = (*self.entries, self.rules.fight.play(self.state, event))
        _keep(self.rules, entries)
        return Asked(self.request, self.rules, self.table, entries, [], self.view)


def rules_of(request: Mapping[str, Any]) -> FightRules:
    """The fights of the game of a request; raises `UnknownName` for a game without fights."""
    system = request.get("system")
    return pyrules.fight_rules(system if isinstance(system, str) else "")


def asked(request: Mapping[str, Any]) -> Asked:
    """The fight of a request.

    Raises `UnknownName` for a game without fights, and `InvalidInput` for what cannot be read.
    """
    rules = rules_of(request)
    events = request.get("events", [])
    if not isinstance(events, list):
        raise InvalidInput("events", BAD_TYPE, None, f"The events of a fight are a list; got {abbreviate(events)}.")
    if len(events) > MOST_EVENTS:
        text = f"A fight has at most {MOST_EVENTS} events; got {len(events)}."
        raise InvalidInput("events", OUT_OF_RANGE, None, text)
    cursor = _cursor(request.get("cursor", len(events)), len(events))
    view = request.get("view", {})
    if not isinstance(view, dict):
        raise InvalidInput("view", BAD_TYPE, None, "The view of a fight is a group of named values.")
    entries = _replayed(rules, events[:cursor])
    return Asked(request, rules, table_of(rules.sheet, request), entries, events[cursor:], view)


def _cursor(given: Any, most: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        raise InvalidInput("cursor", BAD_TYPE, None, "The cursor of a fight is a whole number.")
    if not 0 <= given <= most:
        raise InvalidInput("cursor", OUT_OF_RANGE, None, f"The cursor must be from 0 to {most}; got {given}.")
    return given


# The states of the last fight, reused as far as its events are the same.

_kept: dict[str, Entries] = {}


def _keep(rules: FightRules, entries: Entries) -> None:
    _kept.clear()
    _kept[rules.sheet.game_id] = entries


def _replayed(rules: FightRules, events: list[Any]) -> Entries:
    kept = _kept.get(rules.sheet.game_id, ())
    same = 0
    for entry, given in zip(kept, events, strict=False):
        if repr(entry.event.to_json()) != repr(given):  # 1 equals True and 1.0, but only 1 is a whole number
            break
        same += 1
    entries = list(kept[:same])
    sheets = sum(sheets_in(entry.event) for entry in entries)
    for index, given in enumerate(events[same:], same):
        event = read_event(given, f"events.{index}")
        sheets += sheets_in(event)
        refuse_too_many_sheets(sheets, f"events.{index}")
        entries.append(rules.fight.play(end_of(FightState(), entries), event))
    _keep(rules, tuple(entries))
    return tuple(entries)
