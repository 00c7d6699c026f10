"""A fight worked by hand from the chapter, event by event (tests/fights/wwn.toml)."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pyrules.engine.fight.durations import newly_ended
from pyrules.engine.fight.events import Event

from .fighting import RULES, Fighting

SCRIPT = tomllib.loads((Path(__file__).parents[2] / "fights" / "wwn.toml").read_text(encoding="utf-8"))


def started() -> Fighting:
    fight = Fighting(*SCRIPT["fighter"], table=SCRIPT["table"], begun=False)
    order, mode = SCRIPT["order"], next(one for one in RULES.modes if one.id == SCRIPT["order"]["mode"])
    faces = iter(order["faces"])
    places = mode.roll(RULES, fight.state, lambda sides: next(faces), fight.table).places
    fight.add({"do": "order", "mode": mode.id, "places": {who: list(place) for who, place in places.items()}})
    fight.add({"do": "begin"})
    assert fight.acting == tuple(order["acting"])
    return fight


def in_words(change: Event) -> str:
    return " ".join(filter(None, (change.do, change.who, change.get("id"), change.get("to"))))


def check_figures(fight: Fighting, step: dict[str, Any]) -> None:
    """The odds before the dice are thrown, worked by hand."""
    found = fight.odds(step["act"], step["who"], step.get("to", ""), step.get("weapon"))
    assert found.answer
    known = {**found.answer.values, "drops": found.drops}
    assert {name: known[name] for name in step["figures"]} == {
        name: Fraction(value) for name, value in step["figures"].items()
    }


def play(fight: Fighting, step: dict[str, Any]) -> None:
    """One step: what is proposed, what follows, what ends, and what the fight is then."""
    proposed = 0
    if "act" in step:
        if "figures" in step:
            check_figures(fight, step)
        done = fight.do(step["act"], step["who"], step.get("to", ""), step.get("weapon"), step.get("faces", ()))
        assert [one.text for one in done.proposed] == step["lines"]
        assert done.event.get("outcome") == step.get("outcome", "")
        assert not done.event.get("anyway")
        proposed = len(done.proposed)
    else:
        fight.add(step["event"])
    entry = fight.entries[-1]
    assert [in_words(one) for one in entry.event.then[proposed:]] == step.get("follows", [])
    ended = [f"{one.held.who} {one.held.id}" for one in newly_ended(entry.before, entry.after)]
    assert ended == step.get("ended", [])
    for who, left in step.get("hp", {}).items():
        assert fight.hp(who) == left
    assert fight.due == step.get("due", fight.due)
    assert fight.state.round == step.get("round", fight.state.round)
    assert list(fight.acting) == step.get("acting", list(fight.acting))


def test_the_fight_at_the_ford_goes_as_worked_by_hand(subtests: pytest.Subtests) -> None:
    fight = started()
    for number, step in enumerate(SCRIPT["step"], 1):
        with subtests.test(step=number, act=step.get("act", "")):
            play(fight, step)
    assert {who: fight.held(who) for who in SCRIPT["last"]} == SCRIPT["last"]


def test_the_fight_at_the_ford_is_replayed_from_its_events() -> None:
    fight = started()
    for step in SCRIPT["step"]:
        play(fight, step)
    again = RULES.replay([entry.event for entry in fight.entries])
    assert [entry.after for entry in again] == [entry.after for entry in fight.entries]
