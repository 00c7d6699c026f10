"""How grapples, mass, areas, mounts and look-ups behave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyrules
from pyrules.games.raiders.turn import ACTIONS

GRAPPLE = {"warrior": 6, "defense": 12, "brawn": 5, "protection": 6, "target_brawn": 4, "target_warrior": 3}


def ask(calculator: str, **inputs: Any) -> dict[str, Any]:
    return pyrules.answer(f"raiders.{calculator}", inputs).values


def refused(calculator: str, **inputs: Any) -> tuple[str, str]:
    with pytest.raises(pyrules.InvalidInput) as caught:
        pyrules.answer(f"raiders.{calculator}", inputs)
    return caught.value.field, caught.value.code


@settings(max_examples=25, deadline=None)
@given(st.booleans(), st.booleans(), st.integers(0, 2), st.integers(1, 6), st.integers(1, 30), st.integers(0, 9))
def test_a_grabbed_victim_is_held_free_or_down(
    squeeze: bool, victim_first: bool, tries: int, rounds: int, limit: int, before: int
) -> None:
    values = ask(
        "grapple",
        **GRAPPLE,
        squeeze=squeeze,
        victim_first=victim_first,
        escape_tries_per_round=tries,
        rounds=rounds,
        wound_limit=limit,
        wounds_before=before,
    )
    ends = zip(values["p_held_end_of_round"], values["p_dropped_by_round"], values["p_free_by_round"], strict=True)
    assert all(held + down + free == values["p_grab"] for held, down, free in ends)
    assert sum(values["wounds_dist"].values()) == 1


def test_a_hold_of_a_round_before_goes_on_without_a_grab() -> None:
    grapple = {"warrior": 6, "defense": 12, "brawn": 5, "protection": 6, "target_brawn": 4, "target_warrior": 3}
    result = pyrules.answer("raiders.grapple", {**grapple, "held_mox": 4, "rounds": 2, "wound_limit": 12}).values
    # Each squeeze does 4 + 5 - 6 = 3 wounds, so four of them are enough; two tries to escape come after the first two.
    p = result["p_escape_one_try"]
    assert (result["p_grab"], result["mox_dist"]) == (None, None)
    assert result["p_held_end_of_round"] == [(1 - p) ** 2, 0]
    assert result["p_dropped_by_round"] == [0, (1 - p) ** 2]
    rolled = pyrules.calculator("raiders.grapple")
    inputs = rolled.parse({**grapple, "held_mox": 4})
    with pytest.raises(pyrules.InvalidInput):
        rolled.roll(inputs, lambda sides: 1, "grab")


def test_a_giant_is_not_slammed_into_the_ground() -> None:
    """Brawn 6 lifts 200 kg (RR-MASS-04)."""
    slam = {"mox": 2, "brawn": 6, "protection": 5}
    assert pyrules.answer("raiders.slam", {**slam, "victim_kg": 200}).values["wounds"] == 4
    with pytest.raises(pyrules.InvalidInput) as caught:
        pyrules.answer("raiders.slam", {**slam, "victim_kg": 201})
    assert caught.value.field == "victim_kg"


def test_a_victim_who_acts_first_cannot_escape_in_the_first_round() -> None:
    values = ask("grapple", **GRAPPLE, victim_first=True, rounds=2)
    assert values["p_free_by_round"][0] == 0
    assert values["p_free_by_round"][1] > 0


def test_a_victim_who_acts_first_escapes_before_the_squeeze() -> None:
    last, first = (ask("grapple", **GRAPPLE, victim_first=first, rounds=2, wound_limit=200) for first in (False, True))
    # the same tries lie before the same squeezes; those who act last have two more at the end of the round
    assert first["mean_wounds"] == last["mean_wounds"]
    assert first["p_held_end_of_round"][1] == last["p_held_end_of_round"][0]


def test_only_one_side_is_the_heavier() -> None:
    assert refused("grapple", **GRAPPLE, grappler_mass_bonus=1, target_mass_bonus=1) == (
        "target_mass_bonus",
        "not_allowed",
    )
    assert refused("escape", mass_bonus=1, grappler_mass_bonus=1) == ("mass_bonus", "not_allowed")


def test_each_attempt_to_escape_counts_equally() -> None:
    values = ask("escape", brawn=3, grappler_warrior=4, tries=5, bonus=1)
    stays = 1 - values["p_escape_one_try"]
    assert values["p_still_held_after"] == [stays**n for n in range(1, 6)]


def test_a_slam_with_a_grab_is_the_mean_of_slams_with_each_mox() -> None:
    place = {"brawn": 6, "hardness": 2, "sharp_corner": True, "protection": 8}
    whole = ask("slam", warrior=5, defense=13, **place)
    mox = ask("grapple", warrior=5, defense=13)["mox_dist"]
    assert whole["mean_wounds"] == sum(p * ask("slam", mox=int(m), **place)["wounds"] for m, p in mox.items())
    assert whole["p_grab"] == sum(mox.values())
    assert (whole["wounds"], whole["damage_before_protection"], whole["bonus"]) == (None, None, 5)


def test_a_slam_needs_the_mox_or_the_grab_and_not_both() -> None:
    assert refused("slam", brawn=3) == ("warrior", "missing_field")
    assert refused("slam", warrior=3) == ("defense", "missing_field")
    assert refused("slam", mox=2, warrior=3, defense=10) == ("warrior", "not_allowed")


def bonus(a: Any, b: Any, **more: Any) -> int:
    value: int = ask("mass_bonus", side_a=[a], side_b=[b], **more)["bonus"]
    return value


@pytest.mark.parametrize(
    ("heavy", "quarters", "thirds"),
    [
        (100, 0, 0),
        (112, 0, 0),
        (113, 0, 1),
        (124, 0, 1),
        (125, 1, 1),
        (141, 1, 1),
        (142, 1, 2),
        (149, 1, 2),
        (150, 2, 2),
        (199, 2, 2),
        (200, 3, 3),
        (250, 4, 4),
        (300, 5, 5),
        (400, 6, 6),
    ],
)
def test_parts_of_a_doubling(heavy: int, quarters: int, thirds: int) -> None:
    assert bonus(heavy, 100) == quarters
    assert bonus(heavy, 100, method="nearest_third") == thirds


@settings(deadline=None)
@given(
    st.fractions(Fraction(1, 99), 10**6, max_denominator=99), st.fractions(Fraction(1, 99), 10**6, max_denominator=99)
)
def test_mass_bonus_is_the_same_from_both_sides_and_in_any_unit(a: Fraction, b: Fraction) -> None:
    assert bonus(str(a), str(b)) == bonus(str(b), str(a)) == bonus(str(a * 100), str(b * 100))


def test_masses_of_a_side_are_added_up() -> None:
    assert ask("mass_bonus", side_a=[100, "50", 50.5], side_b=["401/4"])["ratio"] == 2


def test_no_bonus_to_start_a_grapple_unless_switched_on() -> None:
    assert bonus(800, 200, initiating=True) == 0
    assert bonus(800, 200, initiating=True, bonus_on_initiate=True) == 6


@pytest.mark.parametrize("masses", [[], "80", None, [None], ["heavy"]])
def test_what_are_no_masses(masses: Any) -> None:
    assert refused("mass_bonus", side_a=masses, side_b=[1])[1] == "bad_type"


def test_the_best_offense_leads_and_the_first_on_ties() -> None:
    team = [{"mass": 1, "offense": 2}, {"mass": 1, "offense": 7}, {"mass": 1, "offense": 7}]
    values = ask("team_pin", members=team, target_mass=12)
    assert (values["lead"], values["team_bonus"], values["target_bonus"]) == (1, 0, 6)
    assert values["lead_offense_with_bonus"] == 7


def test_a_beast_carries_by_its_brawn() -> None:
    assert ask("carry", brawn=13, gear_kg=150, victim_kg=80)["mode"] == "carry"
    assert ask("carry", brawn=3, gear_kg="20.5", victim_kg=80) == {
        "mode": "drag_one_space",
        "spare_kg": Fraction(-1, 2),
        "may_slam": True,
        "lift_kg": 100,
        "load_kg": Fraction(201, 2),
    }


def test_an_equal_roll_hits_an_area_only_when_not_strict() -> None:
    assert ask("area", offense=0)["p_area_hit"] == Fraction(30, 36)
    assert ask("area", offense=0, strict=False)["p_area_hit"] == Fraction(33, 36)


def test_one_space_leaves_no_time_to_leap() -> None:
    values = ask("area", offense=0, spaces_covered=1, athlete=60, damage=5)
    assert (values["dodge_allowed"], values["dodge_challenge"], values["p_dodge"]) == (False, None, 0)
    assert values["mean_wounds"] == 5 * values["p_caught"]


BLOW = {"offense": 5, "defense": 12, "brawn": 3, "weapon": 6, "protection": 30}


def test_a_blow_that_armor_stops_may_still_unhorse() -> None:
    values = ask("seat", ranger=3, strike=BLOW)
    assert values["p_unhorsed_without_wound"] == values["p_unhorsed"] > 0
    assert values["p_unhorsed"] == values["p_hit"] * values["p_unhorsed_given_hit"]
    assert (values["challenge"], values["p_keep_seat"]) == (None, None)


def test_a_blow_at_a_rider_is_the_sum_over_its_mox() -> None:
    mox = ask("strike", **BLOW)["mox_dist"]
    falls = sum(p * ask("seat", ranger=3, damage=int(m) + 9)["p_unhorsed"] for m, p in mox.items())
    assert ask("seat", ranger=3, strike=BLOW)["p_unhorsed"] == falls


def test_a_seat_needs_the_damage_or_the_blow() -> None:
    assert refused("seat", ranger=3) == ("damage", "not_allowed")
    assert refused("seat", ranger=3, damage=4, strike=BLOW) == ("damage", "not_allowed")
    assert refused("seat", ranger=3, strike={**BLOW, "aim": True, "haymaker": True}) == (
        "strike.haymaker",
        "not_allowed",
    )
    assert refused("seat", ranger=3, strike={"offense": 3}) == ("strike.defense", "missing_field")


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("lift", 0, 50),
        ("lift", 9, 400),
        ("lift", 10, 500),
        ("lift", 60, 50000000),
        ("cost", 0, 0),
        ("cost", 9, 20),
        ("cost", 10, 25),
        ("cost", 19, 200),
        ("cost", 20, 250),
        ("cost", 30, 2500),
        ("cost", 60, 2500000),
        ("challenge", 21, "Inconceivable"),
        ("extra_time", 8, 9),
        ("rush", 2, 6),
    ],
)
def test_tables(table: str, key: int, value: int | str) -> None:
    assert ask("tables", table=table, key=key)["value"] == value


@pytest.mark.parametrize(("table", "key"), [("challenge", 10), ("extra_time", 7), ("extra_time", 1)])
def test_rows_that_are_missing(table: str, key: int) -> None:
    assert refused("tables", table=table, key=key) == ("key", "not_allowed")


@pytest.mark.parametrize(("table", "key"), [("lift", 61), ("cost", 61), ("cost", 1000), ("challenge", 1001)])
def test_a_level_that_no_table_has_is_out_of_range(table: str, key: int) -> None:
    assert refused("tables", table=table, key=key) == ("key", "out_of_range")


def test_time_may_be_halved_more_often_than_there_are_levels() -> None:
    assert ask("tables", table="rush", key=1000)["value"] == 3000


def test_the_leader_is_named_as_people_count() -> None:
    values = ask("team_pin", members=[{"mass": 6, "offense": 2}, {"mass": 6, "offense": 5}], target_mass=12)

    assert (values["lead"], values["leader"]) == (1, "Member 2")
    shown = {output.name for output in pyrules.calculator("raiders.team_pin").outputs if output.visible}
    assert "leader" in shown and "lead" not in shown


def test_masses_may_be_very_large_or_small() -> None:
    values = ask("mass_bonus", side_a=[10**15], side_b=["0.000000000001"])

    assert (values["heavier"], values["ratio"]) == ("a", 10**27)


def test_actions_pay_for_squeezes_as_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"warrior": 30, "defense": 2, "brawn": 5, "extremes": False, "target_brawn": 0, "rounds": 1}
    hold = {**asked, "escape_tries_per_round": 0, "wound_limit": 200}
    free = ask("grapple", **hold)["mean_wounds"]
    monkeypatch.setitem(ACTIONS.row("grab"), "cost", 2)

    assert free > 0
    assert ask("grapple", **hold)["mean_wounds"] == 0


def test_a_block_costs_what_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"offense": 6, "friend_defense": 10, "blocker_parry": 15}
    assert ask("assist_block", **asked)["actions_left"] == 1
    monkeypatch.setitem(ACTIONS.row("assist_block"), "cost", 2)

    assert ask("assist_block", **asked)["actions_left"] == 0
    assert refused("assist_block", **asked, blocks_used=1)[1] == "not_allowed"
