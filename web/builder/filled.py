"""What a character's sheet fills in a calculator's form: the places of its marks, and what the line above asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.filling import is_theirs, source_at
from pyrules.engine.sheet import TARGET_SIDE, WEAPON_SIDE, Source
from web import sheet_fill

Model = dict[str, Any]

ME = "me"


class FromSheet(NamedTuple):
    """What a calculator's page says of sheets: why it takes nothing from them, or what it asks for beside one."""

    unfilled: str
    asks_weapon: bool
    takes_target: bool


def from_sheet(calculator: Calculator[Any]) -> FromSheet:
    """The line of a calculator's page."""
    sheet = pyrules.sheet(calculator.system_id)
    fills = sheet.fills.get(calculator.slug, {})
    unfilled = sheet.unfilled.get(calculator.slug, "")
    return FromSheet(unfilled, sheet_fill.asks_weapon(fills), sheet_fill.takes_target(fills))


def mark(form: Model, calculator: Calculator[Any]) -> Model:
    """The same form, in which each input that a sheet can fill knows whose value that is."""
    fills = pyrules.sheet(calculator.system_id).fills.get(calculator.slug, {})
    for model in _models(form):
        source = source_at(fills, model["key"])
        if source is not None:
            model["whose"] = _whose(source)
    return form


def _whose(source: Source) -> str:
    """The character's own, their weapon's or the target's: what must be chosen for it to be filled."""
    if is_theirs(source):
        return TARGET_SIDE
    named = source if isinstance(source, tuple) else (source,)
    return WEAPON_SIDE if any(one.startswith(f"{WEAPON_SIDE}.") for one in named) else ME


def _models(within: Model) -> Iterator[Model]:
    """Every input of a form, at any depth, those of blank elements too."""
    inside = [*within.get("open", ()), *(model for _, group in within.get("groups", ()) for model in group)]
    for model in [*inside, *within.get("elements", ()), *([within["blank"]] if "blank" in within else ())]:
        yield model
        yield from _models(model)
