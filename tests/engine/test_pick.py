"""Picks of a few numbers, dice of a ladder, refused options, and records of differences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from pyrules.engine.answer import figure
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.inputs import (
    Option,
    ReadContext,
    changed,
    choice,
    differing,
    input_fields,
    number,
    parse_record_text,
    pick,
    read_record,
    record,
    record_pairs,
    record_to_json,
    sides,
    toggle,
)
from web.builder.site import forms
from web.worker import input_text

LADDER = (Option("4", "d4"), Option("6", "d6"), Option("12", "d12"))
AIMS = (Option("0", "Within range"), Option("50", "Half as far again"))


@dataclass(frozen=True, kw_only=True)
class Fighter:
    die: int = sides("Die", LADDER, 6, help="The die.")
    aim: int = pick("Aim", AIMS, 0, help="The aim.")
    action: str = choice(
        "Action", [Option("hit", "Hit")], "hit", barred={"pray": "Praying is done elsewhere."}, help="What."
    )
    skill: int = number("Skill", -5, 5, 0, help="The skill.")
    bladed: bool = toggle("Bladed", help="Whether it cuts.")


OTHER = differing(Fighter, "Other", empty="as main", first=("skill",), group="More")


@dataclass(frozen=True, kw_only=True)
class Pair:
    main: Fighter = record("Main", Fighter, Fighter(), help="One hand.")
    off: Any = record("Off", OTHER, None, help="The other.", nullable=True)


HANDS = Calculator(
    id="x.hands",
    title="Hands",
    summary="Two hands.",
    inputs=Pair,
    outputs=(figure("skill", "Skill", headline=True),),
    compute=lambda a: {"skill": a.main.skill},
    start={},
)


def read(of: type, raw: dict[str, Any]) -> tuple[Any, list[InvalidInput]]:
    at = ReadContext("", "", [])
    return read_record(of, raw, at), at.problems


@pytest.mark.parametrize("raw", [4, 6, 12])
def test_a_die_is_one_of_the_ladder(raw: int) -> None:
    assert read(Fighter, {"die": raw})[0].die == raw


@pytest.mark.parametrize("raw", [5, "6", True, None, 6.0, [6], 10**50])
def test_any_other_die_is_bad_dice(raw: Any) -> None:
    (problem,) = read(Fighter, {"die": raw})[1]
    assert problem.code == "bad_dice"
    assert problem.text.startswith("Die must be one of d4, d6, d12; got ")


@pytest.mark.parametrize(("raw", "code"), [(25, "bad_option"), ("50", "bad_type"), (True, "bad_type")])
def test_another_number_is_no_option_and_anything_else_no_number(raw: Any, code: str) -> None:
    assert read(Fighter, {"aim": raw})[1][0].code == code


def test_a_barred_option_is_refused_with_its_own_sentence_and_not_offered() -> None:
    (problem,) = read(Fighter, {"action": "pray"})[1]
    assert (problem.field, problem.code, problem.text) == ("action", "not_allowed", "Praying is done elsewhere.")
    assert read(Fighter, {"action": "sing"})[1][0].code == "bad_option"


@pytest.mark.parametrize(("text", "die"), [("12", 12), ("d12", 12), (" D4 ", 4)])
def test_a_link_may_say_the_number_or_the_word(text: str, die: int) -> None:
    assert parse_record_text(Fighter, [("die", text)]) == {"die": die}


def test_what_differs_takes_the_place_of_what_was_there() -> None:
    main = Fighter(die=12, skill=3, bladed=True)
    off, problems = read(OTHER, {"skill": 1, "bladed": False})

    assert not problems
    assert changed(main, off) == Fighter(die=12, skill=1, bladed=False)
    assert changed(main, read(OTHER, {})[0]) == main


def test_what_differs_is_read_like_what_it_differs_from() -> None:
    assert read(OTHER, {"skill": 6})[1][0].code == "out_of_range"
    assert input_fields(OTHER)[0].name == "skill"
    assert {field.input.group for field in input_fields(OTHER)} == {"", "More"}


@pytest.mark.parametrize("off", [{}, {"skill": 0}, {"bladed": False, "die": 4}])
def test_what_differs_survives_a_link(off: dict[str, Any]) -> None:
    pair, problems = read(Pair, {"off": off})

    assert not problems
    again, problems = read(Pair, parse_record_text(Pair, record_pairs(pair)))
    assert (again, problems) == (pair, [])
    assert {name: one for name, one in record_to_json(pair)["off"].items() if one is not None} == off


def test_a_form_draws_words_for_dice_and_three_answers_for_yes_no_or_as_there() -> None:
    model = forms.form(HANDS, Pair(off=OTHER(bladed=False)))

    main, off = model["open"]
    die = main["open"][0]
    assert (die["kind"], die["text"], [option.label for option in die["input"].options]) == (
        "choice",
        "6",
        ["d4", "d6", "d12"],
    )
    bladed = next(one for _, inside in off["groups"] for one in inside if one["key"] == "off.bladed")
    assert (bladed["kind"], bladed["text"], bladed["input"].empty) == ("choice", "no", "as main")
    assert main["open"][-1]["kind"] == "toggle"


def test_a_die_has_the_text_that_players_use() -> None:
    assert input_text.differing(Fighter(die=12, aim=50)) == ["Die d12", "Aim Half as far again"]
    assert input_text.differing(OTHER(bladed=False, die=4)) == ["Die d4", "Bladed: no"]
