"""Any link or request gets a JSON reply without an exception, and no text of it becomes markup."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import pyrules
from pyrules.engine.calculator import Calculator
from web.worker import endpoint, links
from web.worker.requests import sweep_cache
from web.worker.requests.kinds import KINDS

from ..drawing import examples
from ..extent import EXTENT, LONG, USUAL
from .hostile import MARKS, junk, strange, strange_keys, texts

CALCULATORS = [c for game in pyrules.GAMES for c in game.calculators]
STARTS = {c.id: links.pairs(c, c.parse(dict(c.start))) for c in CALCULATORS}
NAMED = [c for c in CALCULATORS if any(key.endswith(("name", "actor", "target")) for key, _ in STARTS[c.id])]

KEYS = (
    *("pairs", "inputs", "house", "vs", "faces", "option", "link", "of", "show", "counts", "output", "index", "column"),
    *(
        "system",
        "sheet",
        "target",
        "weapon",
        "without",
        "own",
        "data",
        "schema",
        "damage",
        "spent",
        "left",
        "conditions",
    ),
)
"""What a request of any kind may hold."""

CASES = {
    "texts": 500,
    "requests": 1_000,
    "links": 1_800,
    "inputs": 500,
    "names": 300,
    "rolls": 400,
    "sweeps": 300,
    "compared": 300,
    "shared": 200,
    "counts": 300,
}


def cases(name: str) -> settings:
    """All cases of a kind in the long run, a tenth in the usual one, a fiftieth in the quick one."""
    return examples(CASES[name] // 50, CASES[name] // 10, CASES[name])


def test_the_long_run_has_five_thousand_cases_and_the_usual_one_five_hundred() -> None:
    assert sum(CASES.values()) >= 5_000
    drawn = sum(cases(name).max_examples for name in CASES)
    assert drawn >= {LONG: 5_000, USUAL: 500}.get(EXTENT, 100)


@pytest.fixture(scope="module", autouse=True)
def no_patience() -> Iterator[None]:
    """One point of a sweep is enough to see what becomes of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep_cache, "BUDGET_SECONDS", 0.0)
        yield


def reply_to(text: str) -> dict[str, Any]:
    """The reply to any text at all, after a look at what must hold of each."""
    reply: dict[str, Any] = json.loads(endpoint.handle(text), parse_constant=_no_json)
    assert isinstance(reply["ok"], bool)
    assert reply["ok"] or reply["problems"] or "needs" in reply
    for problem in reply["problems"]:
        assert isinstance(problem["text"], str) and problem["text"]
        assert problem["code"] != "internal", text
    for html in drawn(reply):
        assert not strange(html), text
    return reply


def _no_json(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON: a page could not read this reply")


def drawn(reply: dict[str, Any]) -> Iterator[str]:
    """Everything in a reply that a page takes for HTML."""
    asked = reply.get("ask") or {}
    yield from (reply.get("html", ""), reply.get("table", ""), asked.get("of", ""), asked.get("show", ""))


def ask(**request: Any) -> dict[str, Any]:
    return reply_to(json.dumps(request))


@st.composite
def spoiled(draw: st.DrawFn) -> tuple[Calculator[Any], list[list[str]]]:
    """A calculator and its example as a link, some of which says something else, or is gone, or is there twice."""
    calculator = draw(st.sampled_from(CALCULATORS))
    pairs = [[key, text] for key, text in STARTS[calculator.id]]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(pairs) - 1)) if pairs else 0
        match draw(st.integers(0, 4)):
            case 0 | 1 if pairs:
                pairs[at] = [pairs[at][0], draw(texts)]
            case 2 if pairs:
                pairs[at] = [pairs[at][0] + draw(st.sampled_from((".0", ".-1", ".999999999", ".", ".x"))), draw(texts)]
            case 3 if pairs:
                pairs.append([pairs[at][0], draw(texts)])
            case _:
                pairs.append([draw(strange_keys), draw(texts)])
    return calculator, pairs


@cases("texts")
@given(st.text() | junk.map(json.dumps))
@example("[" * 40_000)
@example('{"kind":' * 9_000)
@example('{"kind": "answer", "calculator": "raiders.strike", "inputs": {"offense": 1e999}}')
def test_any_text_gets_a_reply(text: str) -> None:
    assert not reply_to(text)["ok"]


@cases("requests")
@given(
    st.sampled_from(sorted(KINDS)),
    st.sampled_from([c.id for c in CALCULATORS]) | texts,
    st.dictionaries(st.sampled_from(KEYS), junk),
)
def test_any_request_gets_a_reply(kind: str, calculator: str, rest: dict[str, Any]) -> None:
    ask(kind=kind, calculator=calculator, **rest)


