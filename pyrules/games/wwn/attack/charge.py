"""Charges: is the bonus to hit worth the AC that the charger loses for the round?

Section "Charge!" of the combat options.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import note, side_note
from ....engine.formatting import feet
from ....engine.inputs import number, record
from ....engine.procedure import Procedure
from ..tables import FACTS
from .attack import ATTACK_RULES
from .blow import Blow, attack, damage_of, mean_damage, p_hit
from .blow_explanation import steps_in, steps_of_all, without
from .circumstances import CHARGING, PRONE, SNAPPING, circumstances
from .strike import Attack, SingleAttack, refuse_impossible
from .volley import attacks_input, average, refuse_impossible_among, shield_switch, volley

DISTANCE = (0, 1000)


@dataclass(frozen=True, kw_only=True)
class ChargeAttack(SingleAttack):
    """ATTACK at the end of a charge."""

    circumstances: tuple[str, ...] = circumstances(
        barred={
            CHARGING.id: "The bonus of the charge is counted here anyway.",
            SNAPPING.id: "A Snap Attack cannot be a charge.",
            PRONE.id: "Nobody charges from the ground: stand up first.",
        }
    )


@dataclass(frozen=True, kw_only=True)
class Charge:
    """An attack and the straight run-up to it."""

    attack: ChargeAttack = record(
        "Attack", ChargeAttack, help="The blow or throw that ends it, without the charge's bonus.", rule="WWN-HIT-01"
    )
    runway_ft: int = number(
        "Straight run-up",
        *DISTANCE,
        help="How much clear straight there is to build up speed.",
        rule="WWN-CHARGE-05",
        unit="ft",
    )
    distance_ft: int = number("Distance", *DISTANCE, help="How far you charge.", rule="WWN-CHARGE-02", unit="ft")
    speed: int = number(
        "Speed",
        5,
        300,
        FACTS.number("movement_rate_ft"),
        help="Your movement rate.",
        rule="WWN-EXT-MOVE",
        group="Movement",
        unit="ft",
    )
    incoming: tuple[Attack, ...] = attacks_input(
        "Attacks on you",
        "Attack",
        0,
        8,
        "Every attack you expect before the round ends, at your usual AC.",
        rule="WWN-CHARGE-04",
        default=(),
    )
    shield: bool = shield_switch("You hold one, which")


def farthest(a: Charge) -> int:
    """How far a charge can go (ruling, WWN-CHARGE-02)."""
    return FACTS.number("charge_move_factor") * a.speed


def _check(a: Charge) -> None:
    refuse_impossible(a.attack, "attack")
    refuse_impossible_among(a.incoming, "incoming")
    least = FACTS.number("charge_least_run_ft")
    if a.runway_ft < least:
        raise not_allowed("runway_ft", a.runway_ft, f"A charge needs a straight run-up of {least} feet or more.")
    if a.distance_ft < least:
        raise not_allowed("distance_ft", a.distance_ft, f"A charge covers {least} feet or more.")
    if a.distance_ft > a.runway_ft:
        raise not_allowed("distance_ft", a.distance_ft, "You cannot charge farther than the straight run-up goes.")
    if a.distance_ft > farthest(a):
        text = f"You can charge {farthest(a)} feet at most."
        raise not_allowed("distance_ft", a.distance_ft, text)
    if a.attack.weapon.kind not in CHARGING.applies_to:
        raise not_allowed("attack.weapon.kind", a.attack.weapon.kind, "A charge ends with a melee blow or a throw.")


def charging(a: Charge) -> Attack:
    """The attack at the end of the charge (WWN-CHARGE-03)."""
    return replace(a.attack, circumstances=(*a.attack.circumstances, CHARGING.id))


def charge(a: Charge) -> Procedure[Blow]:
    """That attack as steps."""
    return attack(charging(a))


def normal(a: Charge) -> Procedure[Blow]:
    """The same attack without the charge."""
    return attack(a.attack)


def at_charger(one: Attack) -> Attack:
    """An attack on somebody who charges: lower AC, and so more Shock too (WWN-CHARGE-04)."""
    return replace(one, target_ac=one.target_ac + FACTS.number("charge_ac_penalty"))


def explanation(a: Charge) -> Procedure[Blow]:
    """The charge, what it gains on the plain attack, and what it costs in the attacks that come back."""
    taken = steps_of_all(a.incoming, shield=a.shield) or (note("No attacks", "WWN-HIT-01"),)
    steps = (
        *steps_in(a.attack, charging(a), CHARGING.label, CHARGING.rule),
        without(a.attack, "Without the charge"),
        *side_note("On you", "WWN-HIT-05", taken),
        note("On you, charging: your AC is lower", "WWN-CHARGE-04", (FACTS.modifier("charge_ac_penalty"),)),
        note(f"Farthest charge: {FACTS.number('charge_move_factor')} times {feet(a.speed)}", "WWN-CHARGE-02"),
    )
    return Procedure(Blow(), steps, str)


def _values(a: Charge) -> dict[str, Any]:
    standing, running = normal(a).odds(), charge(a).odds()
    gain = mean_damage(running) - mean_damage(standing)
    taken = average(volley(a.incoming, shield=a.shield))
    taken_charging = average(volley([at_charger(one) for one in a.incoming], shield=a.shield))
    return {
        "max_distance_ft": farthest(a),
        "normal_p_hit": p_hit(standing),
        "charge_p_hit": p_hit(running),
        "normal_mean": mean_damage(standing),
        "charge_mean": mean_damage(running),
        "mean_gain": gain,
        "taken_mean_normal": taken,
        "taken_mean_charging": taken_charging,
        "extra_taken": taken_charging - taken,
        "net_mean": gain - (taken_charging - taken),
    }


CHARGE = Calculator(
    id="wwn.charge",
    title="Charge",
    summary="What a charge gains on its attack, and what the lower AC costs you in the same round.",
    inputs=Charge,
    outputs=(
        out.percent("charge_p_hit", "hit", rule="WWN-CHARGE-03", headline=True),
        out.figure("charge_mean", "damage", rule="WWN-SHOCK-01", unit="on average", headline=True),
        out.figure("net_mean", "damage, net of what it costs you", rule="WWN-CHARGE-01", headline=True, signed=True),
        out.percent("normal_p_hit", "Hit without the charge", rule="WWN-HIT-04"),
        out.figure("normal_mean", "Damage without the charge, on average", rule="WWN-HIT-01"),
        out.figure("mean_gain", "Damage gained, on average", rule="WWN-HIT-01", signed=True),
        out.figure("taken_mean_normal", "Damage you take without the charge, on average", rule="WWN-HIT-05"),
        out.figure("taken_mean_charging", "Damage you take when charging, on average", rule="WWN-CHARGE-04"),
        out.figure("extra_taken", "Extra damage you take, on average", rule="WWN-CHARGE-04", signed=True),
        out.figure("max_distance_ft", "Farthest charge", rule="WWN-CHARGE-02", unit="ft"),
    ),
    compute=_values,
    check=_check,
    also=ATTACK_RULES,
    start={
        "attack": {
            "weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13},
            "target_ac": 14,
            "class_bonus": 2,
            "skill": 1,
            "attr_mod": 1,
        },
        "runway_ft": 30,
        "distance_ft": 30,
        "incoming": [{"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 15, "class_bonus": 1}],
    },
    rolls=(RollOption("charge", "Charge", charge, damage_of), RollOption("normal", "Normal attack", normal, damage_of)),
    explain=explanation,
)
