"""Derived values of a character from abilities, proficiencies and gear, with the effects of conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....engine.inputs import OWN, choice, number
from ....engine.sheet.derived import Derived, derived, hidden_toggle, own_number
from ....engine.sheet.values import Values
from ..checks.check_dice import DICE
from ..checks.check_step import MODIFIER
from ..life.death_line import CONSTITUTION, death_line, nonlethal_line
from ..life.first_aid import LOWEST
from ..life.hit_points import DYING, STATES, ZERO
from ..maneuvers.maneuver import KINDS
from ..maneuvers.push import SPEED
from ..modifiers.defense import PART, Defense, parts
from ..modifiers.situations import DEFENDERS
from ..movement.movement import TERRAINS
from ..tables import FACTS
from .conditions import (
    CONDITIONS,
    against,
    check_dice,
    chips,
    defender_situations,
    on_checks,
    on_defense,
    on_reflex,
    on_skill,
    situations_on_defense,
    skill_dice,
    speed_now,
    state,
)
from .fields import ARMOR, NONE, SHIELDS, SKILLS

DIFFICULT = "difficult"
ROLLED = ("athletics", "acrobatics", "awareness", "stealth", "deceive", "first_aid")
"""The skills whose dice a calculator needs; Sense Motive only opposes."""

LINES = (-200, 0)


def core_defense(v: Values) -> Defense:
    """The parts of the Defense (OBSS-AR-05)."""
    return Defense(
        dex=v["dex"],
        armor=v["armor_defense"],
        shield=v["shield_defense"],
        magic=v["defense_magic"],
        abilities=v["defense_abilities"],
    )


def shield_weight(v: Values) -> int:
    """The penalty of a heavy shield on the attacks of a bearer who is too weak (EXT-28)."""
    if v["shield"] == NONE or v["str"] >= FACTS.number("heavy_shield_strength"):
        return 0
    penalty: int = SHIELDS.row(v["shield"])["attack"]
    return penalty


def _of_gear(table: Any, name: str, column: str) -> Callable[[Values], int]:
    return lambda v: 0 if v[name] == NONE else table.row(v[name])[column]


def _of_armor(column: str) -> Callable[[Values], int]:
    """A number of the armor: from the table, or that of other armor."""
    of_table = _of_gear(ARMOR, "armor", column)
    return lambda v: v[f"worn_{column}"] if v["armor"] == OWN else of_table(v)


def fate_points_max(v: Values) -> int:
    """The maximum of fate points, which falls with the level to 0 (EXT-32)."""
    points: int = (FACTS.number("fate_level") - v["level"]) // FACTS.number("fate_divisor")
    return max(0, points)


def _modifier(name: str, label: str, help: str, rule: str, compute: Callable[[Values], int]) -> Derived:
    return derived(name, number(label, *MODIFIER, help=help, rule=rule, signed=True), compute)


def _hidden(name: str, label: str, limits: tuple[int, int], rule: str, compute: Callable[[Values], Any]) -> Derived:
    declared = number(label, *limits, help="For calculators.", rule=rule, signed=limits[0] < 0)
    return derived(name, declared, compute, visible=False)


def _skill(name: str) -> Derived:
    """A skill's total with the current conditions."""
    label, _, rule = SKILLS[name]
    return _hidden(f"{name}_now", label, MODIFIER, rule, lambda v: (v[name] or 0) + on_skill(v, name))


def _skill_dice(name: str) -> Derived:
    """The dice of a skill check."""
    return _hidden(f"{name}_dice", f"{SKILLS[name][0]}, dice", DICE, "EXT-09", lambda v: skill_dice(v, name))


def _dying(name: str, label: str, limits: tuple[int, int], rule: str, compute: Callable[[Values], Any]) -> Derived:
    """A value for a dying character only."""
    return _hidden(name, label, limits, rule, lambda v: compute(v) if v["state"] == DYING else None)


def _healer(name: str, label: str, limits: tuple[int, int], compute: Callable[[Values], Any]) -> Derived:
    """A value for a character who can treat others."""
    return _hidden(name, label, limits, "OBSS-LIFE-09", lambda v: None if v["state"] == DYING else compute(v))


