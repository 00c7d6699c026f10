"""What follows from events without a choice, and what the rules ask for now.

In the book's order: who dies or wakes as a round ends, who falls at 0 hit points, the damage of holds as a round ends,
and Morale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.declared import Due
from ....engine.fight.durations import newly_ended
from ....engine.fight.events import Event, free, hold
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.procedure import counted
from ..tables import FACTS
from ..wounds.wounds import DEAD, INCAPACITATED, MORTAL
from . import luck
from .facts import (
    DIVERTED,
    EXCLUSIVE,
    FREE_ATTACK,
    HOLD_DAMAGE,
    HOLDS,
    MORALE_DUE,
    NEW_HOLD,
    PREPARES,
    SWARMS,
)
from .lines import HARM, HIT_POINTS, NONLETHAL, fallen, fallen_as
from .luck import left_to_luck
from .swarms import members
from .wounds import elapsed, is_healed, last_round, score


def follows(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterable[Event]:
    """The changes that follow from an event; those that follow from these come with the next call."""
    ended = tuple(_ended(before, after))
    yield from ended
    yield from _falls(rules, before, after, event, {one.who for one in ended})
    yield from _hold_damage(rules, before, after)
    yield from _exclusive(before, after)
    yield from _warned(before, after, event)
    yield from _shaken(rules, before, after)
    yield from left_to_luck(rules, before, after, event, table)


# Wounds


def _ended(before: FightState, after: FightState) -> Iterator[Event]:
    """The dying whose rounds are over are dead; the incapacitated wake prone (WWN-EXT-MORTAL, WWN-EXT-NONLETHAL).

    A condition that has ended by its time has left nothing else in its place.
    """
    for held, _, _ in newly_ended(before, after):
        if held.id == MORTAL:
            yield hold(Held(held.who, DEAD))
        elif held.id == INCAPACITATED:
            if not after[held.who].tracks[HIT_POINTS]:
                yield Event("track", held.who, {"name": HIT_POINTS, "to": 1})
            yield hold(Held(held.who, "prone"))


def _falls(
    rules: FightRules, before: FightState, after: FightState, event: Event, besides: set[str]
) -> Iterator[Event]:
    """A fighter without hit points falls: dead, dying, or out for some minutes (WWN-DMG-03, WWN-DMG-04, WWN-DMG-05).

    Whom the table frees by hand stays on their feet.
    """
    options = event.get("options", {}) if event.do == "act" else {}
    spared = (event.get("to") or event.who) if options.get(HARM.name) == NONLETHAL else ""
    for fighter in after.combatants:
        who = fighter.id
        if (
            fighter.tracks[HIT_POINTS]
            or who in besides
            or rules.is_down(after, who)
            or not _is_hurt(before, event, who)
        ):
            continue
        # A hold hurts as a round ends, and is rolled in the next one.
        ago = int(event.do == "act" and event.get("act") == HOLD_DAMAGE)
        yield hold(fallen(after, who, fallen_as(rules, after, who, nonlethal=who == spared), ago))
    for held in after.held:
        if held.id == MORTAL and not held.ends:  # set by hand, or brought along: the rounds are counted from now
            yield hold(fallen(after, held.who, MORTAL)._replace(note=held.note))


def _is_hurt(before: FightState, event: Event, who: str) -> bool:
    """Whether an event may have brought a fighter to 0 hit points."""
    had_some = not before.knows(who) or before[who].tracks[HIT_POINTS] > 0
    return had_some or any(one.do == "track" and one.who == who for one in (event, *event.then))


# Holds


def _hold_damage(rules: FightRules, before: FightState, after: FightState) -> Iterator[Event]:
    """As a round ends, everyone who is held takes damage, but not from a hold of this round (WWN-GRAP-11)."""
    if not before.begun or after.round == before.round:
        return
    fresh = {(held.who, held.to) for held in before.held if held.id == NEW_HOLD}
    lasting = [held for held in after.held if held.id == HOLDS and (held.who, held.to) not in fresh]
    for victim in dict.fromkeys(held.to for held in lasting):
        if not rules.is_down(after, victim):
            yield hold(Held(victim, HOLD_DAMAGE))


# Facts


def _exclusive(before: FightState, after: FightState) -> Iterator[Event]:
    """A newer fact between two ends an older one that cannot hold beside it."""
    for new in after.held:
        others = next((one - {new.id} for one in EXCLUSIVE if new.id in one), set())
        if others and new not in before.held:
            for old in after.held:
                if old.id in others and old in before.held and _same_pair(old, new):
                    yield free(old.who, old.id, old.to)


def _same_pair(one: Held, other: Held) -> bool:
    both_ways = EXCLUSIVE[1]
    if one.id in both_ways:
        return {one.who, one.to} == {other.who, other.to}
    return (one.who, one.to) == (other.who, other.to)


def _warned(before: FightState, after: FightState, event: Event) -> Iterator[Event]:
    """Damage warns its target: the preparation of an execution is lost (WWN-EXEC-05)."""
    for held in after.held:
        if held.id != PREPARES or not before.knows(held.to):
            continue
        if after[held.to].tracks[HIT_POINTS] < before[held.to].tracks[HIT_POINTS]:
            yield free(held.who, PREPARES, held.to)


# Morale


def _shaken(rules: FightRules, before: FightState, after: FightState) -> Iterator[Event]:
    """The first of a side who falls, and the half, shake the others; those of the same Morale check together.

    The SRD names the first casualty and a fight that is plainly being lost (WWN-EXT-MORALE).
    """
    for side in dict.fromkeys(one.side for one in after.combatants):
        members_of = [one.id for one in after.combatants if one.side == side]
        was = sum(before.knows(who) and rules.is_down(before, who) for who in members_of)
        now = sum(rules.is_down(after, who) for who in members_of)
        half = 2 * was < len(members_of) <= 2 * now
        due = now > was and (was == 0 or half)
        waiting = [who for who in members_of if after.holds(who, MORALE_DUE) and rules.is_down(after, who)]
        for who in waiting:
            yield free(who, MORALE_DUE)
        if due or waiting:
            yield from _first_of_each(rules, after, members_of)


def _first_of_each(rules: FightRules, after: FightState, side: list[str]) -> Iterator[Event]:
    seen: set[int] = set()
    for who in side:
        morale = score(rules, after, who)
        if morale is not None and morale not in seen:
            seen.add(morale)
            if not after.holds(who, MORALE_DUE):
                yield hold(Held(who, MORALE_DUE))


# What is asked for now


def due(rules: FightRules, state: FightState, table: Mapping[str, Any]) -> Iterable[Due]:
    """What the rules ask for now, and what is easily forgotten."""
    for held in state.held:
        name, other = state[held.who].name, state[held.to].name if held.to else ""
        if held.id == HOLD_DAMAGE:
            yield Due(
                f"{name} takes the damage of the hold, as the round has ended", HOLD_DAMAGE, held.who, "", "WWN-GRAP-11"
            )
        elif held.id == FREE_ATTACK:
            yield Due(f"{name} has a free attack on {other}", FREE_ATTACK, held.who, held.to, "WWN-RUN-06")
        elif held.id == DIVERTED:
            yield Due(f"{name} must attack {other}", "attack", held.who, held.to, "WWN-SCREEN-06")
        elif held.id == MORALE_DUE:
            yield Due(f"{name} and those like it check Morale", "morale", held.who, "", "WWN-EXT-MORALE")
        elif held.id == MORTAL:
            yield from _of_the_dying(state, held.who)
    yield from _swarms(rules, state)
    yield from luck.due(state)


def _of_the_dying(state: FightState, who: str) -> Iterator[Due]:
    if last := last_round(state, who):
        yield Due(_dying(state, who, last), rule="WWN-EXT-MORTAL", deadly=True)
    if is_healed(state, who):
        yield Due(f"{state[who].name} has hit points and may wake", "wake", who, "", "WWN-STAND-03")


def _dying(state: FightState, who: str, last: int) -> str:
    difficulty = FACTS.number("stabilize_difficulty") + elapsed(state, who) * FACTS.number(
        "stabilize_difficulty_per_round"
    )
    return f"{state[who].name} dies as round {last} ends; stabilizing is difficulty {difficulty}"


def _swarms(rules: FightRules, state: FightState) -> Iterator[Due]:
    for to in dict.fromkeys(held.to for held in state.held if held.id == SWARMS):
        joined = members(rules, state, to)
        if len(joined) >= FACTS.number("swarm_participants_min"):
            text = f"{counted(len(joined), 'fighter')} have joined against {state[to].name}: one strikes for the swarm"
            yield Due(text, "swarm_strike", joined[-1], to, "WWN-SWARM-03", instead=tuple(joined[:-1]))
