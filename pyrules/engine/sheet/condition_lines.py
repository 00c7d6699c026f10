"""What a condition changes, in words, for the reference."""

from __future__ import annotations

from ..formatting import figure
from .conditions import Conditions, Effect


def lines(conditions: Conditions, condition: str) -> tuple[str, ...]:
    """What a condition changes: "Armor Class −2", "No actions"."""
    effects = conditions.effects_of(condition)
    barred = (conditions.bars[effect.bars].line for effect in effects if effect.bars)
    return (*(_line(conditions, effect) for effect in effects if effect.on), *filter(None, barred))


def _line(conditions: Conditions, effect: Effect) -> str:
    label = conditions.changes[effect.on].label
    kinds = f" ({', '.join(effect.when)})" if effect.when else ""
    if effect.number:
        return f"{label} {figure(conditions.modifier(effect).value, signed=True)}{kinds}"
    table = conditions.options_of(effect)
    row = table.row(effect.option)
    numbers = [
        f"{figure(row[column], signed=True)}{'' if index == 0 else ' ' + table.columns[column].lower()}"
        for index, column in enumerate(key for key in table.columns if key in table.signed)
        if row[column]
    ]
    return f"{label} {', '.join(numbers) or row['label']}{kinds}"
