"""Trips, tackles and holds, compared with every course that they can take."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.stepdie.holds.tackle import TACKLE, tackle
from pyrules.games.stepdie.holds.trip import TRIP

from ..asking import ask, refused, rolled
from .by_hand import die, higher, total

STRONG, WEAK = {"die": 8, "skill": 2}, {"die": 6, "skill": 1}
SIDES: dict[str, Any] = {"tackler": STRONG, "target_strength": WEAK, "target_agility": {"die": 6}}
STRIKES = {"strategy": "strike", "strike": {"die": 8}, "strike_defence": {"die": 6, "halve": True}}


def odds(roll: dict[str, Any]) -> dict[int, Fraction]:
    return total(die(roll["die"]), plus=roll.get("skill", 0), halved=roll.get("halve", False))


def beats(one: dict[str, Any], other: dict[str, Any]) -> Fraction:
    return higher(odds(one), odds(other))


# Trip.


def test_a_trip_must_beat_the_better_answer() -> None:
    values = ask(TRIP, tripper=STRONG, target_agility={"die": 4}, target_strength=WEAK)

    assert values["target_choice"] == "strength"
    assert values["p_grounded"] == beats(STRONG, WEAK)
    assert rolled(TRIP, tripper=STRONG, target_agility={"die": 4}, target_strength=WEAK)["Grounded"] == beats(
        STRONG, WEAK
    )


def test_equal_answers_to_a_trip_are_agility_and_to_a_tackle_strength() -> None:
    assert ask(TRIP, tripper=STRONG, target_agility=WEAK, target_strength=WEAK)["target_choice"] == "agility"
    assert ask(TACKLE, tackler=STRONG, target_agility=WEAK, target_strength=WEAK)["target_choice"] == "strength"


def test_a_tie_is_the_targets() -> None:
    even = {"die": 4}
    values = ask(TRIP, tripper=even, target_agility=even, target_strength={"die": 4, "mod": -4})
    assert (values["p_grounded"], values["p_tie"]) == (Fraction(6, 16), Fraction(4, 16))


@pytest.mark.parametrize(("field", "value"), [("already_acted", True), ("adjacent", False)])
def test_the_cases_without_a_possible_trip(field: str, value: bool) -> None:
    assert refused(TRIP, tripper={}, target_agility={}, **{field: value}) == (field, "not_allowed")


# Tackle and hold.


def by_hand(keep: Fraction, *, needed: int | None = None, failures: int = 3) -> dict[str, Fraction]:
    """Every course of the hold of `SIDES`: who escapes when, by a tree of single turns."""
    tackled = min(beats(STRONG, WEAK), beats(STRONG, {"die": 6}))
    escape = beats(WEAK, STRONG)
    ends: defaultdict[str, Fraction] = defaultdict(Fraction)

    def target_turn(p: Fraction, failed: int, done: int) -> None:
        ends["free"] += p * escape
        p *= 1 - escape
        if failed + 1 == failures:
            ends["knocked out"] += p
            return
        ends["free"] += p * (1 - keep)
        ends["successes"] += p * keep
        if done + 1 == needed:
            ends["dropped"] += p * keep
        else:
            target_turn(p * keep, failed + 1, done + 1)

    target_turn(tackled, 0, 0)
    return dict(ends)


@pytest.mark.parametrize("failures", [1, 2, 3, 7])
def test_only_holding_on(failures: int) -> None:
    values = ask(TACKLE, **SIDES, failures_to_ko=failures)
    expected = by_hand(Fraction(1), failures=failures)

    assert values["p_knocked_out"] == expected["knocked out"]
    assert values["p_broke_free"] == expected["free"]
    assert values["p_keep_hold_per_own_turn"] == 1
    assert (values["expected_strikes"], values["expected_items"]) == (0, 0)
    assert len(values["p_ko_by_target_turn"]) == failures


@pytest.mark.parametrize("failures", [1, 3, 5])
def test_taking_items_risks_the_hold(failures: int) -> None:
    values = ask(TACKLE, **SIDES, strategy="take_item", failures_to_ko=failures)
    expected = by_hand(beats(STRONG, WEAK), failures=failures)

    assert values["p_knocked_out"] == expected["knocked out"]
    assert values["p_broke_free"] == expected["free"]
    assert values["expected_items"] == expected.get("successes", 0)
    assert values["expected_strikes"] == 0


@pytest.mark.parametrize(("damage", "needed"), [(0, None), (1, 3), (2, 2), (3, 1)])
def test_strikes_bring_the_victim_down_in_time(damage: int, needed: int | None) -> None:
    values = ask(TACKLE, **SIDES, **STRIKES, strike_damage=damage, target_health=3, failures_to_ko=4)
    keep = beats({"die": 8}, {"die": 6, "halve": True})
    expected = by_hand(keep, needed=needed, failures=4)

    assert values["p_keep_hold_per_own_turn"] == keep
    assert values["p_dropped_by_strikes"] == expected.get("dropped", 0)
    assert values["p_knocked_out"] == expected.get("knocked out", 0)
    assert values["expected_strikes"] == expected["successes"]


@pytest.mark.parametrize("more", [{}, {"strategy": "take_item"}, {**STRIKES, "strike_damage": 2, "target_health": 3}])
def test_the_ends_add_up_and_are_what_is_rolled(more: dict[str, Any]) -> None:
    values, answer = ask(TACKLE, **SIDES, **more), tackle(TACKLE.parse({**SIDES, **more}))
    ends = answer.odds().dist(answer.outcome)

    named = {"Unconscious": "p_knocked_out", "Broke free": "p_broke_free", "Down": "p_dropped_by_strikes"}
    assert sum(values[name] for name in named.values()) == values["p_tackle"]
    assert all(ends.get(end, 0) == values[name] for end, name in named.items())
    assert ends["No hold"] == 1 - values["p_tackle"]


def test_the_chance_once_held_leaves_the_tackle_out() -> None:
    values = ask(TACKLE, **SIDES)
    assert values["p_ko_given_tackle"] == values["p_knocked_out"] / values["p_tackle"]


def test_a_strike_without_its_rolls_is_refused() -> None:
    assert refused(TACKLE, **SIDES, strategy="strike") == ("strike", "missing_field")
    assert refused(TACKLE, **SIDES, strategy="strike", strike={}) == ("strike_defence", "missing_field")
