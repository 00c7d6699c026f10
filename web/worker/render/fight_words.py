"""The words of a fight: whose turn it is, conditions and facts, and the entries of the log."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pyrules.engine.fight.durations import newly_ended, rounds_left
from pyrules.engine.fight.events import Event
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import FightState
from pyrules.engine.fight.replay import Entry
from pyrules.engine.fight.state import Held
from pyrules.engine.formatting import figure
from pyrules.engine.inputs import OWN, input_fields
from pyrules.engine.procedure import counted
from pyrules.engine.sheet.sheet import OWN_CONDITIONS

if TYPE_CHECKING:
    from ..requests.fight_request import Asked


_MINUTE = 60
"""Its seconds."""

_MOST_NAMES = 4
"""The most names of the players' side in the line of a fight."""


def turn_line(at: Asked) -> str:
    """Whose turn it is, in a sentence."""
    state = at.state
    if not state.begun:
        return "The fight has not begun." if state.combatants else "Nobody is in this fight yet."
    names = [state[who].name for who in at.acting]
    return f"Round {state.round}: {listed(names)}." if names else f"Round {state.round}: nobody can act."


def listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def said(rules: FightRules, state: FightState, held: Held) -> str:
    """A condition or fact in a few words: its label, its number, how long it lasts, and its note."""
    return f"{_held_label(rules, state, held)}{lasts(rules, state, held)}{_note(rules, held.id, held.note)}"


def lasts(rules: FightRules, state: FightState, held: Held) -> str:
    """How long a condition or fact lasts, in brackets; in minutes if it lasts for some. Empty if nobody counts it.

    Of a fatal one: when it kills.
    """
    left = rounds_left(state, held) if state.begun else None
    if left is None:
        return ""
    if held.id in rules.fatal:
        return f" (dies as round {state.round + max(left, 0)} ends)"
    if left * rules.round_seconds >= 2 * _MINUTE:
        return f" ({math.ceil(left * rules.round_seconds / _MINUTE)} minutes left)"
    return " (this round)" if left <= 0 else f" (until round {state.round + left})"


def _held_label(rules: FightRules, state: FightState, held: Held) -> str:
    fact = rules.fact(held.id)
    if fact and held.to:
        return fact.label.format(**names_of(state, held), number=held.number)
    if held.id.startswith(f"{OWN}."):
        return _own_label(state, held.who, held.id)
    return rules.sheet.conditions.counted(held.id, held.number)


def _own_label(state: FightState, who: str, condition: str) -> str:
    """The label of a player's own condition; its fighter may have left."""
    own = getattr(state[who].given.held, OWN_CONDITIONS, ()) if state.knows(who) else ()
    return next((one.name for index, one in enumerate(own) if condition == f"{OWN}.{index}"), "a condition")


def names_of(state: FightState, held: Held) -> dict[str, str]:
    """The names of the two of a fact."""
    return {"who": _name(state, held.who), "to": _name(state, held.to)}


def refused_line(at: Asked, index: int) -> str:
    """An entry that no longer fits, and why."""
    entry = at.entries[index]
    return f"Entry {index + 1} no longer fits: {entry.reason}"


def fight_line(at: Asked) -> str:
    """The round and who is there: "Round 3 · Hessa, Bran, 4 foes"."""
    state, sides = at.state, {one.id: one.label.lower() for one in at.rules.sides}
    first = at.rules.sides[0].id
    names = [fighter.name for fighter in state.combatants if fighter.side == first]
    shown = names if len(names) <= _MOST_NAMES else [*names[:_MOST_NAMES], f"{len(names) - _MOST_NAMES} more"]
    others: dict[str, list[str]] = {}
    for fighter in state.combatants:
        if fighter.side != first:
            others.setdefault(fighter.side, []).append(fighter.name)
    counts = [some[0] if len(some) == 1 else f"{len(some)} {sides.get(side, side)}" for side, some in others.items()]
    there = ", ".join([*shown, *counts])
    return f"{f'Round {state.round}' if state.begun else 'Not begun'} · {there or 'nobody is here yet'}"


def correction(rules: FightRules, before: FightState, after: FightState, done: str) -> str:
    """What else has changed now by the correction of an older entry: what holds no longer, and what holds instead."""
    old, new = (dict.fromkeys(_held_line(rules, state, held) for held in state.held) for state in (before, after))
    gone, come = [text for text in old if text not in new], [text for text in new if text not in old]
    told = [f"No longer: {listed(gone)}." if gone else "", f"Now: {listed(come)}." if come else ""]
    return " ".join([done, *(one for one in told if one)])


def _held_line(rules: FightRules, state: FightState, held: Held) -> str:
    label = _held_label(rules, state, held)
    return label if _is_sentence(rules, held) else f"{state[held.who].name}: {label}"


def _is_sentence(rules: FightRules, held: Held) -> bool:
    """Whether the label of a fact names its holder."""
    fact = rules.fact(held.id)
    return bool(fact and "{who}" in fact.label and held.to)


def log_line(rules: FightRules, index: int, entry: Entry[FightState, Event]) -> dict[str, Any]:
    event = entry.event
    known = entry.after if entry.after.combatants else entry.before
    changes = event.then if event.do in ("act", "change") or event.then else ()
    return {
        "index": index,
        "round": entry.after.round if event.do == "begin" else entry.before.round,
        "text": entry_text(rules, entry),
        "then": [
            {
                "at": number,
                "text": change_text(rules, entry.before, known, one, is_last=_is_last(changes, number)),
                "by": one.get("by") if one.do == "track" and "by" in one.fields else None,
            }
            for number, one in enumerate(changes)
            if not (event.do == "next" and one.do == "spend")  # what a turn has not used is gone with it
        ],
        "ended": [
            _ended_line(rules, entry, one.held)
            for one in newly_ended(entry.before, entry.after)
            if not rules.ends_silently(one.held.id)
        ],
        "refused": entry.reason or "",
        "faces": event.get("faces", []),
    }