def _kind(kind: str) -> Derived:
    """A constant kind of maneuver, for the act of that name."""
    declared = choice("Maneuver", KINDS, help="Which one.", rule="OBSS-MAN-01")
    return derived(f"kind_{kind}", declared, lambda v: kind, visible=False)


DERIVED = (
    derived("state", choice("State", STATES, help="By hit points.", rule="OBSS-LIFE-02"), state),
    derived(
        "defense",
        number("Defense", *PART, help="Dexterity, armor, shield and the rest.", rule="OBSS-AR-05"),
        lambda v: sum(one.value for one in parts(core_defense(v))),
    ),
    derived(
        "defense_now",
        number("Defense now", *PART, help="With what conditions do to it.", rule="OBSS-MOD-18"),
        lambda v: v["defense"] + on_defense(v),
    ),
    _modifier("fortitude", "Fortitude save", "With Constitution.", "EXT-13", lambda v: v["save_fortitude"] + v["con"]),
    _modifier(
        "reflex",
        "Reflex save",
        "With Dexterity, and what conditions do to it.",
        "EXT-13",
        lambda v: v["save_reflex"] + v["dex"] + on_reflex(v),
    ),
    _modifier("will", "Will save", "With Wisdom.", "EXT-13", lambda v: v["save_will"] + v["wis"]),
    _modifier(
        "initiative_bonus",
        "Initiative",
        "With Dexterity or Intelligence, the higher.",
        "OBSS-INIT-01",
        lambda v: v["initiative_ability"] + v["initiative_extra"] + on_checks(v),
    ),
    derived(
        "speed_now",
        number("Movement", *SPEED, help="With armor, and what holds now.", rule="OBSS-MOVE-01", unit="m"),
        lambda v: speed_now(v, v["armor_movement"]),
    ),
    derived(
        "dead_at",
        number("Dead at", *LINES, help="Hit points.", rule="OBSS-LIFE-18"),
        lambda v: death_line(v["con"]),
    ),
    derived(
        "nonlethal_dead_at",
        number(
            "Dead of non-lethal damage at",
            *LINES,
            help="Hit points. With Constitution -3 or lower this is a ruling of ours, not the book.",
            rule="OBSS-LIFE-21",
        ),
        lambda v: nonlethal_line(v["con"]),
    ),
    derived(
        "fate_points_max",
        number("Fate Points, at most", 0, 10, help="By level.", rule="EXT-32"),
        fate_points_max,
    ),
    # for calculators
    _hidden("armor_defense", "Armor", PART, "EXT-28", _of_armor("defense")),
    _hidden("armor_movement", "Armor, movement", (-SPEED[1], 0), "EXT-28", _of_armor("movement")),
    _hidden("shield_defense", "Shield", PART, "EXT-28", _of_gear(SHIELDS, "shield", "defense")),
    _hidden("shield_weight", "Heavy shield", MODIFIER, "EXT-28", shield_weight),
    own_number("attack", "Attack Roll", "OBSS-AR-01"),
    own_number("damage", "Damage", "OBSS-LIFE-01"),
    _hidden("on_defense", "Conditions", PART, "OBSS-MOD-18", on_defense),
    _hidden("situations_on_defense", "Situations", PART, "OBSS-MOD-18", situations_on_defense),
    chips("defender_situations", "Conditions for the Defense", DEFENDERS, defender_situations),
    _hidden(
        "initiative_ability",
        "Dexterity or Intelligence",
        CONSTITUTION,
        "OBSS-INIT-02",
        lambda v: max(v["dex"], v["int"]),
    ),
    _hidden("save_dice", "Dice of saves", DICE, "EXT-15", check_dice),
    *map(_skill, SKILLS),
    *(_skill_dice(name) for name in ROLLED),
    _hidden(
        "resist",
        "Fortitude with Strength",
        MODIFIER,
        "OBSS-PUSH-01",
        lambda v: against(v, v["save_fortitude"] + v["str"]),
    ),
    _hidden("in_the_way", "Reflex", MODIFIER, "OBSS-THRU-02", lambda v: against(v, v["reflex"])),
    _hidden("body_now", "Athletics", MODIFIER, "OBSS-MAN-03", lambda v: _or_save(v, "athletics", "fortitude")),
    _hidden("passing_now", "Acrobatics", MODIFIER, "OBSS-MAN-03", lambda v: _or_save(v, "acrobatics", "reflex")),
    _hidden("disarm_now", "Weapon Proficiency and ability", MODIFIER, "OBSS-DISARM-01", lambda v: _disarm(v)),
    _hidden("disarm", "Against a disarm", MODIFIER, "OBSS-DISARM-01", lambda v: against(v, _disarm(v))),
    _hidden("feint_now", "Feint", MODIFIER, "OBSS-FEINT-01", lambda v: _feint(v)),
    _hidden(
        "see_through",
        "Against a feint",
        MODIFIER,
        "OBSS-FEINT-01",
        lambda v: against(v, _see_through(v)),
    ),
    _hidden("watchful", "Awareness", MODIFIER, "OBSS-SURP-06", lambda v: against(v, v["awareness_now"])),
    _hidden("fall_count", "Falls below 0", (1, 100), "OBSS-LIFE-10", lambda v: max(1, v["falls"])),
    _hidden("earlier_falls", "Earlier falls below 0", (0, 20), "OBSS-OPTR-05", lambda v: max(0, v["falls"] - 1)),
    _dying("dying_hp", "Hit points", (LOWEST, -1), "OBSS-LIFE-06", lambda v: v["hit_points"]),
    _dying("dying_con", "Constitution", CONSTITUTION, "OBSS-LIFE-18", lambda v: v["con"]),
    _dying("dying_falls", "Falls below 0", (1, 100), "OBSS-LIFE-10", lambda v: v["fall_count"]),
    _healer("healer_aid", "First Aid", MODIFIER, lambda v: v["first_aid_now"]),
    _healer("healer_dice", "First Aid, dice", DICE, lambda v: v["first_aid_dice"]),
    _hidden(
        "hp_when_down",
        "Hit points",
        (LOWEST, ZERO),
        "OBSS-LIFE-04",
        lambda v: v["hit_points"] if v["hit_points"] <= ZERO else None,
    ),
    derived(
        "terrain",
        choice("Terrain", TERRAINS.options(), help="What conditions make of it.", rule="OBSS-PRON-04"),
        lambda v: DIFFICULT if v["in_difficult_terrain"] else None,
        visible=False,
    ),
    _hidden(
        "space",
        "Squares along one side",
        (0, 20),
        "EXT-19",
        lambda v: FACTS.table("sizes").row(v["size"])["across"] or 0,
    ),
    _hidden(
        "ride_known",
        "Ride",
        MODIFIER,
        "OBSS-MNT-05",
        lambda v: None if "ride" in v["untrained"] else v["ride_now"],
    ),
    hidden_toggle("rides", "Ride skill", "OBSS-MNT-07", lambda v: "ride" not in v["untrained"]),
    hidden_toggle("hard_going", "Difficult terrain", "OBSS-CHG-03", lambda v: v["terrain"] == DIFFICULT or None),
    hidden_toggle("rhino", "Rhino", "OBSS-CHG-03", lambda v: "rhino" in v["feats"]),
    *CONDITIONS.toggles(),
    *(_kind(option.id) for option in KINDS),
)


def _or_save(v: Values, skill: str, save: str) -> int:
    """A skill, or the saving throw that replaces an empty skill (OBSS-MAN-03)."""
    value: int = v[save] if v[skill] is None else v[f"{skill}_now"]
    return value


def _feint(v: Values) -> int:
    """Weapon Proficiency plus Deceive; Will replaces an empty Deceive (OBSS-FEINT-01, OBSS-MAN-03)."""
    bonus: int = v["will"] if v["deceive"] is None else v["wp"] + v["deceive_now"]
    return bonus


def _see_through(v: Values) -> int:
    """Weapon Proficiency plus Sense Motive; Will replaces an empty Sense Motive (OBSS-FEINT-01, OBSS-MAN-03)."""
    bonus: int = v["will"] if v["sense_motive"] is None else v["wp"] + v["sense_motive_now"]
    return bonus


def _disarm(v: Values) -> int:
    """Weapon Proficiency plus the better of Strength and Dexterity (OBSS-DISARM-01)."""
    bonus: int = v["wp"] + max(v["str"], v["dex"])
    return bonus
