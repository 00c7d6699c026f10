"""A request to correct numbers of an older event of a fight, or to strike the event out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.fight.corrections import corrected, decided_again
from pyrules.engine.fight.events import Event
from pyrules.engine.fight.fighters import FightState
from pyrules.engine.fight.replay import Entry, end_of
from pyrules.engine.inputs import abbreviate

from ..render.fight_words import correction
from .fight_request import asked
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The `events` from that place on, not yet part of the fight, and a `text` that says what else is different now.

    `at` is the place of the event, `numbers` the new numbers by the places of its changes; with `strike` the event is
    left out. What follows from the later events is decided again. Raises `InvalidInput` for what is wrong.
    """
    at = asked(request)
    index = request.get("at")
    if type(index) is not int or not 0 <= index < len(at.entries):
        text = f"The entry must be from 0 to {len(at.entries) - 1}; got {abbreviate(index)}."
        raise InvalidInput("at", OUT_OF_RANGE, None, text)
    old, before = at.entries[index:], at.entries[index].before
    found: list[Entry[FightState, Event]] = []
    is_struck = request.get("strike") is True
    if not is_struck:
        numbers = _numbers(old[0].event, request.get("numbers"))
        found.append(at.rules.fight.play(before, corrected(at.rules, before, old[0].event, numbers, at.table)))
    found += decided_again(at.rules, end_of(before, found), old[1:], at.table)
    done = "The entry is struck out." if is_struck else "The entry is corrected."
    text = correction(at.rules, at.state, end_of(before, found), done)
    return {"ok": True, "events": [entry.event.to_json() for entry in found], "text": text}, []


def _numbers(event: Event, given: Any) -> dict[int, int]:
    """The new numbers by the places of the changes; those that have a number are `track` with `by`.

    A loss stays a loss, with or without its sign, as in the lines of a roll.
    """
    places = {str(place): place for place, one in enumerate(event.then) if one.do == "track" and "by" in one.fields}
    if not isinstance(given, dict) or not all(type(number) is int for number in given.values()):
        raise InvalidInput("numbers", BAD_TYPE, None, f"The numbers are whole numbers; got {abbreviate(given)}.")
    for place in given:
        if place not in places:
            known = ", ".join(places) or "none"
            text = f"The changes with a number are: {known}; got {abbreviate(place)}."
            raise InvalidInput("numbers", OUT_OF_RANGE, None, text)
    losses = {place for place in places.values() if event.then[place].get("by") < 0}
    found = {places[place]: number for place, number in given.items()}
    return {place: -abs(number) if place in losses else number for place, number in found.items()}
