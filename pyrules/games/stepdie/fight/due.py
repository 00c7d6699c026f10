"""What the rules ask for now, and what is easily forgotten: Strength rolls, fire, cold, holds, what was prepared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.declared import Due
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import COMING
from ..tables import FACTS
from ..turns.fighter import Is
from .holds import HOLDS, failures_to_pass_out
from .lines import TURN
from .wounds import STRENGTH_DUE, strength_needed


def due(rules: FightRules, state: FightState, table: Mapping[str, Any]) -> Iterable[Due]:
    """The rolls that are owed, then what concerns those who act, then those who wait."""
    for held in state.held:
        if held.id == STRENGTH_DUE and not state.holds(held.who, Is.UNCONSCIOUS):
            text = f"{state[held.who].name} rolls Strength {held.number} or more, to stay awake."
            yield Due(text, "stay_awake", held.who, rule="S2-INCAP-03")
    for who in rules.fight.acting(state) if state.begun else ():
        yield from _of_the_turn(state, who, table)
    for one in state.combatants:
        if state.begun and one.turn == COMING and state.holds(one.id, Is.WAITING):
            yield Due(f"{one.name} waits: between two turns, or last.", "come_in", one.id, rule="S2-WAIT-01")


def _of_the_turn(state: FightState, who: str, table: Mapping[str, Any]) -> Iterator[Due]:
    name, open_turn = state[who].name, bool(state[who].budget.get(TURN, 0))
    if state.holds(who, Is.STUNNED):
        yield Due(f"{name} is stunned: this turn is lost.", rule="S2-STUN-01")
    for held in state.held:
        if held.id == HOLDS and held.to == who and open_turn:
            failed = f"{held.number} of {failures_to_pass_out(table)} tries have failed"
            yield Due(f"{state[held.who].name} holds {name}: {failed}.", "escape", who, held.who, "S2-TACKLE-04")
    prepared = state.find(who, Is.PREPARED)
    if prepared and open_turn:
        yield Due(f"{name} has prepared: +{FACTS.number('prepare_bonus')} on {prepared.note}.", rule="S2-PREP-01")
    if state.holds(who, Is.SMOLDERING):
        act = "put_out" if open_turn else ""
        text = f"{name} burns: {FACTS.number('smolder_damage')} damage as this turn ends, unless the fire is put out."
        yield Due(text, act, who if act else "", rule="S2-SMOLDER-01")
    if state.holds(who, Is.CHILLED):
        yield Due(f"{name} is chilled, unless this turn ends in the warm.", "warm", who, rule="S2-CHILL-02")
    incapacitated = state.find(who, Is.INCAPACITATED)
    if incapacitated and not state.holds(who, STRENGTH_DUE):
        number = strength_needed(incapacitated, table)
        yield Due(f"{name}: Strength {number} or more as this turn ends.", rule="S2-INCAP-03")
