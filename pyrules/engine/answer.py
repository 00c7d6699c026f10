"""Answers: named exact values. Also all that declares the outputs of a calculator, one function for each kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .formatting import exact
from .outputs.curve import curve
from .outputs.distribution import distribution
from .outputs.output import Output, api_only
from .outputs.rows import record, rows
from .outputs.single import figure, flag, listing, named, percent, word
from .outputs.squares import Square, board, squares
from .procedure import Modifier, Roll

__all__ = [
    "Answer",
    "Output",
    "Square",
    "api_only",
    "board",
    "curve",
    "distribution",
    "figure",
    "flag",
    "listing",
    "named",
    "percent",
    "record",
    "roll_values",
    "rows",
    "squares",
    "text_keys",
    "whole",
    "wire",
    "word",
]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a calculator answers: its id and a value for every declared output."""

    calculator: str
    values: dict[str, Any]


def text_keys(probabilities: Mapping[Any, Fraction]) -> dict[str, Fraction]:
    """The distribution of an answer: probabilities with texts as keys."""
    return {str(outcome): p for outcome, p in probabilities.items()}


def whole(value: int | Fraction) -> int | Fraction:
    """`value` as an integer if it is one, for outputs that count or measure."""
    return value.numerator if value.denominator == 1 else value


def wire(value: Any) -> Any:
    """A value as JSON. A Fraction becomes a text (`formatting.exact`)."""
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, dict):
        return {str(key): wire(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [wire(one) for one in value]
    return value


def roll_values(roll: Roll) -> dict[str, Any]:
    """A roll as JSON: its steps with their faces as `[sides, value]`, its outcome, and the chance of that outcome."""
    return {
        "steps": [
            {
                "label": step.label,
                "rule": step.rule,
                "faces": [[face.sides, face.value] for face in step.faces],
                "modifiers": [_modifier(modifier) for modifier in step.modifiers],
                "total": step.total,
                "text": step.text,
            }
            for step in roll.steps
        ],
        "outcome": roll.outcome,
        "chance": wire(roll.chance),
    }


def _modifier(modifier: Modifier) -> dict[str, Any]:
    return {"label": modifier.label, "value": modifier.value, "rule": modifier.rule}
