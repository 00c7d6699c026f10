"""The grammars of dice text: one kind with a number, sums of several kinds, signed dice, dice alone."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrules.engine.dice import Dice, Dist, within_bounds
from pyrules.engine.dice_text import (
    BARE,
    NO_DICE,
    ONE_KIND,
    SIGNED,
    SUM,
    DiceSum,
    Grammar,
    SignedDice,
    parse_bare,
    parse_signed,
    parse_sum,
)
from pyrules.engine.errors import InvalidInput
from pyrules.engine.inputs import ReadContext, dice, parse_record_text, read_record, record_pairs

numbers = st.integers(0, 1000)
kinds = st.builds(Dice, st.integers(1, 20), st.integers(2, 100)).filter(lambda dice: within_bounds([dice]))
terms = st.lists(kinds | st.builds(lambda n: Dice(0, 0, n), st.integers(-1000, 1000)), max_size=9)
sums = st.builds(
    lambda first, others: DiceSum((first, *others)), kinds | st.builds(lambda n: Dice(0, 0, n), numbers), terms
).filter(lambda held: within_bounds(held.terms))


@given(sums)
def test_a_sum_survives_being_written(held: DiceSum) -> None:
    assert parse_sum(str(held)) == held


@given(st.builds(SignedDice, st.sampled_from([1, -1]), kinds) | st.just(NO_DICE))
def test_signed_dice_survive_being_written(held: SignedDice) -> None:
    assert parse_signed(str(held)) == held


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1d8", (Dice(1, 8),)),
        ("0", (Dice(0, 0),)),
        (" 2D6 + 1 ", (Dice(2, 6), Dice(0, 0, 1))),
        ("1d8+1d4\u22122", (Dice(1, 8), Dice(1, 4), Dice(0, 0, -2))),
        ("3+1d6", (Dice(0, 0, 3), Dice(1, 6))),
        ("20d10-1000", (Dice(20, 10), Dice(0, 0, -1000))),
        ("d8", (Dice(1, 8),)),
        ("D6 + d4", (Dice(1, 6), Dice(1, 4))),
    ],
)
def test_what_is_a_sum(text: str, read: tuple[Dice, ...]) -> None:
    assert parse_sum(text) == DiceSum(read)


@pytest.mark.parametrize(
    "text",
    ["", "-1", "+1d6", "1d8-1d4", "1d8+", "1d8++1", "d", "0d6", "21d6", "1d1", "1d101", "1001", "1d6*2", "²d6", "1.5"],
)
def test_what_is_no_sum(text: str) -> None:
    assert parse_sum(text) is None


def test_a_sum_has_twenty_terms_at_most() -> None:
    assert parse_sum("+".join(["1"] * 20)) is not None
    assert parse_sum("+".join(["1"] * 21)) is None


@pytest.mark.parametrize("grammar", [ONE_KIND, SUM, SIGNED, BARE])
def test_every_grammar_has_the_same_bound_and_names_it(grammar: Grammar) -> None:
    assert all(grammar.parse(text) for text in ("20d10", "10d20", "2d100", "d100"))
    assert not any(grammar.parse(text) for text in ("21d2", "20d11", "3d100", "1d101", "1d1"))
    assert "up to 20 dice of 2 to 100 sides that roll 200 at most" in grammar.allowed


def test_the_terms_of_a_sum_share_the_bound() -> None:
    assert parse_sum("10d6+10d6") is not None
    assert parse_sum("11d6+10d6") is None
    assert parse_sum("1d100+1d100+1d2") is None


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0", NO_DICE),
        ("+1d4", SignedDice(1, Dice(1, 4))),
        ("1d4", SignedDice(1, Dice(1, 4))),
        (" - 2D6", SignedDice(-1, Dice(2, 6))),
        ("\u22121d6", SignedDice(-1, Dice(1, 6))),
        ("-d6", SignedDice(-1, Dice(1, 6))),
    ],
)
def test_what_is_dice_with_a_sign(text: str, read: SignedDice) -> None:
    assert parse_signed(text) == read


@pytest.mark.parametrize("text", ["", "+", "+2", "-0", "+0", "1d4+1", "+1d4+1d4", "--1d4", "0d6", "1d1", "d", "21d6"])
def test_what_is_no_dice_with_a_sign(text: str) -> None:
    assert parse_signed(text) is None


@pytest.mark.parametrize(
    ("text", "read"), [("1d8", Dice(1, 8)), (" 2D6 ", Dice(2, 6)), ("10d20", Dice(10, 20)), ("D8", Dice(1, 8))]
)
def test_what_is_dice_alone(text: str, read: Dice) -> None:
    assert parse_bare(text) == read


@pytest.mark.parametrize("text", ["d", "8", "1d8+2", "0d6", "21d6", "1d1", "1d101", "1d6+1d4", "", "sword"])
def test_what_is_not_dice_alone(text: str) -> None:
    assert parse_bare(text) is None


@pytest.mark.parametrize("text", ["2d4+1d3-2", "3", "1d2+1d2+1d2"])
def test_a_sum_adds_every_face(text: str) -> None:
    held = parse_sum(text)
    assert held is not None
    die, faces = held.die(), [range(1, term.sides + 1) for term in held.terms for _ in range(term.count)]
    by_hand = Counter(sum(thrown) + held.plus for thrown in itertools.product(*faces))
    assert die == Dist(by_hand)
    assert (held.minimum, held.maximum) == (min(by_hand), max(by_hand))


@pytest.mark.parametrize(
    ("text", "outcomes"), [("+1d3", {1: 1, 2: 1, 3: 1}), ("-1d3", {-1: 1, -2: 1, -3: 1}), ("0", {0: 1})]
)
def test_signed_dice_add_or_take_away(text: str, outcomes: dict[int, int]) -> None:
    held = parse_signed(text)
    assert held is not None
    assert held.die() == Dist(outcomes)
    assert (held.minimum, held.maximum) == (min(outcomes), max(outcomes))


def test_subtracted_dice_are_thrown_too() -> None:
    total, faces = SignedDice(-1, Dice(2, 6)).die().throw(lambda sides: 3)
    assert total == -6
    assert [(face.sides, face.value) for face in faces] == [(6, 3), (6, 3)]


@dataclass(frozen=True, kw_only=True)
class Struck:
    plain: Any = dice("Plain", "1d6", help="One kind.")
    added: Any = dice("Added", "1d6+1d4", grammar=SUM, help="Several kinds.")
    signed: Any = dice("Signed", "0", grammar=SIGNED, help="With a sign.")


@pytest.mark.parametrize("field", ["plain", "signed"])
def test_an_input_is_as_strict_as_its_grammar(field: str) -> None:
    at = ReadContext("", "", [])
    read_record(Struck, {field: "2d6+1d4"}, at)
    problem: InvalidInput = at.problems[0]
    assert (problem.field, problem.code) == (field, "bad_dice")
    assert read_record(Struck, {"added": "2d6+1d4"}, ReadContext("", "", [])).added == parse_sum("2d6+1d4")


def test_inputs_in_every_grammar_survive_a_link() -> None:
    at = ReadContext("", "", [])
    held = read_record(Struck, {"plain": "2d6+1", "added": "1d8+1d4-1", "signed": "-1d6"}, at)
    assert read_record(Struck, parse_record_text(Struck, record_pairs(held)), at) == held
    assert not at.problems
    assert record_pairs(Struck()) == []
