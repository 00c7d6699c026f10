"""Whether the dice are fair: the faces that a page has counted, drawn and judged."""

from __future__ import annotations

from typing import Any

from pyrules.engine.errors import InvalidInput

from ..render import fairness


def respond(request: dict[str, Any]) -> tuple[dict[str, Any], list[InvalidInput]]:
    """`counts` gives for each number of sides, as text, how often each face came; raises `InvalidInput`."""
    return {"ok": True, "html": fairness.drawn(request.get("counts"))}, []
