"""How rounds, fights and turns behave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyrules

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


def track(*events: str, **state: bool) -> dict[str, Any]:
    return ask("round_tracker", events=list(events), **state)


def test_aiming_twice_adds_nothing() -> None:
    assert track("aim", "aim")["unused_aim"] == 3


def test_a_prepared_bonus_is_used_once() -> None:
    haymaker = track("haymaker", "strike")
    assert haymaker["log"][-1]["damage_bonus"] == 10
    assert haymaker["unused_haymaker"] == 0
    grab = track("aim", "grab")
    assert (grab["log"][-1]["hit_bonus"], grab["unused_aim"], grab["holding"]) == (3, 0, True)


def test_a_haymaker_waits_for_a_strike() -> None:
    assert track("haymaker", "grab")["unused_haymaker"] == 10


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
        (["aim", "haymaker", "strike"], 2),
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
