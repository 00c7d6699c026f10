"""The chance of each outcome, from the odds of the procedure that is rolled."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pyrules.engine.calculator import Calculator
from pyrules.engine.procedure import Procedure


def outcomes(calculator: Calculator[Any], option: str | None = None, **inputs: Any) -> dict[str, Fraction]:
    """Each outcome that a roll can land in, with its chance."""
    procedure: Procedure[Any] = calculator.roll_option(option).procedure(calculator.parse(inputs))
    return procedure.odds().dist(procedure.outcome)
