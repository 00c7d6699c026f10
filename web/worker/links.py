"""The link of a state: which pairs stand in the address."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from pyrules.engine.calculator import Calculator, SheetChange
from pyrules.engine.inputs import Input, input_fields

Pairs = list[tuple[str, str]]


def shared_names(calculator: Calculator[Any], other: Calculator[Any]) -> list[str]:
    """The names of the inputs that another calculator declares alike: their values travel along to it."""
    here = {slot.name: slot.input for slot in input_fields(calculator.inputs)}
    return [
        slot.name for slot in input_fields(other.inputs) if slot.name in here and _alike(here[slot.name], slot.input)
    ]


def _alike(one: Input, other: Input) -> bool:
    return type(one) is type(other) and one.label == other.label


def pairs(calculator: Calculator[Any], inputs: Any, house: Collection[str] = ()) -> Pairs:
    """The link of these inputs, where an empty one means the page's example.

    Rules of the `house` are spelled out, also where they stand at the standard: left out, they would be the table's.
    """
    if inputs == calculator.start_inputs:
        return calculator.to_pairs(inputs, house)
    return spelled(calculator, inputs, house)


def shared(calculator: Calculator[Any], inputs: Any) -> Pairs:
    """The link of these inputs for anybody, whatever their own table plays by."""
    return pairs(calculator, inputs, calculator.table_rules)


def spelled(calculator: Calculator[Any], inputs: Any, house: Collection[str] = ()) -> Pairs:
    """The link of these inputs, never empty: where all are at their defaults the first is spelled out."""
    spelled = calculator.to_pairs(inputs, house)
    if spelled:
        return spelled
    everything = calculator.spelled_out(inputs)
    heads = [key.partition(".")[0] for key, _ in everything]
    return [pair for pair, head in zip(everything, heads, strict=True) if head == heads[0]]


def sheet_change(calculator: Calculator[Any], change: SheetChange | None) -> dict[str, Any] | None:
    """What changes on a sheet, as JSON; the inputs that the change uses up come as link pairs."""
    if change is None:
        return None
    kinds = {slot.name: slot.input for slot in input_fields(calculator.inputs)}
    return {
        **asdict(change),
        "resets": [p for name, one in change.resets.items() for p in kinds[name].pairs(name, one)],
    }
