"""What a game declares for its fight page: acts, budget, facts between two, order, and what follows from events.

What follows is decided when an event is recorded, and stored with it. A replay applies only what is stored, so a later
version of the rules changes no past fight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..answer import Answer
from ..calculator import Calculator
from ..errors import NOT_ALLOWED, DeclarationError, InvalidInput, UnknownName
from ..inputs import Option, abbreviate
from ..procedure import counted
from ..sheet.conditions import ACT
from ..sheet.sheet import Sheet
from ..sheet.values import Values
from .acts import ALLY, ANYBODY, SELF, FightAct, Here
from .events import CHANGES, Event, read_event
from .fighters import Fighter, FightState, pools_of, unchanged, values_of
from .handlers import fight_of
from .known import KnownValues
from .losses import losses
from .orders import Declaration, OrderMode
from .plans import refuse_no_plans
from .replay import Entry, end_of
from .rules import Fight

if TYPE_CHECKING:
    from .foes import Foes

_MOST_ANSWERS = 500
_MOST_LINKS = 10
"""The most times that something follows from what has followed."""


class BudgetPart(NamedTuple):
    """A part of a turn: its name, its label in lower case, and how many a fighter has each round."""

    name: str
    label: str
    number: Callable[[Values], int]


class Fact(NamedTuple):
    """A fact between two fighters.

    The rows of the table of facts give its label and effects. `label` says it of `{who}` toward `{to}`, with its
    `{number}` if it counts something. `gives` are the
    conditions that its holder has, `gives_other` those of the other. `both_ways`: it holds for both at once. `counts`
    asks for the number of a fact that a player sets by hand; a fact without it has none. A fighter's line has the facts
    that are set by hand, and those that are `listed`.
    """

    id: str
    label: str
    gives: tuple[str, ...] = ()
    gives_other: tuple[str, ...] = ()
    both_ways: bool = False
    by_hand: bool = True
    listed: bool = False
    counts: str = ""


class Due(NamedTuple):
    """Something that the rules ask for now: a sentence, and the act that does it, if it is one.

    `chooses`: the act is chosen in the panel of `to` instead of rolled at once. `deadly`: somebody dies of it,
    or may be saved now; pages show it first. `instead` are others who may do it in place of `who`.
    """

    text: str
    act: str = ""
    who: str = ""
    to: str = ""
    rule: str = ""
    chooses: bool = False
    deadly: bool = False
    instead: tuple[str, ...] = ()


def _nothing_due(rules: FightRules, state: FightState, table: Mapping[str, Any]) -> Iterable[Due]:
    return ()


def _nothing_follows(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterable[Event]:
    return ()


def _no_words(state: FightState, fighter: Fighter) -> str:
    return ""


def _no_drop(here: Here, act: FightAct, answer: Answer) -> Fraction | None:
    return None


@dataclass(frozen=True, kw_only=True)
class FightRules:
    """The fights of one game.

    - `track` is the pool that the list shows as a bar; `tracks_of` gives the holders of a condition another one, which
      decides their fights. `down` are the conditions of a fighter who is out of the fight,
      `skipped` those of a fighter who has no turn while they last, `out_of_turn` those of one who acts at any time.
    - `in_danger` are the conditions of `down` for whose holders time runs although the condition has no end.
    - `bookkeeping` are the conditions and facts that only the rules count. The players' view shows none of them, and
      the log does not say that one has ended by itself. `silent_ends` are those that everybody sees, and whose end
      the log leaves out as well.
    - `common` are the conditions that players set most by hand; the panel of a fighter shows them first.
    - `budget` are the parts of a turn.
    - `as_it_stands` gives the inputs of a fighter's sheet with what the fight has changed of them besides tracks and
      conditions, such as what is in hand.
    - `acts` are what fighters do, in the order of the page. `plans` compare ways to spend what is left of a turn
      (module `plans`).
    - `facts` are the facts between two fighters.
    - `modes` are the ways to roll the order; without one, the table brings its fighters in order.
    - `setup` are the ids of the acts that are settled with the order, such as an ambush; no fighter's panel has them.
    - `declares` is how fighters say what they will do in a round, in a game that asks for it.
    - `acts_at` says beside a fighter's name at what the fighter acts; empty where the order needs no words.
    - `follows` gives the changes that follow from an event; they are stored with it. `due` is what is asked for now.
    - `drops` gives the chance that an act puts its target down, which `drops_label` says in a word.
    - `editable` are the names of the sheet's values that are quickly changed for one fighter.
    - `write_back` are the conditions that go back to a character after the fight, besides the pools.
    - `hits` are the words with which the outcome of a successful attack begins, for the luck of a side.
    - `round_seconds` is how long a round lasts, by which long conditions are said in minutes; 0 says them in rounds.
    - `samples` are the samples by which links to fights are short (`handover/text.py`); a released one never changes.
    """

    sheet: Sheet
    find: Callable[[str], Calculator[Any]]
    track: str
    tracks_of: Mapping[str, str] = field(default_factory=dict)
    down: frozenset[str]
    skipped: frozenset[str] = frozenset()
    out_of_turn: frozenset[str] = frozenset()
    in_danger: frozenset[str] = frozenset()
    bookkeeping: frozenset[str] = frozenset()
    silent_ends: frozenset[str] = frozenset()
    common: tuple[str, ...] = ()
    budget: tuple[BudgetPart, ...]
    acts: tuple[FightAct, ...]
    plans: tuple[FightAct, ...] = ()
    as_it_stands: Callable[[FightState, str, Any], Any] = unchanged
    facts: tuple[Fact, ...] = ()
    modes: tuple[OrderMode, ...] = ()
    declares: Declaration | None = None
    setup: tuple[str, ...] = ()
    foes: Foes
    sides: tuple[Option, ...] = (Option("party", "Party"), Option("foes", "Foes"))
    follows: Callable[[FightRules, FightState, FightState, Event, Mapping[str, Any]], Iterable[Event]] = (
        _nothing_follows
    )
    acts_at: Callable[[FightState, Fighter], str] = _no_words
    due: Callable[[FightRules, FightState, Mapping[str, Any]], Iterable[Due]] = _nothing_due
    drops: Callable[[Here, FightAct, Answer], Fraction | None] = _no_drop
    editable: tuple[str, ...] = ()
    drops_label: str = "drops"
    write_back: frozenset[str] = frozenset()
    hits: tuple[str, ...] = ()
    round_seconds: int = 0
    samples: tuple[str, ...] = ()
    _answers: dict[tuple[str, Any], Answer] = field(default_factory=dict, repr=False, compare=False)
    _known: KnownValues = field(default_factory=KnownValues, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raises `DeclarationError` for a condition or fact that the game's tables do not have, or a wrong plan.

        Raises `UnknownName` for an act that is not among the game's.
        """
        refuse_no_plans(self.plans)
        for one in (*self.setup, *((self.declares.act,) if self.declares else ())):
            self.act(one)
        named = {*self.tracks_of, *self.down, *self.skipped, *self.out_of_turn, *self.common, *self.write_back}
        named |= self.bookkeeping | self.silent_ends | self.in_danger
        named |= {self.declares.held} if self.declares else set()
        named |= {fact.id for fact in self.facts}
        for one in sorted(named):
            if not self.sheet.conditions.knows(one):
                raise DeclarationError(f"A fight must name conditions and facts of the game's tables; got {one!r}.")

    # Replays

    @cached_property
    def fight(self) -> Fight[FightState, Event]:
        """The fold of the events."""
        alone = {option.id for option in self.sheet.conditions.options}
        between = frozenset(fact.id for fact in self.facts if "{to}" in fact.label and fact.id not in alone)
        return fight_of(self.sheet, self.budget_of, self.down, self.skipped, between)

    def budget_of(self, state: FightState, who: str) -> Mapping[str, int]:
        """What a fighter has at the start of a round."""
        values = self.values(state, who)
        return {part.name: part.number(values) for part in self.budget}

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

    # Values

    def values(self, state: FightState, who: str, to: str = "", table: Mapping[str, Any] | None = None) -> Values:
        """The values of a fighter now, with the facts toward `to` and the conditions that facts give."""
        return self._known.of(state, (who, to), table or {}, lambda: self._values(state, who, to, table))

    def _values(self, state: FightState, who: str, to: str, table: Mapping[str, Any] | None) -> Values:
        also, counts = self._also(state, who, to), self._counts(state, who, to)
        return values_of(self.sheet, state, who, also, table, counts=counts, as_it_stands=self.as_it_stands)

    def joined_values(self, fighter: Fighter) -> Values:
        """The values of a fighter as the sheet was when it joined."""
        return Values(self.sheet, fighter.given.held)

    def _also(self, state: FightState, who: str, to: str) -> tuple[str, ...]:
        facts = [h for h in state.held if h.id in self._facts and who in (h.who, h.to)]
        toward = [h.id for h in facts if to and (h.to == to or (h.who == to and self._facts[h.id].both_ways))]
        given = [one for h in facts for one in self._given(h.id, h.who == who, h.to == who)]
        return tuple(dict.fromkeys((*toward, *given)))

    def _counts(self, state: FightState, who: str, to: str) -> Mapping[str, int]:
        """The sum of the numbers of each fact that a fighter holds, alone or toward `to`."""
        counts: dict[str, int] = {}
        for held in state.of(who):
            if held.id in self._facts and held.to in ("", to):
                counts[held.id] = counts.get(held.id, 0) + held.number
        return counts

    def _given(self, fact: str, holds: bool, is_other: bool) -> tuple[str, ...]:
        one = self._facts[fact]
        mine = one.gives if holds else ()
        return (*mine, *one.gives_other) if is_other else mine

    @cached_property
    def _facts(self) -> dict[str, Fact]:
        return {fact.id: fact for fact in self.facts}

    def fact(self, fact_id: str) -> Fact | None:
        """The fact with this id; None if it is a condition."""
        return self._facts.get(fact_id)

    def ends_silently(self, condition: str) -> bool:
        """Whether the log leaves out that this has ended by itself, as it does for what was declared for a round."""
        silent = self.bookkeeping | self.silent_ends
        return condition in silent or bool(self.declares and condition == self.declares.held)

    def is_down(self, state: FightState, who: str) -> bool:
        """Whether a fighter is out of the fight."""
        return state.holds(who, *self.down)

    def is_unable(self, state: FightState, who: str) -> bool:
        """Whether a fighter is out of the fight, or holds a condition that bars every act, such as a stun."""
        known = self.sheet.conditions
        held = [one.id for one in state.of(who) if not one.to and known.knows(one.id)]
        return self.is_down(state, who) or bool(known.barred(held, ACT))

    def track_of(self, state: FightState, who: str) -> str:
        """The pool that decides the fight of a fighter."""
        return next((track for one, track in self.tracks_of.items() if state.holds(who, one)), self.track)

    def calculator(self, slug: str) -> Calculator[Any]:
        """The calculator with this slug."""
        return self.find(f"{self.sheet.game_id}.{slug}")

    def answer(self, calculator: Calculator[Any], inputs: Any) -> Answer:
        """The answer of a calculator, computed once for equal inputs."""
        key = (calculator.id, inputs)
        if key not in self._answers:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            self._answers[key] = calculator.answer(inputs)
        return self._answers[key]

    # Acts

    def act(self, act_id: object) -> FightAct:
        """The act with this id; raises `UnknownName`."""
        for act in self.acts:
            if act.id == act_id:
                return act
        known = ", ".join(act.id for act in self.acts)
        raise UnknownName(f"There is no act {abbreviate(act_id)!r}; there are: {known}.")

    def act_label(self, act: FightAct, here: Here) -> str:
        """The label of an act, with its weapon."""
        return f"{act.label}: {here.weapon['name'] or 'weapon'}" if act.per_weapon and here.weapon else act.label

    def budget_label(self, name: str) -> str:
        """What players call a part of a turn."""
        return next((part.label for part in self.budget if part.name == name), name)

    def cost_text(self, state: FightState, who: str, name: str, cost: int) -> str:
        """What something takes of a part of a turn: "2 Actions", or the label alone if there is only one."""
        label = self.budget_label(name)
        return label if max(cost, self.budget_of(state, who).get(name, 0)) < 2 else counted(cost, label)

    def spent_text(self, state: FightState, who: str, name: str, cost: int) -> str:
        """What is spent of a part of a turn, and of several what is left: "1 action spent, 1 left"."""
        text = self.cost_text(state, who, name, cost)
        if text == self.budget_label(name):
            return f"{text} spent"
        return f"{text} spent, {max(0, state[who].budget.get(name, 0) - cost)} left"

    def offered(self, here: Here) -> list[tuple[FightAct, Here]]:
        """The acts that are offered against the target of `here`, or without one: each with its weapon."""
        return self._offered(self.acts, here)

    def planned(self, here: Here) -> list[tuple[FightAct, Here]]:
        """The plans that are offered against the target of `here`: each with its weapon."""
        return self._offered(self.plans, here)

    def _offered(self, acts: Iterable[FightAct], here: Here) -> list[tuple[FightAct, Here]]:
        unarmed, armed = (replace(here, weapon_at=None),), self._armed(here)
        return [
            (act, one)
            for act in acts
            if _is_for(act, here)
            for one in (armed if act.per_weapon else unarmed)
            if act.offered(one)
        ]

    def checked(self, act: FightAct, here: Here) -> Here:
        """The situation in which an act is offered, with a weapon only if it needs one.

        Raises `InvalidInput` if the act is not offered to the actor against the target.
        """
        one = here if act.per_weapon else replace(here, weapon_at=None)
        armed = one.weapon is not None or not act.per_weapon
        if not (_is_for(act, one) and armed and act.offered(one)):
            text = f"{here.actor.name} has no use for this now: {act.label}."
            raise InvalidInput("act", NOT_ALLOWED, act.id, text)
        return one

    def _armed(self, here: Here) -> tuple[Here, ...]:
        return tuple(replace(here, weapon_at=index) for index, _ in enumerate(here.me.weapons()))


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


def _is_for(act: FightAct, here: Here) -> bool:
    if act.at == SELF:
        return not here.to
    if not here.to or here.to == here.who:
        return False
    return act.at == ANYBODY or (act.at == ALLY) == (here.actor.side == here.target.side)
