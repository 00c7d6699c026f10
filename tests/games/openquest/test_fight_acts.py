"""Acts in a fight of OpenQuest: reactions with their penalties, distance, aim, holds, threats and spirits."""

from __future__ import annotations

from typing import Any

import pytest

import pyrules
from pyrules.engine.fight.plans import best_plan

from .fighting import RULES, Fighting

SWORD = {"name": "Sword", "damage": "1d8", "great": "sword"}
BOW = {"name": "Bow", "damage": "1d8", "skill": "ranged", "range": 75, "one_handed": False}
CROSSBOW = {"name": "Crossbow", "damage": "1d8", "skill": "ranged", "range": 125, "rate": 2, "mechanical": True}
KNIFE = {"name": "Knife", "damage": "1d4", "skill": "ranged", "range_str": 1, "thrown": True}
FISTS = {"name": "Fists", "damage": "1d4", "skill": "unarmed"}


def fighter(id: str, side: str = "party", **sheet: Any) -> dict[str, Any]:
    given = {"close_combat": 50, "dodge": 40, "unarmed": 45, "ranged": 55, "weapons": [SWORD], "hit_points": 10}
    return {"id": id, "side": side, "sheet": {**given, **sheet}}


def two(foe: dict[str, Any] | None = None, **sheet: Any) -> Fighting:
    return Fighting(fighter("hild", close_combat=65, **sheet), fighter("orc", "foes", **(foe or {})))


# Reactions


def test_each_further_defense_of_a_round_is_harder() -> None:
    fight = two()
    assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1:3] == ["Parry 50 %", "Dodge 40 %"]
    fight.do("close_attack", "hild", "orc", 0, [30, 20], defense="dodge")
    assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1:3] == [
        "Parry 30 %, −20 now",
        "Dodge 20 %, −20 now",
    ]
    asked = {"attack": {"base": 65}, "damage": "1d8", "defence": "parry", "parry": {"base": 50, "mods": -20}}
    expected = pyrules.answer("openquest.close_attack", {**asked, "target_hp": 10}).values
    assert fight.figure("close_attack", "p_hit", "hild", "orc", 0, defense="parry") == expected["p_hit"]


def test_a_defense_that_is_not_rolled_does_not_count() -> None:
    fight = two()
    fight.do("close_attack", "hild", "orc", 0, [90], defense="parry")
    assert "orc defended" not in fight.held


def test_each_round_begins_without_defenses() -> None:
    fight = two()
    fight.do("close_attack", "hild", "orc", 0, [30, 20], defense="parry")
    fight.next(2)
    assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1] == "Parry 50 %"


def test_a_shield_parries_once_more_without_a_penalty_and_attacks_no_more() -> None:
    fight = two({"shield": "medium"})
    for _ in range(2):
        fight.do("close_attack", "hild", "orc", 0, [30, 20], defense="parry")
    assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1] == "Parry 30 %, −20 now"
    assert "orc off_hand" in fight.held
    assert "off_hand" not in [ask.name for ask in RULES.act("close_attack").asks(fight.here("orc", "hild", 0))]


def test_who_has_defended_gives_up_no_defense_any_more() -> None:
    fight = two()
    fight.do("close_attack", "hild", "orc", 0, [30, 20], defense="parry")
    fight.next()
    text = "Orc has defended this round, and Great Attack gives up all defense."
    assert fight.why_not("great_attack", "orc", "hild", 0) == text


@pytest.mark.parametrize("act", ["great_attack", "all_out_attack"])
def test_an_attack_without_defense_leaves_none_until_the_round_ends(act: str) -> None:
    fight = two()
    fight.do(act, "hild", "orc", 0, [90, 90] if act == "all_out_attack" else [90])
    fight.next()
    assert fight.labels_or_none("close_attack", "orc", "hild", 0) is None
    fight.next()
    assert fight.labels_or_none("close_attack", "orc", "hild", 0) is not None


def test_two_attacks_count_on_from_the_defenses_before() -> None:
    fight = two()
    fight.do("close_attack", "hild", "orc", 0, [30, 20], defense="parry")
    inputs = fight.odds("all_out_attack", "hild", "orc", 0).inputs
    assert (inputs.prior_defences, inputs.parry.mods) == (1, 0)
    fight.do("all_out_attack", "hild", "orc", 0, [30, 20, 30, 20, 4], defense="parry")
    assert "orc defended 3" in fight.held


