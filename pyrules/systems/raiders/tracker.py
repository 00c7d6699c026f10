"""The round tracker: what is left of a round, and what it has prepared.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers, Grapple, Defense.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.errors import InvalidInput
from ...engine.fields import choice, many, toggle
from ...engine.procedure import Modifier, Procedure, Step, if_any, settle
from .facts import FACTS
from .turn import ACTIONS, Turn, cost_of, walk


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


def _walk(a: RoundTracker) -> tuple[Turn, list[dict[str, Any]], InvalidInput | None]:
    return walk(a.events, prone=a.prone, grappled=a.grappled)


def _check(a: RoundTracker) -> None:
    _, _, refused = _walk(a)
    if refused:
        raise refused


def _track(a: RoundTracker) -> dict[str, Any]:
    turn, log, _ = _walk(a)
    return {
        "log": log,
        "round": [_read_row(done) for done in log],
        "actions_left": turn.actions_left,
        "defense_bonus": turn.defense,
        "unused_aim": turn.aim,
        "unused_haymaker": turn.haymaker,
        "prone": turn.prone,
        "holding": turn.holding,
    }


STRIKES = frozenset({"strike"})
GRABS = frozenset({"grab"})
STANCE = frozenset({"fall_prone", "stand"})
HOLD = frozenset({"grab", "slam"})


def _read_row(done: dict[str, Any]) -> dict[str, Any]:
    """A row of the log as a player reads it: bonuses only where something is rolled that they could add to."""
    event = done["event"]
    return {
        "event": event,
        "hit_bonus": done["hit_bonus"] if event in STRIKES | GRABS else None,
        "damage_bonus": done["damage_bonus"] if event in STRIKES else None,
        "defense_bonus": ACTIONS.row(event)["defense_bonus"] or None,
        "actions_left": done["actions_left"],
    }


def _told(a: RoundTracker) -> Procedure[None]:
    """What the actions cost and what they leave, each matter for itself."""
    turn, log, _ = _walk(a)
    costs = tuple(Modifier(_label(event), -cost_of(event), "RR-ACT-01") for event in a.events)
    defending = (row for row in map(ACTIONS.row, a.events) if row["defense_bonus"])
    guarding = tuple(Modifier(row["label"], row["defense_bonus"], row["rule"]) for row in defending)
    steps: tuple[Step[None], ...] = (
        settle("Actions left", _as_it_is, rule="RR-ACT-01", modifiers=(FACTS.modifier("actions_per_round"), *costs)),
        settle(
            "To Dodge and Parry until the round ends" if guarding else "No action spent defending",
            _as_it_is,
            rule="RR-DEFEND-01",
            modifiers=guarding,
        ),
        _prepared("aim", turn.aim, [row for row in log if row["hit_bonus"]]),
        _prepared("haymaker", turn.haymaker, [row for row in log if row["damage_bonus"]]),
        settle(_in_order(a, "Prone" if a.prone else "On your feet", STANCE), _as_it_is, rule="RR-PRONE-02"),
        settle(_in_order(a, "Holding nobody", HOLD), _as_it_is, rule="RR-GRAB-01"),
    )
    return Procedure(None, steps, lambda s: "")


def _label(event: str) -> str:
    return str(ACTIONS.row(event)["label"])


def _prepared(event: str, waiting: int, used: list[dict[str, Any]]) -> Step[None]:
    """A bonus that waits for a strike, the one it went into, or that there was none (RR-AIM-01, RR-HAY-01)."""
    row = ACTIONS.row(event)
    if waiting:
        label = f"{row['label']}, not used yet"
    elif used:
        label = f"{row['label']}, used by: {_label(used[-1]['event'])}"
    else:
        label = f"No {row['label'].lower()} in this round"
    return settle(label, _as_it_is, rule=row["rule"], modifiers=if_any(row["label"], waiting, row["rule"]))


def _in_order(a: RoundTracker, start: str, events: frozenset[str]) -> str:
    """How the round starts, and those of its actions that change it: "Prone, then Stand up"."""
    return ", then ".join((start, *(_label(event) for event in a.events if event in events)))


def _as_it_is(s: None) -> None:
    return s


ROUND_TRACKER = Calculator(
    id="raiders.round_tracker",
    title="Round tracker",
    summary="Keep track of the actions of your round and of the bonuses they prepare.",
    inputs=RoundTracker,
    events="events",
    outputs=(
        out.figure("actions_left", "actions left", rule="RR-ACT-01", headline=True),
        out.figure("defense_bonus", "to Dodge and Parry", rule="RR-DEFEND-01", headline=True, signed=True),
        out.rows(
            "round",
            "Your round",
            (
                out.word("event", "Action", ACTIONS.options()),
                out.figure("hit_bonus", "To hit", signed=True),
                out.figure("damage_bonus", "Damage", signed=True),
                out.figure("defense_bonus", "Defense", signed=True),
                out.figure("actions_left", "Actions left"),
            ),
            rule="RR-ACT-01",
        ),
        out.unseen(
            out.rows(
                "log",
                "Your round, for scripts",
                (
                    out.word("event", "Action", ACTIONS.options()),
                    out.figure("hit_bonus", "To hit", signed=True),
                    out.figure("damage_bonus", "Damage", signed=True),
                    out.figure("actions_left", "Actions left"),
                ),
            )
        ),
        out.figure("unused_aim", "Aim not used yet", rule="RR-AIM-01", signed=True),
        out.figure("unused_haymaker", "Haymaker not used yet", rule="RR-HAY-01", signed=True),
        out.flag("prone", "Prone", rule="RR-PRONE-02"),
        out.flag("holding", "Holding somebody", rule="RR-GRAB-01"),
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
    explain=_told,
)
