"""Strikes in fights of Ruins & Raiders: defense, ambush, wounds, Fortune, and what prepares a strike."""

from __future__ import annotations

from typing import Any

import pytest

import pyrules
from pyrules.engine.fight.odds import roll

from .fighting import BRAN, OGG, RULES, TILDA, Fighting, foe

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


def test_one_who_is_down_has_neither_dodge_nor_parry() -> None:
    fight = Fighting(BRAN, OGG)
    fight.hold("bran", "range", "ogg", number=6)
    fight.hold("ogg", "down")
    assert fight.labels("defense", "strike", "bran", "ogg", 1) == [
        "Neither, down: 10",
        "Dodge 8, but Ogg is down",
        "Parry 10, but Ogg is down",
        "Neither: 10",
    ]
    inputs: Any = fight.odds("strike", "bran", "ogg", 1).inputs
    assert inputs.defense == 10
    fight.add({"do": "free", "who": "bran", "id": "range", "to": "ogg"})
    for act, weapon in (("strike", 0), ("haymaker", 0), ("strike_unarmed", None), ("grab", None)):
        met: Any = fight.odds(act, "bran", "ogg", weapon).inputs
        assert met.defense == 4
    assert fight.here("ogg").me["defense_now"] == 10  # the figure of its own sheet
    assert fight.here("ogg", "bran").matchup["matchup.my_defense"] == 4


def test_the_wound_limit_leaves_no_defense_until_wounds_are_healed() -> None:
    fight = Fighting(BRAN, OGG)
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": 10})
    assert fight.labels("defense", "strike", "bran", "ogg", 0)[0] == "Neither, down: 4"
    fight.add({"do": "track", "who": "ogg", "name": "wounds", "by": -1})
    assert fight.labels("defense", "strike", "bran", "ogg", 0)[0] == "Parry 10"


def test_a_friend_blocks_for_one_who_is_down() -> None:
    fight = Fighting(OGG, TILDA, BRAN)
    fight.hold("tilda", "down")
    assert fight.labels("defense", "strike", "ogg", "tilda", 0)[-1] == "Bran blocks with Parry 12"


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


def test_a_friend_who_knows_of_an_ambush_blocks_it() -> None:
    fight = Fighting(OGG, BRAN, TILDA)
    fight.hold("bran", "unaware", "ogg")
    assert {"ambush", "ambush_blocked"} <= fight.offered("ogg", "bran")
    assert fight.labels("block", "ambush_blocked", "ogg", "bran", 0) == ["Tilda blocks with Parry 15"]
    inputs: Any = fight.odds("ambush_blocked", "ogg", "bran", 0).inputs
    assert inputs.defense == 15
    assert fight.lines("ambush_blocked", "ogg", "bran", 0, [6, 5]) == [
        "Ogg: 1 action spent, 1 left",
        "Tilda blocks: 1 action spent, 1 left",
        "Bran: knows of Ogg now",
    ]


def test_a_friend_who_is_hidden_from_as_well_blocks_no_ambush() -> None:
    fight = Fighting(OGG, BRAN, TILDA)
    for one in ("bran", "tilda"):
        fight.hold(one, "unaware", "ogg")
    assert "ambush" in fight.offered("ogg", "bran") and "ambush_blocked" not in fight.offered("ogg", "bran")


def test_an_ambush_from_afar_needs_no_block_by_a_lower_parry() -> None:
    fight = Fighting(OGG, BRAN, TILDA)
    fight.hold("bran", "unaware", "ogg")
    fight.hold("ogg", "range", "bran", number=11)
    assert "ambush_blocked" not in fight.offered("ogg", "bran")


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


@pytest.mark.parametrize("act", ["strike", "haymaker", "ambush"])
def test_the_game_master_gives_a_bonus_or_a_penalty(act: str) -> None:
    fight = Fighting(BRAN, OGG)
    if act == "ambush":
        fight.hold("ogg", "unaware", "bran")
    given: list[Any] = [fight.odds(act, "bran", "ogg", 0, bonus=one).inputs for one in ("0", "4", "-3")]
    assert [one.bonus_hit for one in given] == [0, 4, -3]
    assert fight.labels("bonus", act, "bran", "ogg", 0)[:2] == ["No bonus", "+1 to hit"]


def test_the_game_masters_bonus_comes_on_top_of_the_weapons() -> None:
    spear = {**BRAN["sheet"], "weapons": [{"name": "Spear", "hit_bonus": 2}]}
    fight = Fighting({**BRAN, "sheet": spear}, OGG)
    inputs: Any = fight.odds("strike", "bran", "ogg", 0, bonus="4").inputs
    assert inputs.bonus_hit == 6


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


