"""What is true of every calculator, whatever it is asked.

Inputs are drawn once for all properties of an answer, since drawing them and answering them is what takes time.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.answer import roll_values
from pyrules.engine.calculator import Calculator, RollOption

from ..drawing import examples
from ..web.worker import asked
from .asking import cited_by_steps
from .strategies import JSON, junk_pairs, of_record, spoiled

SHARE_OF = {
    "mox_dist": ("p_success", "p_hit", "p_grab"),
    "x_left": ("p_x",),
    "you_left": ("p_you",),
    "y_left": ("p_y",),
    "supporters": ("p_ends",),
    "a_left": ("p_a",),
    "b_left": ("p_b",),
    "tests": ("p_tests_upto",),
}
"""Distributions that sum to the chance of an output beside them instead of 1."""

each_calculator = pytest.mark.parametrize(
    "calculator", [c for game in pyrules.GAMES for c in game.calculators], ids=lambda calculator: calculator.id
)

# Declared inputs


@each_calculator
@examples(2, 5, 50)
@given(data=st.data(), seed=st.integers(0, 999))
def test_declared_inputs_are_answered_cited_linked_and_rolled(
    calculator: Calculator[Any], data: st.DataObject, seed: int
) -> None:
    raw = data.draw(of_record(calculator.inputs))
    reply = asked("answer", calculator.id, raw)
    inputs = accepted(calculator, raw)

    assert reply["ok"] == (inputs is not None)
    if inputs is None:
        for throw in calculator.rolls:
            assert not asked("roll", calculator.id, raw, option=throw.option)["ok"]
        return
    check_answer(calculator, inputs, reply)
    assert calculator.from_text(calculator.to_pairs(inputs)) == (inputs, [])
    assert cited_by_steps(calculator, inputs) <= set(calculator.cited)
    for throw in calculator.rolls:
        check_roll(calculator, throw, raw, inputs, random.Random(seed))


def accepted(calculator: Calculator[Any], raw: dict[str, Any]) -> Any:
    """The inputs, or None where the game forbids the combination."""
    try:
        return calculator.parse(raw)
    except pyrules.InvalidInput as refused:
        assert refused.code in ("not_allowed", "missing_field", "out_of_range", "bad_option", "bad_type")
        assert refused.text.endswith(".")
        return None


def check_answer(calculator: Calculator[Any], inputs: Any, reply: dict[str, Any]) -> None:
    """Every output has a value that its kind allows, and the worker gives the same values."""
    values = calculator.answer(inputs).values
    assert values.keys() == {output.name for output in calculator.outputs}
    assert reply["values"] == json.loads(json.dumps(pyrules.wire(values)))
    for output in calculator.outputs:
        value = values[output.name]
        if value is None:
            continue
        if output.kind.name == "percent":
            assert isinstance(value, (int, Fraction)) and -1 <= value <= 1
        if output.kind.name == "distribution":
            whole = next((values[name] for name in SHARE_OF.get(output.name, ()) if name in values), 1)
            assert sum(value.values()) == whole
            assert all(isinstance(key, str) and p > 0 for key, p in value.items())
        if output.kind.name == "curve":
            for line in value.values() if isinstance(value, dict) else [value]:
                assert all(0 <= p <= 1 for p in line)


def check_roll(
    calculator: Calculator[Any], throw: RollOption[Any], raw: Any, inputs: Any, chance: random.Random
) -> None:
    """A roll says the exact chance of its outcome, and the worker makes the same of the same faces."""
    try:
        procedure = throw.procedure(inputs)
    except pyrules.InvalidInput as refused:
        assert refused.text.endswith(".")
        assert not asked("roll", calculator.id, raw, option=throw.option)["ok"]
        return
    rolled = procedure.roll(lambda sides: chance.randint(1, sides))
    assert rolled.chance == procedure.odds().p(lambda end: procedure.outcome(end) == rolled.outcome)
    assert 0 < rolled.chance <= 1
    faces = [face for step in rolled.steps for face in step.faces]
    assert all(1 <= face.value <= face.sides for face in faces)

    reply = asked("roll", calculator.id, raw, option=throw.option, faces=[face.value for face in faces])
    assert reply["values"] == json.loads(json.dumps(roll_values(rolled)))


# Wrong inputs


@each_calculator
@examples(2, 3, 20)
@given(data=st.data())
def test_wrong_inputs_are_refused_in_sentences(calculator: Calculator[Any], data: st.DataObject) -> None:
    check_junk_link(calculator, data.draw(junk_pairs(calculator.inputs)))
    anything = data.draw(JSON)
    name = data.draw(st.sampled_from(list(calculator.inputs.__dataclass_fields__)))
    for raw in (anything, {**calculator.start, name: anything}):
        accepted_or_refused(calculator, raw)

    inputs = data.draw(spoiled(calculator.inputs))
    option = data.draw(st.sampled_from([None, *(throw.option for throw in calculator.rolls)]) | JSON)
    faces = data.draw(FACES)
    accepted_or_refused(calculator, inputs)
    asked("answer", calculator.id, inputs)
    asked("roll", calculator.id, inputs, option=option, faces=faces)


FACES = st.none() | st.lists(st.integers(1, 4), max_size=4) | JSON


def check_junk_link(calculator: Calculator[Any], pairs: list[tuple[str, str]]) -> None:
    """Junk in a link gives inputs or problems, and each problem is a sentence."""
    inputs, problems = calculator.from_text(pairs)
    assert inputs is not None or problems
    for problem in problems:
        assert problem.text.endswith(".") and problem.text[0] == problem.text[0].upper()


def accepted_or_refused(calculator: Calculator[Any], raw: Any) -> None:
    """Any JSON is read, or refused in a sentence."""
    try:
        calculator.parse(raw)
    except pyrules.InvalidInput as refused:
        assert refused.text.endswith(".")