def test_shield_defense_parries_better_and_without_penalties() -> None:
    fight = two({"shield": "medium"})
    fight.do("shield_defence", "orc")
    for _ in range(2):
        assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1] == "Parry 70 %, +20 now"
        fight.do("close_attack", "hild", "orc", 0, [30, 20], defense="parry")


def test_a_critical_parry_in_shield_defense_strikes_back() -> None:
    fight = two({"shield": "medium"})
    fight.do("shield_defence", "orc")
    lines = fight.lines("close_attack", "hild", "orc", 0, [30, 33], defense="parry")
    assert "Orc: strikes back at Hild without a roll to hit" in lines
    assert "Orc strikes back at Hild without a roll to hit." in fight.due
    fight.do("counterstrike", "orc", "hild", 0, [4])
    assert fight.hit_points("hild") == 6


def test_a_critical_parry_of_the_first_of_two_attacks_strikes_back_too() -> None:
    fight = two({"shield": "medium"})
    fight.do("shield_defence", "orc")
    fight.do("all_out_attack", "hild", "orc", 0, [30, 33, 30, 20], defense="parry")
    assert "Orc strikes back at Hild without a roll to hit." in fight.due


def test_changing_weapons_makes_parries_harder_but_no_dodges() -> None:
    fight = two()
    fight.do("ready_weapon", "orc")
    labels = fight.labels("defense", "close_attack", "hild", "orc", 0)
    assert labels[1:3] == ["Parry 30 %, −20 now", "Dodge 40 %"]


# Places and distance


def test_higher_ground_and_cover_change_the_rolls() -> None:
    fight = two()
    plain = fight.odds("close_attack", "hild", "orc", 0, defense="parry").inputs
    fight.hold("hild", "higher", "orc")
    fight.hold("orc", "partial", "hild")
    now = fight.odds("close_attack", "hild", "orc", 0, defense="parry").inputs
    assert now.attack.mods == plain.attack.mods + 20 - 20
    assert now.parry.mods == -20
    back = fight.odds("close_attack", "orc", "hild", 0, defense="parry").inputs
    assert (back.attack.mods, back.parry.mods) == (0, 20)


def test_close_attacks_need_the_distance_of_an_arm() -> None:
    fight = two()
    assert "at arm's length" in fight.why_not("charge", "hild", "orc", 0)
    fight.hold("hild", "apart", "orc", number=20)
    assert fight.why_not("close_attack", "hild", "orc", 0) == "Orc is 20 meters away: close in or charge."
    assert not fight.why_not("charge", "hild", "orc", 0)
    fight.do("close_in", "hild", "orc")
    assert "hild apart orc 5" in fight.held
    fight.next(2)
    fight.do("close_in", "hild", "orc")
    assert "apart" not in " ".join(fight.held)


def test_a_shot_counts_distance_cover_movement_and_a_set_shield() -> None:
    fight = two({"shield": "large"}, weapons=[BOW])
    fight.hold("hild", "apart", "orc", number=100)
    fight.hold("orc", "excellent", "hild")
    fight.do("set_shield", "orc")
    fight.hold("orc", "moved", number=12)
    inputs = fight.odds("ranged_attack", "hild", "orc", 0).inputs
    asked = {"distance": 100, "range": 75, "cover": "excellent", "shield": "large", "shield_set": True}
    asked |= {"target_moved": 12, "target_siz": 10}
    expected = pyrules.answer(
        "openquest.ranged_attack",
        {"attack": {"base": 55}, "damage": "1d8", "situation": asked, "target_hp": 10},
    ).values
    assert fight.figure("ranged_attack", "modified", "hild", "orc", 0) == expected["modified"]
    assert inputs.situation.distance == 100


def test_a_shot_counts_what_the_target_has_moved_since_the_shooter_acted() -> None:
    fight = two(weapons=[BOW])  # at 55, before the orc
    fight.hold("hild", "apart", "orc", number=40)
    fight.next()
    fight.do("close_in", "orc", "hild")
    assert fight.odds("ranged_attack", "hild", "orc", 0).inputs.situation.target_moved == 15
    fight.next()
    assert fight.odds("ranged_attack", "hild", "orc", 0).inputs.situation.target_moved == 15
    fight.hold("orc", "berserk")
    fight.do("close_in", "orc", "hild")
    fight.next(2)
    assert fight.acting == ["orc"]  # at 50 + 50 now: it has moved after the shooter all the same
    assert fight.odds("ranged_attack", "hild", "orc", 0).inputs.situation.target_moved == 15
    fight.next(2)
    assert fight.odds("ranged_attack", "hild", "orc", 0).inputs.situation.target_moved == 0


