"""The link of a state: which pairs stand in the address."""

from __future__ import annotations

from typing import Any

from pyrules.engine.calculator import Calculator

Pairs = list[tuple[str, str]]


def pairs(calculator: Calculator[Any], inputs: Any) -> Pairs:
    """The link of these inputs, where an empty one means the page's example."""
    if inputs == calculator.parse(dict(calculator.start)):
        return calculator.to_pairs(inputs)
    return spelled(calculator, inputs)


def spelled(calculator: Calculator[Any], inputs: Any) -> Pairs:
    """The link of these inputs, never empty: where all are at their defaults the first is spelled out."""
    spelled = calculator.to_pairs(inputs)
    if spelled:
        return spelled
    everything = calculator.spelled_out(inputs)
    heads = [key.partition(".")[0] for key, _ in everything]
    return [pair for pair, head in zip(everything, heads, strict=True) if head == heads[0]]
