"""What a game declares for its fight page besides fighters and acts: the order, and what follows from events.

What follows is decided when an event is recorded, and stored with it. A replay applies only what is stored, so a later
version of the rules changes no past fight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import DeclarationError
from .acts import ActRules
from .declared import Due
from .events import CHANGES, Event, read_event
from .fighters import Fighter, FightState, pools_of
from .losses import losses
from .orders import Declaration, OrderMode
from .plans import refuse_no_plans
from .replay import Entry, end_of

if TYPE_CHECKING:
    from .foes import Foes

_MOST_LINKS = 10
"""The most times that something follows from what has followed."""


def _nothing_due(rules: FightRules, state: FightState, table: Mapping[str, Any]) -> Iterable[Due]:
    return ()


def _nothing_follows(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterable[Event]:
    return ()


def _no_words(state: FightState, fighter: Fighter) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class FightRules(ActRules):
    """The fights of one game; `ActRules` and `FighterRules` have the acts and what belongs to fighters.

    - `in_danger` are the conditions of `down` for whose holders time runs although the condition has no end.
    - `fatal` are the conditions whose end is death.
    - `bookkeeping` are the conditions and facts that only the rules count. The players' view shows none of them, and
      the log does not say that one has ended by itself. `silent_ends` are those that everybody sees, and whose end
      the log leaves out as well.
    - `common` are the conditions that players set most by hand; the panel of a fighter shows them first.
    - `modes` are the ways to roll the order; without one, the table brings its fighters in order.
    - `setup` are the ids of the acts that are settled with the order, such as an ambush; no fighter's panel has them.
    - `declares` is how fighters say what they will do in a round, in a game that asks for it.
    - `acts_at` says beside a fighter's name at what the fighter acts; empty where the order needs no words.
    - `follows` gives the changes that follow from an event; they are stored with it. `due` is what is asked for now.
    - `editable` are the names of the sheet's values that are quickly changed for one fighter.
    - `write_back` are the conditions that go back to a character after the fight, besides the pools.
    - `hits` are the words with which the outcome of a successful attack begins, for the luck of a side.
    - `round_seconds` is how long a round lasts, by which long conditions are said in minutes; 0 says them in rounds.
    - `samples` are the samples by which links to fights are short (`handover/text.py`); a released one never changes.
    """

    in_danger: frozenset[str] = frozenset()
    fatal: frozenset[str] = frozenset()
    bookkeeping: frozenset[str] = frozenset()
    silent_ends: frozenset[str] = frozenset()
    common: tuple[str, ...] = ()
    modes: tuple[OrderMode, ...] = ()
    declares: Declaration | None = None
    setup: tuple[str, ...] = ()
    foes: Foes
    follows: Callable[[FightRules, FightState, FightState, Event, Mapping[str, Any]], Iterable[Event]] = (
        _nothing_follows
    )
    acts_at: Callable[[FightState, Fighter], str] = _no_words
    due: Callable[[FightRules, FightState, Mapping[str, Any]], Iterable[Due]] = _nothing_due
    editable: tuple[str, ...] = ()
    write_back: frozenset[str] = frozenset()
    hits: tuple[str, ...] = ()
    round_seconds: int = 0
    samples: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises `DeclarationError` for a condition or fact that the game's tables do not have, or a wrong plan.

        Raises `UnknownName` for an act that is not among the game's.
        """
        refuse_no_plans(self.plans)
        for one in (*self.setup, *((self.declares.act,) if self.declares else ())):
            self.act(one)
        named = {*self.tracks_of, *self.down, *self.skipped, *self.out_of_turn, *self.common, *self.write_back}
        named |= self.bookkeeping | self.silent_ends | self.in_danger | self.fatal
        named |= {self.declares.held} if self.declares else set()
        named |= {fact.id for fact in self.facts}
        for one in sorted(named):
            if not self.sheet.conditions.knows(one):
                raise DeclarationError(f"A fight must name conditions and facts of the game's tables; got {one!r}.")

    # Replays

    def replay(self, events: Sequence[Event]) -> tuple[Entry[FightState, Event], ...]:
        """All events over an empty fight."""
        return self.fight.replay(FightState(), events)

    def state(self, events: Sequence[Event]) -> FightState:
        """The fight after all events."""
        return end_of(FightState(), self.replay(events))

    def recorded(self, state: FightState, given: Any, table: Mapping[str, Any] | None = None) -> Event:
        """A new event as it is stored: with the changes that follow from it by the rules and the table rules.

        What follows may bring more with it, such as a round that ends because the last one who acts falls. Raises
        `InvalidInput` for an event that cannot be read, or could not be read again with all its changes. An event that
        is refused is returned as it is.
        """
        event, before = read_event(given), state
        entry = self.fight.play(state, event)
        for _ in range(_MOST_LINKS):
            follows = () if entry.refused else tuple(self._followed(before, entry.after, event, table or {}))
            if not follows:
                break
            event, before = _with_changes(event, follows), entry.after
            entry = self.fight.play(state, event)
        return read_event((event if entry.refused else _with_pools(event, entry.after)).to_json())

    def _followed(
        self, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
    ) -> Iterator[Event]:
        """What is lost with a fall, then what follows by the game's rules."""
        yield from losses(self, before, after)
        yield from self.follows(self, before, after, event, table)

    def ends_silently(self, condition: str) -> bool:
        """Whether the log leaves out that this has ended by itself, as it does for what was declared for a round."""
        silent = self.bookkeeping | self.silent_ends
        return condition in silent or bool(self.declares and condition == self.declares.held)


def _with_pools(event: Event, after: FightState) -> Event:
    """An event that sets the pools of fighters, with their values as the rules give them now."""
    if event.do == "join":
        there = [{**one, "pools": pools_of(after[one["id"]])} for one in event.get("fighters")]
        return event._replace(fields={**event.fields, "fighters": there})
    if event.do == "edit" and event.get("own"):
        return event._replace(fields={**event.fields, "pools": pools_of(after[event.who])})
    return event


def _with_changes(event: Event, follows: tuple[Event, ...]) -> Event:
    if event.do in CHANGES:
        return Event("change", event.who, {}, (event, *follows))
    return event._replace(then=(*event.then, *follows))
