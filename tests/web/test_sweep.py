"""Sweeps: every point is the calculator's own answer, slices add up, gaps say why, junk is refused."""

import json
import math
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.inputs import record_to_json
from tests.rotation import one_unless_long, part_if_quick
from web.worker import endpoint
from web.worker.render import sweep_chart
from web.worker.requests import sweep_cache, sweep_inputs

CALCULATORS = [c for game in pyrules.GAMES for c in game.calculators]
STRIKE = "raiders.strike"


def start(calculator_id: str) -> dict[str, Any]:
    return json.loads(json.dumps(dict(pyrules.calculator(calculator_id).start)))  # type: ignore[no-any-return]


def ask(calculator_id: str = STRIKE, inputs: Any = None, **request: Any) -> dict[str, Any]:
    asked = {"kind": "sweep", "calculator": calculator_id, "inputs": inputs or start(calculator_id), **request}
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(asked)))
    return reply


def sweep_whole(calculator_id: str = STRIKE, inputs: Any = None, **request: Any) -> dict[str, Any]:
    for _ in range(100):
        reply = ask(calculator_id, inputs, **request)
        if not reply["ok"] or reply["done"]:
            return reply
    raise AssertionError("the sweep does not end")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing kept of earlier sweeps, and all the time there is: how fast the machine is decides nothing."""
    sweep_cache._courses.clear()
    monkeypatch.setattr(sweep_cache, "BUDGET_SECONDS", math.inf)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time at all: each slice works out one point."""
    monkeypatch.setattr(sweep_cache, "BUDGET_SECONDS", 0.0)


@pytest.mark.parametrize("calculator", part_if_quick(CALCULATORS), ids=lambda c: str(c.id))
def test_each_point_is_what_the_calculator_answers(calculator: Calculator[Any]) -> None:
    inputs = calculator.parse(dict(calculator.start))
    complete = start(calculator.id) | record_to_json(inputs)
    numbers = sweep_inputs.numbers(inputs)[:3]
    for number in numbers and one_unless_long(numbers):

        @cache
        def expected(x: str, path: Any = number.path) -> dict[str, Any]:
            """The values at this point, nothing where the calculator refuses it; asked once for all outputs."""
            try:
                values = pyrules.answer(calculator.id, sweep_cache._placed(complete, path, _json(x))).values
            except InvalidInput:
                return {}
            return pyrules.wire(values)

        for output in sweep_cache.figures(calculator):
            reply = sweep_whole(calculator.id, of=number.key, show=output.name)
            for x, value in reply["values"][::7]:
                assert value == expected(x).get(output.name), (number.key, x, output.name)


def _json(x: str) -> int | str:
    return int(x) if x.removeprefix("-").isdigit() else x


def test_numbers_are_found_at_any_depth_and_each_is_called_something_else() -> None:
    for calculator in CALCULATORS:
        found = sweep_inputs.numbers(calculator.parse(dict(calculator.start)))
        assert len({number.label for number in found}) == len(found), calculator.id
    duel = pyrules.calculator("wwn.duel")
    labels = [number.label for number in sweep_inputs.numbers(duel.parse(dict(duel.start)))]
    assert "Side A, Attack 1, Attack bonus" in labels
    assert "Side B, Hit points" in labels


def test_a_number_that_has_no_value_now_cannot_be_swept() -> None:
    keys = [n.key for n in sweep_inputs.numbers(pyrules.calculator("raiders.slam").parse(start("raiders.slam")))]

    assert "mox" not in keys
    assert "warrior" in keys


def test_the_range_lies_around_the_present_value_within_its_limits() -> None:
    reply = sweep_whole(of="defense")
    assert (reply["ask"]["from"], reply["ask"]["to"]) == ("0", "20")
    low = sweep_whole(inputs={**start(STRIKE), "wound_limit": 1}, of="wound_limit")
    assert low["ask"]["from"] == "1"


def test_the_range_is_as_asked_and_the_present_value_is_always_a_point() -> None:
    reply = sweep_whole(of="defense", **{"from": "5", "to": "12"})
    assert [x for x, _ in reply["values"]] == [str(x) for x in range(5, 13)]

    wide = sweep_whole("raiders.mass_bonus", of="side_a.0", **{"from": "1", "to": "5003"})
    xs = [Fraction(x) for x, _ in wide["values"]]
    assert len(xs) <= sweep_inputs.MOST_POINTS
    assert {1, 800, 5003} <= set(xs)


@pytest.mark.parametrize("length", [1, 2, 36, 37, 38, 39, 40, 41, 99, 100, 1000, 123_456])
def test_there_are_never_more_than_forty_points(length: int) -> None:
    points = sweep_inputs.points_between(0, length, Fraction(1, 2))

    assert len(points) <= sweep_inputs.MOST_POINTS
    assert points[0] == 0
    assert points[-1] == length


def test_forty_whole_numbers_are_forty_points() -> None:
    assert sweep_inputs.points_between(1, 40, Fraction(7)) == [Fraction(x) for x in range(1, 41)]


