"""The inputs of a screen: attackers, screeners, and exclusions.

Section "Screen an Ally" of the combat options.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.errors import not_allowed
from ....engine.inputs import Option, many, number, record, same, toggle
from ..attack.strike import Attack
from ..attack.strike import refuse_impossible as refuse_impossible_attack
from ..attack.weapon import TARGET_AC, Weapon
from ..checks.checks import Check, player_side, tie_rule, tie_winner
from ..tables import FACTS

UNARMORED = FACTS.table("armor").row("none")["ac"]


def fresh_shield(who: str) -> Any:
    """The input for a shield that has not ignored a Shock yet."""
    help = f"{who} bears a shield that has not ignored a Shock in this round yet."
    return toggle("Shield is fresh", help=help, rule="WWN-EXT-SHIELD")


@dataclass(frozen=True, kw_only=True)
class OpenAttack:
    """ATTACK without the AC, because its target is not decided yet."""

    class_bonus: int = same(Attack, "class_bonus")
    skill: int = same(Attack, "skill")
    attr_mod: int = same(Attack, "attr_mod")
    misc_hit: int = same(Attack, "misc_hit")
    weapon: Weapon = same(Attack, "weapon")
    damage_bonus: int = same(Attack, "damage_bonus")
    damage_and_shock_bonus: int = same(Attack, "damage_and_shock_bonus")
    circumstances: tuple[str, ...] = same(Attack, "circumstances")
    shock_immune: bool = same(Attack, "shock_immune")
    floor_mode: str = same(Attack, "floor_mode")
    natural_rule: str = same(Attack, "natural_rule")
    throws_in_melee: str = same(Attack, "throws_in_melee")
    min_damage: int = same(Attack, "min_damage")

    def at(self, target_ac: int) -> Attack:
        """The attack on a target with `target_ac`."""
        return Attack(target_ac=target_ac, **vars(self))


@dataclass(frozen=True, kw_only=True)
class Attacker(Check):
    """An attacker of the ally, with an attack of known damage or without."""

    attack: OpenAttack | None = record(
        "Attack",
        OpenAttack,
        None,
        help="What the attacker strikes with, for the damage; the AC is that of whoever gets hit.",
        rule="WWN-SCREEN-06",
        nullable=True,
        group="Damage",
    )


@dataclass(frozen=True, kw_only=True)
class Screener(Check):
    """A bodyguard of the ally."""

    capacity: int | None = number(
        "Attackers held off",
        0,
        8,
        None,
        help="How many attackers in a round; empty means the skill level.",
        rule="WWN-SCREEN-07",
        nullable=True,
    )
    ac: int = number("AC", *TARGET_AC, UNARMORED, help="The screener's own Armor Class.", rule="WWN-SCREEN-06")
    shield_unspent: bool = fresh_shield("The screener")


TIES = (Option("screener", "The screener", "WWN-SCREEN-04"), Option("attacker", "The attacker", "WWN-SCREEN-04"))


@dataclass(frozen=True, kw_only=True)
class Screen:
    """The attackers, the screeners, and the ally (WWN-SCREEN-04)."""

    attackers: tuple[Attacker, ...] = many(
        "Attackers",
        record("Attacker", Attacker, help="One who wants to strike the ally.", rule="WWN-SCREEN-04"),
        1,
        8,
        help="In the order in which they attack.",
        rule="WWN-SCREEN-07",
    )
    screeners: tuple[Screener, ...] = many(
        "Screeners",
        record("Screener", Screener, help="One who stands in the way.", rule="WWN-SCREEN-09"),
        1,
        4,
        help="Everyone who screens the ally.",
        rule="WWN-SCREEN-09",
    )
    ally_ac: int = number(
        "Ally's AC", *TARGET_AC, UNARMORED, help="The Armor Class of the one who is screened.", rule="WWN-SCREEN-04"
    )
    ally_shield_unspent: bool = fresh_shield("The ally")
    distance_ft: int = number(
        "Distance to the ally",
        0,
        500,
        0,
        help=FACTS.fill("Screening works within {screen_distance_ft} feet."),
        rule="WWN-SCREEN-03",
        group="Distance",
        unit="ft",
    )
    tie: str = player_side(
        TIES, "screener", "The side that wins ties in the SRD; the screener usually is one.", "WWN-SCREEN-04"
    )
    opposed_ties: str = tie_rule()

    @property
    def tie_to(self) -> str:
        """The side that wins ties; the attacker is the acting side."""
        return tie_winner(self.opposed_ties, self.tie, "attacker", "screener")


def refuse_impossible(a: Screen) -> None:
    """Raises `InvalidInput` for a screen that the rules exclude."""
    for index, attacker in enumerate(a.attackers):
        if attacker.attack is not None:
            refuse_impossible_attack(attacker.attack.at(a.ally_ac), f"attackers.{index}.attack")
    least = FACTS.number("screen_least_skill")
    for index, screener in enumerate(a.screeners):
        if screener.skill < least:
            text = f"Screening takes a combat skill of level {least} or higher."
            raise not_allowed(f"screeners.{index}.skill", screener.skill, text)
    farthest = FACTS.number("screen_distance_ft")
    if a.distance_ft > farthest:
        text = f"Screening works within {farthest} feet of the ally."
        raise not_allowed("distance_ft", a.distance_ft, text)
