"""Leaving a fight unseen, by stealth or a trick.

"Disengaging" in the combat chapter: Deception, alone or against a watcher's Perception.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist
from ....engine.procedure import Procedure, throw, total
from ..skills.contest import Side, contest, contest_steps
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import (
    FUMBLE,
    GRADE_WORDS,
    SUCCESSES,
    Rolled,
    Skill,
    grade_die,
    skill,
    skill_modifiers,
    skill_roll,
    switch,
)
from .chase import CONTEST_RULES


@dataclass(frozen=True, kw_only=True)
class Stealth:
    """Somebody who leaves unseen, and perhaps somebody on watch."""

    deception: Skill = skill("Deception", help="The skill of whoever slips away.", rule="OQ-END-03")
    watcher: Skill | None = skill(
        "Watcher", help="The Perception of a watcher, if the Referee names one.", rule="OQ-END-03", nullable=True
    )
    both_fail: str = switch("both_fail")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


class Slipped(NamedTuple):
    """The state of an attempt: the roll that waits for the watcher's, and how it has ended."""

    rolled: Rolled | None = None
    won: int = -1
    grade: str = ""


def slip_away(a: Stealth) -> Procedure[Slipped]:
    """A plain Deception test, or one against the watcher, which must be won."""
    modifiers, roll = skill_modifiers(a.deception), skill_roll(a.deception, a)
    if a.watcher is None:
        plain = throw(
            f"Deception, {total(modifiers)}%",
            grade_die(roll),
            lambda s, grade: Slipped(None, 1 if grade in SUCCESSES else -1, grade),
            rule="OQ-END-03",
            modifiers=modifiers,
            tell=lambda grade, s: GRADE_WORDS[grade],
        )
        return Procedure(Slipped(), (plain,), _away)
    steps = contest_steps(
        Side("Deception", roll, modifiers),
        Side("The watcher's Perception", skill_roll(a.watcher, a), skill_modifiers(a.watcher)),
        a.both_fail,
        lambda s, ended: Slipped(None, ended.won, ended.first),
        rule="OQ-END-03",
        tell=lambda ended, s: _away(s).lower(),
    )
    return Procedure(Slipped(), steps, _away)


def _away(s: Slipped) -> str:
    return "Away" if s.won > 0 else "Nobody wins: still there" if not s.won else "Noticed"


def slipped(a: Stealth) -> Dist[Slipped]:
    """How it ends: the same by grades, which is faster than by rolls."""
    if a.watcher is None:
        return slip_away(a).odds()
    odds = contest(skill_roll(a.deception, a), skill_roll(a.watcher, a), a.both_fail)
    return odds.read(lambda ended: Slipped(None, ended.won, ended.first))


def _slip_away(a: Stealth) -> dict[str, Any]:
    end = slipped(a)
    return {
        "p_escape": end.p(lambda s: s.won > 0),
        "p_draw": end.p(lambda s: s.won == 0),
        "p_fumble": end.p(lambda s: s.grade == FUMBLE),
    }


def _slipped(a: Stealth) -> dict[str, Any]:
    return {
        **_slip_away(a),
        "readings": side_by_side(
            a, _slip_away, open_questions(a.deception, a.watcher, both_fail=a.watcher is not None)
        ),
    }


SLIP_AWAY = Calculator(
    id="openquest.slip_away",
    title="Slip away",
    summary="The chance to leave a fight unseen, by stealth or a trick.",
    inputs=Stealth,
    outputs=(
        out.percent("p_escape", "away unseen", rule="OQ-END-03", headline=True),
        out.percent("p_draw", "Nobody wins: still there", rule="OQ-END-03"),
        out.percent("p_fumble", "You fumble", rule="OQ-FUM-01"),
        readings(
            (
                out.percent("p_escape", "Away"),
                out.percent("p_draw", "Nobody wins"),
                out.percent("p_fumble", "You fumble"),
            ),
            rule="EXT-08",
        ),
    ),
    compute=_slipped,
    also=("OQ-ACT-09", *CONTEST_RULES),
    start={"deception": {"base": 55}, "watcher": {"base": 45}},
    rolls=(RollOption("slip", "Roll it", slip_away),),
)
