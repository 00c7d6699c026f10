"""A request for what a fight changes on the stored characters who fought in it: pools and conditions that last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import Fighter, FightState
from pyrules.engine.formatting import figure
from pyrules.engine.inputs import input_fields
from pyrules.engine.sheet.sheet import CONDITIONS

from .fight_request import asked
from .sheet_request import Reply, Response


def respond(request: Mapping[str, Any]) -> Reply:
    """For each fighter from a stored character: its id, and the texts of the inputs that differ, by key.

    Who has left the fight takes home what had happened by then. The list leaves out characters who are as they were
    when they joined.
    """
    at = asked(request)
    states = [entry.before for entry in at.entries if len(entry.after.combatants) < len(entry.before.combatants)]
    last = {one.given.character: (state, one) for state in (*states, at.state) for one in state.combatants}
    found = [_changes(at.rules, state, fighter) for character, (state, fighter) in last.items() if character]
    return {"ok": True, "characters": [one for one in found if one["changes"]]}, []


def _changes(rules: FightRules, state: FightState, fighter: Fighter) -> Response:
    held = fighter.given.held
    inputs = {slot.name: slot.input for slot in input_fields(type(held))}
    values = rules.values(state, fighter.id)
    changes: list[tuple[str, list[str]]] = []
    words: list[str] = []
    before = rules.joined_values(fighter)
    for pool in rules.sheet.pools:
        was, now = before[pool.name], fighter.tracks[pool.name]
        if was != now:
            changes.append((pool.name, [text for _, text in inputs[pool.name].pairs(pool.name, now)]))
            words.append(f"{inputs[pool.name].label} {figure(was)} → {figure(now)}")
    kept = _conditions(rules, state, fighter)
    if set(kept) != set(getattr(held, CONDITIONS)):
        changes.append((CONDITIONS, [text for _, text in inputs[CONDITIONS].pairs(CONDITIONS, kept)]))
        words.append(", ".join(values.condition_label(one) for one in kept) or "no conditions")
    return {
        "character": fighter.given.character,
        "name": fighter.name,
        "changes": changes,
        "line": f"{fighter.name}: {', '.join(words)}",
    }


def _conditions(rules: FightRules, state: FightState, fighter: Fighter) -> tuple[str, ...]:
    """The conditions that a character takes home: those that last, and those it came with and still has."""
    ids = [held.id for held in state.of(fighter.id) if not held.to]
    came_with = getattr(fighter.given.held, CONDITIONS)
    lasting = rules.write_back | {*came_with}
    chosen = {option.id for option in rules.sheet.conditions.options}
    return tuple(one for one in ids if one in lasting and one in chosen)
