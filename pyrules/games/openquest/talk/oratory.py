"""Oratory: a speech to a crowd, exchange after exchange, alone or against an opponent.

"Oratory" under social combat: OQ-ORA-02 to OQ-ORA-21.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.inputs import Option
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import SKILL_RULES, Skill, skill_roll
from ..tables import FACTS
from .debate_odds import DebateOdds, can_end_from, limited, unlimited
from .oratory_crowd import Debate, Speaker, grade_weights
from .oratory_explanation import explanation, one_exchange
from .oratory_inputs import Oratory, refuse_impossible

OK, MAY_NOT_END, NEVER_ENDS = "ok", "may_not_end", "never_ends"
STATUSES = (
    Option(OK, "It comes to an end", "OQ-ORA-07"),
    Option(MAY_NOT_END, "It may go on for ever", "OQ-ORA-07"),
    Option(NEVER_ENDS, "It never ends", "OQ-ORA-07"),
)
ENDS = (Option("won", "Orator has won"), Option("lost", "Orator has lost"))


def speaker(a: Oratory, held: Skill) -> Speaker:
    """A speaker with the penalties for failures.

    There is one penalty, or by a table rule one for each failure until Influence is 0.
    """
    cumulative = a.oratory_pen == "cumulative"
    penalty = FACTS.number("oratory_failure_penalty")
    rolls = [skill_roll(held, a)]
    while (rolls[-1].modified > 0) if cumulative else len(rolls) == 1:
        rolls.append(skill_roll(held, a, penalty * len(rolls)))
    return Speaker(tuple(map(grade_weights, rolls)), cumulative, a.fumble_penalty == "yes")


def debate(a: Oratory) -> Debate:
    """The terms of the debate."""
    return Debate(
        audience=a.audience,
        orator=speaker(a, a.influence),
        defense=None if a.defence is None else speaker(a, a.defence),
        emptied_loses=a.fumble_loss == "emptied",
        checked_at_once=a.oratory_check == "after_orator",
    )


NOTHING = Fraction(0)


def debate_odds(a: Oratory) -> DebateOdds:
    """The odds of the debate."""
    terms = debate(a)
    if a.exchanges is not None:
        return limited(terms, a.supporters, a.exchanges)
    if a.supporters < can_end_from(terms, 0):
        return DebateOdds(NOTHING, NOTHING, NOTHING, {}, None, [])
    return unlimited(terms, a.supporters)


def status(c: DebateOdds) -> str:
    """Whether the debate ends."""
    if c.exchanges is not None:
        return OK
    return MAY_NOT_END if c.ended else NEVER_ENDS


def by_majority(a: Oratory, c: DebateOdds) -> Fraction:
    """The chance that the limit leaves a majority with the Orator (OQ-ORA-17)."""
    return sum((p for n, p in c.undecided.items() if n > a.audience - n), NOTHING)


def following(a: Oratory, c: DebateOdds) -> dict[str, Fraction]:
    """The chance of each following at the end: nobody after a loss, the whole audience after a win."""
    at_end = dict(c.undecided)
    for n, p in ((0, c.lost), (a.audience, c.won_all + c.won_by_fumble)):
        at_end[n] = at_end.get(n, NOTHING) + p
    return out.text_keys({n: at_end[n] for n in sorted(at_end) if at_end[n]})


def _readings(a: Oratory, c: DebateOdds) -> list[dict[str, Any]]:
    """The figures under each reading; readings with the same terms as another, or as `c`, share its odds."""
    known = [(debate(a), c)]

    def figures(read: Oratory) -> dict[str, Any]:
        terms = debate(read)
        odds = next((odds for held, odds in known if held == terms), None)
        if odds is None:
            odds = debate_odds(read)
            known.append((terms, odds))
        return {"p_win": odds.won_all + odds.won_by_fumble + by_majority(read, odds), "p_lose": odds.lost}

    return side_by_side(a, figures, open_questions(a.influence, a.defence))


def _values(a: Oratory) -> dict[str, Any]:
    c = debate_odds(a)
    majority = by_majority(a, c)
    undecided = sum(c.undecided.values(), NOTHING)
    return {
        "status": status(c),
        "p_win": c.won_all + c.won_by_fumble + majority,
        "p_win_all": c.won_all,
        "p_win_defence_fumble": c.won_by_fumble,
        "p_win_majority": majority,
        "p_lose": c.lost,
        "p_not_won": undecided - majority,
        "p_ends": c.ended + undecided,
        "mean_exchanges": c.exchanges,
        "mean_minutes": None if c.exchanges is None else c.exchanges * a.minutes,
        "supporters": following(a, c),
        "by_exchange": {end.id: [row[at] for row in c.by_exchange] for at, end in enumerate(ENDS)}
        if len(c.by_exchange) > 1
        else None,
        "readings": _readings(a, c),
    }


ORATORY = Calculator(
    id="openquest.oratory",
    title="Oratory",
    summary="The chance to win over a crowd, against a time limit or to the end, and how long it takes.",
    inputs=Oratory,
    outputs=(
        out.percent("p_win", "the Orator wins", rule="OQ-ORA-17", headline=True),
        out.percent("p_lose", "the Orator loses", rule="OQ-ORA-18", headline=True),
        out.figure("mean_exchanges", "average number of exchanges", rule="OQ-ORA-20", headline=True),
        out.word("status", "Does it end?", STATUSES, rule="OQ-ORA-07"),
        out.percent("p_win_all", "Wins everybody over", rule="OQ-ORA-16"),
        out.percent("p_win_defence_fumble", "Wins by a fumble of the defense", rule="OQ-ORA-18"),
        out.percent("p_win_majority", "Has more of them when time is up", rule="OQ-ORA-17"),
        out.percent("p_not_won", "Time is up without a win", rule="OQ-ORA-17"),
        out.percent("p_ends", "Comes to an end at all", rule="OQ-ORA-07"),
        out.figure("mean_minutes", "Average length in minutes", rule="OQ-ORA-02"),
        out.curve("by_exchange", "By the exchange", rule="OQ-ORA-20", unit="Exchange", options=ENDS),
        out.distribution("supporters", "With the Orator in the end", rule="OQ-ORA-17", unit="listeners"),
        readings((out.percent("p_win", "Orator wins"), out.percent("p_lose", "Orator loses")), rule="EXT-05"),
    ),
    compute=_values,
    check=refuse_impossible,
    also=(*(f"OQ-ORA-{number:02}" for number in (*range(2, 10), *range(11, 22))), *SKILL_RULES),
    start={"audience": 20, "influence": {"base": 60}, "defence": {"base": 50}, "exchanges": 6},
    rolls=(RollOption("exchange", "Roll one exchange", one_exchange),),
    explain=explanation,
)
