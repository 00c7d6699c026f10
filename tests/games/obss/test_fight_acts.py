"""Acts of a fight of OBSS: what they cost, what they propose, and what follows from them."""

from __future__ import annotations

from typing import Any

import pyrules
from pyrules.engine.fight.acts import Here
from pyrules.engine.fight.plans import best_plan

from .fighting import RULES, Fighting

SWORD = {"name": "Sword", "damage": "1d8"}
DAGGER = {"name": "Dagger", "damage": "1d4", "letter": "S", "light": True, "range_m": 6}
BOW = {"name": "Bow", "damage": "1d8", "kind": "shot", "range_m": 20, "strength": "none"}
SPEAR = {"name": "Spear", "damage": "1d8", "long": True, "set": True}


def one(id: str, side: str = "party", *weapons: dict[str, Any], **sheet: Any) -> dict[str, Any]:
    given = {"wp": 8, "str": 2, "hit_points_max": 30, "weapons": list(weapons or (SWORD,))}
    return {"id": id, "side": side, "sheet": {**given, **sheet}}


def two(*weapons: dict[str, Any], armor: int = 0, **sheet: Any) -> Fighting:
    """Ada against Orc, who has Defense 10 and `armor`, and 30 hit points."""
    return Fighting(one("ada", "party", *weapons, **sheet), one("orc", "foes", defense_abilities=armor))


def inputs(fight: Fighting, act: str, who: str, to: str, weapon: int | None = 0, **options: str) -> Any:
    return fight.odds(act, who, to, weapon, **options).inputs


# Attacks


def test_each_attack_of_a_round_has_five_less_and_the_fourth_costs_no_action() -> None:
    fight = two(wp=18, armor=30)
    for before in range(4):
        assert inputs(fight, "attack", "ada", "orc").attack_index == before
        fight.do("attack", "ada", "orc", 0, [2, 2, 3])
        assert fight.left("ada", "actions") == max(0, 2 - before)
    fight.next(2)
    assert inputs(fight, "attack", "ada", "orc").attack_index == 0


def test_an_attack_whose_penalty_is_greater_than_the_bonus_says_so() -> None:
    fight = two(wp=3, armor=20)
    fight.do("attack", "ada", "orc", 0, [1, 2, 3])
    fight.do("attack", "ada", "orc", 0, [1, 2, 3])
    assert "greater than the bonus" in fight.odds("attack", "ada", "orc", 0).why
    assert "greater than the bonus" in fight.why_not("attack", "ada", "orc", 0)


def test_an_attack_that_a_charge_rules_out_is_impossible() -> None:
    fight = two(wp=6, armor=20)
    fight.do("charge", "ada", "orc", 0, [1, 1, 2, 2])
    assert fight.why_not("attack", "ada", "orc", 0).startswith("The penalty of 10 for earlier attacks")
    assert "charge" not in [act.id for act, _ in fight.all_offered("ada", "orc") if act.ranked]


def test_the_figures_are_the_calculators() -> None:
    fight = two()
    fight.do("trip", "ada", "orc", None, [1, 2, 3])
    asked = {"modifier": 10, "defense": 10, "weapon": "1d8", "damage_bonus": 2, "attack_index": 1}
    answer = pyrules.answer("obss.strike", asked).values
    assert fight.figure("attack", "p_hit", "ada", "orc", 0) == answer["p_hit"]
    assert fight.figure("attack", "expected_damage", "ada", "orc", 0) == answer["expected_damage"]


def test_a_low_bonus_may_make_two_attacks_at_four_less() -> None:
    fight = two(wp=1)
    assert "pair" not in fight.all_offered("orc", "ada")
    assert inputs(fight, "attack", "ada", "orc", 0, way="pair").modifier == 3 - 4
    fight.do("attack", "ada", "orc", 0, [1, 2, 3], way="pair")
    second = inputs(fight, "attack", "ada", "orc")
    assert (second.modifier, second.attack_index) == (3 - 4, 0)
    fight.do("attack", "ada", "orc", 0, [1, 2, 3])
    assert fight.why_not("attack", "ada", "orc", 0) == "Ada has made both of the two attacks."


