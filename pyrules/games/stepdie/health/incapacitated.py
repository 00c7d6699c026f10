"""Incapacitated: how long you stay awake.

"Conditions index": Incapacitated.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import by, note
from ....engine.inputs import HOUSE_RULES, READING, number, toggle
from ....engine.procedure import Procedure, Step
from ..rolls.checks import Checked, reach_step
from ..rolls.rolls import ROLL_RULES, Roll, roll_input, total_of
from ..tables import FACTS

MOST_TURNS = 60


def count_current_turn() -> Any:
    """The input for whether the turn that ends counts already."""
    return toggle(
        "This turn counts",
        True,
        help="The turn that is just ending is counted; off where your table counts only those before it.",
        rule="S2-INCAP-03",
        group=HOUSE_RULES,
        table=READING,
    )


@dataclass(frozen=True, kw_only=True)
class Incapacitated:
    """Somebody at Health 0 or below."""

    strength: Roll = roll_input("Strength", help="Strength: as a rule the die alone.", rule="S2-INCAP-03")
    count_current_turn: bool = count_current_turn()
    turns: int = number("Turns", 1, MOST_TURNS, 8, help="How many turns to look ahead.", rule="S2-INCAP-03")


def needed(turn: int, *, count_current: bool) -> int:
    """What Strength must come to as the first, second, ... turn of being incapacitated ends (S2-INCAP-03)."""
    return FACTS.number("incapacitated_base") + turn - (not count_current)


def _turn_step(a: Incapacitated, turn: int) -> Step[Checked]:
    target = needed(turn, count_current=a.count_current_turn)
    step = reach_step("Strength", total_of(a.strength), target, rule="S2-INCAP-03")
    return replace(step, when=lambda x: x.success)


def awake(a: Incapacitated) -> Procedure[Checked]:
    """Turn after turn, as long as you are awake."""
    turns = range(1, a.turns + 1)
    steps = tuple(step for turn in turns for step in by(f"Turn {turn}", (_turn_step(a, turn),)))
    return Procedure(Checked(True), steps, lambda x: "Awake" if x.success else "Unconscious")


def _explanation(a: Incapacitated) -> Procedure[Checked]:
    """The state, the first turns, and how they go on."""
    lying = note("On the ground all the while, which does not touch Strength", "S2-INCAP-01")
    few = range(1, min(a.turns, FEW) + 1)
    steps = (step for turn in few for step in by(f"Turn {turn}", (_turn_step(a, turn),)))
    harder = note("Every further turn one more is needed, until Health is above 0", "S2-INCAP-03")
    return Procedure(Checked(True), (lying, *steps, harder), lambda x: "")


FEW = 3
"""So many turns show how it goes on."""


def _values(a: Incapacitated) -> dict[str, Any]:
    track = []
    conscious: Any = 1
    for turn in range(1, a.turns + 1):
        p = Procedure(Checked(True), (_turn_step(a, turn),), str).odds().p(lambda x: x.success)
        conscious *= p
        target = needed(turn, count_current=a.count_current_turn)
        track.append({"turn": turn, "tn": target, "p_pass": p, "p_conscious": conscious})
    by_turn = [row["p_conscious"] for row in track]
    return {
        "expected_conscious_turn_ends": sum(by_turn),
        "certain_out_by": next((row["turn"] for row in track if not row["p_conscious"]), None),
        "p_awake": by_turn[-1],
        "by_turn": by_turn,
        "track": track,
    }


INCAPACITATED = Calculator(
    id="stepdie.incapacitated",
    title="Incapacitated",
    summary="How many turns you stay awake with no Health left, and when you are out for certain.",
    inputs=Incapacitated,
    outputs=(
        out.figure(
            "expected_conscious_turn_ends",
            "turns awake",
            one="turn awake",
            rule="S2-INCAP-03",
            unit="on average",
            headline=True,
        ),
        out.figure(
            "certain_out_by",
            "turns until out for certain",
            one="turn until out for certain",
            rule="S2-INCAP-03",
            headline=True,
        ),
        out.percent("p_awake", "Still awake after these turns", rule="S2-INCAP-03"),
        out.curve("by_turn", "Still awake after the turn", rule="S2-INCAP-03", unit="Turn"),
        out.rows(
            "track",
            "Turn by turn",
            (
                out.figure("turn", "Turn"),
                out.figure("tn", "Strength needed"),
                out.percent("p_pass", "Succeeds"),
                out.percent("p_conscious", "Still awake"),
            ),
            rule="S2-INCAP-03",
        ),
    ),
    compute=_values,
    also=("S2-TIE-01", *ROLL_RULES),
    start={"strength": {"die": 8}},
    rolls=(RollOption("awake", "Roll it", awake),),
    explain=_explanation,
)
