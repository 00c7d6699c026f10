"""The attacker and the defender of an attack.

Both are records of inputs that every calculator about attacks shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ....engine.inputs import Option, changed, choice, differing, number, pick, record, sides, toggle
from ..rolls.default_inputs import (
    BONUS,
    LADDER,
    SKILL,
    agility_die,
    armor_dr,
    armor_penalty,
    bash_drops,
    cap_step,
    damage,
    explode,
    half_rounds,
    health,
    heft_die,
    helmet_dr,
    reach,
    skill,
    skill_die,
    strength_die,
    thrown_parried,
)
from ..tables import FACTS

MOST_BEFORE = 20

WEAPON, CONDITIONS, ARMOR, SHIELD, MOUNT = "Weapon", "Conditions", "Helmet and penalty", "Shield", "Mount and place"

KINDS = FACTS.table("weapon_kinds").options()
AIMS = tuple(Option(str(row["percent"]), row["label"], row["rule"]) for row in FACTS.table("aims").rows)


def fact(label: str, rule: str, *, help: str, group: str = CONDITIONS, default: bool = False) -> Any:
    """The input for a state that holds now or does not."""
    return toggle(label, default, help=FACTS.fill(help), rule=rule, group=group)


def guard_value(label: str, *, help: str, rule: str, group: str = "") -> Any:
    """The input for a Parry or Block value of an item; empty for an item without one."""
    return number(label, *SKILL, None, help=help, rule=rule, signed=True, nullable=True, group=group)


def extra_mod() -> Any:
    """The input for any further modifier."""
    return number(
        "Other modifiers",
        *BONUS,
        0,
        help="Whatever else is added now, in one number.",
        rule="S2-ROLL-01",
        signed=True,
        group=CONDITIONS,
    )


def grounded() -> Any:
    """The input for the state Grounded."""
    return fact("Grounded", "S2-GROUND-01", help="On the ground: {grounded_penalty} on the total.")


def chilled() -> Any:
    """The input for the state Chilled."""
    return fact("Chilled", "S2-CHILL-01", help="Cold: the Agility die is one lower.")


def arm_maimed() -> Any:
    """The input for a maimed arm."""
    return fact("Arm maimed", "S2-MAIM-03", help="Attacks, parries and blocks use a lower Agility die.")


@dataclass(frozen=True, kw_only=True)
class Attacker:
    """ATTACKER: the dice, weapon and state of the side that attacks."""

    form_first: ClassVar[tuple[str, ...]] = ("agility_die", "skill", "damage", "kind", "grounded")

    agility_die: int = agility_die()
    strength_die: int = strength_die(group=WEAPON)
    skill: int = skill(help="Fighting, Archery, or the weapon's own skill.", rule="S2-ATTACK-02")
    skill_die: int = skill_die()
    damage: int = damage()
    heft_die: int = heft_die(group=WEAPON)
    reach: int = reach(group=WEAPON)
    kind: str = choice(
        "Kind", KINDS, "melee", help="What it is decides what it can do.", rule="S2-ATTACK-01", group=WEAPON
    )
    bladed: bool = fact("Bladed", "S2-AVOID-03", help="Only a bladed weapon can avoid armor.", group=WEAPON)
    thrown_tag: bool = fact(
        "Thrown tag", "S2-THROW-02", help="Made for throwing, so that a throw has no penalty.", group=WEAPON
    )
    grounded: bool = grounded()
    chilled: bool = chilled()
    arm_maimed: bool = arm_maimed()
    prepared: bool = fact(
        "Prepared", "S2-PREP-01", help="Named and made ready last round: {prepare_bonus} more on the roll."
    )
    aim: int = pick(
        "Aim",
        AIMS,
        0,
        help="Shooting beyond the weapon's range, at a price on the total.",
        rule="S2-AIM-01",
        group=CONDITIONS,
    )
    extra_mod: int = extra_mod()
    explode: int = explode()
    half_rounds: str = half_rounds()


def attacker_input(label: str = "Attacker", *, help: str = "Who attacks, and with what.", **common: Any) -> Any:
    """The required input for an attacker."""
    return record(label, Attacker, help=help, rule="S2-ATTACK-02", **common)


@dataclass(frozen=True, kw_only=True)
class Defender:
    """DEFENDER: the dice, defenses, armor and state of the side that is attacked."""

    form_first: ClassVar[tuple[str, ...]] = (
        "agility_die",
        "acrobatics",
        "parry",
        "armor_dr",
        "health",
        "block",
        "armor_penalty",
        "mounted",
        "grounded",
    )

    agility_die: int = agility_die()
    strength_die: int = strength_die(group=CONDITIONS)
    acrobatics: int = skill("Acrobatics", help="For a dodge on foot.", rule="S2-DODGE-01")
    acrobatics_die: int = skill_die("Acrobatics die")
    riding: int = skill("Riding", help="For a dodge of a rider, or of the mount.", rule="S2-DODGE-03", group=MOUNT)
    riding_die: int = skill_die("Riding die")
    armor_penalty: int = armor_penalty(group=ARMOR)
    parry: int | None = guard_value(
        "Parry", help="The Parry value of what is in hand; empty for nothing to parry with.", rule="S2-PARRY-01"
    )
    parry_die: int = skill_die("Parry die")
    parry_is_shield: bool = fact(
        "Parries with a shield", "S2-PARRY-02", help="A shield parries shots and thrown weapons too.", group=SHIELD
    )
    block: int | None = guard_value(
        "Block", help="The shield's Block value; empty without a shield.", rule="S2-BLOCK-01", group=SHIELD
    )
    blocking: bool = fact(
        "Blocking", "S2-BLOCK-01", help="The turn has been given up to block for the rest of the round.", group=SHIELD
    )
    mounted: bool = fact("Mounted", "S2-DODGE-03", help="A rider dodges with Riding.", group=MOUNT)
    mount_targeted: bool = fact(
        "The mount is attacked", "S2-DODGE-04", help="Not the rider: the mount's die counts.", group=MOUNT
    )
    mount_agility_die: int = sides(
        "Mount's Agility die",
        LADDER,
        FACTS.number("default_die"),
        help="The die of the mount's Agility.",
        rule="S2-DODGE-04",
        group=MOUNT,
    )
    free_zone: bool = fact(
        "Room to dodge",
        "S2-DODGE-06",
        help="On foot, a dodge without a free zone to move into is halved.",
        group=MOUNT,
        default=True,
    )
    grounded: bool = grounded()
    defending: bool = fact(
        "Defending", "S2-DEFEND-01", help="Took Defend last round: {defend_bonus} more on every defense."
    )
    chilled: bool = chilled()
    leg_maimed: bool = fact("Leg maimed", "S2-MAIM-02", help="Dodges use a lower Agility die.")
    arm_maimed: bool = arm_maimed()
    cap_count: int = number(
        "Attacks before",
        0,
        MOST_BEFORE,
        0,
        help="Attacks met earlier this round, each of which makes the next defense harder.",
        rule="S2-CAP-01",
        group=CONDITIONS,
    )
    cap_step: int = cap_step()
    armor_dr: int = armor_dr()
    helmet_dr: int = helmet_dr(group=ARMOR)
    health: int = health()
    extra_mod: int = extra_mod()
    explode: int = explode()
    half_rounds: str = half_rounds()
    thrown_parried: bool = thrown_parried()
    bash_drops: bool = bash_drops()


def defender_input(
    label: str = "Defender", *, help: str = "Who is attacked.", default: Defender | None = None, **common: Any
) -> Any:
    """The input for a defender; required unless it has a default."""
    if default is None:
        return record(label, Defender, help=help, rule="S2-DEFOPT-01", **common)
    return record(label, Defender, default, help=help, rule="S2-DEFOPT-01", **common)


# A second weapon.

OFF_WEAPON = differing(
    Attacker,
    "OffWeapon",
    empty="as main",
    first=("damage", "kind", "bladed", "heft_die"),
    group="What else differs",
)


def off_weapon(*, help: str, nullable: bool = False, **common: Any) -> Any:
    """The input for the values that the other hand's weapon replaces; `nullable` allows no second weapon."""
    if nullable:
        return record("Off hand", OFF_WEAPON, None, help=help, rule="S2-DUAL-03", nullable=True, **common)
    return record("Off hand", OFF_WEAPON, help=help, rule="S2-DUAL-03", **common)


def with_off_weapon(a: Attacker, off: Any) -> Attacker:
    """The attacker with the weapon of the other hand."""
    return changed(a, off)
