"""Maneuvers: what each side adds, how far a push goes, and moving through enemies."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.obss.checks.opposed import OPPOSED_CHECK
from pyrules.games.obss.maneuvers.maneuver_answer import MANEUVER
from pyrules.games.obss.maneuvers.push import PUSH_DISTANCE

from ..asking import ask, refused
from .by_hand import THREE

CHECK = ("dc", "p_success", "p_failure", "p_critical_success", "p_critical_failure")


def plain(attacker: int, defender: int, **more: Any) -> dict[str, Any]:
    """The opposed check that a maneuver comes to."""
    values = ask(OPPOSED_CHECK, attacker_mod=attacker, defender_mod=defender, **more)
    return {name: values[name] for name in CHECK}


def maneuver(kind: str, **inputs: Any) -> dict[str, Any]:
    values = ask(MANEUVER, **{"kind": kind, "attacker_mod": 6, "defender_mod": 4, **inputs})
    return {name: values[name] for name in CHECK}


@pytest.mark.parametrize("mode", ["passive", "rolled"])
@pytest.mark.parametrize("tie", ["defender", "attacker"])
def test_a_maneuver_is_an_opposed_check(mode: str, tie: str) -> None:
    assert maneuver("feint", mode=mode, tie=tie) == plain(6, 4, mode=mode, tie=tie)


def test_the_larger_weapon_counts_in_a_disarm_alone() -> None:
    assert maneuver("disarm", weapon_size_steps=2) == plain(10, 4)
    assert maneuver("disarm", weapon_size_steps=-2) == plain(6, 8)
    assert maneuver("feint", weapon_size_steps=2) == plain(6, 4)


def test_legs_beyond_two_count_in_a_trip_alone() -> None:
    assert maneuver("trip", attacker_legs=4) == plain(8, 4)
    assert maneuver("trip", defender_legs=8) == plain(6, 10)
    assert maneuver("trip", defender_legs=0) == plain(6, 4)
    assert maneuver("push", attacker_legs=4) == plain(6, 4)


@pytest.mark.parametrize("kind", ["push", "grapple", "trip"])
@pytest.mark.parametrize("steps", [-2, 1])
def test_the_larger_body_has_more_dice(kind: str, steps: int) -> None:
    assert maneuver(kind, size_steps=steps) == plain(6, 4, size_steps=steps)


@pytest.mark.parametrize("kind", ["disarm", "feint"])
def test_size_is_no_help_with_weapons_and_wits(kind: str) -> None:
    assert maneuver(kind, size_steps=3) == plain(6, 4)


def test_each_attack_before_costs_five() -> None:
    assert maneuver("grapple", attack_index=2) == plain(-4, 4)


def test_only_the_inputs_of_a_maneuver_are_explained() -> None:
    known = {"push": "expected_metres", "grapple": "p_restrained", "move_through": "p_pass_all"}
    for kind in ("disarm", "feint", "push", "grapple", "trip", "move_through"):
        values = ask(MANEUVER, kind=kind, attacker_mod=6, defender_mod=4)
        assert {other for other, name in known.items() if values[name] is not None} == {kind} & known.keys()


# Push.


def meters_by_hand(need: int, per_point: Fraction, most: int) -> dict[int, Fraction]:
    """How far it goes, roll by roll; three 6s below the target succeed, but move nobody."""
    found: dict[int, Fraction] = {}
    for shown, p in THREE.items():
        won = not shown.ones and shown.total > need
        meters = min(most, int((shown.total - need) * per_point)) if won else 0
        found[meters] = found.get(meters, Fraction(0)) + p
    return found


@pytest.mark.parametrize(("throw", "per_point"), [(False, Fraction(1, 2)), (True, Fraction(3, 10))])
@pytest.mark.parametrize("speed", [0, 4, 9])
def test_a_push_goes_as_far_as_counted_by_hand(throw: bool, per_point: Fraction, speed: int) -> None:
    values = ask(MANEUVER, kind="push", attacker_mod=5, defender_mod=6, throw=throw, speed=speed)
    by_hand = meters_by_hand(11, per_point, speed)
    assert values["metres"] == {str(meters): by_hand[meters] for meters in sorted(by_hand)}
    assert values["expected_metres"] == sum(meters * p for meters, p in by_hand.items())
    assert values["p_at_least_metres"]["3"] == sum(p for meters, p in by_hand.items() if meters >= 3)


@pytest.mark.parametrize(("margin", "pushed", "thrown"), [(0, 0, 0), (2, 1, 0), (4, 2, 1), (7, 3, 2), (40, 9, 9)])
def test_points_of_success_are_whole_meters_up_to_the_movement(margin: int, pushed: int, thrown: int) -> None:
    assert ask(PUSH_DISTANCE, margin=margin)["metres"] == pushed
    assert ask(PUSH_DISTANCE, margin=margin, throw=True)["metres"] == thrown


def test_the_points_it_takes_are_the_fewest_that_do() -> None:
    for throw in (False, True):
        for row in ask(PUSH_DISTANCE, margin=0, throw=throw)["table"]:
            reached = ask(PUSH_DISTANCE, margin=row["points"], throw=throw)["metres"]
            assert reached == row["metres"] > ask(PUSH_DISTANCE, margin=row["points"] - 1, throw=throw)["metres"]


# Moving through enemies.


EACH = {"kind": "move_through", "pass_checks": "each_creature"}


def test_each_further_enemy_is_two_harder_and_all_must_be_passed() -> None:
    values = ask(
        MANEUVER, kind="move_through", attacker_mod=7, defender_mod=0, enemies=[3, 1, 4], pass_checks="each_creature"
    )
    checks = [plain(7, 3), plain(7, 1 + 2), plain(7, 4 + 4)]
    assert values["checks"] == checks
    first, second, third = (check["p_success"] for check in checks)
    assert values["p_pass_all"] == first * second * third
    assert values["p_stopped_at"] == [1 - first, first * (1 - second), first * second * (1 - third)]
    assert sum(values["p_stopped_at"]) + values["p_pass_all"] == 1


def test_only_criticals_throughout_save_the_action() -> None:
    values = ask(
        MANEUVER, kind="move_through", attacker_mod=9, defender_mod=0, enemies=[2, 2], pass_checks="each_creature"
    )
    first, second = (check["p_critical_success"] for check in values["checks"])
    assert values["p_action_refunded"] == first * second


def test_each_creature_passed_beyond_the_first_increases_the_difficulty_of_one_check_by_two() -> None:
    """Perform an Opposed Check; each creature passed beyond the first, the difficulty increases by +2."""
    values = ask(MANEUVER, kind="move_through", attacker_mod=7, defender_mod=0, enemies=[3, 1, 4])
    check = plain(7, 4 + 2 * 2)
    assert values["checks"] == [check]
    assert (values["p_pass_all"], values["p_works"]) == (check["p_success"], check["p_success"])
    assert values["p_stopped_at"] == [check["p_failure"]]
    assert values["p_action_refunded"] == check["p_critical_success"]


def test_three_reflex_saves_of_4_are_one_check_at_four_more() -> None:
    values = ask(MANEUVER, kind="move_through", attacker_mod=6, defender_mod=4, enemies=[4, 4, 4])
    assert float(values["p_pass_all"]) == pytest.approx(0.393, abs=5e-4)


def test_ground_in_reach_of_attack_that_one_passes_alongside_is_a_table_rule() -> None:
    beside = {"kind": "move_through", "attacker_mod": 5, "defender_mod": 3, "alongside": True}
    assert ask(MANEUVER, **beside)["difficult_terrain"] is True
    assert ask(MANEUVER, **beside, reach_is_difficult=False)["difficult_terrain"] is False
    assert ask(MANEUVER, **{**beside, "alongside": False}, reach_is_difficult=False)["difficult_terrain"] is True


def test_passing_needs_an_opponent() -> None:
    both = {"kind": "move_through", "attacker_mod": 1, "defender_mod": 1}
    assert refused(MANEUVER, **both, enemies=[]) == ("enemies", "out_of_range")
    assert ask(MANEUVER, **both)["p_pass_all"] == ask(MANEUVER, **both, enemies=[1])["p_pass_all"]


@pytest.mark.parametrize(("steps", "hard"), [(0, True), (1, True), (2, False)])
def test_much_smaller_enemies_are_no_difficult_terrain(steps: int, hard: bool) -> None:
    values = ask(MANEUVER, kind="move_through", attacker_mod=5, defender_mod=3, size_steps=steps)
    assert values["difficult_terrain"] is hard


@pytest.mark.parametrize("mode", ["passive", "rolled"])
def test_a_rolled_maneuver_knows_how_likely_it_was(mode: str) -> None:
    inputs = {**EACH, "attacker_mod": 8, "defender_mod": 0, "enemies": [3, 5], "mode": mode}
    values, generator = ask(MANEUVER, **inputs), random.Random(3)
    chances = {
        "Success": values["p_pass_all"] - values["p_action_refunded"],
        "Critical success": values["p_action_refunded"],
    }
    met = set()
    for _ in range(60):
        roll = MANEUVER.roll(MANEUVER.parse(inputs), lambda sides: generator.randint(1, sides))
        met.add(roll.outcome)
        assert roll.chance == chances.get(roll.outcome, roll.chance)
    assert met >= {"Success", "Critical success", "Failure"}
