"""Why a figure is what it is: its exact value, the steps that lead to it, and the rule that says so."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.procedure import Step, total
from pyrules.engine.tables import Rule

Reached = tuple[Step[Any], Fraction]


class Why(NamedTuple):
    """What opens under one value of an answer."""

    name: str
    exact: str
    steps: list[dict[str, Any]]
    rule: Rule | None


def explain(calculator: Calculator[Any], inputs: Any) -> Callable[[Output, Any], Why]:
    """A function that explains any value of one answer."""
    facts = pyrules.facts(calculator.game_id)
    walked = calculator.steps(inputs)

    @cache
    def steps(first: int, last: int) -> list[dict[str, Any]]:
        return [_step(step, reached) for step, reached in walked[first:last]]

    def why(output: Output, value: Any) -> Why:
        rule = facts.rule(output.rule) if output.rule else None
        return Why(output.name, _exact(output, value), steps(*_leading(walked, output, value)), rule)

    return why


def _leading(walked: list[Reached], output: Output, value: Any) -> tuple[int, int]:
    """From which step to which a value comes about.

    A value that depends on a roll needs every step up to the last one that cites the value's rule, from the start of
    that explanation. A certain value, such as a bonus, needs only the steps that cite its rule. Where no step cites the
    rule, all steps are shown.
    """
    governed = [at for at, (step, _) in enumerate(walked) if output.rule in _cited(step)]
    if not governed:
        return 0, len(walked)
    last = governed[-1]
    begun = max((at for at in range(last + 1) if walked[at][0].starts_new_explanation), default=0)
    return governed[0] if output.kind.is_certain(value) else begun, last + 1


def _cited(step: Step[Any]) -> set[str]:
    return {step.rule, *(modifier.rule for modifier in step.modifiers)}


def _exact(output: Output, value: Any) -> str:
    """The exact value, where the figure shown is a rounded one."""
    if not output.kind.is_number or not isinstance(value, Fraction) or value.denominator == 1:
        return ""
    text = str(pyrules.wire(value))
    return f"Exactly {text}." if "/" in text else f"To 12 decimals {text}."


def _step(step: Step[Any], reached: Fraction) -> dict[str, Any]:
    counted = tuple(modifier for modifier in step.modifiers if modifier.value)
    return {
        "label": step.label,
        "rule": step.rule,
        "reached": reached,
        "modifiers": counted,
        "total": total(counted),
    }
