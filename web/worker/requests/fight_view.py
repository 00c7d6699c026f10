"""A request for what players may see of a fight: as pairs for the player view, and as a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..render import fight_view
from .fight_request import asked
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The `pairs` of the player view with their `schema`, and the `text` of a message.

    `numbers` is true if the numbers of the party are shown.
    """
    at = asked(request)
    seen = fight_view.view(at.rules, at.state, request.get("numbers") is True)
    reply = {"schema": fight_view.SCHEMA, "pairs": fight_view.pairs(seen), "text": fight_view.message(seen)}
    return {"ok": True, **reply}, []
