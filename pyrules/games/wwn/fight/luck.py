"""Veteran's Luck, once in a fight: an own miss becomes a hit, or a foe's hit a miss. And hits whose damage is due.

The chapter names it in "Execution Attacks", the SRD gives the rule (WWN-EXT-LUCK).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ....engine.fight.acts import FightAct, Here, Proposed
from ....engine.fight.declared import Due
from ....engine.fight.durations import round_end, turn_end
from ....engine.fight.events import Event, hold, track
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.odds import inputs_of
from ....engine.fight.state import End, Held
from ....engine.procedure import Roll, counted
from ....engine.sheet.values import Matchup
from ..attack.blow import shock_of
from ..attack.strike import SingleAttack
from ..wounds.wounds import CONDITIONS
from .facts import HIT_DUE, LUCK_SPENT, MISSED, STRUCK
from .lines import HIT_POINTS, begins, ends, harm_asked, hurt

ATTACKS = ("attack", "two_weapons", "charge", "snap", "free_attack")
FULL_WARRIOR, PLAYER = "warrior", "pc"


def has_luck(rules: FighterRules, state: FightState, who: str) -> bool:
    """Whether a fighter is a full Warrior who has not used the luck in this fight (WWN-EXT-LUCK)."""
    values = rules.values(state, who)
    full = values["cls"] == FULL_WARRIOR and values["who"] == PLAYER
    return full and not state.holds(who, LUCK_SPENT)


def luck_spent(here: Here) -> Proposed:
    """The luck is used for this fight."""
    return begins(Held(here.who, LUCK_SPENT), f"{here.actor.name}: Veteran's Luck is used")


# What an attack leaves to luck


def left_to_luck(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterator[Event]:
    """An own miss of a full Warrior, or a hit on one, until the turn ends."""
    if event.do != "act" or event.get("act") not in ATTACKS or _is_kept(event):
        return
    who, to, outcome = event.who, event.get("to"), event.get("outcome", "")
    lost = -sum(one.get("by", 0) for one in event.then if one.do == "track" and one.who == to)
    if outcome.startswith("Miss") and has_luck(rules, before, who):
        yield hold(Held(who, MISSED, to, ends=_now(rules, before), number=lost, note=_weapon(rules, before, event)))
    elif outcome.startswith("Hit") and lost > 0 and has_luck(rules, before, to):
        back = max(0, lost - _shock(rules, before, event, table))
        yield hold(Held(to, STRUCK, who, ends=_now(rules, before), number=back))


def _is_kept(event: Event) -> bool:
    return any(one.do == "hold" and one.get("id") in (MISSED, STRUCK) for one in event.then)


def _now(rules: FightRules, state: FightState) -> tuple[End, ...]:
    """The end of the present turn, or of the round."""
    acting = rules.fight.acting(state)
    return (turn_end(acting[0], state.round) if acting else round_end(max(1, state.round)),)


def _weapon(rules: FightRules, state: FightState, event: Event) -> str:
    weapons = rules.values(state, event.who).weapons()
    at = event.get("weapon", len(weapons))
    return str(weapons[at]["name"]) if at < len(weapons) else ""


def _shock(rules: FightRules, state: FightState, event: Event, table: Mapping[str, Any]) -> int:
    """The Shock that the same attack does with a miss."""
    here = Here(rules=rules, state=state, who=event.who, to=event.get("to"), weapon_at=event.get("weapon"), table=table)
    _, inputs, _, _ = inputs_of(rules.act(event.get("act")), here)
    return shock_of(inputs).on_miss if isinstance(inputs, SingleAttack) else 0


# A miss that becomes a hit, and other damage that is due


def is_of(here: Here, fact: str) -> bool:
    """Whether the fact toward the target is about this weapon."""
    held = here.fact(fact)
    return held is not None and here.weapon is not None and held.note == here.weapon["name"]


def hits_after_all(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of the hit in place of the Shock of the miss; the luck is used (WWN-EXT-LUCK)."""
    held = here.fact(MISSED)
    if roll is None or held is None:
        return
    yield from hurt(here, here.to, max(0, roll.end.damage - held.number))
    yield ends(held, f"{here.actor.name}: the miss is a hit")
    yield luck_spent(here)


def damage_done(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of a hit that was due."""
    yield from hurt(here, here.to, roll.end.damage if roll else 0)
    if held := here.fact(HIT_DUE):
        yield ends(held, f"{here.actor.name}: the damage of the hit is done")


# A hit that becomes a miss


def missed_after_all(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The hit points come back, but for the Shock of a miss; who has fallen by the hit stands (WWN-EXT-LUCK)."""
    held = here.fact(STRUCK)
    if held is None:
        return
    name = here.actor.name
    if held.number:
        text = f"{name}: {counted(held.number, 'hit point')} back, the hit is a miss"
        yield Proposed(track(here.who, HIT_POINTS, held.number), text)
    for one in here.state.of(here.who):
        if one.id in here.rules.down and held.number:
            yield ends(one, f"{name}: no longer {CONDITIONS.row(one.id)['label'].lower()}")
    yield ends(held, f"{here.target.name}: the hit is a miss")
    yield luck_spent(here)


def with_weapon(here: Here) -> Matchup:
    """Both sides of the attack that missed; with two weapons, if it was one with two."""
    if here.actor.did[-1:] != ("two_weapons",):
        return here.matchup
    armed = here.me.with_condition("two_weapons")
    weapon = armed.weapons()[here.weapon_at] if here.weapon_at is not None else None
    return replace(here.matchup, me=armed, weapon=weapon)


LUCK = (
    FightAct(
        id="luck_hit",
        label="Veteran's Luck makes the miss a hit",
        rule="WWN-EXT-LUCK",
        calculator="attack",
        roll="damage",
        per_weapon=True,
        any_time=True,
        offered=lambda here: is_of(here, MISSED),
        sides=with_weapon,
        figures=("hit_floor",),
        asks=harm_asked,
        follows=hits_after_all,
    ),
    FightAct(
        id="luck_miss",
        label="Veteran's Luck makes the hit a miss",
        rule="WWN-EXT-LUCK",
        any_time=True,
        offered=lambda here: here.fact(STRUCK) is not None,
        follows=missed_after_all,
    ),
    FightAct(
        id="hit_damage",
        label="Damage of the hit",
        rule="WWN-SHATTER-04",
        calculator="attack",
        roll="damage",
        per_weapon=True,
        any_time=True,
        offered=lambda here: is_of(here, HIT_DUE),
        figures=("hit_floor",),
        asks=harm_asked,
        follows=damage_done,
    ),
)


def due(state: FightState) -> Iterator[Due]:
    """Damage that is to be rolled, and what luck can still change."""
    for held in state.held:
        if held.id not in (HIT_DUE, MISSED, STRUCK):
            continue
        name, other = state[held.who].name, state[held.to].name
        if held.id == HIT_DUE:
            yield Due(f"{name} has hit {other}: the damage is due", "hit_damage", held.who, held.to, "WWN-SHATTER-04")
        elif held.id == MISSED:
            text = f"{name} has missed {other}: Veteran's Luck can make it a hit"
            yield Due(text, "luck_hit", held.who, held.to, "WWN-EXT-LUCK")
        else:
            text = f"{name} has been hit by {other}: Veteran's Luck can make it a miss"
            yield Due(text, "luck_miss", held.who, held.to, "WWN-EXT-LUCK")
