"""The number of rounds until a foe is down, for each way to attack.

Chapter "Swords, Slings, and Arrows": Strike, Aim and Attack, Haymaker, Defense. Fortune is spent on each blow.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...engine import answer as out
from ...engine import chain
from ...engine.calculator import Calculator
from ...engine.dice import Dist
from ...engine.explain import note
from ...engine.formatting import percent
from ...engine.inputs import number
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any
from .attack import points_to_cancel
from .attack_inputs import FORTUNE, PROTECTION, fortune_buys, wound_limit
from .fighters import OFFENSIVE, ROUND_RULES, WAYS, Dealt, Fighter, Way, fighter, open_to, wounds_dealt
from .fighters_explanation import closed_ways, explain_round
from .rolls import CHALLENGE, extremes_switch
from .rounds import ONE_STRIKE


@dataclass(frozen=True, kw_only=True)
class RoundsToDrop:
    """The character, and the foe."""

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
        help="Points the foe spends on wounds as they come.",
        rule="RR-FORT-01",
        group="Wounds",
    )
    foe_wound_limit: int = wound_limit("the foe", group="Wounds")
    fortune_buys: int = fortune_buys()
    extremes: bool = extremes_switch()


def _curve(a: RoundsToDrop, way: Way) -> list[Fraction]:
    if a.fortune_buys == 1:  # one point cancels one wound: Fortune adds to the wounds that the foe can take
        dealt = wounds_dealt(a.me, way, a.foe_defense, a.foe_protection, a.extremes)
        return chain.depletion_curve(dealt, a.foe_wound_limit + a.foe_fortune, a.rounds)
    return curve_by_blows(a, way)


def curve_by_blows(a: RoundsToDrop, way: Way) -> list[Fraction]:
    """The chance by round, computed blow by blow, because a point may cancel more wounds than a blow has."""
    blow = wounds_dealt(a.me, way._replace(strikes=1), a.foe_defense, a.foe_protection, a.extremes)

    def struck(left: int) -> Dist[int]:
        return blow.read(lambda wounds: _after_blow(a, left, wounds))

    def after(left: int) -> Dist[int]:
        dist: Dist[int] = Dist({left: 1})
        for _ in range(way.strikes):
            dist = dist.chain(struck)
        return dist

    ends = chain.rounds(a.foe_wound_limit + a.foe_fortune, after, a.rounds)
    return [end.p(lambda left: left == 0) for end in ends]


def _after_blow(a: RoundsToDrop, left: int, wounds: int) -> int:
    """The wounds that the foe can still take plus its points of Fortune, after a blow.

    Wounds remain only after Fortune is used up, so the sum determines both (RR-FORT-01).
    """
    fortune = max(0, left - a.foe_wound_limit)
    spent = min(fortune, points_to_cancel(wounds, a.fortune_buys))
    taken = wounds - min(wounds, spent * a.fortune_buys)
    return max(0, left - spent - taken)


def _wounds_to_deal(a: RoundsToDrop) -> tuple[Modifier, ...]:
    """The wounds that put the foe down, and the most that Fortune cancels before (RR-WOUND-01, RR-FORT-01)."""
    return (
        Modifier("Wound limit", a.foe_wound_limit, "RR-WOUND-01"),
        *if_any("Fortune", a.foe_fortune * a.fortune_buys, "RR-FORT-01"),
    )


def _explain_until_down(a: RoundsToDrop) -> Procedure[Dealt]:
    """One round of the best way, the wounds it needs, and the result of each way."""
    found = _until_down(a)
    best, standing = WAYS[found["best_at_end"]], ONE_STRIKE
    strikes = explain_round(best.label, a.me, best, "Foe", a.foe_defense, standing, a.foe_protection, a.extremes)
    needed: Step[Dealt] = note(f"Wounds to deal in {counted(a.rounds, 'round')}", "RR-WOUND-01", _wounds_to_deal(a))
    compared = tuple(
        note(f"{WAYS[way].label}: {percent(curve[-1])} % down by the last round", rule="RR-ACT-01")
        for way, curve in found["p_dropped_by_round"].items()
    )
    return Procedure(Dealt(), (*strikes, needed, *closed_ways(a.me), *compared), lambda s: "")


def _until_down(a: RoundsToDrop) -> dict[str, Any]:
    curves = {o.id: _curve(a, WAYS[o.id]) for o in OFFENSIVE if open_to(a.me, WAYS[o.id])}
    best = max(curves, key=lambda option: curves[option][-1])  # max returns the first on a tie
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
    compute=_until_down,
    also=ROUND_RULES,
    start={
        "me": {"offense": 5, "defense": 12, "brawn": 3, "weapon": 4, "protection": 5},
        "foe_defense": 13,
        "foe_protection": 7,
        "foe_fortune": 3,
        "rounds": 6,
    },
    explain=_explain_until_down,
)
