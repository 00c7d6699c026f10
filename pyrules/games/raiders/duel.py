"""A duel: two fighters, each with one way to spend every round.

Chapter "Swords, Slings, and Arrows": Strike, Aim and Attack, Haymaker, Defense. No side's dice depend on the other's
wounds, so the fall of each side is an independent race. A acts first in every round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ...engine import answer as out
from ...engine import chain
from ...engine.calculator import Calculator
from ...engine.explain import note
from ...engine.inputs import Option, number
from ...engine.procedure import Procedure, Step, counted
from .attack_explanation import going_down
from .attack_inputs import wound_limit
from .fighters import ROUND_RULES, WAYS, Dealt, Fighter, fighter, refuse_closed_way, way_of, wounds_dealt
from .fighters_explanation import explain_round
from .rolls import extremes_switch
from .tables import FACTS


@dataclass(frozen=True, kw_only=True)
class Duel:
    """Two fighters, and how each spends every round."""

    form_first: ClassVar[tuple[str, ...]] = ("a_option", "b_option")

    a: Fighter = fighter("Side A", "The fighter who acts first in each round.")
    b: Fighter = fighter("Side B", "The other fighter.")
    a_option: str = way_of("A's rounds", "What A does with every round.")
    b_option: str = way_of("B's rounds", "What B does with every round.")
    rounds: int = number("Rounds", 1, 15, 10, help="How many rounds to look ahead.", rule="RR-ACT-01", group="Length")
    a_limit: int = wound_limit("A", group="Wounds")
    b_limit: int = wound_limit("B", group="Wounds")
    extremes: bool = extremes_switch()


def _check(a: Duel) -> None:
    refuse_closed_way("a_option", a.a, a.a_option)
    refuse_closed_way("b_option", a.b, a.b_option)


def _duel(a: Duel) -> dict[str, Any]:
    a_way, b_way = WAYS[a.a_option], WAYS[a.b_option]
    by_a = wounds_dealt(a.a, a_way, a.b.defense + b_way.defense_bonus, a.b.protection, a.extremes)
    by_b = wounds_dealt(a.b, b_way, a.a.defense + a_way.defense_bonus, a.a.protection, a.extremes)
    leads = chain.race(
        chain.depletion_curve(by_a, a.b_limit, a.rounds), chain.depletion_curve(by_b, a.a_limit, a.rounds)
    )
    last = leads[-1]
    return {
        "by_round": [{"a_wins": lead.first, "b_wins": lead.second} for lead in leads],
        "wins_by_round": {
            "a_wins": [lead.first for lead in leads],
            "b_wins": [lead.second for lead in leads],
            "undecided": [1 - lead.first - lead.second for lead in leads],
        },
        "p_a_wins": last.first,
        "p_b_wins": last.second,
        "p_undecided": 1 - last.first - last.second,
    }


def _explanation(a: Duel) -> Procedure[Dealt]:
    """A round of each side, who acts first, and the wounds that end the duel."""
    a_way, b_way = WAYS[a.a_option], WAYS[a.b_option]
    by_a = explain_round("Side A", a.a, a_way, "Side B", a.b.defense, b_way, a.b.protection, a.extremes)
    by_b = explain_round("Side B", a.b, b_way, "Side A", a.a.defense, a_way, a.a.protection, a.extremes)
    order: Step[Dealt] = note(f"{counted(a.rounds, 'round')}, Side A first in each", "RR-INIT-01")
    ends = (going_down(a.b_limit, label="Side B down"), going_down(a.a_limit, label="Side A down"))
    return Procedure(Dealt(), (*by_a, *by_b, order, *ends), lambda s: "")


ENDS = (
    Option("a_wins", FACTS.table("sides").row("a")["label"] + " wins"),
    Option("b_wins", FACTS.table("sides").row("b")["label"] + " wins"),
    Option("undecided", "Undecided"),
)

DUEL = Calculator(
    id="raiders.duel",
    title="Duel",
    summary="Who puts whom down, and by which round, when both keep fighting the same way.",
    inputs=Duel,
    outputs=(
        out.percent("p_a_wins", "A wins", rule="RR-WOUND-01", headline=True),
        out.percent("p_b_wins", "B wins", rule="RR-WOUND-01", headline=True),
        out.percent("p_undecided", "undecided", rule="RR-WOUND-01", headline=True),
        out.curve("wins_by_round", "Decided by the end of the round", rule="RR-WOUND-01", options=ENDS),
        out.rows(
            "by_round",
            "Won by the end of each round",
            (out.percent("a_wins", "A wins"), out.percent("b_wins", "B wins")),
            rule="RR-WOUND-01",
            counts="Round",
        ),
    ),
    compute=_duel,
    check=_check,
    also=ROUND_RULES,
    start={
        "a": {"offense": 5, "defense": 12, "brawn": 3, "weapon": 4, "protection": 5},
        "b": {"offense": 4, "defense": 13, "brawn": 4, "weapon": 3, "protection": 6},
        "a_option": "haymaker",
        "rounds": 8,
    },
    explain=_explanation,
)
