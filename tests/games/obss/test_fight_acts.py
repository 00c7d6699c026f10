"""Acts of a fight of OBSS: what they cost, what they propose, and what follows from them."""

from __future__ import annotations

from typing import Any

import pytest

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


# Guarding and moving


@pytest.mark.parametrize(("act", "defense"), [("prepare_defense", 11), ("total_defense", 14)])
def test_a_guard_lasts_to_the_next_turn(act: str, defense: int) -> None:
    fight = two()
    fight.do(act, "ada")
    fight.next()
    assert fight.odds("attack", "orc", "ada", 0).inputs.defense == defense
    fight.next()
    assert fight.odds("attack", "orc", "ada", 0).inputs.defense == 10


def test_mastery_trades_attack_for_defense_one_way() -> None:
    fight = two()
    assert len(fight.labels("way", "mastery", "ada")) == 4
    fight.do("mastery", "ada", way="mastery_defense:2")
    assert inputs(fight, "attack", "ada", "orc").modifier == 10 - 4
    assert fight.odds("attack", "orc", "ada", 0).inputs.defense == 12
    assert fight.why_not("mastery", "ada") == ""
    bold = RULES.act("mastery").why_not(fight.here("ada", way="mastery_attack:1"))
    assert bold == "Combat Mastery goes one way until the next turn."
    fight.next(2)
    assert inputs(fight, "attack", "ada", "orc").modifier == 10


def test_three_dashes_are_the_most_and_each_costs_defense() -> None:
    fight = two()
    fight.do("dash", "ada")
    assert fight.odds("attack", "orc", "ada", 0).inputs.target_situations == ("dashed",)
    for _ in range(2):
        fight.do("dash", "ada")
    assert fight.why_not("dash", "ada") == "3 Dashes are the most in a round."


def test_a_draw_is_free_with_a_move() -> None:
    fight = two()
    fight.do("draw_or_sheathe", "ada")
    assert fight.left("ada", "actions") == 2
    fight.do("move", "ada")
    fight.do("draw_or_sheathe", "ada")
    assert fight.left("ada", "actions") == 1
    fight.do("draw_or_sheathe", "ada")
    assert fight.left("ada", "actions") == 0


def test_who_moves_loses_the_aim_and_leaves_melee() -> None:
    fight = two(BOW)
    fight.do("aim", "ada", "orc", 0)
    fight.hold("orc", "engaged", "ada")
    assert inputs(fight, "attack", "ada", "orc").aim_rounds == 1
    assert fight.lines("move", "ada")[1:3] == ["Ada: the aim is lost", "Ada and Orc are no longer in melee"]
    assert fight.held == []
    assert fight.why_not("aim", "ada", "orc", 0) == "Ada has aimed this round."


def test_three_rounds_of_aiming_count_four() -> None:
    fight = two(BOW)
    for rounds in (1, 2, 3):
        fight.do("aim", "ada", "orc", 0)
        assert inputs(fight, "attack", "ada", "orc").aim_rounds == rounds
        fight.next(2)


def test_one_who_springs_up_badly_loses_the_round() -> None:
    fight = two()
    fight.hold("ada", "prone")
    fight.do("acrobatic_stand", "ada", "", None, [1, 1, 1])
    assert fight.left("ada", "actions") == 0
    assert fight.state.holds("ada", "prone")


# Maneuvers


def test_a_feint_costs_defense_against_the_feinter_for_this_turn() -> None:
    fight = Fighting(one("ada", deceive=6), one("cole"), one("orc", "foes"))
    fight.do("feint", "ada", "orc", None, [5, 5, 5])
    assert inputs(fight, "attack", "ada", "orc").target_situations == ("feinted",)
    assert inputs(fight, "attack", "ada", "orc").attack_index == 1
    assert inputs(fight, "attack", "cole", "orc").target_situations == ()
    fight.next()
    assert inputs(fight, "attack", "ada", "orc").target_situations == ()


def test_a_botched_feint_costs_the_feinter_to_the_end_of_the_next_turn() -> None:
    fight = two()
    fight.do("feint", "ada", "orc", None, [1, 1, 1])
    for _ in range(3):
        assert fight.odds("attack", "orc", "ada", 0).inputs.defense == 8
        fight.next()
    assert fight.odds("attack", "orc", "ada", 0).inputs.defense == 10


def test_a_grapple_holds_both_until_one_breaks_free() -> None:
    fight = two(athletics=10)
    fight.do("grapple", "ada", "orc", None, [5, 5, 5])
    assert fight.held == ["ada engaged orc", "ada grapples orc", "ada restrains orc"]
    assert inputs(fight, "attack", "orc", "ada").situations == ("restrained",)
    assert fight.why_not("move", "ada") == "Nobody moves out of a grapple: break free first."
    assert "Only small or natural weapons" in fight.why_not("attack", "ada", "orc", 0)
    fight.next()
    fight.do("break_free", "orc", "ada", None, [6, 6, 5, 5, 5])
    assert fight.held == ["ada engaged orc"]
    fight.next()
    assert fight.due == []


