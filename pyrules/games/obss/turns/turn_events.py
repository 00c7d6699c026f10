"""The events of a fight: Actions, Delay, readied Actions and mounts, and why an event is refused.

"Actions in a round", "Surprise" and "Mounted combat".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....engine.errors import RulesError
from ....engine.inputs import Option, choice, number, text
from ..tables import FACTS
from .action_costs import ACTION, ACTIONS, COMMAND_MOUNT, IMMEDIATE, TOTAL_DEFENSE, has, spent, too_many_dashes
from .initiative import LONGEST_NAME
from .initiative_order import RESULT
from .timed_effects import BRINGERS, TAKES_HOLD, effect_of, timed_effect
from .turn_state import EFFECTS, END, NOTE, START, Effect, Fight, Standing, effect, settled, turn_over

TURNS = FACTS.table("turn_events")
GROUPS = ("Turns", "Attack", "Move", "Guard", "Maneuvers and criticals", "Magic", "Mounts", "Anything else", "Notes")
EVERY_EVENT = tuple(sorted((*TURNS.options(), *ACTIONS.options()), key=lambda option: GROUPS.index(option.group)))
EVENT_WORDS = {option.id: option for option in EVERY_EVENT}
PREPARE = "prepare_defense"
MASTERY = ("mastery_defense", "mastery_attack")

REFUSALS = {
    option.id: option
    for option in (
        Option("surprised", "surprised", "OBSS-SURP-03"),
        Option("not_their_turn", "not their turn", "OBSS-ACT-11"),
        Option("several_act", "several act at once: say who", "OBSS-INIT-04"),
        Option("nothing_left", "not enough left of the round", "OBSS-ACT-24"),
        Option("once", "once a round", "OBSS-PREP-01"),
        Option("dashes", "more Dashes than a round may have", "OBSS-MOVE-04"),
        Option("total_defense", "Total Defense rules it out", "OBSS-TDEF-01"),
        Option("one_way", "Combat Mastery goes one way", "OBSS-MAST-02"),
        Option("not_later", "a Delay goes to a lower initiative", "OBSS-ACT-09"),
        Option("not_waiting", "has not delayed", "OBSS-ACT-09"),
        Option("delay_over", "the Delay ended with its round", "OBSS-ACT-09"),
        Option("passed", "that initiative has passed", "OBSS-ACT-09"),
        Option("in_the_middle", "somebody is in the middle of their turn", "OBSS-ACT-07"),
        Option("not_ready", "nothing readied", "OBSS-ACT-10"),
        Option("no_mount", "not mounted", "OBSS-MNT-02"),
        Option("no_ride", "needs the Ride skill", "OBSS-MNT-01"),
        Option("mount_done", "the mount has no Actions left", "OBSS-MNT-02"),
    )
}


@dataclass(frozen=True, kw_only=True)
class Event:
    """EVENT: an action of a combatant, or a step of the fight."""

    do: str = choice("What", EVERY_EVENT, help="An Action, or what moves the fight on.", rule="OBSS-ACT-06")
    who: str | None = text(
        "Who",
        LONGEST_NAME,
        None,
        help="Empty for whoever's turn it is.",
        rule="OBSS-INIT-03",
        nullable=True,
        empty="its turn",
    )
    effect: str | None = timed_effect()
    on: str | None = text(
        "On whom",
        LONGEST_NAME,
        None,
        help="Who has what lasts; empty if it is on the one who brings it.",
        rule="OBSS-CACT-04",
        nullable=True,
        empty="the same",
        only_for={"do": BRINGERS},
    )
    number: int | None = number(
        "Number",
        *RESULT,
        None,
        help="An initiative, or steps of Combat Mastery. For what lasts: rounds rolled, pairs of criticals spent, or "
        "the ability that is added.",
        rule="OBSS-ACT-09",
        nullable=True,
        group="More",
    )
    note: str | None = text(
        "Note",
        LONGEST_NAME,
        None,
        help="The trigger waited for, or what to remember.",
        rule="OBSS-ACT-10",
        nullable=True,
        group="More",
    )


class Refused(RulesError):
    """An event that changes nothing; `reason` is an id."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def after(fight: Fight, event: Event, *, screen: bool) -> Fight:
    """The fight after an event; raises `Refused`.

    `screen` means that Total Defense rules out attacks and spells.
    """
    who = _who(fight, event)
    if event.do in KINDS:
        return settled(KINDS[event.do](fight, who, event))
    fight = _act(fight, who, event.do, screen=screen)
    return settled(_takes_hold(fight, fight.who(who.name), event) if event.effect else fight)


