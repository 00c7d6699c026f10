"""The scene of a fight of OpenQuest: distance, light, footing, riders and surprise; and who has no body."""

from __future__ import annotations

from typing import Any

import pytest

import pyrules
from pyrules.engine.fight.odds import Odds

from .fighting import RULES, Fighting
from .test_fight_acts import BOW, FISTS, KNIFE, SWORD, fighter, two

SPIRIT = {"conditions": ["bodiless"], "shamanism": 40, "pow": 11}


def skill(found: Odds) -> tuple[int, int]:
    """The attack skill and its modifier."""
    return found.inputs.attack.base, found.inputs.attack.mods


# Distance and light


def test_one_act_sets_the_distance_between_all_opponents() -> None:
    fight = Fighting(fighter("hild"), fighter("ysa"), fighter("orc", "foes"), begun=False)
    assert fight.scene_question
    fight.do("scene", "hild", distance="20")
    assert sorted(fight.held) == ["hild apart orc 20", "ysa apart orc 20"]
    assert not fight.scene_question
    fight.do("scene", "ysa", distance="close")
    assert fight.held == []


@pytest.mark.parametrize("answer", [{"distance": "close"}, {"light": "bright"}, {"distance": "20"}])
def test_the_scene_is_asked_for_until_it_is_answered_even_if_nothing_changes(answer: dict[str, str]) -> None:
    fight = two()
    assert fight.scene_question
    fight.do("scene", "hild", **answer)
    assert not fight.scene_question


def test_a_rolled_surprise_leaves_the_distance_and_the_light_to_ask_for() -> None:
    fight = Fighting(fighter("hild", perception=60), fighter("orc", "foes", deception=50), begun=False)
    fight.do("watch", "hild", faces=[1, 99])
    assert fight.held == []
    assert fight.scene_question == "How far, how light?"


def test_the_scene_is_not_asked_for_where_there_are_too_many_pairs_to_set_it() -> None:
    heroes = [fighter(f"hero{at}") for at in range(6)]
    foes = [fighter(f"orc{at}", "foes") for at in range(17)]
    fight = Fighting(*heroes, *foes, begun=False)
    assert "more than 100 pairs" in fight.why_not("scene", "hero0", "hero0")
    assert not fight.scene_question


def test_the_scene_is_no_longer_asked_for_after_round_1() -> None:
    fight = two()
    fight.next(2)
    assert fight.state.round == 2
    assert not fight.scene_question


def test_the_light_is_the_same_for_all_and_for_who_joins() -> None:
    fight = two(weapons=[SWORD, BOW])
    fight.do("scene", "hild", light="darkness")
    assert sorted(fight.held) == ["hild darkness", "orc darkness"]
    assert skill(fight.odds("close_attack", "hild", "orc", 0)) == (65, -50)
    assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1] == "Parry 0 %, −50 now"
    assert fight.odds("ranged_attack", "hild", "orc", 1).inputs.situation.visibility == "heavy"

    fight.join(**fighter("goblin", "foes"))
    assert "goblin darkness" in fight.held
    fight.do("scene", "orc", light="bright")
    assert fight.held == []


# Footing, water and sight


@pytest.mark.parametrize("condition, penalty", [("unstable", -20), ("underwater", -50), ("partial_darkness", -20)])
def test_footing_and_water_hamper_attack_and_defense(condition: str, penalty: int) -> None:
    fight = two()
    fight.hold("hild", condition)
    assert skill(fight.odds("close_attack", "hild", "orc", 0)) == (65, penalty)
    assert fight.labels("defense", "close_attack", "orc", "hild", 0)[1] == f"Parry {65 + penalty} %, −{-penalty} now"


def test_shots_count_the_state_of_the_shooter_and_the_wind() -> None:
    fight = two(weapons=[BOW, KNIFE])
    fight.hold("hild", "unstable")
    asked = {"attack": {"base": 55}, "damage": "1d8", "damage_mod": "0", "target_hp": 10, "reaction": "none"}
    situation = {"distance": 75, "range": 75, "attacker_unstable": True, "wind": "high"}
    expected = pyrules.answer("openquest.ranged_attack", {**asked, "situation": situation}).values
    assert fight.figure("ranged_attack", "p_hit", "hild", "orc", 0, wind="high") == expected["p_hit"] > 0
    fight.hold("hild", "blinded")
    assert fight.odds("ranged_attack", "hild", "orc", 0).inputs.situation.attacker_blinded


def test_bows_fail_underwater_and_throws_do_not() -> None:
    fight = two(weapons=[BOW, KNIFE])
    fight.hold("hild", "underwater")
    assert fight.figure("ranged_attack", "p_hit", "hild", "orc", 0) == 0
    assert fight.figure("ranged_attack", "p_hit", "hild", "orc", 1, defense="none") > 0


# Riders


