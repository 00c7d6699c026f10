"""The turn tracker counts down what Critical Actions and weapon maneuvers leave behind."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.obss.tables import FACTS
from pyrules.games.obss.turns.timed_effects import TIMED
from pyrules.games.obss.turns.turn_tracker import TURN_TRACKER

from ..asking import ask, refused

# A has 20, B has 15, C has 10.
FIGHTERS = [{"name": name, "initiative": place, "ability": 0} for name, place in (("A", 20), ("B", 15), ("C", 10))]
NEXT = {"do": "next"}
ROUND = [NEXT] * 3


def effect(name: str, on: str | None = None, number: int | None = None, who: str = "A") -> dict[str, Any]:
    held = {"do": TIMED.row(name)["set_by"], "who": who, "effect": name, "on": on, "number": number}
    return {key: one for key, one in held.items() if one is not None}


def fight(*events: dict[str, Any]) -> dict[str, Any]:
    return ask(TURN_TRACKER, combatants=FIGHTERS, events=list(events))


def state(name: str, *events: dict[str, Any]) -> dict[str, Any]:
    held: dict[str, Any] = fight(*events)["state"][name]
    return held


def refusal(*events: dict[str, Any]) -> tuple[str, str]:
    return refused(TURN_TRACKER, combatants=FIGHTERS, events=list(events))


def test_an_eye_scratch_lasts_to_the_end_of_the_next_round_of_the_scratcher() -> None:
    scratch = effect("eye_scratch", on="B")
    attacks = [state("B", scratch, *[NEXT] * turns)["attack"] for turns in range(5)]
    assert attacks == [-4, -4, -4, -4, 0], "B acts once with it, and A's next turn ends it"


def test_glory_lasts_to_the_end_of_the_companions_own_next_round() -> None:
    glory = effect("fury_glory", on="B")
    attacks = [state("B", glory, *[NEXT] * turns)["attack"] for turns in range(6)]
    assert attacks == [2, 2, 2, 2, 2, 0]


def test_sand_in_the_eyes_is_used_up_by_the_first_attack() -> None:
    sand = effect("eye_sand", on="B")
    assert state("B", sand, NEXT)["attack"] == -2
    assert state("B", sand, NEXT, {"do": "move"})["attack"] == -2
    assert state("B", sand, NEXT, {"do": "attack"})["attack"] == 0


@pytest.mark.parametrize("rounds", [1, 3, 6])
def test_what_lasts_1d6_rounds_is_counted_down(rounds: int) -> None:
    guard = effect("defense_all", on="C", number=rounds)
    for passed in range(rounds):
        (held,) = fight(guard, *ROUND * passed)["timers"]
        assert (held["rounds_left"], held["defense"]) == (rounds - passed, 4)
    assert fight(guard, *ROUND * rounds)["timers"] == []


def test_a_compromised_hand_outlasts_the_fight() -> None:
    (held,) = fight(effect("weapon_compromised_hand", on="B"), *ROUND * 8)["timers"]
    assert (held["until"], held["rounds_left"], held["attack"]) == ("dawn", None, -4)


def test_a_weapon_maneuver_until_the_next_turn_ends_as_the_turn_comes() -> None:
    evasion = effect("perfect_evasion")
    assert [state("A", evasion, *[NEXT] * turns)["defense"] for turns in range(4)] == [2, 2, 2, 0]


def test_the_next_round_has_an_action_less_after_some_maneuvers() -> None:
    for name, left in (("strategic_evaluation_critical", 2), ("relentless_assault_critical", 1)):
        actions = [state("A", effect(name), *ROUND * rounds)["actions"] for rounds in range(3)]
        assert actions == [3, left, 3], name


def test_every_two_criticals_of_a_surer_shot_count() -> None:
    assert state("A", effect("projectile_attack", number=3))["attack"] == 12


def test_an_effect_reaches_further_companions_without_a_second_reaction() -> None:
    first = effect("defense_near", on="B")
    again = {"do": "takes_hold", "effect": "defense_near", "on": "C", "who": "A"}
    held = fight(first, again)["state"]
    assert [held[name]["defense"] for name in "ABC"] == [0, 2, 2]
    assert held["A"]["reactions"] == 0


def test_the_tracker_says_what_lasts_and_on_whom() -> None:
    assert fight(effect("eye_scratch", on="B"))["notices"][-1]["notice"] == "Eye scratch, on B."
    assert fight(effect("defense_self"))["notices"][-1]["notice"] == "On guard, on A."


def test_an_effect_that_its_reaction_cannot_bring_does_not_take_hold() -> None:
    spent = fight({"do": "drop_prone"}, effect("defense_self"))
    assert (spent["log"][-1]["reason"], spent["timers"]) == ("nothing_left", [])


@pytest.mark.parametrize(
    ("event", "field", "code"),
    [
        ({"do": "attack", "effect": "defense_self"}, "effect", "not_allowed"),
        ({"do": "weapon_maneuver", "effect": "defense_self"}, "effect", "not_allowed"),
        ({"do": "takes_hold"}, "effect", "missing_field"),
        ({"do": "critical_action", "on": "B"}, "on", "not_allowed"),
        ({"do": "critical_action", "effect": "defense_self", "on": "B"}, "on", "not_allowed"),
        ({"do": "critical_action", "effect": "eye_sand"}, "on", "missing_field"),
        ({"do": "critical_action", "effect": "eye_sand", "on": "Z"}, "on", "bad_option"),
        ({"do": "critical_action", "effect": "eye_blinded", "on": "B"}, "number", "missing_field"),
        ({"do": "critical_action", "effect": "eye_blinded", "on": "B", "number": 7}, "number", "out_of_range"),
        ({"do": "critical_action", "effect": "projectile_attack", "number": 4}, "number", "out_of_range"),
        ({"do": "critical_action", "effect": "defense_self", "number": 2}, "number", "not_allowed"),
    ],
)
def test_an_effect_says_what_it_needs(event: dict[str, Any], field: str, code: str) -> None:
    assert refusal(event) == (f"events.0.{field}", code)


def test_every_effect_comes_from_a_critical_action_or_a_maneuver_of_the_same_rule() -> None:
    tables = {"critical_action": "critical_actions", "weapon_maneuver": "weapon_maneuvers"}
    for row in TIMED.rows:
        rules = {one["rule"] for one in FACTS.table(tables[row["set_by"]]).rows}
        assert row["rule"] in rules, row["id"]


@pytest.mark.parametrize("row", TIMED.rows, ids=lambda row: row["id"])
def test_every_effect_takes_hold_and_all_but_those_until_dawn_end(row: dict[str, Any]) -> None:
    on = None if row["on"] == "you" else "B"
    number = 2 if row["until"] == "rounds" or row["each"] else None
    taken = effect(row["id"], on=on, number=number)
    assert [held["effect"] for held in fight(taken)["timers"]] == [row["label"]]
    left = fight(taken, *ROUND * 3)["timers"]
    assert bool(left) is (row["until"] == "dawn")