def _who(fight: Fight, event: Event) -> Standing:
    """The acting combatant; without a name, the one whose trigger came or whose turn it is (OBSS-ACT-10)."""
    if event.who is not None:
        return fight.who(event.who)
    acting = fight.cutting_in() or fight.acting()
    if len(acting) > 1 and event.do != "next":
        raise Refused("several_act")
    return acting[0]


def _refuse(reason: str, *, when: bool) -> None:
    if when:
        raise Refused(reason)


def _in_turn(fight: Fight, s: Standing) -> bool:
    return s in fight.acting()


def _refuse_out_of_turn(fight: Fight, s: Standing) -> None:
    _refuse("surprised", when=s.surprised)
    _refuse("not_their_turn", when=not _in_turn(fight, s))


# Actions.


def _act(fight: Fight, s: Standing, action: str, *, screen: bool) -> Fight:
    """An Action in turn or on its trigger, a Reaction at any time, or an Immediate Action in turn."""
    kind = ACTIONS.row(action)["kind"]
    _refuse("surprised", when=s.surprised)
    turn = _in_turn(fight, s)
    _refuse("not_their_turn", when=(kind == ACTION and not (turn or s.sprung)) or (kind == IMMEDIATE and not turn))
    did = (*s.did, action)
    _refuse("nothing_left", when=not s.room.holds(spent(did, ride_skill=s.ride_skill)))
    _refuse("dashes", when=too_many_dashes(did))
    _refuse("once", when=action == PREPARE and PREPARE in s.did)
    hostile = has(did, "attacks") or has(did, "casts")
    _refuse("total_defense", when=screen and TOTAL_DEFENSE in did and hostile)
    if action == COMMAND_MOUNT:
        s = _commanded(s)
    for row in EFFECTS.rows:
        if row["set_by"] == action and (s.parry or not row["parry"]):
            s = s.with_effect(effect(row, fight.round))
    if has((action,), "attacks"):
        s = s.without(lambda held: held.first)
    begun = s.begun or (turn and kind in (ACTION, IMMEDIATE))
    s = s._replace(did=did, begun=begun)
    fight = fight.put(s._replace(sprung=s.sprung and s.left().action > 0))
    return _interruptions_over(fight, s.name) if kind == ACTION else fight


def _interruptions_over(fight: Fight, name: str) -> Fight:
    """The fight after an interruption: the interrupted combatant goes on (ruling, OBSS-ACT-10)."""
    return fight.put(*(s._replace(sprung=False) for s in fight.everybody if s.sprung and s.name != name))


def _commanded(s: Standing) -> Standing:
    """A commanded mount, which spends its own Actions (ruling, OBSS-MNT-12)."""
    _refuse("no_mount", when=not s.mounted)
    _refuse("no_ride", when=not s.ride_skill)
    left = s.mount_left - FACTS.number("commanded_actions")
    _refuse("mount_done", when=left < 0)
    return s._replace(mount_left=left)


# Turns.


def _next(fight: Fight, s: Standing, event: Event) -> Fight:
    interrupting = [s] if event.who is not None and s.sprung else fight.cutting_in()
    if s in interrupting:  # only the interruption is over
        return fight.put(*(one._replace(sprung=False) for one in interrupting))
    acting = fight.acting()
    if event.who is not None:
        _refuse_out_of_turn(fight, s)
        acting = [s]
    return _interruptions_over(turn_over(fight, acting), "")


