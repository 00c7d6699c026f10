"""The order of a fight from rolled initiative, with ties broken and the leader's reward.

"Initiative" and "Actions in a round". Combatants with equal results and abilities act at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes, together
from ....engine.inputs import many, number, record
from ....engine.procedure import Modifier, Procedure, if_any
from ..table_rules import LEAD_BONUSES, lead_bonus
from ..tables import FACTS
from .initiative import ability, name, refuse_same_names

RESULT = (-100, 400)
MOST_ROLLS = 30


def result() -> Any:
    """The input for a combatant's initiative."""
    return number(
        "Initiative", *RESULT, help="What the check came to, everything added.", rule="OBSS-INIT-03", signed=False
    )


@dataclass(frozen=True, kw_only=True)
class Rolled:
    """ROLL: a combatant's rolled initiative."""

    name: str = name()
    total: int = result()
    ability: int = ability()


@dataclass(frozen=True, kw_only=True)
class Rolls:
    """The results of all combatants."""

    rolls: tuple[Rolled, ...] = many(
        "Results",
        record("Result", Rolled, help="Somebody's initiative.", rule="OBSS-INIT-03"),
        1,
        MOST_ROLLS,
        help="Everybody in the fight, each under a name of their own.",
        rule="OBSS-INIT-03",
    )
    lead_rounds: str = lead_bonus()


def refuse_equal_names(a: Rolls) -> None:
    """Refuses two equal names."""
    refuse_same_names([roll.name for roll in a.rolls], "rolls")


def order(a: Rolls) -> list[list[Rolled]]:
    """The combatants in order; those who act at the same time share a place (OBSS-INIT-03, OBSS-INIT-04)."""

    def rank(roll: Rolled) -> tuple[int, int]:
        return -roll.total, -roll.ability

    return [list(equal) for _, equal in groupby(sorted(a.rolls, key=rank), key=rank)]


def lead_of(totals: Sequence[int]) -> int:
    """The lead of the highest total over the second; 0 for a single combatant."""
    best = sorted(totals, reverse=True)
    return best[0] - best[1] if len(best) > 1 else 0


def extra_for(lead: int) -> dict[str, int]:
    """The reward of a lead; a long enough lead brings both rewards (ruling, OBSS-ACT-04)."""
    return {
        "extra_reaction_or_immediate": FACTS.number("initiative_lead_extra")
        * (lead >= FACTS.number("initiative_lead")),
        "extra_action": FACTS.number("initiative_lead_actions") * (lead >= FACTS.number("initiative_long_lead")),
    }


def explanation(a: Rolls) -> Procedure[Any]:
    """The place of each combatant, and the lead."""
    places = order(a)
    extra = extra_for(lead_of([roll.total for roll in a.rolls]))
    leader, *others = sorted(a.rolls, key=lambda roll: -roll.total)
    second = tuple(Modifier(other.name, -other.total, "OBSS-ACT-03") for other in others[:1])
    ahead = note("The lead", "OBSS-ACT-03", (Modifier(leader.name, leader.total, "OBSS-ACT-03"), *second), gives="lead")
    when = next(option.label for option in LEAD_BONUSES if option.id == a.lead_rounds)
    return notes(
        *(
            note(
                f"{place}. {together(roll.name for roll in equal)}",
                "OBSS-INIT-03",
                if_any("Initiative", equal[0].total, "OBSS-INIT-03"),
            )
            for place, equal in enumerate(places, 1)
        ),
        note("Ties: the higher ability; if that is equal, at the same time", "OBSS-INIT-04"),
        ahead if second else note("Nobody to lead", "OBSS-ACT-03"),
        note(
            f"From {FACTS.number('initiative_lead')}: a Reaction or Immediate Action more",
            "OBSS-ACT-03",
            if_any("More", extra["extra_reaction_or_immediate"], "OBSS-ACT-03"),
        ),
        note(
            f"From {FACTS.number('initiative_long_lead')}: an Action more as well",
            "OBSS-ACT-04",
            if_any("More", extra["extra_action"], "OBSS-ACT-04"),
        ),
        note(f"It counts in: {when.lower()}", "OBSS-ACT-03"),
    )


def _values(a: Rolls) -> dict[str, Any]:
    places = order(a)
    lead = lead_of([roll.total for roll in a.rolls])
    return {
        "first": [roll.name for roll in places[0]],
        "lead": lead,
        "places": [
            {"place": place, "name": roll.name, "total": roll.total, "ability": roll.ability}
            for place, equal in enumerate(places, 1)
            for roll in equal
        ],
        "leader_bonus": extra_for(lead),
        "lead_counts_in": a.lead_rounds,
        "order": [[roll.name for roll in equal] for equal in places],
    }


INITIATIVE_ORDER = Calculator(
    id="obss.initiative_order",
    title="Order of acting",
    summary="Sort the initiative that was rolled, and see what the leader has from it.",
    inputs=Rolls,
    keeps_state=True,
    outputs=(
        out.listing("first", "acts first", rule="OBSS-INIT-03", headline=True),
        out.figure(
            "lead", "points ahead of the second", one="point ahead of the second", rule="OBSS-ACT-03", headline=True
        ),
        out.rows(
            "places",
            "The order; the same number means at the same time",
            (
                out.figure("place", "Place"),
                out.word("name", "Who"),
                out.figure("total", "Initiative"),
                out.figure("ability", "Ability", signed=True),
            ),
            rule="OBSS-INIT-04",
        ),
        out.record(
            "leader_bonus",
            "The leader has more",
            (
                out.figure("extra_reaction_or_immediate", "Reactions or Immediate Actions"),
                out.figure("extra_action", "Actions"),
            ),
            rule="OBSS-ACT-04",
        ),
        out.word("lead_counts_in", "The lead counts in", LEAD_BONUSES, rule="OBSS-ACT-03"),
        api_only(out.listing("order", "Order", rule="OBSS-INIT-03")),
    ),
    compute=_values,
    check=refuse_equal_names,
    explain=explanation,
    also=("OBSS-INIT-07",),
    start={
        "rolls": [
            {"name": "Tups", "total": 11, "ability": 3},
            {"name": "Elia", "total": 24, "ability": 4},
            {"name": "Brigand", "total": 11, "ability": 1},
            {"name": "Archer", "total": 15, "ability": 2},
        ]
    },
)
