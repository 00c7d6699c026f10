"""The inputs of an attack (skill, weapon, target, circumstances), and its modifiers.

Sections "Attack Actions and Hitting", "Damage" and "Shock Damage".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.dice import Die, d
from ....engine.explain import no_lower
from ....engine.inputs import BOOK, RULING, TABLE_RULES_GROUP, Option, after, choice, number, record, toggle
from ....engine.procedure import Modifier, if_any
from ..checks.checks import SCALE, TRAINING
from ..tables import FACTS
from . import circumstances as around
from .weapon import TARGET_AC, Weapon, refuse_half_shock, weapon

Modifiers = tuple[Modifier, ...]

FIGHTER, TARGET = "Fighter", "Target"
BONUS = (-20, 20)

FLOORS = (Option("shock_applies", "Only where Shock works", "WWN-DMG-02"), Option("always", "Always", "WWN-DMG-02"))
THROWS = (
    Option("penalty", "Possible, with the penalty", "WWN-RANGED-04"),
    Option(around.RULED_OUT, "Ruled out", "WWN-MOD-06"),
)
NATURALS = (
    Option("none", "Nothing special", "WWN-HIT-04"),
    Option("auto", FACTS.fill("{natural_miss} misses, {natural_hit} hits"), "WWN-EXT-NAT"),
)


def natural_rule() -> Any:
    """The table rule on a natural 1 and 20 (WWN-EXT-NAT)."""
    return choice(
        "Natural 1 and 20",
        NATURALS,
        "none",
        help="Neither the chapter nor the SRD makes them special on hit rolls; many tables do.",
        rule="WWN-EXT-NAT",
        group=TABLE_RULES_GROUP,
        table=BOOK,
    )


@dataclass(frozen=True, kw_only=True)
class Attack:
    """ATTACK."""

    class_bonus: int = number(
        "Attack bonus",
        -5,
        20,
        0,
        help="From class and level; a creature's is usually its Hit Dice.",
        rule="WWN-EXT-AB",
        group=FIGHTER,
        signed=True,
    )
    skill: int = number(
        "Weapon skill",
        *TRAINING,
        0,
        help=FACTS.fill(
            "The level in the weapon's skill. Untrained is -1 and costs {untrained_hit_penalty} to hit, except with a "
            "crossbow: enter 0 there."
        ),
        rule="WWN-HIT-03",
        group=FIGHTER,
    )
    attr_mod: int = number(
        "Attribute modifier",
        *SCALE,
        0,
        help="Of the weapon's attribute. It counts for the hit roll, damage and Shock.",
        rule="WWN-HIT-02",
        group=FIGHTER,
        signed=True,
    )
    misc_hit: int = number(
        "Other bonus to hit",
        *BONUS,
        0,
        help="From Foci, magic weapons or whatever else adds to the hit roll.",
        rule="WWN-HIT-02",
        group=FIGHTER,
        signed=True,
    )
    weapon: Weapon = weapon()
    damage_bonus: int = number(
        "Bonus to damage",
        *BONUS,
        0,
        help="What adds to damage alone.",
        rule="WWN-DMG-01",
        group=FIGHTER,
        signed=True,
    )
    damage_and_shock_bonus: int = number(
        "Bonus to damage and Shock",
        *BONUS,
        0,
        help="What adds to both, such as Killing Blow or a magic weapon.",
        rule="WWN-EXT-SHOCKADD",
        group=FIGHTER,
        signed=True,
    )
    target_ac: int = number("Target AC", *TARGET_AC, help="The Armor Class to reach, with a shield.", rule="WWN-HIT-04")
    circumstances: tuple[str, ...] = around.circumstances()
    shock_immune: bool = toggle(
        "Target immune to Shock", help="No Shock hurts the target.", rule="WWN-EXT-SHOCKADD", group=TARGET
    )
    weapon_harmless: bool = toggle(
        "Weapon cannot hurt the target",
        help="Such as most one-handed weapons without magic against grand plate.",
        rule="WWN-EXT-GRANDPLATE",
        group=TARGET,
    )
    floor_mode: str = choice(
        "A hit does at least the Shock",
        FLOORS,
        "always",
        help="The chapter says so twice without a condition; the SRD only where a miss would have done Shock.",
        rule="WWN-DMG-02",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )
    natural_rule: str = natural_rule()
    throws_in_melee: str = choice(
        "Throwing with a foe on you",
        THROWS,
        "penalty",
        help="The chapter's table rules it out, its section on ranged attacks and the SRD give it a penalty.",
        rule="WWN-MOD-06",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )
    min_damage: int = number(
        "Least damage of a hit",
        0,
        1,
        0,
        help="With a poor modifier a hit can do nothing: no minimum is given.",
        rule="WWN-DMG-01",
        group=TABLE_RULES_GROUP,
        table=BOOK,
    )

    @property
    def meets_shield(self) -> bool:
        """Whether a shield still ignores the Shock of this attack."""
        return False


@dataclass(frozen=True, kw_only=True)
class SingleAttack(Attack):
    """ATTACK on a target who may have a shield, for calculators without a round of attacks."""

    shield_unspent: bool = after(
        "shock_immune",
        toggle(
            "Target has a fresh shield",
            help="Its shield has not ignored a Shock in this round yet. Enter its AC in Target AC too.",
            rule="WWN-EXT-SHIELD",
            group=TARGET,
        ),
    )

    @property
    def meets_shield(self) -> bool:
        """Whether a shield still ignores the Shock of this attack."""
        return self.shield_unspent


def attack_input(label: str, help: str) -> Any:
    """The input for one of several attacks."""
    return record(label, Attack, help=help, rule="WWN-HIT-01")


def refuse_impossible(a: Attack, at: str = "") -> None:
    """Raises `InvalidInput` for an attack that the rules exclude; `at` is its path in the inputs."""
    here = f"{at}." if at else ""
    refuse_half_shock(a.weapon, f"{here}weapon")
    around.refuse_impossible(a.circumstances, a.weapon, a.skill, f"{here}circumstances", rolls=a.throws_in_melee)


# Modifiers.


def hit_modifiers(a: Attack) -> Modifiers:
    """All modifiers of the hit roll (WWN-HIT-02)."""
    untrained = a.skill < 0
    return (
        Modifier("Attack bonus", a.class_bonus, "WWN-HIT-02"),
        FACTS.modifier("untrained_hit_penalty") if untrained else Modifier("Weapon skill", a.skill, "WWN-HIT-02"),
        Modifier("Attribute", a.attr_mod, "WWN-HIT-02"),
        *if_any("Other bonus", a.misc_hit, "WWN-HIT-02"),
        *around.to_hit(a.circumstances, a.weapon),
    )


def damage_modifiers(a: Attack) -> Modifiers:
    """All modifiers of the damage of a hit (WWN-DMG-01)."""
    return (
        Modifier("Attribute", a.attr_mod, "WWN-DMG-01"),
        *if_any("Bonus to damage", a.damage_bonus, "WWN-DMG-01"),
        *if_any("Bonus to damage and Shock", a.damage_and_shock_bonus, "WWN-EXT-SHOCKADD"),
        *around.to_damage(a.circumstances, a.weapon),
    )


def shock_modifiers(a: Attack) -> Modifiers:
    """The weapon's Shock and its modifiers; empty without Shock (WWN-SHOCK-01)."""
    if a.weapon.shock is None or a.weapon.kind != "melee" or a.weapon_harmless:
        return ()
    points = (
        Modifier("Shock of the weapon", a.weapon.shock, "WWN-SHOCK-02"),
        Modifier("Attribute", a.attr_mod, "WWN-SHOCK-03"),
        *if_any("Bonus to damage and Shock", a.damage_and_shock_bonus, "WWN-EXT-SHOCKADD"),
    )
    return no_lower(0, points, "WWN-SHOCK-03")  # ruling: never below 0


# The hit roll.


def hit_label(target_ac: int, natural_rule: str) -> str:
    """The label of a hit roll: the number to reach, and the table rule on natural extremes if it applies."""
    extremes = next(option.label for option in NATURALS if option.id == natural_rule)
    return f"Hit roll against AC {target_ac}" + (f", natural {extremes}" if natural_rule == "auto" else "")


def hit_die(bonus: int, target_ac: int, natural_rule: str) -> Die[bool]:
    """The hit roll as a die of booleans: whether it reaches the Armor Class (WWN-HIT-04).

    With the `natural_rule` "auto", a natural 1 misses and a natural 20 hits, regardless of modifiers (WWN-EXT-NAT).
    """
    miss, hit = FACTS.number("natural_miss"), FACTS.number("natural_hit")

    def hits(natural: int) -> bool:
        if natural_rule == "auto" and natural in (miss, hit):
            return natural == hit
        return natural + bonus >= target_ac

    return d(FACTS.number("hit_die")).map(hits)