@pytest.mark.parametrize(
    ("fortune", "effect", "faces", "outcome"),
    [
        (0, "trip", (4, 4), "Hit: tripped"),
        (0, "disarm", (4, 4), "Hit: disarmed"),
        (9, "disarm", (4, 4), "Hit, prevented by Fortune"),
        (0, "disarm", (1, 2), "Miss"),
        (0, "wound", (6, 5), "Target down"),
    ],
)
def test_a_strike_that_spares_says_what_it_does_and_fells_nobody(
    fortune: int, effect: str, faces: tuple[int, int], outcome: str
) -> None:
    fight = Fighting(BRAN, foe(fortune_max=9, fortune=fortune, wounds=2))
    chances = fight.odds("strike", "bran", "ogg", 0, effect=effect)
    assert (chances.drops is None) == (effect != "wound")
    done = fight.do("strike", "bran", "ogg", 0, faces, effect=effect)
    assert done.event.get("outcome") == outcome


def test_who_is_disarmed_does_not_strike_with_what_is_lost() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("strike", "bran", "ogg", 0, [4, 4], effect="disarm")
    fight.next()
    assert fight.why_not("strike", "ogg", "bran", 0) == "Ogg has lost this: Sword."
    assert fight.why_not("strike_unarmed", "ogg", "bran") == ""
    fight.add({"do": "free", "who": "ogg", "id": "disarmed"})
    assert fight.why_not("strike", "ogg", "bran", 0) == ""


def test_a_hit_that_protection_stops_does_nothing() -> None:
    fight = Fighting(BRAN, foe(armor=20))
    assert fight.lines("strike", "bran", "ogg", 0, [4, 4]) == ["Bran: 1 action spent, 1 left"]


def test_there_are_two_actions_and_no_third() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("aim", "bran")
    fight.do("defend", "bran")
    assert fight.why_not("strike", "bran", "ogg", 0) == "Bran has no action left."
    assert fight.why_not("strike", "ogg", "bran", 0) == "It is not the turn of Ogg."


# Wounds and Fortune


def fortune_line(fight: Fighting, **more: Any) -> str:
    return fight.lines("strike", "bran", "ogg", 0, [4, 4], **more)[2]  # 8 wounds


def test_only_as_much_fortune_is_proposed_as_keeps_up() -> None:
    fight = Fighting(BRAN, foe(fortune_max=9, wounds=3))
    assert fortune_line(fight) == "Ogg: Fortune, 0 to 8; 2 points to stay up"
    assert (fight.wounds("ogg"), fight.fortune("ogg"), fight.held) == (9, 7, [])


def test_no_fortune_is_proposed_where_none_is_needed_or_all_is_too_little() -> None:
    hale, lost = Fighting(BRAN, foe(fortune_max=3)), Fighting(BRAN, foe(fortune_max=3, wounds=6))
    assert fortune_line(hale) == "Ogg: Fortune, 0 to 3; none is needed"
    assert fortune_line(lost) == "Ogg: Fortune, 0 to 3; not enough to stay up"
    assert (hale.wounds("ogg"), hale.fortune("ogg"), hale.held) == (8, 3, [])
    assert (lost.wounds("ogg"), lost.fortune("ogg"), lost.held) == (14, 3, ["ogg down"])


def test_fortune_that_is_not_spent_leaves_the_wounds() -> None:
    fight = Fighting(BRAN, foe(fortune_max=9, wounds=3))
    fortune_line(fight, without=(2,))
    assert (fight.wounds("ogg"), fight.fortune("ogg"), fight.held) == (11, 9, ["ogg down"])


@pytest.mark.parametrize(("spent", "left", "wounds"), [(0, 5, 11), (4, 1, 7), (99, 0, 6)])
def test_another_number_of_points_buys_off_so_many_wounds(spent: int, left: int, wounds: int) -> None:
    fight = Fighting(BRAN, foe(fortune_max=5, wounds=3))
    event = roll(RULES.act("strike"), fight.here("bran", "ogg", 0), lambda sides: 4).event.to_json()
    event["then"][2]["by"] = -spent
    fight.add(event)
    assert (fight.wounds("ogg"), fight.fortune("ogg")) == (wounds, left)


def test_a_point_of_fortune_buys_what_the_table_says() -> None:
    fight = Fighting(BRAN, foe(fortune_max=3, wounds=4), table={"fortune_buys": 5})
    assert fortune_line(fight) == "Ogg: Fortune, 0 to 2; 1 point to stay up"
    assert (fight.wounds("ogg"), fight.fortune("ogg")) == (7, 2)


