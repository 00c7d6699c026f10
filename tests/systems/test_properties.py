"""What is true of every calculator, whatever it is asked."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.procedure import Procedure

from .strategies import of_record

SHARE_OF = {
    "mox_dist": ("p_success", "p_hit", "p_grab"),
    "x_left": ("p_x",),
    "y_left": ("p_y",),
    "supporters": ("p_ends",),
    "a_left": ("p_a",),
    "b_left": ("p_b",),
    "tests": ("p_tests_upto",),
}
"""Distributions that sum to the chance of an output beside them instead of 1."""

each_calculator = pytest.mark.parametrize(
    "calculator", [c for system in pyrules.SYSTEMS for c in system.calculators], ids=lambda calculator: calculator.id
)
# Drawn anew at every run: each has fewer as there are more of them, and all together as many as ever.
EXAMPLES = max(8, 1_800 // sum(len(system.calculators) for system in pyrules.SYSTEMS))
few = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def accepted(calculator: Calculator[Any], raw: dict[str, Any]) -> Any:
    """The inputs, or None where the game forbids the combination."""
    try:
        return calculator.parse(raw)
    except pyrules.InvalidInput as refused:
        assert refused.code in ("not_allowed", "missing_field", "out_of_range", "bad_option", "bad_type")
        assert refused.text.endswith(".")
        return None


@each_calculator
@few
@given(data=st.data())
def test_answers_hold_together(calculator: Calculator[Any], data: st.DataObject) -> None:
    inputs = accepted(calculator, data.draw(of_record(calculator.inputs)))
    if inputs is None:
        return
    values = calculator.answer(inputs).values
    assert values.keys() == {output.name for output in calculator.outputs}
    json.dumps(pyrules.wire(values))
    for output in calculator.outputs:
        value = values[output.name]
        if value is None:
            continue
        if output.kind == "percent":
            assert isinstance(value, (int, Fraction)) and -1 <= value <= 1
        if output.kind == "distribution":
            whole = next((values[name] for name in SHARE_OF.get(output.name, ()) if name in values), 1)
            assert sum(value.values()) == whole
            assert all(isinstance(key, str) and p > 0 for key, p in value.items())
        if output.kind == "curve":
            for line in value.values() if isinstance(value, dict) else [value]:
                assert all(0 <= p <= 1 for p in line)


@each_calculator
@few
@given(data=st.data())
def test_links_bring_back_the_same_inputs(calculator: Calculator[Any], data: st.DataObject) -> None:
    inputs = accepted(calculator, data.draw(of_record(calculator.inputs)))
    if inputs is None:
        return
    assert calculator.from_text(calculator.to_pairs(inputs)) == (inputs, [])


@each_calculator
@few
@given(data=st.data())
def test_junk_is_refused_in_sentences(calculator: Calculator[Any], data: st.DataObject) -> None:
    names = st.sampled_from(list(calculator.inputs.__dataclass_fields__))
    keys = names | st.builds("{}.{}".format, names, st.text(max_size=4)) | st.text(max_size=8)
    texts = st.text(max_size=12) | st.integers().map(str) | st.sampled_from(["", "1e9", "−3", "nan", "1/0", "0x1"])
    inputs, problems = calculator.from_text(data.draw(st.lists(st.tuples(keys, texts), max_size=6)))
    assert inputs is not None or problems
    for problem in problems:
        assert problem.text.endswith(".") and problem.text[0] == problem.text[0].upper()


@each_calculator
@few
@given(
    raw=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=5,
    ),
    data=st.data(),
)
def test_wrong_json_is_refused(calculator: Calculator[Any], raw: Any, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(list(calculator.inputs.__dataclass_fields__)))
    for given_inputs in (raw, {**calculator.start, name: raw}):
        try:
            calculator.parse(given_inputs)
        except pyrules.InvalidInput as refused:
            assert refused.text.endswith(".")


@each_calculator
@few
@given(data=st.data(), seed=st.integers(0, 999))
def test_rolls_tell_the_chance_of_their_outcome(calculator: Calculator[Any], data: st.DataObject, seed: int) -> None:
    inputs = accepted(calculator, data.draw(of_record(calculator.inputs)))
    if inputs is None:
        return
    for throw in calculator.throws:
        try:
            procedure = throw.procedure(inputs)
        except pyrules.InvalidInput as refused:
            assert refused.text.endswith(".")
        else:
            check_roll(procedure, random.Random(seed))


def check_roll(procedure: Procedure[Any], generator: random.Random) -> None:
    rolled = procedure.roll(lambda sides: generator.randint(1, sides))
    assert rolled.chance == procedure.odds().p(lambda end: procedure.outcome(end) == rolled.outcome)
    assert 0 < rolled.chance <= 1
    assert all(1 <= face.value <= face.sides for step in rolled.steps for face in step.faces)
