"""A request for a fight in one line, for the list of all fights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..render.fight_words import fight_line
from .fight_request import asked
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The round and who is there."""
    return {"ok": True, "line": fight_line(asked(request))}, []
