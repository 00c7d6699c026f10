"""The link of a state: which pairs stand in the address."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pyrules.engine.calculator import Calculator
from pyrules.engine.inputs import Input, slots

Pairs = list[tuple[str, str]]


def carried(calculator: Calculator[Any], other: Calculator[Any]) -> list[str]:
    """The names of the inputs that another calculator declares alike: their values travel along to it."""
    here = {slot.name: slot.input for slot in slots(calculator.inputs)}
    return [slot.name for slot in slots(other.inputs) if slot.name in here and _alike(here[slot.name], slot.input)]


def _alike(one: Input, other: Input) -> bool:
    return type(one) is type(other) and one.label == other.label


def pairs(calculator: Calculator[Any], inputs: Any, house: Collection[str] = ()) -> Pairs:
    """The link of these inputs, where an empty one means the page's example.

    Rules of the `house` are spelled out, also where they stand at the standard: left out, they would be the table's.
    """
    if inputs == calculator.parse(dict(calculator.start)):
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
