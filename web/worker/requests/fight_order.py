"""A request to roll the order of a fight, by chance or by typed faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import OUT_OF_RANGE, InvalidInput, NeedsFace
from pyrules.engine.fight.fight_rules import OrderMode
from pyrules.engine.inputs import abbreviate

from . import roll as rolls
from .fight_request import Asked, asked
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The event `order`, not yet part of the fight, with a sentence that says what was rolled.

    `mode` is the id of a way of the game to roll; `faces` are typed faces. Raises `InvalidInput` for another mode.
    """
    at = asked(request)
    mode = _mode(at, request.get("mode"))
    typed = request.get("faces")
    source = rolls.chance() if typed is None else rolls.Typed(typed)
    try:
        order = mode.roll(at.rules, at.state, source, at.table)
    except NeedsFace as needs:
        assert isinstance(source, rolls.Typed)  # chance never runs out
        return rolls.due(source, needs), []
    if isinstance(source, rolls.Typed):
        source.refuse_surplus()
    places = {who: list(place) for who, place in order.places.items()}
    event: dict[str, Any] = {"do": "order", "mode": mode.id, "places": places, "text": ". ".join(order.lines)[:400]}
    if order.numbers:
        event["numbers"] = dict(order.numbers)
    return {"ok": True, "event": event, "lines": list(order.lines)}, []


def _mode(at: Asked, given: Any) -> OrderMode:
    for mode in at.rules.modes:
        if mode.id == given:
            return mode
    known = ", ".join(mode.id for mode in at.rules.modes) or "none"
    text = f"The ways to roll the order of this game are: {known}; got {abbreviate(given)}."
    raise InvalidInput("mode", OUT_OF_RANGE, None, text)
