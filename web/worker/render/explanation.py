"""Why a figure is what it is: its exact value, the steps that lead to it, and the rule that says so."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.formatting import odds
from pyrules.engine.outputs.single import PERCENT
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
    def steps(places: tuple[int, ...]) -> list[dict[str, Any]]:
        return [_step(*walked[at]) for at in places]

    def why(output: Output, value: Any) -> Why:
        rule = facts.rule(output.rule) if output.rule else None
        return Why(output.name, _exact(output, value), steps(leading(walked, output, value)), rule)

    return why


def leading(walked: list[Reached], output: Output, value: Any) -> tuple[int, ...]:
    """The places of the steps from which a value comes about.

    - Steps that give the value by its name explain it alone.
    - A value that depends on a roll needs every step up to the last one that cites the value's rule, from the start of
      that explanation.
    - A certain value, such as a bonus, needs only the steps from the first to the last that cite its rule; a figure,
      only those that give no other one.
    - Where no step cites the rule, all steps are shown.
    """
    giving = tuple(at for at, (step, _) in enumerate(walked) if step.gives == output.name)
    if giving:
        return giving
    certain = output.kind.is_certain(value)
    alone = certain and output.kind.name == "figure"
    open_to = [at for at, (step, _) in enumerate(walked) if not (alone and step.gives)]
    governed = [at for at in open_to if output.rule in walked[at][0].rules]
    if not governed:
        return tuple(open_to)
    last = governed[-1]
    begun = max((at for at in range(last + 1) if walked[at][0].starts_new_explanation), default=0)
    first = governed[0] if certain else begun
    return tuple(at for at in open_to if first <= at <= last)


def _exact(output: Output, value: Any) -> str:
    """The exact value, where the figure shown is a rounded one."""
    if not output.kind.is_number or not isinstance(value, Fraction) or value.denominator == 1:
        return ""
    text = str(pyrules.wire(value))
    near = odds(value) if output.kind is PERCENT and not output.signed else ""
    about = f", about {near}" if near else ""
    return f"Exactly {text}{about}." if "/" in text else f"To 12 decimals {text}{about}."


def _step(step: Step[Any], reached: Fraction) -> dict[str, Any]:
    counted = tuple(modifier for modifier in step.modifiers if modifier.value)
    return {
        "label": step.label,
        "rule": step.rule,
        "reached": reached,
        "modifiers": counted,
        "total": total(counted),
    }
