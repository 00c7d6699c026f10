"""The inputs of the round tracker, and the turn at the start of its round.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers, Grapple.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ...engine.fight.rules import ME
from ...engine.fight.state import Held, State
from ...engine.inputs import choice, input_fields, many, number, toggle
from .attack_inputs import fortune_buys, haymaker_rule, wound_limit
from .fortune import Fortune
from .turn import EVENTS, GRAPPLED, HOLDING, PRONE, Fighter, Turn, aimed, wound_up

START, WOUNDS = "As the round starts", "Wounds and Fortune"
MOST_MOX = 99


def _folded(name: str, label: str, help: str = "", **default: Any) -> Any:
    """An input of the Fortune ledger, in a group of its own."""
    declared = next(one for one in input_fields(Fortune) if one.name == name)
    kind = replace(declared.input, label=label, help=help or declared.input.help, group=WOUNDS)
    return field(default=default.get("default", declared.default), metadata={"input": kind})


@dataclass(frozen=True, kw_only=True)
class RoundTracker:
    """The start of the round, and its events."""

    events: tuple[str, ...] = many(
        "Actions",
        choice("Action", EVENTS, help="One thing you do, or that happens.", rule="RR-ACT-01"),
        0,
        50,
        help="What you do and what happens, in order; Next round goes on from there.",
        rule="RR-ACT-01",
    )
    prone: bool = toggle("Prone", help="You start the round on the ground.", rule="RR-PRONE-02", group=START)
    grappled: bool = toggle("Grappled", help="Somebody holds you as the round starts.", rule="RR-ESC-01", group=START)
    holding: bool = toggle("Holding", help="You hold somebody as the round starts.", rule="RR-GRAB-02", group=START)
    mox: int | None = number(
        "Mox of your grab",
        0,
        MOST_MOX,
        None,
        help="How well you took hold; every squeeze and slam uses it.",
        rule="RR-GRAB-02",
        group=START,
        nullable=True,
    )
    aimed: bool = toggle("Aimed", help="You aimed and have not attacked since.", rule="RR-AIM-01", group=START)
    wound_up: bool = toggle(
        "Haymaker waiting",
        help="It waits for your next melee attack, at a table where it takes one action.",
        rule="RR-HAY-01",
        group=START,
    )
    wounds_before: int = _folded("wounds_before", "Your wounds", "Wounds you have as the round starts.")
    fortune: int = _folded("fortune", "Your Fortune", "Points of Fortune as the round starts.")
    policy: str = _folded("policy", "Spending")
    hits: tuple[int, ...] = _folded("hits", "Blows at you", "Wounds of each blow, after Protection.", default=())
    wound_limit: int = wound_limit(group=WOUNDS)
    fortune_buys: int = fortune_buys()
    haymaker_rule: str = haymaker_rule()


def at_first(a: RoundTracker) -> Turn:
    """The turn at the start of the round, with results of the previous round (RR-AIM-01, RR-HAY-01, RR-GRAB-02)."""
    turn: Turn = State(combatants=(Fighter(id=ME, given=a, mox=a.mox),))
    held = tuple(Held(ME, one) for one in (PRONE, GRAPPLED, HOLDING) if getattr(a, one))
    aim = (aimed(ME),) if a.aimed else ()
    haymaker = (wound_up(turn, ME),) if a.wound_up else ()
    return turn.hold(*held, *aim, *haymaker)
