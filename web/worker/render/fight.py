"""The parts of a fight's page: the top with whose turn it is, the list of fighters, panels, the bar, and the log."""

from __future__ import annotations

import json
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import Fighter, FightState
from pyrules.engine.fight.odds import why_not
from pyrules.engine.fight.orders import OrderMode
from pyrules.engine.fight.state import COMING, NOW

from . import views
from .declarations import Declarations, declarations
from .fight_acts import ActLine, act_line, by_weapons
from .fight_conditions import Conditions
from .fight_plan import PlanPart, plan_part
from .fight_setup import SetupPart, setup_part
from .fight_words import log_line

if TYPE_CHECKING:
    from ..requests.fight_request import Asked

TARGET, FIGHTER, ORDER, LOG, END = "target", "fighter", "order", "log", "end"
"""The panels of the page."""


def parts(at: Asked) -> dict[str, str]:
    """The parts of the page as HTML."""
    page = _Page(at)
    return {
        "top": _drawn("top", page),
        "list": _drawn("list", page),
        "panel": _drawn("panel", page),
        "bar": _drawn("bar", page),
    }


def _drawn(name: str, page: _Page) -> str:
    return views.template(f"fight/{name}.html").render(page=page, json=_json)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Mark(NamedTuple):
    """A part of a turn: its label, how many are left of how many, and the events that spend one and give one back."""

    label: str
    left: int
    most: int
    spend: Any
    give_back: Any


class DueLine(NamedTuple):
    """What the rules ask for now: a sentence, and the requests of its act, each with who may do it.

    The names are empty where only one may. `chooses`: its weapon is to be chosen first. `has_roll`: it is rolled.
    `deadly`: somebody dies without it.
    """

    text: str
    requests: list[tuple[str, Any]]
    chooses: bool = False
    has_roll: bool = False
    deadly: bool = False


class Pool(NamedTuple):
    """A track of a fighter: its name, label, value, maximum and share of it; whether the list shows it."""

    name: str
    label: str
    value: int
    most: int | None
    share: int
    main: bool


class ModeLine(NamedTuple):
    """A way to bring fighters in order, with dice or without.

    `totals` has whose totals can be typed: the id, the name, and the total that holds.
    """

    id: str
    label: str
    has_dice: bool
    totals: list[tuple[str, str, str]]


