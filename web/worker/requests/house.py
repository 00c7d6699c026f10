"""The page of a game's table rules: what of them can be used, and what cannot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyrules
from pyrules.engine.errors import InvalidInput

from .. import table_rules


def respond(request: Mapping[str, Any]) -> tuple[dict[str, Any], list[InvalidInput]]:
    """The rules of a game as a device keeps them. Raises `UnknownName`, or `InvalidInput` for malformed `pairs`."""
    name = request.get("system")
    rules = pyrules.table_rules(name if isinstance(name, str) else "")
    table = table_rules.read(rules, request.get("pairs"))
    reply = {"ok": not table.problems, "pairs": table_rules.pairs(rules, table), **table_rules.summary(rules, table)}
    return reply, list(table.problems)
