"""How swarms, Snap Attacks, charges and executions behave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules import InvalidInput
from pyrules.engine.calculator import Calculator
from pyrules.games.wwn.attack.attack import ATTACK
from pyrules.games.wwn.attack.charge import CHARGE
from pyrules.games.wwn.attack.execution import EXECUTION
from pyrules.games.wwn.attack.snap import SNAP
from pyrules.games.wwn.attack.swarm import SWARM

CLUB = {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 18}
BOW = {"weapon": {"damage": "1d8", "kind": "ranged", "hands": 2}, "target_ac": 14}


def values(calculator: Calculator[Any], inputs: dict[str, Any]) -> dict[str, Any]:
    return calculator.answer(calculator.parse(inputs)).values


def refusal(calculator: Calculator[Any], inputs: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(InvalidInput) as refused:
        calculator.parse(inputs)
    assert refused.value.text.endswith(".")
    return refused.value.field, refused.value.code


def swarm(participants: int = 3, *, attack: dict[str, Any] | None = None, **inputs: Any) -> dict[str, Any]:
    return values(SWARM, {"attack": CLUB | (attack or {}), "participants": participants, **inputs})


# Swarms


def test_each_assailant_up_to_a_maximum_of_four_and_so_at_least_two() -> None:
    for count in (1, 5):
        assert refusal(SWARM, {"attack": CLUB, "participants": count}) == ("participants", "out_of_range")


def test_a_swarm_of_two_gains_from_the_other_one() -> None:
    both = swarm(2)

    assert (both["hit_bonus_from_swarm"], both["damage_bonus_from_swarm"], both["shock_on_miss"]) == (2, 1, 2)


def test_counting_everyone_reaches_the_cap_with_one_fewer() -> None:
    assert swarm(4)["hit_bonus_from_swarm"] == swarm(3, bonus_mode="each")["hit_bonus_from_swarm"] == 6
    assert swarm(4, bonus_mode="each")["hit_bonus_from_swarm"] == 6
    assert swarm(4, bonus_mode="each")["damage_bonus_from_swarm"] == 3


def test_only_total_defense_stops_a_swarms_shock() -> None:
    assert swarm(attack={"shock_immune": True})["shock_on_miss"] == 2
    assert swarm(total_defense=True)["shock_on_miss"] == 0


def test_a_weapon_without_shock_does_none_in_a_swarm_either() -> None:
    assert swarm(attack={"weapon": {"damage": "1d6"}})["shock_on_miss"] == 0


def test_a_swarm_never_lifts_a_blow_above_what_the_weapon_can_do() -> None:
    swarmed = swarm(4, attack={"attr_mod": 1, "target_ac": 10})

    assert swarmed["max_damage"] == 7 == max(map(int, swarmed["damage"]))


def test_apart_each_attacks_as_usual() -> None:
    plain = values(ATTACK, {**CLUB, "target_ac": 12})["mean"]

    assert swarm(4, attack={"target_ac": 12})["mean_if_all_attack_separately"] == 4 * plain


@pytest.mark.parametrize("one", ["charge", "snap"])
def test_a_swarm_neither_charges_nor_snaps(one: str) -> None:
    inputs = {"attack": {**CLUB, "circumstances": [one]}, "participants": 2}

    assert refusal(SWARM, inputs) == ("attack.circumstances.0", "not_allowed")


# Snap Attacks


def test_a_snap_is_the_attack_with_its_penalty() -> None:
    snapped = values(SNAP, {"attack": CLUB | {"target_ac": 12}, "target_hp": 5})
    plain = values(ATTACK, {**CLUB, "target_ac": 12})
    hasty = values(ATTACK, {**CLUB, "target_ac": 12, "circumstances": ["snap"]})

    assert (snapped["normal_mean"], snapped["snap_mean"]) == (plain["mean"], hasty["mean"])
    assert snapped["total_damage"] == hasty["damage"]
    assert (snapped["p_self_drop"], snapped["p_both_drop"]) == (None, None)


def test_snaps_at_each_other_land_together() -> None:
    both = values(SNAP, {"attack": CLUB, "target_hp": 3, "counter": CLUB, "self_hp": 4})

    assert both["p_both_drop"] == both["p_drop"] * both["p_self_drop"]


def test_more_shooters_never_drop_less() -> None:
    drops = [values(SNAP, {"attack": BOW, "target_hp": 6, "shooters": n})["p_drop"] for n in range(1, 7)]

    assert drops == sorted(drops)


def test_a_counter_needs_the_hit_points_it_is_aimed_at() -> None:
    assert refusal(SNAP, {"attack": CLUB, "target_hp": 3, "counter": CLUB}) == ("self_hp", "missing_field")


@pytest.mark.parametrize("need", ["main_available", "readied", "trained"])
def test_a_snap_needs_training_a_readied_weapon_and_an_unspent_main_action(need: str) -> None:
    assert refusal(SNAP, {"attack": CLUB, "target_hp": 3, need: False}) == (need, "not_allowed")


def test_the_snap_penalty_is_not_counted_twice() -> None:
    hasty = {**CLUB, "circumstances": ["snap"]}

    assert refusal(SNAP, {"attack": hasty, "target_hp": 3}) == ("attack.circumstances.0", "not_allowed")
    assert refusal(SNAP, {"attack": CLUB, "target_hp": 3, "counter": hasty, "self_hp": 4}) == (
        "counter.circumstances.0",
        "not_allowed",
    )


# Charges


def charge(**inputs: Any) -> dict[str, Any]:
    return {"attack": CLUB, "runway_ft": 40, "distance_ft": 40, **inputs}


def test_a_charge_lets_more_shock_through_to_the_charger() -> None:
    foe = {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 15}
    charged = values(CHARGE, charge(incoming=[foe]))

    assert charged["taken_mean_charging"] == values(ATTACK, {**foe, "target_ac": 13})["mean"]
    assert charged["net_mean"] == charged["mean_gain"] - charged["extra_taken"]


def test_a_charger_with_hardly_any_ac_can_still_be_attacked() -> None:
    answer = values(CHARGE, charge(incoming=[{**CLUB, "target_ac": 0}]))

    assert answer["taken_mean_charging"] == Fraction(11, 3)  # always a hit, 1d6 but at least 2


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        ({"runway_ft": 9, "distance_ft": 5}, "runway_ft"),
        ({"distance_ft": 41}, "distance_ft"),
        ({"runway_ft": 90, "distance_ft": 61}, "distance_ft"),
        ({"attack": BOW}, "attack.weapon.kind"),
        ({"attack": {**CLUB, "circumstances": ["snap"]}}, "attack.circumstances.0"),
    ],
)
def test_a_charge_needs_room_reach_and_a_weapon_for_it(inputs: dict[str, Any], field: str) -> None:
    assert refusal(CHARGE, charge(**inputs)) == (field, "not_allowed")


def test_a_wrong_attack_in_a_list_is_named_by_its_place() -> None:
    good, bad = CLUB, {"weapon": CLUB["weapon"], "target_ac": 41}
    contradiction = {**CLUB, "circumstances": ["half_cover", "near_full_cover"]}

    assert refusal(CHARGE, charge(incoming=[good, bad])) == ("incoming.1.target_ac", "out_of_range")
    assert refusal(CHARGE, charge(incoming=[good, contradiction])) == ("incoming.1.circumstances", "not_allowed")
    assert refusal(CHARGE, charge(incoming=[{**CLUB, "weapon": {"damage": "1d6", "shock": 1}}])) == (
        "incoming.0.weapon.shock_ac",
        "missing_field",
    )


# Executions


def execution(**inputs: Any) -> dict[str, Any]:
    return {"mode": "ranged", "save_target": 12, "weapon_damage": "1d8", "target_hp": 20, **inputs}


def test_melee_executions_cannot_miss() -> None:
    stabbed = values(EXECUTION, execution(mode="melee", range_band="extreme"))

    assert (stabbed["dc"], stabbed["p_check"], stabbed["p_hit"]) == (None, 1, 1)


def test_luck_rerolls_a_missed_shot_once() -> None:
    shot, lucky = values(EXECUTION, execution()), values(EXECUTION, execution(veterans_luck=True))

    assert lucky["p_check"] == shot["p_hit"]
    assert lucky["p_hit"] == 1 - (1 - shot["p_hit"]) ** 2


def test_an_untrained_attacker_makes_the_save_no_easier() -> None:
    assert values(EXECUTION, execution(combat_skill=-1))["save_penalty"] == 0
    assert values(EXECUTION, execution(combat_skill=-1, precise=True))["save_penalty"] == 1


def test_a_save_always_has_its_natural_extremes() -> None:
    assert values(EXECUTION, execution(save_mod=20))["p_save"] == Fraction(19, 20)
    assert values(EXECUTION, execution(save_mod=-20))["p_save"] == Fraction(1, 20)


def test_the_incapacitated_get_no_save_and_cannot_be_spared() -> None:
    struck = values(EXECUTION, execution(incapacitated=True, aware=True, nonlethal=True))

    assert (struck["p_save"], struck["p_max_damage"], struck["felled_status"]) == (0, 0, "mortally_wounded")
    assert struck["p_felled"] == struck["p_hit"]


def test_nameless_foes_die_unless_spared() -> None:
    assert values(EXECUTION, execution(target_kind="generic"))["felled_status"] == "dead"
    assert values(EXECUTION, execution(target_kind="generic", nonlethal=True))["felled_status"] == "unconscious"


def test_every_execution_misses_fells_or_does_its_highest_damage() -> None:
    end = values(EXECUTION, execution(veterans_luck=True, combat_skill=1))

    assert end["p_miss"] + end["p_felled"] + end["p_max_damage"] == 1


def test_the_highest_damage_drops_a_target_with_at_most_that_many_hit_points() -> None:
    weak = values(EXECUTION, execution(attr_mod=1, precise=True, target_hp=18))

    assert (weak["max_damage"], weak["max_damage_drops"]) == (18, True)
    assert weak["p_target_dropped"] == weak["p_hit"]


@pytest.mark.parametrize(("need", "value"), [("aware", True), ("prep_rounds", 9), ("can_hurt", False)])
def test_an_execution_needs_a_target_time_and_a_fitting_weapon(need: str, value: Any) -> None:
    assert refusal(EXECUTION, execution(**{need: value})) == (need, "not_allowed")


# The corrections of the second reading


def test_must_have_at_least_10_ft_of_straight_runway_and_run_it() -> None:
    runs = {"attack": CLUB, "runway_ft": 30}
    assert refusal(CHARGE, runs | {"distance_ft": 5}) == ("distance_ft", "not_allowed")
    assert values(CHARGE, runs | {"distance_ft": 10})["charge_p_hit"] == Fraction(5, 20)


@pytest.mark.parametrize("kind", ["melee", "thrown"])
def test_standing_up_is_a_move_action_so_the_prone_cannot_charge(kind: str) -> None:
    weapon = {"damage": "1d6", "kind": kind}
    attack = {"weapon": weapon, "target_ac": 12, "circumstances": ["attacker_prone", "charge"]}
    assert refusal(ATTACK, attack) == ("circumstances", "not_allowed")
    lying = {"weapon": weapon, "target_ac": 12, "circumstances": ["attacker_prone"]}
    charging = {"attack": lying, "runway_ft": 30, "distance_ft": 30}
    assert refusal(CHARGE, charging) == ("attack.circumstances.0", "not_allowed")


def test_a_target_incapable_of_defending_can_be_executed_and_still_saves() -> None:
    captive = {"mode": "melee", "save_target": 12, "weapon_damage": "1d8", "target_hp": 20, "aware": True}
    assert refusal(EXECUTION, captive) == ("aware", "not_allowed")
    bound = values(EXECUTION, captive | {"defenseless": True})
    assert bound["p_save"] == Fraction(9, 20)


def test_an_unconscious_or_incapacitated_target_is_always_left_mortally_wounded() -> None:
    victim = {"mode": "melee", "save_target": 12, "weapon_damage": "1d8", "target_hp": 20, "incapacitated": True}
    found = values(EXECUTION, victim | {"aware": True})
    assert (found["p_felled"], found["felled_status"]) == (1, "mortally_wounded")


def test_a_table_rule_forbids_throwing_in_melee() -> None:
    thrown = {"weapon": {"damage": "1d6", "kind": "thrown"}, "target_ac": 12, "circumstances": ["in_melee"]}
    assert values(ATTACK, thrown)["p_hit"] == Fraction(5, 20)
    assert refusal(ATTACK, thrown | {"throws_in_melee": "ruled_out"}) == ("circumstances", "not_allowed")
    sword = CLUB | {"circumstances": ["in_melee"], "throws_in_melee": "ruled_out"}
    assert values(ATTACK, sword)["p_hit"] == values(ATTACK, CLUB)["p_hit"]
