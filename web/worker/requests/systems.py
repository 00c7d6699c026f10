"""The games with their calculators."""

from __future__ import annotations

from typing import Any

import pyrules
from pyrules.engine.errors import InvalidInput


def respond(_: dict[str, Any]) -> tuple[dict[str, Any], list[InvalidInput]]:
    """Every game: its id, its name, and the ids of its calculators."""
    listed = [
        {"id": game.id, "name": game.name, "calculators": [c.id for c in game.calculators]} for game in pyrules.GAMES
    ]
    return {"ok": True, "values": listed}, []
