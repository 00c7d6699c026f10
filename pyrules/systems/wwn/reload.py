"""Reloading: what it costs, and so how often you shoot.

From "Reload a Weapon" in the combat chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.fields import Option, choice
from .checks import shoot_skill
from .facts import FACTS
from .turn import ACTIONS, MAIN, TYPES

RELOADS = FACTS.table("reloads")
WEAPONS = (Option("bow", "Bow", "WWN-RELOAD-02"), Option("crossbow", "Crossbow", "WWN-RELOAD-01"))


@dataclass(frozen=True, kw_only=True)
class Reload:
    """A weapon, and who loads it."""

    weapon: str = choice("Weapon", WEAPONS, help="A crossbow is slow in any hands.", rule="WWN-RELOAD-01")
    shoot_skill: int = shoot_skill()


def reload_of(a: Reload) -> dict[str, Any]:
    """The last of the weapon's rows whose level is reached."""
    return [row for row in RELOADS.rows if row["weapon"] == a.weapon and a.shoot_skill >= row["from_skill"]][-1]


def _reload(a: Reload) -> dict[str, Any]:
    row = reload_of(a)
    costs = ACTIONS[row["id"]]["costs"]
    return {
        "type": row["type"],
        "attack_every_round": MAIN not in costs,
        "can_also_move": not costs,
    }


RELOAD = Calculator(
    id="wwn.reload",
    title="Reload",
    summary="Which action reloading takes, and whether you still shoot every round.",
    inputs=Reload,
    outputs=(
        out.word("type", "action to reload", TYPES, headline=True),
        out.flag("attack_every_round", "Shoots every round"),
        out.flag("can_also_move", "Shoots every round and moves too"),
    ),
    work=_reload,
    rules=("WWN-RELOAD-01", "WWN-RELOAD-02", "WWN-RELOAD-03", "WWN-ACT-08"),
    start={"weapon": "bow", "shoot_skill": 1},
)