def test_what_a_faster_target_moved_in_the_last_round_was_before_the_last_shot() -> None:
    fight = two({"close_combat": 80}, weapons=[BOW])
    fight.hold("hild", "apart", "orc", number=40)
    fight.do("close_in", "orc", "hild")
    fight.next(3)
    assert fight.acting == ["hild"]
    assert fight.odds("ranged_attack", "hild", "orc", 0).inputs.situation.target_moved == 0


# Aim, loading, throwing


def test_an_aim_grows_by_the_round_and_is_for_one_target_and_weapon() -> None:
    fight = Fighting(
        fighter("ysa", weapons=[BOW, KNIFE]), fighter("orc", "foes", close_combat=30), fighter("elk", "foes")
    )
    fight.do("aim", "ysa", "orc", 0)
    fight.next(3)
    fight.do("aim", "ysa", "orc", 0)
    assert "ysa aims orc 2" in fight.held
    assert fight.odds("ranged_attack", "ysa", "orc", 0).inputs.aim_rounds == 2
    assert fight.odds("ranged_attack", "ysa", "orc", 1).inputs.aim_rounds == 0
    assert fight.odds("ranged_attack", "ysa", "elk", 0).inputs.aim_rounds == 0
    fight.next(3)
    fight.do("ranged_attack", "ysa", "orc", 0, [98])
    assert "aims" not in " ".join(fight.held)


def test_a_reaction_spoils_the_aim_and_the_set_weapon() -> None:
    fight = two({"weapons": [BOW]})
    fight.hold("orc", "aims", "hild", number=2, note="Bow")
    fight.hold("orc", "weapon_set")
    lines = fight.lines("close_attack", "hild", "orc", 0, [30, 20], defense="dodge")
    assert "Orc: no longer aims at Hild" in lines
    assert "Orc: the weapon is no longer set" in lines


def test_care_and_spirit_combat_are_actions_that_spoil_the_aim() -> None:
    ghost = fighter("ghost", "foes", conditions=["bodiless"], shamanism=40)
    fight = Fighting(
        fighter("ysa", weapons=[BOW], healing=60), fighter("hild", hit_points=4), fighter("orc", "foes"), ghost
    )
    for act, to, faces in (("first_aid", "hild", [90]), ("spirit_combat", "ghost", [90, 90])):
        fight.hold("ysa", "aims", "orc", number=2, note="Bow")
        assert "Ysa: no longer aims at Orc" in fight.lines(act, "ysa", to, faces=faces)


def test_a_crossbow_is_loaded_for_a_round() -> None:
    fight = two({}, weapons=[CROSSBOW])
    fight.do("ranged_attack", "hild", "orc", 0, [90])
    fight.next(2)
    assert fight.why_not("ranged_attack", "hild", "orc", 0) == "Crossbow is not loaded: 1 round to go."
    assert "Hild must load: Crossbow." in fight.due
    fight.do("ready_weapon", "hild", what="unloaded:Crossbow")
    fight.next(2)
    assert not fight.why_not("ranged_attack", "hild", "orc", 0)


def test_a_throw_is_dodged_or_parried_with_a_large_enough_shield() -> None:
    fight = two({"shield": "medium"}, weapons=[KNIFE, BOW])
    assert fight.labels("defense", "ranged_attack", "hild", "orc", 0)[:2] == ["Parry with a shield 50 %", "Dodge 40 %"]
    assert fight.labels_or_none("ranged_attack", "hild", "orc", 1) is None
    fight.do("ranged_attack", "hild", "orc", 0, [90])
    assert fight.why_not("ranged_attack", "hild", "orc", 0) == "Hild has lost this: Knife."


def test_a_weapon_that_is_knocked_away_is_picked_up() -> None:
    fight = two()
    fight.do("disarming_attack", "hild", "orc", faces=[30, 90, 4], item="weapon.0", defense="parry")
    fight.next()
    assert fight.why_not("close_attack", "orc", "hild", 0) == "Orc has lost this: Sword."
    fight.do("ready_weapon", "orc", what="disarmed:Sword")
    assert "orc disarmed" not in fight.held


