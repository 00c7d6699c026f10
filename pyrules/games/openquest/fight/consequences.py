"""What follows from events without a choice, and what the rules ask for now.

In the book's order: as a round ends the held are hurt, those who retreat or run get away, the mortally wounded die and
spells end; as one begins, lost rounds begin and all have the places of their skills.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Here
from ....engine.fight.declared import Due
from ....engine.fight.durations import newly_ended
from ....engine.fight.events import Event, free, hold
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ..sheet.conditions import DEFENSELESS, MORTAL_WOUND, SURPRISED
from .acting import ACTION
from .care import ASLEEP, DEAD, UNCONSCIOUS, deadline
from .facts import (
    APART,
    AWAY,
    CONFUSED_NEXT,
    COUNTERSTRIKE,
    DECLARED,
    FUMBLED,
    GRIP_DUE,
    GRIPS,
    IN_SPIRIT,
    LOST_ROUND,
    MOVED,
    MOVED_BEFORE,
    RETREATING,
    SPELL_AT,
    SPELL_HITS,
    SPRINTING,
    STRUCK,
    UNLOADED,
    WEAPON_SET,
    action_now,
    this_round,
)
from .lines import FORTUNE, HIT_POINTS, mortal
from .order import acts_at, usual_places
from .riding import left_behind, tests_due
from .scene import LIGHTS, no_scene, opponents
from .spells import HURTING, no_resistance, spell_of

SURPRISES = (SURPRISED, DEFENSELESS)


def follows(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterable[Event]:
    """The changes that follow from an event; those that follow from these come with the next call."""
    over = before.begun and after.round > before.round
    if over:
        yield from _holds_hurt(rules, after)
        yield from _gets_away(rules, before, after)
        yield from _has_moved(before, after)
    yield from _lasts_a_round(after)
    yield from left_behind(after)
    if event.do == "join":
        yield from _shares_the_light(before, after)
    died = tuple(_dies(before, after))
    yield from died
    yield from _falls(rules, before, after, event, {one.who for one in died})
    yield from _recovers(before, after)
    if over:
        yield from _confused(after)
    if after.begun and (over or not before.begun):
        yield from usual_places(rules, after, table)


# The end of a round


def _holds_hurt(rules: FightRules, after: FightState) -> Iterator[Event]:
    """Each holder may hurt whom it holds; the number is the round that has ended (OQ-UN-08)."""
    for held in after.held:
        if held.id == GRIPS and not (rules.is_down(after, held.who) or rules.is_down(after, held.to)):
            yield hold(Held(held.who, GRIP_DUE, held.to, number=after.round - 1))


def _gets_away(rules: FightRules, before: FightState, after: FightState) -> Iterator[Event]:
    """Those who retreated or ran, and whom nothing has hit, are out of the fight (OQ-MOV-11, OQ-MOV-13)."""
    for who in before.holders(RETREATING, SPRINTING):
        if not before.holds(who, STRUCK) and after.knows(who) and not rules.is_down(after, who):
            yield hold(Held(who, AWAY))


def _has_moved(before: FightState, after: FightState) -> Iterator[Event]:
    """How far somebody moved in the round that has ended (OQ-RNM-04)."""
    for held in before.held:
        if held.id == MOVED and after.knows(held.who):
            note = acts_at(before, before[held.who])
            yield hold(this_round(after, held.who, MOVED_BEFORE, number=held.number, note=note))


def _dies(before: FightState, after: FightState) -> Iterator[Event]:
    """Whom nobody has saved by the end of the next round is dead (OQ-ZHP-01, OQ-HEAL-05)."""
    for held, _, _ in newly_ended(before, after):
        if held.id == MORTAL_WOUND:
            yield hold(Held(held.who, DEAD))


def _confused(after: FightState) -> Iterator[Event]:
    """A lost round begins (OQ-FUM-05)."""
    for who in sorted(after.holders(CONFUSED_NEXT)):
        yield free(who, CONFUSED_NEXT)
        yield hold(this_round(after, who, LOST_ROUND))


# The scene


def _lasts_a_round(after: FightState) -> Iterator[Event]:
    """Surprise that is set by hand lasts for one round (OQ-SUR-06)."""
    for held in after.held:
        if held.id in SURPRISES and not held.ends:
            yield hold(this_round(after, held.who, held.id)._replace(note=held.note))


def _shares_the_light(before: FightState, after: FightState) -> Iterator[Event]:
    """Who joins comes into the light of all others."""
    for light in LIGHTS:
        if before.combatants and all(before.holds(one.id, light) for one in before.combatants):
            for one in after.combatants:
                if not after.holds(one.id, light):
                    yield hold(Held(one.id, light))


# Wounds


def _falls(
    rules: FightRules, before: FightState, after: FightState, event: Event, besides: set[str]
) -> Iterator[Event]:
    """A fighter without hit points is mortally wounded, unless freed by hand (OQ-DAM-05)."""
    for fighter in after.combatants:
        who = fighter.id
        hurt = _is_hurt(before, event, who)
        if fighter.tracks[HIT_POINTS] > 0 or who in besides or not hurt or after.holds(who, DEAD, *ASLEEP):
            continue
        if not after.holds(who, MORTAL_WOUND):
            yield hold(mortal(who, max(1, after.round - _ago(before, event))))
    for held in after.held:
        if held.id == MORTAL_WOUND and not held.ends:  # set by hand, or brought along: it counts from now
            yield hold(mortal(held.who, max(1, after.round))._replace(note=held.note))


def _ago(before: FightState, event: Event) -> int:
    """How many rounds ago the damage happened: a hold hurts as a round ends, and is rolled in the next one."""
    if event.do != "act" or event.get("act") != "hold_damage":
        return 0
    held = before.find(event.who, GRIP_DUE, event.get("to"))
    return before.round - held.number if held else 1


def _is_hurt(before: FightState, event: Event, who: str) -> bool:
    """Whether an event may have brought a fighter to 0 hit points or fewer."""
    had_some = not before.knows(who) or before[who].tracks[HIT_POINTS] > 0
    return had_some or any(one.do == "track" and one.who == who for one in (event, *event.then))


def _recovers(before: FightState, after: FightState) -> Iterator[Event]:
    """A mortally wounded fighter with hit points again is out of danger, and unconscious (OQ-HEAL-06)."""
    for fighter in after.combatants:
        who = fighter.id
        was = before.knows(who) and before[who].tracks[HIT_POINTS] <= 0
        if was and fighter.tracks[HIT_POINTS] > 0 and after.holds(who, MORTAL_WOUND):
            yield free(who, MORTAL_WOUND)
            yield hold(Held(who, UNCONSCIOUS))


# What is asked for now

URGENT = (GRIP_DUE, COUNTERSTRIKE, SPELL_AT, SPELL_HITS, FUMBLED, IN_SPIRIT, WEAPON_SET)
"""What is done before the next turn; what can wait comes after it."""


def _scene(rules: FightRules, state: FightState) -> Iterator[Due]:
    """The distance, the light and a surprise, until the Referee says them or round 1 ends (OQ-DIST-01, OQ-SUR-04)."""
    held = {one.id for one in state.held}
    is_set = "scene" in state.done or APART in held or bool(no_scene(state))
    first = next((one.id for one in state.combatants if not rules.is_down(state, one.id)), "")
    if first and state.round < 2 and not is_set and any(True for _ in opponents(state)):
        knows_surprise = "watch" in state.done or not held.isdisjoint(SURPRISES)
        text = "How far, how light?" if knows_surprise else "How far, how light, any surprise?"
        yield Due(text, "scene", first, first, "OQ-DIST-01", chooses=True)


def due(rules: FightRules, state: FightState, table: Mapping[str, Any]) -> Iterable[Due]:
    """What the rules ask for now, and what is easily forgotten."""
    yield from tests_due(rules, state)
    for held in sorted(state.held, key=lambda held: held.id not in URGENT):
        name = state[held.who].name
        if held.id == GRIP_DUE:
            text = f"Round {held.number} has ended: {name} may hurt {state[held.to].name}, who is held."
            yield Due(text, "hold_damage", held.who, held.to, "OQ-UN-08")
        elif held.id == FUMBLED:
            text = f"{name} has fumbled: the Referee says what goes wrong."
            yield Due(text, "fumble", held.who, held.who, "OQ-FUM-02", chooses=True)
        elif held.id == COUNTERSTRIKE:
            text = f"{name} strikes back at {state[held.to].name} without a roll to hit."
            yield Due(text, "counterstrike", held.who, held.to, "OQ-SHD-09")
        elif held.id == SPELL_AT:
            yield from _spell(rules, state, held, table)
        elif held.id == SPELL_HITS and held.note in HURTING:
            text = f"The spell of {name} hurts {state[held.to].name}."
            yield Due(text, "spell_damage", held.who, held.to, "EXT-18")
        elif held.id == IN_SPIRIT:
            text = f"The spirit combat of {name} and {state[held.to].name} goes on before anything else."
            yield Due(text, "spirit_test", held.who, held.to, "OQ-SPI-03")
        elif held.id == MORTAL_WOUND:
            yield from _of_the_dying(state, held.who)
        elif held.id == UNCONSCIOUS and state[held.who].tracks[HIT_POINTS] > 0:
            yield Due(f"{name} is unconscious and may wake up.", "wake", held.who, "", "OQ-HEAL-06")
        elif held.id in (RETREATING, SPRINTING):
            stays = state.holds(held.who, STRUCK)
            text = "does not get away: an attack got through" if stays else "gets away unless an attack gets through"
            yield Due(f"{name} {text}.", rule="OQ-MOV-11" if held.id == RETREATING else "OQ-MOV-13")
        elif held.id == WEAPON_SET:
            yield from _charged(state, held.who)
        elif held.id == UNLOADED and held.who in rules.fight.acting(state):
            yield Due(f"{name} must load: {held.note}.", "ready_weapon", held.who, "", "OQ-RNG-09")
    yield from _scene(rules, state)


def _spell(rules: FightRules, state: FightState, held: Held, table: Mapping[str, Any]) -> Iterator[Due]:
    """The other one resists the spell, or cannot (OQ-MGC-05)."""
    here = Here(rules=rules, state=state, who=held.to, to=held.who, table=table)
    if spell_of(here) is None:
        return
    if why := no_resistance(here):
        yield Due(f"{why} The spell takes effect.", "yield_to_spell", held.to, held.who, "OQ-MGC-05")
    else:
        text = f"{state[held.to].name} may resist the spell of {state[held.who].name}."
        yield Due(text, "resist_spell", held.to, held.who, "OQ-MGC-05")


def _of_the_dying(state: FightState, who: str) -> Iterator[Due]:
    name, last = state[who].name, deadline(state, who)
    if last is not None:
        yield Due(f"{name} dies as round {last} ends, unless saved.", rule="OQ-HEAL-05", deadly=True)
    if state[who].tracks[FORTUNE] > 0:
        yield Due(f"{name} has a fortune point to stay alive.", "fortune", who, "", "OQ-ZHP-03", deadly=True)


def _charged(state: FightState, who: str) -> Iterator[Due]:
    """Who has declared a charge while this one's weapon is set."""
    for one in state.combatants:
        row = action_now(state, one.id)
        declared = state.holds(one.id, DECLARED) and one.budget.get(ACTION)
        if row and row["id"] == "charge" and declared and one.side != state[who].side:
            text = f"{one.name} charges; the set weapon of {state[who].name} strikes first."
            yield Due(text, "meet_charge", who, one.id, "OQ-CC-15")