def _delay(fight: Fight, s: Standing, event: Event) -> Fight:
    """Delay: the Actions left wait for later, or for a value named now (OBSS-ACT-09)."""
    _refuse_out_of_turn(fight, s)
    _refuse("nothing_left", when=not s.left().action)
    if event.number is None:
        return fight.put(s._replace(waiting=True, begun=False))
    _refuse("not_later", when=event.number >= s.place)
    return _come_in(fight, s, event.number)


def _enter(fight: Fight, s: Standing, event: Event) -> Fight:
    """The end of a Delay: before a combatant who has not begun, or at a lower value (OBSS-ACT-09)."""
    lapsed = any((one.name, one.round) == (s.name, fight.round - 1) for one in fight.lapsed)
    _refuse("delay_over", when=lapsed and not s.waiting)
    _refuse("not_waiting", when=not s.waiting)
    acting = fight.acting()
    now = acting[0].place
    value = now if event.number is None else event.number
    _refuse("passed", when=value > now)
    _refuse("in_the_middle", when=value == now and any(one.begun for one in acting))
    return _come_in(fight, s, value)


def _come_in(fight: Fight, s: Standing, value: int) -> Fight:
    """The first place at this value, now and in later rounds."""
    last = fight.came_in + 1
    return fight.put(s._replace(place=value, ahead=last, waiting=False, begun=False))._replace(came_in=last)


def _ready(fight: Fight, s: Standing, event: Event) -> Fight:
    """A readied Action: the Actions left wait for a trigger, and the place stays (OBSS-ACT-10)."""
    _refuse_out_of_turn(fight, s)
    _refuse("nothing_left", when=not s.left().action)
    over = turn_over(fight, [s])
    return over.put(over.who(s.name)._replace(readied=event.note or ""))


def _trigger(fight: Fight, s: Standing, event: Event) -> Fight:
    _refuse("not_ready", when=s.readied is None)
    return fight.put(s._replace(readied=None, sprung=True))


def _mount_acts(fight: Fight, s: Standing, event: Event) -> Fight:
    """The Action of a mount in its rider's turn (OBSS-MNT-03)."""
    _refuse("no_mount", when=not s.mounted)
    _refuse_out_of_turn(fight, s)
    _refuse("mount_done", when=not s.mount_left)
    return fight.put(s._replace(mount_left=s.mount_left - 1, begun=True))


def _mastery(fight: Fight, s: Standing, event: Event) -> Fight:
    """Steps of Combat Mastery for attack or Defense (OBSS-MAST-01, OBSS-MAST-02)."""
    _refuse_out_of_turn(fight, s)
    _refuse("one_way", when=any(held.id in MASTERY and held.id != event.do for held in s.effects))
    row = EFFECTS.row(event.do)
    return fight.put(s.with_effect(effect(row, fight.round, event.number or 0))._replace(begun=True))


def _remember(until: str) -> Callable[[Fight, Standing, Event], Fight]:
    def remember(fight: Fight, s: Standing, event: Event) -> Fight:
        rule = TURNS.row(event.do)["rule"]
        return fight.put(s.with_effect(Effect(NOTE, event.note or "", until, fight.round, 0, 0, 0, rule)))

    return remember


def _takes_hold(fight: Fight, s: Standing, event: Event) -> Fight:
    """The lasting effect of a Critical Action or a weapon maneuver, on its user or on another combatant."""
    holder = s if event.on is None else fight.who(event.on)
    assert event.effect is not None
    new = effect_of(event.effect, s.name, holder.name, fight.round, event.number)
    return fight.put(holder.with_effect(new))


def _reroll(fight: Fight, s: Standing, event: Event) -> Fight:
    return fight.put(s._replace(starts_new_explanation=event.number))


KINDS: dict[str, Callable[[Fight, Standing, Event], Fight]] = {
    "next": _next,
    "delay": _delay,
    "enter": _enter,
    "ready": _ready,
    "trigger": _trigger,
    "mount_acts": _mount_acts,
    "mastery_defense": _mastery,
    "mastery_attack": _mastery,
    "until_start": _remember(START),
    "until_end": _remember(END),
    TAKES_HOLD: _takes_hold,
    "reroll": _reroll,
}
