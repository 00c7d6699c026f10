"""A prolonged contest: exchanges over a long time, and the side that is ahead in the end.

"Prolonged Social Combat", the stressed way: OQ-PRO-03 to OQ-PRO-07.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, Dist, always, convolved
from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.explain import note
from ....engine.formatting import figure
from ....engine.inputs import Option, choice, many, record, toggle
from ....engine.procedure import Procedure, Step, throw, total
from ..skills.contest import THEY, YOU, Contest, contest_die
from ..skills.opposed import PERCENTS
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import FUMBLE, SKILL_RULES, SUCCESSES, Skill, grade_die, skill, skill_modifiers, skill_roll, switch
from ..tables import FACTS

OPPOSED, PLAIN = "opposed", "plain"
KINDS = (
    Option(OPPOSED, "Opposed test", "OQ-PRO-04"),
    Option(PLAIN, "Your side alone rolls", "OQ-PRO-04"),
)
SCORING = FACTS.table("prolonged_points")
POINTS: dict[str, int] = {row["id"]: row["points"] for row in SCORING.rows}


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """One exchange of the contest (OQ-PRO-04)."""

    kind: str = choice("Test", KINDS, help="Opposed, or a test that your side makes alone.", rule="OQ-PRO-04")
    a: Skill = skill(YOU, help="The skill of your side in this exchange.", rule="OQ-PRO-04")
    b: Skill | None = skill(
        THEY, help="The skill of the other side, in an opposed test.", rule="OQ-PRO-04", nullable=True
    )
    social: bool = toggle(
        "Social",
        True,
        help="Off for magic, a fight or a small Quest: at most half of the exchanges.",
        rule="OQ-PRO-05",
        group="Kind of exchange",
    )


@dataclass(frozen=True, kw_only=True)
class LongContest:
    """The exchanges of a long contest (OQ-PRO-03)."""

    exchanges: tuple[Exchange, ...] = many(
        "Exchanges",
        record("Exchange", Exchange, help="One exchange of the contest.", rule="OQ-PRO-04"),
        1,
        20,
        help="As many as were agreed on.",
        rule="OQ-PRO-03",
    )
    score_rule: str = switch("score_rule")
    both_fail: str = switch("both_fail")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def _check(c: LongContest) -> None:
    for index, one in enumerate(c.exchanges):
        if one.kind == OPPOSED and one.b is None:
            text = f"Exchange {index + 1} is an opposed test: it needs the skill of the other side."
            raise InvalidInput(f"exchanges.{index}.b", MISSING_FIELD, None, text)
    most = len(c.exchanges) // FACTS.number("prolonged_other_divisor")
    others = sum(not one.social for one in c.exchanges)
    if others > most:
        text = f"At most half of the exchanges may be other than social, here {most}; there are {others}."
        raise not_allowed("exchanges", others, text)


class Scored(NamedTuple):
    """The score of one exchange: points, and A's tests won less B's."""

    a: int
    b: int
    lead: int


class Score(NamedTuple):
    """The state: A's points less B's, and A's tests won less B's."""

    difference: int = 0
    lead: int = 0


def scored_opposed(met: Contest) -> Scored:
    """The score of an opposed test: the winner scores by its grade, a fumble costs points (OQ-PRO-06)."""

    def points(grade: str, won: bool) -> int:
        if grade == FUMBLE:
            return POINTS[FUMBLE]
        return max(POINTS[grade], FACTS.number("prolonged_success_points")) if won else 0

    return Scored(points(met.first, met.won > 0), points(met.second, met.won < 0), met.won)


def scored_plain(grade: str) -> Scored:
    """The score of A's own test: A scores by its grade, and B scores a failure (ruling, OQ-PRO-07)."""
    if grade in SUCCESSES:
        return Scored(POINTS[grade], 0, 1)
    return Scored(POINTS[grade], FACTS.number("prolonged_success_points"), -1)


def exchange_die(c: LongContest, one: Exchange) -> Die[Scored]:
    """One exchange."""
    a = skill_roll(one.a, c)
    if one.kind == OPPOSED and one.b is not None:
        return contest_die(a, skill_roll(one.b, c), c.both_fail).map(scored_opposed)
    return grade_die(a).map(scored_plain)


def verdict(c: LongContest, s: Score) -> int:
    """Above 0 if A has won, below 0 if B has: by points, then tests won, or by tests alone (OQ-PRO-07)."""
    return s.lead if c.score_rule == "count_only" else s.difference or s.lead


# Steps.


def _skills(one: Exchange) -> str:
    mine = f"your side {total(skill_modifiers(one.a))}%"
    against = one.kind == OPPOSED and one.b
    return f"{mine} against the other side {total(skill_modifiers(one.b))}%" if against and one.b else f"{mine} alone"


def _points(points: int) -> str:
    return f"{figure(points, signed=True)} {'point' if abs(points) == 1 else 'points'}"


def _scored(scored: Scored) -> str:
    return f"your side {_points(scored.a)}, the other side {_points(scored.b)}"


def _lead(difference: int) -> str:
    if not difference:
        return "level"
    return f"{YOU.lower() if difference > 0 else THEY.lower()} leads by {abs(difference)}"


