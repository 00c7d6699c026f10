"""Escapes in a fight: one roll against all who hold.

Chapter "Swords, Slings, and Arrows": Grapple.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, Here, Proposed
from ....engine.fight.events import free
from ....engine.procedure import Roll, total
from ..mass import METHODS, advantage
from .actions import action
from .wounds import HOLDS


def holders(here: Here) -> list[str]:
    """All who hold the actor, in the order in which they took hold."""
    return [held.who for held in here.state.held if held.id == HOLDS and held.to == here.who]


def escape_inputs(here: Here) -> Mapping[str, Any]:
    """Several holders hold together: the best of them holds on, with the mass of all (RR-ESC-02, RR-MASS-05)."""
    found = holders(here)
    if len(found) < 2:
        return {}
    team = [here.rules.values(here.state, one, here.who, here.table) for one in found]
    lead = max(team, key=lambda v: max(v["brawn"], v["warrior"]))
    mine, theirs = _mass_bonuses(here, [v["mass"] for v in team])
    return {
        "grappler_brawn": lead["brawn"],
        "grappler_warrior": lead["warrior"],
        "mass_bonus": mine,
        "grappler_mass_bonus": theirs,
    }


def _mass_bonuses(here: Here, masses: list[Any]) -> tuple[int, int]:
    """The mass bonus of the actor and of all who hold it; none without all masses (RR-MASS-01)."""
    mass = here.me["mass"]
    if mass is None or None in masses:
        return 0, 0
    together, method = sum(masses), here.table.get("method", METHODS[0].id)
    bonus = total(advantage(max(mass, together), min(mass, together), method).worth)
    return (bonus, 0) if mass > together else (0, bonus)


def escapes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The actor is free of all who hold it (RR-ESC-03)."""
    assert roll is not None  # an escape is rolled
    for one in holders(here) if roll.end.free else ():
        yield Proposed(free(one, HOLDS, here.who), f"{here.actor.name}: free of {here.state[one].name}")


ESCAPE = action(
    "escape",
    at=ANYBODY,
    calculator="escape",
    offered=lambda here: here.fact(HOLDS, back=True) is not None,
    inputs=escape_inputs,
    figures=("p_escape_one_try",),
    follows=escapes,
)
