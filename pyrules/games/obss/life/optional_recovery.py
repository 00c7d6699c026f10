"""The optional recovery from 0: a harder save each round, until a success or death.

"Optional - Recovery from 0 Hit Points": OBSS-OPTR-03.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.inputs import number
from ....engine.procedure import Modifier, Procedure, Step, if_any
from ..checks.check_dice import CHECK_DICE_RULES, Check, Grade
from ..checks.check_step import check_step, dice, modifier
from ..table_rules import OPTIONAL_RECOVERIES, optional_recovery
from ..tables import FACTS

THREE_FAILURES = OPTIONAL_RECOVERIES[0].id


@dataclass(frozen=True, kw_only=True)
class Fighting:
    """A character at 0 or below under the optional rule."""

    fortitude: int = modifier("Fortitude", help="What is added to the save.", rule="OBSS-OPTR-01")
    times_before: int = number(
        "Earlier falls below 0",
        0,
        20,
        0,
        help="How often before; dropping to exactly 0 does not count.",
        rule="OBSS-OPTR-05",
    )
    dice: int = dice()
    rule: str = optional_recovery()


def dcs(a: Fighting) -> list[int]:
    """The DC of each save before death."""
    return save_dcs(a.times_before, a.rule)


def save_dcs(times_before: int, rule: str) -> list[int]:
    """The DC of each save after `times_before` falls, until the table rule `rule` ends them (ruling, OBSS-OPTR-03)."""
    first = FACTS.number("optional_save_dc") + times_before * FACTS.number("optional_save_again")
    step = FACTS.number("optional_save_step")
    if rule == THREE_FAILURES:
        return [first + step * failures for failures in range(FACTS.number("optional_save_tries"))]
    return list(range(first, FACTS.number("optional_save_deadly_dc"), step))


def saves(a: Fighting) -> Procedure[int]:
    """The saves, one a round; the state is the round of the success, 0 until then."""
    first = (FACTS.modifier("optional_save_dc"), *_again(a))
    awake: Step[int] = note(
        "Awake, and fatigued", "OBSS-OPTR-04", (FACTS.modifier("optional_save_hp"),), when=lambda made: made > 0
    )
    dead: Step[int] = note(_dead(a), "OBSS-OPTR-03", when=lambda made: not made)
    start = note("The first DC", "OBSS-OPTR-05", first)
    steps = (start, *(_save(a, at, dc) for at, dc in enumerate(dcs(a), 1)), awake, dead)
    return Procedure(0, steps, lambda made: f"Awake in round {made}" if made else "Dead")


def _again(a: Fighting) -> tuple[Modifier, ...]:
    return (FACTS.modifier("optional_save_again", a.times_before),) if a.times_before else ()


def explanation(a: Fighting) -> Procedure[int]:
    """The saves, and what it is to be awake again."""
    hp, fatigue = FACTS.modifier("optional_save_hp"), FACTS.modifier("optional_save_fatigue")
    return saves(a).explained(
        note("Awake with", "OBSS-OPTR-01", (hp,), gives="hp"),
        note("Fatigued by it", "OBSS-OPTR-04", (fatigue,), gives="fatigue"),
    )


def _dead(a: Fighting) -> str:
    if a.rule == THREE_FAILURES:
        return f"{FACTS.number('optional_save_tries')} failures: dead"
    return f"The DC would be {FACTS.number('optional_save_deadly_dc')}: dead"


def _save(a: Fighting, at: int, dc: int) -> Step[int]:
    def change(made: int, grade: Grade) -> int:
        return at if grade.success else made

    return check_step(
        f"Round {at}: Fortitude against DC {dc}",
        Check(dc - a.fortitude, a.dice),
        change,
        rule="OBSS-OPTR-02" if at > 1 else "OBSS-OPTR-01",
        added=if_any("Fortitude", a.fortitude, "OBSS-OPTR-01"),
        when=lambda made: not made,
    )


def _values(a: Fighting) -> dict[str, Any]:
    end = saves(a).odds()
    found = dcs(a)
    by_round = [end.p(lambda made, at=at: made == at) for at in range(1, len(found) + 1)]  # type: ignore[misc]
    so_far = list(accumulate(by_round))
    return {
        "p_recover": end.p(bool),
        "p_dead": end.p(lambda made: not made),
        "hp": FACTS.number("optional_save_hp"),
        "fatigue": FACTS.number("optional_save_fatigue"),
        "rounds": [{"dc": dc, "p": p, "so_far": sum_} for dc, p, sum_ in zip(found, by_round, so_far, strict=True)],
        "dcs": found,
        "p_by_round": by_round,
    }


OPTIONAL_RECOVERY = Calculator(
    id="obss.optional_recovery",
    title="Optional: fight for your life",
    summary="An optional, less deadly rule: a save each round after dropping to 0 or less, harder each time.",
    inputs=Fighting,
    outputs=(
        out.percent("p_recover", "awake again", rule="OBSS-OPTR-04", headline=True),
        out.percent("p_dead", "dead", rule="OBSS-OPTR-03", headline=True),
        out.rows(
            "rounds",
            "Round by round",
            (
                out.figure("dc", "DC"),
                out.percent("p", "Awake in this round"),
                out.percent("so_far", "Awake by then"),
            ),
            rule="OBSS-OPTR-02",
            counts="Round",
        ),
        out.figure("hp", "Awake with", rule="OBSS-OPTR-01", unit="hit points"),
        out.figure("fatigue", "Fatigued by it", rule="OBSS-OPTR-04", unit="levels"),
        api_only(out.listing("dcs", "DCs", rule="OBSS-OPTR-02")),
        api_only(out.curve("p_by_round", "Awake in each round", rule="OBSS-OPTR-02")),
    ),
    compute=_values,
    explain=explanation,
    rolls=(RollOption("saves", "The saves, round by round", saves),),
    also=(*CHECK_DICE_RULES, "EXT-13"),
    start={"fortitude": 4},
)
