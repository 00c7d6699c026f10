"""Charge: a run that ends in a blow, with more behind it and no defense of one's own.

"Charge".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.inputs import after, number, toggle
from ....engine.procedure import Procedure
from ..exchange.attack_inputs import Attack, harm_of, plain_strike
from ..exchange.exchange import Exchange, Strike, exchange
from ..exchange.exchange_answer import EXCHANGE_RULES, exchange_outputs, exchange_values
from ..rolls.damage import charge_dice
from ..rolls.defense import refuse_missing_skill
from ..skills.skill import switch
from ..tables import FACTS

RUN = "The run"
METERS = (0, 1000)


@dataclass(frozen=True, kw_only=True)
class Charge(Attack):
    """A close attack at the end of a run."""

    uphill: bool = after(
        "damage_mod",
        toggle("Uphill", help="A charge uphill has no extra die.", rule="OQ-MOV-06", group=RUN),
    )
    straight: bool = after(
        "uphill",
        toggle("In a straight line", True, help="A charge must run straight.", rule="OQ-MOV-04", group=RUN),
    )
    adjacent: bool = after(
        "straight",
        toggle("Ends next to the target", True, help="A charge must reach its target.", rule="OQ-MOV-04", group=RUN),
    )
    distance: int | None = after(
        "adjacent",
        number(
            "Distance",
            *METERS,
            None,
            help=FACTS.fill("How far you run; it must be more than {close_distance_m} meters."),
            rule="OQ-MOV-04",
            unit="meters",
            group=RUN,
            nullable=True,
            empty="unknown",
        ),
    )
    sprint_distance: int | None = after(
        "distance",
        number(
            "Sprint",
            *METERS,
            None,
            help="How far you can sprint in a round, as the Referee decides.",
            rule="OQ-MOV-04",
            unit="meters",
            group=RUN,
            nullable=True,
            empty="unknown",
        ),
    )
    charge_die: str = switch("charge_die")


def charge_strike(a: Attack, *, uphill: bool, charge_die: str) -> Strike:
    """The blow at the end of a charge (OQ-MOV-05, OQ-MOV-06)."""
    harm = replace(harm_of(a), extra=None if uphill else charge_dice(), charge_die=charge_die)
    return replace(plain_strike(a), harm=harm)


def _strike(a: Charge) -> Strike:
    return charge_strike(a, uphill=a.uphill, charge_die=a.charge_die)


def charge(a: Charge) -> Procedure[Exchange]:
    """A charge, step by step."""
    return exchange(_strike(a))


def _check(a: Charge) -> None:
    refuse_missing_skill(a)
    close = FACTS.number("close_distance_m")
    if not a.straight:
        raise not_allowed("straight", a.straight, "A charge runs in a straight line.")
    if not a.adjacent:
        raise not_allowed("adjacent", a.adjacent, "A charge ends next to its target.")
    if a.distance is None:
        return
    if a.distance <= close:
        raise not_allowed("distance", a.distance, f"A charge starts more than {close} meters away.")
    if a.sprint_distance is not None and a.distance > a.sprint_distance:
        text = f"{a.distance} meters are too far: you can sprint {a.sprint_distance}."
        raise not_allowed("distance", a.distance, text)


CHARGE = Calculator(
    id="openquest.charge",
    title="Charge",
    summary="A run and a blow with an extra die of damage, but no defense of your own this round.",
    inputs=Charge,
    outputs=exchange_outputs(),
    compute=lambda a: exchange_values(_strike(a).modified, charge(a).odds(), a.target_hp),
    check=_check,
    also=("OQ-ACT-05", "OQ-MOV-07", *EXCHANGE_RULES),
    start={
        "attack": {"base": 60},
        "damage": "1d8",
        "damage_mod": "+1d4",
        "distance": 15,
        "defence": "parry",
        "parry": {"base": 50},
        "target_ap": 3,
        "target_hp": 12,
    },
    rolls=(RollOption("charge", "Roll it", charge),),
)
