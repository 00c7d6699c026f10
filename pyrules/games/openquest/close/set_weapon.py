"""A weapon set against a charge: the setter strikes first, and may end the charge before it arrives.

"Set Weapon".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice_text import DiceSum, SignedDice
from ....engine.explain import by
from ....engine.inputs import number, same, toggle
from ....engine.procedure import Procedure, Step, part, settle
from ..exchange.attack_inputs import Attack, attack_skill, hit_points
from ..exchange.exchange import Exchange, Strike, exchange, strike, strike_steps
from ..exchange.exchange_answer import EXCHANGE_RULES
from ..rolls.damage import HIT_POINTS, Harm, armor, charge_dice, damage, damage_modifier
from ..rolls.defense import NO_DEFENSE, defence, defense_of, dodge, parry, refuse_missing_skill
from ..rolls.results import readings
from ..rolls.weapons import fillings
from ..skills.skill import Skill, switch
from ..tables import FACTS

SETTER, CHARGER = "About the setter", "About the charger"


@dataclass(frozen=True, kw_only=True)
class SetWeapon:
    """Somebody who has set a weapon, and somebody who charges into it."""

    setter: Skill = attack_skill("Setter", help="Close Combat of whoever has set the weapon.", rule="OQ-CC-15")
    setter_damage: DiceSum = damage("Setter's damage", presets=fillings("melee", damage="setter_damage"))
    setter_damage_mod: SignedDice = damage_modifier("Setter's damage modifier", group=SETTER)
    setter_ap: int = armor("Setter's armor", group=SETTER)
    setter_hp: int | None = hit_points("Setter's hit points", group=SETTER)
    weapon_set: bool = toggle(
        "The weapon is set",
        True,
        help="Whoever has acted or defended this round has not set it: then there is only the charge.",
        rule="OQ-ACT-14",
        group=SETTER,
    )
    defence: str = defence(
        label="Setter's defense", help="What the setter does about the charge, should it come through.", group=SETTER
    )
    dodge: Skill | None = dodge(whose="The setter's", group=SETTER)
    parry: Skill | None = parry(whose="The setter's", group=SETTER)
    charger: Skill = attack_skill("Charger", help="Close Combat of whoever charges.")
    charger_damage: DiceSum = damage("Charger's damage", presets=fillings("melee", damage="charger_damage"))
    charger_damage_mod: SignedDice = damage_modifier("Charger's damage modifier", group=CHARGER)
    charger_ap: int = armor("Charger's armor", group=CHARGER)
    charger_hp: int = number(
        "Charger's hit points",
        *HIT_POINTS,
        help="What it takes to stop the charge.",
        rule="OQ-CC-15",
    )
    uphill: bool = toggle("Uphill", help="A charge uphill has no extra die.", rule="OQ-MOV-06", group=CHARGER)
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")
    charge_die: str = switch("charge_die")
    setter_reaction: str = switch("setter_reaction")


class Clash(NamedTuple):
    """The state: the set attack while it is made, whether it has stopped the charge, and the charge."""

    first: Exchange = Exchange()
    stopped: bool = False
    charge: Exchange = Exchange()


def set_strike(a: SetWeapon) -> Strike:
    """The attack with the weapon that was set; the charger cannot defend (OQ-MOV-07)."""
    harm = Harm(a.setter_damage, a.setter_damage_mod, a.charger_ap)
    return strike(a.setter, harm, NO_DEFENSE, readings(a), FACTS.modifier("set_weapon_bonus"), rule="OQ-ACT-14")


def charging_strike(a: SetWeapon) -> Strike:
    """The blow of the charge, against which the setter may react."""
    extra = None if a.uphill else charge_dice()
    harm = Harm(a.charger_damage, a.charger_damage_mod, a.setter_ap, extra, charge_die=a.charge_die)
    defense = defense_of(a) if a.setter_reaction == "allowed" else NO_DEFENSE
    return strike(a.charger, harm, defense, readings(a))


def clash(a: SetWeapon) -> Procedure[Clash]:
    """The set attack, and the charge unless it was stopped."""
    first = by("Setter", strike_steps(set_strike(a))) if a.weapon_set else ()
    stops: Step[Clash] = settle(
        f"Stopped if {a.charger_hp} or more is done",
        lambda s: Clash(stopped=s.first.damage >= a.charger_hp),
        rule="OQ-CC-15",
        tell=lambda _, s: "the charge is stopped" if s.stopped else "the charge goes on",
    )
    charge = by("Charger", strike_steps(charging_strike(a)))
    return Procedure(
        Clash(),
        (
            *(part(step, lambda s: s.first, lambda s, first: s._replace(first=first)) for step in first),
            *((stops,) if a.weapon_set else ()),
            *(_unless_stopped(step) for step in charge),
        ),
        _outcome,
    )


def _unless_stopped(step: Step[Exchange]) -> Step[Clash]:
    inner: Step[Clash] = part(step, lambda s: s.charge, lambda s, charge: s._replace(charge=charge))
    return replace(inner, when=lambda s: not s.stopped and inner.when(s))


def _outcome(s: Clash) -> str:
    if s.stopped:
        return "Charge stopped"
    return "Charge hits" if s.charge.hits else "Charge misses"


def _values(a: SetWeapon) -> dict[str, Any]:
    first, end = (exchange(set_strike(a)).odds() if a.weapon_set else None), clash(a).odds()
    nothing: dict[str, Any] = {
        "set_modified": None,
        "p_set_hit": Fraction(0),
        "set_damage": {"0": Fraction(1)},
        "set_mean": Fraction(0),
    }
    setting = (
        nothing
        if first is None
        else {
            "set_modified": set_strike(a).modified,
            "p_set_hit": first.p(lambda x: x.hits > 0),
            "set_damage": out.text_keys(first.dist(lambda x: x.damage)),
            "set_mean": first.mean(lambda x: x.damage),
        }
    )
    hp = a.setter_hp
    return {
        **setting,
        "p_charge_stopped": end.p(lambda s: s.stopped),
        "p_charge_hit": end.p(lambda s: s.charge.hits > 0),
        "charge_damage": out.text_keys(end.dist(lambda s: s.charge.damage)),
        "charge_mean": end.mean(lambda s: s.charge.damage),
        "p_setter_drop": None if hp is None else end.p(lambda s: s.charge.damage >= hp),
    }


SET_WEAPON = Calculator(
    id="openquest.set_weapon",
    title="Set weapon",
    summary="A spear braced against a charge: does it stop the charger, and what does the charge do if it does not.",
    inputs=SetWeapon,
    outputs=(
        out.percent("p_charge_stopped", "stops the charge", rule="OQ-CC-15", headline=True),
        out.figure("set_mean", "damage to the charger", rule="OQ-CC-15", unit="on average", headline=True),
        out.figure("charge_mean", "damage to the setter", rule="OQ-MOV-05", unit="on average", headline=True),
        out.percent("p_set_hit", "The set weapon hits", rule="OQ-CC-15"),
        out.figure("set_modified", "Setter's skill, all in", rule="OQ-ACT-14", unit="%"),
        out.percent("p_charge_hit", "The charge gets through", rule="OQ-RES-05"),
        out.percent("p_setter_drop", "The charge drops the setter", rule="OQ-DAM-05"),
        out.distribution("set_damage", "Damage to the charger", rule="OQ-CC-15", unit="damage"),
        out.distribution("charge_damage", "Damage to the setter", rule="OQ-CC-06", unit="damage"),
    ),
    compute=_values,
    check=refuse_missing_skill,
    also=("OQ-MOV-07", *EXCHANGE_RULES),
    start={
        "setter": {"base": 60},
        "setter_damage": "1d10",
        "setter_ap": 3,
        "setter_hp": 12,
        "defence": "parry",
        "parry": {"base": 50},
        "charger": {"base": 60},
        "charger_damage": "1d8",
        "charger_damage_mod": "+1d4",
        "charger_ap": 2,
        "charger_hp": 10,
    },
    rolls=(RollOption("clash", "Roll it", clash),),
)
