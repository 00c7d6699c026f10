"""Every way to attack a foe in close combat, and every way the foe can defend, from one set of inputs.

"Close Combat Attack Options" and "Reactions". The odds are those of each option's own calculator.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from ...engine.fields import Option, after, number, slots
from ...engine.procedure import Procedure
from .attack_inputs import TARGET, Attack, Attacks, attack_skill, plain_strike
from .attack_options import athletic_strike, great_strike
from .charge import charge_strike
from .damage import HIT_POINTS
from .defense import DODGE, PARRY, Defense, Reaction
from .exchange import Exchange, exchange
from .fighters import ACTIONS, ALL_OUT, GREAT, NORMAL
from .results import NONE
from .shields import SHIELD_DEFENSE, allows, shield, shield_defense
from .skill import Skill, switch
from .two_attacks import all_out_strike, both

CHARGE, ATHLETIC, DISARM = "charge", "athletic", "disarm"
ATTACKS = tuple(
    Option(way, ACTIONS[way]["label"], ACTIONS[way]["rule"]) for way in (NORMAL, GREAT, ALL_OUT, CHARGE, ATHLETIC)
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
    """A foe in close combat, and everything that both sides could do."""

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
    target_hp: int = number("Hit points", *HIT_POINTS, help="What it takes to drop the target.", rule="OQ-DAM-05")
    charge_die: str = switch("charge_die")


def like(record: type[T], a: Options) -> T:
    """The same numbers as the inputs of another calculator, which may ask for less."""
    shared = (slot.name for slot in slots(record) if hasattr(a, slot.name))
    return record(**{name: getattr(a, name) for name in shared})


# What can be done.


def attacks(a: Options) -> dict[str, Procedure[Exchange]]:
    """Every way to attack, in the order of the table; an Athletic Attack only with Athletics."""
    found = {
        NORMAL: exchange(plain_strike(a)),
        GREAT: exchange(great_strike(a)),
        ALL_OUT: both(all_out_strike(like(Attacks, a)), all_out_strike(like(Attacks, a))),
        CHARGE: exchange(charge_strike(a, uphill=False, charge_die=a.charge_die)),
    }
    return found if a.athletics is None else {**found, ATHLETIC: exchange(athletic_strike(a, a.athletics))}


def defenses(a: Options) -> dict[str, Defense]:
    """Every way to defend that is open to the target."""
    found: dict[str, Defense] = {}
    if a.parry is not None:
        found[PARRY] = Defense((Reaction(PARRY, a.parry),))
    if a.dodge is not None:
        found[DODGE] = Defense((Reaction(DODGE, a.dodge),))
    if a.parry is not None and allows(a.shield, SHIELD_DEFENSE):
        found[SHIELD_DEFENSE] = shield_defense(a.parry)
    return {**found, NONE: Defense()}


def met_by(a: Options, defense: Defense) -> Procedure[Exchange]:
    """A plain attack that meets this defense."""
    return exchange(replace(plain_strike(a), defense=defense))
