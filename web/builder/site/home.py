"""What the home page shows beside its list of games: an answer that can be touched, and what is new."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.game import Game
from web.worker import links
from web.worker.render import views

from . import forms


class Trial(NamedTuple):
    """An example on the home page: its calculator, and the link keys of the inputs that can be changed there.

    The values replace those of the calculator's example, so that what the page does not show leaves its first figure
    alone.
    """

    question: str
    calculator: str
    inputs: tuple[str, ...]
    values: dict[str, Any]


class News(NamedTuple):
    """One change that players notice: the day, a sentence, and the address of its page from the site's root."""

    day: datetime.date
    text: str
    address: str


TRIAL = Trial(
    "I swing my sword. Do I hit?",
    "wwn.attack",
    ("target_ac", "class_bonus", "weapon.shock"),
    {"class_bonus": 4, "skill": 0, "attr_mod": 0},
)

NEWS = (
    News(datetime.date(2026, 11, 24), "The Console runs your own scripts with the rules of all games.", "console/"),
    News(datetime.date(2026, 11, 24), "Keep calculators and rules as favorites: this page shows them first.", "help/"),
    News(
        datetime.date(2026, 11, 23), "Fights: everybody's turns, wounds and conditions, with the odds of each act.", ""
    ),
    News(datetime.date(2026, 11, 23), "Weapons, armor and conditions of your own on each game's Table rules.", ""),
)
"""The newest first."""


def home_page() -> dict[str, Any]:
    """The variables of the home page."""
    return {"game": None, "trial": trial_model(TRIAL), "news": NEWS}


def trial_model(trial: Trial) -> dict[str, Any]:
    """The example's answer, the inputs to change, and the pairs of the whole example."""
    game, calculator = _found(trial.calculator)
    inputs = calculator.parse({**calculator.start, **trial.values})
    drawn = forms.form(calculator, inputs)
    by_key = {
        model["key"]: model
        for model in forms.with_text([*drawn["open"], *(one for _, group in drawn["groups"] for one in group)])
    }
    return {
        "question": trial.question,
        "game": game,
        "calculator": calculator,
        "fields": [by_key[key] for key in trial.inputs],
        "figures": views.figures(calculator, calculator.answer(inputs)),
        "start": json.dumps(_others(links.pairs(calculator, inputs), trial.inputs)),
    }


def _found(calculator_id: str) -> tuple[Game, Calculator[Any]]:
    game = next(one for one in pyrules.GAMES if calculator_id.startswith(f"{one.id}."))
    return game, game.calculator(calculator_id)


def _others(pairs: Sequence[tuple[str, str]], shown: tuple[str, ...]) -> list[tuple[str, str]]:
    """The pairs of the inputs that the page does not show."""
    return [(key, text) for key, text in pairs if key not in shown]
