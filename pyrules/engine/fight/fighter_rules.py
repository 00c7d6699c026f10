"""What a game declares of the fighters of its fights, and their values as a fight stands.

`acts.py` adds what they do, `fight_rules.py` the order and what follows from events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..answer import Answer
from ..calculator import Calculator
from ..inputs import Option
from ..procedure import counted
from ..sheet.conditions import ACT
from ..sheet.sheet import Sheet
from ..sheet.values import Values
from .declared import BudgetPart, Fact
from .events import Event
from .fighters import Fighter, FightState, unchanged, values_of
from .handlers import fight_of
from .known import KnownValues
from .rules import Fight

_MOST_ANSWERS = 500


@dataclass(frozen=True, kw_only=True)
class FighterRules:
    """The fighters of one game.

    - `track` is the pool that the list shows as a bar; `tracks_of` gives the holders of a condition another one, which
      decides their fights. `down` are the conditions of a fighter who is out of the fight, `skipped` those of a fighter
      who has no turn while they last, `out_of_turn` those of one who acts at any time.
    - `budget` are the parts of a turn.
    - `as_it_stands` gives the inputs of a fighter's sheet with what the fight has changed of them besides tracks and
      conditions, such as what is in hand.
    - `facts` are the facts between two fighters. `sides` are those that fighters join.
    """

    sheet: Sheet
    find: Callable[[str], Calculator[Any]]
    track: str
    tracks_of: Mapping[str, str] = field(default_factory=dict)
    down: frozenset[str]
    skipped: frozenset[str] = frozenset()
    out_of_turn: frozenset[str] = frozenset()
    budget: tuple[BudgetPart, ...]
    as_it_stands: Callable[[FightState, str, Any], Any] = unchanged
    facts: tuple[Fact, ...] = ()
    sides: tuple[Option, ...] = (Option("party", "Party"), Option("foes", "Foes"))
    _answers: dict[tuple[str, Any], Answer] = field(default_factory=dict, repr=False, compare=False)
    _known: KnownValues = field(default_factory=KnownValues, init=False, repr=False, compare=False)

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

    def note_words(self, held_id: str, note: str) -> str:
        """The note of a condition or fact in words."""
        fact = self.fact(held_id)
        return fact.notes.get(note, note) if fact else note

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

    # Labels

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
