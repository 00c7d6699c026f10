"""Aiming: the number of rounds that pays best, counting the time it takes.

"Ranged Combat": OQ-RNG-02.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.inputs import after, number
from ....engine.procedure import Procedure
from ..exchange.exchange import Exchange, exchange
from ..exchange.exchange_answer import EXCHANGE_RULES, exchange_values
from ..rolls.ranged_modifiers import AUTO_FAIL, shot
from .missile_reactions import REACTION_OUTPUTS, reaction_values
from .ranged_attack import SHOOTING_RULES, explanation, rounds_spent, shooting_strike
from .shot_inputs import Shooting, refuse_impossible


@dataclass(frozen=True, kw_only=True)
class Aiming(Shooting):
    """A shooter who may aim before the shot."""

    max_aim: int = after(
        "target_hp",
        number(
            "Rounds of aiming, at most",
            0,
            10,
            10,
            help="How many rounds of aiming to look at.",
            rule="OQ-ACT-20",
            group="Aiming",
        ),
    )


def _row(a: Aiming, aiming: int) -> dict[str, Any]:
    """The shot after `aiming` rounds."""
    s, spent = shooting_strike(a, aiming), rounds_spent(a, aiming)
    values = exchange_values(s.modified, exchange(s).odds(), a.target_hp)
    p_drop = values["p_drop"]
    return {
        "aim": aiming,
        "modified": None if shot(a.situation).status == AUTO_FAIL else s.modified,
        "p_success": values["p_attack_success"],
        "p_hit": values["p_hit"],
        "mean": values["mean"],
        "mean_per_round": values["mean"] / spent,
        "p_drop": p_drop,
        "p_drop_per_round": None if p_drop is None else p_drop / spent,
    }


def table(a: Aiming) -> list[dict[str, Any]]:
    """The shot after 0, 1, 2, ... rounds of aiming."""
    return [_row(a, aiming) for aiming in range(a.max_aim + 1)]


def best(rows: Sequence[dict[str, Any]], name: str) -> int:
    """The rounds of aiming with the best figure; the fewest win a tie."""
    return int(max(rows, key=lambda row: row[name])["aim"])


def pays_best(a: Aiming) -> int:
    """The rounds of aiming with the most damage per round."""
    return best(table(a), "mean_per_round")


def best_aim_explanation(a: Aiming) -> Procedure[Exchange]:
    """The shot with the best aiming, and how it is chosen."""
    drops = () if a.target_hp is None else (note("The highest chance to drop per round counts", "OQ-RNG-03"),)
    return explanation(a, pays_best(a)).explained(note("The most damage per round counts", "OQ-RNG-03"), *drops)


def _values(a: Aiming) -> dict[str, Any]:
    rows = table(a)
    aiming = best(rows, "mean_per_round")
    return {
        "best_aim_mean": aiming,
        "best_aim_drop": None if a.target_hp is None else best(rows, "p_drop_per_round"),
        "best_mean_per_round": rows[aiming]["mean_per_round"],
        **reaction_values(a),
        "curve": rows,
    }


AIM = Calculator(
    id="openquest.aim",
    title="Aim first?",
    summary="Shoot at once or aim: what each round of aiming gains, and what the time costs.",
    inputs=Aiming,
    outputs=(
        out.figure("best_aim_mean", "best aim for damage", rule="OQ-RNG-03", unit="in rounds", headline=True),
        out.figure("best_mean_per_round", "damage per round", rule="OQ-RNG-09", unit="at that", headline=True),
        out.figure("best_aim_drop", "best aim to drop the target", rule="OQ-RNG-03", unit="in rounds", headline=True),
        *REACTION_OUTPUTS,
        out.rows(
            "curve",
            "Round by round of aiming",
            (
                out.figure("aim", "Aiming", unit="rounds"),
                out.figure("modified", "Skill", unit="%"),
                out.percent("p_success", "Attack succeeds"),
                out.percent("p_hit", "Gets through"),
                out.figure("mean", "Damage on average"),
                out.figure("mean_per_round", "Damage per round"),
                out.percent("p_drop", "Drops the target"),
                out.percent("p_drop_per_round", "Drops it, per round"),
            ),
            rule="OQ-RNG-09",
        ),
    ),
    compute=_values,
    check=refuse_impossible,
    explain=best_aim_explanation,
    also=("OQ-RNG-05", *SHOOTING_RULES, *EXCHANGE_RULES),
    start={
        "attack": {"base": 35},
        "damage": "1d10",
        "rate": 2,
        "situation": {"distance": 60, "range": 100, "cover": "partial"},
        "target_ap": 3,
        "target_hp": 8,
    },
    rolls=(RollOption("shot", "Roll the shot that pays best", lambda a: exchange(shooting_strike(a, pays_best(a)))),),
)
