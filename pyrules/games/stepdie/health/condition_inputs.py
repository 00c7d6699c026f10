"""The events and states of the condition tracker.

"Conditions index", with Stand and Help.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.errors import NOT_ALLOWED
from ....engine.fight.replay import refuse
from ....engine.fight.rules import ME, Fight, Tracker, brings, ends
from ....engine.fight.state import State
from ....engine.inputs import choice, many, number, record, toggle
from ..rolls.default_inputs import HEALTH, agility_die, failures_to_ko
from ..tables import FACTS
from ..turns.fighter import Fighter, Is, Turns, by_health, escape_failed, freed, grappled, kept_down, knocked_out
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


def at_first(a: Tracked) -> Turns:
    """The starting state."""
    return at_health(State(combatants=(Fighter(id=ME, given=a),)), ME, a.health)


def at_health(fight: Turns, who: str, health: int) -> Turns:
    """The state with another Health: Incapacitated and Grounded at 0 or less, otherwise free to stand (S2-INCAP-05)."""
    begin, end = by_health(fight, who, health)
    if begin:
        return brings(*begin)(fight, who, None).change(who, health=health, free_stand=False)
    x, lies = fight[who], fight.holds(who, Is.GROUNDED)
    if not end:
        return fight.change(who, health=health)
    return fight.free(who, *end).change(who, health=health, incap_turns=0, free_stand=x.free_stand or lies)


# The changes of each event.


def _damage(fight: Turns, who: str, event: Event) -> Turns:
    return at_health(fight, who, fight[who].health - _points(event))


def _heal(fight: Turns, who: str, event: Event) -> Turns:
    return at_health(fight, who, fight[who].health + _points(event))


def _up(fight: Turns, who: str) -> Turns:
    return fight.free(who, Is.GROUNDED).change(who, free_stand=False)


def _stand(fight: Turns, who: str, event: Event) -> Turns:
    down = "Nobody stands up who is incapacitated, unconscious or held."
    refuse(down, when=kept_down(fight, who), field="do")
    return _up(fight, who)


def _helped(fight: Turns, who: str, event: Event) -> Turns:
    """Help; Help alone does not raise an incapacitated character (ruling, S2-INCAP-02)."""
    enough = _roll(event, "the helper's Strength") >= FACTS.number("help_target")
    return _up(fight, who) if enough and not kept_down(fight, who) else fight


def _end_turn(fight: Turns, who: str, event: Event) -> Turns:
    """The end of a turn: stun ends, warmth ends the cold, fire burns, then an incapacitated character rolls."""
    x, rolls = fight[who], fight.holds(who, Is.INCAPACITATED) and not fight.holds(who, Is.UNCONSCIOUS)
    ended = fight.change(who, turn_lost=x.turn_lost + fight.holds(who, Is.STUNNED))
    ended = ended.free(who, Is.STUNNED, *((Is.CHILLED,) if event.warm else ()))
    if fight.holds(who, Is.SMOLDERING):
        ended = at_health(ended, who, x.health - FACTS.number("smolder_damage"))
    if not rolls:
        return ended
    turns = x.incap_turns + 1
    awake = _roll(event, "your Strength") >= needed(turns, count_current=x.given.count_current_turn)
    return (ended if awake else brings(Is.UNCONSCIOUS)(ended, who, event)).change(who, incap_turns=turns)


def _wake(fight: Turns, who: str, event: Event) -> Turns:
    refuse("Only the unconscious wake.", when=not fight.holds(who, Is.UNCONSCIOUS), field="do")
    hurt = "With no Health left nobody wakes: heal them first."
    refuse(hurt, when=fight.holds(who, Is.INCAPACITATED), field="do")
    return fight.free(who, Is.UNCONSCIOUS)


def _points(event: Event) -> int:
    refuse(f"{EVENTS.row(event.do)['label']}: say how many points.", when=event.n is None, field="n")
    return event.n or 0


def _roll(event: Event, whose: str) -> int:
    text = f"{EVENTS.row(event.do)['label']}: say what {whose} rolled."
    refuse(text, when=event.strength_roll is None, field="strength_roll")
    return event.strength_roll or 0


FIGHT: Fight[Turns, Event] = Fight(
    handlers={
        "damage": _damage,
        "heal": _heal,
        "ground": brings(Is.GROUNDED),
        "stand": _stand,
        "helped": _helped,
        "stun": brings(Is.STUNNED),
        "chill": brings(Is.CHILLED),
        "ignite": brings(Is.SMOLDERING),
        "put_out": ends(Is.SMOLDERING),
        "maim_leg": brings(Is.LEG_MAIMED),
        "maim_arm": brings(Is.ARM_MAIMED),
        "end_turn": _end_turn,
        "grapple": grappled,
        "escape_fails": escape_failed,
        "freed": freed,
        "knocked_out": knocked_out,
        "wake": _wake,
    },
    tracks=("health",),
)
TRACKER = Tracker(FIGHT, at_first)
