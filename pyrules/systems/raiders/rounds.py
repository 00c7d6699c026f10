"""My round: what each way of spending it deals and costs, and how many rounds a foe will stand.

Chapter "Swords, Slings, and Arrows": Strike, Aim and Attack, Haymaker, Defense.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...engine import answer as out
from ...engine import chain
from ...engine.calculator import Calculator, Throw
from ...engine.fields import number
from ...engine.procedure import Procedure
from .attack import FORTUNE, PROTECTION, WOUNDS, wound_limit
from .facts import FACTS
from .fighters import (
    OFFENSIVE,
    OPTIONS,
    ROUND_RULES,
    WAYS,
    Dealt,
    Fighter,
    Way,
    downs,
    fighter,
    one_round,
    open_to,
    refuse_closed_way,
    way_of,
    wounds_dealt,
)
from .rolls import CHALLENGE, extremes_switch


@dataclass(frozen=True, kw_only=True)
class RoundOptions:
    """My numbers, the foe's, and what the foe does."""

    me: Fighter = fighter("Me", "Your own numbers.")
    foe: Fighter = fighter("Foe", "The numbers of the one you fight.")
    foe_option: str = way_of("Foe's round", "What the foe does with the round.")
    foes: int = number(
        "Foes", 1, 10, 1, help="How many foes like this attack you; you attack one of them.", rule="RR-STRIKE-01"
    )
    foe_wounds_before: int = number(
        "Foe's wounds", *WOUNDS, 0, help="Wounds the foe has already.", rule="RR-WOUND-01", group="Wounds"
    )
    foe_wound_limit: int = wound_limit("Foe's wound limit", whom="the foe", group="Wounds")
    extremes: bool = extremes_switch()


def my_round(a: RoundOptions, way: Way) -> Procedure[Dealt]:
    """My strikes against a foe who may be defending."""
    return one_round(
        a.me,
        way,
        a.foe.defense + WAYS[a.foe_option].defense_bonus,
        a.foe.protection,
        a.extremes,
        limit=a.foe_wound_limit,
        before=a.foe_wounds_before,
    )


def _row(a: RoundOptions, way: Way) -> dict[str, Any]:
    end = my_round(a, way).odds()
    mean_dealt = end.mean(lambda s: s.wounds)
    met = a.me.defense + way.defense_bonus
    from_one = wounds_dealt(a.foe, WAYS[a.foe_option], met, a.me.protection, a.extremes)
    mean_taken = from_one.mean(lambda wounds: wounds) * a.foes
    return {
        "option": way.id,
        "mean_dealt": mean_dealt,
        "p_any_wound": end.p(lambda s: s.wounds >= 1),
        "p_drop_foe": end.p(lambda s: downs(s.wounds, a.foe_wounds_before, a.foe_wound_limit)),
        "mean_taken": mean_taken,
        "net": mean_dealt - mean_taken,
    }


def _best(compared: list[dict[str, Any]], by: str) -> str:
    best: str = max(compared, key=lambda row: row[by])["option"]  # the first on a tie
    return best


def _compare(a: RoundOptions) -> dict[str, Any]:
    compared = [_row(a, way) for way in WAYS.values() if open_to(a.me, way)]
    return {
        "rows": compared,
        "best_by_damage": _best(compared, "mean_dealt"),
        "best_by_drop": _best(compared, "p_drop_foe"),
        "best_by_net": _best(compared, "net"),
        "best_net": max(row["net"] for row in compared),
        "best_p_drop": max(row["p_drop_foe"] for row in compared),
    }


def _rolled(way: Way) -> Callable[[RoundOptions], Procedure[Dealt]]:
    def procedure(a: RoundOptions) -> Procedure[Dealt]:
        refuse_closed_way("me.melee", a.me, way.id)
        return my_round(a, way)

    return procedure


