"""Criticals: banked, spent, and prevented by a save."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.obss.criticals.crit_action_save import CRIT_ACTION_SAVE
from pyrules.games.obss.criticals.crit_actions import ACTIONS, CRIT_ACTIONS
from pyrules.games.obss.criticals.crit_bank import CRIT_BANK

from ..asking import ask, refused
from .by_hand import p_success


def gain(round_: int, n: int, target: str = "orc") -> dict[str, Any]:
    return {"round": round_, "gain": n, "target": target}


def spend(round_: int, n: int, target: str = "orc") -> dict[str, Any]:
    return {"round": round_, "spend": n, "target": target}


def bank(*events: dict[str, Any]) -> dict[str, Any]:
    return ask(CRIT_BANK, events=list(events))


def wrong(*events: dict[str, Any]) -> tuple[str, str]:
    return refused(CRIT_BANK, events=list(events))


def test_only_the_family_shown_is_counted() -> None:
    values = ask(CRIT_ACTIONS, banked=3, family="eyes")
    assert (values["count"], len(values["actions"])) == (3, 3)
    assert values["ids"] == ["eye_sand", "eye_scratch", "eye_dazzled"]


def test_the_printed_names_come_first() -> None:
    rows = {row["id"]: row["label"] for row in ACTIONS.rows}
    printed = {"trip_trip": "Trip", "trip_push": "Push", "fury_glory": "Glory", "fury_greater_glory": "Glory!"}
    assert all(rows[one].startswith(name) for one, name in printed.items())


def test_the_bank_holds_six_against_all_foes_together() -> None:
    values = bank(gain(1, 4), gain(1, 5, "troll"), gain(2, 1))
    assert (values["banked"], values["totals"]) == ({"orc": 4, "troll": 2}, [4, 6, 6])


def test_what_is_left_after_three_rounds_is_gone() -> None:
    assert bank(gain(1, 2), gain(3, 1))["totals"] == [2, 3]
    late = bank(gain(1, 2), gain(4, 1))
    assert (late["totals"], late["expires_after_round"]) == ([2, 1], 6)
    assert wrong(gain(1, 2), spend(4, 1)) == ("events.1.spend", "not_allowed")
    assert bank(gain(1, 2), spend(3, 1))["banked"] == {"orc": 1}


def test_spending_the_last_action_restarts_the_rounds() -> None:
    assert bank(gain(1, 2), spend(2, 2))["expires_after_round"] is None
    assert bank(gain(1, 2), spend(2, 2), gain(3, 1))["expires_after_round"] == 5
    assert bank(gain(1, 2), spend(2, 1), gain(3, 1))["expires_after_round"] == 3


def test_criticals_are_spent_on_the_foe_they_were_scored_on() -> None:
    assert wrong(gain(1, 2), gain(1, 2, "troll"), spend(2, 3)) == ("events.2.spend", "not_allowed")
    assert wrong(gain(1, 2), spend(2, 1, "troll")) == ("events.1.spend", "not_allowed")


def test_events_are_in_order_and_either_bank_or_spend() -> None:
    assert wrong(gain(2, 1), gain(1, 1)) == ("events.1.round", "not_allowed")
    assert wrong({"round": 1, "target": "orc"}) == ("events.0.gain", "missing_field")
    assert wrong({**gain(1, 1), "spend": 1}) == ("events.0.spend", "not_allowed")


# The actions.


def test_there_are_33_and_each_critical_affords_more() -> None:
    counts = [ask(CRIT_ACTIONS, banked=banked)["count"] for banked in range(7)]
    assert counts == [sum(row["cost"] <= banked for row in ACTIONS.rows) for banked in range(7)]
    assert (counts[0], counts[5], counts[6], sorted(counts)) == (0, 33, 33, counts)


def test_those_that_can_be_paid_for_are_listed() -> None:
    values = ask(CRIT_ACTIONS, banked=1)
    assert len(values["actions"]) == values["count"] == len(values["ids"])
    assert {"eye_sand", "push_3", "projectile_range", "defense_self"} <= set(values["ids"])


@pytest.mark.parametrize(
    ("action", "steps", "dc"),
    [
        ("weapon_hit", 1, 17),
        ("weapon_hit", -2, 11),
        ("trip_shoulder", 1, 19),
        ("trip_trip", -1, 17),
        ("trip_push", 2, 27),
        ("trip_collision", 1, 24),
        ("eye_one_eyed", 3, 22),
    ],
)
def test_size_changes_the_dc(action: str, steps: int, dc: int) -> None:
    values = ask(CRIT_ACTION_SAVE, action=action, save_mod=6, size_steps=steps, last_attack_roll=22)
    assert values["dc"] == dc
    assert values["p_holds"] == p_success(dc - 6) == 1 - values["p_effect"]


def test_what_comes_all_the_same_is_rolled() -> None:
    values = ask(CRIT_ACTION_SAVE, action="trip_collision", save_mod=6, last_attack_roll=20)
    results = dict(values["results"])
    assert results.pop("Prone") == values["p_effect"]
    assert list(results) == [f"Pushed back, {n} meter{'s' * (n > 1)}" for n in range(1, 11)]
    assert set(results.values()) == {values["p_holds"] * Fraction(1, 10)}


@pytest.mark.parametrize("action", ["eye_one_eyed", "trip_collision"])
def test_some_go_by_the_last_attack_roll(action: str) -> None:
    assert refused(CRIT_ACTION_SAVE, action=action, save_mod=3) == ("last_attack_roll", "missing_field")


def test_only_what_a_save_can_turn_is_asked_for() -> None:
    assert refused(CRIT_ACTION_SAVE, action="weapon_disarm", save_mod=3) == ("action", "bad_option")
