"""The results under each reading of an open rule, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from ....engine import answer as out
from ....engine.answer import Output
from ..tables import FACTS
from .skill import Skill, base_of

A = TypeVar("A")
Figures = dict[str, Any]


def side_by_side(a: A, figures: Callable[[A], Figures], switches: Iterable[str]) -> list[Figures]:
    """A row of figures for each combination of the table rules `switches`; the current one is marked."""
    return [
        {
            "question": FACTS.table("switches").row(switch)["label"],
            "reading": row["label"],
            "yours": row["option"] == getattr(a, switch),
            **figures(replace(a, **{switch: row["option"]})),  # type: ignore[type-var]
        }
        for switch in switches
        for row in FACTS.table("switch_options").rows
        if row["switch"] == switch
    ]


def open_questions(*skills: Skill | None, both_fail: bool = False) -> tuple[str, ...]:
    """The table rules that can matter for these skills; the one on masters needs a master."""
    master = FACTS.number("master_skill")
    given = [s for s in skills if s is not None]
    mastered = any(base_of(s) >= master for s in given)
    sure = any(base_of(s) + s.mods >= FACTS.number("skill_die") for s in given)
    asked = (("both_fail", both_fail), ("mastery", mastered), ("hundred", sure))
    return tuple(switch for switch, matters in asked if matters)


def readings(columns: tuple[Output, ...], *, rule: str) -> Output:
    """The output for the rows of `side_by_side`; `columns` are its figures."""
    return out.rows(
        "readings",
        "Where the book leaves it open",
        (
            out.word("question", "Question"),
            out.word("reading", "Reading"),
            out.flag("yours", "Used here"),
            *columns,
        ),
        rule=rule,
    )
