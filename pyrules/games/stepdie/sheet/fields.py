"""The fields of a character sheet: attribute dice, skills, gear and current state.

The chapter has no sheet. It names the attributes, skills and kinds of equipment; their numbers stand in the rest of its
book. Each number is an input with our default.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ....engine.inputs import OwnRows, Preset, choice, input_fields, number, toggle
from ....engine.sheet.fields import (
    FULL,
    LEFT,
    added,
    armor_name,
    character_name,
    condition_name,
    conditions,
    notes,
    own_conditions,
    weapon_name,
    weapons,
    worn_name,
)
from ..attack.two_attacks import ambidextrous
from ..exchange.fighters import Attacker, Defender
from ..rolls.default_inputs import HEALTH, SKILL
from ..tables import FACTS
from ..turns.turn_events import MOST_PROJECTILES, TurnTracked

STATE, ATTRIBUTES, SKILLS, SKILL_DICE = "Health", "Attributes", "Skills", "Dice of skills"
GEAR, MOUNT = "Armor and gear", "Mount"
SHOOTING, MORE = "Thrown and shot", "Skill and bonus"
FARTHEST = 10000
UNARMED, SHIELD, NORMAL = "unarmed", "shield", "normal"


def own(of: type, name: str, default: Any = None, **changes: Any) -> Any:
    """A calculator's input as a field of the character, in the sheet's group and without table rule."""
    slot = next(slot for slot in input_fields(of) if slot.name == name)
    kind = replace(slot.input, **{"table": None, "group": ""} | changes)
    return field(default=slot.default if default is None else default, metadata={"input": kind})


def _skill(label: str, help: str, rule: str) -> Any:
    return number(label, *SKILL, 0, help=help, rule=rule, signed=True, group=SKILLS)


def _skill_die(label: str) -> Any:
    return own(Attacker, "skill_die", label=f"{label} die", group=SKILL_DICE)


@dataclass(frozen=True, kw_only=True)
class SheetWeapon:
    """A weapon, a shield or a bare hand, with the modifiers of its bearer."""

    name: str = weapon_name("S2-EQUIP-01")
    kind: str = own(Attacker, "kind")
    damage: int = own(Attacker, "damage")
    reach: int = own(Attacker, "reach")
    heft_die: int = own(Attacker, "heft_die")
    bladed: bool = own(Attacker, "bladed")
    parry: int | None = own(Defender, "parry", help="What it parries with; empty where it cannot.")
    block: int | None = own(Defender, "block", help="Of a shield: its Block value.")
    in_hand: bool = toggle(
        "In hand", True, help="Equipped now: only such a thing strikes, parries and blocks.", rule="S2-EQUIP-01"
    )
    thrown_tag: bool = own(Attacker, "thrown_tag", group=SHOOTING)
    range_ft: int = number(
        "Range",
        0,
        FARTHEST,
        FACTS.number("throw_ft"),
        help=FACTS.fill("How far it shoots; what is thrown goes as far as {throw_ft} feet."),
        rule="S2-SHOOT-01",
        unit="feet",
        group=SHOOTING,
    )
    loaded: int = own(TurnTracked, "loaded", FACTS.number("reload_shots"), group=SHOOTING)
    own_skill: int | None = number(
        "Skill of its own",
        *SKILL,
        None,
        help="Of an exotic weapon; empty where it is Fighting, or Archery to shoot.",
        rule="S2-ATTACK-02",
        signed=True,
        nullable=True,
        empty="by kind",
        group=MORE,
    )
    own_skill_die: int = own(Attacker, "skill_die", label="Die of that skill", group=MORE)
    bonus: int = own(
        Attacker, "extra_mod", label="Bonus to attack", help="From the weapon, or whatever else adds to it.", group=MORE
    )


def _weapon_presets() -> tuple[Preset, ...]:
    """The kinds of weapon; the chapter lists what each kind can do, and no single weapons."""
    damage = {UNARMED: FACTS.number("default_punch_damage")}
    return tuple(
        Preset(
            row["label"],
            (
                ("name", row["label"]),
                ("kind", row["id"]),
                ("damage", str(damage.get(row["id"], FACTS.number("default_damage")))),
            ),
        )
        for row in FACTS.table("weapon_kinds").rows
    )


@dataclass(frozen=True, kw_only=True)
class OwnArmor:
    """Armor of a player's own."""

    name: str = armor_name("S2-ARMOR-01")
    armor_dr: int = own(Defender, "armor_dr")
    armor_penalty: int = own(Defender, "armor_penalty")


