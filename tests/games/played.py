"""Fights as people play them: a party against foes of the table, attacks in turn, conditions, and numbers by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

import pyrules
from pyrules.engine.errors import InvalidInput
from pyrules.engine.fight.acts import Here
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import FightState
from pyrules.engine.fight.odds import roll, why_not
from pyrules.engine.inputs import OWN
from web.worker.requests.roll import likely

Json = dict[str, Any]

NAMES = ("Aldo Finch", "Mira of Low Water", "Tobin Ashgrove", "Sister Quill", "Jory", "Wen Talloway", "Bran", "Odile")


class Played:
    """A fight that grows event by event, as the page would store it."""

    def __init__(self, game: str, random: Random) -> None:
        self.rules: FightRules = pyrules.fight_rules(game)
        self.random = random
        self.state = FightState()
        self.events: list[Json] = []
        self._ids = iter(range(1, 1_000))

    def add(self, given: Json) -> bool:
        """Adds an event with what follows; false if it is refused."""
        event = self.rules.recorded(self.state, given)
        entry = self.rules.fight.play(self.state, event)
        if entry.refused:
            return False
        self.events.append(event.to_json())
        self.state = entry.after
        return True

    def join(self, pairs: Any, side: str, names: list[str], **more: Any) -> None:
        """Fighters with one sheet come in."""
        fighters = [{"id": f"f{next(self._ids)}", "name": name} for name in names]
        sheet = [[key, text] for key, text in pairs]
        schema = self.rules.sheet.schema
        self.add({"do": "join", "schema": schema, "sheet": sheet, "fighters": fighters, **more, "side": side})

    def party(self, number: int) -> None:
        """Characters: the ready-made ones, and others with their own names and some other numbers."""
        examples = self.rules.sheet.examples
        for at, name in enumerate(self.random.sample(NAMES, number)):
            data = dict(examples[at % len(examples)].data)
            pairs = [list(pair) for pair in self.rules.sheet.to_pairs(self.rules.sheet.parse(data))]
            if at >= len(examples):
                pairs = [pair for pair in self._changed(pairs, name) if pair[0] != "notes"]
            name = dict(map(tuple, pairs))["name"]
            self.join(pairs, "party", [name], character=str(UUID(int=self.random.getrandbits(128), version=4)))

    def _changed(self, pairs: list[list[str]], name: str) -> Iterator[list[str]]:
        for key, text in pairs:
            other = text.isdecimal() and self.random.random() < 0.3
            yield [
                key,
                name if key == "name" else str(max(1, int(text) + self.random.choice([-1, 1]))) if other else text,
            ]

    def foes(self, *counts: int) -> None:
        """So many foes of each of a few kinds."""
        foes = self.rules.foes
        for kind, count in zip(self.random.sample(foes.rows, len(counts)), counts, strict=True):
            weapon = self.random.choice(foes.weapons).id if kind.bears_weapon else ""
            names = [f"{kind.label} {n}" for n in range(1, count + 1)] if count > 1 else [kind.label]
            self.join(foes.pairs(kind.id, weapon), "foes", names)

    def order(self) -> None:
        """An order in the first way of the game."""
        if not self.rules.modes:
            return
        mode = self.rules.modes[-1]
        rolled = mode.roll(self.rules, self.state, self._die, {})
        places = {who: list(place) for who, place in rolled.places.items()}
        self.add({"do": "order", "mode": mode.id, "places": places, "text": ". ".join(rolled.lines)[:400]})

    def _die(self, sides: int) -> int:
        return self.random.randint(1, sides)

    def act(self, who: str, acts: int = 1) -> bool:
        """An act of a fighter, mostly an attack on the foe of before."""
        foes = [one.id for one in self.state.combatants if one.side != self.state[who].side]
        foes = [one for one in foes if not self.rules.is_down(self.state, one)]
        if not foes:
            return False
        to = foes[hash_of(who) % len(foes)] if self.random.random() < 0.8 else self.random.choice(foes)
        offered = self.rules.offered(Here(rules=self.rules, state=self.state, who=who, to=to))
        legal = [(act, here) for act, here in offered if not why_not(act, here)]
        attacks = [one for one in legal if one[0].ranked]
        if not legal:
            return False
        act, here = attacks[0] if attacks and self.random.random() < 0.8 else self.random.choice(legal)
        asks = {ask.name: ask.options[0].id for ask in act.asks(here)}
        if self.random.random() < 0.3:
            asks = {ask.name: self.random.choice(ask.options).id for ask in act.asks(here)}
        chosen = Here(rules=self.rules, state=self.state, who=who, to=here.to, weapon_at=here.weapon_at, options=asks)
        try:
            rolled = roll(act, chosen, self._die)
        except InvalidInput:
            return False
        event = rolled.event
        if rolled.roll:
            event = event._replace(fields={**event.fields, "odds": likely(rolled.roll.chance)})
        return self.add(event.to_json())

    def by_hand(self) -> bool:
        """A condition, or a number that changes."""
        who = self.random.choice(self.state.combatants).id
        if self.random.random() < 0.5:
            known = [option.id for option in self.rules.sheet.conditions.options if not option.id.startswith(OWN)]
            return self.add({"do": "hold", "who": who, "id": self.random.choice(known)})
        return self.add({"do": "track", "who": who, "name": self.rules.track, "by": self.random.randint(-3, 3)})

    def play(self, count: int) -> None:
        """Turns until there are so many events."""
        while len(self.events) < count:
            acting = self.rules.fight.acting(self.state)
            if not acting:
                return
            if self.random.random() < 0.9:
                self.act(acting[0])
            if self.random.random() < 0.08 and len(self.events) < count:
                self.by_hand()
            if len(self.events) < count:
                self.add({"do": "next", "who": acting[0]} if len(acting) > 1 else {"do": "next"})


def hash_of(text: str) -> int:
    """The same number for the same text in every run."""
    return sum(text.encode())


def played(game: str, count: int, random: Random) -> Played:
    """Twelve fighters and so many events."""
    fight = Played(game, random)
    fight.party(4)
    fight.foes(4, 3, 1)
    fight.order()
    fight.add({"do": "begin"})
    while len(fight.state.held) < 6:
        fight.by_hand()
    fight.play(count)
    return fight
