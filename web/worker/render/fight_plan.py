"""The best use of what is left of a turn, as the panel of a target draws it: a button, and its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pyrules.engine.answer import Output
from pyrules.engine.fight.odds import Odds
from pyrules.engine.fight.plans import Plan, best_plan, has_plan
from pyrules.engine.outputs.output import value_text

from .fight_acts import act_figures, link

if TYPE_CHECKING:
    from ..requests.fight_request import Asked

MOST_ROWS = 6
"""Of the planner's table; the filled calculator has all of them."""


class PlanTable(NamedTuple):
    """The first rows of a planner's table as texts, below the labels of its columns; `more` rows are left out."""

    label: str
    heads: list[str]
    rows: list[list[str]]
    more: int


class PlanAnswer(NamedTuple):
    """What the planner answers: label with weapon, figures, first table, why it has none, and link."""

    label: str
    figures: list[tuple[str, str]]
    table: PlanTable | None
    why: str
    link: str


class PlanPart(NamedTuple):
    """The button of a plan, whose view opens or closes it, and the answer while it is open."""

    view: Any
    answer: PlanAnswer | None


def plan_part(at: Asked, to: str) -> PlanPart | None:
    """The plan of the one who acts against `to`; None if there is none now.

    It is computed only while it is open. Whatever happens in the fight closes it, as it changes what is left.
    """
    here = at.here(at.who, to)
    if not has_plan(at.rules, here):
        return None
    mine = [at.who, to, len(at.entries)]
    if at.view.get("plan") != mine:
        return PlanPart({"plan": mine}, None)
    found = best_plan(at.rules, here)
    return PlanPart({"plan": None}, _answer(found) if found else None)


def _answer(plan: Plan) -> PlanAnswer:
    odds = plan.odds
    label = plan.here.rules.act_label(plan.act, plan.here)
    return PlanAnswer(label, act_figures(plan.act, plan.here, odds), _table(odds), odds.why, link(odds))


def _table(odds: Odds) -> PlanTable | None:
    for output in odds.calculator.outputs if odds.answer else ():
        rows = odds.answer.values[output.name] if odds.answer and output.visible and output.kind.has_rows else None
        if rows:
            return _first_rows(output, rows)
    return None


def _first_rows(output: Output, rows: list[Any]) -> PlanTable:
    cells = [one for one in output.columns if one.kind.is_cell and any(row.get(one.name) is not None for row in rows)]
    heads = [f"{one.label} {one.unit}".strip() for one in cells]
    texts = [[value_text(one, row.get(one.name)) for one in cells] for row in rows[:MOST_ROWS]]
    return PlanTable(output.label, heads, texts, max(0, len(rows) - MOST_ROWS))
