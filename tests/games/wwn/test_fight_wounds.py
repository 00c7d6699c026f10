"""Wounds, death and morale in a fight of Worlds Without Number."""

from __future__ import annotations

from fractions import Fraction

from pyrules.engine.fight.odds import odds
from web.worker.render.fight_acts import act_figures

from .fighting import HESSA, ORC, RULES, WOLF, Fighting


def test_the_dying_die_as_their_sixth_round_ends(duel: Fighting) -> None:
    duel.hurt("hessa", 50)
    assert duel.held("hessa") == ["mortally_wounded"]
    for round in range(2, 7):
        duel.next()
        assert (duel.state.round, duel.held("hessa")) == (round, ["mortally_wounded"])
    duel.next()
    assert (duel.state.round, duel.held("hessa")) == (7, ["dead"])
    duel.next()
    assert duel.held("hessa") == ["dead"]


def test_a_mortal_wound_set_by_hand_has_its_rounds_too(duel: Fighting) -> None:
    duel.hold("orc", "mortally_wounded")
    assert duel.due[0] == "Orc dies as round 6 ends; stabilizing is difficulty 8"


def test_a_shield_that_strikes_protects_no_more_until_the_next_turn() -> None:
    """Hessa's AC is 14 without the shield, and the Shock of 2 reaches it (WWN-EXT-BASH)."""
    bash = {"name": "Shield bash, large", "damage": "1d6", "shock": 1, "shock_ac": 13}
    fight = Fighting({**HESSA, "data": {"weapons": [bash]}}, ORC)
    fight.do("attack", "hessa", "orc", 0, (1,))
    fight.next()
    inputs = fight.odds("attack", "orc", "hessa", 0).inputs
    assert (inputs.target_ac, inputs.shield_unspent) == (14, False)
    fight.next()
    assert not fight.state.holds("hessa", "shield_bash")


def test_one_healer_a_round_against_a_difficulty_that_grows(four: Fighting) -> None:
    four.hurt("hessa", 50)
    assert four.odds("stabilize", "ilo", "hessa").inputs.first_elapsed == 0
    four.do("stabilize", "ilo", "hessa", faces=(1, 1), tools="none")
    assert four.why_not("stabilize", "ilo", "hessa") == "Ilo has tended Hessa this round."
    four.next(3)
    found = four.odds("stabilize", "ilo", "hessa")
    assert found.inputs.first_elapsed == 1
    assert found.answer and found.answer.values["p_first"] == found.answer.values["attempts"][0]["p"] == Fraction(
        15, 36
    )
    assert four.due == ["Hessa dies as round 6 ends; stabilizing is difficulty 9"]


def test_a_healer_sees_the_chance_of_this_attempt_and_of_all_in_time(four: Fighting) -> None:
    four.hurt("hessa", 50)
    act, here = RULES.act("stabilize"), four.here("ilo", "hessa")
    assert [label for _, label in act_figures(act, here, odds(act, here))] == ["saved now", "saved in time"]


def test_the_first_act_toward_a_dying_ally_is_to_stabilize(four: Fighting) -> None:
    four.hurt("hessa", 50)
    assert RULES.offered(four.here("ilo", "hessa"))[0][0].id == "stabilize"


def test_who_is_healed_may_wake(duel: Fighting) -> None:
    duel.hurt("hessa", 50)
    duel.hurt("hessa", -3)
    assert duel.due[-1] == "Hessa has hit points and may wake"
    duel.do("wake", "hessa")
    assert (duel.held("hessa"), duel.hp("hessa"), duel.due) == (["prone"], 3, [])


def test_the_frail_die_at_once(duel: Fighting) -> None:
    duel.hold("hessa", "frail")
    duel.hurt("hessa", 50)
    assert duel.held("hessa") == ["frail", "dead"]


def test_the_incapacitated_wake_on_the_ground_with_one_hit_point(duel: Fighting) -> None:
    duel.hurt("hessa", 18)
    duel.next()
    duel.hold("orc", "holds", "hessa")
    duel.hold("hessa", "luck_spent")
    duel.do("attack", "orc", "hessa", 1, (20, 1), harm="nonlethal")
    assert duel.held("hessa") == ["luck_spent", "incapacitated"]
    duel.do("wake", "hessa")
    assert (duel.held("hessa"), duel.hp("hessa")) == (["luck_spent", "prone"], 1)


def test_time_wakes_the_incapacitated(duel: Fighting) -> None:
    duel.add({"do": "track", "who": "orc", "name": "hit_points", "to": 0})
    duel.add({"do": "free", "who": "orc", "id": "dead"})
    assert duel.held("orc") == [], "what the table ends by hand stays so"
    duel.add({"do": "track", "who": "orc", "name": "hit_points", "by": -1})
    assert duel.held("orc") == ["dead"], "until the next wound"
    fight = Fighting(HESSA, ORC)
    fight.hold("orc", "incapacitated", ends=[{"at": "round_end", "number": 1}])
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": 0})
    fight.next()
    assert (fight.held("orc"), fight.hp("orc")) == (["prone"], 1)


def test_who_checks_morale_falls_and_another_checks() -> None:
    wolves = [{**WOLF, "id": f"wolf_{number}"} for number in range(4)]
    fight = Fighting(HESSA, *wolves)
    fight.hurt("wolf_0", 50)
    assert fight.due == ["Wolf_1 and those like it check Morale"]
    fight.hurt("wolf_1", 50)
    assert fight.due == ["Wolf_2 and those like it check Morale"]
    fight.do("morale", "wolf_2", faces=(6, 6))
    assert [fight.held(f"wolf_{number}") for number in (2, 3)] == [["broken"], ["broken"]]
    assert not fight.offers("morale", "hessa")


def test_a_fight_in_which_nobody_has_a_turn_stands_still(duel: Fighting) -> None:
    for who in ("hessa", "orc"):
        duel.hold(who, "surprised", ends=[{"at": "uses", "number": 1}])
    assert duel.acting == ()
    duel.add({"do": "free", "who": "orc", "id": "surprised"})
    assert duel.acting == ("orc",)
