"""Reloading: what it costs, and so how often you shoot.

From "Reload a Weapon" in the combat chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import Option, choice
from ....engine.procedure import Procedure
from ..checks.checks import shoot_skill
from ..tables import FACTS
from .turn import ACTIONS, MAIN, MOVE, TYPES

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


def costs_of(row: dict[str, Any]) -> list[str]:
    """What such a reload takes out of the round."""
    costs: list[str] = ACTIONS[row["id"]]["costs"]
    return costs


def explanation(a: Reload) -> Procedure[Any]:
    """The row that holds, and what it leaves of the round."""
    row = reload_of(a)
    costs, kind = costs_of(row), next(option.label for option in TYPES if option.id == row["type"])
    skill = f"Shoot-{a.shoot_skill}" if a.shoot_skill >= 0 else "untrained"
    weapon = next(option.label for option in WEAPONS if option.id == a.weapon)
    shooting = "spent on reloading" if MAIN in costs else "free to shoot in every round"
    moving = "free" if not costs else "spent on reloading" if MOVE in costs else "free, but the Main Action is spent"
    return notes(
        note(f"{weapon}, {skill}: {kind} Action", row["rule"], also=("WWN-RELOAD-03",)),
        note(f"Main Action: {shooting}", "WWN-ACT-02"),
        note(f"Move Action: {moving}", "WWN-ACT-04"),
    )


def _reload(a: Reload) -> dict[str, Any]:
    row = reload_of(a)
    costs = costs_of(row)
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
        out.word("type", "action to reload", TYPES, rule="WWN-RELOAD-03", headline=True),
        out.flag("attack_every_round", "Shoots every round", rule="WWN-ACT-02"),
        out.flag("can_also_move", "Shoots every round and moves too", rule="WWN-ACT-04"),
    ),
    compute=_reload,
    explain=explanation,
    also=("WWN-ACT-08",),
    start={"weapon": "bow", "shoot_skill": 1},
)