def test_slices_add_up_and_the_present_value_comes_first(slow: None) -> None:
    replies = [ask(of="defense")]
    assert "now 10: 97.2 %" in replies[0]["html"]
    assert not replies[0]["done"]
    assert replies[0]["html"].count("<circle") == 1
    while not replies[-1]["done"]:
        replies.append(ask(of="defense"))

    assert replies[-1]["html"].count("<circle") == 21
    assert all(reply["values"] == [] for reply in replies[:-1])
    assert [reply["html"].count("<circle") for reply in replies] == sorted(r["html"].count("<circle") for r in replies)
    assert replies[-1] == ask(of="defense")


def test_what_is_known_is_kept_when_only_the_present_value_moves(slow: None) -> None:
    sweep_whole(of="defense")

    assert ask(inputs={**start(STRIKE), "defense": 12}, of="defense", **{"from": "0", "to": "20"})["done"]
    assert not ask(inputs={**start(STRIKE), "offense": 2}, of="defense")["done"]


def test_only_a_few_sweeps_are_kept() -> None:
    for fortune in range(20):
        sweep_whole(inputs={**start(STRIKE), "fortune": fortune})

    assert len(sweep_cache._courses) <= 8


@pytest.mark.parametrize(
    ("calculator_id", "key", "gaps", "reason"),
    [
        ("wwn.charge", "distance_ft", "31 to 45", "You cannot charge farther than the straight run-up goes."),
        ("wwn.screen", "screeners.0.skill", "−1 to 0", "Screening takes a combat skill of level 1 or higher."),
        ("raiders.damage", "fortune_spent", "19 to 20", "This blow does 18 wounds; 19 Fortune cannot be spent on it."),
    ],
)
def test_a_refused_point_is_a_gap_with_its_reason_once(calculator_id: str, key: str, gaps: str, reason: str) -> None:
    reply = sweep_whole(calculator_id, of=key)

    assert reply["html"].count("<li>") == 1
    assert f"<b>× {gaps}</b> {reason}" in reply["html"]
    assert 'class="gaps"' in reply["html"]
    assert [x for x, value in reply["values"] if value is None][-1] == gaps.split()[-1]
    assert "<td>×</td>" in reply["table"]


def test_a_figure_that_does_not_apply_now_is_not_the_first_choice() -> None:
    assert "Wounds for" not in sweep_whole("raiders.slam", of="brawn")["html"]
    assert "This figure does not apply." in sweep_whole("raiders.slam", of="brawn", show="wounds")["html"]


def test_a_headline_of_words_is_a_table() -> None:
    reply = sweep_whole("wwn.reload")

    assert "<svg" not in reply["html"]
    assert "<table" in reply["html"]
    assert reply["ask"]["show"].strip() == ""


def test_inputs_without_a_number_say_so() -> None:
    reply = ask("wwn.turn_order")

    assert reply["ok"]
    assert reply["done"]
    assert "no number" in reply["html"]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"of": "nothing"}, "sweep.of"),
        ({"of": 7}, "sweep.of"),
        ({"of": ["defense"]}, "sweep.of"),
        ({"show": "effects"}, "sweep.show"),
        ({"show": {}}, "sweep.show"),
        ({"from": "x"}, "sweep.from"),
        ({"from": "-1000"}, "sweep.from"),
        ({"from": 1.5}, "sweep.from"),
        ({"from": True}, "sweep.from"),
        ({"to": "9" * 5000}, "sweep.to"),
        ({"to": []}, "sweep.to"),
        ({"from": "12", "to": "12"}, "sweep.to"),
        ({"from": "12", "to": "3"}, "sweep.to"),
    ],
)
def test_a_bad_request_is_told_in_a_sentence(request_: dict[str, Any], field: str) -> None:
    reply = ask(**request_)

    assert not reply["ok"]
    assert [problem["field"] for problem in reply["problems"]] == [field]
    assert reply["problems"][0]["text"].endswith(".")


def test_wrong_inputs_are_told_as_in_an_answer() -> None:
    reply = ask(inputs={**start(STRIKE), "offense": 1000})

    assert [problem["field"] for problem in reply["problems"]] == ["offense"]


def test_one_end_alone_is_enough() -> None:
    assert sweep_whole(of="defense", **{"from": "50"})["ask"]["to"] == "99"
    assert sweep_whole(of="defense", to="-5")["ask"]["from"] == "-10"


def test_a_course_stays_in_its_picture_and_breaks_at_gaps() -> None:
    points = [(Fraction(x), None if x == 2 else Fraction(x * x - 3)) for x in range(6)]
    drawn = sweep_chart.course(points, (0, 5), Fraction(3))

    assert [len(piece) for piece in drawn.pieces] == [2, 3]
    assert len(drawn.gaps) == 1
    assert drawn.mark is not None
    assert drawn.mark[0] == drawn.present
    assert all(0 <= x <= sweep_chart.WIDTH and 0 <= y <= 164 for piece in drawn.pieces for x, y in piece)
    assert [value for _, value in drawn.grid] == [-10, 0, 10, 20, 30]


@pytest.mark.parametrize("value", [Fraction(0), Fraction(1, 3), Fraction(100), Fraction(-7), Fraction(10**9), None])
def test_a_flat_course_has_an_axis(value: Fraction | None) -> None:
    drawn = sweep_chart.course([(Fraction(1), value), (Fraction(2), value)], (1, 2), Fraction(9))

    assert 2 <= len(drawn.grid) <= 5
    assert drawn.present is None
    assert drawn.mark is None
