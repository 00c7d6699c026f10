"""Smoldering: the Health that fire takes each turn until it is put out.

"Conditions index": Smoldering, S2-SMOLDER-01 to S2-SMOLDER-02.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import number
from ....engine.procedure import Procedure
from ..rolls.default_inputs import HEALTH
from ..tables import FACTS

MOST_TURNS = 60


@dataclass(frozen=True, kw_only=True)
class Smoldering:
    """A burning character."""

    health: int = number("Health", *HEALTH, help="The Health left as it starts.", rule="S2-HEALTH-01", unit="points")
    put_out_on_turn: int | None = number(
        "Put out on turn",
        1,
        MOST_TURNS,
        None,
        help="The turn whose action goes into the flames; empty for never.",
        rule="S2-SMOLDER-02",
        nullable=True,
        empty="never",
    )
    turns: int = number("Turns", 1, MOST_TURNS, 8, help="How many turns to look ahead.", rule="S2-SMOLDER-01")


def burns(a: Smoldering, turn: int) -> bool:
    """Whether the fire burns at the end of a turn; not on the turn that puts it out (ruling, S2-SMOLDER-02)."""
    return a.put_out_on_turn is None or turn < a.put_out_on_turn


def health_after(a: Smoldering) -> list[int]:
    """The Health at the end of each turn."""
    left, after = a.health, []
    for turn in range(1, a.turns + 1):
        left -= FACTS.number("smolder_damage") if burns(a, turn) else 0
        after.append(left)
    return after


def _explanation(a: Smoldering) -> Procedure[Any]:
    """The damage of one turn, the number of turns, and the total."""
    each = FACTS.modifier("smolder_damage")
    burning = tuple(replace(each, label=f"Turn {turn}") for turn in range(1, a.turns + 1) if burns(a, turn))
    end = note(
        f"Put out on turn {a.put_out_on_turn}, which no longer burns" if a.put_out_on_turn else "Never put out",
        "S2-SMOLDER-02",
    )
    down = note(FACTS.fill("Incapacitated at a Health of {incapacitated_at} or less"), "S2-HEALTH-01")
    return notes(end, note("Turns that end burning", "S2-SMOLDER-01", burning), down)


def _values(a: Smoldering) -> dict[str, Any]:
    after = health_after(a)
    limit = FACTS.number("incapacitated_at")
    down = next((turn for turn, left in enumerate(after, start=1) if left <= limit), None)
    return {
        "end": f"Still up after turn {a.turns}" if down is None else f"Incapacitated after turn {down}",
        "incapacitated_on_turn": down,
        "fire_damage": a.health - after[-1],
        "health_left": after[-1],
        "track": [
            {"turn": turn, "burns": burns(a, turn), "health": left, "state": "incapacitated" if left <= limit else "up"}
            for turn, left in enumerate(after, start=1)
        ],
        "health_after_turn": after,
    }


SMOLDERING = Calculator(
    id="stepdie.smoldering",
    title="Smoldering",
    summary="On fire: the Health it takes turn by turn, and the turn you fall.",
    inputs=Smoldering,
    outputs=(
        out.word("end", "with this fire", rule="S2-HEALTH-01", headline=True),
        out.figure("fire_damage", "fire damage", rule="S2-SMOLDER-01", unit="in all", headline=True),
        out.figure("health_left", "Health left", rule="S2-HEALTH-01"),
        out.rows(
            "track",
            "Turn by turn",
            (
                out.figure("turn", "Turn"),
                out.flag("burns", "Fire", yes="burns", no="out"),
                out.figure("health", "Health"),
                out.word("state", "State", FACTS.table("health_states").options()),
            ),
            rule="S2-SMOLDER-01",
        ),
        api_only(out.figure("incapacitated_on_turn", "Incapacitated at the end of turn", rule="S2-HEALTH-01")),
        api_only(out.listing("health_after_turn", "Health after each turn", rule="S2-SMOLDER-01")),
    ),
    compute=_values,
    start={"health": 4, "put_out_on_turn": 3, "turns": 5},
    explain=_explanation,
)
