"""The parts of a fight's page: the top with whose turn it is, the list of fighters, panels, the bar, and the log."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from pyrules.engine.fight.acts import FightAct, Here, Odds, Rolled, odds, why_not
from pyrules.engine.fight.durations import newly_ended, round_end, rounds_left, turn_end, turn_start
from pyrules.engine.fight.events import Event, hold
from pyrules.engine.fight.fight_rules import Due, Fact, FightRules
from pyrules.engine.fight.fighters import Fighter, FightState
from pyrules.engine.fight.replay import Entry
from pyrules.engine.fight.state import NOW, Held
from pyrules.engine.formatting import figure, percent
from pyrules.engine.inputs import OWN, input_fields
from pyrules.engine.sheet.sheet import OWN_CONDITIONS

from .. import links
from . import views
from .dice import drawn, sum_text

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


class ActLine(NamedTuple):
    """An act in a panel: its label and figures, why it is impossible or empty, its request, and its calculator."""

    id: str
    key: str
    label: str
    figures: list[tuple[str, str]]
    why_not: str
    note: str
    request: Any
    has_roll: bool
    asks: tuple[Any, ...]
    link: str
    rule: str
    pin: Any
    pinned: bool


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
        label = self.rules.sheet.conditions.label(fact.id)
        number = f" {held.number}" if found and fact.counts else ""
        counts = fact.counts.format(**_two(self.state, held)) if fact.counts and not found else ""
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

    def options(self, key: str) -> dict[str, str]:
        """What the page has chosen for an act of the open panel."""
        given = self.view.get("options")
        chosen = given.get(key) if isinstance(given, dict) else None
        return {name: one for name, one in chosen.items() if isinstance(one, str)} if isinstance(chosen, dict) else {}

    def acts(self, fighter: Fighter) -> list[ActLine]:
        """The acts of the fighter who acts against another, or those that this fighter does alone.

        Legal ones come first, and of these the ones that the list compares.
        """
        alone = self.panel == FIGHTER
        who = fighter.id if alone else self.who
        here = self.at.here(who, "" if alone else fighter.id)
        lines = [act_line(self, act, one) for act, one in self.rules.offered(here)]
        return sorted(lines, key=lambda line: (bool(line.why_not), not self.rules.act(line.id).ranked))

    @property
    def names(self) -> dict[str, str]:
        """The names of all fighters by id."""
        return {fighter.id: fighter.name for fighter in self.state.combatants}

    # Panels

    @property
    def log(self) -> list[dict[str, Any]]:
        """The entries of the log, the latest first."""
        entries = list(enumerate(self.at.entries))
        return [_log_line(self.rules, index, entry) for index, entry in reversed(entries)]

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


def act_line(page: _Page, act: FightAct, here: Here) -> ActLine:
    """An act with its figures, as a panel draws it."""
    request: dict[str, Any] = {"act": act.id, "who": here.who}
    if here.to:
        request["to"] = here.to
    if here.weapon_at is not None:
        request["weapon"] = here.weapon_at
    key = act.id if here.weapon_at is None else f"{act.id}.{here.weapon_at}"
    here = replace(here, options=page.options(key))
    found = odds(act, here) if act.calculator else None
    pin = {"act": act.id, "weapon": here.weapon_at}
    return ActLine(
        act.id,
        key,
        page.rules.act_label(act, here),
        act_figures(act, here, found) if found else [],
        why_not(act, here),
        found.why if found else "",
        request,
        bool(act.calculator) and act.roll is not None,
        tuple((ask.name, ask.label, ask.options, here.option(ask)) for ask in act.asks(here)),
        link(found) if found else "",
        act.rule,
        pin,
        page.view.get("pinned") == pin,
    )


def act_figures(act: FightAct, here: Here, found: Odds) -> list[tuple[str, str]]:
    """The figures of an act: those that it names or the headline of its calculator, and the chance to put down."""
    if found.answer is None:
        return []
    outputs = {output.name: output for output in found.calculator.outputs}
    if act.figures:
        named = [(outputs[name], found.answer.values[name]) for name in act.figures]
        shown = [(views.value_text(output, value), output.label) for output, value in named if value is not None]
    else:
        shown = [(views.figure_text(one), one["label"]) for one in views.figures(found.calculator, found.answer)]
    return shown + ([(percent_text(found.drops), here.rules.drops_label)] if found.drops is not None else [])


def percent_text(p: Fraction) -> str:
    """A chance with its sign."""
    return f"{percent(p)}\u00a0%"


def link(found: Odds) -> str:
    """The address of an act's calculator, filled as here, from the fight's page; empty if it refuses a value."""
    if found.inputs is None:
        return ""
    return f"../{found.calculator.slug}/#{urlencode(links.spelled(found.calculator, found.inputs), quote_via=quote)}"


def lines_odds(at: Asked) -> dict[str, str]:
    """The odds of the fighter who acts against each target: of the pinned act, or else of the best one."""
    pinned = at.view.get("pinned")
    pinned_act = pinned.get("act") if isinstance(pinned, dict) else None
    found = {}
    for fighter in at.state.combatants:
        if fighter.id == at.who or at.rules.is_down(at.state, fighter.id):
            continue
        offered = [
            (act, here, odds(act, here))
            for act, here in at.rules.offered(at.here(at.who, fighter.id))
            if act.calculator and (act.ranked or pinned_act == act.id) and not why_not(act, here)
        ]
        chosen = [one for one in offered if pinned == {"act": one[0].id, "weapon": one[1].weapon_at}]
        ranked = chosen or sorted((one for one in offered if one[2].answer), key=_worth, reverse=True)
        if ranked:
            found[fighter.id] = _short(*ranked[0])
    return found


def _worth(one: tuple[FightAct, Here, Odds]) -> tuple[Fraction, Fraction]:
    act, _, found = one
    values = found.answer.values if found.answer else {}
    mean = values.get(act.ranked)
    return (found.drops or Fraction(0), Fraction(mean) if isinstance(mean, (int, Fraction)) else Fraction(0))


def _short(act: FightAct, here: Here, found: Odds) -> str:
    figures = act_figures(act, here, found)
    first = figures[0][0] if figures else ""
    dropped = f" · {here.rules.drops_label} {percent_text(found.drops)}" if found.drops else ""
    return f"{first}{dropped}"


# Rolls


def rolled(act: FightAct, here: Here, done: Rolled) -> str:
    """The steps of a rolled act, and a line for each change that follows."""
    steps = [
        {"step": step, "sum": sum_text(step), "dice": [drawn(face) for face in step.faces]}
        for step in (done.roll.steps if done.roll else ())
    ]
    lines = [
        {
            "text": one.text,
            "number": one.change.get("by") if one.change.do == "track" and "by" in one.change.fields else None,
        }
        for one in done.proposed
    ]
    chance = percent_text(done.roll.chance) if done.roll else ""
    return views.template("fight/rolled.html").render(
        label=here.rules.act_label(act, here),
        who=here.actor.name,
        to=here.target.name if here.to else "",
        roll=done.roll,
        odds=chance,
        steps=steps,
        lines=lines,
        reason=done.event.get("anyway"),
    )


# Words


def turn_line(at: Asked) -> str:
    """Whose turn it is, in a sentence."""
    state = at.state
    if not state.begun:
        return "The fight has not begun." if state.combatants else "Nobody is in this fight yet."
    names = [state[who].name for who in at.acting]
    return f"Round {state.round}: {_list(names)}." if names else f"Round {state.round}: nobody can act."


def _list(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def said(rules: FightRules, state: FightState, held: Held) -> str:
    """A condition or fact in a few words: its label, its number, how long it lasts, and its note."""
    left = rounds_left(state, held) if state.begun else None
    lasts = "" if left is None else " (this round)" if left <= 0 else f" ({left} more)"
    return f"{_held_label(rules, state, held)}{lasts}{f': {held.note}' if held.note else ''}"


def _held_label(rules: FightRules, state: FightState, held: Held) -> str:
    fact = rules.fact(held.id)
    if fact and held.to:
        return fact.label.format(**_two(state, held), number=held.number)
    if held.id.startswith(f"{OWN}."):
        return _own_label(state, held.who, held.id)
    return f"{rules.sheet.conditions.label(held.id)}{f' {held.number}' if held.number != 1 else ''}"


def _own_label(state: FightState, who: str, condition: str) -> str:
    """The label of a player's own condition; its fighter may have left."""
    own = getattr(state[who].given.held, OWN_CONDITIONS, ()) if state.knows(who) else ()
    return next((one.name for index, one in enumerate(own) if condition == f"{OWN}.{index}"), "a condition")


