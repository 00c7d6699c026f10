"""The games, in the order in which they are offered.

`IDS` is the explicit list. A game is imported when it is first asked for, so that a page about one game
does not wait for the other four.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..engine.errors import UnknownName
from ..engine.fields import shown
from ..engine.system import System

IDS = ("obss", "openquest", "raiders", "stepdie", "wwn")


@cache
def system(system_id: str) -> System:
    """The game with this id; raises `UnknownName`."""
    if system_id not in IDS:
        raise UnknownName(f"There is no game {shown(system_id)!r}; there are: {', '.join(IDS)}.")
    found: System = import_module(f"{__name__}.{system_id}").SYSTEM
    return found
