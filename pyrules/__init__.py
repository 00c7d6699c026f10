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
from .engine.game import Game
from .engine.procedure import Roll
from .games import IDS as GAME_IDS
from .games import calculator, facts, fight_rules, game, sheet, table_rules

__version__ = "0.1.0"
__all__ = [
    "GAME_IDS",
    "GAMES",
    "Answer",
    "Calculator",
    "InvalidInput",
    "NeedsFace",
    "Roll",
    "RulesError",
    "Game",
    "UnknownName",
    "answer",
    "calculator",
    "facts",
    "fight_rules",
    "roll",
    "sheet",
    "table_rules",
    "game",
    "wire",
]

GAMES: tuple[Game, ...]


def __getattr__(name: str) -> Any:
    """All games as `GAMES`, computed on first use because it imports every game."""
    if name == "GAMES":
        return tuple(game(game_id) for game_id in GAME_IDS)
    raise AttributeError(name)


def answer(calculator_id: str, inputs: dict[str, Any]) -> Answer:
    """The exact answer of a calculator to JSON inputs.

    Raises `UnknownName` for an unknown calculator and `InvalidInput` for inputs it cannot use.
    """
    found = calculator(calculator_id)
    return found.answer(found.parse(inputs))


def roll(calculator_id: str, inputs: dict[str, Any], faces: Faces, option: str | None = None) -> Roll:
    """One rolled example; `faces(sides)` returns each face, from 1 to `sides`.

    Raises the errors of `answer`, `UnknownName` for an unknown option, and the `NeedsFace` of a source without further
    faces.
    """
    found = calculator(calculator_id)
    return found.roll(found.parse(inputs), faces, option)
