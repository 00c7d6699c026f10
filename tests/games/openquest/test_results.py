"""Attack against defense: the table of results and the readings beside it."""

from __future__ import annotations

from itertools import product

import pytest

from pyrules.games.openquest.rolls.results import RESULTS_MATRIX, Readings, result

from ..asking import ask, refused

PARRIES = ("parry", "unarmed_parry", "shield_parry")


@pytest.mark.parametrize("kind", ["dodge", *PARRIES])
def test_the_table_as_the_book_has_it(kind: str) -> None:
    table = {
        ("S", "F"): "HIT_ROLLED",
        ("S", "S"): "AVOIDED",
        ("S", "CR"): "AVOIDED",
        ("CR", "FU"): "HIT_MAX",
        ("CR", "F"): "HIT_MAX",
        ("CR", "S"): "HIT_MAX",
        ("CR", "CR"): "HIT_ROLLED",
    }
    assert {pair: result(*pair, kind, Readings()).code for pair in table} == table


@pytest.mark.parametrize("defense", ["FU", "F", "S", "CR"])
def test_an_attack_that_fails_needs_no_defense(defense: str) -> None:
    for kind in ("dodge", *PARRIES):
        missed = ask(RESULTS_MATRIX, attack_grade="F", defence_grade=defense, kind=kind)
        assert (missed["code"], missed["attacker_fumbles"], missed["defender_fumbles"]) == ("MISS", False, False)
        fumbled = ask(RESULTS_MATRIX, attack_grade="FU", defence_grade=defense, kind=kind)
        assert (fumbled["code"], fumbled["attacker_fumbles"], fumbled["defence_rolled"]) == ("ATT_FUMBLE", True, False)


def test_a_fumbled_dodge_is_worse_than_a_fumbled_parry_unless_a_table_rule_says_otherwise() -> None:
    assert result("S", "FU", "dodge", Readings()).code == "HIT_MAX_ARM"
    assert result("S", "FU", "dodge", Readings(dodge_fumble="rolled")).code == "HIT_ROLLED"
    for kind, reading in product(PARRIES, ("max", "rolled")):
        assert result("S", "FU", kind, Readings(dodge_fumble=reading)).code == "HIT_ROLLED"
    assert all(result(attack, "FU", "dodge", Readings()).defender_fumbles for attack in ("S", "CR"))


@pytest.mark.parametrize("kind", PARRIES)
def test_a_critical_parry_of_a_plain_hit_makes_the_attacker_fumble(kind: str) -> None:
    assert result("S", "CR", kind, Readings()).attacker_fumbles
    assert not result("S", "CR", kind, Readings(crit_parry="no_fumble")).attacker_fumbles
    assert not result("CR", "CR", kind, Readings()).attacker_fumbles
    assert not result("S", "CR", "dodge", Readings()).attacker_fumbles


@pytest.mark.parametrize(
    ("reading", "code"), [("max", "HIT_MAX"), ("normal_hit", "HIT_ROLLED"), ("avoided", "AVOIDED")]
)
def test_a_critical_against_a_plain_defense_is_read_in_three_ways(reading: str, code: str) -> None:
    for kind in ("dodge", *PARRIES):
        assert result("CR", "S", kind, Readings(crit_vs_success=reading)).code == code


@pytest.mark.parametrize("attack", ["CR", "S"])
def test_no_defense_is_read_as_a_failed_one(attack: str) -> None:
    for reading in (Readings(), Readings("off", "rolled", "avoided", "no_fumble")):
        alone = result(attack, "none", "none", reading)
        assert alone == result(attack, "F", "parry", reading)


def test_a_reaction_and_its_grade_come_together() -> None:
    assert refused(RESULTS_MATRIX, attack_grade="S", kind="dodge") == ("defence_grade", "not_allowed")
    assert refused(RESULTS_MATRIX, attack_grade="S", defence_grade="F") == ("kind", "not_allowed")


@pytest.mark.parametrize(("kind", "says"), [("parry", True), ("dodge", False)])
def test_only_a_critical_parry_says_that_the_attacker_fumbles(kind: str, says: bool) -> None:
    found = ask(RESULTS_MATRIX, attack_grade="S", defence_grade="CR", kind=kind)
    assert ("fumbles" in found["does"]) is says
