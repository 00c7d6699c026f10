"""Attack options: two weapons, charges and weapons set against them, aim, shots and throws, and the coup de grace."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.obss.attack.attack import ATTACK
from pyrules.games.obss.attack.charge import CHARGE
from pyrules.games.obss.attack.counter_charge import COUNTER_CHARGE
from pyrules.games.obss.attack.ranged_shot import RANGED_SHOT
from pyrules.games.obss.attack.strike import STRIKE
from pyrules.games.obss.attack.two_attacks import TWO_WEAPON
from pyrules.games.obss.life.coup_de_grace import COUP_DE_GRACE
from pyrules.games.obss.modifiers.aim import AIM

from ..asking import ask, refused, rolled

# Two weapons.


def test_hands_take_turns_and_a_heavy_second_weapon_costs_three() -> None:
    light = ask(TWO_WEAPON, bonus=18, strength=0)
    heavy = ask(TWO_WEAPON, bonus=18, strength=0, secondary_light=False)
    assert light["penalties"] == [0, -5, -10, -15]
    assert heavy["penalties"] == [0, -8, -10, -18]
    assert light["hands"] == ["primary", "secondary", "primary", "secondary"]


def test_a_single_attack_has_no_penalty_whatever_the_second_weapon() -> None:
    assert ask(TWO_WEAPON, bonus=18, strength=0, secondary_light=False, actions=1)["penalties"] == [0]


@pytest.mark.parametrize(("strength", "halved"), [(5, 2), (1, 0), (0, 0), (-3, -3)])
def test_strength_is_halved_in_the_second_hand_unless_it_takes(strength: int, halved: int) -> None:
    assert ask(TWO_WEAPON, bonus=5, strength=strength)["strength_damage"] == [strength, halved]


def test_a_guarding_weapon_makes_no_attack() -> None:
    guarding = ask(TWO_WEAPON, bonus=12, strength=4, defend_with_secondary=True, secondary_light=False)
    assert (guarding["defense"], guarding["hands"]) == (1, ["primary"] * 3)
    assert guarding["strength_damage"] == [4, 4, 4]


def test_each_attack_is_a_strike_of_its_own() -> None:
    values = ask(TWO_WEAPON, bonus=9, strength=3, target_defense=15, weapon="1d10", secondary_weapon="1d4", actions=2)
    first = ask(STRIKE, modifier=9, defense=15, weapon="1d10", damage_bonus=3)
    second = ask(STRIKE, modifier=4, defense=15, weapon="1d4", damage_bonus=1)
    assert [row["p_hit"] for row in values["attacks"]] == [first["p_hit"], second["p_hit"]]
    assert [row["damage"] for row in values["attacks"]] == ["1d10+3", "1d4+1"]
    assert values["expected_damage"] == first["expected_damage"] + second["expected_damage"]
    assert values["p_any_hit"] == 1 - (1 - first["p_hit"]) * (1 - second["p_hit"])


def test_without_a_defense_there_are_no_odds_and_no_roll() -> None:
    values = ask(TWO_WEAPON, bonus=9, strength=3)
    assert (values["p_any_hit"], values["expected_damage"]) == (None, None)
    for calculator, inputs in ((TWO_WEAPON, {"bonus": 9, "strength": 3}), (CHARGE, {"distance": 6, "speed": 9})):
        with pytest.raises(ValueError, match="Defense"):
            calculator.roll(calculator.parse(inputs), lambda sides: 1)


# Charge.


def test_attacks_of_a_charge_drop_by_ten_and_then_by_five() -> None:
    values = ask(CHARGE, distance=9, speed=9, bonus=30, actions=4)
    assert (values["attack_bonuses"], values["dice"]) == ([30, 20, 15], [4, 3, 3])
    assert ask(CHARGE, distance=9, speed=9, bonus=9, actions=4)["attack_bonuses"] == [9]
    assert ask(CHARGE, distance=9, speed=9, bonus=-5, actions=2)["attack_bonuses"] == [-5]


def test_the_die_of_a_charge_and_a_set_weapon_count() -> None:
    values = ask(CHARGE, distance=9, speed=9, bonus=8, target_defense=16, set_trait=True)
    attack = ask(ATTACK, modifier=8, defense=16, dice=4, extra_crits=1)
    assert values["p_first"] == attack["p_hit"]
    assert values["attacks"][0]["crits"] == attack["expected_crits"]


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        ({"distance": 2}, "distance"),
        ({"distance": 19}, "distance"),
        ({"distance": 9, "difficult": True}, "difficult"),
    ],
)
def test_where_nobody_charges(inputs: dict[str, Any], field: str) -> None:
    assert refused(CHARGE, speed=9, **inputs) == (field, "not_allowed")


def test_the_limits_of_a_charge_are_still_in_it() -> None:
    for distance in (3, 18):
        ask(CHARGE, distance=distance, speed=9)
    ask(CHARGE, distance=9, speed=9, difficult=True, rhino=True)


@pytest.mark.parametrize(("mine", "theirs", "first"), [(2, 1, True), (1, 1, False), (1, 2, False)])
def test_the_longer_reach_strikes_first(mine: int, theirs: int, first: bool) -> None:
    values = ask(COUNTER_CHARGE, setter_reach=mine, charger_reach=theirs, bonus=6, target_defense=14)
    assert values["attack_before_charger"] == first
    assert (values["p_hit"] is not None) == first
    if first:
        assert values["p_hit"] == ask(ATTACK, modifier=6, defense=14, dice=2)["p_hit"]


def test_only_a_set_weapon_and_a_free_reaction_will_do() -> None:
    reach = {"setter_reach": 2, "charger_reach": 1}
    assert refused(COUNTER_CHARGE, **reach, weapon_has_set_trait=False) == ("weapon_has_set_trait", "not_allowed")
    assert refused(COUNTER_CHARGE, **reach, reaction_free=False) == ("reaction_free", "not_allowed")


# Aim and range.


@pytest.mark.parametrize(("rounds", "bonus"), [(0, 0), (1, 1), (2, 2), (3, 4)])
def test_the_last_round_of_aiming_counts_and_moving_loses_it(rounds: int, bonus: int) -> None:
    assert ask(AIM, rounds_aimed=rounds)["bonus"] == bonus
    assert ask(AIM, rounds_aimed=rounds, moved=True)["bonus"] == 0
    assert ask(RANGED_SHOT, distance=5, range_m=10, aim_rounds=rounds)["attack_flat"] == bonus


@pytest.mark.parametrize(
    ("distance", "tier", "penalty"), [(0, 1, 0), (6, 1, 0), (7, 2, -6), (12, 2, -6), (13, 3, -12), (18, 3, -12)]
)
def test_each_range_beyond_the_first_costs_six(distance: int, tier: int, penalty: int) -> None:
    values = ask(RANGED_SHOT, distance=distance, range_m=6)
    assert (values["range_tier"], values["attack_flat"]) == (tier, penalty)


def test_bought_ranges_shift_the_penalties_and_the_end() -> None:
    assert refused(RANGED_SHOT, distance=19, range_m=6) == ("distance", "not_allowed")
    assert ask(RANGED_SHOT, distance=19, range_m=6, extra_increments=1)["attack_flat"] == -12
    assert ask(RANGED_SHOT, distance=12, range_m=6, extra_increments=1)["attack_flat"] == 0


def test_cover_grows_with_the_creatures_in_the_way() -> None:
    covers = [ask(RANGED_SHOT, distance=5, range_m=9, creatures_in_line=n)["cover_defense"] for n in range(6)]
    assert covers == [0, 2, 4, 8, 14, 20]


def test_two_who_fight_in_plain_view_give_no_cover() -> None:
    open_fight = {"distance": 5, "range_m": 9, "creatures_in_line": 1, "both_facing": True}
    assert ask(RANGED_SHOT, **open_fight, target_engaged=True)["cover_defense"] == 0
    assert ask(RANGED_SHOT, **open_fight)["cover_defense"] == 2  # nobody fights


def test_the_odds_are_those_of_the_attack_it_comes_to() -> None:
    values = ask(
        RANGED_SHOT,
        distance=30,
        range_m=20,
        creatures_in_line=2,
        threatened=True,
        thrown_not_throwable=True,
        aim_rounds=3,
        target_engaged=True,
        modifier=12,
        dice=5,
        target_defense=13,
    )
    attack = ask(ATTACK, modifier=12 - 6 - 2 + 4, defense=13 + 4, dice=5 - 2)
    assert (values["p_hit"], values["p_hits_another"]) == (attack["p_hit"], attack["p_critical_failure"])
    assert values["bands"][1]["p_hit"] == values["p_hit"]


def test_farther_is_never_better() -> None:
    bands = ask(RANGED_SHOT, distance=1, range_m=10, extra_increments=3, modifier=9, target_defense=15)["bands"]
    chances = [band["p_hit"] for band in bands]
    assert chances == sorted(chances, reverse=True)
    assert [band["up_to"] for band in bands] == [10, 20, 30, 40, 50, 60]


# Coup de grace.


def test_a_coup_de_grace_is_four_rolls_that_hit_for_certain() -> None:
    """Four dice of 6, which never explode, counted one way after the other."""
    sums = [max(1, sum(faces) - 10) for faces in product(range(1, 7), repeat=4)]
    values = ask(COUP_DE_GRACE, weapon="1d6", damage_bonus=-10, hp=5, target_con=-3)
    assert (values["min"], values["max"]) == (min(sums), max(sums))
    assert values["mean"] == Fraction(sum(sums), len(sums))
    assert values["p_to_zero_or_less"] == Fraction(sum(n >= 5 for n in sums), len(sums))
    assert values["p_killed_outright"] == Fraction(sum(n >= 10 for n in sums), len(sums))  # dead at -5


def test_what_adds_criticals_to_a_hit_adds_them_to_a_coup_de_grace() -> None:
    four = [max(1, sum(faces)) for faces in product(range(1, 7), repeat=5)]
    assert ask(COUP_DE_GRACE, weapon="1d6", extra_crits=1)["mean"] == Fraction(sum(four), len(four))
    at_most = ask(COUP_DE_GRACE, weapon="1d6", damage_bonus=2, extra_crits=2, highest_crits=True)
    assert (at_most["min"], at_most["max"]) == (1 + 5 * 6 + 2, 6 + 5 * 6 + 2)


def test_every_way_the_dice_can_fall_adds_up_to_the_odds() -> None:
    inputs = {"weapon": "1d8", "damage_bonus": 1, "hp": 18, "target_con": 0, "ed": 7}
    values, outcomes = ask(COUP_DE_GRACE, **inputs), rolled(COUP_DE_GRACE, **inputs)
    assert outcomes["Killed outright"] == values["p_killed_outright"]
    assert 1 - outcomes["Still above 0"] == values["p_to_zero_or_less"]


def test_who_is_already_below_zero_needs_less_to_die() -> None:
    values = ask(COUP_DE_GRACE, weapon="1d4", hp=-3, target_con=1)
    assert values["p_to_zero_or_less"] == 1
    nine = Fraction(sum(sum(faces) >= 9 for faces in product(range(1, 5), repeat=4)), 4**4)
    assert values["p_killed_outright"] == nine  # from -3 to -12


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        ({"helpless": False}, "helpless"),
        ({"ranged": True, "adjacent": False}, "adjacent"),
        ({"ranged": True, "bow_or_crossbow": False}, "bow_or_crossbow"),
        ({"ed": 8}, "ed"),
    ],
)
def test_what_no_coup_de_grace_is(inputs: dict[str, Any], field: str) -> None:
    assert refused(COUP_DE_GRACE, weapon="1d6", **inputs) == (field, "not_allowed")


def test_regardless_of_whether_the_primary_or_secondary_weapon_attacks_once_it_has_the_full_bonus() -> None:
    held = {"bonus": 20, "strength": 3, "secondary_light": False, "first_hand": "secondary"}
    one = ask(TWO_WEAPON, **held, actions=1)
    assert (one["penalties"], one["hands"], one["strength_damage"]) == ([0], ["secondary"], [1])


def test_the_second_hand_may_attack_first_at_its_own_penalty() -> None:
    held = {"bonus": 20, "strength": 3, "secondary_light": False, "first_hand": "secondary"}
    values = ask(TWO_WEAPON, **held, actions=3)
    assert values["hands"][:3] == ["secondary", "primary", "secondary"]
    assert values["penalties"][:3] == [-3, -5, -13]
    assert ask(TWO_WEAPON, **held, actions=3, defend_with_secondary=True)["hands"][0] == "primary"
