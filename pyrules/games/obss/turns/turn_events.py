"""The events of a fight: Actions, Delay, readied Actions and mounts, and why an event is refused.

"Actions in a round", "Surprise" and "Mounted combat".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ....engine.fight.durations import expire, round_end, turn_start, used
from ....engine.fight.replay import refuse
from ....engine.fight.rules import Fight
from ....engine.fight.state import Held
from ....engine.inputs import Option, choice, number, text
from ..tables import FACTS
from .action_costs import ACTION, ACTIONS, COMMAND_MOUNT, IMMEDIATE, TOTAL_DEFENSE, Room, has, spent, too_many_dashes
from .initiative import LONGEST_NAME
from .initiative_order import RESULT
from .timed_effects import BRINGERS, TAKES_HOLD, effect_of, timed_effect
from .turn_state import EFFECTS, NOTES, TIMED, TURNS, Is, Round, budget, lasting, new_rolls, remembered

GROUPS = ("Turns", "Attack", "Move", "Guard", "Maneuvers and criticals", "Magic", "Mounts", "Anything else", "Notes")
EVERY_EVENT = tuple(sorted((*TURNS.options(), *ACTIONS.options()), key=lambda option: GROUPS.index(option.group)))
EVENT_WORDS = {option.id: option for option in EVERY_EVENT}
PREPARE = "prepare_defense"
MASTERY = ("mastery_defense", "mastery_attack")
USED_BY_AN_ATTACK = tuple(row["id"] for row in TIMED.rows if row["first"])

REFUSALS = {
    option.id: option
    for option in (
        Option("surprised", "surprised", "OBSS-SURP-03"),
        Option("out", "out of the fight", "OBSS-INIT-03"),
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
        Option("in_the_fight", "in the fight already", "OBSS-INIT-03"),
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


def now(fight: Round) -> tuple[str, ...]:
    """The combatants whose trigger came, or else those whose turn it is (OBSS-ACT-10)."""
    return fight.holding(Is.CUTS_IN) or FIGHT.acting(fight)


def _actor(fight: Round, event: Event) -> str:
    """The acting combatant; without a name, the one whose trigger came or whose turn it is."""
    if event.who is not None:
        return event.who
    acting = now(fight)
    refuse("out", when=not acting)
    refuse("several_act", when=len(acting) > 1 and event.do != "next")
    return acting[0]


def _refuse_out_of_turn(fight: Round, who: str) -> None:
    _refuse_absent(fight, who)
    refuse("not_their_turn", when=who not in FIGHT.acting(fight))


def _refuse_absent(fight: Round, who: str) -> None:
    refuse("surprised", when=fight.holds(who, Is.SURPRISED))
    refuse("out", when=fight.holds(who, Is.OUT))


# Actions.


def _act(fight: Round, who: str, event: Event) -> Round:
    """An Action in turn or on its trigger, a Reaction at any time, or an Immediate Action in turn."""
    action, s = event.do, fight[who]
    kind, did = ACTIONS.row(action)["kind"], (*s.did, action)
    _refuse_absent(fight, who)
    turn = who in FIGHT.acting(fight)
    early = kind == ACTION and not (turn or fight.holds(who, Is.CUTS_IN))
    refuse("not_their_turn", when=early or (kind == IMMEDIATE and not turn))
    left = _left(s.left, s.did, did, ride_skill=s.given.ride_skill)
    refuse("nothing_left", when=min(left) < 0)
    refuse("dashes", when=too_many_dashes(did))
    refuse("once", when=action == PREPARE and PREPARE in s.did)
    hostile = has(did, "attacks") or has(did, "casts")
    refuse("total_defense", when=fight.given.total_defense_blocks_attack and TOTAL_DEFENSE in did and hostile)
    if action == COMMAND_MOUNT:
        fight = _command(fight, who)
    brought = (row for row in EFFECTS.rows if row["set_by"] == action and (s.given.parry or not row["parry"]))
    fight = fight.hold(*(lasting(row, who, who, fight.round) for row in brought))
    if has((action,), "attacks"):
        fight = used(fight, who, USED_BY_AN_ATTACK)
    fight = fight.change(who, did=did, left=left, begun=s.begun or (turn and kind in (ACTION, IMMEDIATE)))
    if kind == ACTION:  # the interrupted combatant goes on (ruling, OBSS-ACT-10)
        fight = _interruptions_over(fight, but=who)
    if not left.action:
        fight = fight.free(who, Is.CUTS_IN)
    return _takes_hold(fight, who, event) if event.effect else fight


def _left(left: Room, before: tuple[str, ...], did: tuple[str, ...], *, ride_skill: bool) -> Room:
    """What is left after one more Action; a movement can make an earlier draw free (OBSS-ACT-17)."""
    costs = zip(spent(before, ride_skill=ride_skill), spent(did, ride_skill=ride_skill), strict=True)
    return Room(*(held + old - new for held, (old, new) in zip(left, costs, strict=True)))


def _interruptions_over(fight: Round, but: str = "") -> Round:
    for who in fight.holding(Is.CUTS_IN):
        fight = fight if who == but else fight.free(who, Is.CUTS_IN)
    return fight


def _command(fight: Round, who: str) -> Round:
    """A commanded mount, which spends its own Actions (ruling, OBSS-MNT-12)."""
    s = fight[who]
    refuse("no_mount", when=not s.given.mounted)
    refuse("no_ride", when=not s.given.ride_skill)
    left = s.mount_left - FACTS.number("commanded_actions")
    refuse("mount_done", when=left < 0)
    return fight.change(who, mount_left=left)


# Turns.


def _next(fight: Round, who: str, event: Event) -> Round:
    if fight.holds(who, Is.CUTS_IN):  # only the interruption is over
        return fight.free(who, Is.CUTS_IN) if event.who else _interruptions_over(fight)
    if event.who is not None:
        _refuse_out_of_turn(fight, who)
    return _interruptions_over(_turn_over(fight, (who,) if event.who else FIGHT.acting(fight)))


def _turn_over(fight: Round, acting: tuple[str, ...]) -> Round:
    fight = FIGHT.end_turn(fight, acting)
    for who in acting:
        fight = fight.free(who, Is.CUTS_IN).change(who, begun=False)
    return fight


def _delay(fight: Round, who: str, event: Event) -> Round:
    """Delay: the Actions left wait for later, or for a value named now (OBSS-ACT-09)."""
    _refuse_out_of_turn(fight, who)
    left = fight[who].left.action
    refuse("nothing_left", when=not left)
    if event.number is not None:
        refuse("not_later", when=event.number >= fight[who].initiative)
        return _come_in(fight, who, event.number)
    # The held Actions are lost with the round (ruling, OBSS-ACT-09).
    waiting = Held(who, Is.DELAYS, ends=(round_end(fight.round),), number=left)
    return fight.hold(waiting).change(who, begun=False)


def _enter(fight: Round, who: str, event: Event) -> Round:
    """The end of a Delay: before a combatant who has not begun, or at a lower value (OBSS-ACT-09)."""
    waits = fight.holds(who, Is.DELAYS)
    lapsed = any((one.held.who, one.held.id, one.round) == (who, Is.DELAYS, fight.round - 1) for one in fight.ended)
    refuse("delay_over", when=lapsed and not waits)
    refuse("not_waiting", when=not waits)
    acting = [fight[one] for one in FIGHT.acting(fight)]
    value = acting[0].initiative if event.number is None else event.number
    refuse("passed", when=value > acting[0].initiative)
    refuse("in_the_middle", when=value == acting[0].initiative and any(one.begun for one in acting))
    return _come_in(fight, who, value)


def _come_in(fight: Round, who: str, value: int) -> Round:
    """The first place at this value, now and in later rounds."""
    last = fight.came_in + 1
    placed = fight.put(fight[who].placed(value, last).change(begun=False))
    return replace(placed.free(who, Is.DELAYS), came_in=last)


def _ready(fight: Round, who: str, event: Event) -> Round:
    """A readied Action: the Actions left wait for a trigger, and the place stays (OBSS-ACT-10)."""
    _refuse_out_of_turn(fight, who)
    refuse("nothing_left", when=not fight[who].left.action)
    waiting = Held(who, Is.READIED, ends=(turn_start(who, fight.round + 1),), note=event.note or "")
    return _turn_over(fight, (who,)).free(who, Is.READIED).hold(waiting)


def _trigger(fight: Round, who: str, event: Event) -> Round:
    refuse("not_ready", when=not fight.holds(who, Is.READIED))
    return fight.free(who, Is.READIED).hold(Held(who, Is.CUTS_IN, ends=(round_end(fight.round),)))


def _mount_acts(fight: Round, who: str, event: Event) -> Round:
    """The Action of a mount in its rider's turn (OBSS-MNT-03)."""
    refuse("no_mount", when=not fight[who].given.mounted)
    _refuse_out_of_turn(fight, who)
    refuse("mount_done", when=not fight[who].mount_left)
    return fight.change(who, mount_left=fight[who].mount_left - 1, begun=True)


