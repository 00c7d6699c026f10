"""Unarmed combat: the three attempts, reversed grapples, and holds over the rounds."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.openquest.close.close_attack import CLOSE_ATTACK
from pyrules.games.openquest.close.hold import HOLD_ON
from pyrules.games.openquest.close.unarmed import UNARMED_ATTACK
from pyrules.games.openquest.skills.opposed import OPPOSED_TEST

from ..asking import ask, refused
from .outcomes import outcomes

HANDS = {"attack": {"base": 60}, "damage_mod": "+1d4", "target_ap": 2, "target_hp": 5}


@pytest.mark.parametrize("reaction", ["dodge", "parry"])
def test_a_strike_is_an_attack_with_the_fist(reaction: str) -> None:
    values = ask(UNARMED_ATTACK, **HANDS, intent="strike", reaction=reaction, reaction_skill={"base": 45})
    blow = ask(CLOSE_ATTACK, **HANDS, damage="1d4", defence=reaction, **{reaction: {"base": 45}})
    assert (values["target_damage"], values["p_target_drop"]) == (blow["damage"], blow["p_drop"])
    assert (values["p_held"], values["p_thrown"]) == (0, 0)


def test_a_hold_does_nothing_yet() -> None:
    values = ask(UNARMED_ATTACK, **HANDS, intent="hold")
    assert (values["p_held"], values["target_damage"]) == (Fraction(60, 100), {"0": 1})


@pytest.mark.parametrize(
    ("modifier", "armor", "damage"),
    [
        ("+1d4", "counts", {"0": 40 + 55 * Fraction(1, 2), "1": 55 * Fraction(1, 4), "2": 55 * Fraction(1, 4), "4": 5}),
        (
            "+1d4",
            "ignored",
            {"0": 40, "1": Fraction(55, 4), "2": Fraction(55, 4), "3": Fraction(55, 4), "4": 5 + Fraction(55, 4)},
        ),
        ("0", "ignored", {"0": 100}),
        ("-1d6", "ignored", {"0": 100}),
    ],
)
def test_a_throw_does_the_damage_of_strength(modifier: str, armor: str, damage: dict[str, Any]) -> None:
    values = ask(UNARMED_ATTACK, **{**HANDS, "damage_mod": modifier}, intent="throw", throw_armour=armor)
    assert values["p_thrown"] == Fraction(60, 100)
    assert values["target_damage"] == {n: Fraction(p) / 100 for n, p in damage.items()}


COUNTER = {"reaction": "unarmed", "reaction_skill": {"base": 55}, "reaction_choice": "counter"}


def test_a_successful_reaction_turns_the_tables_without_a_roll() -> None:
    values = ask(UNARMED_ATTACK, **HANDS, **COUNTER, intent="strike", counter_damage="3", attacker_ap=1, attacker_hp=2)
    avoided = Fraction(55, 100) * Fraction(55, 100)  # a plain success met by any success
    assert values["p_counter"] == values["codes"]["AVOIDED"] == avoided
    assert (values["attacker_damage"], values["p_attacker_drop"]) == ({"0": 1 - avoided, "2": avoided}, avoided)


@pytest.mark.parametrize(("intent", "held", "thrown"), [("hold", True, False), ("throw", False, True)])
def test_the_attacker_may_end_up_held_or_thrown(intent: str, held: bool, thrown: bool) -> None:
    values = ask(UNARMED_ATTACK, **HANDS, **COUNTER, intent="strike", counter_intent=intent)
    assert (values["p_attacker_held"] > 0, values["p_attacker_thrown"] > 0) == (held, thrown)


@pytest.mark.parametrize("change", [{"target_action_used": True}, {"reaction_choice": "avoid"}, {"reaction": "parry"}])
def test_the_tables_stay_as_they_are_without_an_action_or_the_will(change: dict[str, Any]) -> None:
    values = ask(UNARMED_ATTACK, **{**HANDS, **COUNTER, **change}, intent="strike")
    assert (values["p_counter"], values["attacker_damage"]) == (0, {"0": 1})


def test_a_reaction_needs_its_skill() -> None:
    assert refused(UNARMED_ATTACK, **HANDS, intent="hold", reaction="unarmed") == ("reaction_skill", "missing_field")


def test_rolled_unarmed_attacks_agree_with_the_odds() -> None:
    inputs = {"attack": {"base": 60}, "damage": "2", **COUNTER, "counter_damage": "1", "intent": "strike"}
    seen = outcomes(UNARMED_ATTACK, **inputs)
    values = ask(UNARMED_ATTACK, **inputs)
    assert (seen["Struck"], seen["Attacker struck instead"]) == (values["p_hit"], values["p_counter"])


# Holds.


def damage_by_hand(escape: Fraction, faces: range, rounds: int, *, sure: bool) -> dict[int, Fraction]:
    """Every course of a hold: in each round a try, unless it is the first and sure, and else one face of damage."""
    held: dict[int, Fraction] = {0: Fraction(1)}
    free: defaultdict[int, Fraction] = defaultdict(Fraction)
    for number in range(rounds):
        still: defaultdict[int, Fraction] = defaultdict(Fraction)
        for (suffered, p), face in product(held.items(), faces):
            breaks = Fraction(0) if sure and not number else escape
            still[suffered + face] += p * (1 - breaks) / len(faces)
            free[suffered] += p * breaks / len(faces)
        held = still
    return {n: held.get(n, Fraction(0)) + free[n] for n in sorted({*held, *free}) if held.get(n, 0) + free[n]}


@pytest.mark.parametrize("before", [False, True])
def test_a_hold_agrees_with_following_every_course(before: bool) -> None:
    grip = {"holder": {"base": 60}, "held": {"base": 40}}
    values = ask(HOLD_ON, **grip, target_hp=7, rounds=4, may_try_before_first=before)
    escape = ask(OPPOSED_TEST, a={"base": 40}, b={"base": 60})["p_a"]
    hands = damage_by_hand(escape, range(1, 5), 4, sure=not before)
    assert values["p_escape"] == escape
    assert values["damage_after"] == {str(n): p for n, p in hands.items()}
    assert values["mean_after"] == sum(n * p for n, p in hands.items())
    for number, p in enumerate(values["p_drop_by_round"], 1):
        dropped = damage_by_hand(escape, range(1, 5), number, sure=not before)
        assert p == sum(q for n, q in dropped.items() if n >= 7)


def test_a_hold_that_nobody_breaks_never_ends() -> None:
    values = ask(HOLD_ON, holder={"base": 60}, held={"base": 0}, rounds=2)
    assert (values["mean_events"], values["mean_total"], values["p_held"]) == (None, None, [1, 1])


def test_a_try_before_the_first_damage_saves_one_of_it() -> None:
    grip = {"holder": {"base": 60}, "held": {"base": 50}}
    usual = ask(HOLD_ON, **grip)
    early = ask(HOLD_ON, **grip, may_try_before_first=True)
    assert early["mean_events"] == usual["mean_events"] - 1
    assert early["p_held"][:2] == usual["p_held"][1:]


def test_a_draw_leaves_the_hold_in_place() -> None:
    grip = {"holder": {"base": 50}, "held": {"base": 50}}
    assert outcomes(HOLD_ON, **grip, damage="1")["Free"] == ask(HOLD_ON, **grip)["p_escape"] < Fraction(1, 2)