def test_of_two_weapons_with_one_name_one_is_left() -> None:
    fight = two({"weapons": [SWORD, SWORD]})
    knocked_away = {"faces": [30, 90, 4], "item": "weapon.1", "defense": "parry"}
    fight.do("disarming_attack", "hild", "orc", **knocked_away)
    fight.next()
    assert [fight.why_not("close_attack", "orc", "hild", at) for at in (0, 1)] == ["Orc has lost this: Sword.", ""]
    assert "Parry 50 %" in fight.labels("defense", "close_attack", "hild", "orc", 0)[1]
    fight.next()
    fight.do("disarming_attack", "hild", "orc", **knocked_away)
    assert "orc disarmed 2" in fight.held
    assert fight.why_not("disarming_attack", "hild", "orc") == "Orc holds nothing that can be knocked away."
    fight.next()
    fight.do("ready_weapon", "orc", what="disarmed:Sword")
    assert "orc disarmed" in fight.held


def test_claws_and_teeth_are_neither_knocked_away_nor_hurled() -> None:
    claw = {"name": "Claw", "damage": "1d6", "natural": True}
    fight = two({"weapons": [claw, SWORD]})
    fight.hold("hild", "apart", "orc", number=6)
    hurled = {here.weapon_at for act, here in fight.all_offered("orc", "hild") if act.id == "hurl"}
    assert hurled == {1}
    fight.add({"do": "free", "who": "hild", "id": "apart", "to": "orc"})
    assert fight.labels("item", "disarming_attack", "hild", "orc") == ["Sword"]
    fight.do("disarming_attack", "hild", "orc", faces=[30, 90, 4], defense="parry")
    assert fight.why_not("disarming_attack", "hild", "orc") == "Orc holds nothing that can be knocked away."
    fight.next()
    assert fight.why_not("close_attack", "orc", "hild", 0) == ""
    assert fight.why_not("close_attack", "orc", "hild", 1) == "Orc has lost this: Sword."


def test_a_creature_with_natural_weapons_alone_cannot_be_disarmed() -> None:
    fight = two()
    pairs = [list(pair) for pair in RULES.foes.pairs("griffin", "")]
    griffin = {"id": "griffin", "name": "Griffin"}
    fight.add({"do": "join", "side": "foes", "schema": RULES.sheet.schema, "sheet": pairs, "fighters": [griffin]})
    assert fight.why_not("disarming_attack", "hild", "griffin") == "Griffin holds nothing that can be knocked away."


def test_who_has_nothing_left_in_hand_parries_with_bare_hands() -> None:
    fight = two({"weapons": [SWORD, FISTS]})
    fight.hold("orc", "disarmed", note="Sword")
    assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1] == "Parry with bare hands 45 %"
    assert fight.odds("close_attack", "hild", "orc", 0, defense="parry").inputs.parry.base == 45
    assert fight.labels("defense", "disarming_attack", "hild", "orc")[0] == "Parry with bare hands 45 %"
    grabbed = fight.labels("defense", "unarmed_hold", "hild", "orc")
    assert [one for one in grabbed if one.startswith("Parry")] == [
        "Parry with bare hands 45 %",
        "Parry with bare hands 45 %, to turn it around",
    ]


def test_a_shield_still_parries_without_the_weapon() -> None:
    fight = two({"shield": "small"})
    fight.hold("orc", "disarmed", note="Sword")
    assert fight.labels("defense", "close_attack", "hild", "orc", 0)[1] == "Parry 50 %"


def test_an_attack_from_behind_is_better_once() -> None:
    fight = two()
    fight.hold("hild", "behind", "orc")
    assert fight.odds("close_attack", "hild", "orc", 0).inputs.attack.mods == 20
    assert fight.odds("close_attack", "orc", "hild", 0).inputs.attack.mods == 0
    fight.hold("orc", "prone")
    assert fight.odds("close_attack", "hild", "orc", 0).inputs.attack.mods == 20


def test_a_close_weapon_is_hurled_at_a_target_out_of_reach() -> None:
    fight = two()
    assert "hurl" not in fight.offered("hild", "orc")
    fight.hold("hild", "apart", "orc", number=7)
    situation = {"distance": 7, "improvised_throw": True, "target_siz": 10}
    asked = {"attack": {"base": 55}, "damage": "1d8", "situation": situation}
    expected = pyrules.answer("openquest.ranged_attack", asked).values
    assert fight.figure("hurl", "modified", "hild", "orc", 0) == expected["modified"]


@pytest.mark.parametrize(("act", "weapon"), [("hurl", 0), ("ranged_attack", 1)])
def test_nothing_flies_beyond_its_range(act: str, weapon: int) -> None:
    fight = two(weapons=[SWORD, BOW])
    fight.hold("hild", "apart", "orc", number=10)
    assert not fight.why_not(act, "hild", "orc", weapon)
    fight.hold("hild", "apart", "orc", number=400)
    assert fight.why_not(act, "hild", "orc", weapon).startswith("400 meters are too far")


