"""A turn: the actions that are still possible, and what each action prepares.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers, Grapple, Defense. The table of actions gives cost and effect of
each action; the table of round events lists all other events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...engine.fight.durations import round_end, used, uses
from ...engine.fight.replay import refuse
from ...engine.fight.rules import Fight, Handler, brings, ends
from ...engine.fight.state import Combatant, Held, State
from .attack_inputs import BOTH_ACTIONS
from .tables import FACTS

ACTIONS = FACTS.table("actions")
ROUND_EVENTS = FACTS.table("round_events")
EVENTS = (*ACTIONS.options(), *ROUND_EVENTS.options())
"""All events of a round, actions first."""

PER_ROUND = FACTS.number("actions_per_round")
NO_ACTION = {"cost": 0, "hit_bonus": 0, "damage_bonus": 0, "defense_bonus": 0}


def row_of(event: str) -> dict[str, Any]:
    """The table row of an event; an event that is no action costs 0 (RR-ACT-01)."""
    actions = {row["id"]: row for row in ACTIONS.rows}
    return actions[event] if event in actions else {**ROUND_EVENTS.row(event), **NO_ACTION}


def cost_of(action: str) -> int:
    """The number of actions that an action takes (RR-ACT-01)."""
    cost: int = ACTIONS.row(action)["cost"]
    return cost


PRONE, GRAPPLED, HOLDING = "prone", "grappled", "holding"
AIM, HAYMAKER, DEFEND = "aim", "haymaker", "defend"


@dataclass(frozen=True, kw_only=True)
class Fighter(Combatant):
    """A fighter: the actions left, and the mox of the own grab, if known. `given` are the inputs of the tracker."""

    actions_left: int = PER_ROUND
    mox: int | None = None

    @property
    def all_out(self) -> bool:
        """Whether a haymaker takes both actions of a round (RR-HAY-01)."""
        return bool(self.given.haymaker_rule == BOTH_ACTIONS)


Turn = State[Fighter]


# Prepared bonuses.


def aimed(who: str) -> Held:
    """An aim, which lasts until the next attack; a second aim adds nothing (ruling, RR-AIM-01)."""
    return Held(who, AIM, ends=(uses(),), number=row_of(AIM)["hit_bonus"])


def wound_up(turn: Turn, who: str) -> Held:
    """A haymaker that waits for a strike; one of both actions ends with its round (RR-HAY-01)."""
    over = (round_end(turn.round),) if turn[who].all_out else ()
    return Held(who, HAYMAKER, ends=(uses(), *over), number=row_of(HAYMAKER)["damage_bonus"])


def _aim(turn: Turn, who: str, event: str) -> Turn:
    return turn.hold(aimed(who))


def _haymaker(turn: Turn, who: str, event: str) -> Turn:
    return turn.hold(wound_up(turn, who))


def _defend(turn: Turn, who: str, event: str) -> Turn:
    bonus = turn.number(who, DEFEND) + row_of(DEFEND)["defense_bonus"]
    return turn.hold(Held(who, DEFEND, ends=(round_end(turn.round),), number=bonus))


def _strike(turn: Turn, who: str, event: str) -> Turn:
    return used(turn, who, (AIM, HAYMAKER))


# Holds.


def _grab(turn: Turn, who: str, event: str) -> Turn:
    return used(turn, who, (AIM,)).hold(Held(who, HOLDING)).change(who, mox=None)


def _grab_object(turn: Turn, who: str, event: str) -> Turn:
    return used(turn, who, (AIM,))  # RR-GRAB-05, ruling: this replaces holding the opponent


def _no_hold(turn: Turn, who: str, event: str) -> Turn:
    return turn.free(who, HOLDING).change(who, mox=None)  # RR-SLAM-03, and other events that end the hold


def _next_round(turn: Turn, who: str, event: str) -> Turn:
    return FIGHT.next_round(turn)


CHANGES: dict[str, Handler[Turn, str]] = {
    AIM: _aim,
    DEFEND: _defend,
    "strike": _strike,
    HAYMAKER: _haymaker,
    "stand": ends(PRONE),
    "grab": _grab,
    "grab_object": _grab_object,
    "slam": _no_hold,
    "fall_prone": brings(PRONE),
    "let_go": _no_hold,
    "lost_hold": _no_hold,
    "grabbed": brings(GRAPPLED),
    "freed": ends(GRAPPLED),
    "next_round": _next_round,
}
"""The events that change more than the actions left; the dice decide whether an escape succeeds."""

HOLDS_ONLY = ("squeeze", "slam", "let_go", "lost_hold")
HELD_ONLY = ("escape", "freed")


def _refuse_impossible(turn: Turn, who: str, event: str, row: dict[str, Any]) -> None:
    refuse(f"No action is left this round for this: {row['label']}.", when=row["cost"] > turn[who].actions_left)
    _refuse_beside_haymaker(turn, who, event, row)
    refuse("Only someone who is prone can stand up.", when=event == "stand" and not turn.holds(who, PRONE))
    held = turn.holds(who, GRAPPLED)
    refuse("Nobody stands up while held: get free first.", when=event == "stand" and held)
    refuse("Nobody holds you: there is nothing to escape from.", when=event in HELD_ONLY and not held)
    refuse("You hold nobody: grab first.", when=event in HOLDS_ONLY and not turn.holds(who, HOLDING))


def _refuse_beside_haymaker(turn: Turn, who: str, event: str, row: dict[str, Any]) -> None:
    """A haymaker takes both actions of a round, so no action comes before or between (RR-HAY-01)."""
    late = event == HAYMAKER and turn[who].actions_left < PER_ROUND
    between = turn.holds(who, HAYMAKER) and row["cost"] and event != "strike"
    refuse("A haymaker takes both actions of the round, and one is used.", when=turn[who].all_out and late)
    refuse("Both actions of this round go into the haymaker: strike.", when=turn[who].all_out and between)


def _happens(turn: Turn, who: str, event: str) -> Turn:
    row = row_of(event)
    _refuse_impossible(turn, who, event, row)
    turn = turn.change(who, actions_left=turn[who].actions_left - row["cost"])
    return CHANGES[event](turn, who, event) if event in CHANGES else turn


FIGHT: Fight[Turn, str] = Fight(
    handlers=dict.fromkeys((option.id for option in EVENTS), _happens),
    kind=str,
    budget=lambda turn, who: {"actions_left": PER_ROUND},
)
