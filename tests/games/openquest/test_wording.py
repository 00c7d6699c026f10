"""Words beside numbers agree with them: one round, two rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.inputs import ListInput, Number, RecordInput, input_fields

CALCULATORS = pyrules.game("openquest").calculators
COUNTED = "rounds|points|meters|minutes|hours|tests|tries|shots|arguments|exchanges|listeners|attacks|defenses"
ONE_OF_MANY = re.compile(rf"(?<![\d.])[+\u2212-]?1 ([a-z]+ )?({COUNTED})\b")
each_calculator = pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda one: one.id)


def with_ones(record: type, given: Any) -> Iterator[dict[str, Any]]:
    """What is given, with one whole number of the record at 1, or of a record inside it."""
    for field in input_fields(record):
        inner = given.get(field.name)
        if isinstance(field.input, Number):
            yield {**given, field.name: 1}
        elif isinstance(field.input, RecordInput) and isinstance(inner, dict):
            yield from ({**given, field.name: one} for one in with_ones(field.input.of, inner))
        elif isinstance(field.input, ListInput) and isinstance(field.input.element, RecordInput) and inner:
            first, *others = inner
            yield from ({**given, field.name: [one, *others]} for one in with_ones(field.input.element.of, first))


def small(calculator: Calculator[Any]) -> Iterator[Any]:
    """The example's inputs, and the same with each of its whole numbers at 1, as far as the calculator takes them."""
    start = dict(calculator.start)
    for given in (start, *with_ones(calculator.inputs, start)):
        try:
            yield calculator.parse(given)
        except InvalidInput:
            continue


def sentences(calculator: Calculator[Any], inputs: Any) -> Iterator[str]:
    """Everything that is said about the steps of an answer and of its rolls, with every die at 1."""
    if calculator.explain:
        yield from (step.label for step in calculator.explain(inputs).steps)
    for roll in calculator.rolls:
        try:
            rolled = roll.procedure(inputs).roll(lambda sides: 1)
        except InvalidInput:  # these inputs rule this roll out
            continue
        yield rolled.outcome
        for step in rolled.steps:
            yield from (step.label, step.text)


@each_calculator
def test_a_sentence_speaks_of_one_thing_in_the_singular(calculator: Calculator[Any]) -> None:
    for inputs in small(calculator):
        assert [text for text in sentences(calculator, inputs) if ONE_OF_MANY.search(text)] == []


def numbers(outputs: tuple[Output, ...]) -> Iterator[Output]:
    return (output for output in outputs if output.kind.name == "figure" and output.visible)


@each_calculator
def test_words_behind_a_number_fit_one_and_many(calculator: Calculator[Any]) -> None:
    """Given a headline of 1, then its label does not begin with a plural; nor does a unit behind a plain number."""
    values = calculator.answer(calculator.parse(dict(calculator.start))).values
    for output in numbers(calculator.outputs):
        words = output.label if output.headline else output.unit
        always = output.name in CONSTANT and values[output.name] != 1
        assert always or not ONE_OF_MANY.search(f"1 {words}"), output.name


CONSTANT = {"seconds_elapsed", "movement", "mean_conviction_minutes", "mean_exchange_minutes"}
"""Figures that are never 1, whatever the inputs."""
