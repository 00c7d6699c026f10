"""A request for the odds of the fighter who acts against others, for the lines of the list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, InvalidInput
from pyrules.engine.inputs import abbreviate

from ..render import fight_acts
from .fight_request import asked
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """A short text for each target, by its id: the odds of the pinned act, or else of the best one.

    `targets` are the ids of the targets; without them all others are.
    """
    at = asked(request)
    targets = request.get("targets")
    if targets is not None and not isinstance(targets, list):
        text = f"The targets are a list of fighters; got {abbreviate(targets)}."
        raise InvalidInput("targets", BAD_TYPE, None, text)
    if not at.who or at.who not in at.may_act:
        return {"ok": True, "odds": {}}, []
    return {"ok": True, "odds": fight_acts.lines_odds(at, targets)}, []
