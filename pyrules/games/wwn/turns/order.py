"""The order of a round, and the effect of Hold and Delay on it.

From "Hold an Action" and "Delay an Action" in the combat chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.errors import BAD_OPTION, MISSING_FIELD, InvalidInput
from ....engine.explain import note, notes
from ....engine.fight.replay import refuse
from ....engine.fight.rules import Fight, Tracker
from ....engine.fight.state import Combatant, Held, State
from ....engine.inputs import Option, choice, many, record, text
from ....engine.procedure import Procedure, Step
from .initiative import LONGEST_NAME

HOLD, DELAY = "hold", "delay"
WAYS = (Option(HOLD, "Hold", "WWN-HOLD-02"), Option(DELAY, "Delay", "WWN-DELAY-02"))


@dataclass(frozen=True, kw_only=True)
class Change:
    """A character who waits, by a Hold or a Delay (WWN-HOLD-02, WWN-DELAY-02)."""

    actor: str = text("Who", LONGEST_NAME, help="Whoever waits.", rule="WWN-HOLD-02")
    op: str = choice(
        "Waits by",
        WAYS,
        help="A Hold goes off just before something happens, a Delay just after someone's turn.",
        rule="WWN-HOLD-03",
    )
    target: str | None = text(
        "For",
        LONGEST_NAME,
        None,
        help="A Hold: before whose turn it goes off, or nobody, which loses it. A Delay: after whose turn.",
        rule="WWN-DELAY-02",
        nullable=True,
    )


@dataclass(frozen=True, kw_only=True)
class Round:
    """The initiative order, and the characters who wait."""

    order: tuple[str, ...] = many(
        "Order",
        text("Name", LONGEST_NAME, help="One of those who act.", rule="WWN-INIT-01"),
        1,
        20,
        help="Everyone in order of initiative; no two names the same.",
        rule="WWN-INIT-01",
    )
    ops: tuple[Change, ...] = many(
        "Holds and Delays",
        record("Change", Change, help="Someone who waits.", rule="WWN-HOLD-02"),
        0,
        20,
        (),
        help="Who waits, in the order in which they say so.",
        rule="WWN-HOLD-02",
    )


Turns = State[Combatant]
LOST = "lost"


def at_first(a: Round) -> Turns:
    """The order before anybody waits."""
    return State(combatants=tuple(Combatant(id=name) for name in a.order)).ordered(a.order)


def order(s: Turns) -> list[str]:
    """Those who still act in this round, in order."""
    return [c.id for place in s.order for c in place if not s.holds(c.id, LOST)]


def _waits(s: Turns, who: str, change: Change) -> Turns:
    """A Hold acts just before its trigger, a Delay just after its target; both turns are to come (WWN-DELAY-03)."""
    now, target = order(s), change.target
    unknown = who not in (c.id for c in s.combatants)
    refuse(f"{who} is not in the order.", when=unknown, field="actor", code=BAD_OPTION)
    refuse(f"{who} has lost this round's actions already.", when=who not in now, field="actor")
    if target is None:  # WWN-HOLD-02, ruling: a Hold without its trigger is lost
        text = f"Say after whose turn {who} acts: a Delay waits for somebody."
        refuse(text, when=change.op == DELAY, field="target", code=MISSING_FIELD)
        return s.hold(Held(who, LOST))
    text = f"{target} does not act after {who}, who can only wait for somebody still to come."
    refuse(text, when=target not in now[now.index(who) + 1 :], field="target")
    now.remove(who)
    now.insert(now.index(target) + (change.op == DELAY), who)
    return s.ordered(now)


FIGHT: Fight[Turns, Change] = Fight(
    handlers={HOLD: _waits, DELAY: _waits}, kind=attrgetter("op"), actor=lambda s, change: change.actor
)
TRACKER = Tracker(FIGHT, at_first, "ops")


def _check(a: Round) -> None:
    for index, name in enumerate(a.order):
        if name in a.order[:index]:
            text = f"There are two called {name}; names must differ."
            raise InvalidInput(f"order.{index}", BAD_OPTION, name, text)
    TRACKER.check(a)


def explanation(a: Round) -> Procedure[Any]:
    """The original order, every change, and the new order."""
    return notes(
        note(f"Initiative: {', '.join(a.order)}", "WWN-INIT-01"),
        *map(_waiting, a.ops),
        note(f"So the order is {', '.join(order(TRACKER.play(a)[1])) or 'empty'}", "WWN-INIT-01"),
    )


def _waiting(change: Change) -> Step[Any]:
    if change.target is None:
        return note(f"{change.actor} holds and nothing sets it off: lost", "WWN-HOLD-02")
    if change.op == DELAY:
        return note(f"{change.actor} delays, to act right after {change.target}", "WWN-DELAY-02")
    return note(f"{change.actor} holds, to act right before {change.target}", "WWN-HOLD-04")


def _round(a: Round) -> dict[str, Any]:
    _, s = TRACKER.play(a)
    return {"order": order(s), "lost": [held.who for held in s.held]}


TURN_ORDER = Calculator(
    id="wwn.turn_order",
    title="Hold and delay",
    summary="Who acts when, once some have held or delayed their actions.",
    inputs=Round,
    events="ops",
    outputs=(
        out.listing("order", "in this order", rule="WWN-INIT-01", headline=True),
        out.listing("lost", "Actions lost", rule="WWN-HOLD-02"),
    ),
    compute=_round,
    explain=explanation,
    check=_check,
    also=("WWN-DELAY-03",),
    start={
        "order": ["Ash", "Raider", "Brin", "Archer"],
        "ops": [
            {"actor": "Ash", "op": DELAY, "target": "Raider"},
            {"actor": "Brin", "op": HOLD, "target": "Archer"},
        ],
    },
)
