"""What a fall ends, by the rows of each game: it ends as well for who could not act before the fall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pyrules
from pyrules.engine.fight.events import hold
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import FightState
from pyrules.engine.fight.losses import losses
from pyrules.engine.fight.state import Held
from pyrules.engine.sheet.conditions import ACT, DOWN, OTHER_DOWN

each_game = pytest.mark.parametrize("game", pyrules.games.FIGHTS)


def fight(rules: FightRules) -> FightState:
    """Two ready-made characters, one on each side, before the first round."""
    sheet, state = rules.sheet, FightState()
    for who, side in (("ada", "party"), ("bo", "foes")):
        pairs = [[*pair] for pair in sheet.to_pairs(sheet.parse(dict(sheet.examples[0].data)))]
        fighters = [{"id": who, "name": who}]
        join = {"do": "join", "side": side, "schema": sheet.schema, "sheet": pairs, "fighters": fighters}
        state = rules.fight.play(state, rules.recorded(state, join)).after
    return state


def having(rules: FightRules, state: FightState, held: Held) -> FightState:
    """The state with a condition or a fact and without what follows from it."""
    entry = rules.fight.play(state, hold(held))
    assert entry.refused is None, entry.reason
    return entry.after


def stuns(rules: FightRules) -> list[str]:
    """The conditions of the sheet that bar every act, and do not put out of the fight."""
    conditions = rules.sheet.conditions
    return [one.id for one in conditions.options if conditions.barred([one.id], ACT) and one.id not in rules.down]


def lost(rules: FightRules, when: str) -> Iterator[str]:
    """The conditions and facts that end so."""
    ids = [*(fact.id for fact in rules.facts), *(option.id for option in rules.sheet.conditions.options)]
    return (one for one in dict.fromkeys(ids) if when in rules.sheet.conditions.lost_when(one))


@each_game
def test_what_ends_with_a_fall_ends_for_the_stunned_too(game: str) -> None:
    rules = pyrules.fight_rules(game)
    down = min(rules.down)
    for stun in ["", *stuns(rules)]:
        start = fight(rules)
        before = having(rules, start, Held("ada", stun)) if stun else start
        for when, holder, other in ((DOWN, "ada", "bo"), (OTHER_DOWN, "bo", "ada")):
            for one in lost(rules, when):
                held = Held(holder, one, other if rules.fact(one) else "")
                stands = having(rules, before, held)
                assert list(losses(rules, before, stands)) == [], (stun, one)
                falls = having(rules, stands, Held("ada", down))
                assert one in [end.get("id") for end in losses(rules, stands, falls)], (stun, one)