def _is_last(changes: Sequence[Event], at: int) -> bool:
    """Whether no later change of an entry is about the same track of the same fighter."""
    same = (changes[at].do, changes[at].who, changes[at].get("name"))
    return same not in [(one.do, one.who, one.get("name")) for one in changes[at + 1 :]]


def _ended_line(rules: FightRules, entry: Entry[FightState, Event], held: Held) -> str:
    """What has ended; its fighters may have joined or left with the same event."""
    known = entry.before if all(entry.before.knows(who) for who in (held.who, held.to) if who) else entry.after
    is_sentence = _is_sentence(rules, held)
    label = f"{_held_label(rules, known, held)}{_note(rules, held.id, held.note, in_brackets=is_sentence)}"
    return f"No longer: {label}" if is_sentence else f"{known[held.who].name}: no longer {label}"


def entry_text(rules: FightRules, entry: Entry[FightState, Event]) -> str:
    """An entry of the log in words, without its changes."""
    event, before, after = entry.event, entry.before, entry.after
    match event.do:
        case "join":
            there = {one.id: one.name for one in after.combatants}
            names = [there.get(one["id"], one["name"]) for one in event.get("fighters")]
            return f"{listed(names)} {'comes' if len(names) == 1 else 'come'} in" if names else "Nobody comes in"
        case "begin":
            return "The fight begins"
        case "next":
            return f"Next: {listed([after[one].name for one in rules.fight.acting(after)] or ['nobody'])}"
        case "order":
            return event.get("text") or "A new order"
        case "act":
            return _act_text(before, event)
        case "change":
            return event.get("text") or _by_hand(after, event)
        case "edit" if "hidden" in event.fields:
            return _hidden_text(_name(before, event.who), _name(after, event.who), event)
        case "edit":
            return f"{_name(after, event.who)} is changed"
    return change_text(rules, before, after, event)


def _by_hand(state: FightState, event: Event) -> str:
    """A change by hand that brought more with it."""
    return f"{_name(state, event.then[0].who)} is changed by hand" if event.then and event.then[0].who else "A change"


def _hidden_text(before: str, after: str, event: Event) -> str:
    """Who is hidden or shown; the number of a copy may change with that."""
    now = f", and is {after} now" if after != before else ""
    return f"{before} is {'hidden from' if event.get('hidden') else 'shown to'} players{now}"


def _act_text(state: FightState, event: Event) -> str:
    whom = f" → {_name(state, event.get('to'))}" if event.get("to") else ""
    outcome = f": {event.get('outcome')}" if event.get("outcome") else ""
    chance = f" ({event.get('odds')})" if event.get("odds") else ""
    reason = f" Done all the same: {event.get('anyway')}" if event.get("anyway") else ""
    return f"{_name(state, event.who)}: {event.get('label') or event.get('act')}{whom}{outcome}{chance}{reason}"


def change_text(rules: FightRules, before: FightState, after: FightState, event: Event, *, is_last: bool = True) -> str:
    """A change in words; `is_last` says what is left of a track."""
    name = _name(after if after.knows(event.who) else before, event.who)
    match event.do:
        case "track":
            left = after[event.who].tracks.get(event.get("name"), 0) if after.knows(event.who) else 0
            label = _track_label(rules, event.get("name"))
            by = f" {figure(event.get('by'), signed=True)}" if "by" in event.fields else ""
            if "by" in event.fields and not event.get("by"):
                return f"{name}: {label} unchanged"
            if not by:
                return f"{name}: {label} now {figure(left)}"
            between = ":" if label[-1:].isdigit() else ""
            return f"{name}: {label}{between}{by}{f', now {figure(left)}' if is_last else ''}"
        case "hold":
            label = _noted_label(rules, after, event)
            return label if _names_its_holder(rules, event) else f"{name}: {label}"
        case "free":
            label = _noted_label(rules, before, event)
            return f"No longer: {label}" if _names_its_holder(rules, event) else f"{name}: no longer {label}"
        case "spend":
            by, label = event.get("by", 1), rules.budget_label(event.get("name"))
            amount = label if abs(by) == 1 else counted(abs(by), label)
            return f"{name}: {amount} {'spent' if by > 0 else 'given back'}"
        case "place":
            return f"{name}: another place in the order"
        case "leave":
            return f"{name} leaves the fight"
        case "note":
            return str(event.get("text"))
    return event.do


def _note(rules: FightRules, held_id: str, note: str, *, in_brackets: bool = False) -> str:
    """The note of a condition or fact, behind its label, or in brackets behind its sentence."""
    words = rules.note_words(held_id, note)
    return "" if not words else f" ({words})" if in_brackets else f": {words}"


def _noted_label(rules: FightRules, state: FightState, event: Event) -> str:
    """A condition or fact of a change, with its note."""
    note = _note(rules, event.get("id"), event.get("note") or "", in_brackets=_names_its_holder(rules, event))
    return f"{_label(rules, state, event)}{note}"


def _names_its_holder(rules: FightRules, event: Event) -> bool:
    """Whether the sentence of a fact names the fighter who holds it."""
    fact = rules.fact(event.get("id"))
    return fact is not None and "{who}" in fact.label


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
    conditions = rules.sheet.conditions
    return conditions.counted(condition, event.get("number", 1)) if conditions.knows(condition) else condition


def _name(state: FightState, who: Any) -> str:
    return state[who].name if isinstance(who, str) and state.knows(who) else "somebody"