def test_fortune_by_hand_cancels_no_wounds() -> None:
    fight = Fighting(BRAN, foe(fortune_max=3, wounds=4))
    fight.add({"do": "track", "who": "ogg", "name": "fortune", "by": -2})
    assert (fight.wounds("ogg"), fight.fortune("ogg")) == (4, 1)


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
    assert fight.why_not("aim", "bran") == "Bran has aimed already, and a second aim adds nothing."
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
    assert fight.why_not("haymaker", "bran", "ogg", 0) == why
    assert fight.do("haymaker", "bran", "ogg", 0, [1, 1]).event.get("anyway") == why


def test_an_aim_of_an_earlier_round_counts_for_a_haymaker() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("aim", "bran")
    fight.next(2)
    assert fight.why_not("haymaker", "bran", "ogg", 0) == ""
    asked = {"offense": 5, "defense": 10, "brawn": 4, "weapon": 4, "protection": 3, "haymaker": True, "bonus_hit": 3}
    assert fight.odds("haymaker", "bran", "ogg", 0).answer == pyrules.answer("raiders.strike", asked)
    fight.do("haymaker", "bran", "ogg", 0, [1, 1])
    assert fight.held == []


def test_a_haymaker_is_a_melee_blow_at_no_range() -> None:
    fight = Fighting(BRAN, OGG)
    haymakers = [here.weapon_at for act, here in fight.all_offered("bran", "ogg") if act.id == "haymaker"]
    assert haymakers == [0]
    fight.hold("bran", "range", "ogg", number=3)
    assert fight.why_not("haymaker", "bran", "ogg", 0).startswith("Ogg is at a distance")


def test_no_attack_in_melee_crosses_a_range() -> None:
    """Strikes, ambushes and grabs need the other one beside them; a bow does not (RR-RANGE-01)."""
    fight = Fighting(BRAN, OGG)
    fight.hold("bran", "range", "ogg", number=3)
    far = "Ogg is at a distance: an attack in melee does not reach that far."
    assert [fight.why_not("strike", "bran", "ogg", weapon) for weapon in (0, 1)] == [far, ""]
    assert [fight.why_not(act, "bran", "ogg") for act in ("strike_unarmed", "grab", "grab_object")] == [far] * 3
    fight.hold("ogg", "ambushed")
    assert [fight.why_not("ambush", "bran", "ogg", weapon) for weapon in (0, 1)] == [far, ""]


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


def test_a_natural_2_and_12_are_named_in_the_roll_and_the_log() -> None:
    """Against the unaware the challenge is 4: 2 + 5 = 7 would hit; 12 + 3 = 15 misses 20 (RR-ROLL-02, RR-ROLL-03)."""
    fight = Fighting(BRAN, OGG)
    fight.hold("ogg", "ambushed")
    done = fight.do("ambush", "bran", "ogg", 0, (1, 1))
    assert done.roll
    assert [one.text for one in done.roll.steps] == ["fails: a natural 2 always fails"]
    assert done.event.get("outcome") == "Miss: a natural 2 always fails"
    far = Fighting({**BRAN, "sheet": {**BRAN["sheet"], "overrides": {"parry": 20}}}, OGG)
    done = far.do("strike", "ogg", "bran", 0, (6, 6))
    assert done.event.get("outcome").endswith(": a natural 12 always succeeds")
    plain = far.do("strike", "ogg", "bran", 0, (6, 5))
    assert plain.event.get("outcome") == "Miss"


@pytest.mark.parametrize("stance", ["defend", "aim"])
def test_a_stance_ends_as_its_fighter_goes_down(stance: str) -> None:
    fight = Fighting(BRAN, OGG)
    fight.do(stance, "bran")
    fight.add({"do": "track", "who": "bran", "name": "wounds", "by": 30})
    assert fight.held == ["bran down"]


def test_defending_twice_gives_6_until_the_round_ends() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("defend", "bran")
    fight.do("defend", "bran")
    inputs: Any = fight.odds("strike", "ogg", "bran", 0).inputs
    assert inputs.defense == 18
    assert fight.why_not("defend", "bran") == "Your whole round goes into defense."
    fight.next(2)
    assert fight.held == []


def test_look_and_resist_take_an_action_each() -> None:
    fight = Fighting(BRAN, OGG)
    asked = {"trait": 3, "target": 9, "bonus": 3}
    assert fight.odds("look", "bran", task="fair").answer == pyrules.answer("raiders.roll", asked)
    fight.do("look", "bran", faces=[3, 3], task="fair")
    assert fight.lines("resist", "bran")[-1] == "Bran: Defiance 11 until the round ends"
    assert fight.actions("bran") == 0
