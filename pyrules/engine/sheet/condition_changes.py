"""What each condition of a sheet changes in the inputs of a calculator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..calculator import Calculator
from ..formatting import figure
from ..inputs import Input, ListInput, Number, Pairs, Toggle
from .bindings import Filled, filled_by
from .sheet import Sheet
from .sources import Bindings, sources_of, theirs
from .values import Matchup


def condition_dependent(sheet: Sheet, bindings: Bindings) -> Bindings:
    """The bindings whose values a condition of this sheet can change."""
    return {
        path: source for path, source in bindings.items() if not sheet.condition_free.issuperset(sources_of(source))
    }


def target_condition_dependent(sheet: Sheet, bindings: Bindings) -> Bindings:
    """The bindings whose values a condition of the target's sheet can change."""
    moving = condition_dependent(sheet, theirs(bindings))
    return {path: source for path, source in bindings.items() if path in moving}


def changed(
    calculator: Calculator[Any], bindings: Bindings, before: Matchup, after: Matchup, pairs: Pairs = ()
) -> list[str]:
    """The changes that one condition makes to a calculator's inputs, as texts of its chips.

    `before` is the matchup without the condition, `after` with it. `pairs` are the current form.
    """
    found: list[str] = []
    for path, source in bindings.items():
        if any(before[one] != after[one] for one in sources_of(source)):
            were, are = (filled_by(calculator, path, source, one, pairs)[0] for one in (before, after))
            found += changes(were, are)
    return found


def changes(before: Sequence[Filled], after: Sequence[Filled]) -> list[str]:
    """The differences between two sets of inputs, as texts of their chips: "You are prone −4"."""
    were = {one.path: one for one in before}
    return [text for one in after for text in _change(were.get(one.path), one)]


def _change(before: Filled | None, after: Filled) -> list[str]:
    was = before.value if before else None
    # A cleared input gives way to another input, which reports its own change.
    if was == after.value or after.value is None:
        return []
    if isinstance(after.input, ListInput) and after.input.unique:
        options: Any = after.input.element
        more = [option for option in options.options if option.id in after.value and option.id not in (was or ())]
        less = [option for option in options.options if option.id in (was or ()) and option.id not in after.value]
        return [f"{o.label} {o.note}".strip() for o in more] + [f"not {o.label}" for o in less]
    if isinstance(after.input, Toggle):
        return [f"{after.input.label} {after.input.effect}".strip() if after.value else f"{after.input.label}: no"]
    if isinstance(after.input, Number) and isinstance(was, int) and isinstance(after.value, int):
        return [f"{after.input.label} {figure(after.value - was, signed=True)}"]
    return [f"{after.input.label}: {_value_text(after.input, after.value)}"]


def _value_text(kind: Input, value: Any) -> str:
    if value is None:
        return kind.empty
    options = getattr(kind, "options", ())
    return next((option.label for option in options if option.id == kind.to_text(value)), kind.to_text(value))
