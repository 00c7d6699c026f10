"""A sheet and a filled calculator say why a character cannot act: once, and before any odds."""

from __future__ import annotations

from typing import Any

import pytest

from .test_sheets import ask, example, fill

DOWN = "Mortally Wounded: 6 rounds to live unless stabilized."


def status(sheet: Any, calculator: str = "wwn.attack", **more: Any) -> list[tuple[str, bool]]:
    """What the headline of a filled calculator says first, each with whether it is about the target."""
    return [(one["text"], one["theirs"]) for one in fill(sheet, calculator, **more)["status"]]


UNABLE = [
    ("wwn.attack", "hessa", {"hit_points": 0}, DOWN),
    ("wwn.swarm", "hessa", {"conditions": ["dead"]}, "Dead."),
    ("wwn.attack", "hessa", {"conditions": ["surprised"]}, "Not while surprised."),
    ("obss.round_planner", "grunda", {"hit_points": 0}, "Unconscious: Helpless."),
    ("obss.round_planner", "grunda", {"conditions": ["unconscious"]}, "Unconscious: Helpless, and aware of nothing."),
    ("obss.strike", "grunda", {"fatigue": 5}, "Unconscious (5)."),
    ("openquest.duel", "brakka", {"hit_points": 0}, "Mortal wound: Dead unless saved"),
    ("openquest.duel", "brakka", {"conditions": ["helpless"]}, "Helpless: no actions and no reactions."),
    ("openquest.close_attack", "brakka", {"conditions": ["defend_only"]}, "Not now: surprised."),
    ("raiders.duel", "brannoc", {"wounds": 10}, "Down: 10 wounds, and the limit is 10."),
    ("stepdie.options", "wenna", {"health": 0}, "Incapacitated: "),
    ("stepdie.options", "wenna", {"conditions": ["stunned"]}, "Stunned: A turn is lost"),
    ("stepdie.attack", "wenna", {"conditions": ["grappled"]}, "Only a try to break free while grappled."),
]


@pytest.mark.parametrize(("calculator", "name", "data", "said"), UNABLE)
def test_a_filled_calculator_says_first_why_the_character_cannot_act(
    calculator: str, name: str, data: dict[str, Any], said: str
) -> None:
    game_id = calculator.partition(".")[0]
    first, theirs = status(example(name, game_id, **data), calculator)[0]
    assert first.startswith(said)
    assert not theirs


@pytest.mark.parametrize(("calculator", "name"), dict.fromkeys((calculator, name) for calculator, name, *_ in UNABLE))
def test_a_character_who_can_act_has_no_status(calculator: str, name: str) -> None:
    assert status(example(name, calculator.partition(".")[0]), calculator) == []


def test_an_act_that_is_still_possible_names_no_reason() -> None:
    """Surprise leaves parries and dodges, which the same calculator rolls."""
    surprised = example("brakka", "openquest", conditions=["defend_only"])
    assert status(surprised, "openquest.skill_test") == []


def test_a_condition_that_is_left_out_is_no_reason() -> None:
    assert status(example("hessa", conditions=["dead"]), without=["dead"]) == []


def test_a_target_that_is_down_is_named_where_the_target_counts() -> None:
    down = {"sheet": example("ilo", hit_points=0)}
    assert status(example("hessa"), target=down) == [(DOWN, True)]
    assert status(example("hessa"), "wwn.derive", target=down) == []


def test_a_value_that_does_not_fit_is_named_with_the_one_that_counts_instead() -> None:
    """The target's Health of 0 does not fit an attack; the default counts, or what the table has set."""
    down = {"sheet": example("wenna", "stepdie", health=0)}
    archer = example("lisbet", "stepdie")

    said = fill(archer, "stepdie.attack", target=down)
    by_table = fill(archer, "stepdie.attack", target=down, house=[["health", "8"]])

    assert {"text": "Health 5 points here instead of 0.", "theirs": True, "key": "defender.health"} in said["status"]
    assert said["notes"][0].endswith("got 0. Health 5 points here instead of 0.")
    assert "Health 8 points here instead of 0." in [one["text"] for one in by_table["status"]]


def test_a_value_of_the_example_that_counts_instead_is_named_too() -> None:
    down = example("hessa", hit_points=0)
    assert status(down, "wwn.total_defense") == [(DOWN, False), ("Your hit points 8 here instead of 0.", False)]


def blocked(game_id: str, name: str, condition: str) -> str:
    """The odds of a character with this condition, as HTML."""
    html: str = ask(kind="sheet", system=game_id, pairs=example(name, game_id, conditions=[condition]))["html"]
    return html


def test_a_reason_that_blocks_most_acts_is_said_once_and_each_blocked_act_stays_marked() -> None:
    html = blocked("openquest", "brakka", "helpless")
    assert html.count("Not now: helpless.") == 1
    assert html.index("Not now: helpless.") < html.index("<li")
    assert html.count(", not now") == html.count("barred") > 10


def test_another_reason_stays_at_its_own_act() -> None:
    html = blocked("stepdie", "wenna", "unconscious")
    assert html.count("Not while unconscious.") == html.count("No move while unconscious.") == 1


def test_a_reason_that_blocks_few_acts_stays_at_each_of_them() -> None:
    html = blocked("openquest", "brakka", "no_defense")
    assert html.count("Not now: defense given up.") == html.count("barred") == 2