class _Page:
    """What the templates draw."""

    def __init__(self, at: Asked) -> None:
        self.at = at
        self.rules: FightRules = at.rules
        self.state: FightState = at.state
        self.view = at.view
        self.who = at.who
        self.panel, self.to = _panel(at)
        self.acting = at.acting
        self.may_act = at.may_act
        self.table = at.table
        self.conditions = Conditions(at)

    # The top

    @property
    def due(self) -> list[DueLine]:
        """What the rules ask for now; what somebody dies of comes first."""
        found = []
        asked = self.rules.due(self.rules, self.state, self.table)
        for due in sorted(asked, key=lambda due: not due.deadly):
            if not due.act:
                found.append(DueLine(due.text, [], deadly=due.deadly))
                continue
            act = self.rules.act(due.act)
            requests = [
                (self.state[who].name if due.instead else "", {"act": due.act, "who": who, "to": due.to})
                for who in (due.who, *due.instead)
            ]
            found.append(
                DueLine(due.text, requests, due.chooses or act.per_weapon, act.is_rolled and act.has_dice, due.deadly)
            )
        return found

    @property
    def marks(self) -> list[Mark]:
        """What the fighter who acts has left of the turn."""
        if not self.who or self.who not in self.may_act:
            return []
        fighter = self.state[self.who]
        full = self.rules.budget_of(self.state, self.who)
        return [
            Mark(
                part.label,
                fighter.budget.get(part.name, 0),
                max(full[part.name], fighter.budget.get(part.name, 0)),
                {"do": "spend", "who": self.who, "name": part.name, "by": 1},
                {"do": "spend", "who": self.who, "name": part.name, "by": -1},
            )
            for part in self.rules.budget
            if full[part.name] or fighter.budget.get(part.name)
        ]

    @property
    def waits_for_order(self) -> bool:
        """Whether the order of the fight is still to be rolled; one without dice comes by itself as a round begins."""
        return not self.state.mode and any(mode.has_dice for mode in self.rules.modes)

    @property
    def there(self) -> str:
        """Who is in a fight that has not begun, in a few words."""
        names = [fighter.name for fighter in self.state.combatants]
        return ", ".join(names if len(names) < 4 else [*names[-2:], f"{len(names) - 2} more"])

    # The list

    @property
    def lines(self) -> list[Fighter]:
        """The fighters in order; those who are down come last."""
        order = [fighter for place in self.state.order for fighter in place]
        return sorted(order, key=lambda fighter: self.rules.is_down(self.state, fighter.id))

    @property
    def standing(self) -> list[Fighter]:
        """The fighters in order who are in the fight, or for whom time runs."""
        return [fighter for fighter in self.lines if not self._is_out(fighter)]

    @property
    def fallen(self) -> list[Fighter]:
        """The fighters who are out of the fight, whatever comes."""
        return [fighter for fighter in self.lines if self._is_out(fighter)]

    def _is_out(self, fighter: Fighter) -> bool:
        down = [held for held in self.state.of(fighter.id) if held.id in self.rules.down]
        return any(not held.ends and held.id not in self.rules.in_danger for held in down)

    def side(self, fighter: Fighter) -> str:
        """The label of a fighter's side."""
        return next((one.label for one in self.rules.sides if one.id == fighter.side), fighter.side)

    def is_down(self, fighter: Fighter) -> bool:
        """Whether a fighter is out of the fight."""
        return self.rules.is_down(self.state, fighter.id)

    def is_now(self, fighter: Fighter) -> bool:
        """Whether it is this fighter's turn."""
        return fighter.turn == NOW and fighter.id in self.acting

    def track(self, fighter: Fighter) -> Pool:
        """The track of the list's bar."""
        return next(pool for pool in self.pools(fighter) if pool.main)

    def pools(self, fighter: Fighter) -> list[Pool]:
        """All tracks of a fighter."""
        values = self.rules.values(self.state, fighter.id, table=self.table)
        found, main = [], self.rules.track_of(self.state, fighter.id)
        for pool in self.rules.sheet.pools:
            value = fighter.tracks[pool.name]
            most = values[pool.most] if pool.most else None
            share = round(100 * value / most) if most else 0
            label = values.value(pool.name).input.label
            found.append(Pool(pool.name, label, value, most, share, pool.name == main))
        return found

    def values(self, fighter: Fighter) -> list[tuple[str, str, str]]:
        """The numbers of a fighter that are quickly changed: the key of the sheet, the label and the text."""
        values = self.rules.values(self.state, fighter.id, table=self.table)
        found = []
        for name in self.rules.editable:
            is_derived = name in {one.name for one in self.rules.sheet.derived}
            value = values.value(name)
            key = f"overrides.{name}" if is_derived else name
            found.append((key, value.input.label, "" if value.held is None else str(value.held)))
        return found

    @property
    def in_order(self) -> list[Fighter]:
        """The fighters in order."""
        return [fighter for place in self.state.order for fighter in place]

    def place_of(self, fighter: Fighter) -> int:
        """The place of a fighter in the order, from 1."""
        return next(index for index, place in enumerate(self.state.order, 1) if fighter in place)

    def place_now(self, fighter: Fighter) -> list[int]:
        """A place before those who act now; empty for a fighter who acts now or has no turn left in this round."""
        has_turn = fighter.turn == COMING and not self.state.holds(fighter.id, *self.rules.fight.passed_over)
        return list(self.state.place_before(self.acting[0])) if self.acting and has_turn else []

    # Acts

    def acts(self, fighter: Fighter) -> list[ActLine]:
        """The acts of the fighter who acts against another, or those that this fighter does alone.

        Legal ones come first: those that a player has pinned, the one whose odds stand in the list, then the others
        that the list compares.
        """
        alone = self.panel == FIGHTER
        who = fighter.id if alone else self.who
        here = self.at.here(who, "" if alone else fighter.id)
        offered = [(act, one) for act, one in self.rules.offered(here) if act.id not in self.rules.setup]
        lines = [act_line(self.view, act, one) for act, one in offered]
        ranked = [line for line in lines if self.rules.act(line.id).ranked and not line.why_not]
        best = max(ranked, key=lambda line: line.worth, default=None)
        last = len(lines)

        def rank(line: ActLine) -> tuple[bool, int, bool, bool]:
            pin = last if line.pin_at is None else line.pin_at
            return (bool(line.why_not), pin, line is not best, line not in ranked)

        return sorted(lines, key=rank)

    def reactions(self, fighter: Fighter) -> list[str]:
        """The labels of what a fighter can do now, out of turn, against the one who acts."""
        if self.who not in self.acting or fighter.id in self.acting:
            return []
        offered = self.rules.offered(self.at.here(fighter.id, self.who))
        now = [act for act, here in offered if act.any_time and not why_not(act, here)]
        return list(dict.fromkeys(act.label for act in now if act.id not in self.rules.setup))

    @property
    def turn_of(self) -> str:
        """Whose turn ends by itself: of those who act, the one whom the page shows, or the first."""
        return self.who if self.who in self.acting else next(iter(self.acting), "")

    @property
    def acts_next(self) -> str:
        """Who acts against the next fighter that is opened: one who may act now, as a reaction is over by then."""
        return self.who if self.who in self.may_act else next(iter(self.acting), "")

    def plan(self, fighter: Fighter) -> PlanPart | None:
        """The best use of what is left of the turn, against this fighter."""
        return plan_part(self.at, fighter.id)

    def by_weapons(self, lines: list[ActLine]) -> tuple[list[ActLine], list[ActLine]]:
        """The acts that a panel shows at once, and those with further weapons."""
        return by_weapons(lines)

    @property
    def names(self) -> dict[str, str]:
        """The names of all fighters by id."""
        return {fighter.id: fighter.name for fighter in self.state.combatants}

    # Panels

    @property
    def log(self) -> list[tuple[int, list[dict[str, Any]]]]:
        """The rounds of the log with their entries, the latest first."""
        entries = list(enumerate(self.at.entries))
        lines = [log_line(self.rules, index, entry) for index, entry in reversed(entries)]
        return [(number, list(some)) for number, some in groupby(lines, key=itemgetter("round"))]

    @property
    def modes(self) -> list[ModeLine]:
        """The ways to bring fighters in order."""
        return [ModeLine(mode.id, mode.label, mode.has_dice, self._typed_totals(mode)) for mode in self.rules.modes]

    @property
    def setup(self) -> SetupPart | None:
        """What is settled with the order."""
        return setup_part(self.at)

    @property
    def declarations(self) -> Declarations | None:
        """What fighters can declare for this round."""
        return declarations(self.at)

    def _typed_totals(self, mode: OrderMode) -> list[tuple[str, str, str]]:
        rollers = mode.totals.rollers(self.rules, self.state) if mode.totals else ()
        known = self.state.mode == mode.id
        totals = [self.state[one.who[0]].initiative if known and one.who else None for one in rollers]
        return [
            (one.id, one.name, "" if total is None else str(total)) for one, total in zip(rollers, totals, strict=True)
        ]


def _panel(at: Asked) -> tuple[Any, str]:
    """The open panel, and the fighter whom it is about; nobody acts against themselves, or while nobody can act."""
    panel, to = at.view.get("panel", ""), at.fighter("to")
    if panel not in (TARGET, FIGHTER):
        return panel, ""
    return (FIGHTER if at.who in ("", to) else panel), to
