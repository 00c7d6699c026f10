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
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, total
from ...engine.wording import figure, percent
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
from .fighters_told import closed_ways, gained, going_down, told_round
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
    foe_wound_limit: int = wound_limit("the foe", group="Wounds")
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


ONE_STRIKE = WAYS["strike_strike"]._replace(strikes=1)
"""A strike that nothing is added to, to tell what all ways have in common."""


def _told_options(a: RoundOptions) -> Procedure[Dealt]:
    """A strike of each side, and then every way of spending the round, side by side."""
    foe_way = WAYS[a.foe_option]
    mine = told_round("You", a.me, ONE_STRIKE, "Foe", a.foe.defense, foe_way, a.foe.protection, a.extremes)
    theirs = told_round("Foe", a.foe, foe_way, "You", a.me.defense, ONE_STRIKE, a.me.protection, a.extremes)
    crowd: Step[Dealt] = settle(f"{a.foes} foes like this attack you", lambda s: s, rule="RR-STRIKE-01")
    many = (crowd,) if a.foes > 1 and foe_way.strikes else ()
    down = going_down("Foe", a.foe_wound_limit, a.foe_wounds_before)
    compared = tuple(_told_row(row) for row in _compare(a)["rows"])
    return Procedure(Dealt(), (*mine, down, *theirs, *many, *closed_ways(a.me), *compared), lambda s: "")


def _told_row(row: dict[str, Any]) -> Step[Dealt]:
    way = WAYS[row["option"]]
    label = (
        f"{way.label}: {figure(row['mean_dealt'])} dealt, {figure(row['mean_taken'])} taken, "
        f"foe down {percent(row['p_drop_foe'])} %"
    )
    return settle(label, lambda s: s, rule="RR-ACT-01", modifiers=gained(way))


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
        out.word("best_by_net", "best trade", OPTIONS, rule="RR-ACT-01", headline=True),
        out.figure("best_net", "wounds dealt less taken", rule="RR-ACT-01", signed=True, headline=True),
        out.percent("best_p_drop", "foe down, at best", rule="RR-ACT-01", headline=True),
        out.word("best_by_damage", "Most wounds", OPTIONS, rule="RR-ACT-01"),
        out.word("best_by_drop", "Best to drop the foe", OPTIONS, rule="RR-ACT-01"),
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
            rule="RR-ACT-01",
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
    explain=_told_options,
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
    foe_wound_limit: int = wound_limit("the foe", group="Wounds")
    extremes: bool = extremes_switch()


def _curve(a: RoundsToDrop, way: Way) -> list[Fraction]:
    dealt = wounds_dealt(a.me, way, a.foe_defense, a.foe_protection, a.extremes)
    return chain.losing(dealt, total(_wounds_to_deal(a)), a.rounds)


def _wounds_to_deal(a: RoundsToDrop) -> tuple[Modifier, ...]:
    """The wounds that put the foe down, and those that Fortune buys off before (RR-WOUND-01, RR-FORT-01)."""
    bought_off = a.foe_fortune * FACTS.number("fortune_per_wound")
    return (
        Modifier("Wounds that take the foe down", a.foe_wound_limit, "RR-WOUND-01"),
        *if_any("Fortune", bought_off, "RR-FORT-01"),
    )


def _told_until_down(a: RoundsToDrop) -> Procedure[Dealt]:
    """One round of the best way, the wounds it takes, and how far each way comes."""
    found = _until_down(a)
    best, standing = WAYS[found["best_at_end"]], ONE_STRIKE
    strikes = told_round(best.label, a.me, best, "Foe", a.foe_defense, standing, a.foe_protection, a.extremes)
    needed: Step[Dealt] = settle(
        f"Wounds to deal in {counted(a.rounds, 'round')}",
        lambda s: s,
        rule="RR-WOUND-01",
        modifiers=_wounds_to_deal(a),
    )
    compared = tuple(
        settle(f"{WAYS[way].label}: {percent(curve[-1])} % down by the last round", _as_it_is, rule="RR-ACT-01")
        for way, curve in found["p_dropped_by_round"].items()
    )
    return Procedure(Dealt(), (*strikes, needed, *closed_ways(a.me), *compared), lambda s: "")


def _as_it_is(s: Dealt) -> Dealt:
    return s


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
        out.percent("p_dropped_at_end", "down by the last round, at best", rule="RR-WOUND-01", headline=True),
        out.word("best_at_end", "best way", OFFENSIVE, rule="RR-ACT-01", headline=True),
        out.curve("p_dropped_by_round", "Foe down by the end of the round", rule="RR-ACT-01", options=OFFENSIVE),
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
    explain=_told_until_down,
)
