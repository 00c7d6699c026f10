"""How rounds, fights and turns behave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyrules
from pyrules.games.raiders.fighters import WAYS
from pyrules.games.raiders.rounds_to_drop import curve_by_blows

ME = {"offense": 5, "defense": 12, "brawn": 3, "weapon": 4, "protection": 5}
FOE = {"offense": 4, "defense": 13, "brawn": 4, "weapon": 3, "protection": 6}


def ask(calculator: str, **inputs: Any) -> dict[str, Any]:
    return pyrules.answer(f"raiders.{calculator}", inputs).values


def refused(calculator: str, **inputs: Any) -> tuple[str, str]:
    with pytest.raises(pyrules.InvalidInput) as caught:
        pyrules.answer(f"raiders.{calculator}", inputs)
    return caught.value.field, caught.value.code


def test_an_archer_throws_no_haymaker() -> None:
    archer = {**ME, "melee": False}
    rows = ask("round_options", me=archer, foe=FOE)["rows"]
    assert [row["option"] for row in rows] == ["strike_strike", "aim_strike", "strike_defend", "defend_defend"]
    assert "haymaker" not in ask("rounds_to_drop", me=archer, foe_defense=13)["p_dropped_by_round"]
    assert refused("duel", a=archer, b=FOE, a_option="haymaker") == ("a_option", "not_allowed")
    assert refused("duel", a=ME, b=archer, b_option="haymaker") == ("b_option", "not_allowed")
    assert refused("round_options", me=ME, foe=archer, foe_option="haymaker") == ("foe_option", "not_allowed")


def test_more_foes_take_more_wounds_off_me_and_change_nothing_else() -> None:
    one, three = (ask("round_options", me=ME, foe=FOE, foes=foes)["rows"] for foes in (1, 3))
    for row, tripled in zip(one, three, strict=True):
        assert tripled["mean_taken"] == 3 * row["mean_taken"]
        assert tripled["net"] == row["mean_dealt"] - 3 * row["mean_taken"]
        assert tripled["p_drop_foe"] == row["p_drop_foe"]


def test_one_strike_of_a_round_is_the_strike_of_the_other_page() -> None:
    rows = {row["option"]: row for row in ask("round_options", me=ME, foe=FOE)["rows"]}
    for option, maneuver in (("aim_strike", {"aim": True}), ("haymaker", {"haymaker": True}), ("strike_defend", {})):
        strike = ask("strike", offense=5, defense=13, brawn=3, weapon=4, protection=6, **maneuver)
        assert rows[option]["mean_dealt"] == strike["mean_wounds"]
        assert rows[option]["p_any_wound"] == strike["p_wound"]
        assert rows[option]["p_drop_foe"] == strike["p_drop"]


def test_the_best_damage_of_the_documented_grid() -> None:
    """121 cells of Offense 0-10 and Protection 0-20: which way deals most."""
    best = {"haymaker": 0, "aim_strike": 0, "strike_strike": 0}
    for offense in range(11):
        for protection in range(0, 21, 2):
            me = {"offense": offense, "defense": 10, "brawn": 4, "weapon": 5}
            foe = {"offense": 0, "defense": 13, "protection": protection}
            best[ask("round_options", me=me, foe=foe)["best_by_damage"]] += 1
    assert best == {"haymaker": 88, "aim_strike": 23, "strike_strike": 10}


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 20), st.integers(0, 20))
def test_time_and_a_lower_limit_help_to_drop(limit: int, fortune: int) -> None:
    inputs = {"me": ME, "foe_defense": 13, "foe_protection": 7, "rounds": 4, "foe_fortune": fortune}
    lower = ask("rounds_to_drop", **inputs, foe_wound_limit=limit)["p_dropped_by_round"]
    higher = ask("rounds_to_drop", **inputs, foe_wound_limit=limit + 1)["p_dropped_by_round"]
    for option, curve in lower.items():
        assert curve == sorted(curve)
        assert all(p >= q for p, q in zip(curve, higher[option], strict=True))


def test_a_duel_adds_up_and_favors_who_acts_first() -> None:
    duel = ask("duel", a=ME, b=ME, rounds=15)
    assert duel["p_a_wins"] + duel["p_b_wins"] + duel["p_undecided"] == 1
    assert duel["p_a_wins"] > duel["p_b_wins"]
    assert duel["by_round"][-1] == {"a_wins": duel["p_a_wins"], "b_wins": duel["p_b_wins"]}


def track(*events: str, **state: Any) -> dict[str, Any]:
    return ask("round_tracker", events=list(events), **state)


def test_aiming_twice_adds_nothing() -> None:
    assert track("aim", "aim")["unused_aim"] == 3


def test_a_prepared_bonus_is_used_once() -> None:
    haymaker = track("haymaker", "strike")
    assert haymaker["log"][-1]["damage_bonus"] == 10
    assert haymaker["unused_haymaker"] == 0
    grab = track("aim", "grab")
    assert (grab["log"][-1]["hit_bonus"], grab["unused_aim"], grab["holding"]) == (3, 0, True)


ONE_ACTION = {"haymaker_rule": "one_action"}


@pytest.mark.parametrize("first", ["strike", "aim", "defend", "grab", "look"])
def test_spend_both_actions_to_lay_the_smack_down(first: str) -> None:
    """Nothing is done before a haymaker in its round, or between it and its blow (RR-HAY-01)."""
    assert refused("round_tracker", events=[first, "haymaker"]) == ("events.1", "not_allowed")
    assert track("haymaker")["unused_haymaker"] == 10
    assert track("haymaker", "strike")["actions_left"] == 0
    if first != "strike":
        assert refused("round_tracker", events=["haymaker", first]) == ("events.1", "not_allowed")
    assert track("fall_prone", "haymaker")["unused_haymaker"] == 10  # going down is free


def test_a_haymaker_of_both_actions_is_over_with_its_round() -> None:
    assert track("haymaker", "next_round")["unused_haymaker"] == 0
    assert refused("round_tracker", events=[], wound_up=True) == ("wound_up", "not_allowed")


def test_the_quick_references_haymaker_is_one_action_that_waits() -> None:
    result = track("strike", "haymaker", "next_round", "aim", "strike", **ONE_ACTION)
    assert (result["log"][-1]["hit_bonus"], result["log"][-1]["damage_bonus"]) == (3, 10)
    assert track("haymaker", "grab", **ONE_ACTION)["unused_haymaker"] == 10
    assert track("strike", wound_up=True, **ONE_ACTION)["log"][0]["damage_bonus"] == 10
    aimed = ask("strike", offense=5, defense=12, aim=True, haymaker=True, **ONE_ACTION)
    assert aimed["p_hit"] == ask("strike", offense=5, defense=12, aim=True)["p_hit"]


def test_an_aim_of_the_round_before_goes_into_the_haymaker() -> None:
    blow = track("haymaker", "strike", aimed=True)["log"][-1]
    assert (blow["hit_bonus"], blow["damage_bonus"]) == (3, 10)


def test_he_may_use_subsequent_actions_to_do_damage() -> None:
    """Round 2 of a grapple: the hold and its mox are there as it starts."""
    result = track("squeeze", "slam", holding=True, mox=4)
    assert (result["actions_left"], result["holding"], result["mox"]) == (0, False, None)
    assert track("squeeze", holding=True, mox=4)["mox"] == 4
    assert track("grab", "squeeze", "next_round", "squeeze", "squeeze")["holding"] is True
    assert refused("round_tracker", events=[], mox=4) == ("mox", "not_allowed")


def test_should_the_grapple_end_they_expend_an_action_to_get_up() -> None:
    assert refused("round_tracker", events=["stand"], prone=True, grappled=True) == ("events.0", "not_allowed")
    result = track("escape", "freed", "stand", prone=True, grappled=True)
    assert (result["prone"], result["grappled"], result["actions_left"]) == (False, False, 0)


def test_wrenching_an_object_out_of_the_grasp_holds_no_victim() -> None:
    result = track("aim", "grab_object")
    assert (result["log"][-1]["hit_bonus"], result["holding"]) == (3, False)


def test_the_next_round_gives_actions_back_and_ends_the_defense() -> None:
    result = track("defend", "aim", "next_round")
    assert (result["actions_left"], result["defense_bonus"], result["unused_aim"]) == (2, 0, 3)
    assert (result["round_number"], result["left"]) == (2, "2 actions left")
    assert track("strike")["left"] == "1 action left"


def test_a_fallen_combatant_is_shown_first_and_does_nothing() -> None:
    hurt = {"wounds_before": 6, "hits": [7], "fortune": 2}
    assert (track("strike", **hurt)["down"], track("strike", **hurt)["wounds"]) == (True, 11)
    assert track("strike", wounds_before=6)["down"] is None
    assert refused("round_tracker", events=["strike"], wounds_before=10) == ("events.0", "not_allowed")
    assert track("strike", wounds_before=10, wound_limit=11)["actions_left"] == 1


def test_the_headlines_of_a_round_are_ways_to_spend_it() -> None:
    calculator = pyrules.calculator("raiders.round_options")
    assert [one.name for one in calculator.outputs if one.headline] == ["best_by_net", "best_by_damage"]


def test_a_point_of_fortune_buys_what_the_table_says() -> None:
    sure = {"me": ME, "foe_defense": 13, "foe_protection": 2, "rounds": 4}
    foe = {"foe_fortune": 6, "foe_wound_limit": 20}
    curves = [
        ask("rounds_to_drop", **sure, **foe, fortune_buys=buys)["p_dropped_by_round"]["haymaker"] for buys in (1, 2, 30)
    ]
    assert all(one >= two >= three for one, two, three in zip(*curves, strict=True))
    assert curves[0] != curves[1] != curves[2]


def test_fortune_at_one_for_one_is_the_same_blow_by_blow() -> None:
    calculator = pyrules.calculator("raiders.rounds_to_drop")
    a = calculator.parse({"me": ME, "foe_defense": 13, "foe_protection": 7, "foe_fortune": 3, "rounds": 4})
    for way in (WAYS["strike_strike"], WAYS["haymaker"]):
        assert curve_by_blows(a, way) == calculator.answer(a).values["p_dropped_by_round"][way.id]


def test_a_slam_ends_the_grapple() -> None:
    assert track("grab", "slam")["holding"] is False
    assert track("grab", "squeeze")["holding"] is True


def test_falling_is_free_even_with_no_action_left() -> None:
    fallen = track("grab", "squeeze", "fall_prone")
    assert (fallen["prone"], fallen["actions_left"]) == (True, 0)
    assert track("fall_prone", "stand", "strike")["prone"] is False


@pytest.mark.parametrize(
    ("events", "at"),
    [
        (["stand"], 0),
        (["escape"], 0),
        (["squeeze"], 0),
        (["slam"], 0),
        (["grab", "slam", "squeeze"], 2),
        (["strike", "strike", "strike"], 2),
        (["aim", "haymaker", "strike"], 1),
    ],
)
def test_what_a_round_has_no_room_for(events: list[str], at: int) -> None:
    assert refused("round_tracker", events=events) == (f"events.{at}", "not_allowed")


def test_an_action_that_does_not_exist() -> None:
    assert refused("round_tracker", events=["dance"]) == ("events.0", "bad_option")
    assert refused("round_tracker", events=["fall_prone"] * 51) == ("events", "out_of_range")


def test_an_empty_round_leaves_everything() -> None:
    assert track()["actions_left"] == 2


def test_a_fighter_needs_offense_and_defense() -> None:
    assert refused("round_options", me={"offense": 5}, foe=FOE) == ("me.defense", "missing_field")
    assert refused("duel", a=ME) == ("b", "missing_field")
    assert refused("duel", a=ME, b={**FOE, "luck": 3}) == ("b.luck", "unknown_field")


def test_two_strikes_drop_by_their_sum() -> None:
    sure = {"offense": 60, "defense": 0, "brawn": 0, "weapon": 0}
    rows = ask("round_options", me=sure, foe={"offense": 0, "defense": 50, "protection": 12}, foe_wound_limit=20)[
        "rows"
    ]
    assert rows[0]["p_drop_foe"] > rows[3]["p_drop_foe"] == Fraction(0)


# What is left of a round


def left(**inputs: Any) -> dict[str, dict[str, Any]]:
    return {row["option"]: row for row in ask("round_options", me=ME, foe=FOE, **inputs)["rows"]}


def test_with_one_action_left_it_is_a_strike_or_a_defense() -> None:
    one, whole = left(actions_left=1), left()
    assert {*one} == {"strike", "defend"}
    assert one["strike"]["mean_dealt"] == whole["strike_defend"]["mean_dealt"]
    assert one["defend"]["mean_taken"] == whole["strike_defend"]["mean_taken"]


def test_an_aim_helps_the_first_strike_and_is_not_taken_twice() -> None:
    calm, aimed = left(), left(aimed=True)
    assert "aim_strike" not in aimed
    assert aimed["strike_defend"]["mean_dealt"] == calm["aim_strike"]["mean_dealt"]
    both = calm["aim_strike"]["mean_dealt"] + calm["strike_defend"]["mean_dealt"]
    assert aimed["strike_strike"]["mean_dealt"] == both
    blow = ask("strike", offense=5 + 3, defense=13, brawn=3, weapon=4, protection=6, haymaker=True)
    assert aimed["haymaker"]["mean_dealt"] == blow["mean_wounds"]


def test_a_ready_haymaker_helps_the_first_strike_and_is_not_taken_twice() -> None:
    calm, ready = left(), left(wound_up=True)
    assert "haymaker" not in ready
    both = calm["haymaker"]["mean_dealt"] + calm["strike_defend"]["mean_dealt"]
    assert ready["strike_strike"]["mean_dealt"] == both
    archer = {**ME, "melee": False}
    assert refused("round_options", me=archer, foe=FOE, wound_up=True) == ("wound_up", "not_allowed")


def test_the_one_who_holds_may_squeeze() -> None:
    held = left(held_mox=5)
    squeeze = ask("grapple", warrior=5, defense=13, brawn=3, protection=6, held_mox=5)["squeeze_wounds"]
    assert held["squeeze_squeeze"]["mean_dealt"] == 2 * squeeze == 4
    assert held["squeeze_defend"]["mean_taken"] == held["strike_defend"]["mean_taken"]
    assert held["strike_squeeze"]["mean_dealt"] == squeeze + held["strike_defend"]["mean_dealt"]
    assert {*left(held_mox=5, actions_left=1)} == {"strike", "defend", "squeeze"}


@pytest.mark.parametrize("fortune_buys", [1, 3])
def test_fortune_keeps_the_foe_up_as_it_does_against_a_strike(fortune_buys: int) -> None:
    foe = {"foe_fortune": 4, "fortune_buys": fortune_buys, "foe_wounds_before": 6}
    blow = {"offense": 5, "defense": 13, "brawn": 3, "weapon": 4, "protection": 6, "haymaker": True}
    struck = ask("strike", **blow, fortune=4, fortune_buys=fortune_buys, wounds_before=6)
    assert left(**foe)["haymaker"]["p_drop_foe"] == struck["p_drop"]


def test_a_foe_with_nothing_more_to_do_deals_no_wounds() -> None:
    assert {row["mean_taken"] for row in left(foe_option="nothing").values()} == {0}


def test_two_actions_are_not_rolled_with_one_left() -> None:
    inputs = {"me": ME, "foe": FOE, "actions_left": 1}
    assert pyrules.roll("raiders.round_options", inputs, lambda sides: 6, "strike").outcome == "Foe wounded"
    with pytest.raises(pyrules.InvalidInput, match="one is used"):
        pyrules.roll("raiders.round_options", inputs, lambda sides: 6, "haymaker")
