"""The state of a fight: the place of each combatant, the Actions left, and the lasting effects.

"Initiative", "Actions in a round" and "Surprise". A fight is an immutable value; each event returns a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import groupby
from typing import Any, NamedTuple

from ..tables import FACTS
from .action_costs import NO_ROOM, Room, room, spent
from .initiative_order import lead_of

EFFECTS = FACTS.table("turn_effects")
START, END, ROUND, ROUNDS, DAWN = "start", "end", "round", "rounds", "dawn"
NOTE = "note"


class Effect(NamedTuple):
    """A lasting effect on a combatant: its row, its end, its first round, and its modifiers.

    `by` is the combatant whose rounds count, empty for the holder. `rounds` is the number of rounds if it was rolled.
    `first` ends the effect with the holder's next attack. `actions` and `most_actions` change the holder's next round.
    """

    id: str
    label: str
    until: str
    since: int
    attack: int
    dice: int
    defense: int
    rule: str
    besides: str = ""
    by: str = ""
    rounds: int = 0
    first: bool = False
    actions: int = 0
    most_actions: int | None = None

    def rounds_left(self, number: int) -> int | None:
        """The rounds until the effect ends; None for an effect that outlasts the fight."""
        if self.until == DAWN:
            return None
        return self.since + (self.rounds or (0 if self.until == ROUND else 1)) - number

    def ends_as_turn_comes(self, number: int) -> bool:
        """Whether the effect is over at the start of the turn of `by` in this round."""
        return self.until in (START, ROUNDS) and self.since + max(1, self.rounds) <= number


def effect(row: dict[str, Any], since: int, times: int = 1) -> Effect:
    """The effect of a row of the table; `times` is the number of steps."""
    factor = times if row["each"] else 1
    attack, dice, defense = ((row[column] or 0) * factor for column in ("attack", "dice", "defense"))
    return Effect(row["id"], row["label"], row["until"], since, attack, dice, defense, row["rule"], row["besides"])


class Standing(NamedTuple):
    """A combatant's state.

    `rolled` is the rolled initiative, `place` the value that decides the order. `ahead` is higher the later a combatant
    ends a Delay; it orders equals. `begun` means in the middle of the turn, `done` that the turn is over. `readied` is
    the trigger, `sprung` that it has come.
    """

    name: str
    rolled: int
    place: int
    ability: int
    ride_skill: bool
    parry: bool
    surprised: bool
    room: Room = NO_ROOM
    did: tuple[str, ...] = ()
    ahead: int = 0
    begun: bool = False
    done: bool = False
    waiting: bool = False
    readied: str | None = None
    sprung: bool = False
    mounted: bool = False
    mount_left: int = 0
    starts_new_explanation: int | None = None
    effects: tuple[Effect, ...] = ()

    def left(self) -> Room:
        """The room left in the round."""
        used = spent(self.did, ride_skill=self.ride_skill)
        return Room(*(most - gone for most, gone in zip(self.room, used, strict=True)))

    def with_effect(self, new: Effect) -> Standing:
        """The state with a lasting effect, which replaces the same one; notes add up."""
        kept = tuple(old for old in self.effects if old.id == NOTE or old.id != new.id)
        return self._replace(effects=(*kept, new))

    def without(self, over: Callable[[Effect], bool]) -> Standing:
        """The state without the effects that are over."""
        return self._replace(effects=tuple(held for held in self.effects if not over(held)))


class Lapsed(NamedTuple):
    """A Delay that lapsed at the end of its round, with the lost Actions (ruling, OBSS-ACT-09)."""

    name: str
    round: int
    actions: int


class Fight(NamedTuple):
    """The round, the combatants, the round of the lead, the number of ended Delays, and the lapsed Delays."""

    round: int
    everybody: tuple[Standing, ...]
    rolled_in: int
    every_round: bool
    lead_bonus: str
    came_in: int = 0
    lapsed: tuple[Lapsed, ...] = ()

    def who(self, name: str) -> Standing:
        """The combatant with this name."""
        return next(s for s in self.everybody if s.name == name)

    def put(self, *changed: Standing) -> Fight:
        """The fight with one or more combatants changed."""
        new = {s.name: s for s in changed}
        return self._replace(everybody=tuple(new.get(s.name, s) for s in self.everybody))

    def ended(self, names: Collection[str], over: Callable[[Effect], bool]) -> Fight:
        """The fight without the effects that are over for these combatants."""
        return self.put(
            *(s.without(lambda held, s=s: (held.by or s.name) in names and over(held)) for s in self.everybody)  # type: ignore[misc]
        )

    def order(self) -> list[list[Standing]]:
        """The places in order; simultaneous combatants share a place (OBSS-INIT-03, OBSS-INIT-04, OBSS-ACT-09)."""

        def rank(s: Standing) -> tuple[int, int, int]:
            return -s.place, -s.ahead, -s.ability

        return [list(equal) for _, equal in groupby(sorted(self.everybody, key=rank), key=rank)]

    def cutting_in(self) -> list[Standing]:
        """The combatants who act out of turn on their trigger (OBSS-ACT-10)."""
        return [s for s in self.everybody if s.sprung]

    def acting(self) -> list[Standing]:
        """The combatants whose turn it is: those of the first place whose turn is not done."""
        for place in self.order():
            if due := [s for s in place if not (s.done or s.waiting or s.surprised)]:
                return due
        return []


# Rounds.


def begin(fight: Fight) -> Fight:
    """The start of a round: all Actions are restored, with the leader's reward if it counts (OBSS-ACT-01)."""
    fresh = tuple(
        s._replace(
            room=_room(fight, s),
            did=(),
            begun=False,
            done=False,
            waiting=False,
            sprung=False,
            mount_left=FACTS.number("mount_actions") * s.mounted,
        )
        for s in fight.everybody
    )
    return fight._replace(everybody=fresh)


