"""The effect of gear and conditions on one character: Armor Class, armor penalties, and being down."""

from __future__ import annotations

from collections.abc import Callable

from ....engine.inputs import OWN
from ....engine.procedure import Modifier, if_any, total
from ....engine.sheet.values import Values
from ..checks.character import ARMOR, DERIVE, Character
from .conditions import ARMOR_CLASS, CONDITIONS

CORE = tuple(Character.__dataclass_fields__)
"""The values of a sheet that determine combat numbers."""

CHARGING, TOTAL_DEFENSE = "charging", "total_defense"


def _computed_armor_class(v: Values, **without: str) -> int:
    """Armor Class by gear; `without` replaces parts of the gear."""
    worn = {one: v[one] for one in CORE} | without
    return int(DERIVE.compute(Character(**worn))["armor_class"])


def shield_worth(v: Values) -> int:
    """The shield's bonus to Armor Class, which is lost after a bash (WWN-EXT-BASH)."""
    return _computed_armor_class(v) - _computed_armor_class(v, shield="none")


def pierced(v: Values) -> int:
    """The bonus of armor and shield without magic, which an armor-piercing weapon ignores (WWN-EXT-PIERCING)."""
    armor = {} if v["armor_magic"] else {"armor": "none"}
    shield = {} if v["shield_magic"] else {"shield": "none"}
    return _computed_armor_class(v) - _computed_armor_class(v, **armor, **shield)


def down(v: Values) -> str:
    """The condition of a character who is down, entered or from 0 hit points; empty otherwise (WWN-DMG-03, -04)."""
    return next((one for one in v.in_force if "is_incapacitated" in CONDITIONS.flags((one,))), "")


def _burden(v: Values) -> tuple[str, int]:
    """The weight of the armor, and its encumbrance."""
    if v["armor"] == OWN:
        return v["worn_weight"], v["worn_encumbrance"]
    row = ARMOR.row(v["armor"])
    return row["weight"], row["encumbrance"]


def armor_penalty(*weights: str) -> Callable[[Values], int]:
    """The check penalty of armor with one of these encumbrances (WWN-EXT-ARMORWEIGHT)."""

    def compute(v: Values) -> int:
        weight, encumbrance = _burden(v)
        return -encumbrance if weight in weights else 0

    return compute


def armor_class_without(*conditions: str) -> Callable[[Values], int]:
    """Armor Class with the effects of all conditions but `conditions`."""

    def compute(v: Values) -> int:
        counted = [effect for effect in v.effects(ARMOR_CLASS) if effect.condition not in conditions]
        away = if_any("Shield", -shield_worth(v), "WWN-EXT-BASH") if v["shield_is_away"] else ()
        modifiers = (*map(CONDITIONS.modifier, counted), *v.own_modifiers(ARMOR_CLASS))
        return total((Modifier("Armor Class", v["armor_class"], "WWN-EXT-ARMOR"), *modifiers, *away))

    return compute
