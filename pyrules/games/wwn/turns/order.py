"""The order of a round, and how Hold and Delay change it.

From "Hold an Action" and "Delay an Action" in the combat chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.errors import BAD_OPTION, MISSING_FIELD, InvalidInput, not_allowed
from ....engine.explain import note, notes
from ....engine.inputs import Option, choice, many, record, text
from ....engine.procedure import Procedure, Step
from .initiative import LONGEST_NAME

HOLD, DELAY = "hold", "delay"
WAYS = (Option(HOLD, "Hold", "WWN-HOLD-02"), Option(DELAY, "Delay", "WWN-DELAY-02"))


@dataclass(frozen=True, kw_only=True)
class Change:
    """Somebody who waits, by a Hold or a Delay (WWN-HOLD-02, WWN-DELAY-02)."""

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
    """The order of initiative, and who waits."""

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


class Turns(NamedTuple):
    """The order as it stands, and those whose actions are lost."""

    order: tuple[str, ...]
    lost: tuple[str, ...] = ()


def waited(s: Turns, change: Change) -> Turns:
    """The order after somebody waits: a Hold acts just before its trigger, a Delay just after its target."""
    rest = tuple(name for name in s.order if name != change.actor)
    if change.target is None:  # WWN-HOLD-02, ruling: what is not set off is lost
        return Turns(rest, (*s.lost, change.actor))
    place = rest.index(change.target) + (change.op == DELAY)
    return s._replace(order=(*rest[:place], change.actor, *rest[place:]))


def refuse_impossible(a: Round, s: Turns, change: Change, at: str) -> None:
    """Refuse somebody unknown or out of the round, and waiting for what is not still to come (WWN-DELAY-03)."""
    if change.actor not in a.order:
        raise InvalidInput(f"{at}.actor", BAD_OPTION, change.actor, f"{change.actor} is not in the order.")
    if change.actor not in s.order:
        raise not_allowed(f"{at}.actor", change.actor, f"{change.actor} has lost this round's actions already.")
    if change.target is None:
        if change.op == DELAY:
            text = f"Say after whose turn {change.actor} acts: a Delay waits for somebody."
            raise InvalidInput(f"{at}.target", MISSING_FIELD, None, text)
    elif change.target not in s.order[s.order.index(change.actor) + 1 :]:
        text = f"{change.target} does not act after {change.actor}, who can only wait for somebody still to come."
        raise not_allowed(f"{at}.target", change.target, text)


def _check(a: Round) -> None:
    for index, name in enumerate(a.order):
        if name in a.order[:index]:
            text = f"There are two called {name}; names must differ."
            raise InvalidInput(f"order.{index}", BAD_OPTION, name, text)
    s = Turns(a.order)
    for index, change in enumerate(a.ops):
        refuse_impossible(a, s, change, f"ops.{index}")
        s = waited(s, change)


def explanation(a: Round) -> Procedure[Any]:
    """The order as it was, everyone who waits, and the order as it is."""
    s = Turns(a.order)
    for change in a.ops:
        s = waited(s, change)
    changes = (_waiting(change) for change in a.ops)
    return notes(
        note(f"Initiative: {', '.join(a.order)}", "WWN-INIT-01"),
        *changes,
        note(f"So the order is {', '.join(s.order) or 'empty'}", "WWN-INIT-01"),
    )


def _waiting(change: Change) -> Step[Any]:
    if change.target is None:
        return note(f"{change.actor} holds and nothing sets it off: lost", "WWN-HOLD-02")
    if change.op == DELAY:
        return note(f"{change.actor} delays, to act right after {change.target}", "WWN-DELAY-02")
    return note(f"{change.actor} holds, to act right before {change.target}", "WWN-HOLD-04")


def _round(a: Round) -> dict[str, Any]:
    s = Turns(a.order)
    for change in a.ops:
        s = waited(s, change)
    return {"order": list(s.order), "lost": list(s.lost)}


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
