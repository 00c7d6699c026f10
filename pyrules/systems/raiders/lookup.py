"""Look-up: the tables of the game's site that trait rolls and loads refer to.

From the quick reference and traits pages of the site: lift, cost of traits, challenge words, extra time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.errors import OUT_OF_RANGE, InvalidInput, not_allowed
from ...engine.fields import choice, number
from .facts import FACTS

TABLES = FACTS.table("lookups").options()


@dataclass(frozen=True, kw_only=True)
class LookUp:
    """A table and the row looked for in it."""

    table: str = choice("Table", TABLES, help="The table to look in.", rule="RR-REF-03")
    key: int = number(
        "Row",
        0,
        1000,
        help="The level, the challenge, how many times as long, or how often the time is halved.",
        rule="RR-REF-01",
    )


def _stepped(value: int, factor: int, steps: int) -> int:
    """A value of the table, so many steps further on."""
    for _ in range(steps):
        value *= factor
    return value


def lift_kg(level: int) -> int:
    """What Brawn of this level lifts; the table goes on in steps (RR-REF-01)."""
    steps, within = divmod(level, FACTS.number("lift_step_levels"))
    return _stepped(FACTS.table("lift").row(str(within))["kg"], FACTS.number("lift_step_factor"), steps)


def trait_cost(level: int) -> int:
    """What a trait of this level costs; the last rows of the table repeat in steps (RR-REF-02)."""
    table = FACTS.table("cost")
    beyond = max(0, level - (len(table.rows) - 1))
    steps = -(-beyond // FACTS.number("cost_step_levels"))
    row = table.row(str(level - steps * FACTS.number("cost_step_levels")))
    return _stepped(row["cost"], FACTS.number("cost_step_factor"), steps)


def challenge_word(challenge: int) -> str | None:
    """The word for a challenge, if there is one (RR-REF-03)."""
    row = FACTS.table("challenges").find("challenge", challenge)
    return str(row["word"]) if row else None


def extra_time(factor: int) -> int | None:
    """The bonus for taking so many times as long, if the table has it (RR-REF-04)."""
    row = FACTS.table("extra_time").find("factor", factor)
    return int(row["bonus"]) if row else None


def rush(halvings: int) -> int:
    """What halving the time so often adds to the challenge (RR-REF-04)."""
    return halvings * FACTS.number("rush_per_halving")


LOOK_UP: dict[str, Callable[[int], int | str | None]] = {
    "lift": lift_kg,
    "cost": trait_cost,
    "challenge": challenge_word,
    "extra_time": extra_time,
    "rush": rush,
}


def _found(a: LookUp) -> int | str | None:
    return LOOK_UP[a.table](a.key)


HIGHEST_LEVEL = 60
LEVELED = frozenset({"lift", "cost"})
"""The tables whose rows are levels; they go on in steps, and we stop at the highest trait."""


def _check(a: LookUp) -> None:
    if a.table in LEVELED and a.key > HIGHEST_LEVEL:
        text = f"Row must be a level from 0 to {HIGHEST_LEVEL}; got {a.key}."
        raise InvalidInput("key", OUT_OF_RANGE, a.key, text)
    if _found(a) is None:
        title = next(option.label for option in TABLES if option.id == a.table)
        raise not_allowed("key", a.key, f"{title}: there is no row for {a.key}.")


def _values(a: LookUp) -> dict[str, Any]:
    return {"value": _found(a)}


LOOKUP = Calculator(
    id="raiders.tables",
    title="Look-up",
    summary="Lift by Brawn, cost of traits, challenge words, extra time and rushing.",
    inputs=LookUp,
    outputs=(out.word("value", "value", headline=True),),
    work=_values,
    check=_check,
    rules=("RR-REF-01", "RR-REF-02", "RR-REF-03", "RR-REF-04"),
    start={"table": "lift", "key": 23},
)
