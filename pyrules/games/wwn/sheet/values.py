"""Values derived from scores, class, level and gear, and the effect of each condition on an attack."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ....engine.dice import Dice, parse_dice
from ....engine.inputs import choice, number, same, toggle
from ....engine.sheet.derived import Derived, derived, own_number
from ....engine.sheet.values import Values, Weapon
from ..attack.execution_setup import MODES
from ..attack.strike import BONUS
from ..attack.weapon import ANY, TARGET_AC
from ..checks.character import DERIVE, SAVES, SCORES, Character, modifier_of
from ..checks.checks import SCALE, TRAINING
from ..maneuvers.grapple_race import Grappler
from ..tables import FACTS
from ..turns.initiative import LONGEST_NAME, Side
from .conditions import CONDITIONS
from .fields import EITHER, PUNCH, UNTRAINED
from .state import CHARGING, CORE, TOTAL_DEFENSE, armor_class_without, armor_penalty

MELEE, PLAYER = "melee", "pc"
SCORE_NAMES = {"str": "Strength", "dex": "Dexterity", "con": "Constitution"} | {
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}


def _core(name: str) -> Callable[[Values], Any]:
    """One of the combat numbers of `checks.character`."""

    return lambda v: v.memo(_combat_numbers)[name]


def _combat_numbers(v: Values) -> dict[str, Any]:
    return DERIVE.compute(Character(**{one: v[one] for one in CORE}))


def _modifier(name: str, label: str) -> Derived:
    declared = number(f"{label} modifier", *SCALE, help="From the score.", rule="WWN-EXT-ATTR", signed=True)
    return derived(f"{name}_mod", declared, lambda v: modifier_of(v[name]))


def _save(row: dict[str, Any]) -> Derived:
    declared = number(f"{row['label']} save", 1, 30, help="The least that the d20 must show.", rule="WWN-EXT-SAVE")
    return derived(f"save_{row['id']}", declared, _core(f"save_{row['id']}"))


def _armor_class(name: str, without: str) -> Derived:
    """Armor Class for a calculator that applies the condition `without` itself."""
    declared = number("Armor Class", *TARGET_AC, help="With what a condition does to it.", rule="WWN-CHARGE-04")
    return derived(name, declared, armor_class_without(without), visible=False)


UNARMED = FACTS.table("weapons").row("unarmed")


def unarmed_hit(v: Values) -> int:
    """The hit modifier of a shove or a grapple, with the better attribute of bare hands (WWN-HIT-02)."""
    trained = v["punch"] if v["punch"] > UNTRAINED else FACTS.number("untrained_hit_penalty")
    better = max(v[f"{one}_mod"] for one in UNARMED["attributes"])
    bonus: int = v["attack_bonus"] + better + trained + v["own_attack"]
    return bonus


def unarmed_dice(v: Values) -> Dice | None:
    """The dice of bare hands or claws among the weapons, with the bonuses of that weapon; None if there are none.

    Calculators add Punch and the attribute modifier (WWN-EXT-UNARMED).
    """
    hands = next((w for w in v.weapons() if w["skill"] == PUNCH), None)
    if hands is None:
        return None
    dice: Dice = hands["damage"]
    with_bonuses = replace(dice, plus=dice.plus + hands["damage_bonus"] + hands["shock_bonus"])
    return parse_dice(str(with_bonuses)) or dice  # beyond the bounds of dice text, the dice alone


def _penalty(name: str, label: str, *weights: str) -> Derived:
    """The check penalty of armor; 0 for armor that does not hinder the check."""
    declared = number(label, -10, 10, help="Its encumbrance.", rule="WWN-EXT-ARMORWEIGHT", signed=True)
    return derived(name, declared, armor_penalty(*weights), visible=False)


def side_name(v: Values) -> str | None:
    """The name of a side of one; None for a player character, whose party has a name of its own."""
    return None if v["who"] == PLAYER else v["name"][:LONGEST_NAME]


DERIVED = (
    *(_modifier(name, label) for name, label in SCORE_NAMES.items()),
    derived(
        "attack_bonus",
        number("Attack bonus", -5, 20, help="From class and level.", rule="WWN-EXT-AB", signed=True),
        _core("attack_bonus"),
    ),
    derived(
        "armor_class",
        number("Armor Class", *TARGET_AC, help="From armor, shield and Dexterity.", rule="WWN-EXT-ARMOR"),
        _core("armor_class"),
    ),
    derived(
        "armor_class_now",
        number("Armor Class now", *TARGET_AC, help="With what a condition does to it.", rule="WWN-CHARGE-04"),
        armor_class_without(),
    ),
    _armor_class("armor_class_charging", TOTAL_DEFENSE),
    _armor_class("armor_class_defending", CHARGING),
    *(_save(row) for row in SAVES.rows),
    derived(
        "killing_blow",
        number("Killing Blow", *BONUS, help="Adds to all damage and Shock.", rule="WWN-EXT-KILLINGBLOW", signed=True),
        _core("killing_blow"),
    ),
    derived(
        "system_strain_max",
        number("System Strain, at most", 1, SCORES[1], help="As the Constitution score.", rule="WWN-EXT-STRAIN"),
        _core("system_strain_max"),
    ),
    derived(
        "unarmed_hit",
        number("Unarmed hit bonus", -20, 40, help="For shoves and grapples.", rule="WWN-HIT-02", signed=True),
        unarmed_hit,
    ),
    own_number("attack", "To hit", "WWN-HIT-02"),
    own_number("damage", "Damage", "WWN-DMG-01"),
    derived("unarmed_dice", same(Grappler, "unarmed"), unarmed_dice, visible=False),
    derived(
        "shove_skill",
        number("Better of Punch and Exert", *TRAINING, help="For shoves.", rule="WWN-SHOVE-02"),
        lambda v: max(v["punch"], v["exert"] + v["armor_on_exert"]),
        visible=False,
    ),
    derived(
        "heal_mod",
        number(
            "Better of Dexterity and Intelligence", *SCALE, help="To stabilize.", rule="WWN-EXT-MORTAL", signed=True
        ),
        lambda v: max(v["dex_mod"], v["int_mod"]),
        visible=False,
    ),
    derived("side_name", same(Side, "name"), side_name, visible=False),
    derived(
        "is_character",
        toggle("Player character", help="As the sheet says.", rule="WWN-INIT-02"),
        lambda v: v["who"] == PLAYER,
        visible=False,
    ),
    _penalty("armor_on_sneak", "Armor on Sneak", "medium", "heavy"),
    _penalty("armor_on_exert", "Armor on Exert", "heavy"),
    derived(
        "has_shield",
        toggle("Shield", help="From the gear.", rule="WWN-EXT-SHIELD"),
        lambda v: v["shield"] != "none",
        visible=False,
    ),
    derived(
        "shock_immune",
        toggle("Immune to Shock", help="In Total Defense until your next turn.", rule="WWN-TD-03"),
        lambda v: v["in_total_defense"],
    ),
    derived(
        "shield_unspent",
        toggle("Shield is fresh", help="A shield that has ignored no Shock this round.", rule="WWN-EXT-SHIELD"),
        lambda v: v["has_shield"] and not v["shield_is_spent"],
        visible=False,
    ),
    *CONDITIONS.toggles(),
)


# Of one weapon


def attribute_mod(w: Weapon) -> int:
    """The modifier of the weapon's attribute, or the better of two (WWN-HIT-02)."""
    names = ("str", "dex") if w["attribute"] == EITHER else (w["attribute"],)
    better: int = max(w.owner[f"{name}_mod"] for name in names)
    return better


