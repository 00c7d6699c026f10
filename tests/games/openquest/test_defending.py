"""Rounds under attack and escapes: limited defenses, shields that strike back, retreats."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from pyrules.engine.calculator import Calculator
from pyrules.games.openquest.close.close_attack import CLOSE_ATTACK
from pyrules.games.openquest.close.defense_round import DEFENCE_ROUND
from pyrules.games.openquest.close.two_attacks import ALL_OUT_ATTACK
from pyrules.games.openquest.escape.retreat import FIGHTING_RETREAT
from pyrules.games.openquest.escape.sprint import ESCAPING_SPRINT
from pyrules.games.openquest.rolls.damage import DAMAGE

from ..asking import ask, refused
from .outcomes import outcomes

SWORD = {"attack": {"base": 60}, "damage": "1d8", "damage_mod": "+1d4"}
CLUB = {"attack": {"base": 35}, "damage": "1d6"}
DAGGER = {"attack": {"base": 80}, "damage": "1d4+2"}
PARRY = {"defence": "parry", "parry": {"base": 50}}
ARMORED = {"target_ap": 3, "target_hp": 12}


def by_hand(attacks: list[dict[str, Any]], skills: list[int]) -> tuple[dict[int, Fraction], Fraction, Fraction]:
    """Damage, no hit, and defenses rolled, attack by attack, each from a close attack of its own.

    `skills` are those of the first, second, ... parry of the round. What a close attack does when its roll fails needs
    no defense; the rest of its odds is what it does when there is one.
    """
    states: dict[tuple[int, int, bool], Fraction] = {(0, 0, False): Fraction(1)}
    rolled = Fraction(0)
    for attack in attacks:
        after: defaultdict[tuple[int, int, bool], Fraction] = defaultdict(Fraction)
        for (count, suffered, hit), p in states.items():
            values = ask(CLOSE_ATTACK, **attack, target_ap=3, defence="parry", parry={"base": skills[count]})
            missed = 1 - values["p_attack_success"]
            after[count, suffered, hit] += p * missed
            rolled += p * values["p_attack_success"]
            avoided = values["codes"].get("AVOIDED", Fraction(0))
            after[count + 1, suffered, hit] += p * avoided
            for n, q in values["damage"].items():
                through = q - (missed + avoided if n == "0" else 0)
                if through:
                    after[count + 1, suffered + int(n), True] += p * through
        states = after
    damage: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (_, suffered, _), p in states.items():
        damage[suffered] += p
    return dict(damage), sum((p for (_, _, hit), p in states.items() if not hit), Fraction(0)), rolled


@pytest.mark.parametrize(
    ("more", "skills"),
    [
        ({}, [50, 30, 10]),
        ({"prior_defences": 1}, [30, 10, -10]),
        ({"schedule": "extra_parry"}, [50, 50, 30]),
        ({"schedule": "whirling_dervish", "shield": "small"}, [50, 50, 50]),
        ({"shield_defence": True, "shield": "medium", "prior_defences": 2}, [70, 70, 70]),
    ],
)
def test_a_round_agrees_with_following_its_attacks(more: dict[str, Any], skills: list[int]) -> None:
    attacks = [SWORD, CLUB, DAGGER]
    values = ask(DEFENCE_ROUND, attacks=attacks, **PARRY, **ARMORED, **more)
    damage, no_hit, rolled = by_hand(attacks, [max(0, skill) for skill in skills])
    assert {int(n): p for n, p in values["damage"].items()} == damage
    assert (values["p_no_hit"], values["mean_defences"]) == (no_hit, rolled)
    assert values["p_drop"] == sum(p for n, p in damage.items() if n >= 12)


def test_two_attacks_of_one_are_an_all_out_attack() -> None:
    values = ask(DEFENCE_ROUND, attacks=[SWORD, SWORD], **PARRY, **ARMORED)
    twice = ask(ALL_OUT_ATTACK, **{**SWORD, "attack": {"base": 80}}, **PARRY, **ARMORED)
    assert (values["damage"], values["mean_hits"]) == (twice["damage"], twice["mean_hits"])
    assert [row["mean"] for row in values["each_attack"]] == [twice["first_mean"], twice["second_mean"]]


def test_an_attack_may_be_met_otherwise_or_not_at_all() -> None:
    both = [{**SWORD, "defence": "dodge"}, {**CLUB, "defend": False}]
    values = ask(DEFENCE_ROUND, attacks=both, **PARRY, dodge={"base": 70})
    dodged = ask(CLOSE_ATTACK, **SWORD, defence="dodge", dodge={"base": 70})
    open_to_it = ask(CLOSE_ATTACK, **CLUB)
    assert values["p_no_hit"] == (1 - dodged["p_hit"]) * (1 - open_to_it["p_hit"])
    assert values["mean"] == dodged["mean"] + open_to_it["mean"]
    assert values["mean_defences"] == Fraction(60, 100)


def test_every_critical_parry_strikes_back() -> None:
    shield = {"shield": "large", "shield_defence": True, "counter_damage": "1d8", "counter_damage_mod": "+1d4"}
    values = ask(DEFENCE_ROUND, attacks=[SWORD, {**CLUB, "attacker_ap": 4}], **PARRY, **shield)
    criticals = Fraction(6, 100)  # of 70%
    each = [ask(DAMAGE, damage="1d8", damage_mod="+1d4", ap=armor)["mean"] for armor in (0, 4)]
    assert values["mean_counterstrike"] == criticals * (Fraction(60, 100) * each[0] + Fraction(35, 100) * each[1])
    assert ask(DEFENCE_ROUND, attacks=[SWORD], **PARRY, counter_damage="1d8")["mean_counterstrike"] is None


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"shield": "small", "shield_defence": True}, "shield", "not_allowed"),
        ({"shield": "medium", "shield_defence": True, "schedule": "extra_parry"}, "schedule", "not_allowed"),
        ({"shield": "medium", "shield_defence": True, "defence": "none"}, "defence", "not_allowed"),
        ({"shield": "medium", "schedule": "whirling_dervish"}, "schedule", "not_allowed"),
        ({"defence": "dodge"}, "dodge", "missing_field"),
        ({"attacks": [{**SWORD, "defence": "dodge"}]}, "dodge", "missing_field"),
    ],
)
def test_a_defense_needs_what_it_is_made_with(change: dict[str, Any], field: str, code: str) -> None:
    assert refused(DEFENCE_ROUND, **{"attacks": [SWORD], **PARRY, **change}) == (field, code)


# Getting out.


@pytest.mark.parametrize(("large", "bonus"), [(False, 20), (True, 50)])
def test_a_retreat_makes_parries_easier(large: bool, bonus: int) -> None:
    values = ask(FIGHTING_RETREAT, attacks=[SWORD, CLUB], **PARRY, **ARMORED, large_shield=large)
    round_ = ask(DEFENCE_ROUND, attacks=[SWORD, CLUB], defence="parry", parry={"base": 50, "mods": bonus}, **ARMORED)
    assert (values["parry_bonus"], values["p_disengage"], values["damage"]) == (
        bonus,
        round_["p_no_hit"],
        round_["damage"],
    )
    assert values["mean_rounds"] == 1 / values["p_disengage"]


def test_a_retreat_is_no_help_to_dodges() -> None:
    values = ask(FIGHTING_RETREAT, attacks=[SWORD], defence="dodge", dodge={"base": 50})
    assert values["p_disengage"] == 1 - ask(CLOSE_ATTACK, **SWORD, defence="dodge", dodge={"base": 50})["p_hit"]


@pytest.mark.parametrize(("calculator", "skill"), [(FIGHTING_RETREAT, {}), (ESCAPING_SPRINT, {"dodge": {"base": 60}})])
def test_a_defender_without_attackers_takes_no_part(calculator: Calculator[Any], skill: dict[str, Any]) -> None:
    values = ask(calculator, attacks=[], **skill)
    assert (values["p_disengage"], values["mean_rounds"], values["damage"]) == (1, 1, {"0": 1})


def test_a_hit_that_armor_stops_holds_all_the_same() -> None:
    values = ask(FIGHTING_RETREAT, attacks=[CLUB], target_ap=100)
    assert values["p_disengage"] == Fraction(65, 100)


def test_missiles_wound_a_runner_but_do_not_hold() -> None:
    run = {"attacks": [SWORD, CLUB], "dodge": {"base": 60}, **ARMORED}
    free = ask(ESCAPING_SPRINT, **run)
    arrows = {"attack": {"base": 40}, "damage": "12", "damage_mod": "+1d4", "mechanical": True}
    shot = ask(ESCAPING_SPRINT, **run, missiles=[arrows])
    assert shot["p_disengage"] == free["p_disengage"] == free["p_away_alive"]
    assert shot["mean"] == free["mean"] + Fraction(37 * 9 + 3 * 12, 100)
    assert shot["p_away_alive"] == free["p_disengage"] * (1 - Fraction(3, 100))  # only a critical does 12


def test_a_runner_cannot_parry() -> None:
    run = {"attacks": [CLUB, {**SWORD, "defence": "best"}], "dodge": {"base": 60}}
    assert refused(ESCAPING_SPRINT, **run) == ("attacks.1.defence", "not_allowed")
    assert refused(ESCAPING_SPRINT, attacks=[{**SWORD, "defence": "dodge"}]) == ("dodge", "missing_field")


def test_a_runner_may_let_an_attack_come() -> None:
    values = ask(ESCAPING_SPRINT, attacks=[{**SWORD, "defence": "none"}], dodge={"base": 60})
    assert values["p_disengage"] == ask(ESCAPING_SPRINT, attacks=[SWORD])["p_disengage"] == Fraction(40, 100)


@pytest.mark.parametrize(
    ("calculator", "skill"), [(FIGHTING_RETREAT, PARRY), (ESCAPING_SPRINT, {"dodge": {"base": 60}})]
)
def test_rolled_escapes_agree_with_the_odds(calculator: Calculator[Any], skill: dict[str, Any]) -> None:
    inputs = {"attacks": [SWORD, CLUB], **skill}
    assert outcomes(calculator, **inputs)["Out of the fight"] == ask(calculator, **inputs)["p_disengage"]


def test_rolled_rounds_agree_with_the_odds() -> None:
    inputs = {"attacks": [SWORD, CLUB, DAGGER], **PARRY}
    seen, values = outcomes(DEFENCE_ROUND, **inputs), ask(DEFENCE_ROUND, **inputs)
    assert seen["No attack gets through"] == values["p_no_hit"]
    counts = {"One attack gets through": 1, "Two attacks get through": 2, "3 attacks get through": 3}
    assert sum(seen[outcome] * n for outcome, n in counts.items()) == values["mean_hits"]
