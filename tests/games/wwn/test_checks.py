"""How checks, contests and saves behave."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pyrules.games.wwn.checks.character import ATTR_MOD, DERIVE
from pyrules.games.wwn.checks.checks import OPPOSED
from pyrules.games.wwn.checks.saves import SAVE
from pyrules.games.wwn.checks.skill_check import SKILL_CHECK
from pyrules.games.wwn.turns.morale import MORALE
from pyrules.games.wwn.turns.surprise import SURPRISE

from ..asking import ask, refused, rolled


def test_every_way_the_dice_fall_gives_the_odds_of_a_skill_check() -> None:
    check = {"attr_mod": 1, "skill": 1, "dc": 10, "helpers": [1]}

    assert rolled(SKILL_CHECK, **check)["Success"] == ask(SKILL_CHECK, **check)["p_success"]


def test_every_way_the_dice_fall_gives_the_odds_of_a_second_try() -> None:
    check = {"dc": 9, "reroll": True}

    assert rolled(SKILL_CHECK, **check)["Success"] == ask(SKILL_CHECK, **check)["p_success_after_reroll"]


def test_every_way_the_dice_fall_gives_the_odds_of_a_contest() -> None:
    sides = {"a": {"skill": 1}, "b": {"attr_mod": 1}, "tie": "none"}
    values = ask(OPPOSED, **sides)

    assert rolled(OPPOSED, **sides) == {
        "A wins": values["p_a"],
        "B wins": values["p_b"],
        "Tie": values["p_tie"],
    }


def test_many_helpers_give_no_more_than_one_sure_helper() -> None:
    one, six = (ask(SKILL_CHECK, dc=9, helpers=helpers)["p_success"] for helpers in ([10], [10] * 6))

    assert one == six == ask(SKILL_CHECK, dc=9, misc=1)["p_success"]


def test_help_never_hurts_and_a_second_try_neither() -> None:
    alone, helped = ask(SKILL_CHECK, dc=8), ask(SKILL_CHECK, dc=8, helpers=[-5, 0], reroll=True)

    assert alone["p_success"] <= helped["p_success"] <= helped["p_success_after_reroll"]
    assert alone["p_success"] == alone["p_success_after_reroll"]


def test_totals_are_those_without_help() -> None:
    assert ask(SKILL_CHECK, dc=8, helpers=[10])["totals"] == ask(SKILL_CHECK, dc=8)["totals"]


def test_a_harder_task_is_never_likelier() -> None:
    chances = [ask(SKILL_CHECK, dc=dc, skill=1, helpers=[0])["p_success"] for dc in range(2, 31)]

    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1 and chances[-1] == 0


@pytest.mark.parametrize("tie", ["a", "b", "none"])
def test_a_tie_is_shown_for_either_side(tie: str) -> None:
    values = ask(OPPOSED, a={}, b={}, tie=tie)

    assert values["p_tie"] == Fraction(73, 648) == values["margin"]["0"]
    assert values["p_a"] + values["p_b"] == (1 if tie != "none" else 1 - values["p_tie"])


def test_a_save_is_never_certain_either_way() -> None:
    assert ask(SAVE, target=1, roll_mod=20)["p_success"] == Fraction(19, 20)
    assert ask(SAVE, target=30, roll_mod=-20)["p_success"] == Fraction(1, 20)


def test_the_better_modifier_of_the_pair_lowers_the_target() -> None:
    assert ask(SAVE, level=1)["target"] == 15
    assert ask(SAVE, level=1, attr_mods=[-1, 2])["target"] == 13
    assert ask(SAVE, level=1, attr_mods=[-2, -1])["target"] == 16


def test_hit_dice_lower_a_creatures_target_by_halves_and_not_below_two() -> None:
    assert [ask(SAVE, hit_dice=dice)["target"] for dice in (0, 1, 2, 25, 26, 40)] == [15, 15, 14, 3, 2, 2]


def test_a_save_needs_one_source_of_its_target() -> None:
    assert refused(SAVE) == ("target", "missing_field")
    assert refused(SAVE, target=15, level=3) == ("level", "not_allowed")
    assert refused(SAVE, level=3, hit_dice=0) == ("hit_dice", "not_allowed")


def test_every_way_the_die_falls_gives_the_odds_of_a_save() -> None:
    assert rolled(SAVE, target=12, roll_mod=2)["Saved"] == ask(SAVE, target=12, roll_mod=2)["p_success"]


def test_every_way_the_dice_fall_gives_the_odds_of_an_ambush() -> None:
    ambush = {"ambusher": {"skill": 1}, "watcher": {}, "alertness": "alert"}

    assert rolled(SURPRISE, **ambush)["Surprise round"] == ask(SURPRISE, **ambush)["p_surprise"]


def test_the_more_alert_the_harder_to_surprise() -> None:
    pair = {"ambusher": {"attr_mod": 1, "skill": 1}, "watcher": {}}
    unwary = ask(SURPRISE, **pair)
    alert = [ask(SURPRISE, **pair, alertness="alert", alert_bonus=bonus)["p_surprise"] for bonus in (0, 1, 2)]

    assert unwary["p_surprise"] == alert[0] > alert[1] > alert[2]
    assert ask(SURPRISE, **pair, alertness="alert")["p_surprise"] == alert[2]
    assert ask(SURPRISE, **pair, alertness="expecting", tie="ambusher")["p_surprise"] == 0


def test_the_alert_bonus_is_for_the_alert_alone() -> None:
    pair = {"ambusher": {}, "watcher": {}}

    assert ask(SURPRISE, **pair, alert_bonus=0) == ask(SURPRISE, **pair, alert_bonus=2)


def test_those_who_expect_a_fight_are_not_rolled_for() -> None:
    assert rolled(SURPRISE, ambusher={}, watcher={}, alertness="expecting") == {"No surprise": 1}


def test_morale_breaks_only_above_the_score() -> None:
    assert ask(MORALE, score=12)["p_breaks"] == 0
    assert ask(MORALE, score=2)["p_breaks"] == Fraction(35, 36)
    assert ask(MORALE, score=2, roll_mod=6)["p_breaks"] == 1
    assert rolled(MORALE, score=7, roll_mod=1)["They break"] == ask(MORALE, score=7, roll_mod=1)["p_breaks"]


def test_a_modifier_never_falls_as_the_score_rises() -> None:
    modifiers = [ask(ATTR_MOD, score=score)["modifier"] for score in range(3, 19)]

    assert modifiers == sorted(modifiers)
    assert (modifiers[0], modifiers[-1]) == (-2, 2)
    assert refused(ATTR_MOD, score=19) == refused(ATTR_MOD, score=2) == ("score", "out_of_range")


def test_a_shield_replaces_worse_armor_and_adds_to_as_good() -> None:
    def armor_class(**gear: object) -> int:
        return int(ask(DERIVE, level=1, cls="expert", **gear)["armor_class"])

    assert armor_class(armor="linothorax") == 13
    assert armor_class(armor="linothorax", shield="large") == 14
    assert armor_class(armor="linothorax", shield="small") == 14
    assert armor_class(armor="war_shirt", shield="small") == 13
    assert armor_class(armor="war_shirt", armor_magic=2, shield="small") == 14
    assert armor_class(armor="none", dex=3) == 8


def test_levels_raise_attack_bonus_and_lower_saves() -> None:
    for cls in ("warrior", "expert", "mage", "partial_warrior", "adventurer_expert", "adventurer_mage"):
        by_level = [ask(DERIVE, level=level, cls=cls) for level in range(1, 11)]
        bonuses = [values["attack_bonus"] for values in by_level]
        assert bonuses == sorted(bonuses)
        assert [values["save_luck"] for values in by_level] == list(range(15, 5, -1))
        assert all((values["killing_blow"] > 0) == (cls == "warrior") for values in by_level)


def test_system_strain_may_rise_to_constitution() -> None:
    assert ask(DERIVE, level=1, cls="mage", con=16)["system_strain_max"] == 16
