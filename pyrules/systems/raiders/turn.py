"""The round tracker: which actions a turn has room for, and what each of them prepares.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers, Grapple, Defense. The table of actions says what
each costs and gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.errors import InvalidInput, not_allowed
from ...engine.fields import choice, many, toggle
from .facts import FACTS

ACTIONS = FACTS.table("actions")


@dataclass(frozen=True, kw_only=True)
class RoundTracker:
    """How the round starts, and what is done in it."""

    events: tuple[str, ...] = many(
        "Actions",
        choice("Action", ACTIONS.options(), help="One thing you do.", rule="RR-ACT-01"),
        0,
        50,
        help="What you do this round, in order.",
        rule="RR-ACT-01",
    )
    prone: bool = toggle("Prone", help="You start the round on the ground.", rule="RR-PRONE-02")
    grappled: bool = toggle("Grappled", help="Somebody holds you as the round starts.", rule="RR-ESC-01")


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


def _walk(a: RoundTracker) -> tuple[Turn, list[dict[str, Any]], InvalidInput | None]:
    """The turn after all events, and their log; or up to the first that is refused, and why."""
    turn = Turn(FACTS.number("actions_per_round"), a.prone, a.grappled)
    log: list[dict[str, Any]] = []
    for index, event in enumerate(a.events):
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


def _check(a: RoundTracker) -> None:
    _, _, refused = _walk(a)
    if refused:
        raise refused


def _track(a: RoundTracker) -> dict[str, Any]:
    turn, log, _ = _walk(a)
    return {
        "log": log,
        "actions_left": turn.actions_left,
        "defense_bonus": turn.defense,
        "unused_aim": turn.aim,
        "unused_haymaker": turn.haymaker,
        "prone": turn.prone,
        "holding": turn.holding,
    }


ROUND_TRACKER = Calculator(
    id="raiders.round_tracker",
    title="Round tracker",
    summary="Keep track of the actions of your round and of the bonuses they prepare.",
    inputs=RoundTracker,
    outputs=(
        out.figure("actions_left", "actions left", headline=True),
        out.figure("defense_bonus", "to Dodge and Parry", headline=True, signed=True),
        out.rows(
            "log",
            "Your round",
            (
                out.word("event", "Action", ACTIONS.options()),
                out.figure("hit_bonus", "To hit", signed=True),
                out.figure("damage_bonus", "Damage", signed=True),
                out.figure("actions_left", "Actions left"),
            ),
        ),
        out.figure("unused_aim", "Aim not used yet", signed=True),
        out.figure("unused_haymaker", "Haymaker not used yet", signed=True),
        out.flag("prone", "Prone"),
        out.flag("holding", "Holding somebody"),
    ),
    work=_track,
    check=_check,
    rules=(
        "RR-ACT-01",
        "RR-AIM-01",
        "RR-HAY-01",
        "RR-DEFEND-01",
        "RR-STRIKE-01",
        "RR-ASSIST-01",
        "RR-GRAB-01",
        "RR-SQZ-01",
        "RR-SLAM-01",
        "RR-SLAM-03",
        "RR-ESC-01",
        "RR-PRONE-01",
        "RR-PRONE-02",
    ),
    start={"events": ["aim"]},
)
