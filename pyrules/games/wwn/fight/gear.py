"""What the names of weapons say about them: traits, what breaks a shield, what is reloaded; and bare hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ....engine.fight.acts import Here
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.sheet.values import Weapon
from ..sheet.fields import PUNCH, weapon_pairs
from ..sheet.sheet import SHEET
from ..tables import FACTS
from ..turns.reload import Reload, costs_of, reload_of
from .facts import UNLOADED

LESS_LETHAL, PRECISE, BASH = "LL", "PM", "bash"
"""Marks of traits in the weapon table, and the word in the names of shields that strike (WWN-EXT-TRAITS)."""

BREAKERS = {
    "axe": "axe",
    "mace": "mace",
    "club": "other_crushing",
    "hammer": "other_crushing",
    "maul": "other_crushing",
}
"""The row of shatter_weapons.toml for a word in a weapon's name (WWN-SHATTER-01)."""


BARE_HANDS_ROW = next(row for row in FACTS.table("weapons").rows if row.get("adds_skill_to_damage"))
"""The row of the weapon table that everybody has (WWN-EXT-UNARMED)."""


def _bare_hands() -> Any:
    held, problems = SHEET.from_text([(f"weapons.0.{name}", text) for name, text in weapon_pairs(BARE_HANDS_ROW)])
    assert held is not None, problems
    return held.weapons[0]


BARE_HANDS = _bare_hands()


def as_it_stands(state: FightState, who: str, held: Any) -> Any:
    """The inputs of a sheet with bare hands as the last weapon, unless it has an unarmed attack (WWN-GRAP-05)."""
    if any(one.skill == PUNCH for one in held.weapons):
        return held
    return replace(held, weapons=(*held.weapons, BARE_HANDS))


def traits(weapon: Weapon) -> list[str]:
    """The traits of a weapon that has the name of a row of the weapon table."""
    row: dict[str, Any] | None = FACTS.table("weapons").find("label", weapon["name"])
    return list(row["traits"]) if row else []


def can_spare(weapon: Weapon) -> bool:
    """Whether a weapon can do non-lethal damage: bare hands always, blunt weapons perhaps (WWN-DMG-06, WWN-DMG-07)."""
    return weapon["skill"] == PUNCH or LESS_LETHAL in traits(weapon)


def is_bash(weapon: Weapon) -> bool:
    """Whether the weapon is a shield (WWN-EXT-BASH)."""
    return BASH in weapon["name"].lower()


def breaker(weapon: Weapon) -> str:
    """The row of a weapon that breaks shields; empty if its name does not say so."""
    name = weapon["name"].lower()
    return next((row for word, row in BREAKERS.items() if word in name), "")


# Reloading


def reload_costs(here: Here) -> list[str]:
    """The actions that reloading the weapon in hand takes; none for a weapon that is not reloaded, or On-Turn."""
    if here.weapon is None or here.weapon["kind"] != "ranged":
        return []
    kind = "crossbow" if "crossbow" in here.weapon["name"].lower() else "bow"
    return costs_of(reload_of(Reload(weapon=kind, shoot_skill=here.me["shoot"])))


def unloaded(here: Here) -> Held | None:
    """The mark of the weapon in hand if it has to be reloaded first."""
    name = here.weapon["name"] if here.weapon else None
    return next((h for h in here.state.of(here.who) if h.id == UNLOADED and h.note == name), None)
