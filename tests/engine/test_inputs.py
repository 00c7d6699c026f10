"""Reading untrusted inputs: strict JSON, and the text of links and forms."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrules.engine.answer import figure
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput, not_allowed
from pyrules.engine.inputs import (
    BOOK,
    REQUIRED,
    Option,
    ReadContext,
    after,
    amount,
    choice,
    dice,
    former_paths,
    input_fields,
    many,
    number,
    parse_record_text,
    read_record,
    record,
    record_pairs,
    text,
    toggle,
)

HELP = "Some help."
COLORS = (Option("red", "Red"), Option("blue", "Blue"))


@dataclass(frozen=True, kw_only=True)
class Weapon:
    damage: Any = dice("Damage", "1d6", help=HELP)
    heavy: bool = toggle("Heavy", help=HELP)


@dataclass(frozen=True, kw_only=True)
class Member:
    skill: int = number("Skill", -5, 5, 0, help=HELP)
    color: str = choice("Color", COLORS, "red", help=HELP)


@dataclass(frozen=True, kw_only=True)
class Inputs:
    skill: int = number("Skill", -10, 99, help=HELP)
    limit: int | None = number("Limit", 1, 9, None, help=HELP, nullable=True)
    mass: Fraction = amount("Mass", 1000, 1, help=HELP)
    load: Fraction = amount("Load", 1000, 0, help=HELP, inclusive=True)
    name: str | None = text("Name", 8, None, help=HELP, nullable=True)
    chips: tuple[str, ...] = many("Chips", choice("Chip", COLORS, help=HELP), 0, 2, (), help=HELP, unique=True)
    hits: tuple[int, ...] | None = many("Hits", number("Hit", 0, 50, help=HELP), 1, 3, None, help=HELP, nullable=True)
    weapon: Weapon = record("Weapon", Weapon, Weapon(), help=HELP)
    second: Weapon | None = record("Second", Weapon, None, help=HELP, nullable=True)
    team: tuple[Member, ...] = many("Team", record("Member", Member, help=HELP), 0, 3, (), help=HELP)


def check(inputs: Inputs) -> None:
    if inputs.skill == 13:
        raise not_allowed("skill", 13, "Nobody has a skill of 13.")


TOOL = Calculator(
    id="toy.tool",
    title="Tool",
    summary="A toy.",
    inputs=Inputs,
    outputs=(figure("skill", "Skill", headline=True),),
    compute=lambda inputs: {"skill": inputs.skill},
    check=check,
    start={"skill": 1},
)


def refused(raw: Any) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        TOOL.parse(raw)
    return caught.value


def linked(*pairs: tuple[str, str]) -> Inputs:
    inputs, problems = TOOL.from_text([("skill", "1"), *pairs])
    assert inputs is not None, [problem.text for problem in problems]
    return inputs


def problems_of(*pairs: tuple[str, str]) -> list[tuple[str, str]]:
    inputs, problems = TOOL.from_text([("skill", "1"), *pairs])
    assert inputs is None
    return [(problem.field, problem.code) for problem in problems]


@pytest.mark.parametrize(
    ("raw", "field", "code"),
    [
        ([], "", "bad_type"),
        (None, "", "bad_type"),
        ({}, "skill", "missing_field"),
        ({"skill": None}, "skill", "bad_type"),
        ({"skill": "12"}, "skill", "bad_type"),
        ({"skill": True}, "skill", "bad_type"),
        ({"skill": 1.0}, "skill", "bad_type"),
        ({"skill": 100}, "skill", "out_of_range"),
        ({"skill": 10**5000}, "skill", "out_of_range"),
        ({"skill": 13}, "skill", "not_allowed"),
        ({"skill": 1, "skil": 1}, "skil", "unknown_field"),
        ({"skil": 1}, "skil", "unknown_field"),  # unknown names come first
        ({"skill": 1, "limit": 10}, "limit", "out_of_range"),
        ({"skill": 1, "mass": 0}, "mass", "out_of_range"),
        ({"skill": 1, "mass": 10**5000}, "mass", "out_of_range"),
        ({"skill": 1, "mass": float("nan")}, "mass", "bad_type"),
        ({"skill": 1, "mass": float("inf")}, "mass", "bad_type"),
        ({"skill": 1, "mass": "1/0"}, "mass", "bad_type"),
        ({"skill": 1, "mass": "heavy"}, "mass", "bad_type"),
        ({"skill": 1, "mass": True}, "mass", "bad_type"),
        ({"skill": 1, "mass": 5e-324}, "mass", "bad_type"),
        ({"skill": 1, "mass": 1e300}, "mass", "out_of_range"),
        ({"skill": 1, "load": -1}, "load", "out_of_range"),
        ({"skill": 1, "name": ""}, "name", "out_of_range"),
        ({"skill": 1, "name": "far too long"}, "name", "out_of_range"),
        ({"skill": 1, "name": " \t"}, "name", "out_of_range"),
        ({"skill": 1, "chips": "red"}, "chips", "bad_type"),
        ({"skill": 1, "chips": ["green"]}, "chips.0", "bad_option"),
        ({"skill": 1, "chips": [1]}, "chips.0", "bad_type"),
        ({"skill": 1, "chips": ["red", "red"]}, "chips", "bad_option"),
        ({"skill": 1, "chips": ["red", "blue", "red"]}, "chips", "out_of_range"),
        ({"skill": 1, "hits": []}, "hits", "out_of_range"),
        ({"skill": 1, "hits": [1, 51]}, "hits.1", "out_of_range"),
        ({"skill": 1, "weapon": None}, "weapon", "bad_type"),
        ({"skill": 1, "weapon": {"damage": "1d6d"}}, "weapon.damage", "bad_dice"),
        ({"skill": 1, "weapon": {"damage": 6}}, "weapon.damage", "bad_type"),
        ({"skill": 1, "weapon": {"heavy": 1}}, "weapon.heavy", "bad_type"),
        ({"skill": 1, "weapon": {"speed": 1}}, "weapon.speed", "unknown_field"),
        ({"skill": 1, "team": [{"skill": 6}]}, "team.0.skill", "out_of_range"),
        ({"skill": 1, "team": [None]}, "team.0", "bad_type"),
    ],
)
def test_refusals(raw: Any, field: str, code: str) -> None:
    problem = refused(raw)
    assert (problem.field, problem.code) == (field, code)
    assert problem.text.endswith(".") and len(problem.text) < 200


def test_a_refusal_is_a_sentence_for_a_player() -> None:
    assert refused({"skill": 100}).text == "Skill must be a whole number from -10 to 99; got 100."
    assert refused({"skill": 1, "team": [{"skill": 9}]}).text == (
        "Team, Member 1, Skill must be a whole number from -5 to 5; got 9."
    )


@pytest.mark.parametrize(
    ("raw", "value"),
    [(80, 80), (80.5, Fraction(161, 2)), ("80.5", Fraction(161, 2)), ("31/2", Fraction(31, 2)), (0.1, Fraction(1, 10))],
)
def test_amounts_are_exact(raw: Any, value: Fraction) -> None:
    assert TOOL.parse({"skill": 1, "mass": raw}).mass == value


def test_an_inclusive_amount_may_be_its_lowest() -> None:
    assert TOOL.parse({"skill": 1, "load": 0}).load == 0


def test_defaults_are_filled_in() -> None:
    inputs = TOOL.parse({"skill": 1})
    assert inputs == Inputs(skill=1)
    assert inputs.weapon.damage.sides == 6


def test_inputs_that_were_not_checked_are_refused() -> None:
    assert (refused(Inputs(skill=999)).field, refused(Inputs(skill=999)).code) == ("", "bad_type")


def test_a_link_is_read_into_the_same_inputs() -> None:
    assert linked(
        ("limit", " 4 "),
        ("mass", "31/2"),
        ("chips", "red"),
        ("chips", "blue"),
        ("hits", "3"),
        ("weapon.damage", "2d6+1"),
        ("weapon.heavy", "yes"),
        ("team.0.skill", "\u22123"),
        ("team.1.color", "blue"),
    ) == TOOL.parse(
        {
            "skill": 1,
            "limit": 4,
            "mass": "31/2",
            "chips": ["red", "blue"],
            "hits": [3],
            "weapon": {"damage": "2d6+1", "heavy": True},
            "team": [{"skill": -3}, {"color": "blue"}],
        }
    )


def test_an_empty_text_is_null_where_that_is_allowed() -> None:
    assert linked(("limit", ""), ("name", "")) == Inputs(skill=1)
    assert linked(("hits", "")).hits is None
    assert linked(("second", "")).second is None
    assert problems_of(("mass", "")) == [("mass", "bad_type")]


def test_an_empty_text_is_an_empty_list() -> None:
    assert linked(("chips", "")).chips == ()
    assert linked(("team", "")).team == ()


def test_an_element_of_defaults_can_be_declared() -> None:
    assert linked(("team.0", ""), ("team.1.skill", "2")).team == (Member(), Member(skill=2))


@pytest.mark.parametrize(
    "pairs",
    [
        [("team.1.skill", "2")],
        [("team.0.skill", "2"), ("team.2.skill", "2")],
        [("team.x.skill", "2")],
        [("team.00.skill", "2")],
        [("team.-1.skill", "2")],
        [("team", "2")],
    ],
)
def test_indices_without_gaps(pairs: list[tuple[str, str]]) -> None:
    assert [field.split(".")[0] for field, _ in problems_of(*pairs)] == ["team"]


def test_the_last_of_repeated_scalars_counts() -> None:
    assert linked(("limit", "3"), ("limit", "5")).limit == 5


def test_unknown_names_are_only_a_notice() -> None:
    inputs, problems = TOOL.from_text(
        [("skill", "1"), ("speed", "3"), ("weapon.speed", "3"), ("skill.x", "3"), ("", "")]
    )
    assert inputs == Inputs(skill=1)
    assert {problem.code for problem in problems} == {"unknown_field"}
    assert {problem.field for problem in problems} >= {"speed", "weapon.speed", "skill.x"}


def test_all_problems_come_at_once() -> None:
    assert problems_of(("limit", "x"), ("mass", "0"), ("weapon.damage", "?")) == [
        ("limit", "bad_type"),
        ("mass", "out_of_range"),
        ("weapon.damage", "bad_dice"),
    ]


def test_a_refused_value_comes_before_what_a_link_leaves_out() -> None:
    """A player sees the value on the page; the link leaves the rest out."""
    _, problems = TOOL.from_text([("weapon.damage", "?")])
    assert [problem.code for problem in problems] == ["bad_dice", "missing_field"]


def test_a_forbidden_combination_stands_beside_notices() -> None:
    inputs, problems = TOOL.from_text([("skill", "13"), ("speed", "1")])
    assert inputs is None
    assert [problem.code for problem in problems] == ["unknown_field", "not_allowed"]


@pytest.mark.parametrize("text", ["1.5", "0x10", "1e3", "٣", "12 3", "--3", "9" * 5000, "yes"])
def test_text_that_is_no_whole_number(text: str) -> None:
    assert problems_of(("limit", text)) == [("limit", "bad_type")]


@pytest.mark.parametrize("text", ["9999999999", "-9999999999", "9" * 30])
def test_a_number_of_many_digits_is_out_of_range(text: str) -> None:
    assert problems_of(("limit", text)) == [("limit", "out_of_range")]


def test_what_links_say_for_themselves_is_no_input() -> None:
    of_links = [("v", "1"), ("vs.skill", "2"), ("vs", "x"), ("targets", "1.x")]

    assert TOOL.from_text([("skill", "1"), *of_links]) == (Inputs(skill=1), [])


@pytest.mark.parametrize("name", ["v", "vs"])
def test_a_name_that_links_need_cannot_be_declared(name: str) -> None:
    declared = make_dataclass("Declared", [(name, int, number("Number", 0, 9, help=HELP))], frozen=True, kw_only=True)
    with pytest.raises(TypeError, match=name):
        input_fields(declared)


def test_an_input_may_stand_behind_one_of_the_class_it_extends() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Longer(Member):
        size: int = after("skill", number("Size", 0, 9, help=HELP))
        depth: int = after("size", number("Depth", 0, 9, 1, help=HELP))
        last: bool = toggle("Last", help=HELP)

    assert [field.name for field in input_fields(Longer)] == ["skill", "size", "depth", "color", "last"]
    assert input_fields(Longer)[1].default is REQUIRED and input_fields(Longer)[2].default == 1


@dataclass(frozen=True, kw_only=True)
class Chains:
    chains: tuple[tuple[int, ...], ...] = many(
        "Chains", many("Chain", number("Face", 1, 6, help=HELP), 1, 9, help=HELP), 0, 9, help=HELP
    )


@pytest.mark.parametrize("chains", [(), ((4,),), ((6, 6, 4), (1,)), ((1,), (6, 2), (3,))])
def test_a_list_of_lists_survives_a_link(chains: tuple[tuple[int, ...], ...]) -> None:
    pairs = record_pairs(Chains(chains=chains))
    assert read_record(Chains, parse_record_text(Chains, pairs), ReadContext("", "", [])) == Chains(chains=chains)


def test_each_list_of_a_list_has_its_number_in_a_link() -> None:
    pairs = record_pairs(Chains(chains=((6, 4), (5,))))
    assert pairs == [("chains.0", "6"), ("chains.0", "4"), ("chains.1", "5")]


def test_links_leave_defaults_out_and_required_inputs_never() -> None:
    assert TOOL.to_pairs(Inputs(skill=1)) == [("skill", "1")]
    assert TOOL.to_pairs(Inputs(skill=1, team=(Member(),), second=Weapon())) == [
        ("skill", "1"),
        ("second.damage", "1d6"),
        ("team.0", ""),
    ]


@settings(deadline=None)
@given(
    st.builds(
        Inputs,
        skill=st.integers(-10, 12),
        limit=st.none() | st.integers(1, 9),
        mass=st.fractions(Fraction(1, 100), 1000, max_denominator=999),
        name=st.none() | st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(str.strip),
        chips=st.lists(st.sampled_from(["red", "blue"]), unique=True).map(tuple),
        hits=st.none() | st.lists(st.integers(0, 50), min_size=1, max_size=3).map(tuple),
        weapon=st.builds(Weapon, heavy=st.booleans()),
        second=st.none() | st.builds(Weapon, heavy=st.booleans()),
        team=st.lists(st.builds(Member, skill=st.integers(-5, 5)), max_size=3).map(tuple),
    )
)
def test_links_bring_everything_back(inputs: Inputs) -> None:
    assert TOOL.from_text(TOOL.to_pairs(inputs)) == (inputs, [])


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(max_size=12), st.text(max_size=12))))
def test_junk_never_crashes(pairs: list[tuple[str, str]]) -> None:
    inputs, problems = TOOL.from_text(pairs)
    assert inputs is not None or problems


# Former names of renamed inputs


@dataclass(frozen=True, kw_only=True)
class Blade:
    damage: Any = dice("Damage", "1d6", help=HELP, aliases=("dmg",))


@dataclass(frozen=True, kw_only=True)
class Renamed:
    skill: int = number("Skill", 0, 9, 0, help=HELP, aliases=("score", "level"))
    blade: Blade = record("Blade", Blade, Blade(), help=HELP, aliases=("weapon",))
    blades: tuple[Blade, ...] = many("Blades", record("Blade", Blade, help=HELP), 0, 3, (), help=HELP)


RENAMED = replace(TOOL, inputs=Renamed, check=lambda inputs: None)


@pytest.mark.parametrize(
    "pairs",
    [
        [("score", "3"), ("weapon.dmg", "2d4"), ("blades.0.dmg", "1d10")],
        [("level", "3"), ("blade.dmg", "2d4"), ("blades.0.damage", "1d10")],
        [("skill", "3"), ("weapon.damage", "2d4"), ("blades.0.damage", "1d10")],
    ],
)
def test_a_link_may_use_the_former_name_of_an_input(pairs: list[tuple[str, str]]) -> None:
    inputs, problems = RENAMED.from_text(pairs)

    assert not problems
    assert inputs is not None
    present = [("skill", "3"), ("blade.damage", "2d4"), ("blades.0.damage", "1d10")]
    assert RENAMED.to_pairs(inputs) == present


def test_json_may_not_use_a_former_name() -> None:
    with pytest.raises(InvalidInput) as refused:
        RENAMED.parse({"score": 3})

    assert (refused.value.field, refused.value.code) == ("score", "unknown_field")


def test_a_former_name_beside_the_present_one_is_an_unknown_name() -> None:
    inputs, problems = RENAMED.from_text([("skill", "4"), ("score", "3")])

    assert inputs is not None and inputs.skill == 4
    assert [(problem.field, problem.code) for problem in problems] == [("score", "unknown_field")]


def test_former_paths_name_every_alias_and_its_present_name() -> None:
    assert former_paths(Renamed) == {
        "score": "skill",
        "level": "skill",
        "weapon": "blade",
        "blade.dmg": "damage",
        "blades.*.dmg": "damage",
    }


@pytest.mark.parametrize("alias", ["vs", "limit", "skill"])
def test_an_alias_that_is_taken_is_refused(alias: str) -> None:
    fields = [("limit", int, number("Limit", 1, 9, 1, help=HELP))]
    wrong = make_dataclass("Wrong", [*fields, ("skill", int, number("Skill", 1, 9, 1, help=HELP, aliases=(alias,)))])

    with pytest.raises(TypeError, match=f"the alias '{alias}' of 'skill' is taken"):
        input_fields(wrong)


def test_a_table_rule_has_no_alias() -> None:
    wrong = make_dataclass("Wrong", [("ties", bool, toggle("Ties", help=HELP, table=BOOK, aliases=("tie",)))])

    with pytest.raises(TypeError, match="a table rule has no alias"):
        input_fields(wrong)


def test_an_unknown_input_is_answered_with_the_nearest_names_and_how_many_others_there_are() -> None:
    names = ("brawn", "weapon", "protection", "fortune", "warrior", "offense", "defense")
    fields = [(name, int, number(name.capitalize(), 0, 9, 0, help=HELP)) for name in names]
    wide = make_dataclass("Wide", fields, frozen=True, kw_only=True)
    context = ReadContext("", "", [])

    read_record(wide, {"defence": 1}, context)

    (problem,) = context.problems
    assert problem.text.startswith("There is no input defence here; there are: defense, ")
    assert problem.text.endswith(" and 1 other.")
