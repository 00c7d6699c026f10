"""Several attacks in a round, the plans for it, and points traded for dice."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.obss.attack.multi_attack import MULTI_ATTACK
from pyrules.games.obss.attack.strike import STRIKE
from pyrules.games.obss.round.luck import LUCK_TRADE
from pyrules.games.obss.round.round_planner import ROUND_PLANNER
from pyrules.games.obss.round.round_plans import plans as plans_of

from ..asking import ask, refused

FOE: dict[str, Any] = {"bonus": 10, "defense": 17, "weapon": "1d10", "ed": 9, "damage_bonus": 4}
HIT: dict[str, Any] = {"defense": 14, "weapon": "1d8", "damage_bonus": 2}


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
    assert stances() == {"Prepare Defense", "Total Defense", "Total Defense and Prepare Defense"}


def stances(**inputs: Any) -> set[str]:
    """What stands behind the attacks of an option."""
    return {option.rpartition("; ")[2] for option in options(**inputs) if ";" in option or "Total" in option}


def test_what_is_declared_costs_or_gains_defense() -> None:
    found = options(wp=8, parry=True, charge_possible=True)
    defense = {option.rpartition("; ")[2]: row["defense"] for option, row in found.items()}
    assert found["Two attacks; Prepare Defense"]["defense"] == 2
    assert found["One attack; Total Defense"]["defense"] == 4
    assert defense["Total Defense and Prepare Defense"] == 6
    assert defense["Combat Mastery for Defense ×2"] == 2
    assert defense["Charge"] == -4
    assert found["Total Defense and Prepare Defense"]["damage"] == 0


def test_combat_mastery_takes_defense_for_the_attack() -> None:
    row = next(row for option, row in options(wp=8).items() if "Combat Mastery for attack" in option)
    assert row["defense"] == -4
    assert row["damage"] > max(row["damage"] for option, row in options().items() if option == "Three attacks")


def test_combat_mastery_can_open_more_attacks_than_the_highest_bonus() -> None:
    highest = options(bonus=100, wp=40)  # one attack for each 5 points, and the first
    assert "21 attacks" in highest
    assert "23 attacks; Combat Mastery for attack ×10" in highest


def test_the_limit_can_be_on_what_is_given_up() -> None:
    assert any("×4" in option for option in options(wp=16))
    assert not any("×4" in option for option in options(wp=16, cap="penalty"))
    assert any("×2" in option for option in options(wp=16, cap="penalty"))


def test_total_defense_can_rule_attacks_out() -> None:
    assert options()["One attack; Total Defense"]["damage"] > 0
    assert options(total_defense_blocks_attack=True)["Total Defense"]["damage"] == 0


# What a player decides by.


def test_what_most_likely_drops_the_target_comes_first_where_its_hit_points_are_known() -> None:
    known, unknown = (ask(ROUND_PLANNER, **FOE, wp=6, ability=3, hp=hp) for hp in (25, None))
    drops = [row["p_drop"] for row in known["options"]]
    assert drops == sorted(drops, reverse=True)
    means = [row["damage"] for row in unknown["options"]]
    assert means == sorted(means, reverse=True)


def test_the_headline_names_the_price() -> None:
    values = ask(ROUND_PLANNER, **FOE, wp=6, ability=3, charge_possible=True, actions=2)
    best = values["options"][0]
    price = f" (\u2212{-best['defense']} Defense)" if best["defense"] else ""
    assert values["most"] == best["option"] + price
    assert best["defense"] < 0, "a price to name"


def test_every_attack_of_a_plan_has_the_criticals_of_every_hit() -> None:
    plans = {row["plan"]: row for row in ask(ROUND_PLANNER, bonus=9, **HIT, extra_crits=2)["plans"]}
    first, second = (ask(STRIKE, modifier=9, **HIT, attack_index=n, extra_crits=2)["expected_damage"] for n in (0, 1))
    assert plans["attacks_x2"]["expected_damage"] == first + second


def test_a_set_weapon_has_a_critical_more_in_a_charge_alone() -> None:
    asked = {"bonus": 9, **HIT, "charge_possible": True}
    plain, with_set = (
        {row["plan"]: row["expected_damage"] for row in ask(ROUND_PLANNER, **asked, set_trait=trait)["plans"]}
        for trait in (False, True)
    )
    charge = ask(STRIKE, modifier=9, **HIT, situations=["charge"], extra_crits=1)["expected_damage"]
    assert with_set["charge_x1"] == charge
    assert {plan: mean for plan, mean in with_set.items() if mean != plain[plan]} == {"charge_x1": charge}


def test_a_charge_leaves_an_action_to_prepare_defense() -> None:
    """He charges the brigand; with his last Action, he decides to improve his Defense (Prepare Defense)."""
    row = options(charge_possible=True, parry=True)["Charge; Prepare Defense"]
    assert (row["actions"], row["defense"]) == (3, -4 + 2)


def test_a_round_may_begin_with_a_movement_action() -> None:
    found = options(charge_possible=True)
    assert found["Move, then two attacks"]["actions"] == 3
    assert found["Move, then two attacks"]["damage"] == found["Two attacks"]["damage"]
    assert not any(option.startswith("Move") for option in options(actions=1))


def test_the_prone_may_stand_up_first() -> None:
    found = options(situations=["prone"])
    row = found["Stand up, then two attacks"]
    assert (row["defense"], row["damage"]) == (4, options()["Two attacks"]["damage"])
    assert row["damage"] > found["Two attacks"]["damage"]


def test_situations_help_and_an_aim_count_in_my_round() -> None:
    plain = plans(bonus=12, dynamic_dice=1)
    flanked = plans(bonus=10, dynamic_dice=1, situations=["flanking"])
    assert flanked == plain
    assert plans(defense=19) == plans(target_situations=["light_cover"])
    helped = plans(help_bonus=2)
    assert helped["attacks_x1"] == plans(bonus=12)["attacks_x1"]
    assert helped["attacks_x2"]["expected_damage"] < plans(bonus=12)["attacks_x2"]["expected_damage"]


def test_a_charge_is_one_bonus_among_others() -> None:
    """A bonus to hit of +1d6 (charge or invisibility) and +1 because they are charging."""
    api_only = plans(charge_possible=True, situations=["invisible"])
    assert api_only["charge_x1"] == plans(charge_possible=True, bonus=11)["charge_x1"]


@pytest.mark.parametrize(("limits", "most"), [(True, "attacks_x1"), (False, "attacks_x3")])
def test_when_the_penalty_becomes_greater_than_the_attack_roll_no_further_attack_is_possible(
    limits: bool, most: str
) -> None:
    """Of 12 points 8 are traded for dice: 4 are left, too few for an attack at -5."""
    inputs = ROUND_PLANNER.parse(FOE | {"bonus": 12, "trades_limit_attacks": limits})
    several = [plan.id for plan in plans_of(inputs, 12, 3, traded=8) if plan.id.startswith("attacks")]
    assert several[-1] == most
    assert [plan.id for plan in plans_of(inputs, 12, 3)][2] == "attacks_x3"


# Points for dice.


def test_each_die_costs_its_own_mean() -> None:
    rows = ask(LUCK_TRADE, wp=9, ability=4, other_bonus=0, defense=20)["rows"]
    assert [row["traded"] for row in rows] == [0, 4, 8, 12]
    assert {4 * row["dice"] + row["modifier"] for row in rows} == {12 + 13}


def test_luck_helps_against_hard_targets_and_hurts_against_easy_ones() -> None:
    easy, hard = (ask(LUCK_TRADE, wp=8, ability=3, other_bonus=2, defense=defense)["rows"] for defense in (20, 30))
    assert [f"{float(row['p_hit']):.3f}" for row in (easy[0], easy[1])] == ["0.850", "0.792"]
    assert [f"{float(row['p_hit']):.3f}" for row in (hard[0], hard[2])] == ["0.196", "0.245"]
