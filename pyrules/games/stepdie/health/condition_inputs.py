"""The events and states of the condition tracker.

"Conditions index", with Stand and Help.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ....engine.errors import NOT_ALLOWED, InvalidInput, not_allowed
from ....engine.inputs import choice, many, number, record, toggle
from ..rolls.default_inputs import HEALTH, agility_die, failures_to_ko
from ..tables import FACTS
from .incapacitated import count_current_turn, needed

EVENTS = FACTS.table("track_events")
MOST_EVENTS = 100
MOST_POINTS = 1000
ROLLED = (-40, 200)


@dataclass(frozen=True, kw_only=True)
class Event:
    """EVENT: one event that changes a condition or Health."""

    do: str = choice("What", EVENTS.options(), help="What happens.", rule="S2-HEALTH-01", no_such=NOT_ALLOWED)
    n: int | None = number(
        "Points",
        0,
        MOST_POINTS,
        None,
        help="How much damage, or how much is healed.",
        only_for={"do": ("damage", "heal")},
        rule="S2-HEALTH-01",
        nullable=True,
        empty="none",
    )
    strength_roll: int | None = number(
        "Strength rolled",
        *ROLLED,
        None,
        only_for={"do": ("helped", "end_turn")},
        help="The helper's, or your own as a turn ends with no Health left.",
        rule="S2-INCAP-03",
        nullable=True,
        empty="none",
    )
    warm: bool = toggle(
        "In the warm",
        help="The turn ends at a fire, or where it is warm.",
        rule="S2-CHILL-02",
        only_for={"do": ("end_turn",)},
    )


@dataclass(frozen=True, kw_only=True)
class Tracked:
    """The starting state and the events of the tracker."""

    health: int = number(
        "Health",
        -HEALTH[1],
        HEALTH[1],
        help="As it starts; 0 or less is incapacitated.",
        rule="S2-HEALTH-01",
        unit="points",
    )
    agility_die: int = agility_die()
    events: tuple[Event, ...] = many(
        "What happens",
        record("Event", Event, help="Something happens to them.", rule="S2-HEALTH-01"),
        0,
        MOST_EVENTS,
        (),
        help="Everything that happens to them, in order.",
        rule="S2-HEALTH-01",
    )
    count_current_turn: bool = count_current_turn()
    failures_to_ko: int = failures_to_ko()


class State(NamedTuple):
    """Health, conditions, the turns ended while incapacitated, and the turns lost to a stun."""

    health: int
    grounded: bool = False
    stunned: bool = False
    incapacitated: bool = False
    chilled: bool = False
    smoldering: bool = False
    leg_maimed: bool = False
    arm_maimed: bool = False
    unconscious: bool = False
    grappled: bool = False
    failures: int = 0
    incap_turns: int = 0
    free_stand: bool = False
    turn_lost: int = 0


def at_first(a: Tracked) -> State:
    """The starting state."""
    return _at_health(State(0), a.health)


def _at_health(x: State, health: int) -> State:
    """The state with another Health: Incapacitated and Grounded at 0 or less, otherwise free to stand (S2-INCAP-05)."""
    if health <= FACTS.number("incapacitated_at"):
        return x._replace(health=health, incapacitated=True, grounded=True, free_stand=False)
    risen = x.incapacitated
    awake = x.unconscious and not risen
    return x._replace(
        health=health,
        incapacitated=False,
        unconscious=awake,
        incap_turns=0 if risen else x.incap_turns,
        free_stand=x.free_stand or (risen and x.grounded),
    )


def _up(x: State) -> State:
    return x._replace(grounded=False, free_stand=False)


# The changes of each event. Each takes the state, the event and the tracker's inputs.

Happens = Callable[[State, Event, Tracked], State]


def _damage(x: State, event: Event, a: Tracked) -> State:
    return _at_health(x, x.health - _points(event))


def _heal(x: State, event: Event, a: Tracked) -> State:
    return _at_health(x, x.health + _points(event))


def _stand(x: State, event: Event, a: Tracked) -> State:
    if x.incapacitated or x.unconscious or x.grappled:
        raise not_allowed("do", event.do, "Nobody stands up who is incapacitated, unconscious or held.")
    return _up(x)


def _helped(x: State, event: Event, a: Tracked) -> State:
    """Help; Help alone does not raise an incapacitated character (ruling, S2-INCAP-02)."""
    enough = _roll(event, "the helper's Strength") >= FACTS.number("help_target")
    return _up(x) if enough and not (x.incapacitated or x.unconscious or x.grappled) else x


def _end_turn(x: State, event: Event, a: Tracked) -> State:
    """The end of a turn: stun ends, warmth ends the cold, fire burns, then an incapacitated character rolls."""
    ended = x._replace(stunned=False, turn_lost=x.turn_lost + x.stunned, chilled=x.chilled and not event.warm)
    if x.smoldering:
        ended = _at_health(ended, ended.health - FACTS.number("smolder_damage"))
    if not x.incapacitated or x.unconscious:
        return ended
    turns = x.incap_turns + 1
    awake = _roll(event, "your Strength") >= needed(turns, count_current=a.count_current_turn)
    return ended._replace(incap_turns=turns, unconscious=not awake)


def _grapple(x: State, event: Event, a: Tracked) -> State:
    return x._replace(grappled=True, grounded=True, failures=0)


def _escape_fails(x: State, event: Event, a: Tracked) -> State:
    """A failed escape; only failures in a row count, since a success ends the hold (S2-TACKLE-05)."""
    _refuse_unheld(x, event)
    if x.unconscious:
        raise not_allowed("do", event.do, "Nobody tries to escape while unconscious.")
    failures = x.failures + 1
    return x._replace(failures=failures, unconscious=failures >= a.failures_to_ko)


def _freed(x: State, event: Event, a: Tracked) -> State:
    _refuse_unheld(x, event)
    return x._replace(grappled=False, failures=0)


def _refuse_unheld(x: State, event: Event) -> None:
    if not x.grappled:
        raise not_allowed("do", event.do, "Nobody holds them: there is nothing to escape from.")


def _wake(x: State, event: Event, a: Tracked) -> State:
    if not x.unconscious:
        raise not_allowed("do", event.do, "Only the unconscious wake.")
    if x.incapacitated:
        raise not_allowed("do", event.do, "With no Health left nobody wakes: heal them first.")
    return x._replace(unconscious=False)


def _sets(**flags: bool) -> Happens:
    return lambda x, event, a: x._replace(**flags)


HAPPENS: dict[str, Happens] = {
    "damage": _damage,
    "heal": _heal,
    "ground": _sets(grounded=True),
    "stand": _stand,
    "helped": _helped,
    "stun": _sets(stunned=True),
    "chill": _sets(chilled=True),
    "ignite": _sets(smoldering=True),
    "put_out": _sets(smoldering=False),
    "maim_leg": _sets(leg_maimed=True),
    "maim_arm": _sets(arm_maimed=True),
    "end_turn": _end_turn,
    "grapple": _grapple,
    "escape_fails": _escape_fails,
    "freed": _freed,
    "knocked_out": _sets(unconscious=True, grounded=True),
    "wake": _wake,
}


def _points(event: Event) -> int:
    if event.n is None:
        raise not_allowed("n", None, f"{EVENTS.row(event.do)['label']}: say how many points.")
    return event.n


def _roll(event: Event, whose: str) -> int:
    if event.strength_roll is None:
        raise not_allowed("strength_roll", None, f"{EVENTS.row(event.do)['label']}: say what {whose} rolled.")
    return event.strength_roll


def walk(a: Tracked) -> list[State]:
    """The state at the start and after each event; raises `InvalidInput` for the first impossible event."""
    states = [at_first(a)]
    for index, event in enumerate(a.events):
        try:
            states.append(HAPPENS[event.do](states[-1], event, a))
        except InvalidInput as refused:
            at = f"events.{index}.{refused.field}"
            raise InvalidInput(at, refused.code, refused.value, refused.text) from None
    return states
