"""The answer leaves its folds empty, and a request for each fold fills it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import pyrules
from web.worker import endpoint, table_rules
from web.worker.requests.kinds import FIGHT, INPUTS, KINDS, SHEET, responder

CALCULATORS = [one for game in pyrules.GAMES for one in game.calculators]
LARGEST_ANSWER = 25_000
COMPARED = "openquest.compare_options"


def ask(kind: str, calculator_id: str, **more: Any) -> dict[str, Any]:
    start = dict(pyrules.calculator(calculator_id).start)
    request = {"kind": kind, "calculator": calculator_id, "inputs": start, **more}
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda one: one.id)
def test_the_visible_answer_is_small_and_its_folds_are_empty(calculator: Any) -> None:
    html = ask("answer", calculator.id)["html"]

    assert len(html.encode()) <= LARGEST_ANSWER
    assert 'class="why"' not in html
    folds = re.findall(r"<details[^>]* data-fold=[^>]*><summary.*?</summary>(.*?)</details>", html, re.DOTALL)
    assert folds and not any(folds)


def test_a_row_opens_to_its_picture_with_its_numbers() -> None:
    first = ask("row", COMPARED, output="attack_options", index=0)
    named = ask("row", COMPARED, output="attack_options", index=0, column="damage")

    assert first == named
    assert "<svg" in first["html"] and "<td>" in first["html"]


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        ({"kind": "explain", "output": "luck"}, ("output", "bad_option")),
        ({"kind": "explain"}, ("output", "bad_option")),
        ({"kind": "as_table", "output": "best_mean"}, ("output", "bad_option")),
        ({"kind": "row", "output": "best_mean", "index": 0}, ("output", "bad_option")),
        ({"kind": "row", "output": "attack_options", "index": 99}, ("index", "out_of_range")),
        ({"kind": "row", "output": "attack_options", "index": True}, ("index", "bad_type")),
        ({"kind": "row", "output": "attack_options", "index": 0, "column": "mean"}, ("column", "bad_option")),
    ],
)
def test_a_fold_that_no_answer_has_is_refused(request_: dict[str, Any], problem: tuple[str, str]) -> None:
    reply = ask(calculator_id=COMPARED, **request_)

    assert not reply["ok"]
    assert [(one["field"], one["code"]) for one in reply["problems"]] == [problem]
    assert reply["problems"][0]["text"].endswith(".")


def test_a_fold_of_the_last_answer_does_not_work_the_answer_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ask("answer", "raiders.strike", inputs={"offense": 6, "defense": 9})
    monkeypatch.setattr(
        type(pyrules.calculator("raiders.strike")), "answer", lambda *_: pytest.fail("worked out again")
    )

    assert ask("explain", "raiders.strike", inputs={"offense": 6, "defense": 9}, output="p_hit")["ok"]


def test_a_request_reads_its_table_rules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read, asked = [], table_rules.asked
    monkeypatch.setattr(table_rules, "asked", lambda *given: read.append(given) or asked(*given))
    ask("answer", "wwn.attack")

    assert len(read) == 1


@pytest.mark.parametrize(
    ("name", "about"), [("CALCULATOR_KINDS", INPUTS), ("SHEET_KINDS", SHEET), ("FIGHT_KINDS", FIGHT)]
)
def test_the_script_tests_know_the_kinds_of_requests(name: str, about: str) -> None:
    stand_in = (Path(__file__).parents[1] / "scripts" / "support" / "paths.mjs").read_text(encoding="utf-8")

    [listed] = re.findall(rf"export const {name} = \[([^\]]*)\];", stand_in)
    assert re.findall(r'"(\w+)"', listed) == [kind for kind in KINDS if KINDS[kind] == about]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_request_has_a_module_of_its_name(kind: str) -> None:
    assert responder(kind).__module__ == f"web.worker.requests.{kind}"