def test_only_a_plain_attack_may_be_one_of_two_at_a_lower_bonus() -> None:
    fight = two(wp=2)

    def asked(act: str) -> list[str]:
        return [ask.name for ask in RULES.act(act).asks(fight.here("ada", "orc", 0))]

    assert "way" in asked("attack")
    assert not {"way"} & {*asked("charge"), *asked("precise_strike")}


def test_a_charge_has_a_die_and_a_set_weapon_a_critical_more() -> None:
    fight = two(SPEAR, armor=20)
    assert "charge" in inputs(fight, "charge", "ada", "orc").situations
    assert inputs(fight, "charge", "ada", "orc").extra_crits == 1
    fight.do("charge", "ada", "orc", 0, [1, 1, 2, 2], without=[3])
    assert fight.held == ["ada charged", "ada engaged orc"]
    assert inputs(fight, "attack", "ada", "orc").attack_index == 2
    assert "are in melee" in fight.why_not("charge", "ada", "orc", 0)


def test_a_charge_leaves_the_melee_with_others_and_an_aim() -> None:
    fight = Fighting(one("ada"), one("orc", "foes"), one("wolf", "foes"))
    fight.hold("wolf", "engaged", "ada")
    fight.hold("ada", "aims", "wolf")
    fight.do("charge", "ada", "orc", 0, [1, 2, 2, 1, 3])
    assert fight.held == ["ada charged", "ada engaged orc"]


def test_the_second_weapon_guards_once() -> None:
    fight = two(SWORD, DAGGER)
    fight.do("guard_with_second", "ada")
    assert fight.why_not("guard_with_second", "ada") == "Ada guards with it already."


def test_no_charge_from_the_ground_or_over_it() -> None:
    fight = two()
    fight.hold("ada", "prone")
    assert fight.why_not("charge", "ada", "orc", 0)


def test_power_attack_goes_by_a_quarter_of_the_proficiency() -> None:
    assert "power" not in [ask.name for ask in RULES.act("attack").asks(two(wp=7).here("ada", "orc", 0))]
    fight = two()
    assert fight.labels("power", "attack", "ada", "orc", 0) == ["No Power Attack", "−2 to hit, +1 damage"]
    asked = inputs(fight, "attack", "ada", "orc", 0, power="1")
    assert (asked.modifier, asked.damage_bonus) == (10 - 2, 2 + 1)


def test_the_second_hand_has_half_the_strength_and_three_less_unless_light() -> None:
    fight = two(SWORD, DAGGER, SWORD, str=4)
    light = inputs(fight, "attack", "ada", "orc", 1, hand="second")
    heavy = inputs(fight, "attack", "ada", "orc", 2, hand="second")
    assert (light.modifier, light.damage_bonus) == (12, 2)
    assert (heavy.modifier, heavy.damage_bonus) == (9, 2)
    assert "hand" not in [
        ask.name for ask in RULES.act("attack").asks(two(SWORD, DAGGER, shield="light").here("ada", "orc", 0))
    ]


def test_a_shot_knows_distance_melee_and_threat() -> None:
    fight = Fighting(one("ada", "party", BOW, dex=2), one("cole"), one("orc", "foes"), one("wolf", "foes"))
    assert inputs(fight, "attack", "ada", "orc", 0, range="second").modifier == 10 - 6
    fight.hold("cole", "engaged", "orc")
    assert inputs(fight, "attack", "ada", "orc").situations == ("target_engaged",)
    fight.hold("wolf", "engaged", "ada")
    assert inputs(fight, "attack", "ada", "orc").situations == ("target_engaged", "ranged_while_threatened")


