"""What a character's sheet fills in a calculator's form: the places of its marks, and what the line above asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.inputs import ListInput, RecordInput
from pyrules.engine.sheet.bindings import from_start
from pyrules.engine.sheet.paths import input_at, source_at
from pyrules.engine.sheet.sheet import Roles
from pyrules.engine.sheet.sources import is_theirs
from web.worker.requests import fill

Model = dict[str, Any]

ALWAYS, WITHOUT_TARGET, NEVER = "always", "without-target", ""
"""When the answer for a character rests on the page's example."""


class FromSheet(NamedTuple):
    """What a calculator's page says of sheets: why it takes nothing from them, or what it asks for beside one.

    `rests` says when the answer for a character rests on the page's example: ALWAYS, WITHOUT_TARGET or NEVER. `roles`
    are the parts of both sides if the character does not act on a target.
    """

    unfilled: str
    asks_weapon: bool
    takes_target: bool
    rests: str
    roles: Roles | None


def from_sheet(calculator: Calculator[Any]) -> FromSheet:
    """The line of a calculator's page."""
    sheet = pyrules.sheet(calculator.game_id)
    bindings = sheet.bindings.get(calculator.slug, {})
    unfilled = sheet.unfilled.get(calculator.slug, "")
    asks_weapon, takes_target = fill.asks_weapon(bindings), fill.takes_target(bindings)
    return FromSheet(unfilled, asks_weapon, takes_target, _rests(calculator), sheet.roles.get(calculator.slug))


def _rests(calculator: Calculator[Any]) -> str:
    bindings = pyrules.sheet(calculator.game_id).bindings.get(calculator.slug, {})
    required = [key for key, _ in from_start(calculator)]
    kinds = {key: input_at(calculator.inputs, key) for key in required}
    sources = [source_at(bindings, key) for key in required if not isinstance(kinds[key], (ListInput, RecordInput))]
    if None in sources:
        return ALWAYS
    return WITHOUT_TARGET if any(source is not None and is_theirs(source) for source in sources) else NEVER


def mark(form: Model, calculator: Calculator[Any]) -> Model:
    """The same form, with a place for a mark at each input that a sheet can fill or the example must supply."""
    bindings = pyrules.sheet(calculator.game_id).bindings.get(calculator.slug, {})
    for model in _models(form):
        bound = source_at(bindings, model["key"]) is not None
        model["whose"] = bound or (bool(bindings) and model.get("required", False))
    return form


def _models(within: Model) -> Iterator[Model]:
    """Every input of a form, at any depth, those of blank elements too."""
    inside = [*within.get("open", ()), *(model for _, group in within.get("groups", ()) for model in group)]
    for model in [*inside, *within.get("elements", ()), *([within["blank"]] if "blank" in within else ())]:
        yield model
        yield from _models(model)
