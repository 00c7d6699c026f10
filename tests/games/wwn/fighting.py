"""Fights of this game for tests: who is there, what is done with which dice, and what the rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyrules
from pyrules.engine.fight.acts import Here
from pyrules.engine.fight.events import Event
from pyrules.engine.fight.fighters import FightState
from pyrules.engine.fight.odds import Odds, Rolled, odds, roll, why_not
from pyrules.engine.fight.replay import Entry

RULES = pyrules.fight_rules("wwn")
SHEET = RULES.sheet


def given(one: Mapping[str, Any]) -> list[list[str]]:
    """The pairs of a ready-made character or of a stat line."""
    if "example" in one:
        held = SHEET.parse({**SHEET.example(one["example"]).data, **one.get("data", {})})
        return [list(pair) for pair in SHEET.to_pairs(held)]
    return [list(pair) for pair in RULES.foes.pairs(one["foe"], one.get("weapon", ""))]


class Fighting:
    """A fight to which a test adds events."""

    def __init__(
        self, *fighters: Mapping[str, Any], table: Mapping[str, Any] | None = None, begun: bool = True
    ) -> None:
        self.table = table or {}
        self.entries: list[Entry[FightState, Event]] = []
        for one in fighters:
            fighter = {"id": one["id"], "name": one.get("name", one["id"].capitalize()), "own": one.get("own", [])}
            join = {
                "do": "join",
                "side": one["side"],
                "schema": SHEET.schema,
                "sheet": given(one),
                "fighters": [fighter],
            }
            self.add(join)
        if begun:
            self.add({"do": "begin"})

    @property
    def state(self) -> FightState:
        """The fight now."""
        return self.entries[-1].after if self.entries else FightState()

    @property
    def acting(self) -> tuple[str, ...]:
        """Those whose turn it is."""
        return RULES.fight.acting(self.state)

    @property
    def due(self) -> list[str]:
        """What the rules ask for now."""
        return [one.text for one in RULES.due(RULES, self.state, self.table)]

    def add(self, event: Mapping[str, Any]) -> Event:
        """A new event with what follows from it."""
        stored = RULES.recorded(self.state, event, self.table)
        entry = RULES.fight.play(self.state, stored)
        assert entry.refused is None, entry.reason
        self.entries.append(entry)
        return stored

    def hold(self, who: str, condition: str, to: str = "", **more: Any) -> Event:
        """A condition or fact by hand."""
        return self.add({"do": "hold", "who": who, "id": condition, "to": to, **more})

    def hurt(self, who: str, by: int) -> Event:
        """Damage by hand."""
        return self.add({"do": "track", "who": who, "name": "hit_points", "by": -by})

    def next(self, times: int = 1) -> None:
        """The turn of those who act ends."""
        for _ in range(times):
            self.add({"do": "next"})

    def here(self, who: str, to: str = "", weapon: int | None = None, **options: str) -> Here:
        """Somebody who does something now."""
        return Here(rules=RULES, state=self.state, who=who, to=to, weapon_at=weapon, options=options, table=self.table)

    def roll(self, act: str, here: Here, faces: Sequence[int] = ()) -> Rolled:
        """A rolled act, not yet part of the fight; all faces are used."""
        dice = iter(faces)
        rolled = roll(RULES.act(act), here, lambda sides: next(dice))
        assert list(dice) == [], f"{act}: more dice than the act rolls"
        return rolled

    def do(
        self, act: str, who: str, to: str = "", weapon: int | None = None, faces: Sequence[int] = (), **options: str
    ) -> Rolled:
        """A rolled act with all that it proposes, and what follows."""
        rolled = self.roll(act, self.here(who, to, weapon, **options), faces)
        self.add(rolled.event.to_json())
        return rolled

    def odds(self, act: str, who: str, to: str = "", weapon: int | None = None, **options: str) -> Odds:
        """The odds of an act."""
        return odds(RULES.act(act), self.here(who, to, weapon, **options))

    def why_not(self, act: str, who: str, to: str = "", weapon: int | None = None) -> str:
        """Why an act is impossible; it must be offered."""
        here, found = self.here(who, to, weapon), RULES.act(act)
        assert self.offers(act, who, to, weapon), f"{act} is not offered"
        return why_not(found, here)

    def offers(self, act: str, who: str, to: str = "", weapon: int | None = None) -> bool:
        """Whether an act is offered."""
        return (act, weapon) in [(one.id, here.weapon_at) for one, here in RULES.offered(self.here(who, to))]

    def held(self, who: str) -> list[str]:
        """What a fighter holds, facts with the other one."""
        return [f"{one.id} {one.to}".strip() for one in self.state.of(who)]

    def hp(self, who: str) -> int:
        """The hit points of a fighter."""
        return self.state[who].tracks["hit_points"]


# Who fights

HESSA = {"id": "hessa", "side": "party", "example": "hessa"}
ILO = {"id": "ilo", "side": "party", "example": "ilo"}
ORC = {"id": "orc", "side": "foes", "foe": "skilled_veteran", "weapon": "hand_axe"}
WOLF = {"id": "wolf", "side": "foes", "foe": "skilled_veteran", "weapon": "light_spear"}
FISTS = 2
SWORD = 0


def step_labels(done: Rolled) -> list[str]:
    """The labels of the steps of a roll."""
    assert done.roll is not None
    return [step.label for step in done.roll.steps]
