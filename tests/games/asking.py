"""How the tests of the games ask: values of a calculator, its refusals, and every way its dice can fall."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from types import FrameType
from typing import Any, NamedTuple

import pytest

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput, NeedsFace
from pyrules.engine.procedure import Procedure


def ask(calculator: Calculator[Any], **inputs: Any) -> dict[str, Any]:
    """The values of an answer."""
    return calculator.answer(calculator.parse(inputs)).values


class Start(NamedTuple):
    """The example of a calculator: the inputs that its page shows first, and the values of their answer."""

    inputs: Any
    values: dict[str, Any]


@cache
def start_of(calculator_id: str) -> Start:
    """The example of the calculator with this id, computed once for all tests of a process."""
    calculator = pyrules.calculator(calculator_id)
    inputs = calculator.parse(dict(calculator.start))
    return Start(inputs, calculator.answer(inputs).values)


def cited_by_steps(calculator: Calculator[Any], inputs: Any) -> set[str]:
    """The rules that the steps and modifiers of these inputs cite, in every roll and explanation."""
    cited: set[str] = set()
    procedures = [throw.procedure for throw in calculator.rolls]
    if calculator.explain:
        procedures.append(calculator.explain)
    for procedure in procedures:
        try:
            steps = procedure(inputs).steps
        except InvalidInput:  # these inputs rule this option out
            continue
        for step in steps:
            cited.update(step.rules)
    return cited


def calls_in(work: Callable[[], object], at_most: int) -> int:
    """The number of Python calls that `work` makes: a measure of effort that does not depend on the machine.

    Stops with an `AssertionError` after `at_most` calls.
    """
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"
        assert calls <= at_most, f"more than {at_most} calls"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def refused(calculator: Calculator[Any], **inputs: Any) -> tuple[str, str]:
    """The field and the code of the refusal."""
    with pytest.raises(InvalidInput) as caught:
        calculator.parse(inputs)
    assert caught.value.text.endswith(".")
    return caught.value.field, caught.value.code


def rolled(calculator: Calculator[Any], option: str | None = None, **inputs: Any) -> dict[str, Fraction]:
    """How often each outcome comes when the dice fall in every possible way."""
    procedure: Procedure[Any] = calculator.roll_option(option).procedure(calculator.parse(inputs))
    seen: defaultdict[str, Fraction] = defaultdict(Fraction)
    open_ways: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_ways:
        faces, chance = open_ways.pop()
        typed = iter(faces)

        def face(sides: int, typed: Any = typed) -> int:
            try:
                return int(next(typed))
            except StopIteration:
                raise NeedsFace(sides) from None

        try:
            outcome = procedure.roll(face).outcome
        except NeedsFace as needs:
            open_ways += [((*faces, value), chance / needs.sides) for value in range(1, needs.sides + 1)]
        else:
            seen[outcome] += chance
    return dict(seen)