ROUND_OPTIONS = Calculator(
    id="raiders.round_options",
    title="What to do this round",
    summary="Strike twice, aim, haymaker or defend: what each way of spending your round gives and costs.",
    inputs=RoundOptions,
    outputs=(
        out.word("best_by_net", "best trade", OPTIONS, headline=True),
        out.figure("best_net", "wounds dealt less taken", signed=True, headline=True),
        out.percent("best_p_drop", "foe down, at best", headline=True),
        out.word("best_by_damage", "Most wounds", OPTIONS),
        out.word("best_by_drop", "Best to drop the foe", OPTIONS),
        out.rows(
            "rows",
            "Every way to spend the round",
            (
                out.word("option", "Round", OPTIONS),
                out.figure("mean_dealt", "Wounds dealt"),
                out.percent("p_any_wound", "Any wound"),
                out.percent("p_drop_foe", "Foe down"),
                out.figure("mean_taken", "Wounds taken"),
                out.figure("net", "Net", signed=True),
            ),
        ),
    ),
    work=_compare,
    check=lambda a: refuse_closed_way("foe_option", a.foe, a.foe_option),
    rules=ROUND_RULES,
    start={
        "me": {"offense": 5, "defense": 12, "brawn": 3, "weapon": 4, "protection": 5},
        "foe": {"offense": 4, "defense": 13, "brawn": 4, "weapon": 3, "protection": 6},
    },
    throws=tuple(Throw(way.id, way.label, _rolled(way)) for way in WAYS.values() if way.strikes),
)


@dataclass(frozen=True, kw_only=True)
class RoundsToDrop:
    """My numbers, and the foe who is to fall."""

    me: Fighter = fighter("Me", "Your own numbers.")
    foe_defense: int = number("Foe's Defense", *CHALLENGE, help="The foe's Dodge or Parry.", rule="RR-DMG-03")
    foe_protection: int = number(
        "Foe's Protection", *PROTECTION, 0, help="The foe's Fortitude and armor.", rule="RR-DMG-04"
    )
    rounds: int = number("Rounds", 1, 20, 5, help="How many rounds to look ahead.", rule="RR-ACT-01")
    foe_fortune: int = number(
        "Foe's Fortune",
        *FORTUNE,
        0,
        help="Each point buys off one wound before the foe goes down.",
        rule="RR-FORT-01",
        group="Wounds",
    )
    foe_wound_limit: int = wound_limit("Foe's wound limit", whom="the foe", group="Wounds")
    extremes: bool = extremes_switch()


def _curve(a: RoundsToDrop, way: Way) -> list[Fraction]:
    dealt = wounds_dealt(a.me, way, a.foe_defense, a.foe_protection, a.extremes)
    points = a.foe_wound_limit + a.foe_fortune * FACTS.number("fortune_per_wound")
    return chain.losing(dealt, points, a.rounds)


def _until_down(a: RoundsToDrop) -> dict[str, Any]:
    curves = {o.id: _curve(a, WAYS[o.id]) for o in OFFENSIVE if open_to(a.me, WAYS[o.id])}
    best = max(curves, key=lambda option: curves[option][-1])  # the first on a tie
    return {"p_dropped_by_round": curves, "best_at_end": best, "p_dropped_at_end": curves[best][-1]}


ROUNDS_TO_DROP = Calculator(
    id="raiders.rounds_to_drop",
    title="Rounds to drop a foe",
    summary="How likely the foe is down by the end of each round, for each way of attacking.",
    inputs=RoundsToDrop,
    outputs=(
        out.percent("p_dropped_at_end", "down in the end, at best", headline=True),
        out.word("best_at_end", "best way", OFFENSIVE, headline=True),
        out.curve("p_dropped_by_round", "Foe down by the end of the round", options=OFFENSIVE),
    ),
    work=_until_down,
    rules=(*ROUND_RULES, "RR-FORT-01"),
    start={
        "me": {"offense": 5, "defense": 12, "brawn": 3, "weapon": 4, "protection": 5},
        "foe_defense": 13,
        "foe_protection": 7,
        "foe_fortune": 3,
        "rounds": 6,
    },
)