def test_a_grapple_asks_for_two_actions_each_round() -> None:
    fight = two()
    fight.hold("ada", "grapples", "orc")
    assert fight.due == ["Ada holds on to Orc with 2 Actions, or lets go"]
    fight.do("hold_on", "ada", "orc")
    assert fight.due == []
    fight.do("let_go", "ada", "orc")
    assert fight.held == []


def test_a_lost_weapon_does_not_strike_until_it_is_picked_up() -> None:
    fight = two()
    fight.do("disarm", "ada", "orc", None, [5, 5, 5])
    assert fight.why_not("attack", "orc", "ada", 0) == "Orc has lost this: Sword."
    fight.next()
    fight.do("pick_up", "orc")
    assert fight.why_not("attack", "orc", "ada", 0) == ""


def test_a_thrown_weapon_has_left_the_hand_and_another_one_strikes() -> None:
    fight = two(DAGGER, SWORD)
    assert "Ada: Dagger is thrown, and no longer in hand" in fight.lines("throw", "ada", "orc", 0, [2, 2, 3, 1])
    for act in ("throw", "attack", "charge"):
        assert fight.why_not(act, "ada", "orc", 0) == "Ada has lost this: Dagger."
    assert fight.why_not("attack", "ada", "orc", 1) == ""
    fight.do("pick_up", "ada")
    assert (fight.why_not("throw", "ada", "orc", 0), fight.left("ada", "actions")) == ("", 1)


def test_a_javelin_leaves_the_hand_and_a_sling_stays() -> None:
    javelin, sling = ({"name": name, "damage": "1d4", "kind": "thrown", "range_m": 10} for name in ("Javelin", "Sling"))
    fight = two(javelin, javelin, {**sling, "name": "Sling of speed"}, wp=20, armor=30)
    away = "Ada: Javelin is thrown, and no longer in hand"
    assert away in fight.lines("attack", "ada", "orc", 0, [1, 2, 3])
    assert [fight.why_not("attack", "ada", "orc", at) for at in (0, 1)] == ["Ada has lost this: Javelin.", ""]
    assert away in fight.lines("attack", "ada", "orc", 1, [1, 2, 3])
    fight.do("attack", "ada", "orc", 2, [1, 2, 3])
    assert fight.state.number("ada", "disarmed") == 2
    assert fight.why_not("attack", "ada", "orc", 2) == ""


def test_of_two_daggers_one_is_thrown_and_the_other_is_left() -> None:
    fight = two(DAGGER, DAGGER, wp=20, armor=30)
    fight.do("throw", "ada", "orc", 0, [1, 2, 3])
    assert [fight.why_not("throw", "ada", "orc", at) for at in (0, 1)] == ["Ada has lost this: Dagger.", ""]
    fight.do("throw", "ada", "orc", 1, [1, 2, 3])
    assert fight.why_not("throw", "ada", "orc", 1) == "Ada has lost this: Dagger."
    fight.do("pick_up", "ada")
    assert fight.state.number("ada", "disarmed") == 1
    assert fight.why_not("throw", "ada", "orc", 1) != "Ada has lost this: Dagger."


def test_one_who_has_lost_two_weapons_chooses_what_to_pick_up() -> None:
    fight = two(DAGGER, SWORD)
    for name in ("Dagger", "Sword"):
        fight.hold("ada", "disarmed", note=name)
    assert fight.labels("lost", "pick_up", "ada") == ["Dagger", "Sword"]
    fight.do("pick_up", "ada", lost="1")
    assert [fight.why_not("attack", "ada", "orc", at) for at in (0, 1)] == ["Ada has lost this: Dagger.", ""]


def test_a_parry_weapon_that_is_lost_guards_nobody() -> None:
    fight = two({**SWORD, "parry": True})
    fight.hold("ada", "disarmed", note="Sword")
    assert fight.lines("prepare_defense", "ada")[1:] == ["Ada: Defense +1 until the next turn"]


# Criticals


def test_banked_criticals_add_up_to_six_and_end_with_the_third_round() -> None:
    fight = Fighting(one("ada", "party", wp=30), one("orc", "foes", hit_points_max=300))
    bank = {"criticals": "bank"}
    fight.do("attack", "ada", "orc", 0, [5, 5, 5, 5, 1, 1, 1, 1], **bank)  # 47 against 10: 4 criticals
    assert (fight.state.number("ada", "criticals_banked", "orc"), fight.track("ada", "banked")) == (4, 4)
    assert fight.track("orc", "hit_points") == 300 - 7
    fight.do("attack", "ada", "orc", 0, [5, 5, 5, 5, 1, 1, 1, 1], **bank)  # 42 against 10: 4 again
    assert fight.track("ada", "banked") == 6
    fight.next(6)
    assert (fight.state.round, fight.track("ada", "banked")) == (4, 0)


