"""The inputs that every game's characters have: a name, what holds now, weapons, and notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..inputs import Option, Presets, choice, many, record, text

MOST_WEAPONS = 30
LONGEST_NOTES = 2000
NOTES = "Notes"
FULL = "full"
"""The word for the points of a pool of which none are lost."""

LEFT = "What is left of them now; empty while none are lost."
OWN_NUMBERS = "From the table, or with your own numbers."


def character_name() -> Any:
    """The input for who this is."""
    return text("Name", 60, "New character", help="Who this is.")


def weapon_name(rule: str) -> Any:
    """The input for what a weapon is called."""
    return text("Name", 40, "Weapon", help="What you call it.", rule=rule)


def conditions(options: Sequence[Option], rule: str) -> Any:
    """The input for the conditions that hold, as chips."""
    one = choice("Condition", options, help="One of them.", rule=rule)
    help = "What holds now. Those that the rules give a number to change the odds below."
    return many("Conditions", one, 0, len(options), (), help=help, rule=rule, unique=True)


def weapons(of: type, presets: Presets, rule: str, *, one: str = OWN_NUMBERS, help: str = "Each gets its odds.") -> Any:
    """The input for the weapons, each a record `of` that can be filled from the game's table."""
    weapon = record("Weapon", of, help=one, rule=rule, presets=presets)
    return many("Weapons", weapon, 0, MOST_WEAPONS, (), help=help, rule=rule)


def notes(what: str) -> Any:
    """The input for whatever else a player wants at hand."""
    help = f"{what}, whatever you want at hand."
    return text(NOTES, LONGEST_NOTES, None, help=help, group=NOTES, nullable=True)
