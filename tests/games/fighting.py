"""A fight as tests play it: fighters, events that are recorded one after another, typed dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from pyrules.engine.fight.acts import FightAct, Here
from pyrules.engine.fight.events import Event
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import FightState
from pyrules.engine.fight.odds import Odds, Rolled, odds, roll, why_not
from pyrules.engine.fight.replay import Entry
from pyrules.engine.fight.state import Held


class Fighting:
    """Fighters in a fight, with all entries of its log; a game's own class has its `rules`."""

    rules: ClassVar[FightRules]

    def __init__(
        self, *fighters: Mapping[str, Any], table: Mapping[str, Any] | None = None, begun: bool = True
    ) -> None:
        self.table = dict(table or {})
        self.state = FightState()
        self.entries: list[Entry[FightState, Event]] = []
        for one in fighters:
            self.join(**one)
        if begun:
            self.add({"do": "begin"})

    def join(self, id: str, side: str = "party", name: str = "", sheet: Mapping[str, Any] | None = None) -> None:
        pairs = self.rules.sheet.to_pairs(self.rules.sheet.parse(dict(sheet or {})))
        self.add(
            {
                "do": "join",
                "side": side,
                "schema": self.rules.sheet.schema,
                "sheet": [[*pair] for pair in pairs],
                "fighters": [{"id": id, "name": name or id.capitalize()}],
            }
        )

    def add(self, given: Mapping[str, Any]) -> Event:
        """Records an event; it must not be refused."""
        event = self.rules.recorded(self.state, dict(given), self.table)
        entry = self.rules.fight.play(self.state, event)
        assert entry.refused is None, entry.reason
        self.entries.append(entry)
        self.state = entry.after
        return event

    def hold(self, who: str, condition: str, to: str = "", **more: Any) -> None:
        """A condition or a fact, by hand."""
        self.add({"do": "hold", "who": who, "id": condition, "to": to, **more})

    # Acts

    def here(self, who: str, to: str = "", weapon: int | None = None, **options: str) -> Here:
        return Here(
            rules=self.rules, state=self.state, who=who, to=to, weapon_at=weapon, options=options, table=self.table
        )

    def all_offered(self, who: str, to: str = "") -> list[tuple[FightAct, Here]]:
        """The acts that the page offers, each with its weapon."""
        return self.rules.offered(self.here(who, to))

    def offered(self, who: str, to: str = "") -> set[str]:
        """The ids of the acts that the page offers."""
        return {act.id for act, _ in self.all_offered(who, to)}

    def odds(self, act: str, who: str, to: str = "", weapon: int | None = None, **options: str) -> Odds:
        return odds(self.rules.act(act), self.here(who, to, weapon, **options))

    def figure(self, act: str, output: str, who: str, to: str = "", weapon: int | None = None, **options: str) -> Any:
        """One figure of an act."""
        found = self.odds(act, who, to, weapon, **options)
        assert found.answer is not None, found.why
        return found.answer.values[output]

    def why_not(self, act: str, who: str, to: str = "", weapon: int | None = None) -> str:
        return why_not(self.rules.act(act), self.here(who, to, weapon))

    def labels(self, ask: str, act: str, who: str, to: str = "", weapon: int | None = None) -> list[str]:
        """The options of what an act asks for."""
        asks = self.rules.act(act).asks(self.here(who, to, weapon))
        return [option.label for option in next(one for one in asks if one.name == ask).options]

    def do(
        self,
        act: str,
        who: str,
        to: str = "",
        weapon: int | None = None,
        faces: Sequence[int] = (),
        without: Iterable[int] = (),
        **options: str,
    ) -> Rolled:
        """An act with these dice; all that it proposes happens, but for the lines `without`."""
        left = iter(faces)
        rolled = roll(self.rules.act(act), self.here(who, to, weapon, **options), lambda sides: next(left))
        assert next(left, None) is None, "too many faces"
        unticked = {*without}
        kept = tuple(one for index, one in enumerate(rolled.event.then) if index not in unticked)
        self.add(rolled.event._replace(then=kept).to_json())
        return rolled

    # What is the case

    def lines(self, *done: Any, **more: Any) -> list[str]:
        """What an act proposes, in words."""
        return [one.text for one in self.do(*done, **more).proposed]

    def next(self, turns: int = 1) -> None:
        for _ in range(turns):
            self.add({"do": "next"})

    @property
    def acting(self) -> list[str]:
        return list(self.rules.fight.acting(self.state))

    @property
    def due(self) -> list[str]:
        return [one.text for one in self.rules.due(self.rules, self.state, self.table)]

    @property
    def held(self) -> list[str]:
        """All conditions and facts in words: "bran holds ogg 2"."""
        return [in_words(one) for one in self.state.held]


def in_words(held: Held) -> str:
    """Who holds what toward whom, with its number."""
    number = str(held.number) if held.number != 1 else ""
    return " ".join(filter(None, (held.who, held.id, held.to, number)))
