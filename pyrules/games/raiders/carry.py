"""Moving a held victim: carry or drag, and whether the victim can be slammed.

Chapter "Swords, Slings, and Arrows": Grapple. The lift table limits the weight of gear and victim. Nobody can slam a
victim above their lift.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.explain import note, notes
from ...engine.formatting import figure
from ...engine.inputs import amount, number
from ...engine.procedure import Procedure, Step
from .lookup import explain_lift, lift_kg
from .mass import HEAVIEST
from .tables import FACTS


@dataclass(frozen=True, kw_only=True)
class Carry:
    """A carrier and the load in kilograms (RR-GRAB-03)."""

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


def _explain_carry(a: Carry) -> Procedure[None]:
    """The lift, the load, and the result."""
    lift, load = lift_kg(a.brawn), a.gear_kg + a.victim_kg
    strong, light = load <= lift, a.victim_kg <= lift
    steps: tuple[Step[None], ...] = (
        note(f"Gear {_kg(a.gear_kg)} and victim {_kg(a.victim_kg)}: a load of {_kg(load)}", rule="RR-GRAB-03"),
        *explain_lift(a.brawn),
        note(
            f"{_kg(load)} is {'within' if strong else 'more than'} the lift of {lift} kg: {_moving(strong)}",
            rule="RR-GRAB-04",
        ),
        note(
            f"The victim alone, {_kg(a.victim_kg)}, is {'within' if light else 'more than'} the lift of {lift} kg",
            rule="RR-MASS-04",
        ),
    )
    return notes(*steps)


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
    explain=_explain_carry,
)
