"""A character on paper: the front of its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..render import paper, sheet
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The front of a printed sheet, with its weapons' odds against the target."""
    seen, problems = sheet.look(request)
    if seen is None:
        return {"ok": False}, problems
    return {"ok": True, "name": seen.me["name"], "html": paper.drawn(seen)}, problems
