"""Inputs for any calculator, drawn from what it declares."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from pyrules.engine import dice_text, fields

LONGEST_LIST = 4

DICE = {
    dice_text.ONE_KIND: ["1d8", "2d6+1", "d4", "3", "1d10-2"],
    dice_text.SUM: ["d8", "2d6+1", "1d8+1d4-1", "3", "0", "1D4 - 2"],
    dice_text.BARE: ["1d8", "2d6", "d4", "3D10", "10d20"],
    dice_text.SIGNED: ["0", "+d4", "-1d6", "2d6"],
}


def of_record(record: type) -> st.SearchStrategy[dict[str, Any]]:
    """JSON for a record: required inputs always, others sometimes."""
    slots = fields.slots(record)
    required = {s.name: of_input(s.input) for s in slots if s.default is fields.REQUIRED}
    optional = {s.name: of_input(s.input) for s in slots if s.default is not fields.REQUIRED}
    return st.fixed_dictionaries(required, optional=optional)


def of_input(declared: fields.Input) -> st.SearchStrategy[Any]:
    """JSON for one input."""
    plain = _plain(declared)
    return st.none() | plain if declared.nullable else plain


def _plain(declared: fields.Input) -> st.SearchStrategy[Any]:
    match declared:
        case fields.Number():
            numbers = st.integers(declared.low, declared.high)
            return numbers | st.sampled_from(declared.words) if declared.words else numbers
        case fields.Amount():
            whole = st.integers(declared.above + 1, declared.high)
            return whole | st.builds(
                lambda n, d: f"{n * d + 1}/{d}", st.integers(declared.above, 999), st.integers(1, 9)
            )
        case fields.Choice():
            return st.sampled_from([option.id for option in declared.options])
        case fields.Pick():
            return st.sampled_from([int(option.id) for option in declared.options])
        case fields.Toggle():
            return st.booleans()
        case fields.Text():
            return st.text(min_size=1, max_size=declared.longest)
        case fields.DiceText():
            return st.sampled_from(DICE[declared.grammar])
        case fields.Many():
            most = max(declared.least, min(declared.most, LONGEST_LIST))
            return st.lists(
                of_input(declared.element),
                min_size=declared.least,
                max_size=most,
                unique_by=repr if declared.unique else None,
            )
        case fields.Record():
            return of_record(declared.of)
    raise NotImplementedError(type(declared))