def test_non_lethal_damage_makes_faint() -> None:
    fight = two()
    assert "nonlethal_with_lethal" in inputs(fight, "attack", "ada", "orc", 0, harm="nonlethal_with_lethal").situations
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": 5})
    fight.do("attack", "ada", "orc", 0, [2, 2, 3, 5], harm="nonlethal")
    assert (fight.track("orc", "hit_points"), fight.track("orc", "nonlethal")) == (5, 7)
    assert fight.held == ["orc fainted", "orc prone"]


def test_a_coup_de_grace_is_for_the_helpless() -> None:
    fight = two()
    assert "coup_de_grace" not in fight.offered("ada", "orc")
    fight.hold("orc", "stunned")
    assert "coup_de_grace" in fight.offered("ada", "orc")
    assert fight.figure("coup_de_grace", "actions", "ada", "orc", 0) == 3


def test_help_counts_for_one_attack_of_the_companion() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes", defense_abilities=8))
    fight.do("help_in_melee", "ada", "orc", 0, [2, 2, 2, 2], ally="helped:cole")
    assert fight.held == ["ada engaged orc", "cole helped orc"]
    assert inputs(fight, "attack", "cole", "orc").help_bonus == 1
    fight.next()
    fight.do("attack", "cole", "orc", 0, [1, 2, 1])
    assert not fight.state.holds("cole", "helped")


def test_help_is_an_attack_that_earlier_ones_rule_out() -> None:
    fight = Fighting(one("ada", wp=3), one("cole"), one("orc", "foes", defense_abilities=20))
    assert fight.why_not("help_in_melee", "ada", "orc", 0) == ""
    fight.do("attack", "ada", "orc", 0, [1, 2, 3])
    fight.do("attack", "ada", "orc", 0, [1, 2, 3])
    assert "greater than the bonus" in fight.why_not("help_in_melee", "ada", "orc", 0)


def test_help_to_defend_is_in_the_defense_against_that_foe() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"), one("wolf", "foes"))
    before = fight.odds("attack", "orc", "cole", 0).inputs.defense
    fight.do("help_in_melee", "ada", "orc", 0, [2, 2, 2, 2], ally="helped_guard:cole")
    assert fight.odds("attack", "orc", "cole", 0).inputs.defense > before
    assert fight.odds("attack", "wolf", "cole", 0).inputs.defense == before


def test_a_set_weapon_strikes_first_only_with_the_longer_reach() -> None:
    fight = two(SPEAR)
    fight.next()
    assert fight.why_not("set_weapon", "ada", "orc", 0) == ""
    assert inputs(fight, "set_weapon", "ada", "orc").dice == 2
    equal = Fighting(one("ada", "party", SPEAR), one("orc", "foes", SPEAR))
    equal.next()
    assert "early blow" in equal.why_not("set_weapon", "ada", "orc", 0)


def test_any_weapon_may_make_the_charge_that_a_set_weapon_meets() -> None:
    long_first = Fighting(one("ada", "party", SPEAR), one("orc", "foes", SPEAR, SWORD))
    long_first.next()
    assert long_first.why_not("set_weapon", "ada", "orc", 0) == ""
    long_first.hold("orc", "disarmed", note="Sword")
    assert "early blow" in long_first.why_not("set_weapon", "ada", "orc", 0)


def test_a_coup_de_grace_spends_neither_aim_nor_help() -> None:
    fight = two(BOW, SWORD)
    fight.hold("orc", "stunned")
    fight.hold("ada", "aims", "orc")
    fight.hold("ada", "helped", "orc")
    for weapon in (0, 1):
        fight.do("coup_de_grace", "ada", "orc", weapon, [1, 1, 1, 1])
        fight.next(2)
    assert {"ada aims orc", "ada helped orc"} <= {*fight.held}


def test_a_weapon_is_set_only_against_one_who_may_charge_now() -> None:
    fight, none = two(SPEAR), "Orc cannot charge Ada now."
    assert fight.why_not("set_weapon", "ada", "orc", 0) == none
    fight.next()
    assert fight.why_not("set_weapon", "ada", "orc", 0) == ""
    fight.hold("orc", "stunned")
    assert fight.why_not("set_weapon", "ada", "orc", 0) == none
    fight.add({"do": "free", "who": "orc", "id": "stunned"})
    fight.add({"do": "spend", "who": "orc", "name": "actions", "by": 2})
    assert fight.why_not("set_weapon", "ada", "orc", 0) == none


