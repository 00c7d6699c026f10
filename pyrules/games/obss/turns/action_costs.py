"""The cost of the Actions of a round, and the room of a round.

"Actions in a round" and the table of Actions: OBSS-ACT-01 to OBSS-ACT-17.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ....engine.inputs import Option
from ....engine.procedure import Modifier
from ..tables import FACTS

ACTIONS = FACTS.table("actions")
ACTION, REACTION, IMMEDIATE = "action", "reaction", "immediate"
KINDS = (
    Option(ACTION, "Actions", "OBSS-ACT-01"),
    Option(REACTION, "Reactions", "OBSS-ACT-24"),
    Option(IMMEDIATE, "Immediate Actions", "OBSS-ACT-24"),
)
LEAD_BONUS = (
    Option(REACTION, "A Reaction", "OBSS-ACT-03"),
    Option(IMMEDIATE, "An Immediate Action", "OBSS-ACT-03"),
)
DRAW, TOTAL_DEFENSE, AIM, COMMAND_MOUNT, DASH = "draw_or_sheathe", "total_defense", "aim", "command_mount", "dash"


class Room(NamedTuple):
    """A number of Actions, Reactions and Immediate Actions."""

    action: int = 0
    reaction: int = 0
    immediate: int = 0

    def of(self, kind: str) -> int:
        """The number of one kind."""
        held: int = getattr(self, kind)
        return held

    def holds(self, other: Room) -> bool:
        """Whether the other room fits into this one."""
        return all(theirs <= mine for mine, theirs in zip(self, other, strict=True))


NO_ROOM = Room()


def costs(actions: Sequence[str], *, ride_skill: bool) -> list[Modifier]:
    """The cost of each Action with its rule; the table has its kind.

    Each movement includes one free draw or sheathe (ruling, OBSS-ACT-17). Riders mount faster (OBSS-MNT-07).
    """
    free = FACTS.number("free_draws_per_move") * sum(bool(ACTIONS.row(action)["moves"]) for action in actions)
    found = []
    for action in actions:
        row = ACTIONS.row(action)
        cost, rule = row["cost"], row["rule"]
        if action == DRAW and free:
            free, cost, rule = free - 1, 0, "OBSS-ACT-17"
        elif ride_skill and row["ride_cost"]:
            cost, rule = row["ride_cost"], "OBSS-MNT-07"
        found.append(Modifier(row["label"], cost, rule))
    return found


def spent(actions: Sequence[str], *, ride_skill: bool = False) -> Room:
    """The total cost of the Actions."""
    sums = dict.fromkeys(Room._fields, 0)
    for action, cost in zip(actions, costs(actions, ride_skill=ride_skill), strict=True):
        sums[ACTIONS.row(action)["kind"]] += cost.value
    return Room(**sums)


def room_modifiers(lead: int, lead_bonus: str) -> dict[str, tuple[Modifier, ...]]:
    """The parts of a round's room, by kind (OBSS-ACT-01, OBSS-ACT-03, OBSS-ACT-04)."""
    more = (FACTS.modifier("initiative_lead_extra"),) if lead >= FACTS.number("initiative_lead") else ()
    action = (FACTS.modifier("initiative_lead_actions"),) if lead >= FACTS.number("initiative_long_lead") else ()
    return {
        ACTION: (FACTS.modifier("actions_per_round"), *action),
        REACTION: (FACTS.modifier("reactions_per_round"), *(more if lead_bonus == REACTION else ())),
        IMMEDIATE: (FACTS.modifier("immediates_per_round"), *(more if lead_bonus == IMMEDIATE else ())),
    }


def room(lead: int, lead_bonus: str) -> Room:
    """The room of a round."""
    return Room(**{kind: sum(m.value for m in held) for kind, held in room_modifiers(lead, lead_bonus).items()})


def has(actions: Sequence[str], column: str) -> bool:
    """Whether one of the Actions is marked in a column of the table: `attacks`, `casts`, `moves`, `dashes`."""
    return any(ACTIONS.row(action)[column] for action in actions)


def too_many_dashes(actions: Sequence[str]) -> bool:
    """Whether there are more Dashes than any round allows, also with a lead in initiative (OBSS-MOVE-04)."""
    return actions.count(DASH) > FACTS.number("dashes_per_round")


def distracted(actions: Sequence[str]) -> bool:
    """Whether a spell in the list is cast Distracted (OBSS-ACT-14, OBSS-MOVE-05)."""
    return has(actions, "casts") and (has(actions, "attacks") or has(actions, "dashes"))


def action_rules() -> tuple[Any, ...]:
    """The rules that every list of Actions cites."""
    return (
        *(f"OBSS-ACT-{row:02}" for row in (1, 3, 4, 6, 14, 17, 24)),
        *(option.rule for option in (*ACTIONS.options(), *KINDS, *LEAD_BONUS)),
        "OBSS-MOVE-04",
        "OBSS-MOVE-05",
        "OBSS-MNT-07",
    )
