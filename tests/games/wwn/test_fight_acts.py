"""What fighters can do, what follows, and what the fight says is impossible."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pyrules

from .fighting import HESSA, ILO, ORC, RULES, SWORD, WOLF, Fighting

# Turns


def test_a_move_takes_the_main_action_when_the_move_is_spent(duel: Fighting) -> None:
    duel.do("run", "hessa")
    duel.do("run", "hessa")
    assert duel.state["hessa"].budget == {"main": 0, "move": 0, "attacks": 0}
    assert duel.why_not("attack", "hessa", "orc", SWORD) == "Hessa has no Main Action left."


def test_a_foe_with_several_attacks_makes_them_with_one_main_action() -> None:
    fight = Fighting(HESSA, {**ORC, "own": [["attacks", "2"]]})
    fight.next()
    fight.do("attack", "orc", "hessa", 0, (2,))
    assert fight.state["orc"].budget == {"main": 0, "move": 1, "attacks": 1}
    assert fight.why_not("attack", "orc", "hessa", 0) == ""
    fight.do("attack", "orc", "hessa", 0, (2,))
    assert fight.why_not("attack", "orc", "hessa", 0) == "Orc has no Main Action left."


def test_only_instants_are_possible_in_the_turn_of_another(duel: Fighting) -> None:
    assert duel.why_not("attack", "orc", "hessa", 0) == "It is not the turn of Orc."
    assert duel.why_not("total_defense", "orc") == ""
    duel.do("total_defense", "orc")
    assert duel.state["orc"].budget["main"] == 0


def test_a_delay_lasts_for_one_round(four: Fighting) -> None:
    assert four.why_not("delay_action", "hessa", "orc") == ""
    four.do("delay_action", "hessa", "orc")
    turns = [four.acting]
    for _ in range(4):
        four.next()
        turns.append(four.acting)
    assert turns == [("ilo",), ("orc",), ("hessa",), ("wolf",), ("hessa",)]
    four.next(2)
    assert four.why_not("delay_action", "orc", "ilo").startswith("Ilo has had the turn")


def test_only_who_has_both_actions_has_something_to_hold_back(duel: Fighting) -> None:
    """Holding takes the Move Action, and what is held is the rest (WWN-HOLD-01, WWN-HOLD-02)."""
    assert duel.why_not("hold_action", "hessa") == ""
    for spent, other in (("main", "move"), ("move", "main")):
        duel.add({"do": "spend", "who": "hessa", "name": spent})
        assert duel.why_not("hold_action", "hessa").startswith("Hessa has nothing left to hold"), spent
        duel.add({"do": "spend", "who": "hessa", "name": spent, "by": -1})
        assert duel.state["hessa"].budget[other] == 1


def test_what_is_held_back_is_lost_as_the_round_ends(duel: Fighting) -> None:
    duel.do("hold_action", "hessa")
    duel.next()
    assert duel.why_not("attack", "hessa", "orc", SWORD) == ""
    duel.next()
    assert duel.state.round == 2
    assert not duel.state.holds("hessa", "holding_action")


def test_a_late_joiner_acts_last(duel: Fighting) -> None:
    late = Fighting(WOLF, begun=False).entries[0].event.to_json()
    duel.add(late)
    duel.next(2)
    assert duel.acting == ("wolf",)


def test_the_surprised_lose_the_first_round_and_can_be_attacked(four: Fighting) -> None:
    done = four.do("ambush", "hessa", "orc", faces=(6, 6, 1, 1))
    assert [one.text for one in done.proposed] == [
        "Orc: surprised until round 1 ends",
        "Wolf: surprised until round 1 ends",
    ]
    assert four.odds("attack", "ilo", "orc", 1).answer
    four.next(2)
    assert (four.state.round, four.acting) == (2, ("hessa",))
    assert not four.state.holds("orc", "surprised")


def test_the_next_turn_begins_as_the_one_who_acts_falls(four: Fighting) -> None:
    four.do("total_defense", "ilo")
    four.hurt("hessa", 50)
    assert four.acting == ("ilo",)
    assert not four.state.holds("ilo", "total_defense"), "it lasts until the own turn, which has begun"


@pytest.mark.parametrize(("ties", "first"), [("pc", "hessa"), ("even", "orc")])
def test_ties_go_to_players_or_to_a_lot(ties: str, first: str) -> None:
    fight = Fighting(ORC, HESSA, table={"ties": ties}, begun=False)
    mode = next(one for one in RULES.modes if one.id == "one_by_one")
    faces = iter([4, 4, 1])
    places = mode.roll(RULES, fight.state, lambda sides: next(faces), fight.table).places
    assert min(places, key=lambda who: places[who]) == first


# Attacks


@pytest.mark.parametrize(
    ("act", "facts", "circumstances"),
    [
        ("attack", ["half_cover"], ["half_cover"]),
        ("attack", ["near_full_cover"], ["near_full_cover"]),
        ("attack", ["half_cover", "unseen"], ["half_cover", "unseen"]),
        ("charge", ["half_cover"], ["charge", "half_cover"]),
        ("snap", [], ["snap"]),
        ("two_weapons", [], ["dual_wield"]),
    ],
)
def test_facts_and_ways_to_attack_are_circumstances_of_the_calculator(
    duel: Fighting, act: str, facts: list[str], circumstances: list[str]
) -> None:
    for fact in facts:
        duel.hold("orc", fact, "hessa")
    found = duel.odds(act, "hessa", "orc", SWORD)
    blow: dict[str, Any] = {
        "class_bonus": 3,
        "skill": 1,
        "attr_mod": 1,
        "damage_and_shock_bonus": 2,
        "weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13},
        "target_ac": 15,
        "circumstances": circumstances,
    }
    assert found.answer and found.answer.values == pyrules.answer("wwn.attack", blow).values


def test_long_range_holds_for_both_and_only_for_shots() -> None:
    fight = Fighting(ILO, ORC)
    before = [fight.odds("attack", "ilo", "orc", weapon).answer for weapon in (0, 1)]
    fight.hold("orc", "long_range", "ilo")
    after = [fight.odds("attack", "ilo", "orc", weapon).answer for weapon in (0, 1)]
    assert before[0] and after[0] and before[0].values["p_hit"] - after[0].values["p_hit"] == Fraction(1, 10)
    assert before[1] == after[1]


def test_a_throw_at_somebody_prone_depends_on_who_is_beside_them() -> None:
    """From afar -2; in melee +2 for the prone target and -4 for the foe at hand (WWN-MOD-01, WWN-MOD-02)."""
    fight = Fighting(
        {**HESSA, "data": {"weapons": [{"name": "Javelin", "damage": "1d6", "kind": "thrown"}]}}, ORC, WOLF
    )
    fight.hold("orc", "prone")
    fight.hold("wolf", "melee", "hessa")
    assert fight.odds("attack", "hessa", "orc", 0).inputs.circumstances == ("target_prone_distant", "in_melee")
    fight.hold("orc", "melee", "hessa")
    assert fight.odds("attack", "hessa", "orc", 0).inputs.circumstances == ("target_prone_adjacent", "in_melee")


def test_a_table_that_rules_out_throws_in_melee_is_heard() -> None:
    fight = Fighting(
        {**HESSA, "data": {"weapons": [{"name": "Javelin", "damage": "1d6", "kind": "thrown"}]}},
        ORC,
        table={"throws_in_melee": "ruled_out"},
    )
    assert fight.why_not("attack", "hessa", "orc", 0) == ""
    fight.hold("orc", "melee", "hessa")
    assert fight.why_not("attack", "hessa", "orc", 0) == "By your table nothing can be thrown while a foe is on you."


def test_a_newer_cover_ends_the_older_and_only_toward_the_same(four: Fighting) -> None:
    four.hold("orc", "half_cover", "hessa")
    four.hold("orc", "half_cover", "ilo")
    four.hold("orc", "near_full_cover", "ilo")
    assert four.held("orc") == ["half_cover hessa", "near_full_cover ilo"]


def test_who_lies_on_the_ground_charges_only_in_spite_of_the_rules(duel: Fighting) -> None:
    duel.hold("hessa", "prone")
    assert duel.why_not("charge", "hessa", "orc", SWORD) == "Nobody charges from the ground: stand up first."
    assert duel.do("charge", "hessa", "orc", SWORD, (20, 1)).event.get("anyway")


def test_total_defense_raises_ac_and_stops_shock_until_the_own_turn(duel: Fighting) -> None:
    duel.next()
    assert duel.odds("total_defense", "hessa").answer is None, "nobody is in melee with her"
    duel.hold("orc", "melee", "hessa")
    saved = duel.odds("total_defense", "hessa").answer
    assert saved and saved.values["p_down_normal"] == 0 < saved.values["mean_prevented"]
    plain = duel.odds("attack", "orc", "hessa", 0).inputs
    duel.do("total_defense", "hessa")
    defended = duel.odds("attack", "orc", "hessa", 0).inputs
    assert (defended.target_ac - plain.target_ac, defended.shock_immune) == (2, True)
    duel.next()
    assert not duel.state.holds("hessa", "total_defense")


def test_common_foes_are_told_that_they_make_no_snap_attacks(duel: Fighting) -> None:
    assert duel.why_not("snap", "orc", "hessa", 0) == "Common foes make no Snap Attacks."
    assert duel.why_not("snap", "hessa", "orc", SWORD) == ""


def test_a_swarm_needs_two_and_takes_four() -> None:
    wolves = [{**WOLF, "id": f"wolf_{number}"} for number in range(5)]
    fight = Fighting(HESSA, *wolves)
    fight.add({"do": "order", "places": {"hessa": [0], **{one["id"]: [1] for one in wolves}}})
    fight.next()
    assert not fight.offers("swarm_strike", "wolf_0", "hessa", 0)
    for number in range(4):
        assert fight.why_not("swarm_attack", f"wolf_{number}", "hessa") == ""
        fight.do("swarm_attack", f"wolf_{number}", "hessa")
        reason = "" if number else "A swarm needs 2 members who can still fight."
        assert fight.why_not("swarm_strike", f"wolf_{number}", "hessa", 0) == reason
    assert fight.why_not("swarm_attack", "wolf_4", "hessa") == "A swarm has 4 members at most."
    assert fight.odds("swarm_strike", "wolf_1", "hessa", 0).inputs.participants == 4
    fight.hurt("wolf_3", 50)
    assert fight.odds("swarm_strike", "wolf_1", "hessa", 0).inputs.participants == 3


def test_any_member_strikes_for_the_swarm() -> None:
    """Any one of the group attacks once the last has joined (WWN-SWARM-03)."""
    wolves = [{**WOLF, "id": f"wolf_{number}"} for number in range(3)]
    fight = Fighting(HESSA, *wolves)
    for wolf in wolves:
        fight.do("swarm_attack", wolf["id"], "hessa")
    (due,) = RULES.due(RULES, fight.state, {})
    assert (due.act, {due.who, *due.instead}) == ("swarm_strike", {"wolf_0", "wolf_1", "wolf_2"})
    fight.do("swarm_strike", "wolf_0", "hessa", 0, (20, 1))
    assert fight.due == []


def test_a_weapon_that_is_not_loaded_does_not_strike_for_the_swarm() -> None:
    bows = [{**WOLF, "id": f"wolf_{number}", "weapon": "crossbow"} for number in range(2)]
    fight = Fighting(*bows, HESSA)
    fight.hold("wolf_0", "unloaded", note="Crossbow")
    for bow in bows:
        fight.do("swarm_attack", bow["id"], "hessa")
    assert fight.why_not("swarm_strike", "wolf_0", "hessa", 0) == "Wolf_0 must reload first."
    assert fight.why_not("swarm_strike", "wolf_1", "hessa", 0) == ""


def test_only_whoever_strikes_up_close_is_in_melee_with_the_target_of_a_swarm() -> None:
    fight = Fighting({**WOLF, "weapon": "crossbow"}, ORC, HESSA)
    for who in ("wolf", "orc"):
        fight.do("swarm_attack", who, "hessa")
    assert (fight.held("wolf"), fight.held("orc")) == (["swarms hessa"], ["swarms hessa", "melee hessa"])


@pytest.mark.parametrize("act", ["total_defense", "charge"])
def test_a_stance_ends_with_the_fall_of_the_one_who_takes_it(duel: Fighting, act: str) -> None:
    if act == "charge":
        duel.do("charge", "hessa", "orc", SWORD, (2,))
    else:
        duel.do("total_defense", "hessa")
    unhurt = RULES.values(duel.state, "hessa")["armor_class_now"]
    event = duel.hurt("hessa", 50)
    assert duel.held("hessa") == ["mortally_wounded"]
    assert RULES.values(duel.state, "hessa")["armor_class_now"] != unhurt
    assert duel.add({"do": "free", "who": "hessa", "id": "mortally_wounded"})
    assert event.then[-1].do == "free"


def test_everybody_has_bare_hands() -> None:
    """Ilo has a bow and a dagger; held, only fists are left (WWN-GRAP-05)."""
    fight = Fighting(ILO, ORC)
    names = [one["name"] for one in RULES.values(fight.state, "ilo").weapons()]
    assert names == ["Small bow", "Dagger", "Unarmed attack"]
    fight.hold("orc", "holds", "ilo")
    assert fight.why_not("attack", "ilo", "orc", 1) == "Only unarmed attacks while grappled."
    assert fight.why_not("attack", "ilo", "orc", 2) == ""
    assert fight.odds("attack", "ilo", "orc", 2).answer


def test_a_crossbow_is_reloaded_with_a_main_action_before_it_shoots_again() -> None:
    crossbow = {**WOLF, "weapon": "crossbow"}
    fight = Fighting(crossbow, HESSA)
    fight.do("attack", "wolf", "hessa", 0, (1,))
    fight.next(2)
    assert fight.why_not("attack", "wolf", "hessa", 0) == "Wolf must reload first."
    fight.do("reload", "wolf", weapon=0)
    assert fight.state["wolf"].budget["main"] == 0
    fight.next(2)
    assert fight.why_not("attack", "wolf", "hessa", 0) == ""


def test_a_broken_shield_gives_no_ac() -> None:
    fight = Fighting(ORC, HESSA)
    assert fight.why_not("shatter_shield", "orc", "hessa", 0) == ""
    fight.do("shatter_shield", "orc", "hessa", 0, (20, 6, 6, 1, 1))
    assert fight.state.holds("orc", "melee")
    assert fight.odds("attack", "orc", "hessa", 0).inputs.target_ac == 14
    assert not fight.offers("shatter_shield", "orc", "hessa", 0)


def test_an_execution_takes_ten_rounds_that_end_with_any_harm(duel: Fighting) -> None:
    for _ in range(10):
        duel.do("prepare_execution", "hessa", "orc")
        duel.next(2)
    assert duel.why_not("execution", "hessa", "orc", SWORD) == ""
    duel.hurt("orc", 1)
    assert not duel.offers("execution", "hessa", "orc", SWORD)
    duel.do("prepare_execution", "hessa", "orc")
    assert duel.why_not("execution", "hessa", "orc", SWORD) == "Hessa has prepared 1 of 10 rounds."
    duel.do("execution", "hessa", "orc", SWORD, (2,))
    assert duel.held("orc") == ["dead"]


def test_no_execution_of_ones_own_holder_or_of_a_foe_in_melee(duel: Fighting) -> None:
    assert duel.offers("prepare_execution", "hessa", "orc")
    duel.hold("hessa", "melee", "orc")
    assert duel.why_not("prepare_execution", "hessa", "orc") == "Orc is in melee with Hessa and knows of the danger."
    duel.hold("hessa", "holds", "orc")
    assert duel.why_not("prepare_execution", "hessa", "orc") == "", "somebody held cannot resist"
    duel.hold("orc", "holds", "hessa")
    assert not duel.offers("prepare_execution", "hessa", "orc")


def test_two_weapons_leave_no_hand_for_a_shield() -> None:
    bearer, free = Fighting(HESSA, ORC), Fighting({**HESSA, "data": {"shield": "none"}}, ORC)
    assert not bearer.offers("two_weapons", "hessa", "orc", SWORD)
    assert free.offers("two_weapons", "hessa", "orc", SWORD)
    bearer.hold("hessa", "shield_broken")
    assert bearer.offers("two_weapons", "hessa", "orc", SWORD)


def test_total_defense_takes_the_main_action_of_its_round_only() -> None:
    """A Snap Attack of the next round spends the Main Action that is still to come (WWN-SNAP-02, WWN-TD-02)."""
    fight = Fighting(ORC, HESSA)
    fight.next()
    fight.do("total_defense", "hessa")
    assert fight.why_not("snap", "hessa", "orc", SWORD) == "Hessa has no Main Action left."
    fight.next()
    assert fight.state.holds("hessa", "total_defense")
    assert fight.why_not("snap", "hessa", "orc", SWORD) == ""
