"""Comparisons of two states of a calculator; and distributions read as at least and at most."""

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine import answer as out
from web.worker import endpoint, links
from web.worker.render import charts
from web.worker.requests import compare

from ..drawing import examples
from ..games.asking import start_of
from ..games.strategies import JSON

each_game = pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
JUK = [["offense", "7"], ["defense", "10"], ["brawn", "6"], ["weapon", "15"], ["protection", "5"]]


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps({"kind": "compare", **request})))
    return reply


def strike(vs: Any, pairs: Any = JUK) -> dict[str, Any]:
    return ask(calculator="raiders.strike", pairs=pairs, vs=vs)


def read(calculator: Any, pairs: Any) -> Any:
    inputs, problems = calculator.from_text([(key, text) for key, text in pairs])
    assert not problems
    return inputs


def test_the_difference_is_that_of_the_exact_values() -> None:
    calculator = pyrules.calculator("raiders.strike")
    other = [*JUK[:-1], ["protection", "9"], ["offense", "0"]]
    reply = strike(other)
    this, pinned = (calculator.answer(read(calculator, pairs)).values for pairs in (JUK, other))

    assert reply["ok"]
    for name in ("p_hit", "mean_wounds", "p_drop"):
        assert Fraction(reply["values"]["difference"][name]) == this[name] - pinned[name], name
    assert reply["values"]["this"] == pyrules.wire(this)
    assert reply["values"]["pinned"] == pyrules.wire(pinned)


@each_game
def test_every_calculator_compares_its_start_with_its_defaults(game_id: str, subtests: pytest.Subtests) -> None:
    for calculator in pyrules.game(game_id).calculators:
        with subtests.test(calculator=calculator.id):
            start = links.spelled(calculator, start_of(calculator.id).inputs)
            reply = ask(calculator=calculator.id, pairs=start, vs=start)

            assert reply["ok"], reply["problems"]
            assert reply["sides"]["this"] == reply["sides"]["pinned"] == [list(pair) for pair in start]
            assert not any(Fraction(by) for by in reply["values"]["difference"].values() if by is not None)
            assert "Both sides are the same so far" in reply["html"]


@each_game
def test_a_pinned_state_is_never_an_empty_link_and_comes_back_as_it_was(game_id: str) -> None:
    for calculator in pyrules.game(game_id).calculators:
        defaults, problems = calculator.from_text([])
        assert defaults is not None or problems, calculator.id
        for inputs in (start_of(calculator.id).inputs, defaults):
            if inputs is not None:
                carried = links.spelled(calculator, inputs)
                assert carried, calculator.id
                assert calculator.from_text(carried) == (inputs, []), calculator.id


def test_differences_have_their_sign_and_never_round_to_nothing() -> None:
    chance, mean = out.percent("p", "hit"), out.figure("mean", "wounds")
    word, flag = out.word("best", "best"), out.flag("down", "down")

    assert compare.difference_text(chance, Fraction(5, 8), Fraction(1, 2)) == "+12.5 points"
    assert compare.difference_text(chance, Fraction(0), Fraction(1, 3)) == "\u221233.3 points"
    assert compare.difference_text(chance, Fraction(1, 2), Fraction(1, 2)) == "same"
    assert compare.difference_text(mean, Fraction(1, 999), 0) == "+<0.01"
    assert compare.difference_text(mean, 2, 5) == "\u22123"
    assert compare.difference_text(mean, None, 5) == "—"
    assert compare.difference_text(word, "run", "hide") == "differs"
    assert compare.difference_text(flag, True, False) == "differs"
    assert compare.difference(True, False) is None, "yes and no are no numbers"


def test_inputs_that_differ_are_named_with_both_values() -> None:
    calculator = pyrules.calculator("raiders.strike")
    this, pinned = read(calculator, JUK), read(calculator, [["offense", "5"], *JUK[1:], ["aim", "yes"]])

    assert list(compare.differing(this, pinned)) == [("Offense", "+7", "+5"), ("Aim first", "no", "yes")]


def test_groups_and_elements_of_lists_are_followed_to_the_input() -> None:
    calculator = pyrules.calculator("raiders.team_pin")
    start = calculator.parse(dict(calculator.start))
    more = links.spelled(calculator, start)
    members = len(start.members)
    extra = [(key.replace("members.0", f"members.{members}"), t) for key, t in more if key.startswith("members.0")]
    longer = read(calculator, [*more, *extra])
    [(label, one, other)] = compare.differing(longer, start)

    assert label.endswith(f" {members + 1}")
    assert other == "none"
    assert one != "none"


def test_the_pinned_side_is_wrong_in_sentences_of_its_own() -> None:
    reply = strike([["offense", "99"], ["defense", "x"]])

    assert not reply["ok"]
    assert {"vs.offense", "vs.defense"} <= {problem["field"] for problem in reply["problems"]}
    assert all(problem["text"] in reply["html"] for problem in reply["problems"])
    assert "sides" not in reply


def test_unknown_names_on_the_pinned_side_are_reported_and_ignored() -> None:
    reply = strike([*JUK, ["luck", "<b>3</b>"]])

    assert reply["ok"]
    assert [problem["field"] for problem in reply["problems"]] == ["vs.luck"]
    assert "There is no input luck here" in reply["html"]
    assert reply["sides"]["pinned"] == JUK


def test_a_pinned_side_of_a_newer_format_says_so() -> None:
    reply = strike([["v", "2"], *JUK])

    assert not reply["ok"]
    assert "newer Tableside" in reply["html"]
    assert reply["problems"][0]["field"] == "vs.v"


