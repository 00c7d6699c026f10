"""A request for a fight as it stands, with a new event if there is one: the parts of the page, and what to store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..render import fight, fight_words
from .fight_request import Asked, asked
from .sheet_request import Reply, Response

FULL = "This fight is as long as a fight can be: start again with the same party."


def respond(request: Mapping[str, Any]) -> Reply:
    """The parts of the fight's page.

    `event` is a new event. It is added with what follows from it; the reply has `events` and `cursor` to store before
    the parts are shown. If it is refused, or the fight has no room for it, nothing is to be stored, and `why` says why.
    """
    before = asked(request)
    if request.get("event") is None:
        return {**shown(before), "changed": False}, []
    event = before.rules.recorded(before.state, request["event"], before.table)
    after = before.with_event(event)
    why = after.entries[-1].reason or (FULL if after.is_too_long else "")
    if why:
        return {**shown(before), "changed": False, "why": why}, []
    return {**shown(after), "changed": True, "events": after.events, "cursor": len(after.entries)}, []


def shown(at: Asked) -> Response:
    """The parts of the page and what its scripts need to know."""
    state = at.state
    return {
        "ok": True,
        "parts": fight.parts(at),
        "line": fight_words.turn_line(at),
        "last": fight_words.entry_text(at.rules, at.entries[-1]) if at.entries else "",
        "acting": list(at.acting),
        "who": at.who,
        "round": state.round,
        "begun": state.begun,
        "names": {fighter.id: fighter.name for fighter in state.combatants},
        "can": {"undo": bool(at.entries), "redo": bool(at.later)},
        "refused": [
            {"index": index, "text": fight_words.refused_line(at, index)}
            for index, entry in enumerate(at.entries)
            if entry.refused
        ],
    }