def _mastery(fight: Round, who: str, event: Event) -> Round:
    """Steps of Combat Mastery for attack or Defense (OBSS-MAST-01, OBSS-MAST-02)."""
    _refuse_out_of_turn(fight, who)
    refuse("one_way", when=fight.holds(who, *(way for way in MASTERY if way != event.do)))
    steps = lasting(EFFECTS.row(event.do), who, who, fight.round, event.number or 0)
    return fight.hold(steps).change(who, begun=True)


def _remember(fight: Round, who: str, event: Event) -> Round:
    return fight.hold(remembered(event.do, event.note or "", who, fight.round))


def _takes_hold(fight: Round, who: str, event: Event) -> Round:
    """The lasting effect of a Critical Action or a weapon maneuver, on its user or on another combatant."""
    assert event.effect is not None
    return fight.hold(effect_of(event.effect, who, event.on or who, fight.round, event.number))


def _reroll(fight: Round, who: str, event: Event) -> Round:
    return fight.change(who, rerolled=event.number)


def _leave(fight: Round, who: str, event: Event) -> Round:
    """A combatant who falls or flees has no turns; what lasts in their rounds still runs out."""
    refuse("out", when=fight.holds(who, Is.OUT))
    return fight.free(who, Is.CUTS_IN, Is.READIED, Is.DELAYS).hold(Held(who, Is.OUT))


def _join(fight: Round, who: str, event: Event) -> Round:
    refuse("in_the_fight", when=not fight.holds(who, Is.OUT))
    return fight.free(who, Is.OUT)


def _settled(handler: Callable[[Round, str, Event], Round]) -> Callable[[Round, str, Event], Round]:
    return lambda fight, who, event: FIGHT.settle(handler(fight, who, event))


KINDS: dict[str, Callable[[Round, str, Event], Round]] = {
    **{row["id"]: _act for row in ACTIONS.rows},
    "next": _next,
    "delay": _delay,
    "enter": _enter,
    "ready": _ready,
    "trigger": _trigger,
    "mount_acts": _mount_acts,
    **dict.fromkeys(MASTERY, _mastery),
    **dict.fromkeys(NOTES, _remember),
    TAKES_HOLD: _takes_hold,
    "reroll": _reroll,
    "leave": _leave,
    "join": _join,
}

FIGHT: Fight[Round, Event] = Fight(
    handlers={do: _settled(handler) for do, handler in KINDS.items()},
    actor=_actor,
    budget=budget,
    passed_over=frozenset({Is.SURPRISED, Is.DELAYS, Is.OUT}),
    round_end=(expire, new_rolls),
)
