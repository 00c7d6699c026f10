"""A turn: which actions it has room for, and what each of them prepares.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers, Grapple, Defense. The table of actions says what
each costs and gives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...engine.errors import InvalidInput, not_allowed
from .facts import FACTS

ACTIONS = FACTS.table("actions")


def cost_of(action: str) -> int:
    """The actions that a row of the table of actions takes (RR-ACT-01)."""
    cost: int = ACTIONS.row(action)["cost"]
    return cost


class Turn(NamedTuple):
    """Where the round stands: actions left, what is prepared, and how the character stands."""

    actions_left: int
    prone: bool
    grappled: bool
    aim: int = 0
    haymaker: int = 0
    defense: int = 0
    holding: bool = False


class Done(NamedTuple):
    """An event as it came out: the turn after it, and the bonuses it used."""

    turn: Turn
    hit_bonus: int = 0
    damage_bonus: int = 0


def _aim(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(aim=row["hit_bonus"]))  # RR-AIM-01, ruling: aiming twice adds nothing


def _haymaker(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(haymaker=row["damage_bonus"]))


def _defend(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(defense=turn.defense + row["defense_bonus"]))


def _strike(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(aim=0, haymaker=0), turn.aim, turn.haymaker)


def _grab(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(aim=0, holding=True), turn.aim)


def _slam(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(holding=False))  # RR-SLAM-03


def _stand(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(prone=False))


def _fall_prone(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn._replace(prone=True))


def _nothing_kept(turn: Turn, row: dict[str, Any]) -> Done:
    return Done(turn)


EFFECTS: dict[str, Callable[[Turn, dict[str, Any]], Done]] = {
    "aim": _aim,
    "defend": _defend,
    "strike": _strike,
    "haymaker": _haymaker,
    "assist_block": _nothing_kept,
    "stand": _stand,
    "grab": _grab,
    "squeeze": _nothing_kept,
    "slam": _slam,
    "escape": _nothing_kept,  # a try: whether it succeeds is for the dice
    "fall_prone": _fall_prone,
}


def _refusal(turn: Turn, event: str, row: dict[str, Any]) -> str:
    """Why this cannot be done now; empty if it can."""
    if row["cost"] > turn.actions_left:
        return f"No action is left this round for this: {row['label']}."
    if event == "stand" and not turn.prone:
        return "Only someone who is prone can stand up."
    if event == "escape" and not turn.grappled:
        return "Nobody holds you: there is nothing to escape from."
    if event in ("squeeze", "slam") and not turn.holding:
        return "You hold nobody: grab first."
    return ""


def walk(
    events: tuple[str, ...], *, prone: bool, grappled: bool
) -> tuple[Turn, list[dict[str, Any]], InvalidInput | None]:
    """The turn after all events, and their log; or up to the first that is refused, and why."""
    turn = Turn(FACTS.number("actions_per_round"), prone, grappled)
    log: list[dict[str, Any]] = []
    for index, event in enumerate(events):
        row = ACTIONS.row(event)
        refusal = _refusal(turn, event, row)
        if refusal:
            return turn, log, not_allowed(f"events.{index}", event, refusal)
        done = EFFECTS[event](turn, row)
        turn = done.turn._replace(actions_left=turn.actions_left - row["cost"])
        log.append(
            {
                "event": event,
                "hit_bonus": done.hit_bonus,
                "damage_bonus": done.damage_bonus,
                "actions_left": turn.actions_left,
            }
        )
    return turn, log, None
