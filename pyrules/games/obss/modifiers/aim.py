"""Taking aim: what each round of it brings to the first shot after.

"Taking aim".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import number, toggle
from ....engine.procedure import Modifier, Procedure, if_any
from ..tables import FACTS

AIMED = FACTS.table("aim_rounds")


def aim_rounds(label: str = "Rounds of aiming", default: int | None = None, **common: Any) -> Any:
    """The rounds spent on taking aim, required unless there is a default."""
    given = () if default is None else (default,)
    help = FACTS.fill("{aim_actions} Actions in each of up to {aim_rounds} rounds; the last one counts.")
    most = FACTS.number("aim_rounds")
    return number(label, 0, most, *given, help=help, rule="OBSS-AIM-01", **common)


@dataclass(frozen=True, kw_only=True)
class Aim:
    """Somebody who takes aim."""

    rounds_aimed: int = aim_rounds()
    moved: bool = toggle("Moved since", help="A Movement Action spoils the aim: you start over.", rule="OBSS-AIM-03")


def aim_bonus(rounds: int) -> Modifier:
    """What so many rounds of aiming add to the shot; nothing without any (OBSS-AIM-02)."""
    row = AIMED.find("rounds", rounds)
    return Modifier(f"Aimed for {row['label']}", row["bonus"], row["rule"]) if row else Modifier("", 0, "OBSS-AIM-02")


def aimed(a: Aim) -> Modifier:
    """The same, if the aim was kept."""
    return aim_bonus(0 if a.moved else a.rounds_aimed)


def cost(a: Aim) -> Modifier:
    """What it costs each round."""
    return FACTS.modifier("aim_actions", bool(a.rounds_aimed))


def explanation(a: Aim) -> Procedure[Any]:
    """Whether the aim was kept, what it brings and what it costs."""
    bonus, costs = aimed(a), cost(a)
    return notes(
        note("The aim is lost" if a.moved else "The aim is kept", "OBSS-AIM-03", also=("OBSS-AIM-02",)),
        note("First shot", "OBSS-AIM-02", if_any(bonus.label, bonus.value, bonus.rule)),
        note("Each round", "OBSS-AIM-01", if_any(costs.label, costs.value, costs.rule)),
    )


def _values(a: Aim) -> dict[str, Any]:
    return {
        "bonus": aimed(a).value,
        "actions_per_round": cost(a).value,
        "rounds": [{"rounds": row["rounds"], "bonus": row["bonus"]} for row in AIMED.rows],
    }


AIM = Calculator(
    id="obss.aim",
    title="Take aim",
    summary="What rounds of aiming add to your next shot, and what they cost.",
    inputs=Aim,
    outputs=(
        out.figure("bonus", "to the first shot", rule="OBSS-AIM-02", headline=True, signed=True),
        out.figure("actions_per_round", "Actions each round", rule="OBSS-AIM-01", headline=True),
        out.rows(
            "rounds",
            "Round by round",
            (out.figure("rounds", "Rounds"), out.figure("bonus", "Attack Roll", signed=True)),
            rule="OBSS-AIM-02",
        ),
    ),
    compute=_values,
    explain=explanation,
    start={"rounds_aimed": 3},
)
