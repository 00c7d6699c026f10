"""A request to declare what fighters will do in this round, several at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, NOT_ALLOWED, OUT_OF_RANGE, InvalidInput
from pyrules.engine.fight.events import LONGEST_TEXT, Event
from pyrules.engine.inputs import Option, abbreviate

from ..render.declarations import USUAL, Declaring, declaring
from ..render.fight_words import listed
from .fight_request import Asked, asked
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The event, not yet part of the fight, in which the fighters of `who` declare.

    `option` is the id of what they declare, or empty for what is most usual for each; without one, each declares the
    same as last. Raises `InvalidInput` if the game has no declarations, or none of the fighters can declare that now.
    """
    at = asked(request)
    found = declaring(at)
    who = request.get("who")
    if not isinstance(who, list):
        raise InvalidInput("who", BAD_TYPE, None, f"Who declares is a list of fighters; got {abbreviate(who)}.")
    able = [one for one in found if one.who in who]
    chosen = [(one, option) for one in able if (option := _option(one, request.get("option")))]
    if not chosen:
        raise InvalidInput("who", NOT_ALLOWED, None, "None of these fighters can declare that now.")
    return {"ok": True, "event": _event(at, chosen).to_json()}, []


def _option(one: Declaring, given: Any) -> Option | None:
    if given is None:
        return one.last()
    if given == USUAL:
        return one.options[0]
    for option in one.options:
        if option.id == given:
            return option
    known = ", ".join(option.id for option in one.options)
    raise InvalidInput("option", OUT_OF_RANGE, None, f"What is declared is one of {known}; got {abbreviate(given)}.")


def _event(at: Asked, chosen: list[tuple[Declaring, Option]]) -> Event:
    """One event for all of them, so that one undo takes it back."""
    events = [one.event(option) for one, option in chosen]
    if len(events) == 1:
        return events[0]
    text = f"{listed([at.state[one.who].name for one, _ in chosen])} declare"
    return Event("change", "", {"text": text[:LONGEST_TEXT]}, tuple(change for one in events for change in one.then))