@cases("links")
@given(spoiled())
def test_any_link_gets_a_reply(link: tuple[Calculator[Any], list[list[str]]]) -> None:
    calculator, pairs = link
    inputs, problems = calculator.from_text([(key, text) for key, text in pairs])
    assert inputs is not None or problems

    reply = ask(kind="answer", calculator=calculator.id, pairs=pairs)
    if reply["ok"]:
        assert ask(kind="answer", calculator=calculator.id, pairs=reply["link"])["html"] == reply["html"]


@cases("inputs")
@given(st.sampled_from(CALCULATORS), st.data())
def test_any_inputs_get_a_reply(calculator: Calculator[Any], data: st.DataObject) -> None:
    names = st.sampled_from(sorted(calculator.start)) if calculator.start else strange_keys
    inputs = {**calculator.start, **data.draw(st.dictionaries(names | strange_keys, junk, min_size=1, max_size=3))}

    ask(kind="answer", calculator=calculator.id, inputs=inputs)


@cases("names")
@given(
    st.sampled_from(NAMED), st.lists(st.sampled_from(MARKS) | st.text(min_size=1, max_size=40), min_size=8, max_size=8)
)
def test_names_that_are_markup_stay_names(calculator: Calculator[Any], given_names: list[str]) -> None:
    """Where a player may write what they like: the only words of theirs that an answer shows."""
    renamed: dict[str, str] = {}
    pairs = []
    for key, text in STARTS[calculator.id]:
        if key.rpartition(".")[2] in ("name", "actor", "target"):
            text = renamed.setdefault(text, given_names[len(renamed) % len(given_names)])
        pairs.append([key, text])

    ask(kind="answer", calculator=calculator.id, pairs=pairs)
    ask(kind="roll", calculator=calculator.id, pairs=pairs)


@cases("rolls")
@given(spoiled(), st.none() | st.lists(st.integers(1, 6)) | st.lists(junk) | junk, st.none() | junk)
def test_any_roll_gets_a_reply(link: tuple[Calculator[Any], list[list[str]]], faces: Any, option: Any) -> None:
    calculator, pairs = link
    ask(kind="roll", calculator=calculator.id, pairs=pairs, faces=faces)
    ask(kind="roll", calculator=calculator.id, pairs=STARTS[calculator.id], faces=faces, option=option)


@cases("sweeps")
@given(st.sampled_from(CALCULATORS), st.none() | junk, st.none() | junk, st.just("") | junk, st.just("") | junk)
def test_any_sweep_gets_a_reply(calculator: Calculator[Any], of: Any, show: Any, start: Any, end: Any) -> None:
    request = {"of": of, "show": show, "from": start, "to": end}
    ask(kind="sweep", calculator=calculator.id, pairs=STARTS[calculator.id], **request)


@cases("compared")
@given(spoiled())
def test_any_pinned_side_gets_a_reply(link: tuple[Calculator[Any], list[list[str]]]) -> None:
    calculator, pairs = link
    ask(kind="compare", calculator=calculator.id, pairs=STARTS[calculator.id], vs=pairs)


@cases("shared")
@given(st.sampled_from(CALCULATORS), junk | texts.map(lambda text: f"https://tableside.example/#x={text}"))
def test_any_link_to_share_gets_a_reply(calculator: Calculator[Any], link: Any) -> None:
    reply = ask(kind="share", calculator=calculator.id, pairs=STARTS[calculator.id], link=link)
    if reply["ok"] and reply["code"]:
        # What people paste into pages of their own is one frame of ours.
        assert [found.partition("=")[0] for found in strange(reply["code"])] == ["<iframe>", "<iframe src"]


@cases("counts")
@given(junk | st.dictionaries(texts, st.lists(st.integers(-1, 10**10) | junk)))
@example({"6": [1, 2, 3, 4, 5, 10**9]})
def test_any_counts_get_a_reply(counts: Any) -> None:
    ask(kind="fairness", counts=counts)


@pytest.mark.parametrize(
    ("kind", "most"), [("systems", endpoint.LONGEST_REQUEST), ("fight", endpoint.LONGEST_FIGHT)], ids=["other", "fight"]
)
def test_a_request_has_a_greatest_length(kind: str, most: int) -> None:
    request = json.dumps({"kind": kind, "system": "wwn", "more": ""})
    longest = request.replace('""', '"' + "x" * (most - len(request)) + '"')
    assert reply_to(longest)["ok"]
    assert '"too_long"' in endpoint.handle(longest + " ")


def test_no_request_is_decoded_that_is_too_long_for_any_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda *_, **__: pytest.fail("this was decoded"))
    for too_long in ("x" * (endpoint.LONGEST_FIGHT + 1), "ä" * (endpoint.LONGEST_FIGHT // 2 + 1)):
        assert '"too_long"' in endpoint.handle(too_long)


def test_a_link_of_many_pairs_is_no_burden() -> None:
    for calculator in CALCULATORS:
        many = [[key, ""] for key, _ in STARTS[calculator.id]] * 400
        assert ask(kind="answer", calculator=calculator.id, pairs=many[:2_000])["problems"] is not None
