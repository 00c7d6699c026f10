"""The optional bank of criticals: the criticals saved against each foe, and their deadline.

"Optional - Critical Hit Actions": OBSS-CACT-02, OBSS-CACT-05.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.explain import note, notes
from ....engine.fight.durations import Moment, expire, round_end
from ....engine.fight.replay import Entry, end_of, refuse, refuse_impossible, replay
from ....engine.fight.state import ROUND_END, Combatant, Held, State
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
    """All events of the bank in a fight."""

    events: tuple[Event, ...] = many(
        "What happens",
        record("Event", Event, help="Criticals are banked, or spent.", rule="OBSS-CACT-01"),
        0,
        100,
        help="What you bank and spend, round after round. An optional rule.",
        rule="OBSS-CACT-01",
    )


BANKED, YOU = "banked", "you"


class Bank(State[Combatant]):
    """The criticals banked against each foe: a fact between the character and the foe, to the end of a round."""

    @property
    def criticals(self) -> dict[str, int]:
        """The criticals banked against each foe."""
        return {held.to: held.number for held in self.held}

    @property
    def total(self) -> int:
        """The criticals banked against all foes together."""
        return sum(self.criticals.values())

    @property
    def until(self) -> int | None:
        """The last round in which they count; None for an empty bank."""
        return next((end.number for held in self.held for end in held.ends), None)


def _kept(bank: Bank, number: int) -> Bank:
    """The bank as a round begins; criticals past their deadline are gone (OBSS-CACT-02)."""
    return expire(bank, Moment(ROUND_END, number - 1))


def _happens(bank: Bank, event: Event) -> Bank:
    """Criticals are banked or spent."""
    late = f"Events stand in order: this one cannot be before round {bank.round}."
    refuse(late, when=event.round < bank.round, field="round")
    bank = replace(_kept(bank, event.round), round=event.round)
    held = bank.number(YOU, BANKED, event.target)
    if event.spend is not None:
        text = f"Only {counted(held, 'critical')} against {event.target} can be spent in round {event.round}."
        refuse(text, when=event.spend > held, field="spend")
    more = min(event.gain, LIMIT - bank.total) if event.gain else -(event.spend or 0)  # ruling, OBSS-CACT-05
    if found := bank.find(YOU, BANKED, event.target):
        return bank.count(found, held + more)
    ends = (round_end(bank.until or event.round + FACTS.number("bank_rounds") - 1),)
    return bank.hold(Held(YOU, BANKED, to=event.target, ends=ends, number=more)) if more else bank


NOTHING = Bank(combatants=(), round=0)
Happened = Entry[Bank, Event]


def history(events: tuple[Event, ...]) -> tuple[Happened, ...]:
    """Every event in order."""
    return replay(NOTHING, events, {BANKED: _happens}, lambda event: BANKED)


def _check(a: Banking) -> None:
    for index, event in enumerate(a.events):
        where = f"events.{index}"
        if event.gain is None and event.spend is None:
            text = f"Event {index + 1} needs the criticals that are banked, or those that are spent."
            raise InvalidInput(f"{where}.gain", MISSING_FIELD, None, text)
        if event.gain is not None and event.spend is not None:
            text = f"Event {index + 1} either banks criticals or spends them: give one of the two."
            raise not_allowed(f"{where}.spend", event.spend, text)
    refuse_impossible(history(a.events))


# Explanation.


def explanation(a: Banking) -> Procedure[Any]:
    """Every event with the bank after it."""
    return notes(
        note(f"{FACTS.number('bank_rounds')} rounds from the first one banked", "OBSS-CACT-02"),
        *(step for one in history(a.events) for step in _explanation(one)),
        note("What is left, against each of them", "OBSS-CACT-04"),
    )


def _explanation(one: Happened) -> Iterator[Step[Any]]:
    event, before, left = one.event, one.before, one.after
    foe, total = event.target, left.total
    if event.spend is not None:
        yield note(f"Round {event.round}, {foe}: {event.spend} spent, {total} left in all", "OBSS-CACT-03")
        if not left.held:
            yield note("Nothing left: the rounds start anew", "OBSS-CACT-02")
        return
    yield note(f"Round {event.round}, {foe}: {event.gain} banked, {total} in all", "OBSS-CACT-01")
    if lost := _kept(before, event.round).total + (event.gain or 0) - total:
        yield note(f"{counted(lost, 'critical')} above {LIMIT} lost", "OBSS-CACT-05")


def _values(a: Banking) -> dict[str, Any]:
    bank = end_of(NOTHING, happened := history(a.events))
    return {
        "total": bank.total,
        "kept_until": None if bank.until is None else f"kept to the end of round {bank.until}",
        "expires_after_round": bank.until,
        "banked": bank.criticals,
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
