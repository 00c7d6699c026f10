"""A wrong declaration is refused at its place, with a sentence that names it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pyrules.engine.answer import Output, figure, record, rows
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import DeclarationError
from pyrules.engine.inputs import BOOK, TABLE_RULES_GROUP, amount, number, toggle

HELP = "What it is."


@dataclass(frozen=True, kw_only=True)
class Inputs:
    skill: int = number("Skill", 0, 9, help=HELP)


HEADLINE = figure("skill", "Skill", headline=True)


def calculator(**changed: Any) -> Calculator[Any]:
    declared: dict[str, Any] = {
        "id": "toy.tool",
        "title": "Tool",
        "summary": "A toy.",
        "inputs": Inputs,
        "outputs": (HEADLINE,),
        "compute": lambda inputs: {"skill": inputs.skill},
        "start": {"skill": 1},
    }
    return Calculator(**{**declared, **changed})


def headlines(count: int) -> tuple[Output, ...]:
    return tuple(figure(f"n{at}", "Skill", headline=True) for at in range(count))


def test_sound_declarations_are_accepted() -> None:
    assert calculator(outputs=headlines(3)).title == "Tool"
    assert toggle("Slow", help=HELP, table=BOOK, group=TABLE_RULES_GROUP)
    assert number("Range", 0, 9, None, help=HELP, unit="ft", nullable=True, empty="no limit")
    assert amount("Mass of the ball", 9, help=HELP, unit="kg")


@pytest.mark.parametrize(
    ("declared", "kept"), [({}, False), ({"events": "skill"}, True), ({"keeps_state": True}, True)]
)
def test_the_state_of_a_tracker_or_of_a_declared_calculator_is_kept(declared: dict[str, Any], kept: bool) -> None:
    assert calculator(**declared).is_kept is kept


@pytest.mark.parametrize(
    ("declare", "sentence"),
    [
        (lambda: calculator(events="skill", keeps_state=True), "must not declare `keeps_state` too."),
        (lambda: number("", 0, 9, help=HELP), "the one with the help 'What it is.' has none."),
        (
            lambda: number("Skill", 0, 9, help="What it is"),
            "The input 'Skill' needs a help that ends with a period; got",
        ),
        (lambda: toggle("Slow", help=""), "The input 'Slow' needs a help that ends with a period; got ''."),
        (
            lambda: number("Reach in FT", 0, 9, help=HELP, unit="ft"),
            "'Reach in FT' must not repeat its unit 'ft'",
        ),
        (lambda: amount("Mass kg", 9, help=HELP, unit="kg"), "The input 'Mass kg' must not repeat its unit 'kg'"),
        (
            lambda: number("Range", 0, 9, None, help=HELP, nullable=True, empty="unlimited"),
            "The input 'Range' needs an empty word of at most 8 letters; got 'unlimited'.",
        ),
        (
            lambda: toggle("Slow", help=HELP, group=TABLE_RULES_GROUP),
            "'Slow' in the group 'Table rules' must be a table rule.",
        ),
        (lambda: rows("blows", "Blows", ()), "The output 'blows' of kind 'rows' needs columns."),
        (lambda: record("foe", "Foe", ()), "The output 'foe' of kind 'record' needs columns."),
        (lambda: calculator(title=""), "toy.tool needs a title"),
        (lambda: calculator(summary="A toy"), "a summary that ends with a period."),
        (lambda: calculator(outputs=headlines(0)), "toy.tool must mark 1 to 3 outputs as headline; got 0."),
        (lambda: calculator(outputs=headlines(4)), "got 4."),
    ],
)
def test_a_wrong_declaration_is_refused_in_a_sentence_that_names_it(
    declare: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(DeclarationError) as refused:
        declare()

    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")
