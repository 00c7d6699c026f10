"""A chase: which runners outrun the pursuers.

"Avoiding a Fight" in the combat chapter: OQ-AVO-02 to OQ-AVO-08. Speed decides; at similar speeds, Athletics against
Athletics does.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, always
from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.explain import note
from ....engine.inputs import Option, choice, many, toggle
from ....engine.procedure import Procedure, Step, settle, throw, total
from ..skills.contest import Contest, contest_die
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import FUMBLE, GRADE_WORDS, SKILL_RULES, Skill, skill, skill_modifiers, skill_roll, switch
from ..tables import FACTS

PURSUIT_NONE, PURSUIT_POSSIBLE = "none", "possible"
PURSUITS = (
    Option(PURSUIT_NONE, "Nobody follows", "OQ-AVO-02"),
    Option(PURSUIT_POSSIBLE, "They may give chase", "OQ-AVO-04"),
)
SPEEDS = FACTS.table("pursuit_speeds")
RESULTS = FACTS.table("pursuit_results").options()
ESCAPE, CAUGHT, CAUGHT_SURPRISED = (option.id for option in RESULTS)  # in the order of the table


@dataclass(frozen=True, kw_only=True)
class Chase:
    """The runners and the pursuers."""

    pursuit: str = choice("Pursuit", PURSUITS, help="Whether they can and will follow.", rule="OQ-AVO-02")
    speed: str = choice("You are", SPEEDS.options(), "comparable", help="Your speed beside theirs.", rule="OQ-AVO-03")
    runners: tuple[Skill, ...] = many(
        "Runners",
        skill("Runner", help="The runner's Athletics.", rule="OQ-AVO-04"),
        1,
        12,
        help="The Athletics of everybody who runs; each has a test of their own.",
        rule="OQ-AVO-04",
    )
    pursuer: Skill | None = skill(
        "Pursuer", help="The Athletics of the best pursuer, where speeds compare.", rule="OQ-AVO-04", nullable=True
    )
    ambushed: bool = toggle(
        "Caught in an ambush",
        help="Victims of a surprise attack cannot avoid the fight.",
        rule="OQ-AVO-01",
        group="Before",
    )
    both_fail: str = switch("both_fail")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def certain(a: Chase) -> str | None:
    """The result without a roll; None if the runners must roll (OQ-AVO-02, OQ-AVO-03, OQ-AVO-08)."""
    if a.pursuit == PURSUIT_NONE:
        return ESCAPE
    outcome: str = SPEEDS.row(a.speed)["outcome"]
    return None if outcome == "roll" else outcome


def _check(a: Chase) -> None:
    if a.ambushed:
        raise not_allowed("ambushed", True, "Whoever is caught in a surprise attack cannot avoid the fight.")
    if certain(a) is None and a.pursuer is None:
        text = "The pursuer's Athletics is missing: you are about equally fast, so it comes to a test."
        raise InvalidInput("pursuer", MISSING_FIELD, None, text)


def result_of(ended: Contest) -> str:
    """A runner's result in an opposed test; only a win gets away (OQ-AVO-05 to 07)."""
    if ended.won > 0:
        return ESCAPE
    return CAUGHT_SURPRISED if ended.first == FUMBLE else CAUGHT


def run_die(a: Chase, runner: Skill) -> Die[Contest]:
    """The test of one runner against the pursuers."""
    assert a.pursuer is not None
    return contest_die(skill_roll(runner, a), skill_roll(a.pursuer, a), a.both_fail)


def chase(a: Chase) -> Procedure[int]:
    """Every runner's test; the state counts the runners who get away."""
    settled = certain(a)
    if settled is not None:
        away = len(a.runners) if settled == ESCAPE else 0
        steps: tuple[Step[int], ...] = (_without_a_roll(a, away),)
    else:
        steps = tuple(_run(a, index, runner) for index, runner in enumerate(a.runners))
    return Procedure(0, steps, lambda away: f"{away} of {len(a.runners)} escape")


def _without_a_roll(a: Chase, away: int) -> Step[int]:
    row = SPEEDS.row(a.speed)
    pursued = a.pursuit == PURSUIT_POSSIBLE
    label = f"{row['label']}: {row['result']}" if pursued else "Nobody follows: away without a roll"
    return settle(label, lambda s: away, rule=row["rule"] if pursued else "OQ-AVO-02")


def _run(a: Chase, index: int, runner: Skill) -> Step[int]:
    assert a.pursuer is not None
    own, theirs = skill_modifiers(runner), skill_modifiers(a.pursuer)
    words = {option.id: option.label.lower() for option in RESULTS}
    return throw(
        f"Runner {index + 1}: Athletics, {total(own)}%, against {total(theirs)}%",
        run_die(a, runner),
        lambda away, ended: away + (result_of(ended) == ESCAPE),
        rule="OQ-AVO-04",
        modifiers=own,
        tell=lambda ended, s: (
            f"{GRADE_WORDS[ended.first]} against {GRADE_WORDS[ended.second]}: {words[result_of(ended)]}"
        ),
    )


def chase_explanation(a: Chase) -> Procedure[int]:
    """The tests, and the consequence for a caught runner."""
    return chase(a).explained(
        note("Whoever wins gets away", "OQ-AVO-05"),
        note("The pursuers' next action, once they catch somebody", "OQ-AVO-06", (FACTS.modifier("pursuer_bonus"),)),
    )


def _runner(a: Chase, runner: Skill) -> dict[str, Fraction]:
    odds: Die[str] = always(certain(a) or "") if certain(a) else run_die(a, runner).map(result_of)
    return {option.id: odds.p(lambda held, one=option.id: held == one) for option in RESULTS}  # type: ignore[misc]


def _all_away(a: Chase) -> dict[str, Any]:
    return {"p_all_escape": chase(a).odds().p(lambda away: away == len(a.runners))}


def _chase(a: Chase) -> dict[str, Any]:
    asked = open_questions(a.pursuer, *a.runners, both_fail=True) if certain(a) is None else ()
    return {
        "per_runner": [_runner(a, runner) for runner in a.runners],
        "escaped": out.text_keys(chase(a).odds().dist(lambda away: away)),
        **_all_away(a),
        "pursuer_bonus": FACTS.number("pursuer_bonus"),
        "readings": side_by_side(a, _all_away, asked),
    }


CONTEST_RULES = SKILL_RULES
"""The rules that an opposed test cites."""

CHASE = Calculator(
    id="openquest.chase",
    title="Run away",
    summary="The chance that each of you outruns the pursuers.",
    inputs=Chase,
    outputs=(
        out.percent("p_all_escape", "all get away", rule="OQ-AVO-05", headline=True),
        out.rows(
            "per_runner",
            "Runner by runner",
            tuple(out.percent(option.id, option.label) for option in RESULTS),
            rule="OQ-AVO-05",
            counts="Runner",
        ),
        out.distribution("escaped", "How many get away", rule="OQ-AVO-05", unit="runners"),
        out.figure("pursuer_bonus", "Pursuers' next action", rule="OQ-AVO-06", unit="%", signed=True),
        readings((out.percent("p_all_escape", "All get away"),), rule="EXT-08"),
    ),
    compute=_chase,
    check=_check,
    also=(*(f"OQ-AVO-{row:02}" for row in range(1, 9)), "OQ-END-02", *CONTEST_RULES),
    start={"pursuit": "possible", "runners": [{"base": 50}, {"base": 65}], "pursuer": {"base": 55}},
    rolls=(RollOption("chase", "Roll it", chase),),
    explain=chase_explanation,
)
