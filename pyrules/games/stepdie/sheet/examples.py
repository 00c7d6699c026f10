"""Two example characters."""

from __future__ import annotations

from ....engine.sheet.sheet import Example

EXAMPLES = (
    Example(
        "wenna",
        "A shield-bearer who stands in the doorway",
        {
            "name": "Wenna Doorward",
            "health": 7,
            "health_max": 8,
            "agility_die": 8,
            "strength_die": 10,
            "fighting": 4,
            "thrown": 2,
            "acrobatics": 1,
            "armor_dr": 1,
            "armor_penalty": 1,
            "helmet_dr": 1,
            "weapons": [
                {"name": "Bearded axe", "damage": 4, "heft_die": 8, "bladed": True, "parry": 1},
                {"name": "Oak shield", "kind": "shield", "damage": 1, "parry": 2, "block": 5},
                {"name": "Hatchet", "bladed": True, "thrown_tag": True, "in_hand": False},
                {"name": "Fists", "kind": "unarmed", "damage": 1},
            ],
            "notes": "Counts everybody who goes in. Has never been late for soup.",
        },
    ),
    Example(
        "lisbet",
        "A rider with a bow, a whip and no wish to be hit",
        {
            "name": "Lisbet Quickmoor",
            "health": 4,
            "health_max": 5,
            "agility_die": 10,
            "strength_die": 6,
            "fighting": 1,
            "archery": 4,
            "acrobatics": 4,
            "riding": 3,
            "ambidextrous": True,
            "projectiles": 14,
            "mount_agility_die": 8,
            "weapons": [
                {"name": "Recurve bow", "kind": "bow", "damage": 3, "range_ft": 120},
                {"name": "Drover's whip", "damage": 1, "reach": 3, "own_skill": 3, "in_hand": False},
                {"name": "Long knife", "bladed": True, "thrown_tag": True, "parry": 0, "in_hand": False},
            ],
            "notes": "The mare is called Inkling. She does not like bridges.",
        },
    ),
)