def test_a_rider_strikes_and_parries_better_against_foes_on_foot_alone() -> None:
    fight = two(riding=80)
    fight.hold("hild", "mounted")
    assert skill(fight.odds("close_attack", "hild", "orc", 0)) == (65, 20)
    assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1:3] == [
        "Parry 30 %, −20 now",
        "Dodge 20 %, −20 now",
    ]
    assert fight.labels("defense", "close_attack", "orc", "hild", 0)[1:3] == ["Parry 85 %, +20 now", "Dodge 40 %"]
    fight.hold("orc", "mounted")
    assert skill(fight.odds("close_attack", "hild", "orc", 0)) == (65, 0)


def test_somebody_as_tall_as_the_rider_suffers_nothing() -> None:
    fight = two(riding=80)
    fight.hold("hild", "mounted")
    fight.hold("orc", "as_tall", "hild")
    assert skill(fight.odds("close_attack", "hild", "orc", 0)) == (65, 0)
    assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1:3] == ["Parry 50 %", "Dodge 40 %"]
    assert fight.labels("defense", "close_attack", "orc", "hild", 0)[1] == "Parry 65 %"


def test_riding_covers_dodge_where_the_table_says_so() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes"), table={"riding_dodge": "bonus"})
    fight.hold("hild", "mounted")
    assert fight.labels("defense", "close_attack", "orc", "hild", 0)[2] == "Dodge 60 %, +20 now"


def test_no_weapon_is_better_than_the_riding_of_a_rider() -> None:
    fight = two(riding=30, weapons=[SWORD, BOW])
    fight.hold("hild", "mounted")
    assert skill(fight.odds("close_attack", "hild", "orc", 0)) == (30, 20)
    assert skill(fight.odds("disarming_attack", "hild", "orc")) == (30, 20)
    assert fight.odds("ranged_attack", "hild", "orc", 1).inputs.attack.base == 30
    assert fight.odds("close_attack", "orc", "hild", 0).inputs.parry.base == 30
    fight.next(2)
    assert fight.order == [["orc"], ["hild"]]


# Surprise


def test_a_character_who_fails_to_notice_only_defends_for_one_round() -> None:
    fight = Fighting(fighter("hild", perception=60), fighter("orc", "foes", deception=50), begun=False)
    rolled = fight.do("watch", "hild", faces=[90, 20])
    assert [one.text for one in rolled.proposed] == ["Hild: surprised, only defends in round 1"]
    fight.add({"do": "begin"})
    assert fight.acting == ["orc"]
    assert fight.labels_or_none("close_attack", "orc", "hild", 0) is not None
    fight.next()
    assert fight.held == []


def test_a_fumble_on_watch_leaves_no_defense() -> None:
    fight = Fighting(fighter("hild", perception=60), fighter("orc", "foes", deception=50), begun=False)
    fight.do("watch", "hild", faces=[99, 20])
    assert fight.held == ["hild defenceless"]
    assert fight.labels_or_none("close_attack", "orc", "hild", 0) is None


def test_the_side_of_the_foes_is_surprised_as_one() -> None:
    foes = (fighter("orc", "foes", perception=30), fighter("grim", "foes", perception=40))
    fight = Fighting(fighter("hild", deception=50), *foes, begun=False)
    assert fight.odds("watch", "orc").inputs.npc.base == 40
    fight.do("watch", "orc", faces=[20, 90])
    assert sorted(fight.held) == ["grim defend_only", "orc defend_only"]


def test_surprise_by_hand_lasts_for_one_round() -> None:
    fight = two()
    fight.hold("orc", "defend_only")
    fight.next()
    assert fight.held == []
    assert fight.state.round == 2


# Skills and bodies


def test_a_weapon_is_knocked_away_with_the_fighters_own_skill() -> None:
    asked = {"attack": {"base": 35}, "defence": "parry", "parry": {"base": 50}}
    expected = pyrules.answer("openquest.disarming_attack", asked).values
    fight = Fighting(fighter("hild", close_combat=35), fighter("orc", "foes", weapons=[SWORD, FISTS]))
    found = fight.figure("disarming_attack", "p_disarmed", "hild", "orc", defense="parry")
    assert found == expected["p_disarmed"]
    assert fight.labels("item", "disarming_attack", "hild", "orc") == ["Sword"]


def test_who_has_no_body_fights_in_spirit_combat_alone() -> None:
    fight = Fighting(fighter("hild", persistence=40), fighter("ghost", "foes", **SPIRIT))
    assert "has no body" in fight.why_not("unarmed_hold", "ghost", "hild")
    assert "has no body" in fight.why_not("close_attack", "ghost", "hild", 0)
    fight.next()
    done: Any = fight.do("spirit_combat", "ghost", "hild", faces=[20, 90, 4])
    assert [step.label for step in done.roll.steps][:2] == ["Ghost: Spirit Combat, 40%", "Hild: Persistence, 40%"]


def test_the_list_says_at_which_skill_a_fighter_acts() -> None:
    fight = two()
    assert [RULES.acts_at(fight.state, one) for one in fight.state.combatants] == ["at 65 %", "at 50 %"]
    fight.add({"do": "order", "places": {"hild": [2], "orc": [1]}})
    assert {RULES.acts_at(fight.state, one) for one in fight.state.combatants} == {""}
