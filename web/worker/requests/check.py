"""What the form of a sheet will refuse of a character that is to be imported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import migrate
from .sheet_request import Reply, sheet_of


def respond(request: Mapping[str, Any]) -> Reply:
    """The problems of a sheet, once it has today's schema."""
    migrated, _ = migrate.respond(request)
    _, problems = sheet_of(request).from_text(migrated["data"])
    return {"ok": True}, problems
