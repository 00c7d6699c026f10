"""Taking aim: the bonus of each round for the next shot.

"Taking aim": OBSS-AIM-01, OBSS-AIM-02.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import number, toggle
from ....engine.procedure import Modifier, Procedure, total
from ..tables import FACTS

AIMED = FACTS.table("aim_rounds")


def aim_rounds(label: str = "Rounds of aiming", default: int | None = None, **common: Any) -> Any:
    """The input for the rounds of aiming; required unless it has a default."""
    given = () if default is None else (default,)
    help = FACTS.fill("{aim_actions} Actions in each of up to {aim_rounds} rounds; the last one counts.")
    most = FACTS.number("aim_rounds")
    return number(label, 0, most, *given, help=help, rule="OBSS-AIM-01", **common)


@dataclass(frozen=True, kw_only=True)
class Aim:
    """A character who takes aim."""

    rounds_aimed: int = aim_rounds()
    moved: bool = toggle("Moved since", help="A Movement Action spoils the aim: you start over.", rule="OBSS-AIM-03")


def aim_bonus(rounds: int) -> tuple[Modifier, ...]:
    """The bonus of `rounds` rounds of aiming; none for 0 (OBSS-AIM-02)."""
    row = AIMED.find("rounds", rounds)
    return (Modifier(f"Aimed for {row['label']}", row["bonus"], row["rule"]),) if row else ()


def aimed(a: Aim) -> tuple[Modifier, ...]:
    """The bonus if the aim is kept, else none."""
    return aim_bonus(0 if a.moved else a.rounds_aimed)


def cost(a: Aim) -> Modifier:
    """The cost of each round."""
    return FACTS.modifier("aim_actions", bool(a.rounds_aimed))


def explanation(a: Aim) -> Procedure[Any]:
    """Whether the aim is kept, its bonus and its cost."""
    return notes(
        note("The aim is lost" if a.moved else "The aim is kept", "OBSS-AIM-03", also=("OBSS-AIM-02",)),
        note("First shot", "OBSS-AIM-02", aimed(a)),
        note("Each round", "OBSS-AIM-01", (cost(a),)),
    )


def _values(a: Aim) -> dict[str, Any]:
    return {
        "bonus": total(aimed(a)),
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
