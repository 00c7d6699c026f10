"""Durations: when a condition ends, what ends at a moment, and in which order.

A combatant has one turn a round, so the n-th turn is the turn of round n. A turn that does not come ends with its
round.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from .state import ROUND_END, TURN_END, TURN_START, USES, End, Ending, Held, State

S = TypeVar("S", bound=State[Any])


class Moment(NamedTuple):
    """The start or end of the turns of `who` in a round, or the end of a round."""

    at: str
    round: int
    who: tuple[str, ...] = ()


def turn_start(whose: str, number: int) -> End:
    """Ends as the turn of `whose` in this round begins."""
    return End(TURN_START, number, whose)


def turn_end(whose: str, number: int) -> End:
    """Ends with the turn of `whose` in this round."""
    return End(TURN_END, number, whose)


def round_end(number: int) -> End:
    """Ends with this round."""
    return End(ROUND_END, number)


def uses(number: int = 1) -> End:
    """Ends after so many uses."""
    return End(USES, number)


def ended(state: State[Any], moment: Moment) -> tuple[Held, ...]:
    """What ends at a moment, in the order in which it began."""
    return tuple(held for held in state.held if any(_comes(end, moment) for end in held.ends))


def _comes(end: End, moment: Moment) -> bool:
    if end.at == USES or end.number > moment.round:
        return False
    return moment.at == ROUND_END or (end.at == moment.at and end.whose in moment.who)


def expire(state: S, moment: Moment) -> S:
    """The state after a moment: what ends is gone, and stands among all that has ended."""
    return _end(state, ended(state, moment), moment.at)


def used(state: S, who: str, conditions: Collection[str]) -> S:
    """The state after one use of a combatant's conditions; those without a use left end."""
    found = [h for h in state.of(who) if h.id in conditions and _uses_left(h)]
    state = _end(state, tuple(h for h in found if _uses_left(h) == 1), USES)
    return state.hold(*(_used_once(h) for h in found if _uses_left(h) > 1))


def _uses_left(held: Held) -> int:
    return next((end.number for end in held.ends if end.at == USES), 0)


def _used_once(held: Held) -> Held:
    ends = (end._replace(number=end.number - 1) if end.at == USES else end for end in held.ends)
    return held._replace(ends=tuple(ends))


def _end(state: S, gone: tuple[Held, ...], at: str) -> S:
    if not gone:
        return state
    endings = (Ending(held, at, state.round) for held in gone)
    return replace(state.without(*gone), ended=(*state.ended, *endings))


def newly_ended(before: State[Any], after: State[Any]) -> tuple[Ending, ...]:
    """What has ended between two states of a replay."""
    return after.ended[len(before.ended) :]


def take_back(state: S, ending: Ending) -> S:
    """The state in which a condition that has ended holds again, to be ended by hand."""
    return state.hold(ending.held._replace(ends=()))


def rounds_left(state: State[Any], held: Held) -> int | None:
    """The rounds until a condition ends; None if it ends by hand or by its uses alone."""
    return min((end.number - state.round for end in held.ends if end.at != USES), default=None)
