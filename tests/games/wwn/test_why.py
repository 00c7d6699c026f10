"""How figures say why: the steps that lead to them, no more and no fewer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.games.wwn import GAME
from web.worker.render import explanation

from ..asking import ask
from ..strategies import of_record

ATTACK = {"weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13}, "target_ac": 13, "class_bonus": 2, "attr_mod": 1}
BOW = {"weapon": {"damage": "1d8", "kind": "ranged"}, "target_ac": 13}
SPEAR = {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 14}
MURDER = {"mode": "ranged", "save_target": 12, "weapon_damage": "1d8", "target_hp": 20}


def calculator(slug: str) -> Calculator[Any]:
    return next(one for one in GAME.calculators if one.slug == slug)


def steps_to(slug: str, name: str, **inputs: Any) -> list[dict[str, Any]]:
    """The steps that a page shows for one value."""
    c = calculator(slug)
    parsed = c.parse(inputs or dict(c.start))
    output = next(one for one in c.outputs if one.name == name)
    return explanation.explain(c, parsed)(output, c.answer(parsed).values[name]).steps


def labels(slug: str, name: str, **inputs: Any) -> list[str]:
    return [step["label"] for step in steps_to(slug, name, **inputs)]


# Which steps


def test_a_hit_is_explained_by_the_hit_roll_alone() -> None:
    assert labels("attack", "p_hit", **ATTACK) == ["Hit roll against AC 13"]


def test_damage_is_explained_up_to_the_shock() -> None:
    assert labels("attack", "mean", **ATTACK) == [
        "Hit roll against AC 13",
        "Damage, 1d8",
        "A hit does at least the Shock",
        "Shock on a miss, up to AC 13: the target has 13",
    ]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"target_ac": 14}, "No Shock: AC 14 is above 13"),
        ({"shock_immune": True}, "No Shock: the target is immune"),
        ({"weapon": {"damage": "1d8"}}, "No Shock: the weapon has none"),
        (BOW, "No Shock: only a melee attack does any"),
        ({"weapon": {"damage": "1d8", "shock": 1, "shock_ac": "any"}}, "Shock on a miss, whatever the AC"),
    ],
)
@pytest.mark.parametrize("bonus", [0, 20])  # the second hits always: no miss is left to do it
def test_shock_says_why_it_works_or_not(changed: dict[str, Any], reason: str, bonus: int) -> None:
    inputs = {**ATTACK, **changed, "misc_hit": bonus}
    (step,) = steps_to("attack", "shock_on_miss", **inputs)

    assert step["label"] == reason
    assert step["total"] == ask(calculator("attack"), **inputs)["shock_on_miss"]


@pytest.mark.parametrize("bonus", [0, -20])  # the second never hits
@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({}, "A hit does at least the Shock"),
        ({"shock_immune": True}, "A hit does at least the Shock"),
        ({"shock_immune": True, "floor_mode": "shock_applies"}, "No least damage: Shock does not work here"),
        (BOW, "No least damage without Shock"),
    ],
)
def test_a_hit_says_what_it_does_at_least(changed: dict[str, Any], reason: str, bonus: int) -> None:
    inputs = {**ATTACK, **changed, "misc_hit": bonus}
    (step,) = steps_to("attack", "hit_floor", **inputs)

    assert step["label"] == reason
    assert step["total"] == ask(calculator("attack"), **inputs)["hit_floor"]


def test_the_house_rule_on_extremes_is_told_where_it_holds() -> None:
    assert labels("attack", "p_hit", **ATTACK, natural_rule="auto") == [
        "Hit roll against AC 13, natural 1 misses, 20 hits"
    ]


def test_a_charge_stands_apart_from_the_plain_attack() -> None:
    plain, charged = steps_to("charge", "charge_p_hit")

    assert labels("charge", "normal_p_hit") == [plain["label"]]
    assert (charged["label"], charged["total"]) == ("Charge", 2)


def test_what_a_charge_does_is_explained_before_what_it_costs() -> None:
    assert not any("On you" in label for label in labels("charge", "charge_mean"))
    assert any("On you" in label for label in labels("charge", "net_mean"))


def test_equal_attacks_are_told_once() -> None:
    told = labels("total_defense", "p_down_normal", incoming=[SPEAR, BOW, SPEAR], hp=5)

    assert told.count("Attacks 1 and 3: Damage, 1d6") == 1
    assert told.count("Attack 2: Damage, 1d8") == 1
    assert told[-1] == "Down once 5 hit points are gone"


def test_a_second_try_does_not_explain_the_first() -> None:
    tries = {"dc": 9, "reroll": True, "helpers": [1]}

    assert not any("Second try" in label for label in labels("skill_check", "p_success", **tries))
    assert "Second try against 9" in labels("skill_check", "p_success_after_reroll", **tries)


@pytest.mark.parametrize(
    ("inputs", "reason"),
    [
        ({"weapon": "crossbow", "shoot_skill": 1}, "Crossbow, Shoot-1: Main Action"),
        ({"weapon": "bow", "shoot_skill": -1}, "Bow, untrained: Move Action"),
        ({"weapon": "bow", "shoot_skill": 1}, "Bow, Shoot-1: On-Turn Action"),
    ],
)
def test_a_reload_names_the_row_that_holds(inputs: dict[str, Any], reason: str) -> None:
    assert labels("reload", "type", **inputs) == [reason]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({}, "Player character: Mortally Wounded"),
        ({"target_kind": "generic"}, "Nameless or a common monster: Dead"),
        ({"nonlethal": True, "frail": True}, "Non-lethal harm: Incapacitated"),
        ({"frail": True}, "Frail: Dead"),
        ({"damage": 1}, "Hit points are left: still up"),
    ],
)
def test_a_fall_says_which_rule_decides(changed: dict[str, Any], reason: str) -> None:
    assert labels("downed", "status", **{"hp": 6, "damage": 9, "target_kind": "pc", **changed}) == [reason]


def test_an_action_that_is_not_possible_is_the_last_step() -> None:
    told = labels("action_economy", "verdict", sequence=[{"action": "charge"}, {"action": "run"}, {"action": "speak"}])

    assert told[-3:] == ["Charge", "Charge", "Run: not possible, the Move Action is spent"]


def test_a_maneuver_that_never_hits_still_explains_its_contest() -> None:
    c = calculator("shove")

    assert "Attacker rolls" in labels("shove", "p_check", **{**c.start, "target_ac": 40})


def test_an_execution_of_the_helpless_has_no_save() -> None:
    told = labels("execution", "p_felled", **MURDER, incapacitated=True)

    assert told[-2:] == ["No save: the target is incapacitated", "Felled: Mortally Wounded"]


# How often they come


@pytest.mark.parametrize(
    ("slug", "name", "rule"),
    [
        ("attack", "p_hit", "WWN-DMG-01"),
        ("dual_wield", "mean_on", "WWN-DMG-01"),
        ("charge", "charge_p_hit", "WWN-DMG-01"),
        ("snap", "snap_p_hit", "WWN-DMG-01"),
        ("swarm", "p_hit", "WWN-DMG-01"),
        ("execution", "p_felled", "WWN-EXEC-15"),
        ("execution", "p_hit", "WWN-EXEC-14"),
        ("execution", "p_max_damage", "WWN-EXEC-16"),
        ("shove", "p_hit", "WWN-SHOVE-02"),
    ],
)
def test_a_step_comes_as_often_as_the_answer_says(slug: str, name: str, rule: str) -> None:
    c = calculator(slug)
    inputs = c.parse(dict(c.start))
    values = c.answer(inputs).values
    chance = values["on"]["p_hit"] if slug == "dual_wield" else values[name]

    assert next(reached for step, reached in c.steps(inputs) if step.rule == rule) == chance


@pytest.mark.parametrize("c", GAME.calculators, ids=lambda c: c.id)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_every_answer_can_be_explained(c: Calculator[Any], data: st.DataObject) -> None:
    try:
        inputs = c.parse(data.draw(of_record(c.inputs)))
    except pyrules.InvalidInput:
        return
    values, told = c.answer(inputs).values, explanation.explain(c, inputs)

    for output in c.outputs:
        if output.visible and values[output.name] is not None:
            steps = told(output, values[output.name]).steps
            assert steps and all(0 < step["reached"] <= Fraction(1) for step in steps)
            assert all(m.label for step in steps for m in step["modifiers"])
