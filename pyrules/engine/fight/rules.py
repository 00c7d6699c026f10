"""What a game declares of its fights: tracks, budget, order, handlers, and hooks in the book's order."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from .durations import Moment, expire
from .replay import Entry, Handlers, by_do, end_of, play, refuse_impossible, replay
from .state import COMING, DONE, NOW, ROUND_END, TURN_END, TURN_START, Held, State

S = TypeVar("S", bound=State[Any])
E = TypeVar("E")
I = TypeVar("I")  # noqa: E741 - the inputs' class

Handler = Callable[[S, str, E], S]
"""What an event of a combatant changes: the state, the combatant's id and the event give the new state."""

Hook = Callable[[S, Moment], S]
"""What happens at a moment."""


MOST_IDLE_ROUNDS = 100
"""The most rounds that go by at once while nobody has a turn."""

ME = "me"
"""The id of the only combatant of a tracker of one."""


def me(state: State[Any], event: object) -> str:
    """The only combatant."""
    return ME


def brings(*conditions: str) -> Callable[[S, str, object], S]:
    """An event after which a combatant holds these conditions."""
    return lambda state, who, event: state.hold(*(Held(who, one) for one in conditions))


def ends(*conditions: str) -> Callable[[S, str, object], S]:
    """An event after which a combatant no longer holds these conditions."""
    return lambda state, who, event: state.free(who, *conditions)


@dataclass(frozen=True, kw_only=True)
class Fight(Generic[S, E]):
    """The fights of a game.

    - `handlers` has the handler of each kind of event; `kind` gives the kind of an event, `actor` its combatant.
    - `tracks` are the names of the combatants' tracks. `budget` gives what a combatant has at the start of a round.
    - `passed_over` are the conditions whose holders have no turn. If all combatants hold one of `out`, no further round
      begins.
    - `most_rounds` is the round after which no further one begins.
    - `turn_start`, `turn_end` and `round_end` are the hooks in the book's order; `expire` is the one that ends
      conditions.
    """

    handlers: Mapping[str, Handler[S, E]]
    kind: Callable[[E], str] = by_do
    actor: Callable[[S, E], str] = me
    tracks: tuple[str, ...] = ()
    budget: Callable[[S, str], Mapping[str, Any]] = lambda state, who: {}
    passed_over: frozenset[str] = frozenset()
    out: frozenset[str] = frozenset()
    most_rounds: float = math.inf
    turn_start: tuple[Hook[S], ...] = field(default=(expire,))
    turn_end: tuple[Hook[S], ...] = field(default=(expire,))
    round_end: tuple[Hook[S], ...] = field(default=(expire,))

    def play(self, state: S, event: E) -> Entry[S, E]:
        """One event on a state."""
        return play(state, event, self._by_kind, self.kind)

    def replay(self, start: S, events: Iterable[E]) -> tuple[Entry[S, E], ...]:
        """All events over a start, in order."""
        return replay(start, events, self._by_kind, self.kind)

    @cached_property
    def _by_kind(self) -> Handlers[S, E]:
        return {name: self._of_actor(handler) for name, handler in self.handlers.items()}

    def _of_actor(self, handler: Handler[S, E]) -> Callable[[S, E], S]:
        return lambda state, event: handler(state, self.actor(state, event), event)

    # Turns and rounds.

    def acting(self, state: S) -> tuple[str, ...]:
        """The combatants whose turn it is: those of the first place whose turn is not over."""
        passed_over = state.holders(*self.passed_over)
        for place in state.order:
            if due := tuple(c.id for c in place if c.turn != DONE and c.id not in passed_over):
                return due
        return ()

    def settle(self, state: S) -> S:
        """The state at the next turn: a new round if all turns are over, and the starts of the turns that come."""
        idle = 0
        while not (acting := self.acting(state)):
            is_over = idle == MOST_IDLE_ROUNDS or state.round >= self.most_rounds
            if is_over or all(self._out(state, c.id) for c in state.combatants):
                return state
            state, idle = self.next_round(state), idle + 1
        coming = tuple(who for who in acting if state[who].turn == COMING)
        state = state.put(*(state[who].change(turn=NOW) for who in coming))
        return self._pass(state, self.turn_start, Moment(TURN_START, state.round, coming)) if coming else state

    def _out(self, state: S, who: str) -> bool:
        """Whether a combatant has no turn, however many rounds go by."""
        return any(held.id in self.out or (held.id in self.passed_over and not held.ends) for held in state.of(who))

    def end_turn(self, state: S, who: tuple[str, ...]) -> S:
        """The state after the turns of these combatants."""
        state = state.put(*(state[one].change(turn=DONE) for one in who))
        return self._pass(state, self.turn_end, Moment(TURN_END, state.round, who))

    def next_round(self, state: S) -> S:
        """The state after the end of the round and the start of the next one."""
        state = self._pass(state, self.round_end, Moment(ROUND_END, state.round))
        return self.begin_round(replace(state, round=state.round + 1))

    def begin_round(self, state: S) -> S:
        """The state as a round begins: nobody has acted, and everybody has the budget of the round."""
        return state.put(*(c.change(turn=COMING, did=(), **self.budget(state, c.id)) for c in state.combatants))

    def _pass(self, state: S, hooks: tuple[Hook[S], ...], moment: Moment) -> S:
        for hook in hooks:
            state = hook(state, moment)
        return state


@dataclass(frozen=True)
class Tracker(Generic[I, S, E]):
    """A calculator's view of a fight: `start` gives the state before any event, `events` names the list of events."""

    fight: Fight[S, E]
    start: Callable[[I], S]
    events: str = "events"

    def play(self, inputs: I) -> tuple[tuple[Entry[S, E], ...], S]:
        """Every event of the inputs in order, and the state after all of them."""
        entries = self.fight.replay(start := self.start(inputs), getattr(inputs, self.events))
        return entries, end_of(start, entries)

    def check(self, inputs: I) -> None:
        """Raises `InvalidInput` for the first impossible event."""
        refuse_impossible(self.play(inputs)[0], self.events)
