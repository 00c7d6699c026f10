"""The replay of a fight: the result of each event, its lasting effect, and the Delays that lapsed.

"Initiative" and "Actions in a round".
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ....engine.explain import together
from ....engine.procedure import counted
from .timed_effects import TIMED
from .turn_events import Event, Refused, after
from .turn_inputs import Tracked, at_first
from .turn_state import Fight, Lapsed


class Done(NamedTuple):
    """An event with its round, its combatant, its refusal if any, and the Delays that lapsed with the round."""

    event: Event
    round: int
    who: str
    refused: str | None
    lapsed: tuple[Lapsed, ...]

    def delays_over(self) -> str | None:
        """The lapsed Delays as sentences."""
        return " ".join(map(lapsed_text, self.lapsed)) or None

    def effect(self) -> dict[str, Any] | None:
        """The row of the event's lasting effect."""
        return None if self.refused else TIMED.find("id", self.event.effect)

    def lasts(self) -> str | None:
        """The event's lasting effect and its holder, as a sentence."""
        row = self.effect()
        return f"{row['label']}, on {self.event.on or self.who}." if row else None

    def then(self) -> str | None:
        """The further consequences of the event, as sentences."""
        return " ".join(filter(None, (self.lasts(), self.delays_over()))) or None


def lapsed_text(one: Lapsed) -> str:
    """A lapsed Delay as a sentence."""
    return f"{one.name}'s Delay ended with round {one.round}: {counted(one.actions, 'Action')} lost."


def replay(a: Tracked) -> tuple[list[Done], Fight]:
    """Every event with its result, and the fight after them; a refused event changes nothing."""
    fight, done = at_first(a), []
    for event in a.events:
        who = event.who or together(s.name for s in fight.cutting_in() or fight.acting())
        before, refused = fight, None
        try:
            fight = after(fight, event, screen=a.total_defense_blocks_attack)
        except Refused as refusal:
            refused = refusal.reason
        done.append(Done(event, before.round, who, refused, fight.lapsed[len(before.lapsed) :]))
    return done, fight
