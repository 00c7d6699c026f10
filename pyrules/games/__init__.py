"""The games, in the order in which the app offers them.

`IDS` is the explicit list. A game is a package with its `GAME`, and its tables as `FACTS` in `tables/`. It is imported
on first use, so that a page of one game does not wait for the others. The site's worker imports only the module of the
requested calculator, so each of these modules must work without the rest.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..engine.calculator import Calculator
from ..engine.errors import UnknownName
from ..engine.game import Game
from ..engine.inputs import InputField, abbreviate
from ..engine.tables import Tables

if TYPE_CHECKING:  # in the site's worker, characters have a pack of their own
    from ..engine.fight.fight_rules import FightRules
    from ..engine.sheet.sheet import Sheet

IDS = ("obss", "openquest", "raiders", "stepdie", "wwn")
FIGHTS = ("obss", "openquest", "raiders", "stepdie", "wwn")
"""The games with a fight page."""


@cache
def game(game_id: str) -> Game:
    """The game with this id; raises `UnknownName`."""
    found: Game = _game(game_id).GAME
    return found


def facts(game_id: str) -> Tables:
    """The fact tables of the game with this id; raises `UnknownName`."""
    _game(game_id)
    found: Tables = import_module(f"{__name__}.{game_id}.tables").FACTS
    return found


def calculator(calculator_id: str) -> Calculator[Any]:
    """The calculator with an id such as `raiders.strike`; raises `UnknownName`."""
    game_id, _, slug = calculator_id.partition(".")
    # In the site's worker, a game's package lists the module of each calculator and imports it on request.
    where = getattr(_game(game_id), "CALCULATORS", {}).get(slug)
    if not where:
        return game(game_id).calculator(calculator_id)
    module, name = where
    found: Calculator[Any] = getattr(import_module(module), name)
    return found


def calculator_ids(game_id: str) -> tuple[str, ...]:
    """The ids of a game's calculators, in its order; raises `UnknownName`.

    In the site's worker this imports no calculator.
    """
    slugs = getattr(_game(game_id), "CALCULATORS", None)
    if slugs is None:
        return tuple(calculator.id for calculator in game(game_id).calculators)
    return tuple(f"{game_id}.{slug}" for slug in slugs)


@cache
def table_rules(game_id: str) -> dict[str, InputField]:
    """The table rules of a game by name, in reading order; raises `UnknownName`."""
    # In the site's worker, a game's package lists a calculator that declares each rule.
    where = getattr(_game(game_id), "TABLE_RULES", None)
    if where is None:
        return {name: rule.field for name, rule in game(game_id).table_rules.items()}
    return {name: calculator(f"{game_id}.{slug}").table_rules[name] for name, slug in where.items()}


@cache
def sheet(game_id: str) -> Sheet:
    """The sheet of the game with this id; raises `UnknownName`.

    The sheet is not part of `GAME`, because few pages need it.
    """
    _game(game_id)
    found: Sheet = import_module(f"{__name__}.{game_id}.sheet.sheet").SHEET
    return found


@cache
def fight_rules(game_id: str) -> FightRules:
    """The fights of the game with this id; raises `UnknownName`, also for a game without a fight page."""
    _game(game_id)
    if game_id not in FIGHTS:
        raise UnknownName(f"There is no fight page for {abbreviate(game_id)!r}; there are: {', '.join(FIGHTS)}.")
    found: FightRules = import_module(f"{__name__}.{game_id}.fight.fight").FIGHT
    return found


def _game(game_id: str) -> Any:
    if game_id not in IDS:
        raise UnknownName(f"There is no game {abbreviate(game_id)!r}; there are: {', '.join(IDS)}.")
    return import_module(f"{__name__}.{game_id}")