def test_the_blow_of_a_set_weapon_comes_before_that_of_the_charge() -> None:
    fight = two(SPEAR)
    fight.next()
    assert fight.lines("set_weapon", "ada", "orc", 0, [1, 2, 4, 4])[1:] == ["Orc: 10 damage, 20 hit points"]
    assert (fight.left("ada", "reaction"), fight.left("ada", "actions")) == (0, 3)
    assert fight.why_not("charge", "orc", "ada", 0) == ""
    fight.do("charge", "orc", "ada", 0, [1, 1, 2, 2, 3])
    assert fight.why_not("set_weapon", "ada", "orc", 0) == "Orc cannot charge Ada now."


# What is left


def test_the_best_use_of_what_is_left_counts_the_attacks_before_it() -> None:
    fight = two(wp=12, armor=20)
    fight.do("attack", "ada", "orc", 0, [1, 2, 1])
    plan = best_plan(RULES, fight.here("ada", "orc"))
    assert plan is not None
    asked = plan.odds.inputs
    assert (asked.bonus, asked.attack_index, asked.actions, asked.hp) == (14, 1, 2, 30)
    for _ in range(2):
        fight.do("attack", "ada", "orc", 0, [1, 2, 1])
    assert best_plan(RULES, fight.here("ada", "orc")) is None


def test_a_plan_has_the_criticals_of_every_hit_and_of_a_set_weapon_in_a_charge() -> None:
    fight = two({**SPEAR, "extra_crits": 1})
    fight.hold("ada", "uncontainable_fury_critical")
    fight.hold("ada", "lethal_insight_critical")
    plan = best_plan(RULES, fight.here("ada", "orc"))
    assert plan is not None
    assert (plan.odds.inputs.extra_crits, plan.odds.inputs.set_trait) == (2, True)
    assert inputs(fight, "attack", "ada", "orc").extra_crits == 4, "with the two of the next hit"


def test_an_attack_after_others_is_that_of_a_strike() -> None:
    asked = {
        "bonus": 12,
        "defense": 14,
        "weapon": "1d8",
        "attack_index": 1,
        "actions": 1,
        "situations": ["charge", "flanking"],
    }
    found = pyrules.answer("obss.round_planner", asked).values
    strike = {"modifier": 12, "defense": 14, "weapon": "1d8", "attack_index": 1, "situations": ["charge", "flanking"]}
    (plain,) = [row for row in found["plans"] if row["plan"] == "attacks_x1"]
    assert plain["p_any_hit"] == pyrules.answer("obss.strike", strike).values["p_hit"]
    assert not [row for row in found["plans"] if row["plan"] == "low_level_pair"]


def test_nobody_plans_against_one_who_is_down() -> None:
    fight = two()
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -3})
    assert best_plan(RULES, Here(rules=RULES, state=fight.state, who="ada", to="orc")) is None


# Several attacks


def test_the_penalty_of_the_next_attack_is_said_while_there_is_one() -> None:
    fight = two(armor=20)
    assert fight.due == []
    fight.do("trip", "ada", "orc", None, [1, 2, 3])
    assert fight.due == ["The next attack of Ada: 1 attack before it, −5"]
    fight.next(2)
    assert fight.due == []


def test_a_monster_of_the_manual_has_no_penalty_and_no_criticals() -> None:
    fight = two()
    fight.hold("orc", "monster")
    fight.next()
    fight.do("attack", "orc", "ada", 0, [5, 5, 5, 5])
    assert fight.due == []
    asked = {"modifier": 10, "defense": 10, "weapon": "1d8", "damage_bonus": 2, "monster": True}
    expected = pyrules.answer("obss.strike", asked).values
    assert fight.figure("attack", "expected_damage", "orc", "ada", 0) == expected["expected_damage"]
