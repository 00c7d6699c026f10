"""Two ready-made characters."""

from __future__ import annotations

from ....engine.sheet.sheet import Example

EXAMPLES = (
    Example(
        "brannoc",
        "A wrestler with a maul, hard to move and harder to hurt",
        {
            "name": "Brannoc Under-the-Bridge",
            "wounds": 3,
            "fortune": 2,
            "fortune_max": 4,
            "brawn": 6,
            "fortitude": 4,
            "intellect": 1,
            "intuition": 2,
            "perception": 2,
            "archer": 1,
            "athlete": 3,
            "ranger": 0,
            "warrior": 6,
            "armor": 4,
            "armor_penalty": 2,
            "encumbrance": 2,
            "gear_kg": 35,
            "mass": 120,
            "weapons": [
                {"name": "Toll maul", "damage": 9},
                {"name": "Cooking knife", "damage": 3, "defense": -1, "hit_bonus": 1},
                {"name": "Shield from a barn door", "damage": 1, "defense": 2},
                {"name": "Cobblestone", "damage": 2, "kind": "thrown"},
            ],
            "notes": "Collects a toll nobody agreed to. Sings while he squeezes.",
        },
    ),
    Example(
        "sefi",
        "A rider who shoots first and is gone",
        {
            "name": "Sefi Larkspur",
            "conditions": ["mounted"],
            "fortune": 5,
            "fortune_max": 6,
            "brawn": 2,
            "fortitude": 2,
            "intellect": 3,
            "intuition": 4,
            "perception": 5,
            "archer": 7,
            "athlete": 6,
            "ranger": 6,
            "warrior": 3,
            "armor": 2,
            "gear_kg": 12,
            "mass": 60,
            "weapons": [
                {"name": "Horn bow", "damage": 6, "kind": "missile"},
                {"name": "Fire pot", "damage": 8, "kind": "thrown", "parriable": False},
                {"name": "Saddle saber", "damage": 5, "defense": 1},
            ],
            "notes": "The mare is called Patience. She is not.",
        },
    ),
)