def long_contest(c: LongContest) -> Procedure[Score]:
    """The exchanges in order."""

    def one(count: int, exchange: Exchange) -> Step[Score]:
        return throw(
            f"Exchange {count}: {_skills(exchange)}",
            exchange_die(c, exchange),
            lambda s, scored: Score(s.difference + scored.a - scored.b, s.lead + scored.lead),
            rule="OQ-PRO-06",
            tell=lambda scored, s: f"{_scored(scored)}; {_lead(s.difference)}",
        )

    steps = tuple(one(count, exchange) for count, exchange in enumerate(c.exchanges, 1))
    return Procedure(Score(), steps, lambda s: _outcome(verdict(c, s)))


def _outcome(won: int) -> str:
    return f"{YOU} wins" if won > 0 else f"{THEY} wins" if won < 0 else "Nobody wins"


def explanation(c: LongContest) -> Procedure[None]:
    """The rolls of each exchange, and what decides in the end."""

    def side(count: int, name: str, held: Skill) -> Step[None]:
        return note(f"Exchange {count}: {name}", "OQ-PRO-06", skill_modifiers(held))

    rolled = (
        side(count, name, held)
        for count, one in enumerate(c.exchanges, 1)
        for name, held in ((YOU, one.a), (THEY, one.b if one.kind == OPPOSED else None))
        if held is not None
    )
    scores = ", ".join(f"{row['label'].lower()} {row['points']:+d}" for row in SCORING.rows if row["points"])
    decides = "More tests won" if c.score_rule == "count_only" else "More points, or with equal points more tests won"
    scored: Step[None] = note(f"Points: {scores}", "OQ-PRO-06")
    return Procedure(None, (*rolled, scored, note(decides, "OQ-PRO-07")), str)


# Outputs.


def _sum(dice: Iterable[Die[Scored]], read: Callable[[Scored], int]) -> Dist[int]:
    added: Dist[int] = always(0)
    for die in dice:
        added = convolved(added, die.read(read)).reduced()
    return added


def score_odds(c: LongContest, dice: list[Die[Scored]]) -> Dist[Score]:
    """The final score; both of its numbers form one integer, so that the fast convolution applies."""
    most = len(dice)
    base = 2 * most + 1  # tests won differ by `most` at most

    def apart(held: int) -> Score:
        lead = (held + most) % base - most
        return Score((held - lead) // base, lead)

    return _sum(dice, lambda scored: (scored.a - scored.b) * base + scored.lead).read(apart)


def _figures(c: LongContest) -> dict[str, Any]:
    end = score_odds(c, [exchange_die(c, one) for one in c.exchanges])
    return {
        "p_a": end.p(lambda s: verdict(c, s) > 0),
        "p_b": end.p(lambda s: verdict(c, s) < 0),
        "p_draw": end.p(lambda s: verdict(c, s) == 0),
    }


def _values(c: LongContest) -> dict[str, Any]:
    dice = [exchange_die(c, one) for one in c.exchanges]
    a, b = _sum(dice, lambda scored: scored.a), _sum(dice, lambda scored: scored.b)
    difference = score_odds(c, dice).read(lambda s: s.difference)
    opposed = any(one.kind == OPPOSED for one in c.exchanges)
    skills = [held for one in c.exchanges for held in (one.a, one.b)]
    return {
        **_figures(c),
        "a_points": out.text_keys(a.probabilities()),
        "b_points": out.text_keys(b.probabilities()),
        "difference": out.text_keys(difference.probabilities()),
        "mean_a": a.mean(lambda n: n),
        "mean_b": b.mean(lambda n: n),
        "mean_difference": difference.mean(lambda n: n),
        "readings": side_by_side(c, _figures, ("score_rule", *open_questions(*skills, both_fail=opposed))),
    }


PROLONGED = Calculator(
    id="openquest.prolonged",
    title="Long contest",
    summary="Who wins a courtship or a campaign, scored over several exchanges.",
    inputs=LongContest,
    outputs=(
        out.percent("p_a", "your side wins", rule="OQ-PRO-07", headline=True),
        out.percent("p_b", "the other side wins", rule="OQ-PRO-07", headline=True),
        out.percent("p_draw", "nobody wins", rule="OQ-PRO-07", headline=True),
        out.figure("mean_difference", "Your lead in points", rule="OQ-PRO-06", unit="on average", signed=True),
        out.figure("mean_a", "Your points", rule="OQ-PRO-06", unit="on average", signed=True),
        out.figure("mean_b", "Their points", rule="OQ-PRO-06", unit="on average", signed=True),
        out.distribution("difference", "Your points less theirs", rule="OQ-PRO-06", unit="points"),
        out.distribution("a_points", "Your points", rule="OQ-PRO-06", unit="points"),
        out.distribution("b_points", "Their points", rule="OQ-PRO-06", unit="points"),
        readings(PERCENTS, rule="OQ-PRO-07"),
    ),
    compute=_values,
    check=_check,
    also=("OQ-PRO-01", *SKILL_RULES),
    start={
        "exchanges": [
            {"kind": OPPOSED, "a": {"base": 60}, "b": {"base": 50}},
            {"kind": OPPOSED, "a": {"base": 45}, "b": {"base": 50}},
            {"kind": PLAIN, "a": {"base": 55}, "social": False},
        ]
    },
    rolls=(RollOption("contest", "Roll it", long_contest),),
    explain=explanation,
)
