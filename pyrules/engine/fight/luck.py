"""How lucky a side was: its hits against the exact distribution of hits of the same rolls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..errors import InvalidInput
from .acts import Here
from .events import Event
from .fight_rules import FightRules
from .fighters import FightState
from .odds import inputs_of
from .replay import Entry

MOST_ROLLS = 400
"""The rolls of a side that are counted: the latest ones."""


class Attempt(NamedTuple):
    """A rolled attack: the side of the attacker, the chance of a hit, and whether it was one."""

    side: str
    chance: Fraction
    hit: bool


class Luck(NamedTuple):
    """The attacks of a side: how many, the hits and the expected hits, and the chance of fewer hits."""

    rolls: int
    hits: int
    expected: Fraction
    fewer: Fraction


def number_of_hits(chances: Iterable[Fraction]) -> list[Fraction]:
    """The chance of each number of hits of independent rolls with these chances, from 0 up."""
    known = [Fraction(1)]
    for p in chances:
        misses = [*(q * (1 - p) for q in known), Fraction(0)]
        hits = [Fraction(0), *(q * p for q in known)]
        known = [miss + hit for miss, hit in zip(misses, hits, strict=True)]
    return known


def luck_of(attempts: Sequence[Attempt]) -> Luck:
    """The luck of these attacks."""
    counted = attempts[-MOST_ROLLS:]
    hits = sum(one.hit for one in counted)
    chances = number_of_hits(one.chance for one in counted)
    expected = sum((one.chance for one in counted), Fraction(0))
    return Luck(len(counted), hits, expected, sum(chances[:hits], Fraction(0)))


def luck_by_side(
    rules: FightRules, entries: Iterable[Entry[FightState, Event]], table: Mapping[str, Any]
) -> list[tuple[str, Luck]]:
    """The luck of each side that has rolled attacks, in the order of the game's sides."""
    found = [one for entry in entries if (one := attempt(rules, entry, table))]
    sides = {side.id: [one for one in found if one.side == side.id] for side in rules.sides}
    return [(side, luck_of(those)) for side, those in sides.items() if those]


def attempt(rules: FightRules, entry: Entry[FightState, Event], table: Mapping[str, Any]) -> Attempt | None:
    """The attack of an entry with the odds of the moment; None for anything else, and without odds."""
    event, state = entry.event, entry.before
    act = next((one for one in rules.acts if one.id == event.get("act") and one.ranked), None)
    if act is None or not rules.hits or event.do != "act" or entry.refused or not event.get("outcome"):
        return None
    here = Here(
        rules=rules,
        state=state,
        who=event.who,
        to=event.get("to"),
        weapon_at=event.get("weapon", None),
        options=event.get("options", {}),
        table=table,
    )
    try:
        calculator, inputs, _, _ = inputs_of(act, here)
        if inputs is None or act.roll is None:
            return None
        procedure = calculator.roll_option(act.roll or None).procedure(inputs)
    except InvalidInput:
        return None
    chance = procedure.odds().p(lambda end: procedure.outcome(end).startswith(rules.hits))
    hit = event.get("outcome").startswith(rules.hits)
    return Attempt(state[event.who].side, chance, hit) if 0 < chance < 1 else None
