"""The fields of a character sheet: abilities, proficiencies, saves, gear and state.

The chapter and the facts from outside it name the fields. Players enter each skill with its total.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ....engine.inputs import Option, OwnRows, Presets, choice, many, number, text
from ....engine.sheet.fields import (
    FULL,
    LEFT,
    added,
    armor_name,
    character_name,
    condition_name,
    conditions,
    notes,
    own_armor,
    own_conditions,
    weapons,
    worn,
)
from ..checks.check_step import modifier
from ..criticals.crit_bank import LIMIT
from ..life.death_line import CONSTITUTION
from ..life.first_aid import LOWEST
from ..life.hit_point_events import POINTS
from ..life.recovery import PROFICIENCY
from ..maneuvers.push import SPEED
from ..modifiers.defense import PART
from ..round.stance import WP
from ..tables import FACTS
from ..weapons.damage import TARGET, reduction
from .weapon import SheetWeapon, fillings

STATE, ABILITIES, PROFICIENCIES = "Hit points and the like", "Abilities", "Proficiencies"
SAVES_GROUP, SKILLS_GROUP, GEAR = "Saving throws", "Skills", "Body, armor and gear"
CHECKS_GROUP = "Its saves and checks"

NONE = "none"
ARMOR, SHIELDS = FACTS.table("armor"), FACTS.table("shields")
SAVES = FACTS.table("saves")
FATIGUE = FACTS.table("fatigue_levels")
NO_ARMOR = (Option(NONE, "None", "EXT-28"),)

SKILLS = {
    "athletics": ("Athletics", "To push, grapple and trip.", "OBSS-PUSH-01"),
    "acrobatics": ("Acrobatics", "To spring up, and to move through foes.", "OBSS-PRON-02"),
    "awareness": ("Awareness", "Against those who sneak up.", "OBSS-SURP-06"),
    "stealth": ("Stealth", "To take others by surprise.", "OBSS-SURP-06"),
    "deceive": ("Deceive", "To feint; Weapon Proficiency comes on top.", "OBSS-FEINT-01"),
    "sense_motive": ("Sense Motive", "To see through a feint; Weapon Proficiency comes on top.", "OBSS-FEINT-01"),
    "first_aid": ("First Aid", "To keep the dying alive.", "OBSS-LIFE-09"),
    "ride": ("Ride", "To stay in the saddle.", "OBSS-MNT-05"),
}
"""The skills that the chapter rolls: label, use, rule."""

Score = int  # one of the inputs below is called int
Word = str  # and another str

MANEUVER_SKILLS = ("athletics", "acrobatics", "deceive", "sense_motive")
"""The skills of maneuvers; a saving throw replaces an empty one (OBSS-MAN-03)."""


def _ability(label: str, what_for: str, rule: str) -> Any:
    return number(label, *CONSTITUTION, 0, help=what_for, rule=rule, signed=True, group=ABILITIES)


def _save(row_id: str) -> Any:
    row = SAVES.row(row_id)
    help = f"What you have learned of it; {row['ability']} adds itself."
    return modifier(row["label"], 0, help=help, rule=row["rule"], group=SAVES_GROUP)


def _skill(name: str) -> Any:
    label, what_for, rule = SKILLS[name]
    help = f"{what_for} Proficiency, ability and all else that you add."
    given: dict[str, Any] = {}
    if name in MANEUVER_SKILLS:
        help += " Empty for a foe whose skills are not given: a save stands in for maneuvers."
        given = {"nullable": True, "empty": "not set"}
    return modifier(label, 0, help=help, rule=rule, group=SKILLS_GROUP, **given)


def _skill_options() -> Sequence[Option]:
    return tuple(Option(name, label, rule) for name, (label, _, rule) in SKILLS.items())


@dataclass(frozen=True, kw_only=True)
class OwnArmor:
    """Armor of a player's own."""

    name: Word = armor_name("EXT-28")
    defense: Score = number("Defense", *PART, 0, help="What it adds to the Defense.", rule="EXT-28", signed=True)
    movement: Score = number(
        "Movement", -SPEED[1], 0, 0, help="Meters that it takes off a Movement Action.", rule="EXT-28", unit="m"
    )


