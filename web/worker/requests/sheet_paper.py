"""A request for the front of a printed sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..render import paper, sheet
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The front of a printed sheet, with the odds of its weapons against the target."""
    view, problems = sheet.view(request)
    if view is None:
        return {"ok": False}, problems
    return {"ok": True, "name": view.me["name"], "html": paper.drawn(view)}, problems
