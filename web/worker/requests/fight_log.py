"""A request for the log of a fight in words, with the odds and faces of each roll and the luck of each side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..render import fight_log
from .fight_request import asked
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The log as `text`, and the sentences of `luck`."""
    at = asked(request)
    return {"ok": True, "text": fight_log.text(at), "luck": list(fight_log.luck_lines(at))}, []
