"""The inputs that every game's characters have: name, conditions, weapons and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Any

from ..inputs import OWN, Option, OwnRows, Preset, Presets, choice, input_fields, many, number, record, text

MOST_WEAPONS = 30
MOST_OWN_CONDITIONS = 10
MOST_ADDED = 20
LONGEST_NOTES = 2000
NOTES = "Notes"
FULL = "full"
"""The word for null in a pool: all of its points are left."""

LEFT = "What is left of them now; empty while none are lost."
OWN_NUMBERS = "From the table, or with your own numbers."


def character_name() -> Any:
    """The input for the character's name, at most 60 characters."""
    return text("Name", 60, "New character", help="Who this is.")


def weapon_name(rule: str) -> Any:
    """The input for a weapon's name, at most 40 characters; `rule` is the id of its rule."""
    return text("Name", 40, "Weapon", help="What you call it.", rule=rule)


def conditions(options: Sequence[Option], rule: str) -> Any:
    """The input for the conditions that hold, as chips of `options`; `rule` is the id of its rule."""
    one = choice("Condition", options, help="One of them.", rule=rule)
    help = "What holds now. Those that the rules give a number to change the odds below."
    return many("Conditions", one, 0, len(options), (), help=help, rule=rule, unique=True)


def condition_name(rule: str) -> Any:
    """The input for the name of a condition of a player's own, at most 40 characters; `rule` is the id of its rule."""
    return text("Name", 40, "Condition", help="What you call it.", rule=rule)


def added(label: str, rule: str, *, most: int = MOST_ADDED, unit: str = "") -> Any:
    """The input for what a condition of a player's own adds to a number; `rule` is the id of its rule."""
    help = "What it adds while it holds; a penalty has a minus."
    return number(label, -most, most, 0, help=help, rule=rule, unit=unit, signed=True)


def own_conditions(of: type, rule: str) -> Any:
    """The input for up to 10 conditions of a player's own, each a record `of`; `rule` is the id of its rule."""
    help = "Conditions of your own count while they are on this list."
    one = record("Own condition", of, help=help, rule=rule, presets=Presets(own=OwnRows("conditions")))
    return many("Conditions of your own", one, 0, MOST_OWN_CONDITIONS, (), help=help, rule=rule)


def weapons(
    of: type,
    presets: Callable[[], tuple[Preset, ...]],
    rule: str,
    *,
    one: str = OWN_NUMBERS,
    help: str = "Each gets its odds.",
) -> Any:
    """The input for up to 30 weapons, each a record `of` with `presets` from the game's table.

    `rule` is the id of its rule; `one` and `help` are the help texts of one weapon and of the list.
    """
    weapon = record("Weapon", of, help=one, rule=rule, presets=Presets(presets, OwnRows("weapons")))
    return many("Weapons", weapon, 0, MOST_WEAPONS, (), help=help, rule=rule)


def armor_name(rule: str) -> Any:
    """The input for the name of a player's own armor, at most 40 characters; `rule` is the id of its rule."""
    return text("Name", 40, "Armor", help="What you call it.", rule=rule)


def own_armor(rule: str) -> Option:
    """The option for armor that is not in the game's table."""
    return Option(OWN, "Other armor", rule)


def worn(of: type, name: str, label: str, group: str) -> Any:
    """The input `name` of a record `of` own armor, for a sheet whose `armor` is in no table."""
    declared = next(one for one in input_fields(of) if one.name == name)
    kind = replace(declared.input, label=label, group=group, only_for={"armor": (OWN,)})
    return field(default=declared.default, metadata={"input": kind})


def worn_name(rule: str, own: OwnRows, group: str) -> Any:
    """The input for the name of the armor, where armor is plain numbers; it offers a player's `own` armor."""
    help = "What you call the armor whose numbers follow."
    presets = Presets(own=own)
    return text("Armor worn", 40, None, help=help, rule=rule, group=group, nullable=True, presets=presets)


def notes(what: str) -> Any:
    """The input for free notes of at most 2000 characters; `what` begins its help text."""
    help = f"{what}, whatever you want at hand."
    return text(NOTES, LONGEST_NOTES, None, help=help, group=NOTES, nullable=True)
