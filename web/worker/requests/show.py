"""Draws one part of what a script of the Console shows."""

from __future__ import annotations

from typing import Any

from pyrules.engine.errors import InvalidInput

from ..render import shown


def respond(request: dict[str, Any]) -> tuple[dict[str, Any], list[InvalidInput]]:
    """`part` is what `web/console/shown.py` describes; `name` tells the part from others of the page.

    Raises `InvalidInput` for anything else: a script may send what it likes.
    """
    return {"ok": True, "html": shown.drawn(request.get("part"), request.get("name"))}, []
