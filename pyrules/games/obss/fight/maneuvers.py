"""Maneuvers in a fight: disarm, feint, push, grapple, trip, and moving through foes.

"Optional Combat Maneuvers". Each counts as an attack for the penalty of the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import FOE, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import turn_end
from ....engine.fight.events import free, hold
from ....engine.fight.odds import inputs_of
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ....engine.sheet.sources import Bindings
from ..checks.contest import dc
from ..maneuvers.maneuver import DISARM, FEINT, GRAPPLE, INDEX, MANEUVERS, MOVE_THROUGH, PUSH, TRIP, State, contests
from ..maneuvers.push import distance
from ..sheet.bindings import match, me
from ..sheet.conditions import IDLE
from ..tables import FACTS
from .attacks import meets
from .attacks_made import GRAPPLES, made, others
from .budget import cost_of, next_turn
from .effects import note
from .lost import disarmed
from .moves import PRONE, leaves_melee

RESTRAINS, FEINTED, BOTCHED = "restrains", "feinted", "feint_botched"
ALONG, STAY, THROWN = "along", "stay", "throw"


def inputs(kind: str) -> Callable[[Here], Mapping[str, Any]]:
    """The kind, and the attacks before it (OBSS-MAN-02)."""
    return lambda here: {"kind": kind, "attack_index": min(INDEX[1], made(here))}


def works(roll: Roll | None) -> bool:
    """Whether the maneuver works."""
    end: State = roll.end if roll else State()
    return bool(end.grade and end.grade.success)


def is_critical(roll: Roll | None) -> bool:
    """Whether a maneuver is a critical success or a critical failure."""
    end: State = roll.end if roll else State()
    return bool(end.grade and end.grade.criticals)


# What follows


def disarms(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The weapon falls; on a Critical Failure the actor's own (OBSS-DISARM-03)."""
    yield from meets(here)
    if works(roll):
        yield disarmed(here.state, here.to, here.they)
    elif is_critical(roll):
        yield disarmed(here.state, here.who, here.me)


