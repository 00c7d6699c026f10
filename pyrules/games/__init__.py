"""The games, in the order in which they are offered.

`IDS` is the explicit list. A game is a package with its `SYSTEM`, and with its tables as `FACTS` in `tables/`. It is
imported when it is first asked for, so that a page about one game does not wait for the others; in the site's worker
only the modules of the calculator that is asked for are, so each of them must be able to stand without the rest.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from ..engine.calculator import Calculator
from ..engine.errors import UnknownName
from ..engine.game import System
from ..engine.inputs import shown
from ..engine.sheet.sheet import Sheet
from ..engine.tables import Tables

IDS = ("obss", "openquest", "raiders", "stepdie", "wwn")


@cache
def system(system_id: str) -> System:
    """The game with this id; raises `UnknownName`."""
    found: System = _game(system_id).SYSTEM
    return found


def facts(system_id: str) -> Tables:
    """The tables of the game with this id; raises `UnknownName`."""
    _game(system_id)
    found: Tables = import_module(f"{__name__}.{system_id}.tables").FACTS
    return found


def calculator(calculator_id: str) -> Calculator[Any]:
    """The calculator with an id such as `raiders.strike`; raises `UnknownName`."""
    system_id, _, slug = calculator_id.partition(".")
    # In the site's worker a game's package knows where each calculator stands, and imports nothing before it is asked.
    where = getattr(_game(system_id), "CALCULATORS", {}).get(slug)
    if not where:
        return system(system_id).calculator(calculator_id)
    module, name = where
    found: Calculator[Any] = getattr(import_module(module), name)
    return found


def calculator_ids(system_id: str) -> tuple[str, ...]:
    """The ids of a game's calculators, in its order; raises `UnknownName`. In the site's worker it imports none."""
    slugs = getattr(_game(system_id), "CALCULATORS", None)
    if slugs is None:
        return tuple(calculator.id for calculator in system(system_id).calculators)
    return tuple(f"{system_id}.{slug}" for slug in slugs)


@cache
def sheet(system_id: str) -> Sheet:
    """The characters of the game with this id; raises `UnknownName`. No part of `SYSTEM`, for few pages need them."""
    _game(system_id)
    found: Sheet = import_module(f"{__name__}.{system_id}.sheet.sheet").SHEET
    return found


def _game(system_id: str) -> Any:
    if system_id not in IDS:
        raise UnknownName(f"There is no game {shown(system_id)!r}; there are: {', '.join(IDS)}.")
    return import_module(f"{__name__}.{system_id}")
