"""A sheet of an older schema as one of today's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, InvalidInput

from .sheet_request import Reply, pairs_of, sheet_of


def respond(request: Mapping[str, Any]) -> Reply:
    """`data` are the pairs of the sheet, `schema` the number of its schema; raises `InvalidInput`."""
    sheet = sheet_of(request)
    schema = request.get("schema")
    if not isinstance(schema, int) or isinstance(schema, bool):
        raise InvalidInput("schema", BAD_TYPE, schema, "A sheet's schema must be a whole number.")
    pairs = sheet.migrated(schema, [(key, text) for key, text in pairs_of(request, "data")])
    return {"ok": True, "schema": sheet.schema, "data": pairs}, []
