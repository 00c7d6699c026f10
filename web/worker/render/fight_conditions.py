"""The conditions of a fighter as the page of a fight draws them, and the facts between two fighters."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from pyrules.engine.fight.declared import Fact
from pyrules.engine.fight.durations import round_end, turn_end, turn_start
from pyrules.engine.fight.events import hold
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import Fighter, FightState
from pyrules.engine.fight.state import End, Held
from pyrules.engine.inputs import OWN
from pyrules.engine.sheet.sheet import OWN_CONDITIONS

from .fight_words import names_of, said

if TYPE_CHECKING:
    from ..requests.fight_request import Asked

_AT_HAND = 8
"""The most conditions that a panel offers without a further tap."""


class Chip(NamedTuple):
    """A condition or fact: its id in the panel, its text, the event that ends or begins it, and whether it holds.

    `counts` asks for the number that a player gives to the fact that begins.
    """

    name: str
    text: str
    event: Any
    holds: bool = True
    counts: str = ""


class Short(NamedTuple):
    """What a fighter's line says of a condition; `ends_fight` if it puts its holder out of the fight."""

    text: str
    ends_fight: bool


def few(names: list[str]) -> str:
    """Names for a line of the list: more than two are counted."""
    return ", ".join(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} more"


class Conditions:
    """What the fighters of a fight hold, and what players can change of it by hand."""

    def __init__(self, at: Asked) -> None:
        self.at = at
        self.rules: FightRules = at.rules
        self.state: FightState = at.state
        self.who = at.who

    def in_short(self, fighter: Fighter) -> list[Short]:
        """What a fighter's line says: conditions, what holds toward whom, and what others' facts bring.

        What puts the fighter out of the fight comes first.
        """
        down = [said(self.rules, self.state, one) for one in self.state.of(fighter.id) if one.id in self.rules.down]
        others = [one for one in self._in_short(fighter) if one not in down]
        return [*(Short(one, True) for one in dict.fromkeys(down)), *(Short(one, False) for one in others)]

    def _in_short(self, fighter: Fighter) -> list[str]:
        told: dict[str, list[str]] = {}
        for held in self.state.held:
            fact = self.rules.fact(held.id) if held.to else None
            if fact is None:
                if held.who == fighter.id:
                    told.setdefault(said(self.rules, self.state, held), [])
            elif (fact.by_hand or fact.listed) and (
                held.who == fighter.id or (fact.both_ways and held.to == fighter.id)
            ):
                number = f" {held.number}" if fact.counts or (fact.listed and held.number > 1) else ""
                other = held.to if held.who == fighter.id else held.who
                told.setdefault(f"{self._label(held.id)}{number}", []).append(self.state[other].name)
            elif held.to == fighter.id:
                for one in fact.gives_other:
                    told.setdefault(self._label(one), []).append(self.state[held.who].name)
        return [f"{label}: {few(names)}" if names else label for label, names in told.items()]

    def _label(self, condition: str) -> str:
        return self.rules.sheet.conditions.label(condition)

    def chips(self, fighter: Fighter) -> list[Chip]:
        """The conditions of a fighter that one tap begins or ends, and the facts toward others that it ends."""
        hand = self._at_hand(fighter)
        held = [h for h in self.state.held if fighter.id in (h.who, h.to)]
        chips = [self._held_chip(one) for one in held if one.to or one.id not in hand]
        for condition, label in hand.items():
            mine = [self._held_chip(one) for one in held if one.id == condition and not one.to]
            begins = {"do": "hold", "who": fighter.id, "id": condition}
            chips += mine or [Chip(condition, label, begins, holds=False)]
        return chips

    def _held_chip(self, held: Held) -> Chip:
        name = f"{held.id}-{held.who}-{held.to}" if held.to else f"{held.id}{held.note}"
        event = {"do": "free", "who": held.who, "id": held.id, "to": held.to}
        return Chip(name, said(self.rules, self.state, held), event)

    def _at_hand(self, fighter: Fighter) -> dict[str, str]:
        """The conditions that a fighter most likely comes to hold: those of this fight and of the game."""
        known = dict(self._known(fighter))
        begun = Counter(
            one.get("id")
            for entry in self.at.entries
            for one in (entry.event, *entry.event.then)
            if one.do == "hold" and not one.get("to")
        )
        often = [one for one, _ in begun.most_common()]
        wanted = dict.fromkeys((*self.rules.common, *often, *(() if self.rules.common else known)))
        return {one: known[one] for one in [one for one in wanted if one in known][:_AT_HAND]}

    def _known(self, fighter: Fighter) -> list[tuple[str, str]]:
        own = getattr(fighter.given.held, OWN_CONDITIONS, ())
        known = [(option.id, option.label) for option in self.rules.sheet.conditions.options]
        return known + [(f"{OWN}.{index}", one.name) for index, one in enumerate(own)]

    def conditions(self, fighter: Fighter) -> list[tuple[str, str]]:
        """The conditions that a fighter can come to hold, with their labels."""
        return [(one, label) for one, label in self._known(fighter) if not self.state.holds(fighter.id, one)]

    def ends(self, fighter: Fighter) -> list[tuple[str, str]]:
        """The ends that a condition can be given by hand: a label, and JSON."""
        number = max(self.state.round, 1)
        mine = number + (fighter.turn != "coming")
        return [
            ("until ended by hand", "[]"),
            ("until the end of this round", _ends(round_end(number))),
            ("until the start of its next turn", _ends(turn_start(fighter.id, mine))),
            ("until the end of its next turn", _ends(turn_end(fighter.id, mine))),
        ]

    # Between two

    def facts(self, fighter: Fighter) -> list[tuple[str, list[Chip]]]:
        """The facts between the fighter who acts and this one that can be set by hand: of both, and of each of them."""
        if not self.who or self.who == fighter.id:
            return []
        mine, theirs = (self.who, fighter.id), (fighter.id, self.who)
        known = [fact for fact in self.rules.facts if fact.by_hand]
        groups = [
            ("Both", [self._fact(fact, *mine) for fact in known if fact.both_ways]),
            (self.state[self.who].name, [self._fact(fact, *mine) for fact in known if not fact.both_ways]),
            (fighter.name, [self._fact(fact, *theirs) for fact in known if not fact.both_ways]),
        ]
        return [(whose, chips) for whose, chips in groups if chips]

    def _fact(self, fact: Fact, who: str, to: str) -> Chip:
        found = self.state.find(who, fact.id, to)
        if found is None and fact.both_ways:
            found = self.state.find(to, fact.id, who)
        held = found or Held(who, fact.id, to)
        event = {"do": "free" if found else "hold", "who": held.who, "id": fact.id, "to": held.to}
        label = self._label(fact.id)
        number = f" {held.number}" if found and fact.counts else ""
        counts = fact.counts.format(**names_of(self.state, held)) if fact.counts and not found else ""
        return Chip(f"{fact.id}-{who}", f"{label}{number}", event, bool(found), counts)

    def between(self, fighter: Fighter) -> str:
        """What holds between the fighter who acts and this one, in a few words."""
        found = [held for held in self.state.held if held.to and {held.who, held.to} == {self.who, fighter.id}]
        return ", ".join(said(self.rules, self.state, held) for held in found)


def _ends(end: End) -> str:
    return json.dumps(hold(Held("", "", ends=(end,))).get("ends"), separators=(",", ":"))
