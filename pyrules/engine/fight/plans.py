"""The best use of what is left of a turn: what a game's planner says about the fight as it stands.

A plan is a `FightAct` that a game declares in `ActRules.plans`: a calculator that compares ways to spend a turn, with
its inputs from both sides and from the fight. Nobody does it: it costs nothing, asks nothing, and is not rolled.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ..errors import DeclarationError
from .acts import ActRules, FightAct, Here
from .odds import Odds, odds, why_not


class Plan(NamedTuple):
    """A plan against a target: its act, with which weapon, and the answer of its calculator."""

    act: FightAct
    here: Here
    odds: Odds


def refuse_no_plans(plans: Iterable[FightAct]) -> None:
    """Raises `DeclarationError` for a plan without a calculator or `ranked`, or one that costs, asks or rolls."""
    for act in plans:
        if not act.calculator or not act.ranked or act.roll is not None or act.cost or act.asks is not FightAct.asks:
            text = f"A plan has a calculator and `ranked`, no roll, no cost and no asks; got {act.id!r}."
            raise DeclarationError(text)


def has_plan(rules: ActRules, here: Here) -> bool:
    """Whether a plan is possible now for the actor against the target; nothing is computed for it."""
    return any(not why_not(act, one) for act, one in rules.planned(here))


def best_plan(rules: ActRules, here: Here) -> Plan | None:
    """The plan with the most of its output `ranked`, of all weapons; None if none is possible now.

    A plan whose calculator refuses a value counts only if all do: its odds then say why.
    """
    possible = [Plan(act, one, odds(act, one)) for act, one in rules.planned(here) if not why_not(act, one)]
    return max(possible, key=_worth, default=None)  # max returns the first on a tie


def _worth(plan: Plan) -> tuple[bool, Fraction]:
    if plan.odds.answer is None:
        return False, Fraction(0)
    return True, Fraction(plan.odds.answer.values[plan.act.ranked] or 0)
