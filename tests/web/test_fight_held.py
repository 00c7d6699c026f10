"""Facts of a fight that no page makes: a link may hold them, and the page draws the fight all the same."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from lxml import html

import pyrules
from tests.games.test_fights import joins
from web.worker import endpoint

each_game = pytest.mark.parametrize("game", pyrules.games.FIGHTS)


def drawn(game: str, one: str, **more: Any) -> dict[str, Any]:
    """The reply to a fight in which the last fighter holds a fact: its panel if there is `to`, or the log."""
    events: list[dict[str, Any]] = [*joins(pyrules.fight_rules(game), Random(1)), {"do": "begin"}]
    first, *_, last = [fighter["id"] for join in events[:-1] for fighter in join["fighters"]]
    if "to" in more:
        more["to"] = first
    events.append({"do": "hold", "who": last, "id": one, **more})
    view = {"panel": "target" if "to" in more else "log", "who": first, "to": last}
    reply = endpoint.handle(json.dumps({"kind": "fight", "system": game, "events": events, "view": view}))
    found: dict[str, Any] = json.loads(reply)
    return found


@each_game
def test_a_note_that_this_version_does_not_know_closes_no_fight(game: str) -> None:
    rules = pyrules.fight_rules(game)
    for fact in rules.facts:
        assert drawn(game, fact.id, to="", note="zzz 9", number=-9)["ok"], fact.id


@each_game
def test_a_fact_without_the_other_fighter_is_left_out(game: str) -> None:
    rules = pyrules.fight_rules(game)
    alone = {option.id for option in rules.sheet.conditions.options}
    for fact in rules.facts:
        reply = drawn(game, fact.id)
        assert reply["ok"], fact.id
        log = html.fromstring(reply["parts"]["panel"]).text_content()
        is_left_out = "This holds toward another fighter." in log
        assert is_left_out == ("{to}" in fact.label and fact.id not in alone), fact.id
