"""The fight page of Ruins & Raiders: facts with a number, rolls that are due, and what goes back to a character."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qsl

import pytest

import pyrules
from web.worker import endpoint

SHEET = pyrules.sheet("raiders")


def ask(kind: str, events: list[Any], **more: Any) -> dict[str, Any]:
    request = {"kind": kind, "system": "raiders", "events": events, **more}
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    assert reply["ok"], reply
    return reply


def sent(events: list[Any], event: dict[str, Any], **more: Any) -> list[Any]:
    reply = ask("fight", events, event=event, **more)
    assert reply["changed"], reply
    stored: list[Any] = reply["events"]
    return stored


@pytest.fixture
def events() -> list[Any]:
    """Brannoc against Sefi in the saddle, in the first round."""
    stored: list[Any] = []
    for example, side in (("brannoc", "party"), ("sefi", "foes")):
        data = SHEET.to_pairs(SHEET.parse(dict(SHEET.example(example).data)))
        character = {"id": example, "schema": SHEET.schema, "data": [list(pair) for pair in data]}
        join = {"character": character, "side": side}
        stored = sent(stored, ask("fight_join", stored, join=join)["event"])
    return sent(stored, {"do": "begin"})


def panel(events: list[Any], **view: Any) -> str:
    text: str = ask("fight", events, view={"panel": "target", "to": "f2", **view})["parts"]["list"]
    return text


def test_a_fact_with_a_number_is_set_with_it(events: list[Any]) -> None:
    forms = re.findall(r'<form[^>]*data-event-form="([^"]*)"[^>]*>\s*<label for="fact-number', panel(events))
    found = {one["id"]: one for one in map(json.loads, map(html.unescape, forms)) if one["who"] == "f1"}
    assert found.keys() == {"holds", "range"}
    at_range = sent(events, {**found["range"], "number": 6})
    assert "Range 6 between Brannoc Under-the-Bridge and Sefi Larkspur" in panel(at_range)
    assert "Range to Sefi Larkspur" not in panel(at_range)


def test_a_roll_to_keep_the_seat_is_due_with_its_act(events: list[Any]) -> None:
    rolled = ask("fight_roll", events, act="strike", who="f1", to="f2", weapon=0, faces=[4, 4])
    hit = sent(events, rolled["event"])
    top = html.unescape(ask("fight", hit)["parts"]["top"])
    assert "Sefi Larkspur rolls Ranger against 16 to stay in the saddle." in top
    assert '{"act":"seat","who":"f2","to":"f1"}' in top


def test_a_strike_that_spares_has_the_odds_of_its_effect(events: list[Any]) -> None:
    """Brannoc hits Sefi, and no Fortune buys all wounds off: the line has the chance of the effect, not of a fall."""
    shown = panel(events, options={"strike.0": {"effect": "disarm"}})
    figures = re.search(r'<p class="act-name"><b>Strike: Toll maul.*?</p>', shown, re.DOTALL)
    assert figures
    assert re.findall(r"<small>([a-z ]+)</small>", figures[0]) == ["hit", "disarmed"]


def test_players_are_told_once_who_is_down(events: list[Any]) -> None:
    down = sent(events, {"do": "track", "who": "f2", "name": "wounds", "by": 50})
    assert ask("fight_view", down)["text"].endswith("Sefi Larkspur: down; In the saddle")


def test_the_log_says_what_is_left_once_and_what_was_lost(events: list[Any]) -> None:
    changes = [
        {"do": "track", "who": "f2", "name": "wounds", "by": 11},
        {"do": "track", "who": "f2", "name": "fortune", "by": 0},
        {"do": "track", "who": "f2", "name": "wounds", "by": -2},
        {"do": "hold", "who": "f2", "id": "disarmed", "note": "Horn bow"},
    ]
    log = ask("fight_log", sent(events, {"do": "change", "then": changes}))["text"].splitlines()
    assert [line.removeprefix("  - Sefi Larkspur: ") for line in log if line.startswith("  - ")][:4] == [
        "wounds +11",
        "fortune unchanged",
        "wounds \u22122, now 9",
        "Disarmed: Horn bow",
    ]


def test_wounds_and_fortune_go_back_to_a_character(events: list[Any]) -> None:
    rolled = ask("fight_roll", events, act="strike", who="f1", to="f2", weapon=0, faces=[4, 4])
    back = ask("fight_back", sent(events, rolled["event"]))["characters"]
    # 8 + 6 against Dodge 13, mox 1: 1 + 6 + 9 - 4 = 12 wounds, of which 3 points of Fortune buy off 3: 9 of 10
    assert [(one["character"], one["changes"]) for one in back] == [
        ("sefi", [["wounds", ["9"]], ["fortune", ["2"]]]),
    ]


def test_an_own_wound_limit_is_changed_for_one_fighter(events: list[Any]) -> None:
    assert 'name="wound_limit" value=""' in panel(events, panel="fighter")
    limited = sent(events, {"do": "edit", "who": "f2", "own": [["wound_limit", "5"]]})
    hurt = sent(limited, {"do": "track", "who": "f2", "name": "wounds", "by": 5})
    assert hurt[-1]["then"][1:] == [{"do": "hold", "who": "f2", "id": "down"}]


def test_the_wound_limit_of_the_table_counts_for_the_page(events: list[Any]) -> None:
    wounds = {"do": "track", "who": "f2", "name": "wounds", "by": 12}
    hurt = ask("fight", events, event=wounds, house=[["wound_limit", "20"]])
    assert hurt["events"][-1] == wounds
    assert "12<small>/20</small>" in hurt["parts"]["list"]


def test_the_odds_of_an_act_follow_what_it_asks(events: list[Any]) -> None:
    def hit(**view: Any) -> str:
        row = panel(events, **view).partition("Strike: Toll maul")[2]
        found = re.search(r'<span class="n">([^<]+)</span>', row)
        assert found
        return found[1]

    name, values = re.findall(r'data-option="(\w+)" data-of="strike\.0"(.*?)</select>', panel(events))[0]
    chosen = {one: hit(options={"strike.0": {name: one}}) for one in re.findall(r'value="(\w+)"', values)}
    assert len(set(chosen.values())) > 1, chosen
    assert hit(options={"strike.0": 7}) == hit(options=[]) == hit()


# The best use of what is left


def plan_view(text: str) -> dict[str, Any]:
    found = re.search(r'data-view="([^"]*)"[^>]*id="plan-f2"', text)
    assert found
    view: dict[str, Any] = json.loads(html.unescape(found[1]))
    return view


def test_one_tap_shows_the_best_use_of_what_is_left(events: list[Any]) -> None:
    closed = panel(events)
    assert 'aria-expanded="false" id="plan-f2"' in closed
    assert "plan-table-f2" not in closed
    opened = panel(events, **plan_view(closed))
    assert 'aria-expanded="true" id="plan-f2"' in opened
    part = html.unescape(opened.partition('id="plan-f2"')[2].partition("</div>\n</div>")[0])
    assert "With what is left: Toll maul" in part
    assert "best trade" in part
    assert '<th scope="col">Round</th>' in part
    assert "<td>Strike twice</td>" in part
    assert plan_view(opened) == {"plan": None}


def test_the_link_of_a_plan_fills_its_calculator(events: list[Any]) -> None:
    once = sent(events, {"do": "spend", "who": "f1", "name": "actions", "by": 1})
    opened = panel(once, **plan_view(panel(once)))
    link = re.search(r'href="\.\./round_options/#([^"]*)" id="plan-why-f2"', opened)
    assert link
    pairs = parse_qsl(html.unescape(link[1]))
    assert ("actions_left", "1") in pairs
    inputs, problems = pyrules.calculator("raiders.round_options").from_text(pairs)
    assert not problems
    answer = pyrules.calculator("raiders.round_options").answer(inputs)
    assert [row["option"] for row in answer.values["rows"]] == ["strike", "defend"]


def test_whatever_happens_closes_the_plan(events: list[Any]) -> None:
    view = plan_view(panel(events))
    hurt = sent(events, {"do": "track", "who": "f2", "name": "wounds", "by": 1})
    assert "plan-table-f2" not in panel(hurt, **view)
    assert "plan-table-f2" in panel(hurt, **plan_view(panel(hurt)))


def test_a_plan_of_a_hostile_view_is_closed(events: list[Any]) -> None:
    for wrong in (True, "f2", {"who": "f1"}, ["f1", "f2"], [1, [2], None]):
        assert "plan-table-f2" not in panel(events, plan=wrong)


def test_a_friend_has_no_plan(events: list[Any]) -> None:
    assert "plan-f1" not in panel(events, who="f2", to="f1")
    assert "plan-f2" in panel(events)