def test_a_critical_action_with_a_save_brings_down() -> None:
    fight = two()
    fight.hold("ada", "criticals_banked", "orc", number=2)
    assert "trip_trip" in [o.id for o in RULES.act("critical_save").asks(fight.here("ada", "orc"))[0].options]
    fight.do("critical_save", "ada", "orc", None, [1, 2, 2], action="trip_trip")
    assert fight.state.holds("orc", "prone")
    assert (fight.track("ada", "banked"), fight.left("ada", "reaction")) == (0, 0)


def test_a_critical_action_guards_a_companion() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"))
    fight.hold("ada", "criticals_banked", "orc", number=3)
    fight.do("critical_action", "ada", "orc", action="defense_one", ally="cole")
    assert fight.odds("attack", "orc", "cole", 0).inputs.defense == 18


# Order


def rolled(fight: Fighting, **places: int) -> None:
    fight.add({"do": "order", "mode": "initiative", "places": {who: [-n, 0, 0] for who, n in places.items()}})


def test_a_lead_of_sixteen_brings_an_action_for_one_round() -> None:
    fight = Fighting(one("ada"), one("orc", "foes"), begun=False)
    rolled(fight, ada=30, orc=14)
    fight.add({"do": "begin"})
    assert (fight.left("ada", "actions"), fight.left("ada", "lead"), fight.left("orc", "actions")) == (4, 1, 3)
    fight.next(2)
    assert (fight.left("ada", "actions"), fight.left("ada", "lead")) == (3, 0)


def test_a_lead_counts_every_round_by_a_table_rule() -> None:
    fight = Fighting(one("ada"), one("orc", "foes"), table={"lead_rounds": "every_round"}, begun=False)
    rolled(fight, ada=22, orc=14)
    fight.add({"do": "begin"})
    fight.next(2)
    assert fight.left("ada", "lead") == 1


def test_an_order_of_the_first_round_brings_the_lead_at_once() -> None:
    fight = two()
    rolled(fight, ada=10, orc=30)
    assert (fight.left("orc", "actions"), fight.left("orc", "lead")) == (4, 1)


def test_the_rolled_order_is_a_check_with_an_ability() -> None:
    fight = Fighting(one("ada", dex=1, int=3), one("orc", "foes"), begun=False)
    faces = iter([6, 2, 1, 5, 4, 4, 4])
    order = RULES.modes[0].roll(RULES, fight.state, lambda sides: next(faces), {})
    assert order.places == {"ada": (-16, 0, -3), "orc": (-12, 0, 0)}
    assert order.lines == ("Ada: 6 2 0 5 +3 = 16", "Orc: 4 4 4 = 12")


def test_total_defense_ends_with_a_stun_and_not_with_a_fall_to_the_ground() -> None:
    """Nobody defends who has no Actions and no Reactions (OBSS-TDEF-01, EXT-15)."""
    fight = two()
    fight.do("total_defense", "ada")
    fight.hold("ada", "prone")
    assert "ada total_defense" in fight.held
    fight.hold("ada", "stunned")
    assert fight.held == ["ada prone", "ada stunned"]


def test_the_surprised_have_no_turn_in_round_one_and_are_hit_more_easily() -> None:
    fight = two(stealth=12)
    fight.do("surprise", "ada", "orc", None, [5, 5, 5])
    assert fight.held == ["orc surprised"]
    assert inputs(fight, "attack", "ada", "orc").target_situations == ("surprised",)
    fight.next()
    assert (fight.state.round, fight.acting) == (2, ["ada"])


def test_one_who_delays_comes_in_before_those_who_act_and_stays_there() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"), begun=False)
    rolled(fight, ada=20, cole=15, orc=10)
    fight.add({"do": "begin"})
    fight.do("delay", "ada")
    assert fight.acting == ["cole"]
    fight.next()
    assert fight.due == ["Ada has delayed and may come in; 3 Actions lost as the round ends"]
    fight.do("enter", "ada")
    assert fight.acting == ["ada"]
    assert fight.left("ada", "actions") == 3
    fight.next()
    assert fight.acting == ["orc"]
    fight.next()
    assert (fight.state.round, fight.acting) == (2, ["cole"])
    fight.next()
    assert fight.acting == ["ada"]


