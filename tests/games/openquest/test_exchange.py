"""One attack against one reaction: by hand over every face, the best reaction, and what is asked for."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.openquest.close.close_attack import CLOSE_ATTACK
from pyrules.games.openquest.exchange.attack_inputs import plain_strike
from pyrules.games.openquest.exchange.exchange import chosen, expected

from ..asking import ask, refused

SWORD = {"damage": "1d8", "damage_mod": "+1d4", "target_ap": 3}


def struck(attack: int = 60, **inputs: Any) -> dict[str, Any]:
    return ask(CLOSE_ATTACK, **{"attack": {"base": attack}, **SWORD, **inputs})


def grade_by_hand(skill: int, roll: int) -> str:
    """EXT-01, OQ-CRI-01 and OQ-FUM-01 read straight off the roll, for skills below 100."""
    doubles = roll == 100 or (str(roll)[0] == str(roll)[-1] and roll > 9)
    if roll <= skill and roll < 100:
        return "CR" if doubles else "S"
    return "FU" if doubles else "F"


def by_hand(attack: int, defense: int, kind: str, armor: int) -> tuple[dict[int, Fraction], Fraction, Fraction]:
    """Damage, and who fumbles, counting every pair of rolls and every face of 1d8 + 1d4."""
    rolled = [max(0, a + b - armor) for a, b in product(range(1, 9), range(1, 5))]
    damage: defaultdict[int, Fraction] = defaultdict(Fraction)
    attacker = defender = 0
    for mine, theirs in product(range(1, 101), repeat=2):
        first, second = grade_by_hand(attack, mine), grade_by_hand(defense, theirs)
        hits = first in ("S", "CR")
        attacker += first == "FU" or (first == "S" and second == "CR" and kind == "parry")
        defender += hits and second == "FU"
        if first == "CR" and second != "CR":
            faces = [12]
        elif first == "S" and second == "FU" and kind == "dodge":
            faces = [12 - armor]
        elif (first == "S" and second in ("F", "FU")) or (first == "CR" and second == "CR"):
            faces = rolled
        else:
            faces = [0]
        for n in faces:
            damage[n] += Fraction(1, 10_000 * len(faces))
    return dict(damage), Fraction(attacker, 10_000), Fraction(defender, 10_000)


@pytest.mark.parametrize(("attack", "defense"), [(60, 50), (99, 5), (11, 98)])
@pytest.mark.parametrize("kind", ["parry", "dodge"])
def test_an_exchange_agrees_with_counting_every_roll(attack: int, defense: int, kind: str) -> None:
    told = struck(attack, defence=kind, target_hp=12, **{kind: {"base": defense}})
    damage, attacker, defender = by_hand(attack, defense, kind, 3)
    assert {int(n): p for n, p in told["damage"].items()} == damage
    assert (told["p_attacker_fumble"], told["p_defender_fumble"]) == (attacker, defender)
    assert told["p_drop"] == damage[12]
    assert told["mean"] == sum(n * p for n, p in damage.items())


def test_the_pairs_of_grades_are_all_there_is() -> None:
    told = struck(60, defence="parry", parry={"base": 50})
    rows = told["results"]
    assert sum(row["chance"] for row in rows) == 1
    by_code: defaultdict[str, Fraction] = defaultdict(Fraction)
    for row in rows:
        by_code[row["result"].partition("/")[0]] += row["chance"]
    assert by_code == told["codes"]
    first = rows[0]
    assert (first["attack"], first["defense"], first["result"]) == ("CR", "parry/CR", "HIT_ROLLED")
    assert first["chance"] == Fraction(5, 100) * Fraction(4, 100)
    assert [row["attack"] for row in rows if row["defense"] is None] == ["F", "FU"]  # nobody defends against these
    fumbling = {row["result"] for row in rows if row["defense"] in ("parry/CR", "parry/FU")}
    assert fumbling == {"HIT_ROLLED", "HIT_MAX/defender", "AVOIDED/attacker", "HIT_ROLLED/defender"}


def test_no_chance_is_left_of_a_blow_that_armor_stops() -> None:
    told = struck(60, target_ap=100)
    assert told["p_hit"] == Fraction(60, 100)
    assert told["p_damage"] == Fraction(5, 100)  # a critical goes through any armor


def test_skill_helps_and_armor_hinders() -> None:
    means = [struck(skill)["mean"] for skill in range(0, 100, 9)]
    assert means == sorted(means)
    armored = [struck(60, target_ap=ap)["mean"] for ap in range(12)]
    assert armored == sorted(armored, reverse=True)


# The best reaction.


def strike_of(**inputs: Any) -> Any:
    return plain_strike(CLOSE_ATTACK.parse({"attack": {"base": 60}, **SWORD, "defence": "best", **inputs}))


@pytest.mark.parametrize(("dodge", "parry"), [(50, 50), (70, 50), (51, 50), (10, 90), (0, 0)])
def test_the_best_reaction_is_as_good_as_any(dodge: int, parry: int) -> None:
    skills = {"dodge": {"base": dodge}, "parry": {"base": parry}}
    best = struck(60, defence="best", **skills)["mean"]
    assert best <= min(struck(60, defence=kind, **skills)["mean"] for kind in ("none", "dodge", "parry"))


def test_of_equal_reactions_a_parry_comes_first_then_a_dodge() -> None:
    both = strike_of(dodge={"base": 50}, parry={"base": 50}, dodge_fumble="rolled")
    assert expected(both, "S", both.defense.reactions[0]) == expected(both, "S", both.defense.reactions[1])
    assert chosen(both, "S").kind == "parry"  # type: ignore[union-attr]
    helpless = strike_of(dodge={"base": 0}, parry={"base": 0}, dodge_fumble="rolled")
    assert chosen(helpless, "CR").kind == "parry"  # type: ignore[union-attr]
    only_dodge = strike_of(dodge={"base": 0}, dodge_fumble="rolled")
    assert chosen(only_dodge, "S").kind == "dodge"  # type: ignore[union-attr]


def test_a_dodge_that_only_makes_things_worse_is_left_alone() -> None:
    hopeless = strike_of(dodge={"base": 0})  # a fumbled dodge means maximum damage
    assert chosen(hopeless, "S") is None
    assert chosen(hopeless, "F") is None


# What is refused.


@pytest.mark.parametrize(("defence", "field"), [("dodge", "dodge"), ("parry", "parry"), ("best", "parry")])
def test_a_reaction_needs_its_skill(defence: str, field: str) -> None:
    other = {"dodge": {"parry": {"base": 50}}, "parry": {"dodge": {"base": 50}}, "best": {}}[defence]
    inputs = {"attack": {"base": 60}, "damage": "1d8", "defence": defence, **other}
    assert refused(CLOSE_ATTACK, **inputs) == (field, "missing_field")


def test_a_helpless_target_is_hit_critically_and_cannot_react() -> None:
    told = struck(5, helpless=True)
    assert told["codes"] == {"HIT_MAX": 1}
    assert told["damage"] == {"12": 1}
    assert told["modified"] == 5
    inputs = {"attack": {"base": 60}, "damage": "1d8", "helpless": True, "defence": "dodge", "dodge": {"base": 5}}
    assert refused(CLOSE_ATTACK, **inputs) == ("defence", "not_allowed")


def test_a_roll_tells_every_step_with_its_sum() -> None:
    inputs = CLOSE_ATTACK.parse({"attack": {"base": 60}, **SWORD, "defence": "parry", "parry": {"base": 50}})
    faces = iter([42, 88, 7, 4])
    roll = CLOSE_ATTACK.roll(inputs, lambda sides: next(faces))
    assert [(step.label, step.text) for step in roll.steps] == [
        ("Attack", "success"),
        ("Parry with a weapon", "fumble"),
        ("Result", "Hit, and the defender fumbles"),
        ("Damage, 1d8 +1d4", "8 damage"),
    ]
    assert roll.steps[3].total == 7 + 4 - 3


def test_every_reading_of_masters_stands_beside_an_attack_on_a_master() -> None:
    """A parry that is always critical makes each of 60 plain hits of 65 a fumble, besides 66, 77, 88, 99 and 00."""
    rows = struck(65, defence="parry", parry={"base": 100})["readings"]
    fumbles = {row["reading"]: row["p_attacker_fumble"] for row in rows if row["question"].startswith("Masters")}
    assert fumbles == {
        "Always a critical": Fraction(60 + 5, 100),
        "Always succeed, critical on doubles": Fraction(60 * 10 + 5 * 100, 10_000),
        "Roll like everybody": Fraction(60 * 9 + 5 * 100, 10_000),
    }
    assert [row["reading"] for row in rows if row["yours"]] == ["Always a critical", "It fails and fumbles"]
    assert struck(65, defence="parry", parry={"base": 99})["readings"] == []
    assert struck(100, helpless=True)["readings"] == []
