"""The state of a fight: the place of each combatant, the Actions left, and the lasting effects.

"Initiative", "Actions in a round" and "Surprise".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ....engine.fight.durations import Moment, round_end, turn_end, turn_start, uses
from ....engine.fight.state import Combatant, End, Held, State
from ..tables import FACTS
from .action_costs import NO_ROOM, Room, room
from .initiative_order import lead_of

EFFECTS = FACTS.table("turn_effects")
TIMED = FACTS.table("timed_effects")
TURNS = FACTS.table("turn_events")
START, END, ROUND, ROUNDS, DAWN = "start", "end", "round", "rounds", "dawn"
NOTES = {"until_start": START, "until_end": END}
LASTING = {row["id"]: row for row in (*EFFECTS.rows, *TIMED.rows)}
"""The rows of all lasting effects, by id."""


class Is(StrEnum):
    """What a combatant can be besides the lasting effects."""

    SURPRISED = "surprised"
    DELAYS = "waits"
    READIED = "readied"
    CUTS_IN = "cuts_in"
    OUT = "out"


@dataclass(frozen=True, kw_only=True)
class Standing(Combatant):
    """A combatant: the rolled initiative, what is left of the round, and a new roll for the next round.

    The place is the initiative, then the later end of a Delay, then the ability. `begun` means in the middle of the
    turn.
    """

    rolled: int
    left: Room = NO_ROOM
    mount_left: int = 0
    begun: bool = False
    rerolled: int | None = None

    @property
    def initiative(self) -> int:
        """The value that decides the order."""
        return -self.place[0]

    def placed(self, initiative: int, ahead: int = 0) -> Standing:
        """The combatant at another initiative; the highest `ahead` is the first among equals."""
        return self.change(place=(-initiative, -ahead, -self.given.ability))


@dataclass(frozen=True, kw_only=True)
class Round(State[Standing]):
    """A fight, the round of the lead, and the number of ended Delays."""

    rolled_in: int = 1
    came_in: int = 0

    def holding(self, condition: str) -> tuple[str, ...]:
        """The combatants who hold a condition."""
        holders = self.holders(condition)
        return tuple(c.id for c in self.combatants if c.id in holders)

    def sum(self, who: str, column: str) -> int:
        """What all lasting effects of a combatant change in a column of the tables."""
        return sum(changed(held, column) for held in self.lasting(who))

    def lasting(self, who: str) -> tuple[Held, ...]:
        """The lasting effects of a combatant, and the notes."""
        return tuple(held for held in self.of(who) if held.id in LASTING or held.id in NOTES)


# Lasting effects.


def changed(held: Held, column: str) -> int:
    """What a lasting effect changes; it counts once for each step where the row says so."""
    row = LASTING.get(held.id, {})
    return (row.get(column) or 0) * (held.number if row.get("each") else 1)


def label_of(held: Held) -> str:
    """The label of a lasting effect, or what to remember."""
    return held.note if held.id in NOTES else str(LASTING[held.id]["label"])


def rule_of(held: Held) -> str:
    """The rule of a lasting effect, or of the event that brought a note."""
    return str((LASTING.get(held.id) or TURNS.row(held.id))["rule"])


def besides(held: Held) -> str | None:
    """What a lasting effect does besides its numbers."""
    return LASTING.get(held.id, {}).get("besides") or None


def until(held: Held) -> str:
    """The end of a lasting effect in one word."""
    return NOTES.get(held.id) or str(LASTING[held.id]["until"])


def lasting(row: Mapping[str, Any], who: str, by: str, since: int, number: int = 1) -> Held:
    """The lasting effect of a row on `who`, which ends in rounds of `by`; `number` counts rounds or steps."""
    ends = _ends(row["until"], by, since, number)
    spent = (uses(),) if row.get("first") else ()
    return Held(who, row["id"], source=by, ends=(*ends, *spent), number=number)


def remembered(event: str, text: str, who: str, since: int) -> Held:
    """A note, which ends as its event says."""
    return Held(who, event, ends=_ends(NOTES[event], who, since, 1), note=text)


def _ends(word: str, by: str, since: int, number: int) -> tuple[End, ...]:
    ends = {
        START: turn_start(by, since + 1),
        END: turn_end(by, since + 1),
        ROUND: round_end(since),
        ROUNDS: turn_start(by, since + number),
    }
    return (ends[word],) if word in ends else ()


# Rounds.


def budget(fight: Round, who: str) -> dict[str, Any]:
    """What a combatant has at the start of a round (OBSS-ACT-01)."""
    mounts = FACTS.number("mount_actions") * fight[who].given.mounted
    return {"left": _room(fight, who), "mount_left": mounts, "begun": False}


def _room(fight: Round, who: str) -> Room:
    """The Actions of a round, with the leader's reward if it counts, and with lasting effects."""
    if fight.holds(who, Is.SURPRISED):  # Immediate Actions are lost too (ruling, OBSS-SURP-03)
        return NO_ROOM
    counts = fight.given.lead_rounds == "every_round" or fight.round == fight.rolled_in
    absent = fight.holders(Is.SURPRISED, Is.OUT)
    ready = {c.id: c.rolled for c in fight.combatants if c.id not in absent}
    leads = counts and who in ready and ready[who] == max(ready.values())
    full = room(lead_of(tuple(ready.values())) if leads else 0, fight.given.lead_bonus)
    actions = full.action + fight.sum(who, "actions")
    most = (changed(held, "most_actions") for held in fight.of(who))
    return full._replace(action=max(0, min((actions, *filter(None, most)))))


def new_rolls(fight: Round, moment: Moment) -> Round:
    """New rolls of initiative count from the next round on (OBSS-INIT-05)."""
    rolled = [c.placed(c.rerolled).change(rolled=c.rerolled) for c in fight.combatants if c.rerolled is not None]
    if not rolled:
        return fight
    return replace(fight.put(*(c.change(rerolled=None) for c in rolled)), rolled_in=moment.round + 1)
