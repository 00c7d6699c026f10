"""Acts in fights of Ruins & Raiders: what each brings, why it is impossible, and what the table rules change."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pyrules

from .fighting import Fighting

SWORD, BOW = {"name": "Sword", "damage": 4}, {"name": "Bow", "damage": 3, "kind": "missile", "parriable": False}

BRAN: dict[str, Any] = {
    "id": "bran",
    # Dodge 10, Parry 12, Protection 3, lifts 125 kg.
    "sheet": {
        "warrior": 5,
        "archer": 4,
        "ranger": 2,
        "perception": 3,
        "brawn": 4,
        "athlete": 3,
        "fortitude": 2,
        "armor": 1,
        "mass": 90,
        "intuition": 1,
        "weapons": [SWORD, BOW],
    },
}
TILDA: dict[str, Any] = {
    "id": "tilda",
    # Dodge 9, Parry 15, Protection 1.
    "sheet": {"warrior": 4, "brawn": 2, "athlete": 2, "fortitude": 1, "weapons": [{"name": "Shield", "defense": 4}]},
}
OGG: dict[str, Any] = {
    "id": "ogg",
    "side": "foes",
    # Dodge 8, Parry 10, Protection 3.
    "sheet": {"warrior": 3, "brawn": 6, "athlete": 1, "fortitude": 3, "mass": 120, "weapons": [SWORD]},
}


def foe(**more: Any) -> dict[str, Any]:
    """Ogg with other values."""
    return {**OGG, "sheet": {**OGG["sheet"], **more}}


def told(fight: Fighting, act: str, who: str, to: str = "", weapon: int | None = None) -> str:
    return fight.why_not(act, who, to, weapon)


# Defense


def test_each_defense_is_offered_with_its_worth_now() -> None:
    fight = Fighting(OGG, BRAN)
    assert fight.labels("defense", "strike", "ogg", "bran", 0) == ["Parry 12", "Dodge 10", "Neither: 4"]
    fight.hold("bran", "defending")
    assert fight.labels("defense", "strike", "ogg", "bran", 0) == ["Parry 15", "Dodge 13", "Neither: 4"]


def test_a_defense_that_is_not_possible_says_why() -> None:
    fight = Fighting(BRAN, OGG)
    fight.hold("ogg", "cornered")
    assert fight.labels("defense", "strike", "bran", "ogg", 0)[1] == "Dodge 8, but there is no room"
    fight.add({"do": "free", "who": "ogg", "id": "cornered"})
    assert fight.labels("defense", "strike", "bran", "ogg", 1)[:2] == [
        "Dodge 8",
        "Parry 10, but this cannot be parried",
    ]


@pytest.mark.parametrize(("chosen", "challenge"), [("best", 12), ("dodge", 10), ("parry", 12), ("neither", 4)])
def test_the_chosen_defense_is_the_challenge(chosen: str, challenge: int) -> None:
    inputs: Any = Fighting(OGG, BRAN).odds("strike", "ogg", "bran", 0, defense=chosen).inputs
    assert inputs.defense == challenge


def test_a_friend_blocks_with_a_better_parry_and_an_action() -> None:
    fight = Fighting(OGG, BRAN, TILDA)
    assert fight.labels("defense", "strike", "ogg", "bran", 0)[-1] == "Tilda blocks with Parry 15"
    found = pyrules.answer("raiders.assist_block", {"offense": 3, "friend_defense": 12, "blocker_parry": 15})
    assert fight.figure("strike", "p_hit", "ogg", "bran", 0, defense="block:tilda") == found.values["p_hit_after"]
    fight.do("strike", "ogg", "bran", 0, [6, 5], defense="block:tilda")
    assert (fight.wounds("bran"), fight.actions("tilda")) == (0, 1)
    fight.do("strike", "ogg", "bran", 0, [6, 5], defense="block:tilda")
    assert fight.labels("defense", "strike", "ogg", "bran", 0)[-1].endswith("but no action is left")


def test_a_friend_with_no_better_parry_and_one_who_is_down_do_not_block() -> None:
    fight = Fighting(OGG, TILDA, BRAN)
    assert len(fight.labels("defense", "strike", "ogg", "tilda", 0)) == 3
    fight.hold("tilda", "down")
    assert len(fight.labels("defense", "strike", "ogg", "bran", 0)) == 3


def test_what_cannot_be_parried_is_not_blocked() -> None:
    fight = Fighting({**BRAN, "side": "foes"}, {**OGG, "side": "party"}, TILDA)
    assert not any("blocks" in label for label in fight.labels("defense", "strike", "bran", "ogg", 1))


# Ambush and range


def test_an_ambush_meets_4_and_the_range_and_ends_with_the_attack() -> None:
    fight = Fighting(BRAN, OGG)
    fight.hold("bran", "range", "ogg", number=6)
    fight.hold("ogg", "unaware", "bran")
    assert "ambush" in fight.offered("bran", "ogg") and "strike" not in fight.offered("bran", "ogg")
    assert fight.figure("ambush", "challenge", "bran", "ogg", 1) == 10
    lines = fight.lines("ambush", "bran", "ogg", 1, [1, 5])
    assert lines == ["Bran: 1 action spent, 1 left", "Ogg: knows of Bran now", "Ogg: 4 wounds, 4 of 10"]
    assert "strike" in fight.offered("bran", "ogg") and "ambush" not in fight.offered("bran", "ogg")


def test_only_the_hidden_one_gains_by_an_ambush() -> None:
    fight = Fighting(BRAN, TILDA, OGG)
    fight.hold("ogg", "unaware", "bran")
    inputs: Any = fight.odds("strike", "tilda", "ogg", 0).inputs
    assert inputs.defense == 10


def test_the_range_is_the_same_both_ways() -> None:
    fight = Fighting(OGG, BRAN)
    fight.hold("bran", "range", "ogg", number=9)
    fight.hold("bran", "unaware", "ogg")
    assert fight.figure("ambush", "challenge", "ogg", "bran", 0) == 13


# Strikes


def test_bare_hands_strike_with_warrior_and_no_weapon() -> None:
    fight = Fighting(BRAN, OGG)
    asked = {"offense": 5, "defense": 10, "brawn": 4, "weapon": 0, "protection": 3}
    found = fight.odds("strike_unarmed", "bran", "ogg").answer
    assert found == pyrules.answer("raiders.strike", asked)


def test_a_trip_takes_the_place_of_all_wounds() -> None:
    fight = Fighting(BRAN, OGG)
    lines = fight.lines("strike", "bran", "ogg", 0, [4, 4], effect="trip")
    assert lines[-1] == "Ogg: prone, in place of wounds"
    assert (fight.wounds("ogg"), fight.held) == (0, ["ogg prone"])


def test_fortune_for_every_wound_prevents_a_trip() -> None:
    fight = Fighting(BRAN, foe(fortune_max=9))
    lines = fight.lines("strike", "bran", "ogg", 0, [4, 4], effect="trip")  # 13 - 10 + 4 + 4 - 3 = 8 wounds
    assert lines[-1] == "Ogg: 8 Fortune spent, 1 left"
    assert fight.held == []


def test_who_is_disarmed_does_not_strike_with_what_is_lost() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("strike", "bran", "ogg", 0, [4, 4], effect="disarm")
    fight.next()
    assert told(fight, "strike", "ogg", "bran", 0) == "Ogg has lost this: Sword."
    assert told(fight, "strike_unarmed", "ogg", "bran") == ""
    fight.add({"do": "free", "who": "ogg", "id": "disarmed"})
    assert told(fight, "strike", "ogg", "bran", 0) == ""


def test_a_hit_that_protection_stops_does_nothing() -> None:
    fight = Fighting(BRAN, foe(armor=20))
    assert fight.lines("strike", "bran", "ogg", 0, [4, 4]) == ["Bran: 1 action spent, 1 left"]


def test_there_are_two_actions_and_no_third() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("aim", "bran")
    fight.do("defend", "bran")
    assert told(fight, "strike", "bran", "ogg", 0) == "Bran has no action left."
    assert told(fight, "strike", "ogg", "bran", 0) == "It is not the turn of Ogg."


# Wounds and Fortune


def test_fortune_that_is_not_spent_leaves_the_wounds() -> None:
    fight = Fighting(BRAN, foe(fortune_max=3))
    done = fight.do("strike", "bran", "ogg", 0, [4, 4], without=(2, 3))
    assert [one.text for one in done.proposed][1:] == [
        "Ogg: 8 wounds, 8 of 10",
        "Ogg: 3 Fortune spent, 0 left",
        "Ogg: 3 wounds bought off, 5 of 10",
    ]
    assert (fight.wounds("ogg"), fight.fortune("ogg")) == (8, 3)


def test_a_point_of_fortune_buys_what_the_table_says() -> None:
    fight = Fighting(BRAN, foe(fortune_max=3), table={"fortune_buys": 5})
    lines = fight.lines("strike", "bran", "ogg", 0, [4, 4])
    assert lines[2:] == ["Ogg: 2 Fortune spent, 1 left", "Ogg: 8 wounds bought off, 0 of 10"]
    assert fight.wounds("ogg") == 0


def test_the_table_says_how_many_wounds_put_down() -> None:
    fight = Fighting(BRAN, OGG, table={"wound_limit": 15})
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": 14})
    assert (fight.wounds("ogg"), fight.held) == (14, [])
    assert fight.odds("strike", "bran", "ogg", 0).drops == fight.figure("strike", "p_wound", "bran", "ogg", 0)
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": 1})
    assert fight.held == ["ogg down"]


def test_the_own_limit_of_a_fighter_counts_before_the_table() -> None:
    fight = Fighting(BRAN, foe(wound_limit=4), table={"wound_limit": 15})
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": 4})
    assert fight.held == ["ogg down"]


def test_who_joins_at_the_limit_is_down_at_once() -> None:
    assert Fighting(BRAN, foe(wounds=10)).held == ["ogg down"]


def test_who_goes_down_lets_go_and_loses_an_aim() -> None:
    fight = Fighting(BRAN, OGG)
    fight.hold("ogg", "holds", "bran", number=3)
    fight.hold("ogg", "aiming")
    fight.hold("bran", "aiming")
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": 10})
    assert fight.held == ["bran aiming", "ogg down"]


def test_tended_wounds_bring_a_fighter_back() -> None:
    fight = Fighting(BRAN, OGG)
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": 12})
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": -1})
    assert fight.held == ["ogg down"]
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": -2})
    assert fight.held == []


def test_a_table_can_keep_a_fighter_up_until_the_next_wound() -> None:
    fight = Fighting(BRAN, OGG)
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": 10})
    fight.add({"do": "free", "who": "ogg", "id": "down"})
    fight.add({"do": "note", "text": "Ogg grits his teeth."})
    assert fight.held == []
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": 1})
    assert fight.held == ["ogg down"]


# Aim, haymaker and defense


def test_an_aim_helps_the_next_attack_only() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("aim", "bran")
    assert told(fight, "aim", "bran") == "Bran has aimed already, and a second aim adds nothing."
    aimed: Any = fight.odds("strike", "bran", "ogg", 0).inputs
    grab: Any = fight.odds("grab", "bran", "ogg").inputs
    assert (aimed.aim, grab.bonus_hit) == (True, 3)
    fight.do("strike", "bran", "ogg", 0, [1, 1])
    again: Any = fight.odds("strike", "bran", "ogg", 0).inputs
    assert not again.aim


@pytest.mark.parametrize("first", ["aim", "defend"])
def test_a_haymaker_needs_both_actions(first: str) -> None:
    fight = Fighting(BRAN, OGG)
    fight.do(first, "bran")
    why = "A haymaker takes both actions of the round, and one is used."
    assert told(fight, "haymaker", "bran", "ogg", 0) == why
    assert fight.do("haymaker", "bran", "ogg", 0, [1, 1]).event.get("anyway") == why


def test_an_aim_of_an_earlier_round_counts_for_a_haymaker() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("aim", "bran")
    fight.next(2)
    assert told(fight, "haymaker", "bran", "ogg", 0) == ""
    asked = {"offense": 5, "defense": 10, "brawn": 4, "weapon": 4, "protection": 3, "haymaker": True, "bonus_hit": 3}
    assert fight.odds("haymaker", "bran", "ogg", 0).answer == pyrules.answer("raiders.strike", asked)
    fight.do("haymaker", "bran", "ogg", 0, [1, 1])
    assert fight.held == []


def test_a_haymaker_is_a_melee_blow_at_no_range() -> None:
    fight = Fighting(BRAN, OGG)
    haymakers = [here.weapon_at for act, here in fight.all_offered("bran", "ogg") if act.id == "haymaker"]
    assert haymakers == [0]
    fight.hold("bran", "range", "ogg", number=3)
    assert told(fight, "haymaker", "bran", "ogg", 0).startswith("A haymaker is a melee attack")


def test_where_a_haymaker_takes_one_action_it_waits_for_a_melee_strike() -> None:
    fight = Fighting(BRAN, OGG, table={"haymaker_rule": "one_action"})
    assert "haymaker" not in fight.offered("bran", "ogg")
    assert fight.lines("wind_up", "bran")[-1] == "Bran: +10 damage on the next melee strike"
    assert fight.due == ["Bran is ready for a haymaker: +10 damage on the next melee strike."]
    shot: Any = fight.odds("strike", "bran", "ogg", 1).inputs
    blow: Any = fight.odds("strike", "bran", "ogg", 0).inputs
    assert (shot.haymaker, blow.haymaker) == (False, True)
    lines = fight.lines("strike", "bran", "ogg", 0, [1, 1])
    assert lines[-1] == "Bran: the haymaker is used"
    assert fight.held == []


def test_defending_twice_gives_6_until_the_round_ends() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("defend", "bran")
    fight.do("defend", "bran")
    inputs: Any = fight.odds("strike", "ogg", "bran", 0).inputs
    assert inputs.defense == 18
    assert told(fight, "defend", "bran") == "Your whole round goes into defense."
    fight.next(2)
    assert fight.held == []


def test_look_and_resist_take_an_action_each() -> None:
    fight = Fighting(BRAN, OGG)
    asked = {"trait": 3, "target": 9, "bonus": 3}
    assert fight.odds("look", "bran", task="fair").answer == pyrules.answer("raiders.roll", asked)
    fight.do("look", "bran", faces=[3, 3], task="fair")
    assert fight.lines("resist", "bran")[-1] == "Bran: Defiance 11 until the round ends"
    assert fight.actions("bran") == 0


# Holds


def held_by_bran(mox: int = 2, **more: Any) -> Fighting:
    fight = Fighting(BRAN, OGG, **more)
    fight.hold("bran", "holds", "ogg", number=mox)
    return fight


def test_only_who_holds_somebody_does_something_with_them() -> None:
    with_captive = {"squeeze", "slam", "move_captive", "let_go"}
    fight = Fighting(BRAN, OGG)
    assert not with_captive & fight.offered("bran", "ogg")
    assert "fall_prone" not in fight.offered("bran")
    fight.hold("bran", "holds", "ogg", number=0)
    assert with_captive <= fight.offered("bran", "ogg")
    assert "grab" not in fight.offered("bran", "ogg")
    assert "fall_prone" in fight.offered("bran")
    assert "escape" in fight.offered("ogg", "bran")


def test_a_squeeze_and_a_slam_use_the_mox_of_the_grab() -> None:
    fight = held_by_bran(mox=6)
    assert fight.figure("squeeze", "squeeze_wounds", "bran", "ogg") == 7
    assert fight.figure("slam", "wounds", "bran", "ogg", place="2", corner="yes") == 12
    assert fight.odds("squeeze", "bran", "ogg").drops == 0
    assert fight.odds("slam", "bran", "ogg", place="2", corner="yes").drops == 1


def test_fortune_keeps_a_squeezed_fighter_up() -> None:
    fight = Fighting(BRAN, foe(fortune_max=1, wound_limit=7))
    fight.hold("bran", "holds", "ogg", number=6)
    assert fight.odds("squeeze", "bran", "ogg").drops == 0
    fight.do("squeeze", "bran", "ogg")
    assert (fight.wounds("ogg"), fight.fortune("ogg")) == (6, 0)


def test_who_is_too_heavy_is_slammed_only_anyway() -> None:
    fight = Fighting(BRAN, foe(mass=126))
    fight.hold("bran", "holds", "ogg", number=2)
    why = "Ogg is too heavy: Bran lifts 125 kg and can only hold on."
    assert told(fight, "slam", "bran", "ogg") == why
    assert fight.do("slam", "bran", "ogg").event.get("anyway") == why
    assert fight.wounds("ogg") == 4


def test_a_captive_beyond_the_lift_is_dragged_one_space_a_round() -> None:
    fight = Fighting(BRAN, foe(mass=126))
    fight.hold("bran", "holds", "ogg", number=2)
    assert fight.lines("move_captive", "bran", "ogg") == ["Bran with Ogg: drag, one space a round"]
    assert told(fight, "move_captive", "bran", "ogg") == "Bran has dragged a captive 1 space this round already."
    fight.next(2)
    assert told(fight, "move_captive", "bran", "ogg") == ""


def test_a_captive_within_the_lift_is_carried() -> None:
    assert held_by_bran().lines("move_captive", "bran", "ogg") == ["Bran with Ogg: carry"]


def test_the_grappler_takes_the_captive_to_the_ground_and_only_the_free_stand_up() -> None:
    fight = held_by_bran()
    assert fight.lines("fall_prone", "bran") == ["Bran: prone", "Ogg: prone"]
    fight.next()
    assert told(fight, "stand", "ogg") == "Nobody stands up while held: get free first."
    fight.add({"do": "free", "who": "bran", "id": "holds", "to": "ogg"})
    assert fight.lines("stand", "ogg") == ["Ogg: 1 action spent, 1 left", "Ogg: stands up"]


def test_letting_go_costs_nothing() -> None:
    fight = held_by_bran()
    assert fight.lines("let_go", "bran", "ogg") == ["Bran: lets go of Ogg"]
    assert (fight.held, fight.actions("bran")) == ([], 2)


def test_an_escape_meets_the_best_of_the_grappler_and_mass() -> None:
    fight = held_by_bran()  # 120 kg against 90: a third more is +1
    asked = {"brawn": 6, "warrior": 3, "grappler_brawn": 4, "grappler_warrior": 5, "mass_bonus": 1}
    assert fight.odds("escape", "ogg", "bran").answer == pyrules.answer("raiders.escape", asked)
    fight.next()
    assert fight.lines("escape", "ogg", "bran", faces=[4, 4]) == [
        "Ogg: 1 action spent, 1 left",
        "Ogg: free of Bran",
    ]
    assert fight.held == []


def test_several_hold_with_the_best_of_them_and_the_mass_of_all() -> None:
    heavy = {**TILDA, "sheet": {**TILDA["sheet"], "mass": 150, "brawn": 6}}
    fight = Fighting(BRAN, heavy, OGG)
    fight.hold("bran", "holds", "ogg", number=2)
    fight.hold("tilda", "holds", "ogg", number=3)
    asked = {"brawn": 6, "warrior": 3, "grappler_brawn": 6, "grappler_warrior": 4, "grappler_mass_bonus": 3}
    assert fight.odds("escape", "ogg", "bran").answer == pyrules.answer("raiders.escape", asked)
    fight.next(2)
    assert fight.lines("escape", "ogg", "tilda", faces=[6, 6])[1:] == ["Ogg: free of Bran", "Ogg: free of Tilda"]


def test_mass_helps_a_grab_only_where_the_table_says_so() -> None:
    foes = foe(mass=45)
    plain: Any = Fighting(BRAN, foes).odds("grab", "bran", "ogg").inputs
    helped: Any = Fighting(BRAN, foes, table={"bonus_on_initiate": True}).odds("grab", "bran", "ogg").inputs
    assert (plain.bonus_hit, helped.bonus_hit) == (0, 3)


def test_a_grab_can_be_for_an_object() -> None:
    fight = Fighting(OGG, BRAN)
    assert fight.labels("object", "grab_object", "ogg", "bran") == ["Sword", "Bow"]
    lines = fight.lines("grab_object", "ogg", "bran", faces=[5, 5], object="1")
    assert lines == ["Ogg: 1 action spent, 1 left", "Bran: Bow is lost"]
    fight.next()
    assert told(fight, "strike", "bran", "ogg", 1) == "Bran has lost this: Bow."
    assert told(fight, "strike", "bran", "ogg", 0) == ""


def test_a_grab_that_misses_holds_nobody() -> None:
    fight = Fighting(BRAN, OGG)
    assert fight.lines("grab", "bran", "ogg", faces=[1, 3]) == ["Bran: 1 action spent, 1 left"]
    assert fight.held == []


# Mounts


MARE: dict[str, Any] = {"id": "mare", "sheet": {"brawn": 7, "athlete": 4, "fortitude": 3}}


def mounted() -> Fighting:
    fight = Fighting(OGG, BRAN, MARE, table={"wound_limit": 50})
    fight.hold("bran", "rides", "mare")
    return fight


def test_each_hit_on_a_rider_is_a_roll_to_keep_the_seat() -> None:
    fight = mounted()
    fight.do("strike", "ogg", "bran", 0, [5, 5])  # mox 1 + Brawn 6 + 4 = 11
    fight.do("strike", "ogg", "bran", 0, [5, 4])  # mox 0: 10
    assert fight.due == [
        "Bran rolls Ranger against 11 to stay in the saddle.",
        "Bran rolls Ranger against 10 to stay in the saddle.",
    ]
    assert fight.odds("seat", "bran", "ogg").answer == pyrules.answer("raiders.seat", {"ranger": 2, "damage": 11})
    assert fight.lines("seat", "bran", "ogg", faces=[5, 5]) == ["Bran: the roll against 11 is made"]
    assert fight.due == ["Bran rolls Ranger against 10 to stay in the saddle."]
    assert fight.lines("seat", "bran", "ogg", faces=[3, 4]) == [
        "Bran: the roll against 10 is made",
        "Bran: falls off Mare",
        "Bran: prone",
    ]


def test_protection_that_stops_every_wound_does_not_spare_the_roll() -> None:
    fight = Fighting(OGG, {**BRAN, "sheet": {**BRAN["sheet"], "armor": 30, "conditions": ["mounted"]}})
    lines = fight.lines("strike", "ogg", "bran", 0, [5, 5])
    assert lines == ["Ogg: 1 action spent, 1 left", "Bran: must keep the seat, Ranger against 11"]
    assert fight.lines("seat", "bran", "ogg", faces=[1, 1])[1:] == ["Bran: falls out of the saddle", "Bran: prone"]


def test_a_mount_is_attacked_as_its_rider_and_its_fall_is_due() -> None:
    fight = mounted()
    assert "strike" in fight.offered("ogg", "mare")
    fight.add({"do": "track", "who": "mare", "name": "wounds", "by": 50})
    assert fight.due == ["Mare is down under Bran: end the ride."]


def test_a_mount_obeys_a_ranger() -> None:
    fight = mounted()
    fight.next()
    asked = {"trait": 2, "target": 12, "bonus": 3}
    assert fight.odds("order_animal", "bran", "mare", training="yes").answer == pyrules.answer("raiders.roll", asked)
    assert fight.lines("order_animal", "bran", "mare", faces=[1, 2]) == ["Mare does not obey Bran"]


# Areas


def test_an_attack_on_a_place_catches_those_who_do_not_leap_clear() -> None:
    fight = Fighting(BRAN, OGG, {**OGG, "id": "ugg"})
    fight.hold("bran", "range", "ogg", number=4)
    fight.do("aim", "bran")
    asked = {
        "offense": 7,
        "range_cl": 4,
        "spaces_covered": 6,
        "spaces_to_leave": 2,
        "athlete": 1,
        "damage": 3,
        "protection": 3,
    }
    found = fight.odds("area", "bran", "ogg", 1, covered="6", leave="2")
    assert found.answer == pyrules.answer("raiders.area", asked)
    lines = fight.lines("area", "bran", "ogg", 1, [3, 3, 1, 2], covered="6", leave="2")
    assert lines[1:] == ["Bran: the aim of +3 is used", "Bran: others in the area may be caught, damage 3"]
    assert fight.figure("area_too", "p_success", "bran", "ugg", leave="1") == Fraction(33, 36)
    fight.add({"do": "track", "who": "ugg", "name": "wounds", "by": 2})
    assert fight.lines("area_too", "bran", "ugg", faces=[1, 2], leave="2") == []
    fight.next()
    assert "area_too" not in fight.offered("bran", "ugg")


def test_an_area_of_one_space_catches_nobody_else() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("area", "bran", "ogg", 1, [4, 4], covered="1")
    assert "area_too" not in fight.offered("bran", "ogg")
