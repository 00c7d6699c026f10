"""Mounts in a fight: who rides whom, orders to the mount, and the seat of the rider.

"Mounts". A mount is a fighter of its own that acts in the rider's turn. Checks and costs stand in `movement/mounts.py`
and actions.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import ALLY, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.declared import Due
from ....engine.fight.events import Event, free, hold, spend, track
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ..movement.mounts import CHECKS, HIT, MOVED, Seat
from ..tables import FACTS
from .attacks_made import RIDES
from .budget import ACTIONS, ROWS
from .effects import note
from .moves import action
from .wounds import HIT_POINTS, hit_points

SHAKEN, PRONE = "seat_shaken", "prone"
WAR_MOUNT = "hit_war_mount"
SIZES = FACTS.table("sizes")


def mount_of(state: FightState, who: str) -> str:
    """The mount that a fighter rides, or empty."""
    held = state.find(who, RIDES)
    return held.to if held else ""


def may_mount(here: Here) -> bool:
    """Whether the actor can get on the target: it is larger, and neither rides or is ridden."""
    steps = [SIZES.row(one["size"])["step"] for one in (here.me, here.they) if one]
    is_larger = steps[-1] > steps[0]
    taken = any(held.id == RIDES and {held.who, held.to} & {here.who, here.to} for held in here.state.held)
    return is_larger and not taken and not here.rules.is_down(here.state, here.to)


def mount_cost(here: Here) -> Mapping[str, int]:
    """The Actions to mount or dismount, fewer with the Ride skill (OBSS-MNT-07)."""
    row = ROWS.row("mount")
    return {ACTIONS: row["ride_cost"] if here.me["rides"] else row["cost"]}


def mounts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The actor rides the target, which acts in the rider's turn with Actions of its own (OBSS-MNT-02, -03)."""
    yield Proposed(hold(Held(here.who, RIDES, here.to)), f"{here.actor.name} rides {here.target.name}")
    known = {} if here.actor.initiative is None else {"initiative": here.actor.initiative}
    place = Event("place", here.to, {"place": [*here.actor.place], **known})
    yield Proposed(place, f"{here.target.name} acts in the turn of {here.actor.name}")
    most = FACTS.number("mount_actions")
    if (left := here.target.budget.get(ACTIONS, 0)) > most:
        yield Proposed(spend(here.to, ACTIONS, left - most), f"{here.target.name}: {counted(most, 'Action')} a round")


def dismounts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The actor is on foot."""
    yield Proposed(free(here.who, RIDES, here.to), f"{here.actor.name} gets off {here.target.name}")


def is_riding(here: Here) -> bool:
    """Whether the actor rides the target."""
    return here.fact(RIDES) is not None


def commands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """An order to the mount (OBSS-MNT-12)."""
    number = FACTS.number("commanded_actions")
    yield note(f"{here.target.name} does {number} of these: Move, Attack, Disengage")


def no_order(here: Here) -> str:
    """Why the mount takes no orders (OBSS-MNT-01)."""
    return "" if here.me["rides"] else f"{here.actor.name} lacks the Ride skill, and only steers."


# The seat


def cause_ask(here: Here) -> Ask:
    """What shakes the rider (OBSS-MNT-05, OBSS-MNT-08)."""
    options = (
        Option(row["id"], f"{row['label']}: {row['roll']}, DC {row['dc']}", row["rule"])
        for row in (CHECKS.row(one) for one in (HIT, WAR_MOUNT, MOVED))
    )
    return Ask("cause", "What happens", tuple(options))


def seat_inputs(here: Here) -> Mapping[str, Any]:
    """The cause, and the hits on the mount that no check has answered."""
    cause = here.option(cause_ask(here))
    hits = max(1, here.state.number(here.who, SHAKEN))
    return {"cause": MOVED if cause == MOVED else HIT, "war_mount": cause == WAR_MOUNT, "hits": hits}


def keeps_seat(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """In the saddle, or prone beside the mount and hurt by the fall (OBSS-MNT-09)."""
    end: Seat = roll.end if roll else Seat()
    if here.state.holds(here.who, SHAKEN):
        yield Proposed(free(here.who, SHAKEN), f"{here.actor.name}: the hits on the mount are answered")
    if end.fallen:
        name, mount = here.actor.name, mount_of(here.state, here.who)
        yield Proposed(free(here.who, RIDES, mount), f"{name} falls off {here.state[mount].name}")
        yield Proposed(hold(Held(here.who, PRONE)), f"{name}: prone")
        left = hit_points(here.actor.tracks[HIT_POINTS] - end.damage)
        yield Proposed(track(here.who, HIT_POINTS, -end.damage), f"{name}: {end.damage} damage, {left}")


def shaken(before: FightState, after: FightState, event: Event) -> Iterator[Event]:
    """A hit on a mount calls for a check of its rider (OBSS-MNT-05)."""
    if event.do not in ("act", "track"):
        return
    for held in after.held:
        if held.id != RIDES or not before.knows(held.to):
            continue
        if after[held.to].tracks[HIT_POINTS] < before[held.to].tracks[HIT_POINTS]:
            yield hold(Held(held.who, SHAKEN, number=1 + after.number(held.who, SHAKEN)))


def seats_due(state: FightState) -> Iterator[Due]:
    """The checks that hits on mounts call for."""
    for held in state.held:
        if held.id == SHAKEN:
            text = f"The mount of {state[held.who].name} was hit: Ride check, or unseated"
            yield Due(text, "keep_seat", held.who, "", "OBSS-MNT-05")


RIDING = (
    action(
        "mount",
        id="mount_up",
        label="Mount",
        rule="OBSS-MNT-07",
        at=ALLY,
        cost=mount_cost,
        offered=may_mount,
        follows=mounts,
    ),
    action(
        "command_mount",
        label="Command the mount",
        at=ALLY,
        offered=is_riding,
        why_not=no_order,
        follows=commands,
    ),
    action(
        "mount",
        id="dismount",
        label="Dismount",
        rule="OBSS-MNT-07",
        at=ALLY,
        cost=mount_cost,
        offered=is_riding,
        follows=dismounts,
    ),
    FightAct(
        id="keep_seat",
        label="Stay in the saddle",
        rule="OBSS-MNT-05",
        calculator="mount",
        at=SELF,
        any_time=True,
        offered=lambda here: bool(mount_of(here.state, here.who)),
        inputs=seat_inputs,
        figures=("p_stay",),
        asks=lambda here: (cause_ask(here),),
        follows=keeps_seat,
    ),
)