OWN_ARMOR = OwnRows("armor", tuple((f"worn_{name}", name) for name in ("name", "defense", "movement")))


@dataclass(frozen=True, kw_only=True)
class OwnCondition:
    """A condition of a player's own, with what it adds. A die is a number here: the book gives it +4 (OBSS-MOD-16)."""

    name: Word = condition_name("EXT-15")
    attack: Score = added("Attack Roll", "OBSS-AR-01")
    damage: Score = added("Damage", "OBSS-LIFE-01")
    guard: Score = added("Defense", "OBSS-AR-05")
    reflex: Score = added("Reflex", "OBSS-SURP-02")
    body_skills: Score = added("Skills of Strength and Dexterity", "EXT-15")


@dataclass(frozen=True, kw_only=True)
class SheetCharacter:
    """A character: name, state, abilities and gear."""

    name: Word = character_name()
    ancestry: Word | None = text(
        "Ancestry", 40, None, help="Human, dwarf or whatever else.", rule="OBSS-MOVE-01", nullable=True
    )
    level: Score = number("Level", 1, PROFICIENCY[1], 1, help="The character's level.", rule="EXT-32")
    conditions: tuple[Word, ...] = conditions(FACTS.table("conditions").options(), "EXT-15")
    own_conditions: tuple[OwnCondition, ...] = own_conditions(OwnCondition, "EXT-15")
    fatigue: Score = number(
        "Fatigue", 0, len(FATIGUE.rows), 0, help="The level of fatigue; each is worse.", rule="EXT-15", unit="levels"
    )
    hit_points: Score | None = number(
        "Hit points", LOWEST, POINTS, None, help=LEFT, rule="OBSS-LIFE-02", group=STATE, nullable=True, empty=FULL
    )
    hit_points_max: Score = number("Hit points, unhurt", 1, POINTS, 8, help="At most.", rule="OBSS-REC-05", group=STATE)
    nonlethal: Score = number(
        "Non-lethal damage", 0, POINTS, 0, help="What knocks out and does not kill.", rule="OBSS-NONL-02", group=STATE
    )
    falls: Score = number(
        "Falls below 0",
        0,
        100,
        0,
        help="Since the last night of rest, one that lasts counted: First Aid gets harder.",
        rule="OBSS-LIFE-10",
        group=STATE,
    )
    magic_points: Score | None = number(
        "Magic points", 0, POINTS, None, help=LEFT, rule="OBSS-LIFE-16", group=STATE, nullable=True, empty=FULL
    )
    magic_points_max: Score = number(
        "Magic points, rested", 0, POINTS, 0, help="At most.", rule="OBSS-LIFE-16", group=STATE
    )
    fate_points: Score | None = number(
        "Fate Points",
        0,
        10,
        None,
        help="To turn a roll around. Empty while none are spent.",
        rule="EXT-32",
        group=STATE,
        nullable=True,
        empty=FULL,
    )
    banked: Score = number(
        "Criticals banked",
        0,
        LIMIT,
        0,
        help="For Critical Actions, an optional rule.",
        rule="OBSS-CACT-01",
        group=STATE,
    )
    str: Score = _ability("Strength", "For melee attacks and damage.", "OBSS-AR-01")
    dex: Score = _ability("Dexterity", "For shots, throws, Defense and Reflex.", "OBSS-AR-02")
    con: Score = _ability("Constitution", "For Fortitude, and for how much you survive.", "OBSS-LIFE-18")
    int: Score = _ability("Intelligence", "To read the foe for initiative.", "OBSS-INIT-02")
    wis: Score = _ability("Wisdom", "For Will.", "EXT-13")
    cha: Score = _ability("Charisma", "For whatever the Narrator asks of it.", "EXT-13")
    wp: Score = number(
        "Weapon Proficiency", *WP, 0, help="Part of every Attack Roll.", rule="OBSS-AR-01", group=PROFICIENCIES
    )
    mp: Score = number(
        "Magic Proficiency", *PROFICIENCY, 0, help="Part of spell attacks.", rule="EXT-17", group=PROFICIENCIES
    )
    initiative_extra: Score = modifier(
        "Initiative, besides",
        0,
        help="Skills and Abilities that help; Dexterity or Intelligence adds itself.",
        rule="OBSS-INIT-01",
        group=PROFICIENCIES,
    )
    feats: tuple[Word, ...] = many(
        "Feats",
        choice("Feat", FACTS.table("feats").options(), help="One that the chapter names.", rule="EXT-21"),
        0,
        len(FACTS.table("feats").rows),
        (),
        help="Those that the chapter names.",
        rule="EXT-21",
        unique=True,
        group=PROFICIENCIES,
    )
    save_fortitude: Score = _save("fortitude")
    save_reflex: Score = _save("reflex")
    save_will: Score = _save("will")
    athletics: Score | None = _skill("athletics")
    acrobatics: Score | None = _skill("acrobatics")
    awareness: Score = _skill("awareness")
    stealth: Score = _skill("stealth")
    deceive: Score | None = _skill("deceive")
    sense_motive: Score | None = _skill("sense_motive")
    first_aid: Score = _skill("first_aid")
    ride: Score = _skill("ride")
    untrained: tuple[Word, ...] = many(
        "Never learned",
        choice("Skill", _skill_options(), help="One that you never learned.", rule="EXT-09"),
        0,
        len(SKILLS),
        (),
        help="A die fewer on each of these.",
        rule="EXT-09",
        unique=True,
        group=SKILLS_GROUP,
    )
    size: Word = choice(
        "Size", FACTS.table("sizes").options(), "medium", help="How large you are.", rule="EXT-19", group=GEAR
    )
    sight: Word = choice(
        "Sight", FACTS.table("sights").options(), "normal", help="How you see.", rule="OBSS-DARK-01", group=GEAR
    )
    speed: Score = number(
        "Movement, unburdened",
        *SPEED,
        FACTS.number("human_speed_m"),
        unit="m",
        help="Meters in one Movement Action; heavy armor takes its own part off.",
        rule="OBSS-MOVE-02",
        group=GEAR,
    )
    armor: Word = choice(
        "Armor",
        (*NO_ARMOR, *ARMOR.options(), own_armor("EXT-28")),
        NONE,
        help="What you wear.",
        rule="EXT-28",
        group=GEAR,
        presets=Presets(own=OWN_ARMOR),
    )
    worn_name: Word = worn(OwnArmor, "name", "Armor's name", GEAR)
    worn_defense: Score = worn(OwnArmor, "defense", "Armor's Defense", GEAR)
    worn_movement: Score = worn(OwnArmor, "movement", "Armor's movement", GEAR)
    shield: Word = choice(
        "Shield", (*NO_ARMOR, *SHIELDS.options()), NONE, help="What the other hand bears.", rule="EXT-28", group=GEAR
    )
    defense_magic: Score = number(
        "Magic on Defense", *PART, 0, help="Rings, spells and the like.", rule="OBSS-AR-05", signed=True, group=GEAR
    )
    defense_abilities: Score = number(
        "Abilities on Defense", *PART, 0, help="Feats and the like.", rule="OBSS-AR-05", signed=True, group=GEAR
    )
    damage_reduction: Score = reduction(group=GEAR)
    weapons: tuple[SheetWeapon, ...] = weapons(SheetWeapon, fillings, "EXT-18")
    notes: Word | None = notes("Feats, spells")


@dataclass(frozen=True, kw_only=True)
class SheetTarget:
    """An opponent without a sheet."""

    defense_now: int = number("Target's Defense", 0, 100, 15, help="What to reach.", rule="OBSS-AR-05")
    hit_points: int = number("Its hit points", 1, 400, 12, help="For how long it lasts.", rule="OBSS-LIFE-02")
    damage_reduction: int = reduction(group=TARGET)
    resist: int = modifier(
        "Fortitude with Strength",
        3,
        help="Against pushes, grapples and trips.",
        rule="OBSS-PUSH-01",
        group=CHECKS_GROUP,
    )
    reflex: int = modifier("Reflex", 3, help="Against disarming.", rule="OBSS-DISARM-04", group=CHECKS_GROUP)
    will: int = modifier("Will", 3, help="Against feints.", rule="OBSS-FEINT-04", group=CHECKS_GROUP)
    watchful: int = modifier("Awareness", 3, help="Against sneaking.", rule="OBSS-SURP-06", group=CHECKS_GROUP)
