"""The rules of the round tracker: what each combatant may still do, what it changes, and with which modifier.

"Combat Actions", with their rules on reactions, shields, aim and set weapons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ....engine.fight.durations import round_end
from ....engine.fight.replay import refuse
from ....engine.fight.rules import Fight, Handler, brings, ends
from ....engine.fight.state import Combatant, End, Held, State
from ....engine.inputs import Option
from ....engine.procedure import Modifier, if_any
from ..rolls.defense import again
from ..tables import FACTS
from .order_inputs import ACTIONS, CLOSE_ATTACK, DELAY
from .round_inputs import (
    DEFENCELESS,
    EVENTS,
    EVERY_ACTION,
    NEXT_ROUND,
    NONE,
    OFFHAND_BONUS,
    OFFHAND_PARRY,
    SHIELDS,
    WAIT,
    Event,
    Tracked,
    TrackedRound,
)

PARRY, DODGE, UNARMED_COUNTER = "parry", "dodge", "unarmed_counter"
SET_SHIELD = "set_shield"
AIM, SET_WEAPON, UNARMED, RETREAT, RANGED = "aim", "set_weapon", "unarmed_attack", "fighting_retreat", "ranged_attack"

PARRYING = {RETREAT: "OQ-MOV-09", "ready_weapon": "OQ-OTH-07", "shield_defence": "OQ-SHD-09"}
"""The rules of the actions that change parries."""

REFUSALS = {
    option.id: option
    for option in (
        Option("lost_round", "lost this round", "OQ-FUM-05"),
        Option("surrendered", "has surrendered", "OQ-SURR-01"),
        Option("surprised", "surprised", "OQ-SUR-06"),
        Option("second_action", "has acted already", "OQ-PHY-03"),
        Option("not_declared", "declared something else", "OQ-RND-02"),
        Option("berserk", "berserk", "EXT-18"),
        Option("already_defended", "has defended already", "OQ-DEF-18"),
        Option("wrong_shield", "has not the shield for it", "OQ-CC-09"),
        Option("not_ready", "weapon not ready", "OQ-ACT-13"),
        Option("no_offhand", "the off hand is not for that", "OQ-TWO-01"),
        Option("second_bonus", "has had the bonus attack", "OQ-TWO-01"),
        Option("main_not_normal", "only after a plain close attack", "OQ-TWO-05"),
        Option("defenceless", "surprised and defenseless", "OQ-SUR-07"),
        Option("defence_given_up", "has given up defense", "OQ-DEF-18"),
        Option("dodge_only", "may only dodge", "OQ-DEF-18"),
        Option("too_far", "farther than the free move", "OQ-MOV-01"),
        Option("not_set", "no weapon set", "OQ-CC-15"),
        Option("bolting", "the mount bolts", "OQ-MNT-07"),
        Option("down", "is down", "OQ-ZHP-01"),
    )
}


class Is(StrEnum):
    """What a combatant can be, as events bring and end it."""

    PRONE = "prone"
    AIMING = "aim"
    WEAPON_SET = "weapon_set"
    COVERED = "cover"
    DELAYED = "delayed"
    SURRENDERED = "surrendered"
    DOWN = "down"
    SURPRISED = "surprised"
    DEFENCELESS = "defenceless"
    LOST_ROUND = "lost_round"
    BOLTING = "mount_bolts"


OUT = (Is.SURRENDERED, Is.DOWN, Is.LOST_ROUND, Is.BOLTING, Is.SURPRISED)
"""What leaves a combatant no action."""


@dataclass(frozen=True, kw_only=True)
class Standing(Combatant):
    """A combatant in the round. `given` is the combatant at the start."""

    declared: str | None
    ready: bool
    acted: str | None = None
    bonus_used: bool = False
    defences: int = 0
    moved: int = 0


Round = State[Standing]


def at_first(a: TrackedRound) -> Round:
    """The fight at the start of the round."""
    fighters = tuple(Standing(id=c.name, given=c, declared=c.declared, ready=c.ready) for c in a.combatants)
    held = tuple(held for c in a.combatants for held in _held_at_first(c, round_end(a.round)))
    return State(combatants=fighters, given=a, round=a.round, held=held)


def _held_at_first(c: Tracked, over: End) -> Iterator[Held]:
    """What a combatant is at first; some of it ends with the round. Setting a shield delays the action (OQ-SHD-06)."""
    yield from (Held(c.name, one) for one in (Is.PRONE, Is.WEAPON_SET) if getattr(c, one))
    yield from (Held(c.name, one, ends=(over,)) for one in (Is.LOST_ROUND, Is.BOLTING) if getattr(c, one))
    yield from (Held(c.name, one) for one in (Is.DELAYED, Is.COVERED) if c.shield_set)
    if c.surprised != NONE:
        yield Held(c.name, Is.SURPRISED, ends=(over,))
    if c.surprised == DEFENCELESS:
        yield Held(c.name, Is.DEFENCELESS, ends=(over,))
    if c.aim or c.aim_at:
        yield Held(c.name, Is.AIMING, to=c.aim_at or "", number=c.aim)


def in_force(s: Standing) -> dict[str, Any] | None:
    """The action that decides the reactions: the one done, or else the one declared."""
    action = s.acted or s.declared
    return ACTIONS.row(action) if action else None


def cover(fight: Round, who: str) -> str:
    """The size of the shield that is set against missiles."""
    shield: str = fight[who].given.shield
    return shield if fight.holds(who, Is.COVERED) else NONE


def may_act(fight: Round, who: str) -> bool:
    """Whether a combatant still has an action."""
    return fight[who].acted is None and not fight.holds(who, *OUT)


# Events: what each refuses, in the order in which it is checked, and what it changes.


def _refuse_out(fight: Round, who: str, *further: str) -> None:
    """Refuses what those cannot do who have surrendered or are surprised, and what `further` rules out."""
    for reason in (Is.SURRENDERED, Is.SURPRISED, *further):
        refuse("bolting" if reason == Is.BOLTING else reason, when=fight.holds(who, reason))


def _action(fight: Round, who: str, event: Event) -> Round:
    """An action. A combatant who delays keeps the action (OQ-OTH-02); a set shield stays until its bearer acts."""
    do, s = event.do, fight[who]
    row, delayed = ACTIONS.row(do), fight.holds(who, Is.DELAYED)
    _refuse_out(fight, who, Is.BOLTING)
    refuse("second_action", when=s.acted is not None or (delayed and do == DELAY))
    refuse("not_declared", when=s.declared not in (None, do) and not (s.declared == DELAY and delayed))
    refuse("berserk", when=s.given.berserk and do == "cast_spell")
    refuse("already_defended", when=s.defences and row["reactions"] == "none")
    refuse("wrong_shield", when=row["shields"] and s.given.shield not in row["shields"])
    refuse("not_ready", when=not s.ready and needs_weapon(do))
    if do == DELAY:
        return fight.hold(Held(who, Is.DELAYED, ends=(round_end(fight.round),)))
    fight = _aim(fight, who, event) if do == AIM else _spent(fight, who)
    fight = fight.free(who, Is.COVERED, Is.WEAPON_SET)
    fight = fight.change(who, acted=do, ready=s.ready or do == "ready_weapon")
    if do == SET_WEAPON:
        return fight.hold(Held(who, Is.WEAPON_SET))
    if do == "change_stance":
        lies = fight.holds(who, Is.PRONE)
        return fight.free(who, Is.PRONE) if lies else fight.hold(Held(who, Is.PRONE))
    return fight


def needs_weapon(do: str) -> bool:
    """Whether an action needs a ready weapon: every attack, setting a weapon, and aiming."""
    return do in (AIM, SET_WEAPON) or ACTIONS.row(do)["attacks"] > 0


def _spent(fight: Round, who: str) -> Round:
    """Any other action or reaction ends aim and a set weapon (OQ-RNG-04, OQ-CC-15)."""
    return fight.free(who, Is.AIMING, Is.WEAPON_SET)


def _aim(fight: Round, who: str, event: Event) -> Round:
    """The rounds of aim: one more at the same target, 1 at another."""
    held = fight.find(who, Is.AIMING) or Held(who, Is.AIMING, number=0)
    other = event.target is not None and held.to not in ("", event.target)
    aimed = held._replace(to=event.target or held.to, number=1 if other else held.number + 1)
    return fight.free(who, Is.AIMING).hold(aimed)


def _bonus_attack(fight: Round, who: str, event: Event) -> Round:
    s = fight[who]
    _refuse_out(fight, who)
    second = s.given.two_weapons or s.given.shield != NONE
    refuse("no_offhand", when=s.given.offhand_use != OFFHAND_BONUS or not second)
    refuse("second_bonus", when=s.bonus_used)
    refuse("main_not_normal", when=s.acted != CLOSE_ATTACK)
    return _spent(fight, who).change(who, bonus_used=True)


def _reaction(fight: Round, who: str, event: Event) -> Round:
    s = fight[who]
    action = in_force(s)
    left = action["reactions"] if action else "all"
    refuse("defenceless", when=fight.holds(who, Is.DEFENCELESS))
    refuse("berserk", when=s.given.berserk)
    refuse("defence_given_up", when=left == "none")
    only = left == "dodge_only" or fight.holds(who, Is.BOLTING)
    refuse("dodge_only", when=only and event.do == PARRY)
    return _spent(fight, who).change(who, defences=s.defences + 1)


def _unarmed_counter(fight: Round, who: str, event: Event) -> Round:
    """An unarmed counter, which uses the action (OQ-UN-04)."""
    _refuse_out(fight, who)
    refuse("second_action", when=fight[who].acted is not None)
    return _spent(fight, who).free(who, Is.COVERED).change(who, acted=UNARMED)


def _move(fight: Round, who: str, event: Event) -> Round:
    moved = fight[who].moved + event.metres
    refuse("too_far", when=moved > fight[who].given.move_rate)
    fight = fight.change(who, moved=moved)
    return fight.free(who, Is.WEAPON_SET) if event.metres else fight


def _set_attack(fight: Round, who: str, event: Event) -> Round:
    _refuse_out(fight, who)
    refuse("not_set", when=not fight.holds(who, Is.WEAPON_SET))
    return _spent(fight, who)


def _set_shield(fight: Round, who: str, event: Event) -> Round:
    _refuse_out(fight, who, Is.BOLTING)
    shield = fight[who].given.shield
    refuse("second_action", when=fight[who].acted is not None or cover(fight, who) != NONE)
    refuse("wrong_shield", when=shield == NONE or not SHIELDS.row(shield)["missile_cover"])
    return _spent(fight, who).free(who, Is.DELAYED).hold(Held(who, Is.DELAYED), Held(who, Is.COVERED))


def _surrender(fight: Round, who: str, event: Event) -> Round:
    refuse("berserk", when=fight[who].given.berserk)
    return fight.hold(Held(who, Is.SURRENDERED))


def _next_round(fight: Round, who: str, event: Event) -> Round:
    return FIGHT.next_round(fight)


def _budget(fight: Round, who: str) -> dict[str, Any]:
    """A round begins with nothing declared, done or defended."""
    return {"declared": None, "acted": None, "bonus_used": False, "defences": 0, "moved": 0}


def _able(handler: Handler[Round, Event], *, even_dazed: bool = False) -> Handler[Round, Event]:
    """An event of somebody who is not down, and has not lost the round."""

    def able(fight: Round, who: str, event: Event) -> Round:
        refuse("down", when=fight.holds(who, Is.DOWN))
        refuse("lost_round", when=fight.holds(who, Is.LOST_ROUND) and not even_dazed)
        return handler(fight, who, event)

    return able


BESIDES: dict[str, Handler[Round, Event]] = {
    "bonus_attack": _able(_bonus_attack),
    PARRY: _able(_reaction),
    DODGE: _able(_reaction),
    UNARMED_COUNTER: _able(_unarmed_counter),
    "move": _able(_move),
    "set_attack": _able(_set_attack),
    SET_SHIELD: _able(_set_shield),
    "surrender": _able(_surrender, even_dazed=True),
    "down": brings(Is.DOWN),
    "up": ends(Is.DOWN),
    NEXT_ROUND: _next_round,
}
FIGHT: Fight[Round, Event] = Fight(
    handlers={**{option.id: _able(_action) for option in EVERY_ACTION}, **BESIDES},
    actor=lambda fight, event: event.who or "",
    budget=_budget,
)


# Modifiers.


def modifiers(fight: Round, event: Event) -> tuple[Modifier, ...] | None:
    """The modifiers of the roll of an event in this state; None without a roll."""
    do, who = event.do, event.who or ""
    if do in WITHOUT_A_ROLL:
        return None
    if do == SET_WEAPON:  # the bonus belongs to the attack that the set weapon prepares
        return ()
    if do in (PARRY, DODGE):
        found = (*_to_defend(fight[who], do), *_prone(fight, who, "self_prone_penalty"))
        return tuple(one for one in found if one.value)
    target = event.target or ""
    if do == RANGED:
        aim = _aimed(fight, who, event)
        own, theirs = _prone(fight, who, "prone_shooter_penalty"), _prone(fight, target, "prone_target_penalty")
        return (*if_any(aim.label, aim.value, aim.rule), *own, *theirs, *_cover(fight, target))
    return _close(fight, who, do, target)


WITHOUT_A_ROLL = ("move", "surrender", UNARMED_COUNTER, SET_SHIELD, "down", "up", NEXT_ROUND)


def _close(fight: Round, who: str, do: str, target: str) -> tuple[Modifier, ...]:
    """The modifiers of an attack up close, or of any other action."""
    row, value = (EVENTS.row(do), "modifier") if do in BESIDES else (ACTIONS.row(do), "attack_modifier")
    own = if_any(row["label"], row[value], row["rule"])
    if do not in BESIDES and not row["attacks"]:
        return own
    berserk = (FACTS.modifier("berserk_bonus"),) if fight[who].given.berserk and do != UNARMED else ()
    theirs = _prone(fight, target, "foe_prone_or_behind_bonus")
    return (*own, *berserk, *_prone(fight, who, "self_prone_penalty"), *theirs)


def _prone(fight: Round, who: str, number: str) -> tuple[Modifier, ...]:
    """The modifier of a prone combatant's roll, or of a foe's (OQ-CCM-02, OQ-CCM-04, OQ-RNM-10)."""
    return (FACTS.modifier(number),) if fight.holds(who, Is.PRONE) else ()


def _cover(fight: Round, target: str) -> tuple[Modifier, ...]:
    """The penalty on a shot from the target's set shield (OQ-SHD-06)."""
    if not fight.holds(target, Is.COVERED) or cover(fight, target) == NONE:
        return ()
    return if_any("Shield set", SHIELDS.row(cover(fight, target))["missile_cover"], "OQ-SHD-06")


def _aimed(fight: Round, who: str, event: Event) -> Modifier:
    """The bonus of aiming at this target, up to a modified skill of 100 % (OQ-RNG-02)."""
    held = fight.find(who, Is.AIMING)
    counts = held is not None and (event.target is None or held.to in ("", event.target))
    step = FACTS.modifier("aim_step", held.number if held and counts else 0)
    room = max(0, FACTS.number("aim_ceiling") - (fight[who].given.ranged or 0))
    return replace(step, value=min(step.value, room))


def _to_defend(s: Standing, do: str) -> Iterator[Modifier]:
    action = in_force(s) or WAIT
    schedule = action["schedule"]
    if schedule == "normal" and s.given.offhand_use == OFFHAND_PARRY:
        schedule = "extra_parry"
    yield again(schedule, do, s.defences)
    if do == PARRY and action["id"] == RETREAT and s.given.shield != NONE:
        row = SHIELDS.row(s.given.shield)
        larger = row["retreat_bonus"] != action["parry"]
        yield Modifier(action["label"], row["retreat_bonus"], "OQ-MOV-10" if larger else "OQ-MOV-09")
    elif do == PARRY and action["parry"]:
        yield Modifier(action["label"], action["parry"], PARRYING[action["id"]])