OWN_ARMOR = OwnRows("armor", (("worn_name", "name"), ("armor_dr", "armor_dr"), ("armor_penalty", "armor_penalty")))


@dataclass(frozen=True, kw_only=True)
class OwnCondition:
    """A condition of a player's own, with what it adds.

    Nothing of it lowers a die: the calculators know the steps of Chilled and of maimed limbs, which a sheet can tick.
    """

    name: str = condition_name("S2-GROUND-01")
    attack: int = added("Attack", "S2-ATTACK-02")
    defense: int = added("Defense", "S2-DEFOPT-01")


@dataclass(frozen=True, kw_only=True)
class SheetCharacter:
    """A character: name and current state, then attributes, skills and gear."""

    name: str = character_name()
    conditions: tuple[str, ...] = conditions(FACTS.table("conditions").options(), "S2-GROUND-01")
    own_conditions: tuple[OwnCondition, ...] = own_conditions(OwnCondition, "S2-GROUND-01")
    stance: str = choice(
        "Stance",
        FACTS.table("stances").options(),
        NORMAL,
        help="How you meet attacks: Defend took last round's action, Block takes this turn.",
        rule="S2-DEFEND-01",
    )
    free_zone: bool = own(Defender, "free_zone")
    health: int | None = number(
        "Health",
        -HEALTH[1],
        HEALTH[1],
        None,
        help=FACTS.fill(f"{LEFT} At {{incapacitated_at}} or less you are incapacitated."),
        rule="S2-HEALTH-01",
        unit="points",
        group=STATE,
        nullable=True,
        empty=FULL,
    )
    health_max: int = own(Defender, "health", label="Health, unhurt", help="All that you have.", group=STATE)
    agility_die: int = own(Attacker, "agility_die", group=ATTRIBUTES)
    strength_die: int = own(Attacker, "strength_die", group=ATTRIBUTES)
    fighting: int = _skill("Fighting", "For melee, and to tackle and hold.", "S2-ATTACK-02")
    archery: int = _skill("Archery", "For bows, crossbows and firearms.", "S2-SHOOT-01")
    thrown: int = _skill("Thrown Weapons", "For whatever you throw.", "S2-THROW-01")
    acrobatics: int = _skill("Acrobatics", "To dodge and to trip.", "S2-DODGE-01")
    riding: int = _skill("Riding", "To dodge as a rider, and to mount.", "S2-DODGE-03")
    ambidextrous: bool = ambidextrous(group=SKILLS)
    fighting_die: int = _skill_die("Fighting")
    archery_die: int = _skill_die("Archery")
    thrown_die: int = _skill_die("Thrown Weapons")
    acrobatics_die: int = _skill_die("Acrobatics")
    riding_die: int = _skill_die("Riding")
    worn_name: str | None = worn_name("S2-ARMOR-01", OWN_ARMOR, GEAR)
    armor_dr: int = own(Defender, "armor_dr", group=GEAR)
    armor_penalty: int = own(Defender, "armor_penalty", group=GEAR)
    helmet_dr: int = own(Defender, "helmet_dr", group=GEAR)
    projectiles: int = number(
        "Projectiles", 0, MOST_PROJECTILES, 0, help="Those not loaded yet.", rule="S2-RELOAD-01", group=GEAR
    )
    mounted: bool = own(Defender, "mounted", group=MOUNT)
    mount_agility_die: int = own(Defender, "mount_agility_die", group=MOUNT)
    weapons: tuple[SheetWeapon, ...] = weapons(
        SheetWeapon,
        _weapon_presets,
        "S2-ATTACK-01",
        one="A kind of weapon, with your own numbers.",
        help="Shields and bare hands too. Each gets its odds.",
    )
    notes: str | None = notes("Other attributes and skills, spells")


@dataclass(frozen=True, kw_only=True)
class SheetTarget:
    """An opponent without a sheet."""

    agility_die: int = own(Defender, "agility_die")
    acrobatics: int = own(Defender, "acrobatics")
    parry: int | None = own(Defender, "parry")
    parry_is_shield: bool = own(Defender, "parry_is_shield")
    armor_dr: int = own(Defender, "armor_dr")
    helmet_dr: int = own(Defender, "helmet_dr")
    health: int = own(Defender, "health")
    is_grounded: bool = own(Defender, "grounded")
    strength_die: int = own(Defender, "strength_die")
    fighting: int = _skill("Fighting", "When it strikes back, is tackled or holds on.", "S2-ATTACK-02")