def weapon_skill(w: Weapon) -> int:
    """The level of the weapon's skill; a throw uses the better of Stab and Shoot.

    The level is at least 0 for a weapon that needs no training.
    """
    thrown = w["kind"] == "thrown" and w["skill"] != "punch"
    level: int = max(w.owner["stab"], w.owner["shoot"]) if thrown else w.owner[w["skill"]]
    return max(0, level) if w["untrained_ok"] else level


def plate_stops(w: Weapon) -> bool:
    """Whether grand plate protects its wearer from this weapon (WWN-EXT-GRANDPLATE)."""
    if w["magic"] or w["kind"] == "ranged" or w["hands"] > 1:
        return False
    limit = w["shock_ac"]
    return not (limit == ANY or (isinstance(limit, int) and limit >= FACTS.number("grand_plate_shock_ac")))


def punch_damage(w: Weapon) -> int:
    """The bonus to damage; Punch adds to it for bare hands, without an untrained penalty (WWN-EXT-UNARMED)."""
    bonus: int = w["damage_bonus"]
    return bonus + max(0, w.owner["punch"]) if w["skill"] == "punch" else bonus


def hit_total(w: Weapon) -> int:
    """The total hit modifier with this weapon (WWN-HIT-02, -03)."""
    trained = w["skill_level"] if w["skill_level"] > UNTRAINED else FACTS.number("untrained_hit_penalty")
    bonus: int = w.owner["attack_bonus"] + w["attr_mod"] + trained + w["hit_bonus"] + w.owner["own_attack"]
    return bonus


def whole_bonus(w: Weapon) -> int:
    """The total modifier of the damage of a hit (WWN-DMG-01, WWN-EXT-SHOCKADD)."""
    shared: int = w.owner["killing_blow"] + w.owner["own_damage"]
    bonus: int = w["attr_mod"] + w["all_damage_bonus"] + w["shock_bonus"] + shared
    return bonus


OF_WEAPON = (
    derived(
        "attr_mod",
        number("Attribute modifier", *SCALE, help="Of the weapon's attribute.", rule="WWN-HIT-02", signed=True),
        attribute_mod,
    ),
    derived(
        "skill_level",
        number("Weapon skill", *TRAINING, help="The level in the weapon's skill.", rule="WWN-HIT-03"),
        weapon_skill,
    ),
    derived(
        "all_damage_bonus",
        number("Bonus to damage", *BONUS, help="Punch included.", rule="WWN-EXT-UNARMED", signed=True),
        punch_damage,
    ),
    derived(
        "hit_total",
        number("Hit bonus", -20, 40, help="With this weapon, all told.", rule="WWN-HIT-02", signed=True),
        hit_total,
    ),
    derived(
        "whole_bonus",
        number("Damage bonus", *BONUS, help="With this weapon, all told.", rule="WWN-DMG-01", signed=True),
        whole_bonus,
    ),
    derived(
        "plate_stops_it",
        toggle("Stopped by grand plate", help="From the weapon.", rule="WWN-EXT-GRANDPLATE"),
        plate_stops,
        visible=False,
    ),
    derived(
        "execution_mode",
        choice("Used", MODES, help="From afar or up close.", rule="WWN-EXEC-08"),
        lambda w: MELEE if w["kind"] == MELEE else "ranged",  # a throw needs the check too
    ),
)
