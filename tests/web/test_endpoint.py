"""The worker's one function: every request gets an answer in JSON, whatever it is."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyrules
from web import endpoint

STRIKE = {"kind": "answer", "calculator": "raiders.strike"}
JUK = [["offense", "7"], ["defense", "10"], ["brawn", "6"], ["weapon", "15"], ["protection", "5"]]

CALCULATORS = [c for system in pyrules.SYSTEMS for c in system.calculators]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


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


def test_every_wrong_field_is_told_at_once() -> None:
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


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda c: c.id)
def test_the_link_of_every_start_leads_back_to_it(calculator: Any) -> None:
    start = ask(kind="answer", calculator=calculator.id, inputs=dict(calculator.start))
    again = ask(kind="answer", calculator=calculator.id, pairs=start["link"])

    assert start["link"]
    assert again == start


def test_a_roll_of_typed_faces_is_told_step_by_step() -> None:
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

    assert not reply["ok"]
    assert "d6" in reply["problems"][0]["text"]


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
    assert "64 KB" in json.loads(endpoint.handle("x" * 70_000))["problems"][0]["text"]


@settings(max_examples=200, deadline=None)
@given(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from(["answer", "roll"]),
            "calculator": st.sampled_from([c.id for c in CALCULATORS]),
            "inputs": JSON,
        }
    )
)
def test_no_json_input_breaks_the_worker(request: dict[str, Any]) -> None:
    json.loads(endpoint.handle(json.dumps(request)))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(CALCULATORS), st.data())
def test_no_link_breaks_the_worker_or_reaches_the_page_unescaped(calculator: Any, data: Any) -> None:
    known = [key for key, _ in calculator.spelled_out(calculator.parse(dict(calculator.start)))]
    keys = st.sampled_from(known) | st.text(max_size=12)
    texts = st.sampled_from(["", "0", "-1", "999999999999", "<b>x</b>", "none", "yes"]) | st.text(max_size=12)
    pairs = data.draw(st.lists(st.tuples(keys, texts), max_size=6))

    reply = json.loads(endpoint.handle(json.dumps({"kind": "answer", "calculator": calculator.id, "pairs": pairs})))

    assert reply["ok"] or reply["problems"]
    assert "<b>x</b>" not in reply.get("html", "")
