"""What so many check dice come to by themselves: sixes go on, ones count nothing.

The Golden Rules of "Defense and attack". With no target there is nothing for a triple to decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.inputs import number
from ....engine.procedure import Procedure, Step, throw
from ..tables import FACTS
from .check_dice import CHECK_DIE, MOST, ONES, SIXES, counts, pool

_LIKELY = Fraction(999, 1000)
"""How much of the totals a picture shows one by one."""


@dataclass(frozen=True, kw_only=True)
class DicePool:
    """So many check dice."""

    dice: int = number(
        "Dice", 0, 12, FACTS.number("check_dice"), help="How many are rolled.", rule="OBSS-MOD-14", unit="d6"
    )
    target: int | None = number(
        "To reach", -100, 200, None, help="A total you hope for; empty if none.", rule="OBSS-HIT-01", nullable=True
    )
    pmf_to: int = number(
        "Each total up to",
        0,
        100,
        12,
        help="So far a script is told the chance of each total; nothing on this page depends on it.",
        rule="OBSS-HIT-07",
        group="For scripts",
    )


def throw_dice(a: DicePool) -> Procedure[int]:
    """The dice, thrown."""

    def reached(total: int) -> str:
        if a.target is None:
            return "Rolled"
        return f"{a.target} or more" if total >= a.target else f"Less than {a.target}"

    return Procedure(0, (_dice_step(a),), reached)


def _dice_step(a: DicePool) -> Step[int]:
    die = CHECK_DIE.pool(a.dice, MOST)
    return throw(
        f"Roll {a.dice}d6",
        die,
        lambda s, n: n,
        rule="OBSS-HIT-07",
        adds=(),
        counts=counts,
        tell=lambda n, s: f"{n} in all",
    )


def explanation(a: DicePool) -> Procedure[int]:
    """The dice, and why they come to what they do."""
    mean, triple = CHECK_DIE.mean, FACTS.number("triple_dice")
    return Procedure(
        0,
        (
            _dice_step(a),
            note(f"Each die is worth {mean} on average: a 6 goes on, a 1 counts nothing", "OBSS-HIT-08"),
            note(f"The first {triple} dice decide when all show 1 or all show 6", "OBSS-TRI-01", also=("OBSS-TRI-03",)),
        ),
        str,
    )


def _values(a: DicePool) -> dict[str, Any]:
    held, dice = pool(a.dice), CHECK_DIE.pool(a.dice, MOST)
    whole = dice.total

    def triple(shown: str) -> Fraction:
        return Fraction(sum(held.weights.get(shown, {}).values()), held.whole)

    return {
        "mean": CHECK_DIE.mean * a.dice,
        "variance": CHECK_DIE.variance * a.dice,
        "p_at_least": None if a.target is None else held.p_at_least(a.target),
        "p_first_three_ones": triple(ONES),
        "p_first_three_sixes": triple(SIXES),
        "pmf": [Fraction(dice.weights.get(total, 0), whole) for total in range(a.pmf_to + 1)],
        "totals": _shown(dice.weights, whole),
    }


def _shown(weights: dict[int, int], whole: int) -> dict[str, Fraction]:
    """The chance of each total; the last of them stands for all beyond."""
    shown: dict[str, Fraction] = {}
    seen = 0
    for total, weight in weights.items():
        if seen >= _LIKELY * whole:
            shown[f"{total}+"] = Fraction(whole - seen, whole)
            break
        shown[str(total)] = Fraction(weight, whole)
        seen += weight
    return shown


DICE_POOL = Calculator(
    id="obss.dice_pool",
    title="Check dice",
    summary="What so many check dice come to, when sixes explode and ones count nothing.",
    inputs=DicePool,
    outputs=(
        out.percent("p_at_least", "reaches it", rule="OBSS-HIT-07", headline=True),
        out.figure("mean", "in all", rule="OBSS-HIT-08", unit="on average", headline=True),
        out.figure("variance", "Variance", rule="OBSS-HIT-08"),
        out.percent("p_first_three_ones", "Three 1s on the first three dice", rule="OBSS-TRI-01"),
        out.percent("p_first_three_sixes", "Three 6s on the first three dice", rule="OBSS-TRI-03"),
        out.distribution("totals", "Totals", rule="OBSS-HIT-07"),
        api_only(out.curve("pmf", "Chance of each total", rule="OBSS-HIT-07", unit="Total")),
    ),
    compute=_values,
    explain=explanation,
    also=("OBSS-HIT-09", "EXT-02", "EXT-03"),
    start={"dice": 3, "target": 12},
    rolls=(RollOption("dice", "Roll", throw_dice),),
)
