"""Derived values of a character, from the characteristics (EXT-16, EXT-19).

The combat chapter only uses these values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import new_explanation, note, notes
from ....engine.inputs import number
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any, total
from ..tables import FACTS

SKILLS = FACTS.table("skills").rows
DAMAGE_MODIFIERS = FACTS.table("damage_modifiers").rows
BY_STRENGTH = tuple(row for row in FACTS.table("weapons").rows if row["range_str"])
CHARACTERISTIC = (1, 200)


Score = int
"""A characteristic. The fields `int` and `str` of the inputs hide Python's own types."""


def _characteristic(name: str, help: str) -> Any:
    return number(name, *CHARACTERISTIC, help=help, rule="EXT-19")


@dataclass(frozen=True, kw_only=True)
class Characteristics:
    """The seven characteristics."""

    str: Score = _characteristic("STR", "Strength.")
    con: Score = _characteristic("CON", "Constitution.")
    siz: Score = _characteristic("SIZ", "Size.")
    dex: Score = _characteristic("DEX", "Dexterity.")
    int: Score = _characteristic("INT", "Intelligence.")
    pow: Score = _characteristic("POW", "Power.")
    cha: Score = _characteristic("CHA", "Charisma.")


def hit_points(a: Characteristics) -> int:
    """The hit points: half of SIZ plus CON, rounded up."""
    return -(-(a.siz + a.con) // FACTS.number("hit_points_divisor"))


def damage_modifier(a: Characteristics) -> str:
    """The damage modifier of STR and SIZ: a row of the table, or its steps beyond the last row."""
    weight = a.str + a.siz
    row = next((row for row in DAMAGE_MODIFIERS if weight <= row["to"]), None)
    if row:
        return str(row["modifier"])
    dice = (weight - FACTS.number("damage_modifier_from")) // FACTS.number("damage_modifier_step")
    return f"+{dice}d{FACTS.number('damage_modifier_die')}"


def skill_parts(a: Characteristics, row: dict[str, Any]) -> tuple[Modifier, ...]:
    """The characteristics that give a skill's starting value (EXT-19, EXT-16)."""
    times = row["times"]
    parts = (
        Modifier(f"{name.upper()} × {times}" if times > 1 else name.upper(), getattr(a, name) * times, row["rule"])
        for name in row["characteristics"]
    )
    return (*parts, *if_any("Fixed part", row["plus"], row["rule"]))


def throwing_ranges(a: Characteristics) -> list[dict[str, Any]]:
    """The ranges of weapons that depend on STR (EXT-14)."""
    return [{"weapon": row["label"], "range": row["range_str"] * a.str} for row in BY_STRENGTH]


def explanation(a: Characteristics) -> Procedure[Any]:
    """The source of each value."""
    both = f"SIZ {a.siz} and CON {a.con} together, divided by {FACTS.number('hit_points_divisor')}, halves up"
    return notes(
        note(f"{both}: {counted(hit_points(a), 'hit point')}", "EXT-09"),
        note("Magic points", "EXT-10", (Modifier("POW", a.pow, "EXT-10"),)),
        note("Movement rate", "EXT-11", (FACTS.modifier("movement_rate_m"),)),
        note(f"STR + SIZ = {a.str + a.siz}: damage modifier {damage_modifier(a)}", "EXT-12"),
        *new_explanation(_skill_explanation(a, row) for row in SKILLS),
        *new_explanation(note(f"{row['label']} flies {row['range']}", "EXT-14") for row in BY_STRENGTH),
    )


def _skill_explanation(a: Characteristics, row: dict[str, Any]) -> Step[Any]:
    return note(f"{row['label']} starts at {row['starts']}", row["rule"], skill_parts(a, row), also=("EXT-19",))


def _values(a: Characteristics) -> dict[str, Any]:
    return {
        "hp": hit_points(a),
        "mp": a.pow,
        "damage_mod": damage_modifier(a),
        "movement": FACTS.number("movement_rate_m"),
        "skills": {row["id"]: total(skill_parts(a, row)) for row in SKILLS},
        "throwing": throwing_ranges(a),
    }


DERIVED = Calculator(
    id="openquest.derived",
    title="Character",
    summary="Hit points, magic points, damage modifier and starting skills from the characteristics.",
    inputs=Characteristics,
    outputs=(
        out.figure("hp", "hit point total", rule="EXT-09", headline=True),
        out.word("damage_mod", "damage modifier", rule="EXT-12", headline=True),
        out.figure("mp", "magic point total", rule="EXT-10", headline=True),
        out.figure("movement", "Movement rate", rule="EXT-11", unit="meters"),
        out.record(
            "skills",
            "Skills start at",
            tuple(out.figure(row["id"], row["label"], unit="%") for row in SKILLS),
            rule="EXT-19",
        ),
        out.rows(
            "throwing",
            "How far you throw",
            (out.word("weapon", "Weapon"), out.figure("range", "Range", unit="meters")),
            rule="EXT-14",
        ),
    ),
    compute=_values,
    explain=explanation,
    start={"str": 12, "con": 11, "siz": 14, "dex": 13, "int": 10, "pow": 12, "cha": 9},
)
