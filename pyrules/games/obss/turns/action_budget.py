"""Does it fit? What a list of Actions costs, against what the round has room for.

"Actions in a round", with the table of Actions and what other sections cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import Option, choice, many, number, toggle
from ....engine.procedure import Procedure
from ..table_rules import lead_bonus as lead_rounds
from ..table_rules import total_defense_blocks_attack
from ..tables import FACTS
from .action_costs import (
    ACTION,
    ACTIONS,
    AIM,
    KINDS,
    LEAD_BONUS,
    REACTION,
    TOTAL_DEFENSE,
    Room,
    action_rules,
    costs,
    distracted,
    has,
    room,
    room_explanation,
    spent,
    too_many_dashes,
)

MOST = 20
LEAD = "Lead in initiative"

WARNINGS = (
    Option("distracted", "A spell and an attack or a Dash: the caster is Distracted", "OBSS-ACT-14"),
    Option("aim_lost", "A move: the aim is lost", "OBSS-AIM-03"),
    Option("dashes", "More Dashes than a round may have", "OBSS-MOVE-04"),
    Option("blocked", "Total Defense rules the attack or spell out", "OBSS-TDEF-01"),
)


@dataclass(frozen=True, kw_only=True)
class Planned:
    """What somebody means to do in a round."""

    actions: tuple[str, ...] = many(
        "This round",
        choice("Action", ACTIONS.options(), help="One thing you do.", rule="OBSS-ACT-06"),
        0,
        MOST,
        help="Everything you mean to do, in any order.",
        rule="OBSS-ACT-05",
    )
    ride_skill: bool = toggle("Ride skill", help="You mount and dismount faster.", rule="OBSS-MNT-07")
    initiative_lead: int = number(
        "Points ahead of the second",
        0,
        200,
        0,
        help="Only the fastest of all has a lead.",
        rule="OBSS-ACT-03",
        group=LEAD,
    )
    lead_bonus: str = choice(
        f"From {FACTS.number('initiative_lead')} on you take",
        LEAD_BONUS,
        REACTION,
        help="What the lead gives you more of.",
        rule="OBSS-ACT-03",
        group=LEAD,
    )
    first_round: bool = toggle(
        "First round of the fight", True, help="The lead counts in this one alone.", rule="OBSS-ACT-03", group=LEAD
    )
    lead_rounds: str = lead_rounds()
    total_defense_blocks_attack: bool = total_defense_blocks_attack()


def lead_now(a: Planned) -> int:
    """The lead, in the rounds in which it counts (ruling, OBSS-ACT-03)."""
    return a.initiative_lead if a.first_round or a.lead_rounds == "every_round" else 0


def cap(a: Planned) -> Room:
    """What this round has room for."""
    return room(lead_now(a), a.lead_bonus)


def blocked(a: Planned) -> bool:
    """Whether Total Defense rules out what else is planned (house rule, OBSS-TDEF-01)."""
    hostile = has(a.actions, "attacks") or has(a.actions, "casts")
    return a.total_defense_blocks_attack and TOTAL_DEFENSE in a.actions and hostile


def warnings(a: Planned) -> list[str]:
    """What else follows from doing all this in one round."""
    holds = {
        "distracted": distracted(a.actions),
        "aim_lost": AIM in a.actions and has(a.actions, "moves"),
        "dashes": too_many_dashes(a.actions),
        "blocked": blocked(a),
    }
    return [name for name, held in holds.items() if held]


def legal(a: Planned) -> bool:
    """Whether it can all be done."""
    fits = cap(a).holds(spent(a.actions, ride_skill=a.ride_skill))
    return fits and not blocked(a) and not too_many_dashes(a.actions)


def explanation(a: Planned) -> Procedure[Any]:
    """What each kind is spent on, what there is of it, and what follows."""
    each = costs(a.actions, ride_skill=a.ride_skill)
    held = room_explanation(lead_now(a), a.lead_bonus)
    steps = []
    for kind in KINDS:
        used = tuple(
            cost for action, cost in zip(a.actions, each, strict=True) if ACTIONS.row(action)["kind"] == kind.id
        )
        steps.append(note(f"{kind.label} spent", "OBSS-ACT-06" if kind.id == ACTION else kind.rule, used))
        steps.append(note(f"{kind.label} you have", kind.rule, held[kind.id]))
    found = warnings(a)
    return notes(
        *steps,
        *(note(option.label, option.rule) for option in WARNINGS if option.id in found),
        note("It all fits" if legal(a) else "It does not fit", "OBSS-ACT-05"),
    )


def _values(a: Planned) -> dict[str, Any]:
    used, most = spent(a.actions, ride_skill=a.ride_skill), cap(a)
    each = costs(a.actions, ride_skill=a.ride_skill)
    return {
        "legal": legal(a),
        "actions": used.action,
        "budget": [
            {
                "kind": kind.id,
                "spent": used.of(kind.id),
                "most": most.of(kind.id),
                "left": most.of(kind.id) - used.of(kind.id),
            }
            for kind in KINDS
        ],
        "plan": [
            {"action": action, "cost": cost.value, "kind": ACTIONS.row(action)["kind"]}
            for action, cost in zip(a.actions, each, strict=True)
        ],
        "warnings": warnings(a),
        "distracted_if_casting": distracted(a.actions),
        "reactions": used.reaction,
        "immediates": used.immediate,
        "caps": list(most),
    }


ACTION_BUDGET = Calculator(
    id="obss.action_budget",
    title="Actions of a round",
    summary="Whether what you mean to do fits into the round.",
    inputs=Planned,
    outputs=(
        out.flag("legal", "fits in the round", rule="OBSS-ACT-05", headline=True),
        out.figure("actions", "Actions spent", one="Action spent", rule="OBSS-ACT-06", headline=True),
        out.rows(
            "budget",
            "What you have",
            (
                out.word("kind", "What", KINDS),
                out.figure("spent", "Spent"),
                out.figure("most", "Of"),
                out.figure("left", "Left"),
            ),
            rule="OBSS-ACT-24",
        ),
        out.rows(
            "plan",
            "Your round",
            (
                out.word("action", "What", ACTIONS.options()),
                out.figure("cost", "Costs"),
                out.word("kind", "Of your", KINDS),
            ),
            rule="OBSS-ACT-06",
        ),
        out.listing("warnings", "Watch out for", WARNINGS, rule="OBSS-ACT-14"),
        api_only(out.flag("distracted_if_casting", "Distracted", rule="OBSS-ACT-14")),
        api_only(out.figure("reactions", "Reactions spent", rule="OBSS-ACT-24")),
        api_only(out.figure("immediates", "Immediate Actions spent", rule="OBSS-ACT-24")),
        api_only(out.listing("caps", "Actions, Reactions and Immediate Actions at most", rule="OBSS-ACT-01")),
    ),
    compute=_values,
    explain=explanation,
    also=(
        *action_rules(),
        *(f"OBSS-ACT-{row:02}" for row in (5, 8, 11, 15, 16)),
        "OBSS-AIM-03",
        "OBSS-DIS-01",
        "EXT-22",
    ),
    start={"actions": ["move", "draw_or_sheathe", "two_attacks"]},
)
