"""The hold after a tackle, turn by turn; the held character acts first.

"Universal combat actions": Tackle, S2-TACKLE-04 to S2-TACKLE-08.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine.explain import by
from ....engine.procedure import Step, settle
from ..rolls.opposed import contest_steps
from ..rolls.rolls import HIGHER, Total, beats
from ..tables import FACTS

HOLD, STRIKE, TAKE_ITEM = "hold", "strike", "take_item"
STRATEGIES = FACTS.table("hold_strategies").options()

FREE, KNOCKED_OUT, DROPPED = "Broke free", "Unconscious", "Down"

Pair = tuple[Total, Total]
"""Two opposed totals; the first must be higher to succeed."""


@dataclass(frozen=True, slots=True)
class Grip:
    """A hold: the escape roll, the grappler's roll, and the conditions that end the hold."""

    escape: Pair
    own_turn: Pair | None
    failures: int
    strikes_needed: int | None

    @property
    def p_escape(self) -> Fraction:
        """The chance that one escape succeeds (S2-TACKLE-04)."""
        return beats(*self.escape)

    @property
    def p_keep(self) -> Fraction:
        """The chance that the hold survives the grappler's turn (S2-TACKLE-08)."""
        return beats(*self.own_turn) if self.own_turn else Fraction(1)


@dataclass(slots=True)
class HoldOdds:
    """The chances of each end of a hold that has begun.

    A list entry covers one turn of the held character and the grappler's turn after it.
    """

    knocked_out: list[Fraction] = field(default_factory=list)
    free: list[Fraction] = field(default_factory=list)
    dropped: Fraction = Fraction(0)
    successes: Fraction = Fraction(0)


def hold_odds(g: Grip) -> HoldOdds:
    """The chances, turn by turn.

    A failure on the grappler's turn ends the hold, so every earlier turn was a success.
    """
    odds, held, free = HoldOdds(), Fraction(1), Fraction(0)
    for turn in range(1, g.failures + 1):
        free, held = free + held * g.p_escape, held * (1 - g.p_escape)
        last = turn == g.failures
        if not last:
            free, held = free + held * (1 - g.p_keep), held * g.p_keep
            odds.successes += held if g.own_turn else 0
            if turn == g.strikes_needed:
                odds.dropped, held = held, Fraction(0)
        odds.free.append(free)
        odds.knocked_out.append(held if last else Fraction(0))
    return odds


# Steps.


class Held(NamedTuple):
    """The state: the contest being rolled, whether the hold lasts, the grappler's successes, and the end."""

    first: int = 0
    result: str = ""
    held: bool = False
    successes: int = 0
    end: str = ""


def hold_steps(g: Grip, strategy: str) -> Iterable[Step[Held]]:
    """Every turn of the hold."""
    for turn in range(1, g.failures + 1):
        yield from by(f"Turn {turn}", escape_steps(g))
        if turn == g.failures:
            yield settle(
                "Unconscious", lambda x: x._replace(held=False, end=KNOCKED_OUT), rule="S2-TACKLE-05", when=_held
            )
        else:
            yield from by(f"Turn {turn}", own_turn_steps(g, strategy))


def _held(x: Held) -> bool:
    return x.held


def escape_steps(g: Grip) -> tuple[Step[Any], ...]:
    """One escape attempt."""
    return _while_held(
        contest_steps(*g.escape, ("Escape", "Grappler"), rule="S2-TACKLE-04"),
        lambda x: _freed(x) if x.result == HIGHER else x._replace(result=""),
    )


def own_turn_steps(g: Grip, strategy: str) -> tuple[Step[Any], ...]:
    """The grappler's turn; the strategy Hold needs no roll."""
    if g.own_turn is None:
        return ()
    labels = ("Strike", "Dodge") if strategy == STRIKE else ("For the item", "The one held")
    return _while_held(
        contest_steps(*g.own_turn, labels, rule="S2-TACKLE-07", second_rule="S2-TACKLE-08"),
        lambda x: _won(g, x) if x.result == HIGHER else _freed(x),
    )


def _while_held(contest: tuple[Step[Any], Step[Any]], after: Any) -> tuple[Step[Any], ...]:
    """A contest of the hold and its consequence in one step, so that the state keeps no roll."""
    first, second = contest
    change = second.change
    return (
        replace(first, when=_held),
        replace(second, when=_held, change=lambda x, met: after(change(x, met))),
    )


def _freed(x: Held) -> Held:
    return x._replace(result="", held=False, end=FREE)


def _won(g: Grip, x: Held) -> Held:
    now = x._replace(result="", successes=x.successes + 1)
    return now._replace(held=False, end=DROPPED) if now.successes == g.strikes_needed else now
