"""The worker's endpoint answers every request in JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from web.worker import endpoint
from web.worker.render.answer import AnswerView
from web.worker.requests import kinds

from ..drawing import examples

STRIKE = {"kind": "answer", "calculator": "raiders.strike"}
JUK = [["offense", "7"], ["defense", "10"], ["brawn", "6"], ["weapon", "15"], ["protection", "5"]]

CALCULATORS = [c for game in pyrules.GAMES for c in game.calculators]


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


def test_each_kind_of_request_is_a_file_and_each_file_with_respond_a_kind() -> None:
    folder = Path(kinds.__file__).parent
    files = {path.stem for path in folder.glob("*.py") if "\ndef respond(" in path.read_text(encoding="utf-8")}
    assert not kinds.KINDS.keys() - files, f"kinds of KINDS without a file with `respond` in {folder}"
    assert not files - kinds.KINDS.keys(), "files with `respond` that KINDS (kinds.py) lacks"


def test_juks_blow_is_answered_from_a_link() -> None:
    reply = ask(**STRIKE, pairs=JUK)

    assert reply["ok"]
    assert reply["values"]["wounds_dist"]["18"] == "1/9"
    assert reply["link"] == JUK


def test_defaults_are_left_out_of_the_link_and_required_inputs_never() -> None:
    reply = ask(**STRIKE, pairs=[*JUK, ["aim", "no"], ["fortune", "0"], ["wound_limit", "12"]])

    assert reply["link"] == [*JUK, ["wound_limit", "12"]]


def test_json_and_text_inputs_give_the_same_answer() -> None:
    by_text = ask(**STRIKE, pairs=JUK)
    by_json = ask(**STRIKE, inputs={key: int(text) for key, text in JUK})

    assert by_text == by_json


def test_all_wrong_fields_are_reported_at_once() -> None:
    reply = ask(**STRIKE, pairs=[["offense", "x"], ["defense", "1000"], ["brawn", ""]])

    assert not reply["ok"]
    assert [(p["field"], p["code"]) for p in reply["problems"]] == [
        ("offense", "bad_type"),
        ("defense", "out_of_range"),
        ("brawn", "bad_type"),
    ]
    assert reply["problems"][1]["text"] == "Defense must be a whole number from -10 to 99; got 1000."


def test_an_unknown_field_is_a_notice_and_the_answer_still_comes() -> None:
    reply = ask(**STRIKE, pairs=[*JUK, ["luck", "9"]])

    assert reply["ok"]
    assert [p["code"] for p in reply["problems"]] == ["unknown_field"]


def test_a_link_of_a_newer_format_is_refused_in_words() -> None:
    reply = ask(**STRIKE, pairs=[*JUK, ["v", "2"]])

    assert not reply["ok"]
    assert "newer" in reply["problems"][0]["text"]
    assert ask(**STRIKE, pairs=[*JUK, ["v", "1"]])["ok"]


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_the_link_of_every_start_leads_back_to_it(game_id: str, subtests: pytest.Subtests) -> None:
    for calculator in pyrules.game(game_id).calculators:
        with subtests.test(calculator=calculator.id):
            start = ask(kind="answer", calculator=calculator.id, inputs=dict(calculator.start))
            again = ask(kind="answer", calculator=calculator.id, pairs=start["link"])

            assert start["link"]
            assert again == start


def test_a_roll_of_typed_faces_is_shown_step_by_step() -> None:
    reply = ask(kind="roll", calculator="raiders.strike", pairs=JUK, faces=[2, 3])

    assert reply["values"]["outcome"] == "Target down"
    assert reply["values"]["steps"][0]["faces"] == [[6, 2], [6, 3]]
    assert "18 wounds" in reply["values"]["steps"][1]["text"]


def test_a_roll_that_lacks_a_face_says_which_die_is_due() -> None:
    reply = ask(kind="roll", calculator="raiders.strike", pairs=JUK, faces=[2])

    assert not reply["ok"]
    assert reply["needs"]["sides"] == 6


@pytest.mark.parametrize("faces", [[0, 1], [7, 1], ["2", 1], [True, 1], [2.5, 1]])
def test_a_face_that_no_die_has_is_refused(faces: list[Any]) -> None:
    reply = ask(kind="roll", calculator="raiders.strike", pairs=JUK, faces=faces)

    assert reply["problems"][0]["code"] == "bad_face"
    assert "d6" in reply["problems"][0]["text"]


def test_faces_are_a_list() -> None:
    reply = ask(kind="roll", calculator="raiders.strike", pairs=JUK, faces="66")

    assert reply["problems"][0]["code"] == "bad_face"


def test_an_unknown_calculator_names_the_known_ones() -> None:
    assert "raiders.strike" in ask(kind="answer", calculator="raiders.stike", pairs=[])["problems"][0]["text"]
    assert "raiders" in ask(kind="answer", calculator="chess.mate", pairs=[])["problems"][0]["text"]


@pytest.mark.parametrize(
    "junk", ["", "null", "[]", "7", '"answer"', "{", '{"kind": []}', '{"kind": "answer"}', "[" * 5000]
)
def test_junk_gets_a_sentence(junk: str) -> None:
    reply = json.loads(endpoint.handle(junk))

    assert not reply["ok"]
    assert reply["problems"][0]["text"].endswith(".")


def test_an_endless_request_is_refused_unread() -> None:
    assert "1 MB" in json.loads(endpoint.handle("x" * 1_100_000))["problems"][0]["text"]


@pytest.mark.parametrize("value", ["x" * 70_000, "\u00e9" * 40_000, ["x" * 40_000, "\u00e9" * 20_000]])
def test_length_is_counted_in_bytes(value: Any) -> None:
    request = json.dumps({"kind": "answer", "calculator": "raiders.strike", "inputs": value}, ensure_ascii=False)

    assert json.loads(endpoint.handle(request))["problems"][0]["code"] == "too_long"


def test_a_request_nested_deeper_than_any_input_is_refused() -> None:
    nested: Any = []
    for _ in range(9):
        nested = [nested]
    deep = ask(**STRIKE, inputs={"offense": nested})
    flat = ask(**STRIKE, inputs={"offense": nested[0][0]})

    assert [p["code"] for p in deep["problems"]] == ["bad_request"]
    assert "nested" in deep["problems"][0]["text"]
    assert flat["problems"][0]["field"] == "offense"


@pytest.mark.parametrize(
    ("value", "shown_value"),
    [
        (None, None),
        (True, True),
        (1000, 1000),
        (1.5, 1.5),
        ("x", "x"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 59 + "\u2026"),
        (10**70, "a very long number"),
        (float("nan"), "nan"),
        ([1, 2], "2 of them"),
        ({"a": 1}, "a group of values"),
    ],
)
def test_a_refused_value_is_itself_where_it_is_short_and_plain(value: Any, shown_value: Any) -> None:
    problem = ask(**STRIKE, inputs={"offense": value, "defense": 10})["problems"][0]

    assert (problem["field"], problem["value"]) == ("offense", shown_value)
    assert type(problem["value"]) is type(shown_value)


def test_the_other_side_of_a_comparison_is_no_input_of_this_one() -> None:
    assert ask(**STRIKE, pairs=[*JUK, ["vs.offense", "9"], ["vs.luck", "x"]]) == ask(**STRIKE, pairs=JUK)


def test_an_option_that_the_inputs_rule_out_is_a_problem_of_theirs() -> None:
    foe = {"offense": 4, "defense": 13}
    reply = ask(
        kind="roll",
        calculator="raiders.round_options",
        inputs={"me": {"offense": 5, "defense": 12, "melee": False}, "foe": foe},
        option="haymaker",
    )

    assert [(p["field"], p["code"]) for p in reply["problems"]] == [("me.melee", "not_allowed")]


@pytest.mark.parametrize("option", [7, ["strike"], {}, False])
def test_an_option_is_a_text(option: Any) -> None:
    reply = ask(kind="roll", calculator="raiders.strike", pairs=JUK, option=option)

    assert [p["code"] for p in reply["problems"]] == ["bad_type"]


def test_an_internal_error_is_reported_in_a_sentence_and_kept_for_the_console(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fault(*_: Any) -> str:
        raise ZeroDivisionError("whatever")

    monkeypatch.setattr(AnswerView, "visible", fault)
    reply = ask(**STRIKE, pairs=JUK)

    assert (reply["ok"], reply["problems"][0]["code"]) == (False, "internal")
    assert reply["problems"][0]["text"].endswith(".") and "whatever" not in reply["problems"][0]["text"]
    assert "ZeroDivisionError: whatever" in capsys.readouterr().err


@examples(10, 60, 300)
@given(st.sampled_from(CALCULATORS), st.data())
def test_no_link_breaks_the_worker_or_reaches_the_page_unescaped(calculator: Any, data: Any) -> None:
    known = [key for key, _ in calculator.spelled_out(calculator.parse(dict(calculator.start)))]
    keys = st.sampled_from(known) | st.text(max_size=12)
    texts = st.sampled_from(["", "0", "-1", "999999999999", "<b>x</b>", "none", "yes"]) | st.text(max_size=12)
    pairs = data.draw(st.lists(st.tuples(keys, texts), max_size=6))

    reply = json.loads(endpoint.handle(json.dumps({"kind": "answer", "calculator": calculator.id, "pairs": pairs})))

    assert reply["ok"] or reply["problems"]
    assert "<b>x</b>" not in reply.get("html", "")
