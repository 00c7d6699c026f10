"""The GM's screen of each game: the rules and tables that are looked up most, on one printed page."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NamedTuple

from .. import BuildError

FILE = "screen.toml"
"""In the folder of a game. Only the build reads it, so no pack has it."""


class Screen(NamedTuple):
    """What the screen of a game shows, in order: rules and fact tables of the reference, by their ids."""

    rules: tuple[str, ...]
    tables: tuple[str, ...]


def screen(game_id: str) -> Screen:
    """What the screen of a game shows; raises `BuildError` for a missing or wrong file."""
    place = files(f"pyrules.games.{game_id}") / FILE
    if not place.is_file():
        raise BuildError(f"{place} is missing: it lists the `rules` and `tables` of the GM's screen.")
    read = tomllib.loads(place.read_text(encoding="utf-8"))
    if set(read) != set(Screen._fields):
        raise BuildError(f"{place} must have `rules` and `tables`, and nothing else; it has {', '.join(read)}.")
    return Screen(tuple(read["rules"]), tuple(read["tables"]))
