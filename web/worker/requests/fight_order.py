"""A request to roll the order of a fight, by chance, by typed faces, or by totals that players have added up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import MISSING_FIELD, OUT_OF_RANGE, InvalidInput, NeedsFace
from pyrules.engine.fight.orders import Order, OrderMode
from pyrules.engine.inputs import abbreviate

from . import roll as rolls
from .fight_request import Asked, asked
from .sheet_request import Reply, Response

MOST_TOTAL = 999
"""The largest total that can be typed."""


def respond(request: Mapping[str, Any]) -> Reply:
    """The event `order`, not yet part of the fight, with a sentence that says what was rolled.

    `mode` is the id of a way of the game to roll; `faces` are typed faces, `totals` typed totals by the id of the
    roller. Raises `InvalidInput` for another mode, and for a total that is no number or of nobody.
    """
    at = asked(request)
    mode = _mode(at, request.get("mode"))
    if request.get("totals") is not None:
        return _reply(mode, _by_totals(at, mode, request["totals"])), []
    typed = request.get("faces")
    source = rolls.chance() if typed is None else rolls.Typed(typed)
    try:
        order = mode.roll(at.rules, at.state, source, at.table)
    except NeedsFace as needs:
        assert isinstance(source, rolls.Typed)  # chance never runs out
        return {**rolls.due(source, needs), "title": mode.label}, []
    if isinstance(source, rolls.Typed):
        source.refuse_surplus()
    return _reply(mode, order), []


def _reply(mode: OrderMode, order: Order) -> Response:
    places = {who: list(place) for who, place in order.places.items()}
    event: dict[str, Any] = {"do": "order", "mode": mode.id, "places": places, "text": ". ".join(order.lines)[:400]}
    if order.numbers:
        event["numbers"] = dict(order.numbers)
    return {"ok": True, "event": event, "lines": list(order.lines)}


def _by_totals(at: Asked, mode: OrderMode, given: Any) -> Order:
    names = {one.id: one.name for one in mode.totals.rollers(at.rules, at.state)} if mode.totals else {}
    if mode.totals is None or not isinstance(given, dict) or not given:
        text = "Type at least one total." if names else "Nothing is rolled for this order."
        raise InvalidInput("totals", MISSING_FIELD, None, text)
    for one, total in given.items():
        if one not in names:
            raise InvalidInput("totals", OUT_OF_RANGE, None, f"Nobody here rolls as {abbreviate(one)}.")
        if isinstance(total, bool) or not isinstance(total, int) or abs(total) > MOST_TOTAL:
            text = (
                f"{names[one]}: a total is a whole number from -{MOST_TOTAL} to {MOST_TOTAL}; got {abbreviate(total)}."
            )
            raise InvalidInput(f"totals.{abbreviate(one)}", OUT_OF_RANGE, None, text)
    return mode.totals.order(at.rules, at.state, given, at.table)


def _mode(at: Asked, given: Any) -> OrderMode:
    for mode in at.rules.modes:
        if mode.id == given:
            return mode
    known = ", ".join(mode.id for mode in at.rules.modes) or "none"
    text = f"The ways to roll the order of this game are: {known}; got {abbreviate(given)}."
    raise InvalidInput("mode", OUT_OF_RANGE, None, text)
