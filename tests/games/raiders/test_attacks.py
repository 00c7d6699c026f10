"""How attacks behave: the chapter's example, what helps, and what never hurts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyrules
from pyrules.engine.inputs import input_fields
from pyrules.engine.outputs.output import value_text

JUK = {"offense": 7, "defense": 10, "brawn": 6, "weapon": 15, "protection": 5}

quick = settings(max_examples=60, deadline=None)


def strike(**inputs: Any) -> dict[str, Any]:
    return pyrules.answer("raiders.strike", {**JUK, **inputs}).values


def damage(roll: int, **inputs: Any) -> dict[str, Any]:
    return pyrules.answer("raiders.damage", {"roll": roll, **JUK, **inputs}).values


def code_of(calculator: str, inputs: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(pyrules.InvalidInput) as refused:
        pyrules.answer(calculator, inputs)
    return refused.value.field, refused.value.code


def test_juk_fells_the_thug_as_in_the_book() -> None:
    assert damage(5) == {
        "total": 12,
        "hit": True,
        "mox": 2,
        "damage_before_protection": 23,
        "wounds": 18,
        "wounds_after_fortune": 18,
    }
    assert strike()["wounds_dist"]["18"] == Fraction(1, 9)


def test_a_miss_has_no_mox_and_no_damage() -> None:
    missed = damage(4, defense=13)
    assert (missed["hit"], missed["mox"], missed["damage_before_protection"]) == (False, None, None)
    assert (missed["wounds"], missed["wounds_after_fortune"]) == (0, 0)


def test_natural_2_misses_and_natural_12_hits_unless_switched_off() -> None:
    assert not damage(2, defense=-10)["hit"]
    assert damage(2, defense=-10, extremes=False)["mox"] == 19
    assert damage(12, defense=99)["mox"] == 1
    assert not damage(12, defense=99, extremes=False)["hit"]
    assert strike(defense=99)["p_hit"] == Fraction(1, 36)
    assert strike(defense=99, extremes=False)["p_hit"] == 0


def test_a_larger_margin_of_a_natural_12_stays() -> None:
    assert damage(12)["mox"] == 9


def test_holding_back_is_allowed_up_to_the_full_value() -> None:
    assert damage(5, brawn_used=0, weapon_used=15)["wounds"] == 12
    assert damage(5, brawn_used=6, weapon_used=15) == damage(5)
    assert code_of("raiders.damage", {"roll": 5, **JUK, "weapon_used": 16}) == ("weapon_used", "not_allowed")
    assert code_of("raiders.damage", {"roll": 5, **JUK, "brawn_used": 7}) == ("brawn_used", "not_allowed")


def test_no_more_fortune_than_wounds() -> None:
    assert damage(5, fortune_spent=7)["wounds_after_fortune"] == 11
    assert code_of("raiders.damage", {"roll": 5, **JUK, "fortune_spent": 19}) == ("fortune_spent", "not_allowed")


@pytest.mark.parametrize("calculator", ["strike", "ambush", "damage", "defend"])
def test_nobody_aims_a_haymaker(calculator: str) -> None:
    inputs = {**pyrules.calculator(f"raiders.{calculator}").start, "aim": True, "haymaker": True}
    assert code_of(f"raiders.{calculator}", inputs) == ("haymaker", "not_allowed")


@quick
@given(st.integers(-10, 59), st.integers(-10, 99))
def test_higher_offense_never_lowers_the_chance_to_hit(offense: int, defense: int) -> None:
    assert strike(offense=offense, defense=defense)["p_hit"] <= strike(offense=offense + 1, defense=defense)["p_hit"]


@quick
@given(st.integers(0, 98), st.integers(0, 199))
def test_protection_and_fortune_never_help_the_attacker(protection: int, fortune: int) -> None:
    less = strike(protection=protection, fortune=fortune)
    for more in (
        strike(protection=protection + 1, fortune=fortune),
        strike(protection=protection, fortune=fortune + 1),
    ):
        assert more["mean_wounds_after_fortune"] <= less["mean_wounds_after_fortune"]
        assert more["p_drop"] <= less["p_drop"]
        assert more["p_effect_instead"] <= less["p_effect_instead"]


def test_aiming_raises_the_wounds_too() -> None:
    assert strike(offense=4, defense=14, aim=True) == strike(offense=7, defense=14)


def test_a_haymaker_adds_to_damage_alone() -> None:
    plain, hard = strike(), strike(haymaker=True)
    assert hard["p_hit"] == plain["p_hit"]
    assert hard["mean_wounds"] - plain["mean_wounds"] == 10 * plain["p_hit"]


def test_wounds_before_do_not_drop_without_a_new_wound() -> None:
    assert strike(wounds_before=200, protection=99)["p_drop"] == 0


def test_an_ambush_is_a_strike_at_a_low_challenge() -> None:
    ambush = pyrules.answer("raiders.ambush", {"offense": 3, "range_cl": 5, "brawn": 2, "compare_defense": 12}).values
    hidden = pyrules.answer("raiders.strike", {"offense": 3, "defense": 9, "brawn": 2}).values
    seen = pyrules.answer("raiders.strike", {"offense": 3, "defense": 12, "brawn": 2}).values
    assert ambush["challenge"] == 9
    assert {name: ambush[name] for name in hidden} == hidden
    assert ambush["gain_p_hit"] == hidden["p_hit"] - seen["p_hit"]
    assert ambush["gain_mean_wounds"] == hidden["mean_wounds"] - seen["mean_wounds"]


def test_an_ambush_compares_with_nothing_unless_asked() -> None:
    values = pyrules.answer("raiders.ambush", {"offense": 3}).values
    assert values["gain_p_hit"] is None and values["gain_mean_wounds"] is None


def fortune(**inputs: Any) -> dict[str, Any]:
    return pyrules.answer("raiders.fortune", inputs).values


def test_staying_up_spends_just_enough() -> None:
    ledger = fortune(hits=[6, 6, 30], fortune=5, policy="stay_up")
    assert [row["spent"] for row in ledger["log"]] == [0, 3, 0]
    assert (ledger["wounds"], ledger["fortune"], ledger["down"]) == (39, 2, True)


def test_the_ledger_stops_when_down() -> None:
    ledger = fortune(hits=[10, 5], policy="none", fortune=9)
    assert len(ledger["log"]) == 1
    assert (ledger["wounds"], ledger["fortune"], ledger["down"]) == (10, 9, True)


def test_nothing_happens_without_blows() -> None:
    assert fortune(hits=[]) == {"log": [], "wounds": 0, "fortune": 0, "down": False}


def test_defending_three_times_as_the_table_says() -> None:
    rows = pyrules.answer("raiders.defend", {**JUK, "attacks": 2}).values["rows"]
    assert [row["defense"] for row in rows] == [10, 13, 16]
    for row in rows:
        one = strike(defense=row["defense"])
        assert row["p_untouched"] == (1 - one["p_hit"]) ** 2
        assert row["mean_wounds"] == 2 * one["mean_wounds"]


def test_a_worse_parry_does_not_hurt_a_friend() -> None:
    values = pyrules.answer("raiders.assist_block", {"offense": 6, "friend_defense": 12, "blocker_parry": 9}).values
    assert values["defense_used"] == 12
    assert values["p_hit_before"] == values["p_hit_after"]


def test_a_friend_must_be_close() -> None:
    inputs = {"offense": 6, "friend_defense": 10, "blocker_parry": 15, "close_enough": False}
    assert code_of("raiders.assist_block", inputs) == ("close_enough", "not_allowed")


def test_neither_dodge_nor_parry_leaves_no_defense() -> None:
    values = pyrules.answer("raiders.derived", {"dodge_possible": False, "parry_possible": False}).values
    assert (values["defense"], values["defense_kind"]) == (None, None)


def test_full_defense_in_the_tables_is_two_single_ones() -> None:
    facts = pyrules.game("raiders").facts
    assert facts.number("full_defend_bonus") == facts.number("actions_per_round") * facts.number("defend_bonus")


def test_defiance_takes_the_better_mind() -> None:
    assert pyrules.answer("raiders.derived", {"intellect": 2, "intuition": 5}).values["defiance"] == 12


def test_nobody_moves_backwards() -> None:
    assert pyrules.answer("raiders.derived", {"encumbrance": 50, "horse": True}).values["movement"] == 0


def test_an_attack_from_afar_is_no_haymaker() -> None:
    near = {"offense": 4, "haymaker": True}
    assert pyrules.answer("raiders.ambush", near).values["p_hit"] > 0
    with pytest.raises(pyrules.InvalidInput) as caught:
        pyrules.answer("raiders.ambush", {**near, "range_cl": 6})
    assert (caught.value.field, caught.value.code) == ("haymaker", "not_allowed")


def test_he_may_burn_some_fortune_to_negate_the_wounds_at_the_tables_rate() -> None:
    blow = {"offense": 7, "defense": 10, "brawn": 6, "weapon": 15, "protection": 5, "fortune": 4}
    one, five = (pyrules.answer("raiders.strike", {**blow, "fortune_buys": buys}).values for buys in (1, 5))
    assert one["p_effect_instead"] == Fraction(35, 36)
    # A hit does 16 (mox 0) to 25 wounds; 20 can be canceled, and a point is lost where it buys more than is left.
    assert five["p_effect_instead"] == sum(p for n, p in five["wounds_dist"].items() if int(n) > 20)
    assert five["mean_wounds_after_fortune"] < one["mean_wounds_after_fortune"]
    ledger = pyrules.answer("raiders.fortune", {"hits": [7], "fortune": 3, "fortune_buys": 5}).values
    assert (ledger["fortune"], ledger["wounds"]) == (1, 0)
    stays = {"hits": [12], "fortune": 3, "fortune_buys": 2, "policy": "stay_up"}
    assert pyrules.answer("raiders.fortune", stays).values["wounds"] == 8
    spent = {"roll": 5, **blow, "fortune_buys": 5, "fortune_spent": 4}
    del spent["fortune"]
    assert pyrules.answer("raiders.damage", spent).values["wounds_after_fortune"] == 0


@pytest.mark.parametrize(
    ("name", "calculators"), [("wound_limit", 8), ("fortune_buys", 5), ("haymaker_rule", 6), ("extremes", 15)]
)
def test_what_a_table_decides_is_set_once_for_its_calculators(name: str, calculators: int) -> None:
    assert len(pyrules.game("raiders").table_rules[name].calculators) >= calculators


def test_a_tables_wound_limit_holds_for_every_side() -> None:
    fighter = {"offense": 5, "defense": 12, "brawn": 3, "weapon": 4, "protection": 5}
    table = {"wound_limit": 25}
    duel = pyrules.calculator("raiders.duel").parse({"a": fighter, "b": fighter}, table)
    assert (duel.a_limit, duel.b_limit) == (25, 25)
    drop = pyrules.calculator("raiders.rounds_to_drop").parse({"me": fighter, "foe_defense": 9}, table)
    assert drop.foe_wound_limit == 25


ORDER = {
    "strike": "offense defense brawn weapon protection aim haymaker bonus_hit bonus_damage fortune wounds_before "
    "wound_limit fortune_buys haymaker_rule extremes",
    "ambush": "offense brawn weapon protection range_cl compare_defense aim haymaker bonus_hit bonus_damage fortune "
    "wounds_before wound_limit fortune_buys haymaker_rule extremes",
    "defend": "offense defense attacks brawn weapon protection aim haymaker bonus_hit bonus_damage "
    "haymaker_rule extremes",
}


@pytest.mark.parametrize("name", ORDER)
def test_the_inputs_of_attacks_stand_in_the_order_of_the_form(name: str) -> None:
    calculator = pyrules.calculator(f"raiders.{name}")

    assert [field.name for field in input_fields(calculator.inputs)] == ORDER[name].split()


@pytest.mark.parametrize(("name", "rule"), [("strike", "RR-AREA-05"), ("ambush", "RR-OFF-01")])
def test_a_bonus_to_hit_is_shown_with_the_rule_it_is_declared_with(name: str, rule: str) -> None:
    calculator = pyrules.calculator(f"raiders.{name}")
    inputs = calculator.parse({**calculator.start, "bonus_hit": 2})
    [declared] = [field.input.rule for field in input_fields(calculator.inputs) if field.name == "bonus_hit"]
    [shown] = [m.rule for m in calculator.rolls[0].procedure(inputs).steps[0].modifiers if m.label == "Bonus to hit"]

    assert declared == shown == rule


def test_a_gain_in_the_chance_to_hit_shows_its_direction() -> None:
    calculator = pyrules.calculator("raiders.ambush")
    [gain] = [output for output in calculator.outputs if output.name == "gain_p_hit"]

    assert value_text(gain, Fraction(-1, 8)) == "\u221212.5 %"
    assert value_text(gain, Fraction(1, 8)) == "+12.5 %"
