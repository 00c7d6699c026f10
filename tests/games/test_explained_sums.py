"""A figure that is explained as a sum equals it.

A whole number is explained as a sum where the steps shown under it add modifiers and roll no dice. Steps that give the
figure by its name add up to it together; otherwise the last step with modifiers comes to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.procedure import Step, total
from web.worker.render import explanation

from ..drawing import examples
from .asking import start_of
from .strategies import of_record

each_calculator = pytest.mark.parametrize(
    "calculator", [c for game in pyrules.GAMES for c in game.calculators], ids=lambda calculator: calculator.id
)


@cache
def cases() -> dict[str, list[dict[str, Any]]]:
    """The inputs of the golden cases that have an answer, by calculator."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in (Path(__file__).parents[1] / "vectors").glob("*.json"):
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
            if "error" not in case["expected"]:
                found.setdefault(case["calculator"], []).append(case["inputs"])
    return found


def near_example(calculator: Calculator[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """The example of the page with some inputs drawn: fewer of these are refused."""
    drawn = of_record(calculator.inputs)
    names = st.sets(st.sampled_from(list(calculator.inputs.__dataclass_fields__)), max_size=3)
    return st.builds(
        lambda new, kept: {**calculator.start, **{name: one for name, one in new.items() if name in kept}}, drawn, names
    )


def is_sum(shown: list[Step[Any]]) -> bool:
    """Whether these steps read as a sum: they add modifiers, and roll no dice."""
    return any(modifier.value for step in shown for modifier in step.modifiers) and not any(
        step.has_dice for step in shown
    )


def comes_to(shown: list[Step[Any]], output: Output) -> int:
    """The sum of the steps that give the output, or else of the last step with modifiers."""
    if shown[0].gives == output.name:
        return sum(total(step.modifiers) for step in shown)
    return next(total(step.modifiers) for step in reversed(shown) if any(m.value for m in step.modifiers))


def explained_sums(calculator: Calculator[Any], inputs: Any) -> Iterator[tuple[Output, int, list[Step[Any]]]]:
    """Each figure that is explained as a sum, with its value and the steps shown under it."""
    values, walked = calculator.answer(inputs).values, calculator.steps(inputs)
    for output in calculator.outputs:
        value = values[output.name]
        if output.kind != "figure" or not output.visible or not isinstance(value, int):
            continue
        shown = [walked[at][0] for at in explanation.leading(walked, output, value)]
        if is_sum(shown):
            yield output, value, shown


def wrong_sums(calculator: Calculator[Any], inputs: Any) -> list[str]:
    """One text for each figure that is explained by a sum with another result."""
    return [
        f"{calculator.id} shows {output.name} = {value}, and explains it by {comes_to(shown, output)}:\n"
        + "\n".join(f"  {step.label}: {_parts(step)}" for step in shown)
        + f"\n  for {inputs}"
        for output, value, shown in explained_sums(calculator, inputs)
        if comes_to(shown, output) != value
    ]


def _parts(step: Step[Any]) -> str:
    return " ".join(f"{modifier.label} {modifier.value:+}" for modifier in step.modifiers) or "no modifiers"


@each_calculator
def test_sums_of_examples_and_cases_come_to_the_figure(calculator: Calculator[Any]) -> None:
    asked = [start_of(calculator.id).inputs, *map(calculator.parse, cases().get(calculator.id, []))]
    wrong = [text for inputs in asked for text in wrong_sums(calculator, inputs)]
    assert not wrong, "\n".join(wrong)


@each_calculator
@examples(3, 10, 60)
@given(data=st.data())
def test_sums_of_drawn_inputs_come_to_the_figure(calculator: Calculator[Any], data: st.DataObject) -> None:
    raw = data.draw(near_example(calculator) | of_record(calculator.inputs))
    try:
        inputs = calculator.parse(raw)
    except InvalidInput:
        return
    wrong = wrong_sums(calculator, inputs)
    assert not wrong, "\n".join(wrong)


@each_calculator
def test_steps_give_figures_of_their_calculator(calculator: Calculator[Any]) -> None:
    figures = {output.name for output in calculator.outputs if output.kind == "figure"}
    given = {step.gives for step, _ in calculator.steps(start_of(calculator.id).inputs)} - {""}
    assert given <= figures
