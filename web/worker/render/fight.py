"""The parts of a fight's page: the top with whose turn it is, the list of fighters, panels, the bar, and the log."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from pyrules.engine.fight.durations import round_end, turn_end, turn_start
from pyrules.engine.fight.events import Event, hold
from pyrules.engine.fight.fight_rules import Due, Fact, FightRules
from pyrules.engine.fight.fighters import Fighter, FightState
from pyrules.engine.fight.state import NOW, Held
from pyrules.engine.inputs import OWN
from pyrules.engine.sheet.sheet import OWN_CONDITIONS

from . import views
from .fight_acts import ActLine, act_line
from .fight_plan import PlanPart, plan_part
from .fight_words import log_line, names_of, said

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


class Chip(NamedTuple):
    """A condition or fact: its text, the event that ends or begins it, and whether it holds.

    `counts` asks for the number that a player gives to the fact that begins.
    """

    text: str
    event: Any
    holds: bool = True
    counts: str = ""


class Pool(NamedTuple):
    """A track of a fighter: its name, label, value, maximum and share of it; whether the list shows it."""

    name: str
    label: str
    value: int
    most: int | None
    share: int
    main: bool


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
        self.table = at.table

    # The top

    @property
    def due(self) -> list[tuple[Due, bool]]:
        """What the rules ask for now, and whether its act needs a weapon to be chosen first."""
        found = self.rules.due(self.rules, self.state, self.table)
        return [(due, bool(due.act) and self.rules.act(due.act).per_weapon) for due in found]

    @property
    def marks(self) -> list[Mark]:
        """What the fighter who acts has left of the turn."""
        if not self.who or self.who not in self.acting:
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
        return any(not held.ends for held in down)

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
        found = []
        for pool in self.rules.sheet.pools:
            value = fighter.tracks[pool.name]
            most = values[pool.most] if pool.most else None
            share = round(100 * value / most) if most else 0
            label = values.value(pool.name).input.label
            found.append(Pool(pool.name, label, value, most, share, pool.name == self.rules.track))
        return found

    def in_short(self, fighter: Fighter) -> list[str]:
        """What a fighter's line says: conditions, what holds toward whom, and what others' facts bring."""
        told: dict[str, list[str]] = {}
        for held in self.state.held:
            fact = self.rules.fact(held.id) if held.to else None
            if fact is None:
                if held.who == fighter.id:
                    told.setdefault(said(self.rules, self.state, held), [])
            elif fact.by_hand and (held.who == fighter.id or (fact.both_ways and held.to == fighter.id)):
                number = f" {held.number}" if fact.counts else ""
                other = held.to if held.who == fighter.id else held.who
                told.setdefault(f"{self._label(held.id)}{number}", []).append(self.state[other].name)
            elif held.to == fighter.id:
                for one in fact.gives_other:
                    told.setdefault(self._label(one), []).append(self.state[held.who].name)
        return [f"{label}: {', '.join(names)}" if names else label for label, names in told.items()]

    def _label(self, condition: str) -> str:
        return self.rules.sheet.conditions.label(condition)

    def chips(self, fighter: Fighter) -> list[Chip]:
        """The conditions that a fighter holds, and the facts toward others."""
        found = [h for h in self.state.held if fighter.id in (h.who, h.to)]
        return [
            Chip(said(self.rules, self.state, one), {"do": "free", "who": one.who, "id": one.id, "to": one.to})
            for one in found
            if one.who == fighter.id or one.to
        ]

    def conditions(self, fighter: Fighter) -> list[tuple[str, str]]:
        """The conditions that a fighter can come to hold, with their labels."""
        own = getattr(fighter.given.held, OWN_CONDITIONS, ())
        known = [(option.id, option.label) for option in self.rules.sheet.conditions.options]
        known += [(f"{OWN}.{index}", one.name) for index, one in enumerate(own)]
        return [(one, label) for one, label in known if not self.state.holds(fighter.id, one)]

    def ends(self, fighter: Fighter) -> list[tuple[str, str]]:
        """The ends that a condition can be given by hand: a label, and JSON."""
        number = max(self.state.round, 1)
        mine = number + (fighter.turn != "coming")
        return [
            ("until ended by hand", "[]"),
            ("until the end of this round", _ends(hold(Held("", "", ends=(round_end(number),))))),
            ("until the start of its next turn", _ends(hold(Held("", "", ends=(turn_start(fighter.id, mine),))))),
            ("until the end of its next turn", _ends(hold(Held("", "", ends=(turn_end(fighter.id, mine),))))),
        ]

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
        return Chip(f"{label}{number}", event, bool(found), counts)

    def between(self, fighter: Fighter) -> str:
        """What holds between the fighter who acts and this one, in a few words."""
        found = [held for held in self.state.held if held.to and {held.who, held.to} == {self.who, fighter.id}]
        return ", ".join(said(self.rules, self.state, held) for held in found)

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

    @property
    def place_now(self) -> list[int]:
        """A place before those who act now."""
        return [*self.state[self.acting[0]].place[:3], -1]

    # Acts

    def acts(self, fighter: Fighter) -> list[ActLine]:
        """The acts of the fighter who acts against another, or those that this fighter does alone.

        Legal ones come first, and of these the ones that the list compares.
        """
        alone = self.panel == FIGHTER
        who = fighter.id if alone else self.who
        here = self.at.here(who, "" if alone else fighter.id)
        lines = [act_line(self.view, act, one) for act, one in self.rules.offered(here)]
        return sorted(lines, key=lambda line: (bool(line.why_not), not self.rules.act(line.id).ranked))

    def plan(self, fighter: Fighter) -> PlanPart | None:
        """The best use of what is left of the turn, against this fighter."""
        return plan_part(self.at, fighter.id)

    @property
    def names(self) -> dict[str, str]:
        """The names of all fighters by id."""
        return {fighter.id: fighter.name for fighter in self.state.combatants}

    # Panels

    @property
    def log(self) -> list[dict[str, Any]]:
        """The entries of the log, the latest first."""
        entries = list(enumerate(self.at.entries))
        return [log_line(self.rules, index, entry) for index, entry in reversed(entries)]

    @property
    def modes(self) -> Iterable[Any]:
        """The ways to bring fighters in order."""
        return self.rules.modes


def _panel(at: Asked) -> tuple[Any, str]:
    """The open panel, and the fighter whom it is about; nobody acts against themselves, or while nobody can act."""
    panel, to = at.view.get("panel", ""), at.fighter("to")
    if panel not in (TARGET, FIGHTER):
        return panel, ""
    return (FIGHTER if at.who in ("", to) else panel), to


def _ends(event: Event) -> str:
    return _json(event.get("ends", []))