def test_a_charge_needs_a_run() -> None:
    fight = two()
    fight.hold("hild", "apart", "orc", number=1)
    assert fight.why_not("charge", "hild", "orc", 0) == "A charge starts more than 2 meters away."


# Bare hands


def test_a_hold_is_broken_by_an_opposed_test() -> None:
    fight = two()
    fight.hold("hild", "grips", "orc")
    fight.next()
    assert "holds Orc" in fight.why_not("change_stance", "orc")
    fight.do("break_free", "orc", "hild", faces=[40, 90])
    assert "hild grips orc" not in fight.held


def test_who_has_surrendered_hurts_nobody_with_a_hold() -> None:
    fight = two()
    fight.hold("hild", "surrendered")
    fight.hold("hild", "grips", "orc")
    fight.next(2)
    assert not fight.offered("hild", "orc") & {"let_go", "hold_damage", "hold_spare"}
    assert not [text for text in fight.due if "may hurt" in text]


def test_a_throw_ends_a_hold() -> None:
    fight = two()
    fight.hold("hild", "grips", "orc")
    fight.do("unarmed_throw", "hild", "orc", faces=[30, 90], defense="dodge")
    assert "hild grips orc" not in fight.held


def test_a_successful_unarmed_reaction_turns_a_hold_around() -> None:
    fight = two()
    lines = fight.lines("unarmed_hold", "hild", "orc", faces=[30, 20], defense="counter")
    assert "Orc: holds Hild" in lines
    assert fight.actions("orc") == 0


def test_the_holder_may_leave_the_damage_out() -> None:
    fight = two()
    fight.hold("hild", "grips", "orc")
    fight.next(2)
    fight.do("hold_spare", "hild", "orc")
    assert fight.hit_points("orc") == 10
    assert not fight.due


# Getting away, talk, spirits


@pytest.mark.parametrize("act", ["fighting_retreat", "escaping_sprint"])
def test_who_is_not_hit_gets_away_as_the_round_ends(act: str) -> None:
    fight = two()
    fight.do(act, "hild")
    fight.next()
    fight.do("close_attack", "orc", "hild", 0, [30, 20])
    fight.next()
    assert "hild away" in fight.held
    assert fight.acting == ["orc"]


def test_who_is_hit_does_not_get_away() -> None:
    fight = two()
    fight.do("fighting_retreat", "hild")
    fight.next()
    fight.do("close_attack", "orc", "hild", 0, [30, 90, 3])
    assert "Hild does not get away: an attack got through." in fight.due
    fight.next()
    assert "hild away" not in fight.held
    assert fight.acting == ["hild"]


def test_a_hit_that_armor_stops_keeps_in_the_fight_too() -> None:
    fight = two(armor="chainmail")
    fight.do("fighting_retreat", "hild")
    fight.next()
    fight.do("close_attack", "orc", "hild", 0, [30, 90, 3])
    assert fight.hit_points("hild") == 10
    fight.next()
    assert "hild away" not in fight.held


def test_who_is_grabbed_does_not_get_away() -> None:
    fight = two()
    fight.do("fighting_retreat", "hild")
    fight.next()
    fight.do("unarmed_hold", "orc", "hild", faces=[30, 90], defense="dodge")
    fight.next()
    assert "hild away" not in fight.held


def test_an_arrow_wounds_a_runner_and_holds_nobody() -> None:
    for weapon, held in ((BOW, False), (KNIFE, True)):
        fight = two({"weapons": [weapon]})
        fight.do("escaping_sprint", "hild")
        fight.next()
        fight.do("ranged_attack", "orc", "hild", 0, [30, 90, 3] if held else [30, 3])
        assert fight.hit_points("hild") == 7
        fight.next()
        assert ("hild away" in fight.held) is not held


@pytest.mark.parametrize("act", ["fighting_retreat", "escaping_sprint"])
def test_a_hit_before_the_turn_of_who_has_declared_to_get_away_counts(act: str) -> None:
    fight = two()
    fight.do("declare", "hild", action=act)
    fight.do("close_attack", "orc", "hild", 0, [30, 90, 3])
    fight.next()
    assert any("an attack got through: no getting away in round 1" in line for line in fight.lines(act, "hild"))
    fight.next()
    assert "hild away" not in fight.held


