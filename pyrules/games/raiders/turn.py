"""A turn: the actions that are still possible, and what each action prepares.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers, Grapple, Defense. The table of actions gives cost and effect of
each action; the table of round events lists all other events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...engine.errors import InvalidInput, not_allowed
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


class Turn(NamedTuple):
    """The state of the round: actions left, prepared bonuses, and the character's position.

    `haymaker_rule` is the table rule on the actions of a haymaker. `mox` is the mox of the grab, if known.
    """

    haymaker_rule: str = BOTH_ACTIONS
    actions_left: int = PER_ROUND
    prone: bool = False
    grappled: bool = False
    aim: int = 0
    haymaker: int = 0
    defense: int = 0
    holding: bool = False
    mox: int | None = None
    round: int = 1

    @property
    def all_out(self) -> bool:
        """Whether a haymaker takes both actions of a round (RR-HAY-01)."""
        return bool(self.haymaker_rule == BOTH_ACTIONS)


class Done(NamedTuple):
    """The result of an event: the turn after it, and the bonuses it used."""

    turn: Turn
    hit_bonus: int = 0
    damage_bonus: int = 0


def _aim(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(aim=row["hit_bonus"]))  # RR-AIM-01, ruling: a second aim adds nothing


def _haymaker(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(haymaker=row["damage_bonus"]))


def _defend(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(defense=turn.defense + row["defense_bonus"]))


def _strike(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(aim=0, haymaker=0), turn.aim, turn.haymaker)


def _grab(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(aim=0, holding=True, mox=None), turn.aim)


def _grab_object(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(aim=0), turn.aim)  # RR-GRAB-05, ruling: this replaces holding the opponent


def _no_hold(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(holding=False, mox=None))  # RR-SLAM-03, and other events that end the hold


def _held(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(grappled=True))


def _freed(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(grappled=False))


def _stand(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(prone=False))


def _fall_prone(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(prone=True))


def _next_round(turn: Turn, row: dict[str, Any]) -> Done:
    """An aim lasts until the next attack; a haymaker of both actions ends with its round (RR-AIM-01, RR-HAY-01)."""
    kept = 0 if turn.all_out else turn.haymaker
    return Done(turn._replace(actions_left=PER_ROUND, defense=0, haymaker=kept, round=turn.round + 1))


def _no_effect(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn)


EFFECTS: dict[str, Callable[[Turn, dict[str, Any]], Done]] = {
    "aim": _aim,
    "defend": _defend,
    "strike": _strike,
    "haymaker": _haymaker,
    "assist_block": _no_effect,
    "stand": _stand,
    "grab": _grab,
    "grab_object": _grab_object,
    "squeeze": _no_effect,
    "slam": _no_hold,
    "escape": _no_effect,  # the dice decide whether the attempt succeeds
    "resist": _no_effect,
    "look": _no_effect,
    "fall_prone": _fall_prone,
    "let_go": _no_hold,
    "lost_hold": _no_hold,
    "grabbed": _held,
    "freed": _freed,
    "next_round": _next_round,
}

HOLDS_ONLY = ("squeeze", "slam", "let_go", "lost_hold")
HELD_ONLY = ("escape", "freed")


def _refusal(turn: Turn, event: str, row: dict[str, Any]) -> str:
    """The reason why this event is impossible now; empty if it is possible."""
    if row["cost"] > turn.actions_left:
        return f"No action is left this round for this: {row['label']}."
    if why := _no_room_beside_haymaker(turn, event, row):
        return why
    if event == "stand" and not turn.prone:
        return "Only someone who is prone can stand up."
    if event == "stand" and turn.grappled:
        return "Nobody stands up while held: get free first."
    if event in HELD_ONLY and not turn.grappled:
        return "Nobody holds you: there is nothing to escape from."
    if event in HOLDS_ONLY and not turn.holding:
        return "You hold nobody: grab first."
    return ""


def _no_room_beside_haymaker(turn: Turn, event: str, row: dict[str, Any]) -> str:
    """A haymaker takes both actions of a round, so no action comes before or between (RR-HAY-01)."""
    if not turn.all_out:
        return ""
    if event == "haymaker" and turn.actions_left < PER_ROUND:
        return "A haymaker takes both actions of the round, and one is used."
    if turn.haymaker and row["cost"] and event != "strike":
        return "Both actions of this round go into the haymaker: strike."
    return ""


def walk(events: tuple[str, ...], turn: Turn) -> tuple[Turn, list[dict[str, Any]], InvalidInput | None]:
    """The turn after all events, and their log.

    A refused event ends the walk; the third value is its error, or None.
    """
    log: list[dict[str, Any]] = []
    for index, event in enumerate(events):
        row = row_of(event)
        refusal = _refusal(turn, event, row)
        if refusal:
            return turn, log, not_allowed(f"events.{index}", event, refusal)
        done = EFFECTS[event](turn, row)
        turn = done.turn._replace(actions_left=done.turn.actions_left - row["cost"])
        log.append(
            {
                "event": event,
                "hit_bonus": done.hit_bonus,
                "damage_bonus": done.damage_bonus,
                "actions_left": turn.actions_left,
            }
        )
    return turn, log, None
