"""A figure that is explained as a sum equals it.

A whole number is explained as a sum where the steps shown under it add modifiers and roll no dice. Steps that give the
figure by its name add up to it together; otherwise the last step with modifiers comes to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine import answer as out
from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.explain import note, notes
from pyrules.engine.inputs import number
from pyrules.engine.procedure import Modifier, Step, total
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
        if output.kind.name != "figure" or not output.visible or not isinstance(value, int):
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


def known_inputs(calculator: Calculator[Any]) -> list[Any]:
    """The inputs of the example and of the golden cases."""
    return [start_of(calculator.id).inputs, *map(calculator.parse, cases().get(calculator.id, []))]


@each_calculator
def test_sums_of_examples_and_cases_come_to_the_figure(calculator: Calculator[Any]) -> None:
    wrong = [text for inputs in known_inputs(calculator) for text in wrong_sums(calculator, inputs)]
    assert not wrong, "\n".join(wrong)


@each_calculator
@examples(3, 8, 60)
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
    figures = {output.name for output in calculator.outputs if output.kind.name == "figure"}
    given = {step.gives for step, _ in calculator.steps(start_of(calculator.id).inputs)} - {""}
    assert given <= figures


LEAST_SUMS = {"wwn": 15, "raiders": 24, "stepdie": 5, "openquest": 10, "obss": 55}
"""So many outputs of a game are explained as sums at least: fewer would mean that the sums are no longer found."""


@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda game: game.id)
def test_sums_are_found(game: pyrules.Game) -> None:
    found = {
        (calculator.id, output.name)
        for calculator in game.calculators
        for inputs in known_inputs(calculator)
        for output, _, _ in explained_sums(calculator, inputs)
    }
    assert len(found) >= LEAST_SUMS[game.id]


# A calculator with a fault.


@dataclass(frozen=True, kw_only=True)
class Load:
    """What is carried."""

    armor: int = number("Armor", 0, 9, 2, help="Its weight.", rule="T-1")
    shield: int = number("Shield", 0, 9, 1, help="Its weight.", rule="T-1")


def carrying(*steps: Step[Any]) -> Calculator[Load]:
    """A calculator of the load, explained by these steps."""
    return Calculator(
        id="test.load",
        title="Load",
        summary="What is carried.",
        inputs=Load,
        outputs=(out.figure("load", "load", rule="T-1", headline=True), out.figure("most", "at most", rule="T-1")),
        compute=lambda a: {"load": a.armor + a.shield, "most": 9},
        start={},
        explain=lambda a: notes(*steps),
    )


ARMOR, SHIELD = Modifier("Armor", 2, "T-1"), Modifier("Shield", 1, "T-1")
MOST = note("At most 9", "T-1", gives="most")


@pytest.mark.parametrize(
    "steps",
    [
        (note("Load", "T-1", (ARMOR, SHIELD), gives="load"), MOST),
        (note("Armor", "T-1", (ARMOR,), gives="load"), note("Shield", "T-1", (SHIELD,), gives="load"), MOST),
        (note("Armor", "T-1", (ARMOR,)), note("Load", "T-1", (ARMOR, SHIELD)), MOST),
        (note("Load: 3", "T-1"), MOST),
    ],
    ids=["one step", "two steps", "the last step", "no sum"],
)
def test_a_sum_that_comes_to_the_figure_passes(steps: tuple[Step[Any], ...]) -> None:
    calculator = carrying(*steps)

    assert wrong_sums(calculator, calculator.start_inputs) == []


@pytest.mark.parametrize("gives", ["load", ""])
def test_a_wrong_sum_is_named_with_its_parts(gives: str) -> None:
    calculator = carrying(note("Carried", "T-1", (ARMOR,), gives=gives), MOST)

    (text,) = wrong_sums(calculator, calculator.start_inputs)

    assert text.startswith("test.load shows load = 3, and explains it by 2:\n  Carried: Armor +2\n")


@pytest.mark.parametrize("mox", [0, 2, 9])
def test_the_wounds_of_a_squeeze_with_a_known_mox_are_explained_down_to_0(mox: int) -> None:
    calculator = pyrules.calculator("raiders.grapple")
    inputs = calculator.parse({**calculator.start, "held_mox": mox, "brawn": 5, "protection": 8})

    assert calculator.answer(inputs).values["squeeze_wounds"] == max(0, mox - 3)
    assert not wrong_sums(calculator, inputs)
