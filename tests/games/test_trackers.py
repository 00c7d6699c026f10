"""Trackers are views of fights: every event has a handler, and undoing events gives back the start."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.engine.fight.replay import Log
from pyrules.engine.fight.rules import Fight, Tracker
from pyrules.games.obss.life import hit_point_events, hp_tracker
from pyrules.games.obss.turns import turn_events, turn_tracker
from pyrules.games.openquest.turns import round_inputs, round_tracker
from pyrules.games.raiders import tracker, turn
from pyrules.games.stepdie.health import condition_inputs
from pyrules.games.stepdie.turns import turn_events as stepdie_events
from pyrules.games.stepdie.turns import turn_rules
from pyrules.games.wwn.turns import order
from pyrules.games.wwn.turns import turn as wwn_turn

from .asking import start_of

OFFERED: tuple[tuple[Fight[Any, Any], Any], ...] = (
    (turn_events.FIGHT, turn_events.EVERY_EVENT),
    (hp_tracker.LIFE, hit_point_events.KINDS),
    (round_tracker.FIGHT, round_inputs.EVERY_EVENT),
    (turn.FIGHT, turn.EVENTS),
    (turn_rules.FIGHT, stepdie_events.TURNS.options()),
    (condition_inputs.FIGHT, condition_inputs.EVENTS.options()),
    (order.FIGHT, order.WAYS),
    (wwn_turn.FIGHT, wwn_turn.ANY_ACTION),
)
TRACKERS: dict[str, Tracker[Any, Any, Any]] = {
    "obss.turn_tracker": turn_tracker.TRACKER,
    "obss.hp_tracker": hp_tracker.TRACKER,
    "openquest.round_tracker": round_tracker.TRACKER,
    "raiders.round_tracker": tracker.TRACKER,
    "stepdie.turn": turn_rules.TRACKER,
    "stepdie.track": condition_inputs.TRACKER,
    "wwn.turn_order": order.TRACKER,
}


@pytest.mark.parametrize(("fight", "options"), OFFERED)
def test_every_event_that_a_tracker_offers_has_a_handler_and_no_other(fight: Fight[Any, Any], options: Any) -> None:
    assert set(fight.handlers) == {option.id for option in options}


@pytest.mark.parametrize("calculator", TRACKERS)
def test_as_many_undos_as_events_give_back_the_start(calculator: str) -> None:
    tracked, inputs = TRACKERS[calculator], start_of(calculator).inputs
    first, events = tracked.start(inputs), getattr(inputs, tracked.events)
    log = Log(tuple(events), len(events))
    entries = tracked.fight.replay(first, log.done)
    assert entries == tracked.play(inputs)[0]
    for count in reversed(range(len(events))):
        log = log.undo()
        assert tracked.fight.replay(first, log.done) == entries[:count]
    assert (log.cursor, repr(tracked.start(inputs))) == (0, repr(first))