def test_one_who_comes_in_after_the_place_of_the_dying_costs_them_nothing_more() -> None:
    fight = Fighting(one("ada"), one("cole", con=1), one("orc", "foes"), begun=False)
    rolled(fight, ada=20, cole=15, orc=10)
    fight.add({"do": "begin"})
    fight.add({"do": "track", "who": "cole", "name": "hit_points", "to": -2})
    fight.do("delay", "ada")  # the turn order passes Cole
    assert (fight.acting, fight.track("cole", "hit_points")) == (["orc"], -3)
    fight.do("enter", "ada")
    assert fight.state["ada"].place == (-10, -1, 0)
    fight.next(2)
    assert (fight.state.round, fight.track("cole", "hit_points")) == (2, -4)


def test_one_who_waits_for_a_trigger_acts_out_of_turn_until_the_actions_are_spent() -> None:
    fight = two(wp=18, armor=30)
    fight.do("ready", "ada")
    fight.next()
    assert fight.why_not("attack", "ada", "orc", 0) == ""
    for _ in range(3):
        fight.do("attack", "ada", "orc", 0, [1, 1, 2])
    assert not fight.state.holds("ada", "readied")
    assert fight.why_not("attack", "ada", "orc", 0) == "It is not the turn of Ada."


# Life and death


def test_the_dying_lose_a_point_a_round_and_die_at_the_line() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes", con=-3))
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -2})
    line = fight.here("orc").me["dead_at"]
    rounds = -2 - line
    for lost in range(rounds):
        assert fight.track("orc", "hit_points") == -2 - lost
        assert fight.state.holds("orc", "dying")
        fight.next(2)
    assert fight.state.holds("orc", "dead")
    fight.next(2)
    assert fight.track("orc", "hit_points") == line


def test_the_dying_are_named_once_a_round_as_their_time_has_run() -> None:
    fight = Fighting(one("ada"), one("orc", "foes", con=1), one("cole"), one("dana"))
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -2})
    named = []
    for _ in range(6):
        named.append(next((due for due in fight.due if due.startswith("Orc is dying")), ""))
        fight.next()
    assert named == [
        "",
        "Orc is dying: 9 rounds to the death line at −12, First Aid DC 15",
        "",
        "",
        "Orc is dying: 8 rounds to the death line at −12, First Aid DC 16",
        "",
    ]


def test_the_dying_in_the_last_place_are_named_as_the_round_begins() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes", con=1))
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -2})
    fight.next()
    assert not fight.due
    fight.next()
    assert fight.due == ["Orc is dying: 9 rounds to the death line at −12, First Aid DC 15"]


def test_dying_ends_by_hit_points_alone() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes", con=1))
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -10})
    dying = fight.state.find("orc", "dying")
    assert dying is not None and dying.ends == ()  # `due` says what is left to the death line


def test_magic_brings_the_dying_to_one_point() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"))
    fight.add({"do": "track", "who": "cole", "name": "hit_points", "to": -5})
    fight.do("magic_heals", "ada", "cole", heals="8")
    assert (fight.track("cole", "hit_points"), fight.track("cole", "fatigue")) == (1, 1)
    assert fight.lines("magic_heals", "ada", "cole", heals="8") == ["Cole: 9 hit points"]
    fight.add({"do": "track", "who": "ada", "name": "hit_points", "to": -3})
    assert fight.why_not("magic_heals", "ada", "cole") != "", "one who is dying heals nobody"
    assert fight.track("cole", "hit_points") == 9


def test_a_second_fall_makes_first_aid_harder() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"))
    for to in (-1, 5, -4):
        fight.add({"do": "track", "who": "cole", "name": "hit_points", "to": to})
    assert fight.track("cole", "falls") == 2
    assert fight.odds("first_aid_dying", "ada", "cole").inputs.dc == 12 + 4 + 2


def test_the_optional_save_replaces_the_loss_of_points() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"), table={"fight_for_life": True})
    fight.add({"do": "track", "who": "cole", "name": "hit_points", "to": -3})
    assert fight.due == ["Cole may save for life this round"]
    for dc in (15, 16, 17):
        assert fight.odds("life_save", "cole").inputs.dc == dc
        fight.do("life_save", "cole", "", None, [1, 2, 1])
        assert fight.track("cole", "hit_points") == (-3 if dc < 17 else fight.here("cole").me["dead_at"])
        fight.next(2)
    assert fight.state.holds("cole", "dead")


def test_one_who_saves_for_life_wakes_fatigued() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"), table={"fight_for_life": True})
    fight.add({"do": "track", "who": "cole", "name": "hit_points", "to": -3})
    fight.do("life_save", "cole", "", None, [5, 5, 5])
    assert (fight.track("cole", "hit_points"), fight.track("cole", "fatigue")) == (1, 1)
    assert fight.held == ["cole prone"]


def test_bleeding_takes_ten_at_most() -> None:
    fight = two()
    fight.hold("orc", "bleeding", number=14)
    fight.next()
    assert fight.track("orc", "hit_points") == 20


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
