"""Moving with somebody you hold: carry or drag, and whether they can be slammed at all.

Chapter "Swords, Slings, and Arrows": Grapple. Gear and victim are weighed against the lift table, and nobody slams
what they cannot lift.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.formatting import figure
from ...engine.inputs import amount, number
from ...engine.procedure import Procedure, Step, settle
from .lookup import lift_kg, told_lift
from .mass import HEAVIEST
from .tables import FACTS


@dataclass(frozen=True, kw_only=True)
class Carry:
    """A carrier and what is carried, in kilograms (RR-GRAB-03)."""

    brawn: int = number("Brawn", 0, 60, 0, help="Brawn of the one who carries, man or beast.", rule="RR-REF-01")
    gear_kg: Fraction = amount(
        "Gear", HEAVIEST, 0, help="What is carried already.", rule="RR-GRAB-03", unit="kg", inclusive=True
    )
    victim_kg: Fraction = amount(
        "Victim",
        HEAVIEST,
        0,
        help="The mass of the one who is held.",
        rule="RR-GRAB-03",
        unit="kg",
        inclusive=True,
    )


LOADS = FACTS.table("loads").options()


def _told_carry(a: Carry) -> Procedure[None]:
    """What can be lifted, what there is to lift, and what follows."""
    lift, load = lift_kg(a.brawn), a.gear_kg + a.victim_kg
    strong, light = load <= lift, a.victim_kg <= lift
    steps: tuple[Step[None], ...] = (
        settle(
            f"Gear {_kg(a.gear_kg)} and victim {_kg(a.victim_kg)}: a load of {_kg(load)}", _as_it_is, rule="RR-GRAB-03"
        ),
        *told_lift(a.brawn),
        settle(
            f"{_kg(load)} is {'within' if strong else 'more than'} the lift of {lift} kg: {_moving(strong)}",
            _as_it_is,
            rule="RR-GRAB-04",
        ),
        settle(
            f"The victim alone, {_kg(a.victim_kg)}, is {'within' if light else 'more than'} the lift of {lift} kg",
            _as_it_is,
            rule="RR-MASS-04",
        ),
    )
    return Procedure(None, steps, lambda s: "")


def _as_it_is(s: None) -> None:
    return s


def _kg(mass: Fraction) -> str:
    return f"{figure(mass)} kg"


def _moving(strong: bool) -> str:
    return str(FACTS.table("loads").row("carry" if strong else "drag_one_space")["label"]).lower()


def _carry(a: Carry) -> dict[str, Any]:
    lift, load = lift_kg(a.brawn), a.gear_kg + a.victim_kg
    return {
        "mode": "carry" if load <= lift else "drag_one_space",
        "spare_kg": out.whole(lift - load),
        "may_slam": a.victim_kg <= lift,
        "lift_kg": lift,
        "load_kg": out.whole(load),
    }


CARRY = Calculator(
    id="raiders.carry",
    title="Carry a captive",
    summary="Whether you can run with somebody you hold, or must drag them; and what a horse can bear.",
    inputs=Carry,
    outputs=(
        out.word("mode", "movement", LOADS, rule="RR-GRAB-04", headline=True),
        out.flag("may_slam", "", rule="RR-MASS-04", yes="Can be slammed", no="Too heavy to slam", headline=True),
        out.figure("spare_kg", "to spare", rule="RR-GRAB-04", unit="kg", headline=True, signed=True),
        out.figure("lift_kg", "Lift", rule="RR-REF-01", unit="kg"),
        out.figure("load_kg", "Load", rule="RR-GRAB-03", unit="kg"),
    ),
    compute=_carry,
    also=("RR-ANIMAL-03",),
    start={"brawn": 6, "gear_kg": 30, "victim_kg": 91},
    explain=_told_carry,
)
