"""The QR code of a link that belongs to no calculator."""

from __future__ import annotations

from typing import Any

from pyrules.engine.errors import InvalidInput

from . import share


def respond(request: dict[str, Any]) -> tuple[dict[str, Any], list[InvalidInput]]:
    """`link` is the address of a page; raises `InvalidInput` for anything else."""
    return {"ok": True, "html": share.picture(share.link_of(request))}, []
