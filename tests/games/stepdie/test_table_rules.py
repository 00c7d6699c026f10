"""The table rules of the step-die game: each at its default and at another value."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules.games.stepdie.attack.attack import ATTACK
from pyrules.games.stepdie.attack.two_attacks import DUAL
from pyrules.games.stepdie.defense.defending import DEFENCE
from pyrules.games.stepdie.defense.volley import VOLLEY
from pyrules.games.stepdie.holds.tackle import TACKLE
from pyrules.games.stepdie.holds.trip import TRIP
from pyrules.games.stepdie.rolls.rolls import halved
from pyrules.games.stepdie.turns.movement import SPEED

from ..asking import ask, refused

RULES = {
    "half_rounds": "down",
    "bash_drops": False,
    "cap_per": "attack",
    "thrown_parried": False,
    "leg_caps_run": False,
}


@pytest.mark.parametrize("name", RULES)
def test_what_the_chapter_leaves_open_is_a_table_rule_with_todays_default(name: str) -> None:
    assert pyrules.game("stepdie").table_rules[name].field.default == RULES[name]


def test_halve_your_total_as_the_table_rounds_it() -> None:
    assert [halved(7, way) for way in ("down", "up", "exact")] == [3, 4, Fraction(7, 2)]
    assert [halved(n, way) for n in (0, -3) for way in ("down", "up", "exact")] == [0, 0, 0, -3, -3, -3]


def test_rounding_matters_for_the_other_hand() -> None:
    """Two d6 attacks, the other hand's halved, against a d6 dodge: 0.5 wins where the half of 1 is met by nothing."""
    hands: dict[str, Any] = {"off_weapon": {"kind": "melee"}, "first": "attack", "second": "attack"}
    defender = {"agility_die": 4, "extra_mod": -3}

    def second(way: str) -> Fraction:
        attacker = {"agility_die": 6, "half_rounds": way}
        value: Fraction = ask(DUAL, attacker=attacker, defender=defender, **hands)["p_hit_second"]
        return value

    def by_hand(way: str) -> Fraction:
        pairs = [(halved(face - 2, way), dodge - 3) for face in range(1, 7) for dodge in range(1, 5)]
        return Fraction(sum(attack > dodge for attack, dodge in pairs), 24)

    assert [second(way) for way in ("down", "up", "exact")] == [by_hand(way) for way in ("down", "up", "exact")]
    assert second("down") < second("exact")


def test_one_non_lethal_damage_drops_where_the_table_says_so() -> None:
    bash = {"attacker": {"kind": "shield"}, "action": "shield_bash"}
    assert ask(ATTACK, **bash, defender={"health": 1})["p_drop"] == 0
    assert ask(ATTACK, **bash, defender={"health": 1, "bash_drops": True})["p_drop"] == Fraction(5, 12)


def test_the_cumulative_attacker_penalty_may_count_attackers() -> None:
    attack: dict[str, Any] = {"attacker": {"agility_die": 6}}
    three = [attack, {**attack, "again": True}, attack]
    each = ask(VOLLEY, attacks=three, defender={})["p_hit"]
    assert each[0] < each[1] < each[2]
    attackers = ask(VOLLEY, attacks=three, defender={}, cap_per="attacker")["p_hit"]
    assert attackers == [each[0], each[0], each[1]]


def test_throw_weapon_stands_under_melee_actions_and_may_be_parried() -> None:
    thrown = {"attacker": {"thrown_tag": True}, "action": "throw"}
    defender = {"agility_die": 6, "parry": 4}
    assert ask(ATTACK, **thrown, defender=defender)["defence"] == "dodge"
    assert ask(ATTACK, **thrown, defender={**defender, "thrown_parried": True})["defence"] == "parry"
    shot = {"attacker": {"kind": "bow"}, "action": "shoot"}
    assert ask(ATTACK, **shot, defender={**defender, "thrown_parried": True})["defence"] == "dodge"


def test_they_reduce_their_speed_to_2_and_increase_it_by_3() -> None:
    runner = {"agility_die": 12, "run": True, "leg_maimed": True}
    assert ask(SPEED, **runner)["zones"] == 5
    assert ask(SPEED, **runner, leg_caps_run=True)["zones"] == 2


def test_trip_and_tackle_are_combat_actions_and_lose_3_from_the_ground() -> None:
    roll, lower = {"die": 8, "skill": 3}, {"die": 8, "skill": 0}
    other = {"target_agility": {"die": 8}, "target_strength": {"die": 8}}
    assert (
        ask(TRIP, tripper=roll, grounded=True, **other)["p_grounded"] == ask(TRIP, tripper=lower, **other)["p_grounded"]
    )
    lying, standing = ask(TACKLE, tackler=roll, grounded=True, **other), ask(TACKLE, tackler=roll, **other)
    assert lying["p_tackle"] == ask(TACKLE, tackler=lower, **other)["p_tackle"]
    assert lying["p_escape_one_try"] == standing["p_escape_one_try"]  # later both lie there


def test_a_parry_value_may_be_a_die() -> None:
    parrying = {"agility_die": 6, "parry": 0, "acrobatics": -10}
    options = ask(DEFENCE, defender={**parrying, "parry_die": 6}, attack={"die": 6})["options"]
    assert options["parry"]["mean"] == 7
    assert ask(DEFENCE, defender=parrying, attack={"die": 6})["options"]["parry"]["mean"] == Fraction(7, 2)


def test_riding_needs_a_mount() -> None:
    fallen = {"mounted": True, "grounded": True}
    assert refused(DEFENCE, defender=fallen, attack={"die": 6}) == ("defender.grounded", "not_allowed")
    assert refused(ATTACK, attacker={}, defender=fallen) == ("defender.grounded", "not_allowed")
