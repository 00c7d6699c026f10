"""A fight of four rounds worked by hand from the chapter, event by event (tests/fights/openquest.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from .fighting import RULES, Fighting

SCRIPT = tomllib.loads((Path(__file__).parents[2] / "fights" / "openquest.toml").read_text(encoding="utf-8"))


def play(fight: Fighting, step: dict[str, Any]) -> None:
    """One step: what is proposed, and what the fight is then."""
    if "act" in step:
        to, weapon, faces = step.get("to", ""), step.get("weapon"), step.get("faces", ())
        done = fight.do(step["act"], step["who"], to, weapon, faces, **step.get("options", {}))
        assert [one.text for one in done.proposed] == step["lines"]
        assert done.event.get("outcome") == step.get("outcome", "")
        assert not done.event.get("anyway")
    else:
        fight.add(step["event"])
    for name in ("hit_points", "fortune", "actions"):
        found = {who: getattr(fight, name)(who) for who in step.get(name, {})}
        assert found == step.get(name, {}), name
    for name in ("held", "acting", "order"):
        assert getattr(fight, name) == step.get(name, getattr(fight, name)), name
    assert set(step.get("due", ())) <= set(fight.due)
    assert fight.due == step.get("due", fight.due)


def started() -> Fighting:
    return Fighting(*SCRIPT["fighter"], begun=False)


def test_the_fight_of_four_rounds_goes_as_worked_by_hand(subtests: pytest.Subtests) -> None:
    fight = started()
    for number, step in enumerate(SCRIPT["step"], 1):
        with subtests.test(step=number, says=step["says"]):
            play(fight, step)
    assert fight.state.round == 5


def test_the_fight_of_four_rounds_is_replayed_from_its_events() -> None:
    fight = started()
    for step in SCRIPT["step"]:
        play(fight, step)
    again = RULES.replay([entry.event for entry in fight.entries])
    assert [entry.after for entry in again] == [entry.after for entry in fight.entries]
