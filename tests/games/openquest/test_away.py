"""Getting out of a fight: running, slipping away, giving up, and when it is over."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.openquest.escape.chase import CHASE
from pyrules.games.openquest.escape.slip_away import SLIP_AWAY, slip_away, slipped
from pyrules.games.openquest.skills.opposed import OPPOSED_TEST
from pyrules.games.openquest.talk.surrender import SURRENDER
from pyrules.games.openquest.turns.combat_end import COMBAT_END

from ..asking import ask, refused

RUN: dict[str, Any] = {"pursuit": "possible", "runners": [{"base": 50}, {"base": 70}], "pursuer": {"base": 60}}


@pytest.mark.parametrize("both_fail", ["nobody", "lower_roll"])
def test_a_runner_escapes_by_winning_the_opposed_test(both_fail: str) -> None:
    values = ask(CHASE, **RUN, both_fail=both_fail)

    tests = [ask(OPPOSED_TEST, a=runner, b=RUN["pursuer"], both_fail=both_fail) for runner in RUN["runners"]]
    assert [row["escape"] for row in values["per_runner"]] == [test["p_a"] for test in tests]
    assert values["p_all_escape"] == tests[0]["p_a"] * tests[1]["p_a"]
    for row, test in zip(values["per_runner"], tests, strict=True):
        lost = {**test["joint"]["b"], **{f"draw {pair}": p for pair, p in test["joint"]["draw"].items()}}
        fumbled = sum((p for pair, p in lost.items() if pair.removeprefix("draw ").startswith("FU/")), Fraction(0))
        assert 0 < row["caught_surprised"] == fumbled
        assert sum(row.values()) == 1


@pytest.mark.parametrize(
    ("asked", "escaped"),
    [
        ({"pursuit": "none", "speed": "slower"}, {"2": 1}),
        ({"pursuit": "possible", "speed": "faster"}, {"2": 1}),
        ({"pursuit": "possible", "speed": "slower"}, {"0": 1}),
    ],
)
def test_speed_settles_it_without_a_roll(asked: dict[str, Any], escaped: dict[str, int]) -> None:
    values = ask(CHASE, runners=RUN["runners"], **asked)
    assert (values["escaped"], values["readings"]) == (escaped, [])


def test_a_chase_needs_a_pursuer_and_no_ambush() -> None:
    assert refused(CHASE, pursuit="possible", runners=[{"base": 50}]) == ("pursuer", "missing_field")
    assert refused(CHASE, **RUN, ambushed=True) == ("ambushed", "not_allowed")


def test_slipping_away_is_a_plain_test_unless_an_opponent_watches() -> None:
    plain = ask(SLIP_AWAY, deception={"base": 55})
    watched = ask(SLIP_AWAY, deception={"base": 55}, watcher={"base": 1})
    assert (plain["p_escape"], plain["p_draw"], plain["p_fumble"]) == (Fraction(55, 100), 0, Fraction(5, 100))
    assert watched["p_escape"] == ask(OPPOSED_TEST, a={"base": 55}, b={"base": 1})["p_a"] < plain["p_escape"]
    assert watched["p_fumble"] == plain["p_fumble"]


@pytest.mark.parametrize("watcher", [None, {"base": 45}, {"base": 120}])
def test_slipping_away_by_grades_agrees_with_the_steps(watcher: Any) -> None:
    inputs = SLIP_AWAY.parse({"deception": {"base": 55}, "watcher": watcher})
    assert slipped(inputs) == slip_away(inputs).odds()


# Giving up.


@pytest.mark.parametrize(
    ("opponents", "reason"),
    [
        ({}, "The Referee decides. The book gives no chance: this one is entered here."),
        ({"psychotic_or_berserk": True}, "Psychotic or berserk opponents never accept."),
        (
            {"hates_culture": True, "influence": {"base": 40}},
            "Opponents who hate your culture accept on a successful Influence test.",
        ),
        (
            {"hates_culture": True, "ordered_capture": True},
            "Opponents with orders to capture you accept, although they hate your culture.",
        ),
    ],
)
def test_a_surrender_is_answered_with_the_reason(opponents: dict[str, Any], reason: str) -> None:
    why = next(output for output in SURRENDER.outputs if output.name == "rule")
    assert why.words[ask(SURRENDER, **opponents)["rule"]] == reason


def test_the_first_rule_that_applies_decides() -> None:
    every: dict[str, Any] = {"hates_culture": True, "ordered_capture": True, "influence": {"base": 40}}
    asked = [
        {**every, "psychotic_or_berserk": True},
        every,
        {**every, "ordered_capture": False},
        {"ordered_capture": True, "referee_percent": 30},
    ]
    answer = [ask(SURRENDER, **one) for one in asked]
    assert [(one["rule"], one["p_accept"]) for one in answer] == [
        ("never", 0),
        ("ordered", 1),
        ("influence_test", Fraction(40, 100)),
        ("referee", Fraction(30, 100)),
    ]
    assert refused(SURRENDER, hates_culture=True) == ("influence", "missing_field")


def test_a_ransom_takes_up_to_twenty_and_never_more_than_there_is() -> None:
    values = ask(SURRENDER, wealth=10)
    assert values["p_ruined"] == values["wealth_after"]["0"] == Fraction(11, 20)
    assert values["mean_wealth_after"] == Fraction(sum(range(10)), 20)
    assert ask(SURRENDER, wealth=21)["p_ruined"] == 0
    assert ask(SURRENDER)["wealth_after"] is None


# The end.


def side(name: str, *members: tuple[int, str]) -> dict[str, Any]:
    return {"name": name, "members": [{"name": str(hp), "hp": hp, "status": status} for hp, status in members]}


def test_a_fight_ends_with_one_side_out() -> None:
    standing, beaten = side("A", (1, "active"), (0, "fled")), side("B", (5, "fled"), (-1, "surrendered"))
    values = ask(COMBAT_END, sides=[standing, beaten, side("C", (3, "active"))])
    assert (values["ended"], values["sides_out"]) == (True, ["B"])
    assert values["table"]["A"] == {"fighting": 1, "zero_hp": 1, "surrendered": 0, "fled": 0}
    assert values["table"]["B"] == {"fighting": 0, "zero_hp": 1, "surrendered": 0, "fled": 1}
    assert not ask(COMBAT_END, sides=[standing, side("C", (3, "active"))])["ended"]


def test_sides_must_have_different_names() -> None:
    assert refused(COMBAT_END, sides=[side("A", (1, "active"))] * 2) == ("sides.1.name", "not_allowed")