def test_a_sprint_leaves_only_dodges() -> None:
    fight = two()
    fight.do("escaping_sprint", "hild")
    assert fight.labels("defense", "close_attack", "orc", "hild", 0) == ["Dodge 40 %", "None"]


def test_a_threat_ends_the_fight_of_the_one_threatened() -> None:
    fight = two({"persistence": 30}, influence=60)
    fight.do("intimidation", "hild", "orc", faces=[50], outcome="surrendered")
    assert "orc surrendered" in fight.held


def test_a_fumbled_threat_makes_immune_to_this_one_alone() -> None:
    fight = two({"persistence": 30}, influence=60)
    fight.do("intimidation", "hild", "orc", faces=[99])
    assert "orc immune hild" in fight.held
    assert fight.why_not("intimidation", "hild", "orc") == "Orc no longer heeds threats of Hild."


def test_a_group_at_full_strength_is_harder_to_threaten() -> None:
    fight = Fighting(fighter("hild", influence=60), fighter("a", "foes"), fighter("b", "foes"))
    assert fight.figure("intimidation", "modifier", "hild", "a", whom="all") == -50
    fight.add({"do": "track", "who": "b", "name": "hit_points", "by": -10})
    assert fight.figure("intimidation", "modifier", "hild", "a", whom="all") == 0


def test_the_berserk_never_surrender() -> None:
    fight = two()
    fight.hold("hild", "berserk")
    assert fight.why_not("surrender", "hild") == "Hild is berserk and never surrenders."


def test_spirit_combat_goes_on_within_one_turn_until_one_side_has_no_magic_points() -> None:
    ghost = {"conditions": ["bodiless"], "shamanism": 40, "magic_points": 7}
    fight = Fighting(fighter("ghost", "foes", close_combat=90, **ghost), fighter("hild", persistence=50))
    assert "no body" in fight.why_not("close_attack", "hild", "ghost", 0)
    fight.hold("hild", "apart", "ghost", number=20)
    assert "no body" in fight.why_not("charge", "hild", "ghost", 0)
    fight.do("spirit_combat", "hild", "ghost", faces=[40, 90, 4])
    assert fight.state["ghost"].tracks["magic_points"] == 3
    assert "The spirit combat of Hild and Ghost goes on before anything else." in fight.due
    fight.do("spirit_test", "hild", "ghost", faces=[40, 90, 5])
    assert "ghost away" in fight.held
    assert "in_spirit" not in " ".join(fight.held)


def test_the_one_without_magic_points_is_possessed_as_the_table_says() -> None:
    ghost = {"conditions": ["bodiless"], "shamanism": 40, "magic_points": 7}
    for chosen, held in (("covert", True), ("dominant", True), ("free", False)):
        fight = Fighting(fighter("ghost", "foes", **ghost), fighter("hild", close_combat=30, magic_points=2))
        done: Any = fight.do("spirit_combat", "ghost", "hild", faces=[30, 90, 3], possession=chosen)
        assert [one.id for one in done.asks[0].options] == ["covert", "dominant", "free"]
        assert (f"hild {chosen}" in fight.held, "ghost away" in fight.held) == (held, held)


def test_a_spirit_that_wins_no_mortal_asks_nothing() -> None:
    ghost = {"conditions": ["bodiless"], "shamanism": 40, "magic_points": 1}
    fight = Fighting(fighter("ghost", "foes", **ghost), fighter("hild", close_combat=30, persistence=50))
    done: Any = fight.do("spirit_combat", "ghost", "hild", faces=[90, 20, 3])
    assert done.asks == ()


# The best use


def test_the_plan_leaves_out_what_gives_up_defense_after_a_defense() -> None:
    for defended, faces in ((False, [90]), (True, [30, 20])):
        fight = two()
        fight.do("close_attack", "hild", "orc", 0, faces, defense="parry")
        fight.next()
        plan = best_plan(RULES, fight.here("orc", "hild"))
        assert plan and plan.odds.answer
        options = {row["option"] for row in plan.odds.answer.values["attack_options"]}
        assert options.isdisjoint({"great", "all_out"}) == defended


def test_there_is_no_plan_without_an_action_or_within_no_reach() -> None:
    fight = two()
    fight.hold("hild", "apart", "orc", number=20)
    assert best_plan(RULES, fight.here("hild", "orc")) is None
    fight.add({"do": "free", "who": "hild", "id": "apart", "to": "orc"})
    fight.do("close_attack", "hild", "orc", 0, [90])
    assert best_plan(RULES, fight.here("hild", "orc")) is None
