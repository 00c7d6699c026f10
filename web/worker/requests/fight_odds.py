"""A request for the odds of the fighter who acts against every other one, for the lines of the list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..render import fight_acts
from .fight_request import asked
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """A short text for each target, by its id: the odds of the pinned act, or else of the best one."""
    at = asked(request)
    if not at.who or at.who not in at.acting:
        return {"ok": True, "odds": {}}, []
    return {"ok": True, "odds": fight_acts.lines_odds(at)}, []
