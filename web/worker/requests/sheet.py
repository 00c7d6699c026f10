"""What follows from a character's sheet, and what the character can do with which odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..render import sheet, views
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """What follows from a sheet, and what it can do with which odds."""
    seen, problems = sheet.look(request)
    if seen is None:
        return {"ok": False}, problems
    me = seen.me
    return {
        "ok": True,
        "name": me["name"],
        "line": me.sheet.summary(me),
        "status": me.sheet.status(me),
        "derived": sheet.derived(me),
        "pools": {pool.name: me[pool.most] for pool in me.sheet.pools if pool.most},
        "groups": sheet.summaries(seen.held),
        "html": views.template("sheet.html").render(
            weapons=seen.weapons,
            others=seen.others,
            blocked_reason=seen.blocked_reason,
            conditions=seen.conditions,
            theirs=seen.theirs,
            they=seen.target["name"] if seen.theirs else "",
        ),
    }, problems
