"""Derived values of a character from characteristics, training and gear, and of a weapon with its bearer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....engine.dice_text import DiceSum, SignedDice, parse_signed, parse_sum
from ....engine.inputs import OWN, choice, number, toggle
from ....engine.procedure import total
from ....engine.sheet.derived import Derived, derived, own_number
from ....engine.sheet.values import Values, Weapon
from ..close.unarmed import HOLD, INTENTS, STRIKE
from ..rolls.damage import ARMOR as ARMOR_POINTS
from ..rolls.damage import HIT_POINTS, damage, damage_modifier
from ..rolls.results import NONE
from ..skills.derived import Characteristics, hit_points, skill_parts
from ..skills.derived import damage_modifier as modifier_of
from ..skills.resist_spell import KINDS as RESISTING
from ..skills.skill import MODIFIER, PERCENT
from ..spirits.spirits import FIGHTERS, PERSISTENCE, SHAMANISM, SPIRIT
from ..tables import FACTS
from ..talk.fast_talk_tries import DEFENSES as TALK_DEFENSES
from ..turns.surprise import MODES
from .conditions import OF_CONDITIONS, WOUNDS, wound
from .fields import ARMOR, CLOSE, RANGED, SKILL_ROWS, UNARMED, UNARMORED

_CORE = tuple(Characteristics.__dataclass_fields__)
SHIELDS = FACTS.table("shields")
CASTING = ("personal_magic", "sorcery", "religion", "shamanism")
LARGE = "large"


def characteristics(v: Values) -> Characteristics:
    """The seven characteristics, as the calculator of derived values takes them."""
    return Characteristics(**{one: v[one] for one in _CORE})


# Skills


def skill_value(skill: str) -> Callable[[Values], int]:
    """A skill as trained, else its starting value."""

    def compute(v: Values) -> int:
        trained: int | None = v[skill]
        return total(skill_parts(characteristics(v), SKILL_ROWS[skill])) if trained is None else trained

    return compute


def _skill(row: dict[str, Any]) -> Derived:
    declared = number(row["label"], *PERCENT, help=f"As trained, or {row['starts']}.", rule=row["rule"], unit="%")
    return derived(f"{row['id']}_skill", declared, skill_value(row["id"]))


def casting(v: Values) -> int:
    """The skill of the best tradition, of the trained ones, or of all."""
    values: dict[str, int] = {one: v[f"{one}_skill"] for one in CASTING}
    trained = [one for one in CASTING if v[one] is not None]
    return max(values[one] for one in trained or CASTING)


def is_shaman(v: Values) -> bool:
    """Whether the character is a shaman, who fights spirits with Shamanism (OQ-SPI-05)."""
    return v["shamanism"] is not None


def spirit_kind(v: Values) -> str:
    """What somebody fights spirits with: a spirit in its own way, or a shaman (OQ-SPI-04, OQ-SPI-05)."""
    if v["is_bodiless"]:
        return SPIRIT
    return SHAMANISM if is_shaman(v) else PERSISTENCE


def talk_defense(v: Values) -> str:
    """The better skill against Fast Talk (OQ-FAST-07), without Lores, which depend on their field."""
    return max(("persistence", "influence"), key=lambda one: v[f"{one}_skill"])


# Gear


def _worn(v: Values) -> int:
    """The points of the armor of the table, or of other armor; none with a broken strap (EXT-13, OQ-FUM-06)."""
    if v["armor"] == OWN:
        points = int(v["worn_points"])
    else:
        points = 0 if v["armor"] == UNARMORED else int(ARMOR.row(v["armor"])["ap"])
    return 0 if v["is_unarmored"] else points


def armor_points(v: Values) -> int:
    """The armor points of the worn gear and of magic (EXT-13, EXT-18)."""
    points: int = _worn(v) + v["armor_magic"] + total(v.own_modifiers("armor"))
    return max(0, min(points, ARMOR_POINTS[1]))


def _damage_modifier(v: Values) -> SignedDice | None:
    return parse_signed(modifier_of(characteristics(v)))


def _always(name: str, declared: Any, held: str) -> Derived:
    """A constant value that an act needs besides the character."""
    return derived(name, declared, lambda v: held, visible=False)


DERIVED = (
    derived(
        "wound",
        choice("Wound", WOUNDS, help="From the hit points and the conditions.", rule="OQ-DAM-04"),
        wound,
    ),
    derived(
        "hit_points_max",
        number("Hit points, unhurt", *HIT_POINTS, help="Half of SIZ and CON, rounded up.", rule="EXT-09"),
        lambda v: hit_points(characteristics(v)),
    ),
    derived(
        "magic_points_max",
        number("Magic points, at most", 1, 200, help="As many as POW.", rule="EXT-10"),
        lambda v: v["pow"],
    ),
    own_number("ranged", "Shots and throws", "OQ-RNG-01"),
    derived("damage_modifier", damage_modifier(), _damage_modifier),
    derived(
        "hit_points_left",
        number("Hit points", *HIT_POINTS, help="As long as there are any.", rule="OQ-PHY-04"),
        lambda v: v["hit_points"] if v["hit_points"] > 0 else None,
        visible=False,
    ),
    derived(
        "magic_points_left",
        number("Magic points", 1, 200, help="As long as there are any.", rule="OQ-SPI-08"),
        lambda v: v["magic_points"] or None,
        visible=False,
    ),
    derived(
        "movement",
        number("Movement rate", 0, 1000, help="How far you may go each round.", rule="EXT-11", unit="meters"),
        lambda v: FACTS.number("movement_rate_m"),
    ),
    derived(
        "armor_points",
        number("Armor points", *ARMOR_POINTS, help="Armor and magic together.", rule="EXT-13"),
        armor_points,
    ),
    *(_skill(row) for row in SKILL_ROWS.values()),
    derived(
        "casting",
        number("Casting skill", *PERCENT, help="The best of those trained.", rule="OQ-OTH-01", unit="%"),
        casting,
        visible=False,
    ),
    derived(
        "spirit_kind",
        choice("Fights spirits as", FIGHTERS.options(), help="A shaman or not.", rule="OQ-SPI-05"),
        spirit_kind,
        visible=False,
    ),
    derived(
        "spirit_skill",
        number("Skill against spirits", *PERCENT, help="Shamanism or Persistence.", rule="OQ-SPI-05", unit="%"),
        lambda v: v["shamanism_skill" if is_shaman(v) else "persistence_skill"],
        visible=False,
    ),
    derived(
        "one_try",
        number("Tries", 1, 1, help="The next roll alone.", rule="OQ-FAST-10"),
        lambda v: 1,
        visible=False,
    ),
    derived(
        "has_body",
        toggle("Has a body", help="All but spirits.", rule="OQ-SPI-11"),
        lambda v: not v["is_bodiless"],
        visible=False,
    ),
    derived(
        "talk_defense",
        choice("Against Fast Talk", TALK_DEFENSES.options(), help="The better of two.", rule="OQ-FAST-07"),
        talk_defense,
        visible=False,
    ),
    derived(
        "talk_defense_skill",
        number("Skill against Fast Talk", *PERCENT, help="The better of two.", rule="OQ-FAST-07", unit="%"),
        lambda v: v[f"{v['talk_defense']}_skill"],
        visible=False,
    ),
    derived(
        "shield_size",
        choice("Shield's size", SHIELDS.options(), help="From the gear.", rule="OQ-SHD-03"),
        lambda v: None if v["shield"] == NONE else v["shield"],
        visible=False,
    ),
    derived(
        "has_large_shield",
        toggle("Large shield", help="From the gear.", rule="OQ-MOV-10"),
        lambda v: v["shield"] == LARGE,
        visible=False,
    ),
    derived(
        "distance",
        number("Distance", 0, 10000, help="A sheet does not say.", rule="OQ-DIST-02", unit="meters"),
        lambda v: None,
        visible=False,
    ),
    derived(
        "full_strength",
        toggle("Group at full strength", help="A sheet does not say.", rule="OQ-INT-11"),
        lambda v: None,
        visible=False,
    ),
    _always("attacked", choice("Who surprises", MODES, help="The others.", rule="OQ-SUR-04"), MODES[0].id),
    _always("resisting", choice("Resist with", RESISTING, help="Bodily.", rule="OQ-MGC-05"), RESISTING[0].id),
    _always("striking", choice("Attempt", INTENTS.options(), help="A blow.", rule="OQ-UN-06"), STRIKE),
    _always("holding", choice("Attempt", INTENTS.options(), help="A hold.", rule="OQ-UN-07"), HOLD),
    *OF_CONDITIONS,
)


# Values of one weapon


def close_skill(w: Weapon) -> int:
    """The close skill: Unarmed Combat with bare hands, otherwise Close Combat."""
    value: int = w.owner[f"{UNARMED if w['skill'] == UNARMED else CLOSE}_skill"]
    return value


def reach(w: Weapon) -> int | None:
    """The weapon's range (EXT-14); None for a weapon without one."""
    if w["skill"] != RANGED:
        return None
    if w["range_str"] is not None:
        flight: int = w["range_str"] * w.owner["str"]
        return flight
    held: int | None = w["range"]
    return held


