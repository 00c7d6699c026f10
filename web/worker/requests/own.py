"""A player's own rows of a game: which of them can be used, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, InvalidInput
from pyrules.engine.sheet import own_rows

from ..render.sheet import weapon_text
from .sheet_request import Reply, pairs_of, sheet_of


def respond(request: Mapping[str, Any]) -> Reply:
    """`pairs` are the rows of the game `system`, `schema` the number of their schema; raises `InvalidInput`.

    The reply has all rows in the current schema, the usable ones with all of their inputs, and a summary of each of
    these by its place in the request.
    """
    sheet = sheet_of(request)
    schema = request.get("schema")
    if not isinstance(schema, int) or isinstance(schema, bool):
        raise InvalidInput("schema", BAD_TYPE, schema, "The schema of own rows must be a whole number.")
    pairs = sheet.migrated_own(schema, [(key, text) for key, text in pairs_of(request, "pairs")])
    read = own_rows.read(sheet.own_rows, pairs)
    groups = {f"{kind}.{index}": weapon_text(row) for kind, rows in read.rows.items() for index, row in rows.items()}
    reply = {"ok": not read.problems, "given": pairs, "pairs": own_rows.to_pairs(read.rows)}
    return {**reply, "groups": groups}, read.problems
