"""The hold after a tackle, turn by turn, the one held first: how it ends.

"Universal combat actions": Tackle.
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
"""Two rolls against each other: the first must be higher."""


@dataclass(frozen=True, slots=True)
class Grip:
    """A hold: the escape, what the grappler's own turn risks, and what ends it."""

    escape: Pair
    own_turn: Pair | None
    failures: int
    strikes_needed: int | None

    @property
    def p_escape(self) -> Fraction:
        """The chance that one try frees (S2-TACKLE-04)."""
        return beats(*self.escape)

    @property
    def p_keep(self) -> Fraction:
        """The chance that the hold outlasts the grappler's own turn (S2-TACKLE-08)."""
        return beats(*self.own_turn) if self.own_turn else Fraction(1)


@dataclass(slots=True)
class HoldOdds:
    """How a hold goes that has begun: by turn of the one held, up to the turn of the grappler that follows."""

    knocked_out: list[Fraction] = field(default_factory=list)
    free: list[Fraction] = field(default_factory=list)
    dropped: Fraction = Fraction(0)
    successes: Fraction = Fraction(0)


def hold_odds(g: Grip) -> HoldOdds:
    """The chances, turn by turn. Whatever fails on the grappler's turn ends the hold, so that all before succeeded."""
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


# As steps.


class Held(NamedTuple):
    """The state: a contest while it is rolled, whether the hold is on, the successes of own turns, and the end."""

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
    """A try to escape."""
    return _while_held(
        contest_steps(*g.escape, ("Escape", "Grappler"), rule="S2-TACKLE-04"),
        lambda x: _freed(x) if x.result == HIGHER else x._replace(result=""),
    )


def own_turn_steps(g: Grip, strategy: str) -> tuple[Step[Any], ...]:
    """The grappler's own turn; only to hold on takes no roll."""
    if g.own_turn is None:
        return ()
    labels = ("Strike", "Dodge") if strategy == STRIKE else ("For the item", "The one held")
    return _while_held(
        contest_steps(*g.own_turn, labels, rule="S2-TACKLE-07", second_rule="S2-TACKLE-08"),
        lambda x: _won(g, x) if x.result == HIGHER else _freed(x),
    )


def _while_held(contest: tuple[Step[Any], Step[Any]], after: Any) -> tuple[Step[Any], ...]:
    """A contest of the hold, and what follows from it at once, so that nothing of it stays in the state."""
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
