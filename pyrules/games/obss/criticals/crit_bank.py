"""The optional bank of criticals: what is saved up against whom, and how long it keeps.

"Optional - Critical Hit Actions".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.explain import note, notes
from ....engine.inputs import many, number, record, text
from ....engine.procedure import Procedure, Step, counted
from ..tables import FACTS

ROUNDS = (1, 100000)
CRITICALS = (1, 60)
LONGEST_NAME = 40
LIMIT = FACTS.number("bank_limit")


@dataclass(frozen=True, kw_only=True)
class Event:
    """EVENT: criticals are banked, or spent."""

    round: int = number("Round", *ROUNDS, help="Which round of the fight.", rule="OBSS-CACT-02")
    target: str = text("Foe", LONGEST_NAME, help="On whom they were scored.", rule="OBSS-CACT-04")
    gain: int | None = number(
        "Banked",
        *CRITICALS,
        None,
        help="Criticals that are banked instead of added to the damage.",
        rule="OBSS-CACT-01",
        nullable=True,
        empty="none",
    )
    spend: int | None = number(
        "Spent",
        *CRITICALS,
        None,
        help="Criticals that are spent on Critical Actions.",
        rule="OBSS-CACT-03",
        nullable=True,
        empty="none",
    )


@dataclass(frozen=True, kw_only=True)
class Banking:
    """All that is banked and spent in a fight."""

    events: tuple[Event, ...] = many(
        "What happens",
        record("Event", Event, help="Criticals are banked, or spent.", rule="OBSS-CACT-01"),
        0,
        100,
        help="What you bank and spend, round after round. An optional rule.",
        rule="OBSS-CACT-01",
    )


class Bank(NamedTuple):
    """The bank: what is held against each foe, and the last round in which it keeps."""

    held: dict[str, int]
    until: int | None = None

    @property
    def total(self) -> int:
        """What is held against all of them together."""
        return sum(self.held.values())


def at(bank: Bank, round_: int) -> Bank:
    """The bank in a round: what has not been spent in time is gone (OBSS-CACT-02)."""
    return Bank({}) if bank.until is not None and round_ > bank.until else bank


def after(bank: Bank, event: Event) -> Bank:
    """The bank after an event of its round that can happen (ruling, OBSS-CACT-02, OBSS-CACT-05)."""
    held = dict(bank.held)
    if event.gain:
        kept = min(event.gain, LIMIT - bank.total)
        held[event.target] = held.get(event.target, 0) + kept
    else:
        held[event.target] -= event.spend or 0
    held = {foe: criticals for foe, criticals in held.items() if criticals}
    until = event.round + FACTS.number("bank_rounds") - 1 if bank.until is None else bank.until
    return Bank(held, until) if held else Bank({})


class Happened(NamedTuple):
    """An event, the bank as its round finds it, and the bank after it."""

    event: Event
    before: Bank
    after: Bank


def course(events: tuple[Event, ...]) -> Iterator[Happened]:
    """Everything that happens, in order; the caller has refused what cannot."""
    bank = Bank({})
    for event in events:
        before = at(bank, event.round)
        yield (one := Happened(event, before, after(before, event)))
        bank = one.after


def _check(a: Banking) -> None:
    bank, round_ = Bank({}), 0
    for index, event in enumerate(a.events):
        where = f"events.{index}"
        if event.round < round_:
            text = f"Events stand in order: event {index + 1} cannot be before round {round_}."
            raise not_allowed(f"{where}.round", event.round, text)
        if event.gain is None and event.spend is None:
            text = f"Event {index + 1} needs the criticals that are banked, or those that are spent."
            raise InvalidInput(f"{where}.gain", MISSING_FIELD, None, text)
        if event.gain is not None and event.spend is not None:
            text = f"Event {index + 1} either banks criticals or spends them: give one of the two."
            raise not_allowed(f"{where}.spend", event.spend, text)
        bank = at(bank, event.round)
        held = bank.held.get(event.target, 0)
        if event.spend is not None and event.spend > held:
            text = f"Only {counted(held, 'critical')} against {event.target} can be spent in round {event.round}."
            raise not_allowed(f"{where}.spend", event.spend, text)
        bank, round_ = after(bank, event), event.round


# How it is told.


def explanation(a: Banking) -> Procedure[Any]:
    """Every event with what it leaves."""
    return notes(
        note(f"{FACTS.number('bank_rounds')} rounds from the first one banked", "OBSS-CACT-02"),
        *(step for one in course(a.events) for step in _explanation(one)),
        note("What is left, against each of them", "OBSS-CACT-04"),
    )


def _explanation(one: Happened) -> Iterator[Step[Any]]:
    event, before, left = one
    foe, total = event.target, left.total
    if event.spend is not None:
        yield note(f"Round {event.round}, {foe}: {event.spend} spent, {total} left in all", "OBSS-CACT-03")
        if not left.held:
            yield note("Nothing left: the rounds start anew", "OBSS-CACT-02")
        return
    yield note(f"Round {event.round}, {foe}: {event.gain} banked, {total} in all", "OBSS-CACT-01")
    if lost := before.total + (event.gain or 0) - total:
        yield note(f"{counted(lost, 'critical')} above {LIMIT} lost", "OBSS-CACT-05")


def _values(a: Banking) -> dict[str, Any]:
    happened = list(course(a.events))
    bank = happened[-1].after if happened else Bank({})
    return {
        "total": bank.total,
        "kept_until": None if bank.until is None else f"kept to the end of round {bank.until}",
        "expires_after_round": bank.until,
        "banked": bank.held,
        "log": [
            {
                "round": one.event.round,
                "target": one.event.target,
                "gain": one.event.gain,
                "spend": one.event.spend,
                "total": one.after.total,
                "until": one.after.until,
            }
            for one in happened
        ],
        "totals": [one.after.total for one in happened],
    }


CRIT_BANK = Calculator(
    id="obss.crit_bank",
    title="Bank of criticals",
    summary="An optional rule: criticals saved up for Critical Actions, against whom and until when.",
    inputs=Banking,
    events="events",
    outputs=(
        out.figure("total", "criticals banked", one="critical banked", rule="OBSS-CACT-05", headline=True),
        out.word("kept_until", "", rule="OBSS-CACT-02", headline=True),
        out.named("banked", "Against", out.figure("criticals", "Criticals"), rule="OBSS-CACT-04"),
        out.rows(
            "log",
            "Event by event",
            (
                out.figure("round", "Round"),
                out.word("target", "Foe"),
                out.figure("gain", "Banked"),
                out.figure("spend", "Spent"),
                out.figure("total", "In all"),
                out.figure("until", "Keeps to round"),
            ),
            rule="OBSS-CACT-03",
        ),
        api_only(out.figure("expires_after_round", "Last round they keep", rule="OBSS-CACT-02")),
        api_only(out.listing("totals", "In all, after each event", rule="OBSS-CACT-05")),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    start={
        "events": [
            {"round": 1, "target": "Ogre", "gain": 2},
            {"round": 2, "target": "Ogre", "gain": 1},
            {"round": 2, "target": "Wolf", "gain": 1},
            {"round": 3, "target": "Ogre", "spend": 2},
        ]
    },
)