def _two(state: FightState, held: Held) -> dict[str, str]:
    """The names of the two of a fact."""
    return {"who": _name(state, held.who), "to": _name(state, held.to)}


def refused_line(at: Asked, index: int) -> str:
    """An entry that no longer fits, and why."""
    entry = at.entries[index]
    return f"Entry {index + 1} no longer fits: {entry.reason}"


def _log_line(rules: FightRules, index: int, entry: Entry[FightState, Event]) -> dict[str, Any]:
    event = entry.event
    known = entry.after if entry.after.combatants else entry.before
    changes = event.then if event.do in ("act", "change") or event.then else ()
    return {
        "index": index,
        "round": entry.before.round,
        "text": entry_text(rules, entry),
        "then": [
            {
                "at": number,
                "text": change_text(rules, entry.before, known, one),
                "by": one.get("by") if one.do == "track" and "by" in one.fields else None,
            }
            for number, one in enumerate(changes)
        ],
        "ended": [_ended_line(rules, entry, one.held) for one in newly_ended(entry.before, entry.after)],
        "refused": entry.reason or "",
    }


def _ended_line(rules: FightRules, entry: Entry[FightState, Event], held: Held) -> str:
    """What has ended; its fighters may have joined or left with the same event."""
    known = entry.before if all(entry.before.knows(who) for who in (held.who, held.to) if who) else entry.after
    return f"{said(rules, known, held)} ends"


