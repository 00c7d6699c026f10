"""A fighter in turns and rounds: Health, conditions and what is carried, and what a hold does.

"Conditions index", Tackle and Grapple. Both trackers use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ....engine.fight.durations import round_end
from ....engine.fight.replay import refuse
from ....engine.fight.rules import brings
from ....engine.fight.state import Combatant, Held, State
from ..tables import FACTS


class Is(StrEnum):
    """What a fighter can be, as events bring and end it: conditions of the table first, then the use of the turn."""

    GROUNDED = "grounded"
    STUNNED = "stunned"
    INCAPACITATED = "incapacitated"
    UNCONSCIOUS = "unconscious"
    CHILLED = "chilled"
    SMOLDERING = "smoldering"
    LEG_MAIMED = "leg_maimed"
    ARM_MAIMED = "arm_maimed"
    GRAPPLED = "grappled"
    HOLDING = "holding"
    WAITING = "waiting"
    BLOCKING = "blocking"
    RUNNING = "run"
    PREPARED = "prepared"
    PREPARED_NEXT = "prepared_next"
    DEFENDING = "defending"
    DEFEND_NEXT = "defend_next"


NO_ESCAPE = "Nobody holds you."
ASLEEP = "Nothing can be done while unconscious."


@dataclass(frozen=True, kw_only=True)
class Fighter(Combatant):
    """A fighter: Health, failed escapes, the turns ended while incapacitated or lost, and what is carried.

    `did` is what has used the turn of the round. `given` are the inputs of the tracker.
    """

    health: int = 0
    failures: int = 0
    incap_turns: int = 0
    turn_lost: int = 0
    free_stand: bool = False
    equipped: tuple[str, ...] = ()
    inventory: tuple[str, ...] = ()
    at_feet: tuple[str, ...] = ()
    flung: tuple[str, ...] = ()
    loaded: int = 0
    projectiles: int = 0
    dodge_steps_left: int = FACTS.number("dodge_move_zones")


Turns = State[Fighter]


def kept_down(fight: Turns, who: str) -> bool:
    """Whether a fighter cannot get up: incapacitated, unconscious or held."""
    return fight.holds(who, Is.INCAPACITATED, Is.UNCONSCIOUS, Is.GRAPPLED)


def grappled(fight: Turns, who: str, event: Any) -> Turns:
    """The fighter is held, and lies on the ground."""
    return brings(Is.GRAPPLED, Is.GROUNDED)(fight, who, event).free(who, Is.HOLDING).change(who, failures=0)


def escape_failed(fight: Turns, who: str, event: Any) -> Turns:
    """A failed escape; only failures in a row count, since a success ends the hold (S2-TACKLE-05)."""
    refuse(NO_ESCAPE, when=not fight.holds(who, Is.GRAPPLED), field="do")
    refuse(ASLEEP, when=fight.holds(who, Is.UNCONSCIOUS), field="do")
    failures = fight[who].failures + 1
    out = (Held(who, Is.UNCONSCIOUS),) if failures >= fight[who].given.failures_to_ko else ()
    return fight.hold(*out).change(who, failures=failures)


def freed(fight: Turns, who: str, event: Any) -> Turns:
    """The hold on the fighter is over."""
    refuse(NO_ESCAPE, when=not fight.holds(who, Is.GRAPPLED), field="do")
    return fight.free(who, Is.GRAPPLED).change(who, failures=0)


def counts_in(fight: State[Any], round: int) -> Iterator[tuple[Held, Held]]:
    """What was made ready, each with what it becomes in this round (S2-PREP-01, S2-DEFEND-01)."""
    comes: dict[str, str] = {Is.DEFEND_NEXT: Is.DEFENDING, Is.PREPARED_NEXT: Is.PREPARED}
    for one in fight.held:
        if one.id in comes:
            yield one, one._replace(id=comes[one.id], ends=(round_end(round),))


def by_health(fight: State[Any], who: str, health: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The conditions that begin and that end with this Health (S2-HEALTH-01, S2-INCAP-01, S2-INCAP-05)."""
    if health <= FACTS.number("incapacitated_at"):
        return (Is.INCAPACITATED, Is.GROUNDED), ()
    return (), (Is.INCAPACITATED, Is.UNCONSCIOUS) if fight.holds(who, Is.INCAPACITATED) else ()


knocked_out = brings(Is.UNCONSCIOUS, Is.GROUNDED)