def test_wrong_inputs_on_the_page_give_no_comparison() -> None:
    reply = strike(JUK, pairs=[["offense", "99"]])

    assert not reply["ok"]
    assert "html" not in reply


def test_hostile_text_on_the_pinned_side_stays_text() -> None:
    reply = strike([["offense", "<img src=x onerror=alert(1)>"], ["<b>", "1"]])

    assert "<img" not in reply["html"]
    assert "<b>" not in reply["html"]


@examples(5, 20, 60)
@given(JSON)
def test_junk_for_the_pinned_side_is_refused_in_sentences(vs: Any) -> None:
    reply = strike(vs)

    assert reply["ok"] or all(problem["text"] and problem["code"] != "internal" for problem in reply["problems"])


def test_both_distributions_stand_on_one_axis_side_by_side() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    drawn = charts.pair({"9": half, "10": half}, {"2": third, "9": third, "11": third})
    exactly = drawn.looks[0]

    assert [bar.outcome for bar in drawn.labels] == ["2", "9", "10", "11"], "in order as numbers"
    assert [bar.p for bar in exactly.first] == [0, half, half, 0]
    assert [bar.p for bar in exactly.second] == [third, third, 0, third]
    for one, other, label in zip(exactly.first, exactly.second, drawn.labels, strict=True):
        assert one.x < one.middle < label.middle < other.middle
    assert exactly.first[1].height > exactly.second[1].height, "one scale for both"
    assert all(bar.x >= 0 and bar.x + bar.width <= charts.WIDTH for bar in (*exactly.first, *exactly.second))


def test_where_bars_would_be_hairs_the_pinned_side_is_a_stepped_line() -> None:
    even = {str(n): Fraction(1, 200) for n in range(200)}
    exactly = charts.pair(even, {"7": Fraction(1)}).looks[0]

    assert len(exactly.steps) == 200
    assert not exactly.second


def test_at_least_and_at_most_add_up_exactly() -> None:
    drawn = charts.bars({"0": Fraction(1, 4), "1": Fraction(1, 2), "5": Fraction(1, 4)})
    by_name = {look.id: [bar.p for bar in look.bars] for look in drawn.looks}

    assert by_name == {
        "exactly": [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)],
        "least": [1, Fraction(3, 4), Fraction(1, 4)],
        "most": [Fraction(1, 4), Fraction(3, 4), 1],
    }


def test_of_two_open_ends_the_lower_holds_for_both() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    drawn = charts.pair({"3": half, "4+": half}, {"3": half, "4": quarter, "5+": quarter})

    assert [look.id for look in drawn.looks] == ["exactly", "least", "most"]
    assert [bar.outcome for bar in drawn.labels] == ["3", "4+"]
    assert [bar.p for bar in drawn.looks[0].second] == [half, half]


def test_words_have_no_at_least() -> None:
    assert [look.id for look in charts.bars({"Party": Fraction(1, 2), "Foes": Fraction(1, 2)}).looks] == ["exactly"]


@examples(5, 20, 50)
@given(st.dictionaries(st.integers(-20, 60), st.integers(1, 50), min_size=1))
def test_at_least_falls_and_at_most_rises_to_the_whole(weights: dict[int, int]) -> None:
    whole = sum(weights.values())
    chances = {str(n): Fraction(weights[n], whole) for n in sorted(weights)}
    _, (_, _, least), (_, _, most) = charts.readings(chances)

    assert all(a > b for a, b in pairwise(least.values()))
    assert all(a < b for a, b in pairwise(most.values()))
    assert next(iter(least.values())) == 1 == list(most.values())[-1]
    assert all(least[n] + most[n] == 1 + chances[n] for n in chances)


# Titles


def test_titles_name_both_sides_wherever_they_stand() -> None:
    other = [*JUK[:-1], ["protection", "9"]]
    sword, bow = "Great <sword>", "Bow"
    reply = ask(calculator="raiders.strike", pairs=JUK, vs=other, titles=[f" {sword} ", bow])
    fold = {"kind": "compare_table", "output": "wounds_dist", "index": 0}
    table = ask(calculator="raiders.strike", pairs=JUK, vs=other, titles=[sword, bow], **fold)

    for html in (reply["html"], table["html"]):
        assert '<th scope="col">Great &lt;sword&gt;</th><th scope="col">Bow</th>' in html
        assert "This" not in html and "Pinned" not in html
    assert "<caption>Great &lt;sword&gt; and Bow</caption>" in reply["html"]
    assert "</svg> Great &lt;sword&gt;</li>" in reply["html"]
    assert reply["line"].startswith("Great <sword> against Bow: ")
    heading, *lines = reply["text"].split("\n")
    assert heading == "Strike: Great <sword> against Bow"
    assert lines[-1] == "Protection: 5 against 9"


def test_a_side_without_a_title_keeps_its_usual_word() -> None:
    reply = ask(calculator="raiders.strike", pairs=JUK, vs=JUK, titles=["", "Bow"])

    assert '<th scope="col">This</th><th scope="col">Bow</th>' in reply["html"]


@pytest.mark.parametrize(
    ("titles", "code"),
    [("Bow", "bad_type"), (["Bow"], "bad_type"), ([1, 2], "bad_type"), (["x" * 41, ""], "out_of_range")],
)
def test_wrong_titles_are_refused(titles: Any, code: str) -> None:
    [problem] = ask(calculator="raiders.strike", pairs=JUK, vs=JUK, titles=titles)["problems"]

    assert (problem["field"], problem["code"]) == ("titles", code)
