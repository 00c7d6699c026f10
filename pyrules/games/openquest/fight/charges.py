"""Charges, the set weapon that meets them, and the counterstrike of Shield Defense.

Sections "Charge", "Set Weapon" and "Shield Combat Actions".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..rolls.results import NONE
from ..sheet.conditions import ACT
from ..tables import FACTS
from . import reactions
from .acting import free_to_move
from .attacks import (
    FIGURES,
    blow,
    blow_mods,
    bonus_of_weapon,
    close_and,
    is_close,
    lands,
    no_body,
    no_weapon,
    option_inputs,
)
from .facts import APART, COUNTERSTRIKE, MOVED, WEAPON_SET, action_now, apart, this_round
from .lines import begins, ends, hurt


def no_charge(here: Here) -> str:
    """Why nobody charges: at arm's length, held, or met by a set weapon (OQ-MOV-04, OQ-CC-15)."""
    if why := no_body(here) or no_weapon(here):
        return why
    held = apart(here)
    if held is None:
        return f"{here.target.name} is at arm's length; set how many meters apart they are."
    if sets(here):
        return f"The set weapon of {here.target.name} strikes first: {here.target.name} meets the charge."
    return free_to_move(here)


def sets(here: Here) -> bool:
    """Whether the target has a weapon set against the charge."""
    return here.state.holds(here.to, WEAPON_SET)


UPHILL = Ask("ground", "The run", (Option("level", "On level ground"), Option("uphill", "Uphill: no extra die")))


def charge_inputs(here: Here) -> Mapping[str, Any]:
    """The run and its ground."""
    held = apart(here)
    uphill = here.option(UPHILL) == "uphill"
    return {"distance": held.number if held else None, "uphill": uphill, **option_inputs(here)}


def arrives(here: Here, who: str, to: str) -> Iterable[Proposed]:
    """A runner is next to the target, and has moved."""
    for held in here.state.held:
        if held.id == APART and {held.who, held.to} == {who, to}:
            name = here.state[who].name
            yield ends(held, f"{name} is next to {here.state[to].name}")
            moved = this_round(here.state, who, MOVED, number=held.number)
            yield begins(moved, f"{name}: has moved {held.number} meters")


def charges(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The run, and the blow at its end."""
    yield from arrives(here, here.who, here.to)
    yield from lands(here, roll)


# Meeting a charge


def meets(here: Here) -> bool:
    """Whether the target may charge now or has declared it, and the actor's weapon is set (OQ-CC-15)."""
    row = action_now(here.state, here.to)
    acting = here.to in here.rules.fight.acting(here.state)
    charges_now = (row is not None and row["id"] == "charge") or acting
    shafted = here.weapon is not None and is_close(here) and here.weapon["shafted"]
    return bool(shafted and here.state.holds(here.who, WEAPON_SET) and apart(here) and charges_now)


def met_inputs(here: Here) -> Mapping[str, Any]:
    """The set weapon with its bonus; the charger has given up all reactions (OQ-CC-15, OQ-MOV-04)."""
    return {**blow_mods(here, "blow_mods", bonus_of_weapon(here), FACTS.number("set_weapon_bonus")), "defence": NONE}


def met(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The set weapon has struck; a charger who still stands attacks after it (OQ-CC-15)."""
    if held := here.state.find(here.who, WEAPON_SET):
        yield ends(held, f"{here.actor.name}: the set weapon has struck")
    yield from lands(here, roll)


def strikes_back(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of the counterstrike, which needs no roll to hit (OQ-SHD-09)."""
    assert roll is not None  # the damage is rolled
    yield from hurt(here, here.to, roll.end)
    if held := here.fact(COUNTERSTRIKE):
        yield ends(held, f"{here.actor.name}: has struck back")


CHARGES = (
    blow(
        "charge",
        why_not=no_charge,
        inputs=charge_inputs,
        asks=lambda here: (*reactions.asks(here), UPHILL),
        ranked="mean",
        follows=charges,
    ),
)

ANSWERS = (
    FightAct(
        id="meet_charge",
        label="Meet the charge",
        rule="OQ-CC-15",
        calculator="close_attack",
        per_weapon=True,
        any_time=True,
        bars=(ACT,),
        offered=meets,
        inputs=met_inputs,
        figures=FIGURES,
        follows=met,
    ),
    FightAct(
        id="counterstrike",
        label="Strike back",
        rule="OQ-SHD-09",
        calculator="damage",
        per_weapon=True,
        any_time=True,
        offered=close_and(lambda here: here.fact(COUNTERSTRIKE) is not None),
        figures=("mean",),
        follows=strikes_back,
    ),
)