def _room(fight: Fight, s: Standing) -> Room:
    if s.surprised:  # Immediate Actions are lost too (ruling, OBSS-SURP-03)
        return NO_ROOM
    counts = fight.every_round or fight.round == fight.rolled_in
    ready = [one.rolled for one in fight.everybody if not one.surprised]
    leads = counts and s.rolled == max(ready)
    return _changed(room(lead_of(ready) if leads else 0, fight.lead_bonus), s)


def _changed(full: Room, s: Standing) -> Room:
    """The Actions of a round with the combatant's lasting effects."""
    actions = full.action + sum(held.actions for held in s.effects)
    most = min((held.most_actions for held in s.effects if held.most_actions is not None), default=actions)
    return full._replace(action=max(0, min(actions, most)))


def next_round(fight: Fight) -> Fight:
    """The next round: surprise ends, and rerolled initiative counts (OBSS-SURP-04, OBSS-INIT-05).

    A combatant who still delays loses the held Actions (ruling, OBSS-ACT-09).
    """
    starts_new_explanation = any(s.starts_new_explanation is not None for s in fight.everybody)

    def over(held: Effect) -> bool:
        return held.until == ROUND or (held.until == END and held.since < fight.round)

    others = tuple(_rerolled(s).without(over)._replace(surprised=False) for s in fight.everybody)
    lost = tuple(Lapsed(s.name, fight.round, s.left().action) for s in fight.everybody if s.waiting)
    number = fight.round + 1
    rolled_in = number if starts_new_explanation else fight.rolled_in
    return begin(fight._replace(round=number, everybody=others, rolled_in=rolled_in, lapsed=(*fight.lapsed, *lost)))


def _rerolled(s: Standing) -> Standing:
    if s.starts_new_explanation is None:
        return s
    return s._replace(
        rolled=s.starts_new_explanation, place=s.starts_new_explanation, ahead=0, starts_new_explanation=None
    )


def settled(fight: Fight) -> Fight:
    """The fight at the next turn: a new round if all turns are done, without the effects that end for the acting
    combatant."""
    while not fight.acting():
        fight = next_round(fight)
    fight = fight.put(*(s._replace(readied=None) for s in fight.acting()))
    # Effects until the start of this turn end (OBSS-MAST-03).
    return fight.ended([s.name for s in fight.acting()], lambda held: held.ends_as_turn_comes(fight.round))


def turn_over(fight: Fight, acting: Collection[Standing]) -> Fight:
    """The fight after a turn, without the effects that last to its end (OBSS-HELP-03)."""
    fight = fight.put(*(s._replace(done=True, begun=False, sprung=False) for s in acting))
    return fight.ended([s.name for s in acting], lambda held: held.until == END and held.since < fight.round)
