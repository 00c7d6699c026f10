"""Cutting in: whoever has waited tries to act before somebody else does.

"Delay" in the combat chapter: an opposed test of the skills that the two actions use.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.procedure import Procedure
from ..escape.chase import CONTEST_RULES
from ..skills.contest import Side, contest, contest_steps
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import Rolled, Skill, skill, skill_modifiers, skill_roll, switch


@dataclass(frozen=True, kw_only=True)
class Interruption:
    """Somebody who has delayed, and whose action they break into."""

    interrupter: Skill = skill(
        "Who cuts in", help="The skill that their own action uses, such as Close Combat.", rule="OQ-OTH-03"
    )
    actor: Skill = skill("Who is acting", help="The skill that the interrupted action uses.", rule="OQ-OTH-03")
    both_fail: str = switch("both_fail")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


class Cut(NamedTuple):
    """The state: the first roll, and who has won."""

    rolled: Rolled | None = None
    won: int = 0


def interrupt(a: Interruption) -> Procedure[Cut]:
    """The opposed test."""
    steps = contest_steps(
        Side("Cutting in", skill_roll(a.interrupter, a), skill_modifiers(a.interrupter)),
        Side("Acting", skill_roll(a.actor, a), skill_modifiers(a.actor)),
        a.both_fail,
        lambda s, ended: Cut(None, ended.won),
        rule="OQ-OTH-03",
        tell=lambda ended, s: _outcome(s).lower(),
    )
    return Procedure(Cut(), steps, _outcome)


def _outcome(s: Cut) -> str:
    """Whoever is acting keeps the turn unless the other wins (ruling, OQ-OTH-03)."""
    return "Cuts in" if s.won > 0 else "Comes too late"


def _figures(a: Interruption) -> dict[str, Any]:
    end = contest(skill_roll(a.interrupter, a), skill_roll(a.actor, a), a.both_fail)
    return {
        "p_interrupter_first": end.p(lambda ended: ended.won > 0),
        "p_actor_first": end.p(lambda ended: ended.won <= 0),
        "p_draw": end.p(lambda ended: ended.won == 0),
    }


def _values(a: Interruption) -> dict[str, Any]:
    asked = open_questions(a.interrupter, a.actor, both_fail=True)
    return {**_figures(a), "readings": side_by_side(a, _figures, asked)}


INTERRUPT = Calculator(
    id="openquest.interrupt",
    title="Cut in",
    summary="The chance to act before somebody whose action you have waited for.",
    inputs=Interruption,
    outputs=(
        out.percent("p_interrupter_first", "you cut in", rule="OQ-OTH-03", headline=True),
        out.percent("p_actor_first", "they act first", rule="OQ-OTH-03", headline=True),
        out.percent("p_draw", "Nobody wins: they act first", rule="OQ-OTH-03"),
        readings(
            (
                out.percent("p_interrupter_first", "You cut in"),
                out.percent("p_actor_first", "They act first"),
                out.percent("p_draw", "Nobody wins"),
            ),
            rule="EXT-08",
        ),
    ),
    compute=_values,
    also=("OQ-ACT-07", *CONTEST_RULES),
    start={"interrupter": {"base": 65}, "actor": {"base": 55}},
    rolls=(RollOption("interrupt", "Roll it", interrupt),),
)
