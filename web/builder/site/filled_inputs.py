"""Which inputs of a calculator a character's sheet fills: the places of their marks, and the line above the form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.inputs import ListInput, RecordInput
from pyrules.engine.sheet.bindings import from_start
from pyrules.engine.sheet.paths import input_at, source_at
from pyrules.engine.sheet.retargeting import takes_targets
from pyrules.engine.sheet.sheet import Roles
from pyrules.engine.sheet.sources import is_theirs
from web.worker.requests import fill

Model = dict[str, Any]

ALWAYS, WITHOUT_TARGET, NEVER = "always", "without-target", ""
"""When a character's answer still uses values of the page's example."""


class FromSheet(NamedTuple):
    """How a calculator's page uses sheets: why it uses none (`not_bound`), or what else it asks for.

    `rests` says when a character's answer still uses values of the page's example: ALWAYS, WITHOUT_TARGET or NEVER.
    `takes_targets` says whether several targets can stand side by side. `roles` names the parts of both sides if the
    character does not act on a target.
    """

    not_bound: str
    asks_weapon: bool
    takes_target: bool
    takes_targets: bool
    rests: str
    roles: Roles | None


def from_sheet(calculator: Calculator[Any]) -> FromSheet:
    """How this calculator's page uses sheets."""
    sheet = pyrules.sheet(calculator.game_id)
    bindings = sheet.bindings.get(calculator.slug, {})
    not_bound = sheet.not_bound.get(calculator.slug, "")
    asks_weapon, takes_target = fill.asks_weapon(bindings), fill.takes_target(bindings)
    roles = sheet.roles.get(calculator.slug)
    return FromSheet(not_bound, asks_weapon, takes_target, takes_targets(bindings), _rests(calculator), roles)


def _rests(calculator: Calculator[Any]) -> str:
    bindings = pyrules.sheet(calculator.game_id).bindings.get(calculator.slug, {})
    required = [key for key, _ in from_start(calculator)]
    kinds = {key: input_at(calculator.inputs, key) for key in required}
    sources = [source_at(bindings, key) for key in required if not isinstance(kinds[key], (ListInput, RecordInput))]
    if None in sources:
        return ALWAYS
    return WITHOUT_TARGET if any(source is not None and is_theirs(source) for source in sources) else NEVER


def mark(form: Model, calculator: Calculator[Any]) -> Model:
    """The form, with a place for a mark at each input that a sheet can fill or the example must supply."""
    bindings = pyrules.sheet(calculator.game_id).bindings.get(calculator.slug, {})
    for model in _models(form):
        bound = source_at(bindings, model["key"]) is not None
        model["whose"] = bound or (bool(bindings) and model.get("required", False))
    return form


def _models(within: Model) -> Iterator[Model]:
    """Every input of a form, at any depth, also in blank elements."""
    inside = [*within.get("open", ()), *(model for _, group in within.get("groups", ()) for model in group)]
    for model in [*inside, *within.get("elements", ()), *([within["blank"]] if "blank" in within else ())]:
        yield model
        yield from _models(model)
