"""Every attack option against a foe and every defense of the foe, from one set of inputs.

"Close Combat Attack Options" and "Reactions". Each option uses the steps of its own calculator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from ....engine.dice_text import DiceSum
from ....engine.inputs import Option, after, choice, input_fields, number, same, toggle
from ....engine.procedure import Procedure
from ..duel.fighters import ACTIONS, ALL_OUT, GREAT, NORMAL
from ..exchange.attack_inputs import TARGET, Attack, Attacks, attack_skill, plain_strike
from ..exchange.exchange import Exchange, Strike, exchange, strike
from ..rolls.damage import HIT_POINTS, Harm, damage
from ..rolls.defense import DODGE, PARRY, Defense, Reaction, defense_of
from ..rolls.results import NONE, readings
from ..rolls.shields import SHIELD_DEFENSE, SHIELDS, allows, shield, shield_defense
from ..skills.skill import Skill, switch
from ..tables import FACTS
from .attack_options import GreatAttack, athletic_strike, great_strike
from .charge import charge_strike
from .shield_bash import shield_dice
from .two_attacks import all_out_strike, both
from .unarmed import INTENTS, STRIKE

CHARGE, ATHLETIC, DISARM = "charge", "athletic", "disarm"
SHIELD_BASH, TWO_WEAPONS, UNARMED = "shield_bash", "two_weapons", "unarmed"
ATTACKS = (
    *(Option(way, ACTIONS[way]["label"], ACTIONS[way]["rule"]) for way in (NORMAL, GREAT, ALL_OUT, CHARGE, ATHLETIC)),
    Option(SHIELD_BASH, "Shield bash", "OQ-SHD-03"),
    Option(TWO_WEAPONS, "Attack, then shield bash", "OQ-TWO-03"),
    Option(UNARMED, "Unarmed strike", "OQ-UN-02"),
)
DEFENSES = (
    Option(PARRY, "Parry", "OQ-DEF-12"),
    Option(DODGE, "Dodge", "OQ-DEF-07"),
    Option(SHIELD_DEFENSE, ACTIONS[SHIELD_DEFENSE]["label"], "OQ-SHD-09"),
    Option(NONE, "None", "OQ-CC-03"),
)
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Options(Attack):
    """A foe in close combat, and the options of both sides."""

    shield: str = after("parry", shield(group=TARGET))
    athletics: Skill | None = after(
        "shield",
        attack_skill(
            "Your Athletics",
            help="For an Athletic Attack; empty if that is out of the question.",
            rule="OQ-CC-11",
            nullable=True,
            group="You",
        ),
    )
    weapon: str = after("damage_mod", same(GreatAttack, "weapon"))
    close: bool = after(
        "weapon",
        toggle(
            "Foe within arm's length",
            help="Then there is no room for a Charge.",
            rule="OQ-MOV-04",
            group="You",
        ),
    )
    defended: bool = after(
        "close",
        toggle(
            "You have defended this round",
            help="Then no attack is left that gives up all defense.",
            rule="OQ-DEF-18",
            group="You",
        ),
    )
    stunt: bool = after(
        "athletics",
        toggle(
            "A move beyond the free move",
            True,
            help="An Athletic Attack needs one, such as a swing from a chandelier.",
            rule="OQ-CC-11",
            group="You",
        ),
    )
    own_shield: str = after(
        "stunt",
        choice(
            "Your shield",
            (Option(NONE, "None", "OQ-SHD-02"), *SHIELDS.options()),
            NONE,
            help="For a shield bash, alone or after the attack.",
            rule="OQ-SHD-03",
            group="You",
        ),
    )
    unarmed: Skill | None = after(
        "own_shield",
        attack_skill(
            "Your Unarmed Combat",
            help="For a strike with bare hands; empty if that is out of the question.",
            rule="OQ-UN-02",
            nullable=True,
            group="You",
        ),
    )
    unarmed_damage: DiceSum = after(
        "unarmed",
        damage(
            "Your unarmed damage", help="Fist or kick, usually 1d4.", default=INTENTS.row(STRIKE)["dice"], group="You"
        ),
    )
    target_hp: int = number("Hit points", *HIT_POINTS, help="What it takes to drop the target.", rule="OQ-DAM-05")
    charge_die: str = switch("charge_die")


def like(record: type[T], a: Options) -> T:
    """The same values as the inputs of another calculator, as far as it has them."""
    shared = (slot.name for slot in input_fields(record) if hasattr(a, slot.name))
    return record(**{name: getattr(a, name) for name in shared})


# Open options.


@lru_cache(maxsize=4)
def attacks(a: Options) -> Mapping[str, Procedure[Exchange]]:
    """Every open attack option, in the order of the table."""
    found = {NORMAL: exchange(plain_strike(a))}
    if a.weapon != "other" and not a.defended:
        found[GREAT] = exchange(great_strike(a))
    if not a.defended:
        found[ALL_OUT] = both(all_out_strike(like(Attacks, a)), all_out_strike(like(Attacks, a)))
    if not a.close and not a.defended:
        found[CHARGE] = exchange(charge_strike(a, uphill=False, charge_die=a.charge_die))
    if a.athletics is not None and a.stunt:
        found[ATHLETIC] = exchange(athletic_strike(a, a.athletics))
    if a.own_shield != NONE:
        found[SHIELD_BASH] = exchange(shield_strike(a))
        found[TWO_WEAPONS] = both(plain_strike(a), second_strike(a))
    if a.unarmed is not None:
        found[UNARMED] = exchange(unarmed_strike(a, a.unarmed))
    return found


def shield_strike(a: Options) -> Strike:
    """An attack with the shield instead of the weapon (OQ-SHD-03)."""
    return replace(plain_strike(a), harm=Harm(shield_dice(a.own_shield), a.damage_mod, a.target_ap), rule="OQ-SHD-03")


def second_strike(a: Options) -> Strike:
    """The bonus attack with the shield after a plain attack (OQ-TWO-03)."""
    harm = Harm(shield_dice(a.own_shield), a.damage_mod, a.target_ap)
    penalty = FACTS.modifier("bonus_attack_penalty")
    return strike(a.attack, harm, defense_of(a), readings(a), penalty, rule="OQ-TWO-03")


def unarmed_strike(a: Options, skill: Skill) -> Strike:
    """An unarmed strike (OQ-UN-02)."""
    harm = Harm(a.unarmed_damage, a.damage_mod, a.target_ap)
    return strike(skill, harm, defense_of(a), readings(a), rule="OQ-UN-02")


def defenses(a: Options) -> dict[str, Defense]:
    """Every open defense of the target."""
    found: dict[str, Defense] = {}
    if a.parry is not None:
        found[PARRY] = Defense((Reaction(PARRY, a.parry),))
    if a.dodge is not None:
        found[DODGE] = Defense((Reaction(DODGE, a.dodge),))
    if a.parry is not None and allows(a.shield, SHIELD_DEFENSE):
        found[SHIELD_DEFENSE] = shield_defense(a.parry)
    return {**found, NONE: Defense()}


def met_by(a: Options, defense: Defense) -> Procedure[Exchange]:
    """A plain attack against this defense."""
    return exchange(replace(plain_strike(a), defense=defense))