def feints(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The target's Defense against the actor this turn; or the actor's own (OBSS-FEINT-02, OBSS-FEINT-03)."""
    yield from meets(here)
    if works(roll):
        worth = figure(FACTS.number("feint_defense"), signed=True)
        held = Held(here.to, FEINTED, here.who, ends=(turn_end(here.who, max(1, here.state.round)),))
        yield Proposed(hold(held), f"{here.target.name}: Defense {worth} against {here.actor.name} this turn")
    elif is_critical(roll):
        worth = figure(FACTS.number("feint_failed_defense"), signed=True)
        held = Held(here.who, BOTCHED, ends=(turn_end(here.who, next_turn(here.state, here.who)),))
        yield Proposed(hold(held), f"{here.actor.name}: Defense {worth} until the next turn ends")


PUSH_WAYS = Ask(
    "way",
    "Push",
    (
        Option(ALONG, "Push or pull, and go along", "OBSS-PUSH-04"),
        Option(STAY, "Push, and stay", "OBSS-PUSH-03"),
        Option(THROWN, "Throw", "OBSS-PUSH-05"),
    ),
)


def push_inputs(here: Here) -> Mapping[str, Any]:
    """A push or a throw (OBSS-PUSH-05)."""
    return {**inputs(PUSH)(here), "throw": here.option(PUSH_WAYS) == THROWN}


def pushes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """How far it goes; on a Critical Failure the target may move the actor (OBSS-PUSH-03 to -06)."""
    way = here.option(PUSH_WAYS)
    if works(roll):
        meters = distance(abs(ahead(here, roll)), throw=way == THROWN, speed=here.me["speed_now"])
        yield note(f"{here.target.name} is moved up to {counted(meters, 'meter')}")
        if way != ALONG and meters and here.to in others(here, here.who):
            yield leaves_melee(here, here.to)
    elif is_critical(roll) and here.they:
        meters = distance(abs(ahead(here, roll)), throw=False, speed=here.they["speed_now"])
        yield note(
            f"{here.target.name} may spend a Reaction to move {here.actor.name} up to {counted(meters, 'meter')}"
        )


def ahead(here: Here, roll: Roll | None) -> int:
    """The points by which the actor's total is above the other side's."""
    _, asked, _, _ = inputs_of(here.rules.act(PUSH), here)
    theirs = dc(contests(asked)[0]) if asked else None
    mine, *reply = (step.total or 0 for step in roll.steps) if roll else (0,)
    return mine - (reply[0] if theirs is None else theirs)


def grapples(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Both are grappled; by a critical success the target is Restrained (OBSS-GRAP-02, OBSS-GRAP-03)."""
    yield from meets(here)
    if works(roll):
        yield Proposed(hold(Held(here.who, GRAPPLES, here.to)), f"{here.actor.name} grapples {here.target.name}")
        if is_critical(roll):
            yield Proposed(hold(Held(here.who, RESTRAINS, here.to)), f"{here.target.name}: Restrained")


def trips(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The target falls; on a Critical Failure the actor (OBSS-TRIP-01, OBSS-TRIP-03)."""
    yield from meets(here)
    who = here.to if works(roll) else here.who if is_critical(roll) else ""
    if who and not here.state.holds(who, PRONE):
        yield Proposed(hold(Held(who, PRONE)), f"{here.state[who].name}: prone")


def passes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Past the target, without the Action if it is critical (OBSS-THRU-02, OBSS-THRU-06, OBSS-THRU-07)."""
    if not works(roll):
        yield note(f"{here.actor.name} stops before {here.target.name}, and the movement is over")
    elif is_critical(roll):
        yield note(f"{here.actor.name} passes {here.target.name}, and the Action is not spent")
    else:
        yield note(f"{here.actor.name} passes {here.target.name}")


# Grapples


def ends(here: Here, holder: str, captive: str) -> Iterator[Proposed]:
    """A grapple ends, and what it restrains."""
    for held in here.state.of(holder):
        if held.id in (GRAPPLES, RESTRAINS) and held.to == captive:
            text = f"{here.state[holder].name} no longer {held.id} {here.state[captive].name}"
            yield Proposed(free(holder, held.id, captive), text)


def breaks_free(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Free of the target's grapple (OBSS-GRAP-04)."""
    return ends(here, here.to, here.who) if works(roll) else ()


def holds_on(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The grapple lasts (OBSS-GRAP-04)."""
    yield note(f"{here.actor.name} holds on to {here.target.name}")


def is_held(here: Here) -> bool:
    """Whether the target grapples the actor."""
    return here.fact(GRAPPLES, back=True) is not None


def is_holding(here: Here) -> bool:
    """Whether the actor grapples the target."""
    return here.fact(GRAPPLES) is not None


def _maneuver(
    kind: str, follows: Any, rolls: str = me.body_now, dice: str = me.athletics_dice, against: str = "", **more: Any
) -> FightAct:
    row = MANEUVERS.row(kind)
    bindings: Bindings = {"attacker_mod": rolls, "dice": dice, **({"defender_mod": against} if against else {})}
    given: dict[str, Any] = {
        "id": kind,
        "label": row["label"],
        "rule": row["rule"],
        "cost": cost_of(kind),
        "inputs": inputs(kind),
    }
    shown = {"at": FOE, "calculator": "maneuver", "bars": IDLE, "figures": ("p_works",), "bindings": bindings}
    return FightAct(**{**given, **shown, "follows": follows, **more})


MANEUVERING = (
    _maneuver(TRIP, trips, offered=lambda here: not (here.they and here.they["is_prone"])),
    _maneuver(PUSH, pushes, inputs=push_inputs, asks=lambda here: (PUSH_WAYS,)),
    _maneuver(GRAPPLE, grapples, offered=lambda here: not is_holding(here)),
    _maneuver(DISARM, disarms, me.disarm_now, me.save_dice, match.target_against_disarm),
    _maneuver(FEINT, feints, me.feint_now, me.deceive_dice, match.target_against_feint),
    _maneuver(MOVE_THROUGH, passes, me.passing_now, me.acrobatics_dice, match.target_against_passing),
    _maneuver(GRAPPLE, breaks_free, id="break_free", label="Break free", rule="OBSS-GRAP-04", offered=is_held),
    FightAct(
        id="hold_on",
        label="Hold on",
        rule="OBSS-GRAP-04",
        at=FOE,
        cost=cost_of(GRAPPLE),
        bars=IDLE,
        offered=is_holding,
        follows=holds_on,
    ),
    FightAct(
        id="let_go",
        label="Let go",
        rule="OBSS-GRAP-04",
        at=FOE,
        any_time=True,
        offered=is_holding,
        follows=lambda here, roll: ends(here, here.who, here.to),
    ),
)
