"""Values of a sheet that do not fit a calculator, and the values that count in their place."""

from __future__ import annotations

from functools import reduce
from typing import Any

from pyrules.engine.calculator import Calculator
from pyrules.engine.inputs import abbreviate
from pyrules.engine.sheet.bindings import Misfit
from pyrules.engine.sheet.paths import input_at

from . import input_text


def note(calculator: Calculator[Any], inputs: Any, misfit: Misfit) -> str:
    """Why a value does not fit, and what counts in its place."""
    return f"{misfit.text} {instead(calculator, inputs, misfit)}".rstrip()


def instead(calculator: Calculator[Any], inputs: Any, misfit: Misfit) -> str:
    """What counts in place of a value: "Health 5 points here instead of 0."; empty without valid inputs."""
    if inputs is None:
        return ""
    used = reduce(_part, misfit.path.split("."), inputs)
    setting = input_text.setting(input_at(calculator.inputs, misfit.path), used)
    return f"{setting} here instead of {abbreviate(misfit.value)}."


def _part(held: Any, name: str) -> Any:
    """One input of a record, or one element of a list; None for a part of an absent group."""
    if held is None:
        return None
    return held[int(name)] if name.isdecimal() else getattr(held, name)
