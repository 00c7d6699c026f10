"""What follows from events without a choice, and what the rules ask for now.

"Life and Death": who faints, falls, dies or comes back; the loss of the dying, bleeding; the sum of the bank; a
readied Action that is spent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.declared import Due
from ....engine.fight.events import Event, free, hold, track
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import DONE, Held
from ....engine.formatting import figure
from ....engine.procedure import counted
from ..life.first_aid import first_aid_dc
from ..life.hit_points import ACTIVE, DYING, FREED, UNCONSCIOUS, ZERO
from ..life.magic_points import magic_points_lost
from ..tables import FACTS
from .attacks_made import GRAPPLES, next_penalty
from .bank import in_bank
from .budget import ACTIONS, LEADS
from .moves import PRONE
from .order import is_late, leading, told_lead
from .riding import seats_due, shaken
from .waiting import DELAYS, ENTER, READIED
from .wounds import BELOW, DOWN, FAILED, FALLS, HIT_POINTS, LIFE_SAVE

BLEEDING, POOL, FATIGUE, MAGIC = "bleeding", "banked", "fatigue", "magic_points"


def follows(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterable[Event]:
    """The changes that follow from an event; those that follow from these come with the next call."""
    yield from leading(rules, before, after, event, table)
    for fighter in after.combatants:
        yield from _state(rules, before, after, fighter.id, table)
    yield from shaken(before, after, event)
    yield from _losses(before, after, table)
    yield from _bleeding(rules, before, after)
    yield from _bank(before, after)
    yield from _readied(after)


# Between life and death


def _state(
    rules: FightRules, before: FightState, after: FightState, who: str, table: Mapping[str, Any]
) -> Iterator[Event]:
    """The state by hit points, the count of falls, and the cost of a return (OBSS-LIFE-02, -06, -10, -16, -17)."""
    was = before[who] if before.knows(who) else None
    now = after[who]
    if was and (was.tracks, was.given) == (now.tracks, now.given):
        return
    state = rules.values(after, who, table=table)["state"]
    old = rules.values(before, who, table=table)["state"] if was else ACTIVE
    if not after.holds(who, state) and state in DOWN:
        yield hold(Held(who, state))
        if not after.holds(who, PRONE):
            yield hold(Held(who, PRONE))
    for one in DOWN - {state}:
        if after.holds(who, one) and (one == old or state in DOWN):
            yield free(who, one)
    hp, had = now.tracks[HIT_POINTS], was.tracks[HIT_POINTS] if was else ZERO
    if hp < ZERO <= had and not after.holds(who, BELOW):
        if was:
            yield track(who, FALLS, 1)
        yield hold(Held(who, BELOW))
        yield from (free(who, held.id) for held in after.of(who) if _is_mental(rules, held))
    if hp > ZERO and after.holds(who, FAILED):
        yield free(who, FAILED)
    if hp > ZERO and after.holds(who, BELOW):
        yield free(who, BELOW)
        yield track(who, FATIGUE, FACTS.number("return_fatigue"))
        if lost := magic_points_lost(now.tracks[MAGIC]):
            yield track(who, MAGIC, -lost)


def _is_mental(rules: FightRules, held: Held) -> bool:
    """Whether dying ends this condition (OBSS-LIFE-14)."""
    conditions = rules.sheet.conditions
    return not held.to and conditions.knows(held.id) and conditions.label(held.id).lower() in FREED


def _passed(before: FightState, after: FightState) -> Iterator[str]:
    """The fighters over whose places the turn order moves with an event."""
    if not before.begun:
        return
    here, there = _place(before), _place(after)
    for fighter in before.combatants:
        if not after.knows(fighter.id):
            continue
        rounds = after.round - before.round
        comes = fighter.place >= here if here is not None else False
        gone = there is not None and fighter.place >= there
        times = rounds + comes - gone
        yield from (fighter.id for _ in range(max(0, times)))


def _place(state: FightState) -> tuple[int, ...] | None:
    """The place of those who act."""
    acting = [f for f in state.combatants if f.turn != DONE and not state.holds(f.id, *DOWN, DELAYS, "surprised")]
    return min((f.place for f in acting), default=None)


def _losses(before: FightState, after: FightState, table: Mapping[str, Any]) -> Iterator[Event]:
    """The dying lose a hit point as their turn is over (OBSS-LIFE-07); the optional saves replace that."""
    if table.get("fight_for_life", False):
        return
    for who in _passed(before, after):
        if before.holds(who, DYING) and after.holds(who, DYING):
            yield track(who, HIT_POINTS, -FACTS.number("bleed_hp"))


def _bleeding(rules: FightRules, before: FightState, after: FightState) -> Iterator[Event]:
    """Bleeding hurts as the own turn begins, at most 10 (EXT-15)."""
    acting = rules.fight.acting(after) if after.begun else ()
    same = rules.fight.acting(before) if before.begun and before.round == after.round else ()
    for who in acting:
        held = after.find(who, BLEEDING)
        if held and who not in same:
            yield track(who, HIT_POINTS, -min(FACTS.number("most_bleeding"), held.number))


# What ends


def _bank(before: FightState, after: FightState) -> Iterator[Event]:
    """The criticals on the sheet are the sum of those banked against each foe (OBSS-CACT-05)."""
    for fighter in after.combatants:
        was = in_bank(before, fighter.id) if before.knows(fighter.id) else 0
        now = in_bank(after, fighter.id)
        if was != now and fighter.tracks[POOL] != now:
            yield Event("track", fighter.id, {"name": POOL, "to": now})


def _readied(after: FightState) -> Iterator[Event]:
    """Nobody waits for a trigger without an Action left (OBSS-ACT-10)."""
    for held in after.held:
        if held.id == READIED and not after[held.who].budget.get(ACTIONS):
            yield free(held.who, READIED)


# What is asked for now


def due(rules: FightRules, state: FightState, table: Mapping[str, Any]) -> Iterable[Due]:
    """What the rules ask for now, and what is easily forgotten."""
    acting = rules.fight.acting(state) if state.begun else ()
    for fighter in state.combatants:
        if is_late(rules, state, fighter.id):
            yield Due(f"{fighter.name} has no initiative yet", "roll_initiative", fighter.id, "", "OBSS-INIT-05")
    yield from seats_due(state)
    last = bool(acting) and not any(_comes(rules, state, f.id, acting) for f in state.combatants)
    for held in state.held:
        name = state[held.who].name
        if held.id == DELAYS:
            loses = f"; {counted(held.number, 'Action')} lost as the round ends" if last else ""
            yield Due(f"{name} has delayed and may come in{loses}", ENTER, held.who, "", "OBSS-ACT-09")
        elif held.id == READIED:
            yield Due(f"{name} acts when the trigger comes", rule="OBSS-ACT-10")
        elif held.id == LEADS and held.who in acting:
            yield Due(told_lead(held, name), rule="OBSS-ACT-03")
        elif held.id == GRAPPLES and held.who in acting and not {"hold_on", "grapple"} & {*state[held.who].did}:
            text = (
                f"{name} holds on to {state[held.to].name} with {FACTS.number('grapple_actions')} Actions, or lets go"
            )
            yield Due(text, "hold_on", held.who, held.to, "OBSS-GRAP-04")
        elif held.id in (DYING, UNCONSCIOUS) and table.get("fight_for_life", False):
            if LIFE_SAVE not in state[held.who].did and state[held.who].tracks[HIT_POINTS] <= ZERO:
                yield Due(f"{name} may save for life this round", LIFE_SAVE, held.who, "", "OBSS-OPTR-01", deadly=True)
        elif held.id == DYING and _has_just_passed(rules, state, held.who, acting):
            yield _of_the_dying(rules, state, held.who)
    for who in acting:
        if state[who].budget.get(ACTIONS) and (told := next_penalty(state, who)):
            yield Due(f"The next attack of {state[who].name}: {told}", rule="OBSS-MULT-05")


def _comes(rules: FightRules, state: FightState, who: str, acting: tuple[str, ...]) -> bool:
    """Whether somebody else has a turn in this round still."""
    waits = state.holds(who, *rules.fight.passed_over)
    return state[who].turn != DONE and who not in acting and not waits


def _has_just_passed(rules: FightRules, state: FightState, who: str, acting: tuple[str, ...]) -> bool:
    """Whether the turn of somebody who has none would have come just before those who act.

    Before the fight and while nobody can act it always has.
    """
    if not acting:
        return True
    waits = state.holders(*rules.fight.passed_over)
    now, own = state[acting[0]].place, state[who].place
    places = [fighter.place for fighter in state.combatants if fighter.id not in waits]
    before = max((place for place in places if place < now), default=None)
    if before is not None:
        return before <= own < now
    return own < now or own >= max(places)


def _of_the_dying(rules: FightRules, state: FightState, who: str) -> Due:
    tracks, line = state[who].tracks, rules.values(state, who)["dead_at"]
    left = tracks[HIT_POINTS] - line
    dc = first_aid_dc(tracks[HIT_POINTS], max(1, tracks[FALLS]))
    text = (
        f"{state[who].name} is dying: {counted(left, 'round')} to the death line at {figure(line)}, First Aid DC {dc}"
    )
    return Due(text, rule="OBSS-LIFE-06", deadly=True)
