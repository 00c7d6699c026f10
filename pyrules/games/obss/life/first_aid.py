"""First Aid for the dying and the unconscious: its DC, and the hit points it restores.

"Life and Death": OBSS-LIFE-04, OBSS-LIFE-09, OBSS-LIFE-10. Other uses of First Aid stand outside the chapter (EXT-14).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.formatting import figure
from ....engine.inputs import number
from ....engine.procedure import Modifier, Procedure, counted, total
from ..table_rules import first_aid_at_zero
from ..tables import FACTS

LOWEST = -100
"""The lowest hit points of an input; no death line lies deeper."""

FIRST_AID_RULES = ("OBSS-LIFE-04", "OBSS-LIFE-11")


def times_below_zero(**common: Any) -> Any:
    """The input `times_below_zero`: how often the patient has fallen below 0 since the last night's rest."""
    return number(
        "Falls below 0, this one counted",
        1,
        100,
        1,
        help="1 for the first fall since a night of rest, 2 for the second, and so on.",
        rule="OBSS-LIFE-10",
        **common,
    )


def first_aid_modifiers(hp: int, times: int) -> tuple[Modifier, ...]:
    """The parts of the DC of First Aid at 0 or fewer hit points."""
    start = FACTS.modifier("first_aid_dc")
    if hp == FACTS.number("unconscious_at"):  # earlier falls count for the dying only (ruling, OBSS-LIFE-10)
        return (start,)
    return (start, Modifier("Points below 0", -hp, "OBSS-LIFE-09"), FACTS.modifier("first_aid_step", times - 1))


def first_aid_dc(hp: int, times: int) -> int:
    """The DC of First Aid (OBSS-LIFE-04, OBSS-LIFE-09, OBSS-LIFE-10)."""
    return total(first_aid_modifiers(hp, times))


def first_aid_brings(hp: int) -> int:
    """The hit points after a successful First Aid."""
    return FACTS.number("first_aid_hp" if hp == FACTS.number("unconscious_at") else "first_aid_dying_hp")


@dataclass(frozen=True, kw_only=True)
class Patient:
    """A patient at 0 or fewer hit points."""

    hp: int = number("Hit points", LOWEST, 0, help="Of the patient: 0 or below.", rule="OBSS-LIFE-09")
    times_below_zero: int = times_below_zero()
    first_aid_at_zero: int = first_aid_at_zero()


def actions(a: Patient) -> int:
    """The Actions that First Aid takes (OBSS-LIFE-04, OBSS-LIFE-09)."""
    return a.first_aid_at_zero if a.hp == FACTS.number("unconscious_at") else FACTS.number("first_aid_actions")


def explanation(a: Patient) -> Procedure[Any]:
    """The parts of the DC, and the effect of a success."""
    rule = "OBSS-LIFE-04" if a.hp == FACTS.number("unconscious_at") else "OBSS-LIFE-09"
    brought, takes = first_aid_brings(a.hp), counted(actions(a), "Action")
    return notes(
        note(
            f"First Aid at {figure(a.hp)} against DC",
            rule,
            first_aid_modifiers(a.hp, a.times_below_zero),
            also=("OBSS-LIFE-09", "OBSS-LIFE-11"),
            gives="dc",
        ),
        note(f"It takes {takes}, and to reach the DC is enough", "OBSS-LIFE-11", gives="actions"),
        note(f"Success brings the patient to {brought}", rule, also=("OBSS-LIFE-04",), gives="result_hp"),
    )


def _values(a: Patient) -> dict[str, Any]:
    return {
        "dc": first_aid_dc(a.hp, a.times_below_zero),
        "result_hp": first_aid_brings(a.hp),
        "actions": actions(a),
    }


FIRST_AID_DC = Calculator(
    id="obss.first_aid_dc",
    title="First Aid",
    summary="How hard it is to help somebody at 0 hit points or below.",
    inputs=Patient,
    outputs=(
        out.figure("dc", "is the DC", rule="OBSS-LIFE-09", headline=True),
        out.figure("result_hp", "Success brings the patient to", rule="OBSS-LIFE-04", unit="hit points"),
        out.figure("actions", "Takes", rule="OBSS-LIFE-11", unit="Actions"),
    ),
    compute=_values,
    explain=explanation,
    start={"hp": -6},
)