def entry_text(rules: FightRules, entry: Entry[FightState, Event]) -> str:
    """An entry of the log in words, without its changes."""
    event, before, after = entry.event, entry.before, entry.after
    match event.do:
        case "join":
            names = [one["name"] for one in event.get("fighters")]
            return f"{_list(names)} {'comes' if len(names) == 1 else 'come'} in" if names else "Nobody comes in"
        case "begin":
            return "The fight begins"
        case "next":
            return f"Next: {_list([after[one].name for one in rules.fight.acting(after)] or ['nobody'])}"
        case "order":
            return event.get("text") or "A new order"
        case "act":
            return _act_text(before, event)
        case "change":
            return event.get("text") or "A change"
        case "edit":
            return f"{_name(after, event.who)} is changed"
    return change_text(rules, before, after, event)


def _act_text(state: FightState, event: Event) -> str:
    whom = f" → {_name(state, event.get('to'))}" if event.get("to") else ""
    outcome = f": {event.get('outcome')}" if event.get("outcome") else ""
    chance = f" ({event.get('odds')})" if event.get("odds") else ""
    reason = f" Done all the same: {event.get('anyway')}" if event.get("anyway") else ""
    return f"{_name(state, event.who)}: {event.get('label') or event.get('act')}{whom}{outcome}{chance}{reason}"


def change_text(rules: FightRules, before: FightState, after: FightState, event: Event) -> str:
    """A change in words."""
    name = _name(after if after.knows(event.who) else before, event.who)
    match event.do:
        case "track":
            left = after[event.who].tracks.get(event.get("name"), 0) if after.knows(event.who) else 0
            label = _track_label(rules, event.get("name"))
            by = f" {figure(event.get('by'), signed=True)}" if "by" in event.fields else ""
            return f"{name}: {label}{by}, now {left}"
        case "hold":
            return f"{name}: {_label(rules, after, event)}"
        case "free":
            return f"{name}: no longer {_label(rules, before, event)}"
        case "spend":
            by = event.get("by", 1)
            label = rules.budget_label(event.get("name"))
            return f"{name}: {label} {'spent' if by > 0 else 'given back'}"
        case "place":
            return f"{name}: another place in the order"
        case "leave":
            return f"{name} leaves the fight"
        case "note":
            return str(event.get("text"))
    return event.do


def _track_label(rules: FightRules, name: str) -> str:
    """What players call a track, in lower case."""
    found = (slot.input.label for slot in input_fields(rules.sheet.character) if slot.name == name)
    return next(found, name).lower()


def _label(rules: FightRules, state: FightState, event: Event) -> str:
    fact = rules.fact(event.get("id"))
    if fact:
        number = event.get("number", state.number(event.who, fact.id, event.get("to")))
        return fact.label.format(who=_name(state, event.who), to=_name(state, event.get("to")), number=number)
    condition = event.get("id")
    if condition.startswith(f"{OWN}."):
        return _own_label(state, event.who, condition)
    return rules.sheet.conditions.label(condition) if rules.sheet.conditions.knows(condition) else condition


def _name(state: FightState, who: Any) -> str:
    return state[who].name if isinstance(who, str) and state.knows(who) else "somebody"
