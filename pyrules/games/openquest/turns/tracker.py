"""The rules of the round tracker: what each combatant may still do, and what it changes.

"Combat Actions", with their rules on reactions, shields, aim and set weapons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ....engine.fight.durations import round_end
from ....engine.fight.replay import refuse
from ....engine.fight.rules import Fight, Handler, brings, ends
from ....engine.fight.state import Combatant, End, Held, State
from ....engine.inputs import Option
from .order_inputs import ACTIONS, CLOSE_ATTACK, DELAY
from .round_inputs import (
    DEFENCELESS,
    EVERY_ACTION,
    NEXT_ROUND,
    NONE,
    OFFHAND_BONUS,
    SHIELDS,
    Event,
    Tracked,
    TrackedRound,
)

PARRY, DODGE, UNARMED_COUNTER = "parry", "dodge", "unarmed_counter"
SET_SHIELD = "set_shield"
AIM, SET_WEAPON, UNARMED = "aim", "set_weapon", "unarmed_attack"

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
        Option("no_charge", "that one does not charge", "OQ-CC-15"),
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
    """What a combatant is at first; setting a shield delays the action (OQ-SHD-06), and some ends with the round."""
    for name, conditions in AT_FIRST.items():
        yield from (Held(c.name, one) for one in conditions if getattr(c, name))
    of_the_round = {
        Is.LOST_ROUND: c.lost_round,
        Is.BOLTING: c.mount_bolts,
        Is.SURPRISED: c.surprised != NONE,
        Is.DEFENCELESS: c.surprised == DEFENCELESS,
    }
    yield from (Held(c.name, one, ends=(over,)) for one, holds in of_the_round.items() if holds)
    if c.aim or c.aim_at:
        yield Held(c.name, Is.AIMING, to=c.aim_at or "", number=c.aim)


AT_FIRST = {"prone": (Is.PRONE,), "weapon_set": (Is.WEAPON_SET,), "shield_set": (Is.DELAYED, Is.COVERED)}


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
    charging = [c.id for c in fight.combatants if "charge" in (c.acted, c.declared)]
    fights = any(c.id == event.target for c in fight.combatants)
    refuse("no_charge", when=fights and event.target not in charging)
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


def _actor(fight: Round, event: Event) -> str:
    """The combatant of an event; one who is down or has lost the round does almost nothing."""
    who = event.who or ""
    refuse("down", when=fight.holds(who, Is.DOWN) and event.do not in ALWAYS)
    refuse("lost_round", when=fight.holds(who, Is.LOST_ROUND) and event.do not in (*ALWAYS, "surrender"))
    return who


ALWAYS = ("down", "up", NEXT_ROUND)
FRESH = {"declared": None, "acted": None, "bonus_used": False, "defences": 0, "moved": 0}
"""A round begins with nothing declared, done or defended."""

HANDLERS: dict[str, Handler[Round, Event]] = {
    **{option.id: _action for option in EVERY_ACTION},
    "bonus_attack": _bonus_attack,
    PARRY: _reaction,
    DODGE: _reaction,
    UNARMED_COUNTER: _unarmed_counter,
    "move": _move,
    "set_attack": _set_attack,
    SET_SHIELD: _set_shield,
    "surrender": _surrender,
    "down": brings(Is.DOWN),
    "up": ends(Is.DOWN),
    NEXT_ROUND: _next_round,
}
FIGHT: Fight[Round, Event] = Fight(
    handlers=HANDLERS,
    actor=_actor,
    budget=lambda fight, who: FRESH,
)
