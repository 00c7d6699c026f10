"""A request to roll an act of a fight, by chance or by typed faces: its steps, and the changes that follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, InvalidInput, NeedsFace
from pyrules.engine.fight.acts import Here
from pyrules.engine.fight.odds import roll
from pyrules.engine.inputs import abbreviate

from ..render import fight_acts
from . import roll as rolls
from .fight_request import Asked, asked
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The steps of the roll as HTML with a line for each change, and the act as an event with all of them.

    `act`, `who`, `to`, `weapon` and `options` say what is done. `faces` are typed faces; without them the dice are
    fair. A reply to faces that have run out says which die is due, and as `title` for which act. Raises `UnknownName`
    for an unknown act.
    """
    at = asked(request)
    act = at.rules.act(request.get("act"))
    here = at.rules.checked(act, here_of(at, request))
    typed = request.get("faces")
    source = rolls.chance() if typed is None else rolls.Typed(typed)
    try:
        rolled = roll(act, here, source)
    except NeedsFace as needs:
        assert isinstance(source, rolls.Typed)  # chance never runs out
        return {**rolls.due(source, needs), "title": fight_acts.title(act, here)}, []
    if isinstance(source, rolls.Typed):
        source.refuse_surplus()
    event = rolled.event
    if rolled.roll:
        event = event._replace(fields={**event.fields, "odds": rolls.likely(rolled.roll.chance)})
    return {"ok": True, "html": fight_acts.rolled(act, here, rolled), "event": event.to_json()}, []


def here_of(at: Asked, request: Mapping[str, Any]) -> Here:
    """Who acts on whom, with which weapon and options; raises `InvalidInput` for an actor who is not there."""
    who = at.fighter("who") or at.who
    if not who:
        raise InvalidInput("who", BAD_TYPE, None, "An act needs a fighter of this fight who acts.")
    weapon = request.get("weapon")
    if weapon is not None and (type(weapon) is not int or weapon < 0):
        raise InvalidInput("weapon", BAD_TYPE, None, f"The weapon is a whole number; got {abbreviate(weapon)}.")
    given = request.get("options")
    options = given if isinstance(given, dict) else {}
    chosen = {key: value for key, value in options.items() if isinstance(value, str)}
    to = request.get("to", "")
    return at.here(who, to if isinstance(to, str) and at.state.knows(to) else "", weapon_at=weapon, options=chosen)
