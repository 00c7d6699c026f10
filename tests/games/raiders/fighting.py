"""A fight of Ruins & Raiders as tests play it: fighters, events that are recorded one after another, typed dice."""

from __future__ import annotations

from typing import Any

import pyrules

from .. import fighting

RULES = pyrules.fight_rules("raiders")
SHEET = RULES.sheet

SWORD, BOW = {"name": "Sword", "damage": 4}, {"name": "Bow", "damage": 3, "kind": "missile", "parriable": False}

BRAN: dict[str, Any] = {
    "id": "bran",
    # Dodge 10, Parry 12, Protection 3, lifts 125 kg.
    "sheet": {
        "warrior": 5,
        "archer": 4,
        "ranger": 2,
        "perception": 3,
        "brawn": 4,
        "athlete": 3,
        "fortitude": 2,
        "armor": 1,
        "mass": 90,
        "intuition": 1,
        "weapons": [SWORD, BOW],
    },
}
TILDA: dict[str, Any] = {
    "id": "tilda",
    # Dodge 9, Parry 15, Protection 1.
    "sheet": {"warrior": 4, "brawn": 2, "athlete": 2, "fortitude": 1, "weapons": [{"name": "Shield", "defense": 4}]},
}
OGG: dict[str, Any] = {
    "id": "ogg",
    "side": "foes",
    # Dodge 8, Parry 10, Protection 3.
    "sheet": {"warrior": 3, "brawn": 6, "athlete": 1, "fortitude": 3, "mass": 120, "weapons": [SWORD]},
}


def foe(**more: Any) -> dict[str, Any]:
    """Ogg with other values."""
    return {**OGG, "sheet": {**OGG["sheet"], **more}}


class Fighting(fighting.Fighting):
    """Fighters in a fight of this game."""

    rules = RULES

    def wounds(self, who: str) -> int:
        return self.state[who].tracks["wounds"]

    def fortune(self, who: str) -> int:
        return self.state[who].tracks["fortune"]

    def actions(self, who: str) -> int:
        return self.state[who].budget["actions"]
