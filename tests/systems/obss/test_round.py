"""Several attacks in a round, the plans for it, and points traded for dice."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.systems.obss.compare import ROUND_PLANNER
from pyrules.systems.obss.luck import LUCK_TRADE
from pyrules.systems.obss.multi_attack import MULTI_ATTACK

from ..asking import ask, refused

FOE: dict[str, Any] = {"bonus": 10, "defense": 17, "weapon": "1d10", "ed": 9, "damage_bonus": 4}


def test_the_example_of_the_book() -> None:
    values = ask(MULTI_ATTACK, bonus=12, dynamic_dice=1)
    assert (values["bonuses"], values["dice"]) == ([12, 7, 2], [4, 3, 3])


@pytest.mark.parametrize(("actions", "count"), [(1, 1), (2, 2), (3, 5), (4, 5)])
def test_three_actions_are_enough_for_any_number(actions: int, count: int) -> None:
    assert ask(MULTI_ATTACK, bonus=20, actions=actions)["count"] == count


def test_a_bonus_that_the_penalty_uses_up_is_still_enough() -> None:
    assert ask(MULTI_ATTACK, bonus=5)["bonuses"] == [5, 0]
    assert ask(MULTI_ATTACK, bonus=4)["bonuses"] == [4]
    assert ask(MULTI_ATTACK, bonus=-9)["bonuses"] == [-9]


def test_after_a_charge_one_attack_for_each_action_left() -> None:
    found = [ask(MULTI_ATTACK, bonus=30, actions=actions, mode="charge") for actions in (2, 3, 4)]
    assert [values["penalties"] for values in found] == [[0], [0, -10], [0, -10, -15]]
    assert found[2]["dice"] == [4, 3, 3]


def test_a_second_weapon_is_lower_only_in_its_own_attacks() -> None:
    light, heavy = (ask(MULTI_ATTACK, bonus=18, mode="two_weapon", secondary_light=light) for light in (True, False))
    assert light["penalties"] == [0, -5, -10, -15]
    assert heavy["penalties"] == [0, -8, -10, -18]
    assert ask(MULTI_ATTACK, bonus=18, actions=1, mode="two_weapon", secondary_light=False)["penalties"] == [0]


def test_two_attacks_at_minus_four_are_for_beginners_with_time() -> None:
    assert refused(MULTI_ATTACK, bonus=6, mode="low_level_pair") == ("mode", "not_allowed")
    assert refused(MULTI_ATTACK, bonus=5, actions=1, mode="low_level_pair") == ("actions", "not_allowed")


# The planner.


def plans(**inputs: Any) -> dict[str, dict[str, Any]]:
    return {row["plan"]: row for row in ask(ROUND_PLANNER, **(FOE | inputs))["plans"]}


def options(**inputs: Any) -> dict[str, dict[str, Any]]:
    return {row["option"]: row for row in ask(ROUND_PLANNER, **(FOE | inputs))["options"]}


def test_plans_stand_by_damage_and_the_best_is_named() -> None:
    values = ask(ROUND_PLANNER, **FOE, hp=20)
    means = [row["expected_damage"] for row in values["plans"]]
    assert means == sorted(means, reverse=True)
    assert values["best"] == values["plans"][0]["plan"]
    assert values["most_p_drop"] == values["options"][0]["p_drop"]
    assert all(row["p_drop"] == row["dealt"]["20+"] for row in values["options"] if row["damage"])


def test_actions_bonus_and_weapon_rule_plans_out() -> None:
    assert set(plans(actions=1)) == {"attacks_x1"}
    assert set(plans(bonus=4)) == {"attacks_x1", "low_level_pair", "precise_strike"}
    assert set(plans(melee=False, charge_possible=True)) == {"attacks_x1", "attacks_x2", "attacks_x3"}
    assert "charge_x2" not in plans(bonus=9, charge_possible=True)
    assert "attacks_x5" in plans(bonus=20)


def test_without_a_proficiency_only_the_defenses_are_declared() -> None:
    declared = [option for option in options() if ":" in option or "Defense" in option]
    assert {option.partition(":")[0] for option in declared} == {
        "Prepare Defense",
        "Total Defense",
        "Total Defense and Prepare Defense",
    }


def test_what_is_declared_costs_or_gains_defense() -> None:
    found = options(wp=8, parry=True, charge_possible=True)
    defense = {option.partition(":")[0]: row["defense"] for option, row in found.items()}
    assert defense["Prepare Defense"] == 2
    assert defense["Total Defense"] == 4
    assert defense["Total Defense and Prepare Defense"] == 6
    assert defense["Combat Mastery, guarded ×2"] == 2
    assert defense["Charge"] == -4
    assert found["Total Defense and Prepare Defense"]["damage"] == 0


def test_combat_mastery_takes_defense_for_the_attack() -> None:
    row = next(row for option, row in options(wp=8).items() if option.startswith("Combat Mastery, bold"))
    assert row["defense"] == -4
    assert row["damage"] > max(row["damage"] for option, row in options().items() if option == "Three attacks")


def test_combat_mastery_can_open_more_attacks_than_the_highest_bonus() -> None:
    highest = options(bonus=100, wp=40)  # one attack for each 5 points, and the first
    assert "21 attacks" in highest
    assert "Combat Mastery, bold ×10: 23 attacks" in highest


def test_the_limit_can_be_on_what_is_given_up() -> None:
    assert any("×4" in option for option in options(wp=16))
    assert not any("×4" in option for option in options(wp=16, cap="penalty"))
    assert any("×2" in option for option in options(wp=16, cap="penalty"))


def test_total_defense_can_rule_attacks_out() -> None:
    assert options()["Total Defense: One attack"]["damage"] > 0
    assert options(total_defense_blocks_attack=True)["Total Defense"]["damage"] == 0


# Points for dice.


def test_each_die_costs_its_own_mean() -> None:
    rows = ask(LUCK_TRADE, wp=9, ability=4, other_bonus=0, defense=20)["rows"]
    assert [row["traded"] for row in rows] == [0, 4, 8, 12]
    assert {4 * row["dice"] + row["modifier"] for row in rows} == {12 + 13}


def test_luck_helps_against_hard_targets_and_hurts_against_easy_ones() -> None:
    easy, hard = (ask(LUCK_TRADE, wp=8, ability=3, other_bonus=2, defense=defense)["rows"] for defense in (20, 30))
    assert [f"{float(row['p_hit']):.3f}" for row in (easy[0], easy[1])] == ["0.850", "0.792"]
    assert [f"{float(row['p_hit']):.3f}" for row in (hard[0], hard[2])] == ["0.196", "0.245"]
