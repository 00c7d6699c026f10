"""First Aid each round on a dying character, who loses a hit point each round.

"Life and Death": OBSS-LIFE-06, OBSS-LIFE-07, OBSS-LIFE-09, OBSS-LIFE-18.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.formatting import figure
from ....engine.inputs import number
from ....engine.procedure import Procedure, Step, if_any
from ..checks.check_dice import CHECK_DICE_RULES, Check, Grade
from ..checks.check_step import check_step, dice, modifier
from ..table_rules import dying_order
from ..tables import FACTS
from .death_line import constitution, death_line
from .first_aid import FIRST_AID_RULES, LOWEST, first_aid_dc, first_aid_modifiers, times_below_zero

HELP = "When help comes"


@dataclass(frozen=True, kw_only=True)
class Dying:
    """A dying character and a healer."""

    hp: int = number("Hit points", LOWEST, -1, help="Of the patient, as help is called for.", rule="OBSS-LIFE-06")
    con: int = constitution(help="Of the patient.")
    first_aid: int = modifier("First Aid", help="What the healer adds to the dice.", rule="OBSS-LIFE-09")
    dice: int = dice(help="Of the healer; one fewer without training.", group=HELP)
    times_below_zero: int = times_below_zero(group=HELP)
    start_round: int = number(
        "The healer's first round",
        1,
        100,
        1,
        help="From which round on the healer is there: until then nobody helps.",
        rule="OBSS-LIFE-07",
        group=HELP,
    )
    order: str = dying_order()


def refuse_dead(a: Dying) -> None:
    """Refuses a dead patient."""
    line = death_line(a.con)
    if a.hp <= line:
        raise not_allowed("hp", a.hp, f"With Constitution {a.con} one is dead at {line} hit points: give more.")


class Round(NamedTuple):
    """A round of dying: its number, and the hit points when First Aid is tried (None if death comes first)."""

    number: int
    hp: int | None


def rounds_until_death(a: Dying) -> Iterator[Round]:
    """Every round until death without help (ruling, OBSS-LIFE-07)."""
    line, lost = death_line(a.con), FACTS.number("bleed_hp")
    hp, at = a.hp, 1
    while hp > line:
        left = hp - lost if a.order == "bleed_first" else hp
        yield Round(at, left if left > line else None)
        hp, at = hp - lost, at + 1


class Attempt(NamedTuple):
    """One First Aid attempt."""

    round: int
    hp: int
    dc: int


def attempts(a: Dying) -> list[Attempt]:
    """Every attempt that is possible before death."""
    return [
        Attempt(at, hp, first_aid_dc(hp, a.times_below_zero))
        for at, hp in rounds_until_death(a)
        if hp is not None and at >= a.start_round
    ]


# The attempts as steps; the state is the round in which First Aid succeeds, 0 until then.


def race(a: Dying) -> Procedure[int]:
    """The attempts, one a round, and death if all fail."""
    tries = {one.round: one for one in attempts(a)}
    steps: list[Step[int]] = [
        note("The DC at first", "OBSS-LIFE-10", first_aid_modifiers(a.hp, a.times_below_zero), also=("OBSS-LIFE-09",))
    ]
    for at, _ in rounds_until_death(a):
        aid = [_aid(a, tries[at])] if at in tries else []
        bleed = _bleed(a, at)
        steps += [bleed, *aid] if a.order == "bleed_first" else [*aid, bleed]
    dead: Step[int] = note(f"At {figure(death_line(a.con))}: dead", "OBSS-LIFE-18", when=lambda saved: not saved)
    return Procedure(0, (*steps, dead), lambda saved: f"Saved in round {saved}" if saved else "Dead")


def _aid(a: Dying, one: Attempt) -> Step[int]:
    def change(saved: int, grade: Grade) -> int:
        return one.round if grade.success else saved

    return check_step(
        f"Round {one.round}, at {figure(one.hp)}: First Aid against DC {one.dc}",
        Check(one.dc - a.first_aid, a.dice),
        change,
        rule="OBSS-LIFE-09",
        added=if_any("First Aid", a.first_aid, "OBSS-LIFE-09"),
        when=lambda saved: not saved,
    )


def _bleed(a: Dying, at: int) -> Step[int]:
    left = a.hp - at * FACTS.number("bleed_hp")
    return note(f"Round {at}: down to {figure(left)}", "OBSS-LIFE-07", when=lambda saved: not saved)


def _values(a: Dying) -> dict[str, Any]:
    end = race(a).odds()
    tries = attempts(a)
    won = [end.p(lambda saved, at=one.round: saved == at) for one in tries]  # type: ignore[misc]
    return {
        "p_saved": end.p(bool),
        "p_dead": end.p(lambda saved: not saved),
        "rounds_without_help": sum(1 for _ in rounds_until_death(a)),
        "p_saved_by": list(accumulate(won)) or None,
        "attempts": [{"round": one.round, "dc": one.dc, "p_this_round": p} for one, p in zip(tries, won, strict=True)],
    }


STABILISE = Calculator(
    id="obss.stabilise",
    title="Save the dying",
    summary="Whether First Aid, tried round after round, comes in time for somebody who is dying.",
    inputs=Dying,
    outputs=(
        out.percent("p_saved", "saved", rule="OBSS-LIFE-09", headline=True),
        out.percent("p_dead", "dead", rule="OBSS-LIFE-18", headline=True),
        out.figure(
            "rounds_without_help",
            "rounds to live without help",
            one="round to live without help",
            rule="OBSS-LIFE-07",
            headline=True,
        ),
        out.curve("p_saved_by", "Saved by the healer's try", rule="OBSS-LIFE-09", unit="Try"),
        out.rows(
            "attempts",
            "Try by try",
            (
                out.figure("round", "Round"),
                out.figure("dc", "DC"),
                out.percent("p_this_round", "Saved in this round"),
            ),
            rule="OBSS-LIFE-09",
        ),
    ),
    compute=_values,
    check=refuse_dead,
    rolls=(RollOption("race", "The tries, round by round", race),),
    also=(*CHECK_DICE_RULES, *FIRST_AID_RULES, "OBSS-LIFE-19"),
    start={"hp": -6, "con": 2, "first_aid": 5},
)
