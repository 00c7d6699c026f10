"""Table rules: they replace the defaults that a link leaves out, and a game collects them."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass
from typing import Any

import pytest

from pyrules.engine.answer import figure
from pyrules.engine.calculator import Calculator
from pyrules.engine.game import Credit, Game, Moment
from pyrules.engine.inputs import (
    BOOK,
    OURS,
    Option,
    choice,
    input_fields,
    many,
    number,
    record,
    table_rule_fields,
    table_rule_values,
    toggle,
)

HELP = "Some help."
TIES = (Option("nobody", "Nobody"), Option("lower", "The lower roll"))


def ties(label: str = "Ties") -> Any:
    return choice(label, TIES, "nobody", help=HELP, table=BOOK)


@dataclass(frozen=True, kw_only=True)
class Fighter:
    skill: int = number("Skill", 0, 9, 0, help=HELP)
    step: int = number("Step", 0, 10, 1, help=HELP, table=OURS)


@dataclass(frozen=True, kw_only=True)
class Fight:
    me: Fighter = record("Me", Fighter, Fighter(skill=5), help=HELP)
    foes: tuple[Fighter, ...] = many("Foes", record("Foe", Fighter, help=HELP), 0, 3, (Fighter(skill=2),), help=HELP)
    rival: Fighter | None = record("Rival", Fighter, None, help=HELP, nullable=True)
    tie: str = ties()


@dataclass(frozen=True, kw_only=True)
class Race:
    speed: int = number("Speed", 0, 9, 3, help=HELP)
    tie: str = ties("Ties on the line")
    slow: bool = toggle("Slow", help=HELP, table=BOOK)


def calculator(name: str, inputs: type) -> Calculator[Any]:
    return Calculator(
        id=f"game.{name}",
        title=name,
        summary="A sum.",
        inputs=inputs,
        outputs=(figure("sum", "Sum", rule="R", headline=True),),
        compute=lambda _: {"sum": 0},
        start={},
    )


FIGHT, RACE = calculator("fight", Fight), calculator("race", Race)
GAME = Game(
    id="game",
    name="Game",
    short="Game",
    dice="d6",
    tagline="A game.",
    credit=Credit("Ours.", "MIT", "https://example.org/"),
    most_used=(FIGHT, RACE),
    moments=(Moment("one", "One", "Who wins?", (FIGHT,)), Moment("two", "Two", "Who is first?", (RACE,))),
    facts=None,  # type: ignore[arg-type]  # no table is looked up here
    table_names=(),
)


def from_text(text: str, **table: Any) -> Any:
    inputs, problems = FIGHT.from_text([(key, value) for key, _, value in map(equals, text.split())], table)
    assert not problems
    return inputs


def equals(pair: str) -> tuple[str, str, str]:
    return pair.partition("=")


# Reading


def test_what_a_link_leaves_out_is_as_the_table_plays_it() -> None:
    assert from_text("", tie="lower").tie == "lower"
    assert from_text("").tie == "nobody"


def test_what_a_link_says_itself_wins() -> None:
    assert from_text("tie=nobody me.step=1", tie="lower", step=4).tie == "nobody"
    assert from_text("me.step=1", step=4).me.step == 1


def test_records_and_lists_are_played_so_too_given_or_not() -> None:
    untouched = from_text("", step=4)
    assert (untouched.me, untouched.foes) == (Fighter(skill=5, step=4), (Fighter(skill=2, step=4),))
    assert untouched.rival is None

    given = from_text("me.skill=1 foes.0.skill=3 foes.1.step=2 rival.skill=7", step=4)
    assert given.me == Fighter(skill=1, step=4)
    assert given.foes == (Fighter(skill=3, step=4), Fighter(skill=0, step=2))
    assert given.rival == Fighter(skill=7, step=4)


def test_json_is_read_in_the_same_way() -> None:
    assert FIGHT.parse({"foes": [{}], "tie": "nobody"}, {"step": 4, "tie": "lower"}) == Fight(
        me=Fighter(skill=5, step=4), foes=(Fighter(step=4),), tie="nobody"
    )


def test_an_input_that_is_no_table_rule_is_never_the_tables() -> None:
    assert from_text("", skill=9).me.skill == 5


# Links


def test_a_link_contains_the_named_table_rules() -> None:
    at_standard = from_text("me.skill=1")
    assert FIGHT.to_pairs(at_standard) == [("me.skill", "1")]
    assert FIGHT.to_pairs(at_standard, {"tie"}) == [("me.skill", "1"), ("tie", "nobody")]


def test_spelled_out_a_link_means_the_same_at_every_table() -> None:
    for text in ("", "me.skill=1", "foes=", "foes.0.skill=2 foes.1.step=3", "rival.skill=0", "tie=lower me.step=9"):
        inputs = from_text(text)
        spelled = FIGHT.to_pairs(inputs, FIGHT.table_rules)
        assert FIGHT.from_text(spelled, {"step": 7, "tie": "lower"}) == (inputs, []), text


# Declaring and collecting


@pytest.mark.parametrize(
    "declared",
    [
        number("Step", 0, 10, help=HELP, table=OURS),
        record("Me", Fighter, Fighter(), help=HELP, table=OURS),
        many("Steps", number("Step", 0, 10, help=HELP), 0, 3, (), help=HELP, table=OURS),
    ],
    ids=["without a default", "a record", "a list"],
)
def test_a_table_rule_is_a_single_value_with_a_default(declared: Any) -> None:
    wrong = make_dataclass("Wrong", [("step", object, field(default=declared.default, metadata=declared.metadata))])
    with pytest.raises(TypeError, match="the table rule 'step'"):
        input_fields(wrong)


def test_table_rules_are_found_at_any_depth() -> None:
    assert [field.name for field in table_rule_fields(Fight)] == ["step", "step", "step", "tie"]
    held = [(key, value) for key, _, value in table_rule_values(from_text("foes.0.skill=1 foes.1.step=2"))]
    assert held == [("me.step", 1), ("foes.0.step", 1), ("foes.1.step", 2), ("tie", "nobody")]


def test_a_game_collects_its_table_rules_in_reading_order_and_whom_they_touch() -> None:
    rules = GAME.table_rules
    assert list(rules) == ["step", "tie", "slow"]
    assert rules["tie"].field.input.label == "Ties"
    assert [one.id for one in rules["tie"].calculators] == ["game.fight", "game.race"]
    assert [one.id for one in rules["step"].calculators] == ["game.fight"]


def test_a_table_fills_them_in_like_any_inputs() -> None:
    assert [(field.name, field.default) for field in input_fields(GAME.table_rule_inputs)] == [
        ("step", 1),
        ("tie", "nobody"),
        ("slow", False),
    ]
