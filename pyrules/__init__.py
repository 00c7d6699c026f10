"""The rules core of Tableside: exact odds and rolled examples for tabletop games.

    >>> import pyrules
    >>> answer = pyrules.answer("raiders.strike", {"offense": 7, "defense": 10, "brawn": 6, "weapon": 15})
    >>> answer.values["p_hit"]
    Fraction(35, 36)

Pure Python, standard library only; runs unchanged on CPython and in Pyodide.
"""

from __future__ import annotations

from typing import Any

from .engine.answer import Answer, wire
from .engine.calculator import Calculator
from .engine.dice import Faces
from .engine.errors import InvalidInput, NeedsFace, RulesError, UnknownName
from .engine.game import System
from .engine.procedure import Roll
from .games import IDS as SYSTEM_IDS
from .games import calculator, facts, sheet, system

__version__ = "0.1.0"
__all__ = [
    "SYSTEM_IDS",
    "SYSTEMS",
    "Answer",
    "Calculator",
    "InvalidInput",
    "NeedsFace",
    "Roll",
    "RulesError",
    "System",
    "UnknownName",
    "answer",
    "calculator",
    "facts",
    "roll",
    "sheet",
    "system",
    "wire",
]

SYSTEMS: tuple[System, ...]


def __getattr__(name: str) -> Any:
    """`SYSTEMS`, all games at once; computed on first use because it imports every one of them."""
    if name == "SYSTEMS":
        return tuple(system(system_id) for system_id in SYSTEM_IDS)
    raise AttributeError(name)


def answer(calculator_id: str, inputs: dict[str, Any]) -> Answer:
    """The exact answer of a calculator to JSON inputs.

    Raises `UnknownName` for an unknown calculator and `InvalidInput` for inputs it cannot use.
    """
    found = calculator(calculator_id)
    return found.answer(found.parse(inputs))


def roll(calculator_id: str, inputs: dict[str, Any], faces: Faces, option: str | None = None) -> Roll:
    """One rolled example; `faces(sides)` gives each face from 1 to `sides`.

    Raises as `answer` does, and `UnknownName` where there is nothing to roll, and passes on the
    `NeedsFace` of a source that has run out.
    """
    found = calculator(calculator_id)
    return found.roll(found.parse(inputs), faces, option)
