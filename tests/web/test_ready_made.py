"""Ready-made characters: hurt on the page of characters to show what that does, whole in a fight."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pyrules
from pyrules.engine.fight.fighters import FightState
from web.builder.site import pages


def joined(game: str, page: dict[str, Any]) -> FightState:
    """A fight of the ready-made characters that a page offers."""
    rules = pyrules.fight_rules(game)
    joins = [
        {
            "do": "join",
            "side": "party",
            "schema": rules.sheet.schema,
            "sheet": json.loads(one["pairs"]),
            "fighters": [{"id": one["id"], "name": one["name"]}],
        }
        for one in page["examples"]
    ]
    state = FightState()
    for one in joins:
        state = rules.fight.play(state, rules.recorded(state, one)).after
    assert len(state.combatants) == len(rules.sheet.examples)
    return state


@pytest.mark.parametrize("game", pyrules.games.FIGHTS)
def test_ready_made_characters_come_into_a_fight_whole(game: str) -> None:
    rules, state = pyrules.fight_rules(game), joined(game, pages.fight_page(pyrules.game(game)))
    assert state.held == ()
    for fighter in state.combatants:
        values = rules.values(state, fighter.id)
        assert fighter.tracks[rules.track] == (0 if rules.sheet.harm.adds else values[rules.sheet.maximum[rules.track]])
        assert not rules.is_down(state, fighter.id)


def test_some_of_them_are_hurt_on_the_page_of_characters() -> None:
    state = joined("obss", pages.sheet_page(pyrules.game("obss")))
    assert all(fighter.tracks["hit_points"] < fighter.most["hit_points"] for fighter in state.combatants)
