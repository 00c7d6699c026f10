"""Movement: how far one turn goes, in zones and in feet.

Speed with Run, Chilled, a maimed leg, Grounded and Stunned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import toggle
from ....engine.procedure import Modifier, Procedure, total
from ..exchange.fighters import CONDITIONS, chilled, fact, grounded
from ..rolls.default_inputs import agility_die, base_speed, leg_caps_run
from ..tables import FACTS

CHANGES = FACTS.table("speed_changes").rows
"""The changes of Speed in the order of the table."""


@dataclass(frozen=True, kw_only=True)
class Speed:
    """A character's Speed and current state."""

    agility_die: int = agility_die()
    base_speed: int | None = base_speed()
    run: bool = toggle("Run", help="Nothing else is done this turn.", rule="S2-RUN-01")
    chilled: bool = chilled()
    leg_maimed: bool = fact("Leg maimed", "S2-MAIM-02", help=FACTS.fill("Speed is {maimed_speed} at most."))
    grounded: bool = grounded()
    stunned: bool = fact("Stunned", "S2-STUN-01", help="The turn is lost.", group=CONDITIONS)
    leg_caps_run: bool = leg_caps_run()


class Change(NamedTuple):
    """One change of Speed, and the Speed after it."""

    id: str
    modifier: Modifier
    zones: int


def by_die(sides: int) -> int:
    """The Speed of an Agility die (our default, S2-SPEED-01)."""
    row = FACTS.table("speeds").find("sides", sides)
    assert row is not None  # the input allows only these dice
    speed: int = row["speed"]
    return speed


def base(a: Speed) -> int:
    """The Speed before any change."""
    return by_die(a.agility_die) if a.base_speed is None else a.base_speed


def changes(a: Speed) -> Iterator[Change]:
    """The changes in order: additions, never below 0, then the cap."""
    zones = base(a)
    for row in _in_order(a):
        if getattr(a, row["id"]):
            changed = max(0, zones + row["change"])
            changed = changed if row["cap"] == "" else min(changed, row["cap"])
            yield Change(row["id"], Modifier(row["label"], changed - zones, row["rule"]), changed)
            zones = changed


def _in_order(a: Speed) -> list[dict[str, Any]]:
    """The rows in order; a table rule lets a maimed leg limit the Speed of Run (S2-RUN-01)."""
    last = "leg_maimed" if a.leg_caps_run else "run"
    pair = {"leg_maimed", "run"}
    at = min(index for index, row in enumerate(CHANGES) if row["id"] in pair)
    both = sorted((row for row in CHANGES if row["id"] in pair), key=lambda row: row["id"] == last)
    return [*CHANGES[:at], *both, *CHANGES[at + 2 :]]


def zones(a: Speed) -> int:
    """The zones of one move."""
    return list(changes(a))[-1].zones if any(getattr(a, row["id"]) for row in CHANGES) else base(a)


def _explanation(a: Speed) -> Procedure[Any]:
    """The starting Speed, and each change."""
    by_book = a.base_speed is None
    start = Modifier(f"Half of d{a.agility_die}" if by_book else "Your Speed", base(a), "S2-SPEED-01")
    parts = (start, *(one.modifier for one in changes(a)))
    length = FACTS.number("zone_ft")
    return notes(
        note("Speed in zones", "S2-SPEED-01", parts, gives="zones"),
        note(f"In feet: {total(parts)} times {length}", "S2-SPEED-01", gives="feet"),
    )


def _values(a: Speed) -> dict[str, Any]:
    far = zones(a)
    return {
        "zones": far,
        "feet": far * FACTS.number("zone_ft"),
        "steps": [{"what": one.id, "change": one.modifier.value, "zones": one.zones} for one in changes(a)],
    }


WORDS = FACTS.table("speed_changes").options()

SPEED = Calculator(
    id="stepdie.speed",
    title="Speed",
    summary="How far your move takes you, running, cold, maimed or on the ground.",
    inputs=Speed,
    outputs=(
        out.figure("zones", "zones this turn", one="zone this turn", rule="S2-SPEED-01", headline=True),
        out.figure("feet", "feet", rule="S2-SPEED-01", headline=True),
        out.rows(
            "steps",
            "What changes it",
            (
                out.word("what", "What", WORDS),
                out.figure("change", "Zones", signed=True),
                out.figure("zones", "Left"),
            ),
            rule="S2-SPEED-01",
        ),
    ),
    compute=_values,
    also=("S2-MSHOT-02", "S2-GROUND-02", "S2-STAND-01"),
    start={"agility_die": 10, "run": True, "chilled": True},
    explain=_explanation,
)
