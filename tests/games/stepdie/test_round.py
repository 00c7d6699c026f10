"""Several attacks: in one round, over several turns, and against other uses of the turns."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.stepdie.attack.attack import ATTACK
from pyrules.games.stepdie.attack.duration import TURNS_TO_DROP
from pyrules.games.stepdie.attack.prepare import PREPARE
from pyrules.games.stepdie.defense.stances import STANCES
from pyrules.games.stepdie.defense.volley import VOLLEY

from ..asking import ask, refused, rolled
from .by_hand import FIGHTER, TARGET

SPEARS: list[dict[str, Any]] = [{"attacker": {"agility_die": 6, "skill": 2, "damage": damage}} for damage in (2, 3, 4)]
SHIELDED: dict[str, Any] = {"agility_die": 8, "parry": 2, "block": 3, "parry_is_shield": True, "health": 5}


def one(attack: dict[str, Any], defender: dict[str, Any], **more: Any) -> dict[str, Any]:
    return ask(ATTACK, **attack, defender=defender, **more)


def test_each_attack_is_the_single_one_with_more_before_it() -> None:
    defender = SHIELDED | {"cap_count": 2, "cap_step": 2}

    values = ask(VOLLEY, attacks=SPEARS, defender=defender)

    alone = [one(spear, defender | {"cap_count": 2 + at}) for at, spear in enumerate(SPEARS)]
    assert values["p_hit"] == [single["p_hit"] for single in alone]
    assert values["defences"] == [single["defence"] for single in alone]
    assert values["expected_damage"] == sum(single["expected_damage"] for single in alone)


def test_the_damage_of_all_counts_every_way_in_which_they_hit() -> None:
    values = ask(VOLLEY, attacks=SPEARS, defender=SHIELDED)

    ways = product(*(((0, 1 - p), (damage, p)) for damage, p in zip((2, 3, 4), values["p_hit"], strict=True)))
    found = [(sum(points for points, _ in way), way[0][1] * way[1][1] * way[2][1]) for way in ways]
    assert values["p_untouched"] == sum(p for points, p in found if points == 0)
    assert values["p_drop"] == sum(p for points, p in found if points >= 5)
    for total, p in values["damage_dist"].items():
        assert p == sum(q for points, q in found if points == int(total))


def test_a_bash_among_them_takes_no_health() -> None:
    bash = {"attacker": {"agility_die": 12, "kind": "shield"}, "action": "shield_bash"}
    values = ask(VOLLEY, attacks=[bash], defender={"agility_die": 4, "health": 1})

    assert values["damage_dist"] == {"0": 1}
    assert (values["expected_damage"], values["p_drop"]) == (0, 0)
    assert values["p_untouched"] < 1


def test_a_volley_falls_as_often_as_its_odds_say() -> None:
    attacks = [{"attacker": {"agility_die": 4, "skill": 1}}, {"attacker": {"agility_die": 4, "damage": 3}}]
    inputs: dict[str, Any] = {"attacks": attacks, "defender": {"agility_die": 4, "health": 3}}

    values, seen = ask(VOLLEY, **inputs), rolled(VOLLEY, **inputs)
    assert (seen["Untouched"], seen["Dropped"]) == (values["p_untouched"], values["p_drop"])


def test_what_a_volley_refuses() -> None:
    bow = {"attacker": {"kind": "bow"}, "action": "shoot"}
    assert refused(VOLLEY, attacks=[], defender={}) == ("attacks", "bad_type")
    assert refused(VOLLEY, attacks=SPEARS * 3, defender={}) == ("attacks", "out_of_range")
    assert refused(VOLLEY, attacks=[*SPEARS, {"attacker": {}, "action": "shoot"}], defender={}) == (
        "attacks.3.attacker.kind",
        "not_allowed",
    )
    assert refused(VOLLEY, attacks=[bow], defender={"parry": 3}, defence="parry") == ("defence", "not_allowed")


def test_a_stance_is_the_same_round_met_otherwise() -> None:
    values = ask(STANCES, attacks=SPEARS, defender=SHIELDED)

    for stance, change in {"normal": {}, "defend": {"defending": True}, "block": {"blocking": True}}.items():
        alone = ask(VOLLEY, attacks=SPEARS, defender=SHIELDED | change)
        assert values["stances"][stance] == {name: alone[name] for name in values["stances"][stance]}
    assert values["p_drop"] == min(each["p_drop"] for each in values["stances"].values())


def test_blocking_is_compared_with_a_shield_only_and_equals_are_settled_in_order() -> None:
    weak = [{"attacker": {"agility_die": 4}}]
    values = ask(STANCES, attacks=weak, defender={"acrobatics": 20})

    assert list(values["stances"]) == ["normal", "defend"]
    assert values["safest"] == "normal"
    with pytest.raises(ValueError, match="shield"):
        STANCES.roll(STANCES.parse({"attacks": weak, "defender": {}}), lambda sides: 1, "block")


# Turn after turn


@pytest.mark.parametrize("action", ["attack", "critical", "power"])
def test_dropping_turn_by_turn_by_hand(action: str) -> None:
    alone = one({"attacker": FIGHTER, "action": action}, TARGET)
    values = ask(TURNS_TO_DROP, attacker=FIGHTER, defender=TARGET, action=action, turns=6)

    left = {4: Fraction(1)}  # by Health: every turn again
    for turn in range(6):
        after: dict[int, Fraction] = {}
        for health, p in left.items():
            for damage, q in ((0, 1 - alone["p_hit"]), (alone["damage_on_hit"], alone["p_hit"])):
                now = health - damage if health > 0 else health
                after[now] = after.get(now, Fraction(0)) + p * q
        left = after
        assert values["p_dropped_by_turn"][turn] == sum(p for health, p in left.items() if health <= 0)
    assert values["hits_needed"] == -(-4 // alone["damage_on_hit"])
    assert values["expected_turns"] == values["hits_needed"] / alone["p_hit"]


def test_a_target_that_cannot_be_hurt_or_hit_never_drops() -> None:
    stopped = ask(TURNS_TO_DROP, attacker=FIGHTER, defender={"armor_dr": 20}, turns=2)
    assert (stopped["hits_needed"], stopped["expected_turns"], stopped["p_dropped_by_turn"]) == (None, None, [0, 0])
    missed = ask(TURNS_TO_DROP, attacker={"agility_die": 4}, defender={"acrobatics": 20}, turns=2)
    assert (missed["hits_needed"], missed["expected_turns"], missed["p_dropped_by_turn"]) == (3, None, [0, 0])


def test_a_fight_falls_as_often_as_its_odds_say() -> None:
    inputs: dict[str, Any] = {"attacker": {"agility_die": 4, "skill": 1}, "defender": {"agility_die": 4, "health": 3}}
    values = ask(TURNS_TO_DROP, **inputs, turns=2)
    assert rolled(TURNS_TO_DROP, **inputs, turns=2)["Down"] == values["p_dropped_by_turn"][1]


@pytest.mark.parametrize("action", ["throw", "shield_bash", "shoot", "double_shot"])
def test_what_is_not_done_every_turn_is_refused(action: str) -> None:
    assert refused(TURNS_TO_DROP, attacker={}, defender={}, action=action) == ("action", "not_allowed")


# Prepare


def test_preparing_adds_3_to_one_attack_in_place_of_two() -> None:
    asked = {"attacker": FIGHTER, "action": "critical"}
    plain = one(asked, TARGET)
    ready = one({"attacker": FIGHTER | {"prepared": True}, "action": "critical"}, TARGET)

    values = ask(PREPARE, **asked, defender=TARGET)

    assert values["twice_expected"] == 2 * plain["expected_damage"]
    assert values["twice_p_any_hit"] == 1 - (1 - plain["p_hit"]) ** 2
    assert values["twice_p_drop"] == 1 - (1 - plain["p_hit"]) ** 2  # 4 Health: one hit is enough
    assert (values["prepared_p_hit"], values["prepared_expected"]) == (ready["p_hit"], ready["expected_damage"])
    assert values["better_by_damage"] == "prepare"
    assert values["better_expected"] == values["prepared_expected"]


def test_two_attacks_are_better_where_equal() -> None:
    hopeless = ask(PREPARE, attacker={"agility_die": 4}, defender={"acrobatics": 20})
    assert hopeless["better_by_damage"] == "attack_twice"
    certain = ask(PREPARE, attacker={"skill": 30}, defender={})
    assert certain["better_by_damage"] == "attack_twice"


@pytest.mark.parametrize(("option", "name"), [("twice", "twice_p_any_hit"), ("prepared", "prepared_p_hit")])
def test_both_plans_fall_as_often_as_their_odds_say(option: str, name: str) -> None:
    inputs: dict[str, Any] = {"attacker": {"agility_die": 4}, "defender": {"agility_die": 6}}
    seen = rolled(PREPARE, option, **inputs)
    assert 1 - seen["No hit"] == ask(PREPARE, **inputs)[name]
