"""What is made ready in one round and counts in the next: Prepare and Defend.

"Universal combat actions": Prepare, Defend.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..exchange.strike import ACTIONS
from ..sheet.conditions import ANY_ACTION
from ..tables import FACTS
from ..turns.fighter import Is
from ..turns.turn_events import LABELS
from .lines import TURN, begins

ROLLED = (*ACTIONS, "dual", "tackle", "trip", "help", "mount", "toss")
"""The actions that need a roll, so that a prepared one can have a bonus."""


def is_prepared(here: Here, action: str) -> bool:
    """Whether the actor has prepared this action in the round before (S2-PREP-01)."""
    held = here.state.find(here.who, Is.PREPARED)
    return held is not None and held.note == LABELS[action]


def bonus(here: Here, action: str) -> int:
    """What a prepared action adds to each of its rolls."""
    return FACTS.number("prepare_bonus") if is_prepared(here, action) else 0


def roll_bonus(action: str, path: str) -> Any:
    """The inputs of an act with one roll: the bonus of a prepared action."""

    def inputs(here: Here) -> Mapping[str, Any]:
        return {f"{path}.mod": bonus(here, action)}

    return inputs


def _what(here: Here) -> Ask:
    known = [one for weapon in here.me.weapons() for one in weapon["actions"]]
    usual = [one for one in ROLLED if one not in ACTIONS]
    return Ask("what", "Prepare", tuple(Option(one, LABELS[one]) for one in dict.fromkeys((*known, *usual))))


def prepares(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The named action has a bonus in the next round."""
    label = LABELS[here.option(_what(here))]
    add = FACTS.number("prepare_bonus")
    yield begins(
        Held(here.who, Is.PREPARED_NEXT, note=label), f"{here.actor.name}: +{add} on {label} in the next round"
    )


def defends(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Every defense of the next round has a bonus."""
    add = FACTS.number("defend_bonus")
    yield begins(Held(here.who, Is.DEFEND_NEXT), f"{here.actor.name}: +{add} on defenses in the next round")


def no_order(here: Here) -> str:
    """Why nothing can be prepared: no turn order runs (S2-PREP-02)."""
    return "" if here.state.begun else "Nothing is prepared while no turn order runs."


READY = (
    FightAct(
        id="prepare",
        label="Prepare",
        rule="S2-PREP-01",
        at=SELF,
        cost={TURN: 1},
        bars=ANY_ACTION,
        why_not=no_order,
        asks=lambda here: (_what(here),),
        follows=prepares,
    ),
    FightAct(
        id="defend", label="Defend", rule="S2-DEFEND-01", at=SELF, cost={TURN: 1}, bars=ANY_ACTION, follows=defends
    ),
)
