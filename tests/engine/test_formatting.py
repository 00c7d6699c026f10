"""Numbers and values as people read them, on a page and in a shell."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.engine import answer as out
from pyrules.engine.answer import Output
from pyrules.engine.formatting import figure, percent
from pyrules.engine.inputs import Option
from pyrules.engine.outputs import KINDS
from pyrules.engine.outputs.output import value_text

TINY = Fraction(1, 10**400)
RUN = Option("run", "Run")


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "100"),
        (Fraction(5, 8), "62.5"),
        (Fraction(1, 3), "33.3"),
        (Fraction(3, 5), "60"),
        (Fraction(1, 10_000), "<0.1"),
        (Fraction(9_999, 10_000), ">99.9"),
        (TINY, "<0.1"),
        (1 - TINY, ">99.9"),
        (Fraction(-1, 8), "\u221212.5"),
        (Fraction(-1), "\u2212100"),
        (Fraction(-1, 10_000), "\u2212<0.1"),
    ],
)
def test_a_percentage_is_never_rounded_to_a_certainty_it_is_not(p: Fraction, shown: str) -> None:
    assert percent(p) == shown


@pytest.mark.parametrize(
    ("p", "shown"), [(Fraction(1, 8), "+12.5"), (Fraction(-1, 8), "\u221212.5"), (0, "0"), (TINY, "+<0.1")]
)
def test_a_gain_in_percent_shows_its_direction(p: Fraction, shown: str) -> None:
    assert percent(p, signed=True) == shown


@pytest.mark.parametrize(
    ("value", "shown", "signed"),
    [
        (3, "3", "+3"),
        (0, "0", "0"),
        (-3, "\u22123", "\u22123"),
        (Fraction(1, 3), "0.33", "+0.33"),
        (Fraction(-5, 2), "\u22122.50", "\u22122.50"),
        (Fraction(4), "4", "+4"),
        (-TINY, "0.00", "0.00"),
        (Fraction(10**500, 3), "3" * 500 + ".33", "+" + "3" * 500 + ".33"),
    ],
)
def test_a_figure_has_two_decimals_where_it_is_not_whole(value: Any, shown: str, signed: str) -> None:
    assert figure(value) == shown
    assert figure(value, signed=True) == signed


CASES = [
    (out.percent("x", "X"), Fraction(1, 2), "50 %"),
    (out.percent("x", "X", signed=True), Fraction(1, 2), "+50 %"),
    (out.figure("x", "X", signed=True), Fraction(1, 3), "+0.33"),
    (out.figure("x", "X"), None, "—"),
    (out.flag("x", "X"), True, "yes"),
    (out.word("x", "X", (RUN,)), "run", "Run"),
    (out.word("x", "X"), 10_000, "10000"),
    (out.listing("x", "X", (RUN,)), ["run", "Ash"], "Run, Ash"),
    (out.listing("x", "X"), [], "none"),
    (out.named("x", "X", out.figure("y", "Y", signed=True)), {"Ash": 1, "Brin": -1}, "Ash +1, Brin \u22121"),
    (out.distribution("x", "X"), {"4": Fraction(1)}, "4"),
    (out.distribution("x", "X"), {"1": Fraction(1, 4), "2": Fraction(3, 4)}, "1: 25 %, 2: 75 %"),
    (out.curve("x", "X"), [Fraction(1, 2), Fraction(1)], "50 %, 100 %"),
    (out.curve("x", "X", options=(RUN,)), {"run": [Fraction(1, 2)]}, "Run: 50 %"),
    (out.record("x", "X", (out.figure("y", "Y"), out.flag("z", "Z"))), {"y": 2, "z": False}, "Y 2, Z no"),
    (out.rows("x", "X", (out.figure("y", "Y"),)), [{"y": 2}, {"y": None}], "Y 2; Y —"),
    (out.squares("x", "X", across="A", down="D"), out.board("ab", "c", [[("Q", None), None]]), "c/a: Q"),
]


@pytest.mark.parametrize(("output", "value", "text"), CASES)
def test_every_kind_of_output_can_be_said(output: Output, value: Any, text: str) -> None:
    assert value_text(output, value) == text


def test_there_is_a_text_of_every_kind_of_output() -> None:
    assert {output.kind.name for output, _, _ in CASES} == set(KINDS)
