"""The games, in the order in which they are offered.

`IDS` is the explicit list. A game is a package with its `GAME`, and with its tables as `FACTS` in `tables/`. It is
imported when it is first asked for, so that a page about one game does not wait for the others; in the site's worker
only the modules of the calculator that is asked for are, so each of them must be able to stand without the rest.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..engine.calculator import Calculator
from ..engine.errors import UnknownName
from ..engine.game import Game
from ..engine.inputs import abbreviate
from ..engine.tables import Tables

if TYPE_CHECKING:  # in the site's worker, characters have a pack of their own
    from ..engine.sheet.sheet import Sheet

IDS = ("obss", "openquest", "raiders", "stepdie", "wwn")


@cache
def game(game_id: str) -> Game:
    """The game with this id; raises `UnknownName`."""
    found: Game = _game(game_id).GAME
    return found


def facts(game_id: str) -> Tables:
    """The tables of the game with this id; raises `UnknownName`."""
    _game(game_id)
    found: Tables = import_module(f"{__name__}.{game_id}.tables").FACTS
    return found


def calculator(calculator_id: str) -> Calculator[Any]:
    """The calculator with an id such as `raiders.strike`; raises `UnknownName`."""
    game_id, _, slug = calculator_id.partition(".")
    # In the site's worker a game's package knows where each calculator stands, and imports nothing before it is asked.
    where = getattr(_game(game_id), "CALCULATORS", {}).get(slug)
    if not where:
        return game(game_id).calculator(calculator_id)
    module, name = where
    found: Calculator[Any] = getattr(import_module(module), name)
    return found


def calculator_ids(game_id: str) -> tuple[str, ...]:
    """The ids of a game's calculators, in its order; raises `UnknownName`. In the site's worker it imports none."""
    slugs = getattr(_game(game_id), "CALCULATORS", None)
    if slugs is None:
        return tuple(calculator.id for calculator in game(game_id).calculators)
    return tuple(f"{game_id}.{slug}" for slug in slugs)


@cache
def sheet(game_id: str) -> Sheet:
    """The characters of the game with this id; raises `UnknownName`. No part of `GAME`, for few pages need them."""
    _game(game_id)
    found: Sheet = import_module(f"{__name__}.{game_id}.sheet.sheet").SHEET
    return found


def _game(game_id: str) -> Any:
    if game_id not in IDS:
        raise UnknownName(f"There is no game {abbreviate(game_id)!r}; there are: {', '.join(IDS)}.")
    return import_module(f"{__name__}.{game_id}")
