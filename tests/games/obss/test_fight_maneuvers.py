"""Guarding, moving, maneuvers and what criticals buy in a fight of OBSS."""

from __future__ import annotations

import pytest

from .fighting import RULES, Fighting
from .test_fight_acts import BOW, DAGGER, SWORD, inputs, one, two

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
    fight = two(javelin, javelin, {**sling, "name": "Slinger's sash", "slung": True}, wp=20, armor=30)
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
