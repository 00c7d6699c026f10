"""Every action that is open against a defender now: melee, Dual Attack, thrown and shot.

"Melee combat actions" and "Ranged combat actions".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ....engine.errors import not_allowed
from ....engine.inputs import Option, choice, number, record, same, toggle
from ..exchange.blow import Blow, blow
from ..exchange.defense import defence_input, refuse_impossible
from ..exchange.fighters import KINDS, Attacker, Defender, attacker_input, defender_input, off_weapon, with_off_weapon
from ..exchange.strike import ACTIONS, PLAIN, THROW, Action, Strike, strike, unfit
from ..rolls.default_inputs import SKILL, damage, min_damage
from ..tables import FACTS
from .two_attacks import DualAttack, Hand, ambidextrous, dual_attack, off_hand_halved

DUAL = "dual"
COMPARED: tuple[Action, ...] = tuple(
    sorted((one for one in ACTIONS.values() if one.compared != ""), key=lambda one: int(one.compared))
)
DUAL_ROW = FACTS.table("other_actions").row(DUAL)
SHOTS = tuple(one for one in ACTIONS.values() if not one.melee and one.hits == 1)
CHOICES = (
    *(Option(one.id, one.label, one.rule) for one in (*COMPARED, ACTIONS[THROW], *SHOTS)),
    Option(DUAL, DUAL_ROW["label"], DUAL_ROW["rule"]),
)
MOST_ZONES = 100
"""Far more than any melee weapon reaches: a bow is compared too."""

WEAPONS, RANGED = "Reach and other hand", "Thrown and shot"


@dataclass(frozen=True, kw_only=True)
class Bow:
    """What the attacker may shoot with instead."""

    damage: int = damage()
    kind: str = choice(
        "Kind",
        [option for option in KINDS if FACTS.table("weapon_kinds").row(option.id)["ranged"]],
        "bow",
        help="Only a bow makes Rapid Shots.",
        rule="S2-RAPID-02",
    )
    skill: int | None = number(
        "Archery",
        *SKILL,
        None,
        help="The skill to shoot with; empty where it is the attacker's own.",
        rule="S2-SHOOT-01",
        signed=True,
        nullable=True,
        empty="as above",
    )
    aim: int = same(Attacker, "aim")


@dataclass(frozen=True, kw_only=True)
class Options:
    """An attacker with every action open, and a defender."""

    attacker: Attacker = attacker_input()
    defender: Defender = defender_input()
    defence: str = defence_input()
    off_weapon: Any = off_weapon(
        help="What is different with the other hand's weapon, for a Dual Attack.",
        nullable=True,
        group=WEAPONS,
    )
    ambidextrous: bool = ambidextrous(group=WEAPONS)
    distance_reach: int = number(
        "Distance",
        0,
        MOST_ZONES,
        0,
        help="How many zones away the target is; 0 if that does not matter.",
        rule="S2-ATTACK-01",
        unit="zones",
        group=WEAPONS,
    )
    may_throw: bool = toggle(
        "May throw it",
        help="Throwing the weapon is compared too, though it leaves the hand.",
        rule="S2-THROW-03",
        group=RANGED,
    )
    bow: Bow | None = record(
        "Bow or other",
        Bow,
        None,
        help="A loaded weapon to shoot with instead, if there is one.",
        rule="S2-SHOOT-01",
        nullable=True,
        group=RANGED,
    )
    min_damage: int = min_damage()


# What is open.


def reaches(a: Attacker, action: Action, zones: int) -> bool:
    """Whether an action reaches a target so many zones away."""
    return a.reach + action.reach_bonus >= zones


def open_actions(a: Options) -> tuple[Action, ...]:
    """The melee actions that the weapon can do and that reach the target, in the order of the table."""
    return tuple(
        one for one in COMPARED if unfit(a.attacker, one) is None and reaches(a.attacker, one, a.distance_reach)
    )


def dual_of(a: Options) -> DualAttack | None:
    """Two plain attacks, if there is a second weapon and both can be made."""
    if a.off_weapon is None:
        return None
    other, plain = with_off_weapon(a.attacker, a.off_weapon), ACTIONS[PLAIN]
    if any(unfit(one, plain) or not reaches(one, plain, a.distance_reach) for one in (a.attacker, other)):
        return None
    both = Hand(a.attacker, PLAIN, False), Hand(other, PLAIN, off_hand_halved(other, a.ambidextrous))
    return dual_attack(*both, a.defender, defence=a.defence, min_damage=a.min_damage)


def may_throw(a: Options) -> bool:
    """Whether throwing the weapon is among the options."""
    far = FACTS.number("throw_ft") // FACTS.number("zone_ft")
    return a.may_throw and a.distance_reach <= far and unfit(a.attacker, ACTIONS[THROW]) is None


def shooter(a: Attacker, bow: Bow) -> Attacker:
    """The attacker with the bow in hand."""
    skill = a.skill if bow.skill is None else bow.skill
    return replace(a, kind=bow.kind, damage=bow.damage, skill=skill, aim=bow.aim)


def open_strikes(a: Options) -> tuple[Strike, ...]:
    """Every open action as it would be made: in melee, thrown, shot."""
    thrown = (strike(a.attacker, THROW),) if may_throw(a) else ()
    archer = shooter(a.attacker, a.bow) if a.bow else None
    shots = tuple(strike(archer, one.id) for one in SHOTS if unfit(archer, one) is None) if archer else ()
    return (*(strike(a.attacker, one.id) for one in open_actions(a)), *thrown, *shots)


@lru_cache(maxsize=4)
def blows(a: Options) -> Mapping[str, Blow]:
    """The attack of each open action; a closed defense gives way to the best one."""
    return {one.action.id: blow(one, a.defender, defence=a.defence, min_damage=a.min_damage) for one in open_strikes(a)}


def refuse_nothing_open(a: Options) -> None:
    """Something must be open: an action that the weapon can do and that reaches."""
    refuse_impossible(a.defender)
    if not open_strikes(a):
        far = any(unfit(a.attacker, one) is None for one in COMPARED)
        reason = (
            "Nothing reaches that far, not even a lunge." if far else "No melee action can be made with this weapon."
        )
        field, value = ("distance_reach", a.distance_reach) if far else ("attacker.kind", a.attacker.kind)
        raise not_allowed(field, value, reason)
