"""The order of a fight of OBSS, and what waits for its turn."""

from __future__ import annotations

from .fighting import RULES, Fighting
from .test_fight_acts import inputs, one, two


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
