"""How many attacks in one round, many rounds, and bodyguards behave."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyrules
from pyrules import InvalidInput
from pyrules.engine.calculator import Calculator
from pyrules.engine.inputs import ReadContext, read_record
from pyrules.games.wwn.attack.duration import DUEL, ROUNDS_TO_DROP
from pyrules.games.wwn.attack.strike import Attack
from pyrules.games.wwn.attack.volley import harms, volley
from pyrules.games.wwn.defense.defense import DISENGAGE, TOTAL_DEFENSE
from pyrules.games.wwn.defense.screen import SCREEN

from ..asking import calls_in
from ..strategies import of_record

SPEAR = {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 15}, "target_ac": 14}
BOW = {"weapon": {"damage": "1d8", "kind": "ranged", "hands": 2}, "target_ac": 14}
HOPELESS = {"weapon": {"damage": "1d8"}, "target_ac": 40}


def values(calculator: Calculator[Any], inputs: dict[str, Any]) -> dict[str, Any]:
    return calculator.answer(calculator.parse(inputs)).values


def refusal(calculator: Calculator[Any], inputs: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(InvalidInput) as refused:
        calculator.parse(inputs)
    assert refused.value.text.endswith(".")
    return refused.value.field, refused.value.code


# Shields


def hurt(attacks: list[dict[str, Any]], **inputs: Any) -> dict[str, Any]:
    return values(TOTAL_DEFENSE, {"incoming": attacks, "hp": 6, **inputs})["normal"]


def test_a_shield_stops_the_first_shock_and_no_other() -> None:
    miss = {**SPEAR, "misc_hit": -20}

    assert hurt([miss], shield=True)["damage"] == {"0": 1}
    assert hurt([miss, miss], shield=True)["damage"] == {"2": 1}
    assert hurt([miss, miss])["damage"] == {"4": 1}


def test_a_hit_leaves_the_shield_ready() -> None:
    hit, miss = {**SPEAR, "misc_hit": 20}, {**SPEAR, "misc_hit": -20}

    assert hurt([hit, miss], shield=True) == hurt([hit], shield=True)


def test_a_ready_shield_takes_away_a_floor_that_hangs_on_shock() -> None:
    hit = {**SPEAR, "misc_hit": 20, "floor_mode": "shock_applies"}

    assert hurt([hit])["damage"]["2"] == Fraction(1, 3)
    assert hurt([hit], shield=True)["damage"]["1"] == Fraction(1, 6)
    assert hurt([{**hit, "floor_mode": "always"}], shield=True)["damage"]["2"] == Fraction(1, 3)


def test_attacks_that_do_no_shock_do_not_use_the_shield_up() -> None:
    arrow, miss = {**BOW, "misc_hit": -20}, {**SPEAR, "misc_hit": -20}

    assert hurt([arrow, miss], shield=True)["damage"] == {"0": 1}


# Total Defense and getting away


def test_total_defense_never_hurts() -> None:
    for attack in (SPEAR, BOW, {**SPEAR, "class_bonus": 20}):
        answer = values(TOTAL_DEFENSE, {"incoming": [attack, attack], "hp": 6})
        assert answer["mean_prevented"] >= 0
        assert answer["p_down_defending"] <= answer["p_down_normal"]


def test_total_defense_needs_an_unspent_main_action() -> None:
    inputs = {"incoming": [SPEAR], "hp": 6, "main_available": False}

    assert refusal(TOTAL_DEFENSE, inputs) == ("main_available", "not_allowed")


def test_a_fighting_withdrawal_costs_a_main_action_and_no_blood() -> None:
    run = values(DISENGAGE, {"foes": [SPEAR, SPEAR], "hp": 5})
    withdraw = values(DISENGAGE, {"foes": [SPEAR, SPEAR], "hp": 5, "fighting_withdrawal": True})

    assert (run["free_attacks"], run["actions_spent"]) == (2, ["move"])
    assert (withdraw["free_attacks"], withdraw["actions_spent"]) == (0, ["main", "move"])
    assert (withdraw["damage"], withdraw["p_down"]) == ({"0": 1}, 0)


def test_only_foes_in_melee_strike_at_a_fleeing_target() -> None:
    assert refusal(DISENGAGE, {"foes": [SPEAR, BOW], "hp": 5}) == ("foes.1.weapon.kind", "not_allowed")


# Rounds


def test_the_curve_rises_to_what_is_left() -> None:
    answer = values(ROUNDS_TO_DROP, {"attacks": [SPEAR], "hp": 20, "horizon": 12})
    curve = answer["p_dropped_by_round"]

    assert len(curve) == 12
    assert curve == sorted(curve)
    assert answer["p_still_up"] == 1 - curve[-1]


def test_the_median_is_found_beyond_the_curve_too() -> None:
    slow = {**BOW, "misc_hit": -6}
    long = values(ROUNDS_TO_DROP, {"attacks": [slow], "hp": 9, "horizon": 100})
    short = values(ROUNDS_TO_DROP, {"attacks": [slow], "hp": 9, "horizon": 1})

    reached = next(n for n, p in enumerate(long["p_dropped_by_round"], 1) if p >= Fraction(1, 2))
    assert long["median_rounds"] == short["median_rounds"] == reached


def test_a_fight_that_never_ends_is_refused() -> None:
    assert refusal(ROUNDS_TO_DROP, {"attacks": [HOPELESS], "hp": 5}) == ("attacks", "not_allowed")
    hopeless = {"attacks": [HOPELESS], "hp": 5}
    assert refusal(DUEL, {"a": hopeless, "b": hopeless}) == ("a.attacks", "not_allowed")


def test_a_shield_that_stops_every_shock_makes_a_fight_endless() -> None:
    only_shock = {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": "any"}, "target_ac": 40}

    assert values(ROUNDS_TO_DROP, {"attacks": [only_shock], "hp": 5})["mean_rounds"] == 3
    assert refusal(ROUNDS_TO_DROP, {"attacks": [only_shock], "hp": 5, "shield": True}) == ("attacks", "not_allowed")


# Duels


def side(attack: dict[str, Any], hp: int, **more: Any) -> dict[str, Any]:
    return {"attacks": [attack], "hp": hp, **more}


def test_acting_first_is_an_advantage() -> None:
    sides = {"a": side(SPEAR, 10), "b": side(SPEAR, 10)}
    first, second, even = (values(DUEL, {**sides, "first": who})["p_a_wins"] for who in ("a", "b", "even"))

    assert first > even > second
    assert first + second == 1
    assert even == Fraction(1, 2)


def test_the_order_of_a_duel_changes_who_wins_and_not_how_long_it_takes() -> None:
    sides = {"a": side(SPEAR, 12), "b": side(BOW, 9)}

    assert len({values(DUEL, {**sides, "first": who})["mean_rounds"] for who in ("a", "b", "even")}) == 1


def test_more_hit_points_never_hurt() -> None:
    wins = [values(DUEL, {"a": side(SPEAR, hp), "b": side(BOW, 10)})["p_a_wins"] for hp in (5, 10, 15, 20)]

    assert wins == sorted(wins)


def test_a_side_that_cannot_be_hurt_wins() -> None:
    answer = values(DUEL, {"a": side(SPEAR, 5), "b": side(HOPELESS, 5)})

    assert (answer["p_a_wins"], answer["p_b_wins"]) == (1, 0)


def test_a_shield_helps_the_one_who_holds_it() -> None:
    bare = values(DUEL, {"a": side(SPEAR, 12), "b": side(SPEAR, 12)})
    shielded = values(DUEL, {"a": side(SPEAR, 12), "b": side(SPEAR, 12, shield=True)})

    assert shielded["p_b_wins"] > bare["p_b_wins"]


@pytest.mark.parametrize("first", ["a", "b", "even"])
def test_the_curves_of_a_duel_end_in_what_is_left(first: str) -> None:
    answer = values(DUEL, {"a": side(SPEAR, 12), "b": side(BOW, 9), "first": first})
    curves = answer["wins_by_round"]

    for a_wins, b_wins, undecided in zip(*curves.values(), strict=True):
        assert a_wins + b_wins + undecided == 1
    assert answer["p_undecided"] == curves["undecided"][-1] <= Fraction(1, 100)
    assert 0 <= answer["p_a_wins"] - curves["a_wins"][-1] <= answer["p_undecided"]


def test_a_wrong_attack_of_a_duelist_is_named_by_its_place() -> None:
    two = {"attacks": [SPEAR, {**SPEAR, "circumstances": ["long_range"]}], "hp": 5}

    assert refusal(DUEL, {"a": side(SPEAR, 5), "b": two}) == ("b.attacks.1.circumstances", "not_allowed")


# Screens


def screen(**inputs: Any) -> dict[str, Any]:
    return {"attackers": [{"skill": 1}], "screeners": [{"skill": 1}], **inputs}


def test_every_attack_has_a_target() -> None:
    answer = values(
        SCREEN, screen(attackers=[{"skill": 1}, {"skill": 2}], screeners=[{"skill": 1}, {"skill": 1}, {"skill": 2}])
    )

    for row in answer["attackers"]:
        assert row["p_ally"] + sum(row["p_screeners"]) == 1


def test_a_screener_stops_no_more_attackers_than_the_skill_allows() -> None:
    answer = values(SCREEN, screen(attackers=[{}, {}], screeners=[{"skill": 1, "misc": 10}]))

    assert [row["p_ally"] for row in answer["attackers"]] == [0, 1]


def test_a_given_capacity_takes_the_place_of_the_skill() -> None:
    two = values(SCREEN, screen(attackers=[{}, {}], screeners=[{"skill": 1, "misc": 10, "capacity": 2}]))
    none = values(SCREEN, screen(screeners=[{"skill": 1, "misc": 10, "capacity": 0}]))

    assert [row["p_ally"] for row in two["attackers"]] == [0, 0]
    assert none["attackers"][0]["p_ally"] == 1


def test_equals_share_the_blows_evenly() -> None:
    answer = values(SCREEN, screen(screeners=[{"skill": 1}] * 4))

    assert len(set(answer["attackers"][0]["p_screeners"])) == 1


def test_without_every_attack_there_is_no_damage_to_tell() -> None:
    spear = {"weapon": SPEAR["weapon"]}
    known = values(SCREEN, screen(attackers=[{"attack": spear}, {"attack": spear}]))
    unknown = values(SCREEN, screen(attackers=[{"attack": spear}, {}]))

    assert known["ally_mean_damage"] < known["ally_mean_damage_unscreened"]
    assert known["screener_mean_damage"] == sum(row["mean_damage"] for row in known["by_screener"])
    assert unknown["ally_mean_damage"] is None
    assert unknown["screener_mean_damage"] is None


def test_a_screened_attack_has_no_ac_of_its_own_and_still_cannot_be_impossible() -> None:
    attack = {"weapon": SPEAR["weapon"], "circumstances": ["long_range"]}

    assert refusal(SCREEN, screen(attackers=[{"attack": attack}])) == (
        "attackers.0.attack.circumstances",
        "not_allowed",
    )
    assert refusal(SCREEN, screen(attackers=[{"attack": SPEAR}])) == ("attackers.0.attack.target_ac", "unknown_field")


def test_screening_needs_skill_and_nearness() -> None:
    assert refusal(SCREEN, screen(screeners=[{"skill": 1}, {"skill": 0}])) == ("screeners.1.skill", "not_allowed")
    assert refusal(SCREEN, screen(distance_ft=11)) == ("distance_ft", "not_allowed")


def test_rolled_screens_agree_with_their_odds() -> None:
    dice = Random(3)
    inputs = SCREEN.parse(screen(attackers=[{"skill": 1}], screeners=[{"skill": 1}, {"skill": 2}]))
    p_ally = values(SCREEN, screen(screeners=[{"skill": 1}, {"skill": 2}]))["attackers"][0]["p_ally"]

    rolls = [SCREEN.roll(inputs, lambda sides: dice.randint(1, sides)) for _ in range(300)]
    through = [roll for roll in rolls if roll.outcome == "1 of 1 reach the ally"]

    assert all(roll.chance == p_ally for roll in through)
    assert abs(Fraction(len(through), len(rolls)) - p_ally) < Fraction(9, 100)


@settings(max_examples=60, deadline=None)
@given(st.lists(of_record(Attack), min_size=1, max_size=3), st.booleans())
def test_harm_is_explained_without_a_sum_of_damage(raw: list[dict[str, Any]], shield: bool) -> None:
    at = ReadContext("", "", [])
    attacks = [read_record(Attack, one, at) for one in raw]

    assert harms(attacks, shield=shield) == any(points > 0 for points in volley(attacks, shield=shield).weights)


HUGE = {"weapon": {"damage": "20d10-100", "shock": 30, "shock_ac": "any"}, "target_ac": 20}


@pytest.mark.parametrize(
    ("calculator", "inputs"),
    [
        ("wwn.grapple_race", {"defender": {}, "grapplers": [{"unarmed": "20d10-100"}] * 6, "hp": 100}),
        ("wwn.rounds_to_drop", {"attacks": [HUGE] * 4, "hp": 500, "horizon": 100, "shield": True}),
        ("wwn.snap", {"attack": HUGE, "target_hp": 500, "shooters": 4}),
    ],
)
def test_huge_dice_are_answered_in_at_most_two_million_calls(calculator: str, inputs: dict[str, Any]) -> None:
    """About half a million are needed, which is a second's work; stepping through every total took minutes."""
    assert calls_in(lambda: pyrules.answer(calculator, inputs), at_most=2_000_000)
