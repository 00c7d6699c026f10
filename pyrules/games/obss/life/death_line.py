"""The death line: the negative hit points at which a character is dead.

"Life and Death": OBSS-LIFE-18 to OBSS-LIFE-21.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.formatting import figure
from ....engine.inputs import Option, number
from ....engine.procedure import Modifier, Procedure, total
from ..tables import FACTS

CONSTITUTION = (-10, 20)


def constitution(default: Any = None, **common: Any) -> Any:
    """The input `con`: Constitution; required unless it has a default."""
    given = () if default is None else (default,)
    help = common.pop("help", "Of the character in danger.")
    return number("Constitution", *CONSTITUTION, *given, help=help, rule="OBSS-LIFE-18", signed=True, **common)


def line_modifiers(con: int) -> tuple[Modifier, ...]:
    """The parts of the death line; a low Constitution has its own line (ruling, OBSS-LIFE-19)."""
    if con <= FACTS.number("low_con"):
        return (FACTS.modifier("low_con_dead_at"),)
    times = FACTS.number("death_con_factor")
    return (FACTS.modifier("death_base", -1), Modifier(f"Constitution {figure(con)}", -times * con, "OBSS-LIFE-18"))


def death_line(con: int) -> int:
    """The hit points at which a character is dead (OBSS-LIFE-18, OBSS-LIFE-19)."""
    return total(line_modifiers(con))


def nonlethal_line(con: int) -> int:
    """The hit points less non-lethal damage at which a character dies (ruling, OBSS-LIFE-21)."""
    return FACTS.number("nonlethal_line_factor") * death_line(con)


OURS_LABEL = "Twice the death line, a ruling of ours"


def nonlethal_modifiers(con: int) -> tuple[Modifier, ...]:
    """The parts of the non-lethal line; for a low Constitution with a note on our ruling (OBSS-LIFE-21)."""
    line, frail = death_line(con), con <= FACTS.number("low_con")
    more = line * (FACTS.number("nonlethal_line_factor") - 1)
    rule = "OBSS-LIFE-19" if frail else "OBSS-LIFE-18"
    label = OURS_LABEL if frail else "As much again"
    return (Modifier("Death line", line, rule), Modifier(label, more, "OBSS-LIFE-21"))


NONLETHAL_SOURCES = (
    Option("book", "the book", "OBSS-LIFE-21"),
    Option("ours", "a ruling of ours: twice the death line", "OBSS-LIFE-21"),
)


def nonlethal_source(con: int) -> str:
    """The source of the non-lethal line: the book's formula, or our ruling for a low Constitution."""
    return "ours" if con <= FACTS.number("low_con") else "book"


@dataclass(frozen=True, kw_only=True)
class Mortal:
    """A character's Constitution."""

    con: int = constitution()


def explanation(a: Mortal) -> Procedure[Any]:
    """The parts of both lines."""
    rule = "OBSS-LIFE-19" if a.con <= FACTS.number("low_con") else "OBSS-LIFE-18"
    return notes(
        note("Dead at", rule, line_modifiers(a.con), also=("OBSS-LIFE-18", "OBSS-LIFE-15"), gives="dead_at"),
        note("Dead of non-lethal damage at", "OBSS-LIFE-21", nonlethal_modifiers(a.con), gives="nonlethal_dead_at"),
    )


def _values(a: Mortal) -> dict[str, Any]:
    return {
        "dead_at": death_line(a.con),
        "nonlethal_dead_at": nonlethal_line(a.con),
        "nonlethal_by": nonlethal_source(a.con),
    }


DEATH_THRESHOLD = Calculator(
    id="obss.death_threshold",
    title="Death line",
    summary="How far below zero a character dies.",
    inputs=Mortal,
    outputs=(
        out.figure("dead_at", "hit points: dead", rule="OBSS-LIFE-18", headline=True),
        out.figure("nonlethal_dead_at", "Non-lethal damage kills at", rule="OBSS-LIFE-21", unit="hit points"),
        out.word("nonlethal_by", "That number is from", NONLETHAL_SOURCES, rule="OBSS-LIFE-21"),
    ),
    compute=_values,
    explain=explanation,
    also=("OBSS-LIFE-19", "OBSS-LIFE-22"),
    start={"con": 2},
)