def off_damage(w: Weapon) -> DiceSum | None:
    """The damage dice of the shield beside this weapon, if a hand is free (OQ-SHD-03, OQ-SHD-10 to 12)."""
    shield = w.owner["shield"]
    return parse_sum(SHIELDS.row(shield)["damage"]) if shield != NONE and w["one_handed"] else None


def _only_if(name: str, *skills: str) -> Callable[[Weapon], Any]:
    """A value for weapons of some skills only."""
    return lambda w: w[name] if w["skill"] in skills else None


def _bonus(name: str, help: str, *skills: str) -> Derived:
    declared = number("Bonus to the skill", *MODIFIER, help=help, rule="EXT-06", unit="%", signed=True)
    return derived(name, declared, _only_if("bonus", *skills), visible=False)


OF_WEAPON = (
    derived(
        "skill_value",
        number("Weapon skill", *PERCENT, help="What is rolled with it.", rule="OQ-CC-02", unit="%"),
        lambda w: w.owner[f"{w['skill']}_skill"],
    ),
    derived(
        "close_skill",
        number("Close Combat", *PERCENT, help="What is rolled up close.", rule="OQ-CC-02", unit="%"),
        close_skill,
        visible=False,
    ),
    derived(
        "reach",
        number("Range", 1, 5000, help="In meters.", rule="OQ-RNG-10", unit="meters", nullable=True, empty="none"),
        reach,
    ),
    derived(
        "improvised",
        toggle("Not made for throwing", help="A close weapon that is thrown.", rule="OQ-RNG-06"),
        lambda w: w["skill"] != RANGED,
        visible=False,
    ),
    derived("off_damage", damage("Shield's damage", help="From its size."), off_damage, visible=False),
    derived("close_damage", damage(help="Up close."), _only_if("damage", CLOSE, UNARMED), visible=False),
    derived("bare_damage", damage(help="Of bare hands."), _only_if("damage", UNARMED), visible=False),
    derived("missile_damage", damage(help="From afar."), _only_if("damage", RANGED), visible=False),
    _bonus("close_bonus", "Up close.", CLOSE, UNARMED),
    _bonus("bare_bonus", "Of bare hands.", UNARMED),
)
