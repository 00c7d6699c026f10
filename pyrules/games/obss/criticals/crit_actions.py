"""The 33 Critical Actions: cost and effect of each, and those that the bank can pay.

"Optional - Critical Hit Actions".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import choice, number
from ....engine.procedure import Modifier, Procedure
from ..tables import FACTS

ACTIONS = FACTS.table("critical_actions")
FAMILIES = FACTS.table("critical_families")


@dataclass(frozen=True, kw_only=True)
class Banked:
    """The criticals banked against a foe."""

    banked: int = number(
        "Criticals banked",
        0,
        FACTS.number("bank_limit"),
        help="Against the foe whom you want to strike. An optional rule.",
        rule="OBSS-CACT-05",
    )
    family: str | None = choice(
        "Show",
        FAMILIES.options(),
        None,
        help="One family of Critical Actions, or all.",
        rule="OBSS-CACT-07",
        nullable=True,
        empty="All",
    )


def affordable(a: Banked) -> list[dict[str, Any]]:
    """The Critical Actions of the family that the banked criticals pay for, in the book's order."""
    return [row for row in ACTIONS.rows if row["cost"] <= a.banked and a.family in (None, row["family"])]


def explanation(a: Banked) -> Procedure[Any]:
    """The cost, and every action that is open."""
    return notes(
        note("Criticals banked", "OBSS-CACT-03", (Modifier("Banked", a.banked, "OBSS-CACT-05"),)),
        note(f"{len(affordable(a))} of the list cost no more", "OBSS-CACT-03", gives="count"),
        note("Against the foe on whom they were scored", "OBSS-CACT-04", also=("OBSS-CACT-01",)),
        note("For all that is set off together", "OBSS-CACT-06", (FACTS.modifier("crit_action_reactions"),)),
        *(note(f"{row['label']}: {row['price']}", row["rule"]) for row in affordable(a)),
        note("Describe how your character does it", "OBSS-CACT-07"),
    )


def _values(a: Banked) -> dict[str, Any]:
    open_ = affordable(a)
    return {
        "count": len(open_),
        "cost_reaction": FACTS.number("crit_action_reactions"),
        "actions": [
            {
                "price": row["price"],
                "label": row["label"],
                "does": row["does"],
            }
            for row in open_
        ],
        "ids": [row["id"] for row in open_],
    }


CRIT_ACTIONS = Calculator(
    id="obss.crit_actions",
    title="Critical Actions",
    summary="An optional rule: what banked criticals can do, and which of them you can pay for.",
    inputs=Banked,
    outputs=(
        out.figure("count", "open to you", rule="OBSS-CACT-03", headline=True),
        out.figure("cost_reaction", "Reaction", rule="OBSS-CACT-06", headline=True),
        out.rows(
            "actions",
            "What you can pay for",
            (
                out.word("label", "Action"),
                out.word("price", "Cost"),
                out.word("does", "What it does"),
            ),
            rule="OBSS-CACT-07",
        ),
        api_only(out.listing("ids", "Open", ACTIONS.options(), rule="OBSS-CACT-03")),
    ),
    compute=_values,
    explain=explanation,
    also=(*(row["rule"] for row in ACTIONS.rows),),
    start={"banked": 3},
)
