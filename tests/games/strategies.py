"""Inputs for any calculator, drawn from what it declares."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from pyrules.engine import dice_text
from pyrules.engine import inputs as fields

LONGEST_LIST = 4

DICE = {
    dice_text.ONE_KIND: ["1d8", "2d6+1", "d4", "3", "1d10-2"],
    dice_text.SUM: ["d8", "2d6+1", "1d8+1d4-1", "3", "0", "1D4 - 2"],
    dice_text.BARE: ["1d8", "2d6", "d4", "3D10", "10d20"],
    dice_text.SIGNED: ["0", "+d4", "-1d6", "2d6"],
}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
"""Any JSON."""


@cache
def of_record(record: type) -> st.SearchStrategy[dict[str, Any]]:
    """JSON for a record: required inputs always, others sometimes."""
    slots = fields.input_fields(record)
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
        case fields.ListInput():
            most = max(declared.least, min(declared.most, LONGEST_LIST))
            return st.lists(
                of_input(declared.element),
                min_size=declared.least,
                max_size=most,
                unique_by=repr if declared.unique else None,
            )
        case fields.RecordInput():
            return of_record(declared.of)
    raise NotImplementedError(type(declared))


@cache
def spoiled(record: type) -> st.SearchStrategy[Any]:
    """Declared inputs with any JSON in one place, however deep."""
    return _spoiled(record)


@st.composite
def _spoiled(draw: st.DrawFn, record: type) -> Any:
    inputs = draw(of_record(record))
    at = inputs
    while at:
        key = draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        if not isinstance(at[key], (dict, list)) or not at[key] or draw(st.booleans()):
            at[key] = draw(JSON)
            return inputs
        at = at[key]
    return draw(JSON)


_TEXTS = st.text(max_size=12) | st.integers().map(str) | st.sampled_from(["", "1e9", "−3", "nan", "1/0", "0x1"])


@cache
def junk_pairs(record: type) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Link pairs, most of which name an input of the record or a part of one, with any text."""
    names = st.sampled_from([field.name for field in fields.input_fields(record)])
    keys = names | st.builds("{}.{}".format, names, st.text(max_size=4)) | st.text(max_size=8)
    return st.lists(st.tuples(keys, _TEXTS), max_size=6)
