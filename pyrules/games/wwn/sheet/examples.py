"""Two ready-made characters."""

from __future__ import annotations

from ....engine.sheet.sheet import Example

EXAMPLES = (
    Example(
        "hessa",
        "A shield-bearer who holds the line",
        {
            "name": "Hessa of the Ford",
            "cls": "warrior",
            "level": 3,
            "hit_points": 19,
            "hit_points_max": 22,
            "system_strain": 1,
            "str": 16,
            "dex": 11,
            "con": 14,
            "int": 8,
            "wis": 12,
            "cha": 10,
            "stab": 1,
            "punch": 0,
            "exert": 1,
            "notice": 0,
            "armor": "mail_shirt",
            "shield": "large",
            "weapons": [
                {"name": "Heirloom sword", "damage": "1d8", "shock": 2, "shock_ac": 13, "attribute": "either"},
                {
                    "name": "Light spear",
                    "damage": "1d6",
                    "shock": 2,
                    "shock_ac": 13,
                    "attribute": "either",
                },
                {"name": "Fists", "damage": "1d2", "attribute": "either", "skill": "punch"},
            ],
            "notes": "Owes the ferryman a favor. Never leaves a friend on the ground.",
        },
    ),
    Example(
        "ilo",
        "A scout with a bow and quiet feet",
        {
            "name": "Ilo Reedhand",
            "cls": "adventurer_expert",
            "level": 4,
            "hit_points": 15,
            "hit_points_max": 17,
            "str": 9,
            "dex": 17,
            "con": 10,
            "int": 13,
            "wis": 14,
            "cha": 8,
            "stab": 0,
            "shoot": 2,
            "sneak": 2,
            "notice": 1,
            "heal": 0,
            "armor": "buff_coat",
            "weapons": [
                {
                    "name": "Small bow",
                    "damage": "1d6",
                    "kind": "ranged",
                    "hands": 2,
                    "attribute": "dex",
                    "skill": "shoot",
                },
                {"name": "Dagger", "damage": "1d4", "shock": 1, "shock_ac": 15, "attribute": "either"},
            ],
            "notes": "Draws maps on whatever lies around.",
        },
    ),
)
