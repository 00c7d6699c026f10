"""Inputs in the words of a player: "Half cover", "Skill 2", "Target immune to Shock: no"."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from pyrules.engine.formatting import figure, unit_text
from pyrules.engine.inputs import Choice, Input, ListInput, Number, Pick, RecordInput, Toggle, input_fields

USUAL = "as usual"
NONE = "none"


def differing(inputs: Any) -> list[str]:
    """Each input that is not at its default, with what it is called."""
    held = [(slot, getattr(inputs, slot.name)) for slot in input_fields(type(inputs))]
    return [setting(slot.input, value) for slot, value in held if value != slot.default]


def setting(kind: Input, value: Any) -> str:
    """One input with what it is called, as far as its value does not say that itself."""
    if value is None or value == ():
        return f"{kind.label}: {NONE}"
    if isinstance(kind, Toggle):
        return kind.label if value else f"{kind.label}: no"
    if isinstance(kind, Choice):
        return plain(kind, value)
    if isinstance(kind, RecordInput):
        return f"{kind.label} ({plain(kind, value)})"
    if isinstance(kind, ListInput):
        return _several(kind, value)
    return f"{kind.label} {measured(kind, value)}"


def plain(kind: Input, value: Any) -> str:
    """The value alone, where its label stands beside it."""
    if value is None:
        return NONE
    if isinstance(kind, Toggle):
        return "yes" if value else "no"
    if isinstance(kind, Choice):
        return next(option.label for option in kind.options if option.id == value)
    if isinstance(kind, Pick):
        return kind.named(value)
    if isinstance(kind, ListInput):
        return ", ".join(plain(kind.element, one) for one in value) or NONE
    if isinstance(kind, RecordInput):
        return ", ".join(differing(value)) or USUAL
    if isinstance(kind, Number) and isinstance(value, int):
        return figure(value, signed=kind.signed)
    return kind.to_text(value)


def measured(kind: Input, value: Any) -> str:
    """A value with its unit."""
    return " ".join(filter(None, (plain(kind, value), unit_text(getattr(kind, "unit", ""), value))))


def _several(kind: ListInput, value: tuple[Any, ...]) -> str:
    """Options by name, plain values one after the other, and of groups how many there are."""
    if kind.nested():
        return f"{kind.label}: {len(value)}"
    counted = ((text, len(list(alike))) for text, alike in groupby(measured(kind.element, one) for one in value))
    listed = ", ".join(f"{count} × {text}" if count > 1 else text for text, count in counted)
    return listed if kind.unique else f"{kind.label} {listed}"
