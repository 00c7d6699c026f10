"""The panel of a target: what the target can do out of turn, and which act comes first."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import pyrules
from pyrules.engine.fight.acts import Here
from pyrules.engine.fight.events import read_events
from pyrules.engine.fight.odds import odds, why_not
from pyrules.engine.formatting import percent
from web.worker import endpoint

GAME = "stepdie"
RULES = pyrules.fight_rules(GAME)
FOE = "militia"
"""A foe whom a Power Attack drops, and an Attack does not."""


def ask(kind: str, events: list[Any], **view: Any) -> dict[str, Any]:
    request = {"kind": kind, "system": GAME, "events": events, "view": view}
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    assert reply["ok"], reply
    return reply


def fought(*foes: str) -> list[Any]:
    """Wenna acts first against foes of the table, whose ids are their rows."""
    sheet = RULES.sheet
    wenna = sheet.to_pairs(sheet.parse(dict(sheet.examples[0].data)))
    coming = [("wenna", "party", wenna), *((foe, "foes", RULES.foes.pairs(foe)) for foe in foes)]
    joins = [
        {
            "do": "join",
            "side": side,
            "schema": sheet.schema,
            "sheet": [list(pair) for pair in pairs],
            "fighters": [{"id": who, "name": who.capitalize()}],
        }
        for who, side, pairs in coming
    ]
    return [*joins, {"do": "begin"}]


@pytest.fixture(scope="module")
def militia() -> list[Any]:
    return fought(FOE)


def buttons(reply: dict[str, Any]) -> dict[str, Any]:
    """What each button of the list opens, by its text."""
    found = re.findall(r'<button[^>]* data-view="([^"]*)"[^>]*>(.*?)</button>', reply["parts"]["list"])
    return {re.sub("<[^>]*>", "", text): json.loads(html.unescape(view)) for view, text in found}


def test_a_target_can_act_out_of_turn_and_the_next_target_is_the_actors(militia: list[Any]) -> None:
    panel = ask("fight", militia, panel="target", to=FOE)
    named = next(text for text in buttons(panel) if "Out of turn" in text)
    assert "Trip, as they move past" in named
    view = buttons(panel)[named]
    assert view == {"panel": "target", "who": FOE, "to": "wenna"}
    reacting = ask("fight", militia, **view)
    assert f"{FOE.capitalize()} → Wenna" in reacting["parts"]["list"]
    opened = html.unescape(reacting["parts"]["list"])
    assert f'{{"panel":"target","to":"{FOE}","who":"wenna"}}' in opened


def test_the_act_of_the_list_comes_first_in_the_panel(militia: list[Any]) -> None:
    shown = ask("fight_odds", militia)["odds"][FOE]
    panel = ask("fight", militia, panel="target", to=FOE)["parts"]["list"]
    first = json.loads(html.unescape(re.findall(r'data-roll="([^"]*)"', panel)[0]))
    state = RULES.state(read_events(militia))
    here = Here(rules=RULES, state=state, who="wenna", to=FOE, weapon_at=first["weapon"])
    found = odds(RULES.act(first["act"]), here).answer
    assert found is not None
    assert shown.startswith(percent(found.values["p_hit"]))
    assert first["act"] == "attack"  # a Power Attack drops more often, and is for the plan to propose


def test_the_inputs_of_an_act_are_worked_out_once_for_all_that_asks_for_them(militia: list[Any]) -> None:
    state = RULES.state(read_events(militia))
    here = Here(rules=RULES, state=state, who="wenna", to=FOE, weapon_at=0)
    act, asked = RULES.act("attack"), []

    def inputs(one: Here) -> Mapping[str, Any]:
        asked.append(one)
        return act.inputs(one)

    counted = replace(act, inputs=inputs)
    assert why_not(counted, here) == ""
    assert odds(counted, here) == odds(act, here)
    assert asked == [here]
