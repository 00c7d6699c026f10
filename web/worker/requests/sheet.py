"""A request for the derived values of a sheet and the odds of its acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..render import sheet, views
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The derived values of a sheet, and its acts with their odds."""
    view, problems = sheet.view(request)
    if view is None:
        return {"ok": False}, problems
    me = view.me
    return {
        "ok": True,
        "name": me["name"],
        "line": me.sheet.summary(me),
        "status": me.sheet.status(me),
        "derived": sheet.derived(me),
        "pools": {pool.name: me[pool.most] for pool in me.sheet.pools if pool.most},
        "groups": sheet.summaries(view.held),
        "html": views.template("sheet.html").render(
            weapons=view.weapons,
            others=view.others,
            blocked_reason=view.blocked_reason,
            conditions=view.conditions,
            theirs=view.theirs,
            they=view.target["name"] if view.theirs else "",
        ),
    }, problems
