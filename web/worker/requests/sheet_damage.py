"""Rolled damage on a character's sheet: what its hit points or wounds are then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.formatting import figure
from pyrules.engine.sheet.values import Values

from .sheet import Told, pairs_of, sheet_of, table_of

MOST_DAMAGE = 100_000


def respond(request: Mapping[str, Any]) -> Told:
    """The pool that `damage` goes to, its text after that, and sentences that offer and report the change.

    The pool stays within the range of its input. Raises `InvalidInput` for damage that is no number from 0 to 100,000.
    """
    sheet = sheet_of(request)
    damage = _damage(request.get("damage"))
    held, problems = sheet.from_text(pairs_of(request, "pairs"))
    if held is None or sheet.harm is None:
        return {"ok": False}, problems
    me = Values(sheet, held, (), table_of(sheet, request))
    kind, before = me.value(sheet.harm.pool)
    low, high = kind.low, kind.high  # type: ignore[attr-defined]  # a pool is a number
    after = max(low, min(high, before + (damage if sheet.harm.adds else -damage)))
    name, points = me["name"], kind.label.lower()
    does = f"Add {damage} to {name}" if sheet.harm.adds else f"Take {damage} off {name}"
    return {
        "ok": True,
        "pool": sheet.harm.pool,
        "text": kind.to_text(after),
        "offer": f"{does}: {figure(before)} → {figure(after)} {points}",
        "done": f"{name}: {points} {figure(before)} → {figure(after)}.",
    }, problems


def _damage(given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        raise InvalidInput("damage", BAD_TYPE, given, "The damage must be a whole number.")
    if not 0 <= given <= MOST_DAMAGE:
        text = f"The damage must be from 0 to {MOST_DAMAGE}; got {figure(given) if abs(given) < 10**9 else 'more'}."
        raise InvalidInput("damage", OUT_OF_RANGE, None, text)
    return given
