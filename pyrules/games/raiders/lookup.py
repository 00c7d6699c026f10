"""Look-up: the tables of the game's site that trait rolls and loads use.

From the quick reference and traits pages of the site: lift, cost of traits, challenge words, extra time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.errors import OUT_OF_RANGE, InvalidInput, not_allowed
from ...engine.explain import note
from ...engine.inputs import choice, number
from ...engine.procedure import Modifier, Procedure, Step, counted
from .tables import FACTS

LOOKUPS = FACTS.table("lookups")
TABLES = LOOKUPS.options()
HIGHEST_LEVEL = 60
LEVELED = frozenset({"lift", "cost"})
"""The tables with levels as rows; they continue in steps, up to the highest trait."""
LISTED = {"challenge": ("challenges", "challenge"), "extra_time": ("extra_time", "factor")}
"""The tables without a row for every number: their name, and the column to search."""
MOST_HALVINGS = 1000


def label_of(table: str) -> str:
    """The label of a table."""
    label: str = LOOKUPS.row(table)["label"]
    return label


def rows_of(table: str) -> str:
    """The rows of a table, in words."""
    if table in LEVELED:
        return f"levels 0 to {HIGHEST_LEVEL}"
    if table not in LISTED:
        return f"0 to {MOST_HALVINGS} halvings"
    name, column = LISTED[table]
    *most, last = (str(row[column]) for row in FACTS.table(name).rows)
    return f"{', '.join(most)} or {last}"


@dataclass(frozen=True, kw_only=True)
class LookUp:
    """A table, and the wanted row."""

    table: str = choice("Table", TABLES, help="The table to look in.", rule="RR-REF-03")
    key: int = number(
        "Level, challenge or times",
        0,
        MOST_HALVINGS,
        help="The row to read. " + "; ".join(f"{label}: {rows_of(table)}" for table, label, *_ in TABLES) + ".",
        rule="RR-REF-01",
    )


def _stepped(value: int, factor: int, steps: int) -> int:
    """A value of the table, `steps` steps beyond the last row."""
    for _ in range(steps):
        value *= factor
    return value


def lift_row(level: int) -> tuple[dict[str, Any], int]:
    """The row of the lift table for Brawn of this level, and the steps beyond it (RR-REF-01)."""
    steps, within = divmod(level, FACTS.number("lift_step_levels"))
    return FACTS.table("lift").row(str(within)), steps


def lift_kg(level: int) -> int:
    """The lift of Brawn at this level, in kilograms; the table continues in steps (RR-REF-01)."""
    row, steps = lift_row(level)
    return _stepped(row["kg"], FACTS.number("lift_step_factor"), steps)


def explain_lift(level: int) -> tuple[Step[Any], ...]:
    """The row and steps of the lift table for this Brawn."""
    row, steps = lift_row(level)
    at = f"Lift table, {row['label']}: {row['kg']} kg"
    return _explain_levels(at, steps, "lift", f"{lift_kg(level)} kg", "RR-REF-01")


def cost_row(level: int) -> tuple[dict[str, Any], int]:
    """The row of the cost table for this level, and the steps beyond it (RR-REF-02)."""
    table = FACTS.table("cost")
    beyond = max(0, level - (len(table.rows) - 1))
    steps = -(-beyond // FACTS.number("cost_step_levels"))
    return table.row(str(level - steps * FACTS.number("cost_step_levels"))), steps


def trait_cost(level: int) -> int:
    """The cost of a trait at this level; the last rows of the table repeat in steps (RR-REF-02)."""
    row, steps = cost_row(level)
    return _stepped(row["cost"], FACTS.number("cost_step_factor"), steps)


def explain_cost(level: int) -> tuple[Step[Any], ...]:
    """The row and steps of the cost table for this level."""
    row, steps = cost_row(level)
    return _explain_levels(
        f"Cost table, {row['label']}: {counted(row['cost'], 'point')}",
        steps,
        "cost",
        counted(trait_cost(level), "point"),
        "RR-REF-02",
    )


def _explain_levels(at: str, steps: int, table: str, result: str, rule: str) -> tuple[Step[Any], ...]:
    """The row, and the steps beyond it."""
    row: Step[Any] = note(at, rule)
    if not steps:
        return (row,)
    further = steps * FACTS.number(f"{table}_step_levels")
    times = " × ".join([str(FACTS.number(f"{table}_step_factor"))] * steps)
    return row, note(f"{counted(further, 'level')} further, × {times}: {result}", rule)


def challenge_word(challenge: int) -> str | None:
    """The word for a challenge; None if there is none (RR-REF-03)."""
    row = FACTS.table("challenges").find("challenge", challenge)
    return str(row["word"]) if row else None


def extra_time(factor: int) -> int | None:
    """The bonus for `factor` times the normal time; None if the table has none (RR-REF-04)."""
    row = FACTS.table("extra_time").find("factor", factor)
    return int(row["bonus"]) if row else None


def rush(halvings: int) -> int:
    """The increase of the challenge for halving the time `halvings` times (RR-REF-04)."""
    return halvings * FACTS.number("rush_per_halving")


LOOK_UP: dict[str, Callable[[int], int | str | None]] = {
    "lift": lift_kg,
    "cost": trait_cost,
    "challenge": challenge_word,
    "extra_time": extra_time,
    "rush": rush,
}


def _explain_word(challenge: int) -> tuple[Step[Any], ...]:
    return (note(f"Challenge {challenge} is called {challenge_word(challenge)}", "RR-REF-03"),)


def _explain_time(factor: int) -> tuple[Step[Any], ...]:
    bonus = Modifier("Bonus to the roll", extra_time(factor) or 0, "RR-REF-04")
    return (note(f"{factor} times as long as needed", "RR-REF-04", (bonus,)),)


def _explain_rush(halvings: int) -> tuple[Step[Any], ...]:
    label = f"Time halved {halvings}×, added to the challenge"
    harder = FACTS.modifier("rush_per_halving", halvings)
    return (note(label, "RR-REF-04", (harder,)),)


TOLD: dict[str, Callable[[int], tuple[Step[Any], ...]]] = {
    "lift": explain_lift,
    "cost": explain_cost,
    "challenge": _explain_word,
    "extra_time": _explain_time,
    "rush": _explain_rush,
}


def _found(a: LookUp) -> int | str | None:
    return LOOK_UP[a.table](a.key)


def _check(a: LookUp) -> None:
    if a.table in LEVELED and a.key > HIGHEST_LEVEL:
        text = f"Row must be a level from 0 to {HIGHEST_LEVEL}; got {a.key}."
        raise InvalidInput("key", OUT_OF_RANGE, a.key, text)
    if _found(a) is None:
        text = f"{label_of(a.table)} has no row for {a.key}, only for {rows_of(a.table)}."
        raise not_allowed("key", a.key, text)


def _values(a: LookUp) -> dict[str, Any]:
    found = _found(a)
    return {
        "reading": LOOKUPS.row(a.table)["reading"].format(key=a.key, value=found),
        **{f"{table}_value": found if table == a.table else None for table in LOOK_UP},
        "value": found,
    }


LOOKUP = Calculator(
    id="raiders.tables",
    title="Look-up",
    summary="Lift by Brawn, cost of traits, challenge words, extra time and rushing.",
    inputs=LookUp,
    outputs=(
        # This headline can belong to any table, so no single rule defines it; the value below has the rule.
        out.api_only(out.word("reading", "by the table", headline=True)),
        out.figure("lift_value", "Lift", rule="RR-REF-01", unit="kg"),
        out.figure("cost_value", "Trait cost", rule="RR-REF-02", unit="character points"),
        out.word("challenge_value", "Challenge word", rule="RR-REF-03"),
        out.figure("extra_time_value", "Bonus for extra time", rule="RR-REF-04", signed=True),
        out.figure("rush_value", "Added to the challenge by rushing", rule="RR-REF-04", signed=True),
        out.api_only(out.word("value", "Value")),
    ),
    compute=_values,
    check=_check,
    start={"table": "lift", "key": 23},
    explain=lambda a: Procedure(None, TOLD[a.table](a.key), lambda s: label_of(a.table)),
)
