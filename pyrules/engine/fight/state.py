"""The state of a fight: combatants, the conditions that they hold, and the facts between two of them.

All values are frozen: a change gives a new value. A game adds its own numbers to `Combatant` and `State`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar

COMING, NOW, DONE = "coming", "now", "done"
"""Where the turn of a combatant is in this round: it has not come, it has come, or it is over."""

LONGEST_PLACE = 4
"""The most numbers of a place in the order."""

TURN_START, TURN_END, ROUND_END, USES = "turn_start", "turn_end", "round_end", "uses"


class End(NamedTuple):
    """One end of a condition; `durations.py` makes them.

    `at` is `TURN_START` or `TURN_END` with the turn of `whose` in round `number`, `ROUND_END` with the round, or `USES`
    with the number of uses left.
    """

    at: str
    number: int
    whose: str = ""


class Held(NamedTuple):
    """A condition that a combatant holds, or a fact between two combatants.

    - `who` holds it; `to` is the other combatant of a fact (who is aimed at, held, screened), or empty.
    - `source` is the combatant it comes from.
    - `ends` are its ends, of which the first counts; without an end it is ended by hand.
    - `number` counts what it counts: steps, levels, rounds of aim. `note` is what players call it, or remember.
    """

    who: str
    id: str
    to: str = ""
    source: str = ""
    ends: tuple[End, ...] = ()
    number: int = 1
    note: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What it is: a new condition or fact replaces the old one with this key."""
        return self.who, self.id, self.to, self.note


class Ending(NamedTuple):
    """A condition that has ended by itself: at which kind of moment, and in which round."""

    held: Held
    at: str
    round: int


@dataclass(frozen=True, kw_only=True)
class Combatant:
    """Somebody in a fight; a game adds fields for its tracks, its budget and its counters.

    - `place` decides the order: the lowest acts first, and equal places act together.
    - `turn` says whether the turn of this round has come; `did` are the actions of this round.
    - `given` is what the character or foe supplies, and no event changes.
    """

    id: str
    name: str = ""
    side: str = ""
    place: tuple[int, ...] = ()
    turn: str = COMING
    did: tuple[str, ...] = ()
    given: Any = None

    def change(self, **values: Any) -> Self:
        """The combatant with other values."""
        return replace(self, **values)


C = TypeVar("C", bound=Combatant)


@dataclass(frozen=True, kw_only=True)
class State(Generic[C]):
    """A fight at one moment.

    `ended` are all conditions that have ended by themselves, in order. `given` is what the table has decided, and no
    event changes.
    """

    combatants: tuple[C, ...]
    given: Any = None
    round: int = 1
    held: tuple[Held, ...] = ()
    ended: tuple[Ending, ...] = ()

    def __getitem__(self, who: str) -> C:
        """The combatant with this id."""
        return self._by_id[who]

    @cached_property
    def _by_id(self) -> dict[str, C]:
        return {c.id: c for c in self.combatants}

    def put(self, *changed: C) -> Self:
        """The fight with changed combatants."""
        new = {c.id: c for c in changed}
        return replace(self, combatants=tuple(new.get(c.id, c) for c in self.combatants))

    def change(self, who: str, **values: Any) -> Self:
        """The fight with other values of one combatant."""
        return self.put(self[who].change(**values))

    def join(self, combatant: C) -> Self:
        """The fight with one more combatant, who changes nothing of the others."""
        return replace(self, combatants=(*self.combatants, combatant))

    def leave(self, who: str) -> Self:
        """The fight without a combatant, and without the facts between this one and others."""
        left = tuple(c for c in self.combatants if c.id != who)
        return replace(self, combatants=left, held=tuple(h for h in self.held if who not in (h.who, h.to)))

    # Order.

    @cached_property
    def order(self) -> tuple[tuple[C, ...], ...]:
        """The combatants in order of their places; those of one place act together."""
        place = attrgetter("place")
        return tuple(tuple(equal) for _, equal in groupby(sorted(self.combatants, key=place), key=place))

    def ordered(self, names: Iterable[str]) -> Self:
        """The fight with these combatants in this order; all others keep their places."""
        return self.put(*(self[who].change(place=(index,)) for index, who in enumerate(names)))

    def place_before(self, who: str) -> tuple[int, ...]:
        """A place directly before that of a combatant; the same place if there is no room between."""
        places, after = sorted({c.place for c in self.combatants}), self[who].place
        before = places[places.index(after) - 1] if places[0] != after else ()
        next_one = (*before[:-1], before[-1] + 1) if before else after
        if next_one < after or not after:
            return next_one
        inside = (*before, after[len(before)] - 1 if after[: len(before)] == before else 0)
        return inside if len(inside) <= LONGEST_PLACE else after

    # Conditions and facts.

    def find(self, who: str, condition: str, to: str | None = None) -> Held | None:
        """The condition of a combatant, or the fact toward `to` (or toward anybody); None if it does not hold."""
        return next((h for h in self.of(who) if h.id == condition and to in (None, h.to)), None)

    def holds(self, who: str, *conditions: str) -> bool:
        """Whether a combatant holds one of these conditions."""
        return any(h.id in conditions for h in self.of(who))

    def holders(self, *conditions: str) -> frozenset[str]:
        """The combatants who hold one of these conditions."""
        return frozenset(h.who for h in self.held if h.id in conditions)

    def number(self, who: str, condition: str, to: str | None = None) -> int:
        """What a condition or fact counts; 0 if it does not hold."""
        found = self.find(who, condition, to)
        return found.number if found else 0

    def of(self, who: str) -> tuple[Held, ...]:
        """All that a combatant holds, in the order in which it began."""
        return self._held_by.get(who, ())

    @cached_property
    def _held_by(self) -> dict[str, tuple[Held, ...]]:
        found: dict[str, list[Held]] = {}
        for held in self.held:
            found.setdefault(held.who, []).append(held)
        return {who: tuple(some) for who, some in found.items()}

    def hold(self, *new: Held) -> Self:
        """The fight with conditions or facts, each of which replaces the same one."""
        replaced = {one.key for one in new}
        kept = tuple(h for h in self.held if h.key not in replaced)
        return replace(self, held=(*kept, *new))

    def count(self, held: Held, number: int) -> Self:
        """The fight with another number of a condition or fact, which is gone at 0."""
        counted = (h._replace(number=number) if h == held else h for h in self.held)
        return replace(self, held=tuple(h for h in counted if h.number or h != held._replace(number=0)))

    def without(self, *gone: Held) -> Self:
        """The fight without these conditions and facts, ended by hand."""
        return replace(self, held=tuple(h for h in self.held if h not in gone))

    def free(self, who: str, *conditions: str) -> Self:
        """The fight without these conditions of a combatant, ended by hand."""
        return self.without(*(h for h in self.of(who) if h.id in conditions))
