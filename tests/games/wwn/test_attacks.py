"""Attacks: the dice, Shock, and what the rules forbid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrules import InvalidInput
from pyrules.engine import inputs as fields
from pyrules.engine.calculator import Calculator
from pyrules.games.wwn.attack.attack import ATTACK
from pyrules.games.wwn.attack.blow import attack
from pyrules.games.wwn.attack.circumstances import CIRCUMSTANCES
from pyrules.games.wwn.attack.strike import Attack
from pyrules.games.wwn.attack.two_attacks import DUAL_WIELD
from pyrules.games.wwn.attack.weapon import Weapon
from pyrules.games.wwn.tables import FACTS

SWORD = {"damage": "1d8", "shock": 2, "shock_ac": 13}
BOW = {"damage": "1d8", "kind": "ranged", "hands": 2}

quick = settings(max_examples=60, deadline=None)


def values(calculator: Calculator[Any], inputs: dict[str, Any]) -> dict[str, Any]:
    return calculator.answer(calculator.parse(inputs)).values


def struck(**inputs: Any) -> dict[str, Any]:
    return values(ATTACK, {"weapon": SWORD, "target_ac": 13, **inputs})


def refusal(calculator: Calculator[Any], inputs: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(InvalidInput) as refused:
        calculator.parse(inputs)
    assert refused.value.text.endswith(".")
    return refused.value.field, refused.value.code


def refused_attack(**inputs: Any) -> tuple[str, str]:
    return refusal(ATTACK, {"weapon": SWORD, "target_ac": 13, **inputs})


def faces_of(*thrown: int) -> Any:
    left = iter(thrown)
    return lambda sides: next(left)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"target_ac": 16},
        {"natural_rule": "auto", "class_bonus": 19},
        {"attr_mod": -2, "min_damage": 1},
        {"weapon": {"damage": "1d4", "shock": 4, "shock_ac": "any"}, "floor_mode": "shock_applies"},
        {"circumstances": ["dual_wield", "half_cover"], "skill": 1},
    ],
)
def test_rolling_every_face_gives_the_odds(more: dict[str, Any]) -> None:
    inputs = ATTACK.parse({"weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13}, "target_ac": 13, **more})
    procedure, sides = attack(inputs), inputs.weapon.damage.sides

    thrown: Counter[str] = Counter()
    for natural, rolled in product(range(1, 21), range(1, sides + 1)):
        roll = procedure.roll(faces_of(natural, rolled))
        thrown[roll.outcome] += 1
        assert roll.chance == procedure.odds().p(lambda s, landed=roll.outcome: procedure.outcome(s) == landed)

    for outcome, count in thrown.items():
        assert procedure.odds().p(lambda s, one=outcome: procedure.outcome(s) == one) == Fraction(count, 20 * sides)


def test_shock_lands_on_a_miss_when_ac_is_low() -> None:
    assert struck(target_ac=13)["shock_on_miss"] == 2
    assert struck(target_ac=14)["shock_on_miss"] == 0
    assert struck(target_ac=14, weapon={**SWORD, "shock_ac": "any"})["shock_on_miss"] == 2


def test_immunity_stops_shock_even_where_it_works_against_any_ac() -> None:
    immune = struck(weapon={**SWORD, "shock_ac": "any"}, shock_immune=True)

    assert (immune["shock_applies"], immune["shock_on_miss"], immune["mean_from_shock"]) == (False, 0, 0)


def test_only_melee_does_shock() -> None:
    for kind in ("ranged", "thrown"):
        shot = struck(weapon={**SWORD, "kind": kind})
        assert (shot["shock_applies"], shot["hit_floor"], shot["shock_reach"]) == (False, 0, None)


def test_the_page_says_which_ac_shock_reaches_and_how_much_of_the_damage_it_is() -> None:
    swung = struck()

    assert swung["shock_reach"] == "AC 13 or lower"
    assert struck(weapon={**SWORD, "shock_ac": "any"})["shock_reach"] == "any AC"
    assert swung["mean_from_shock"] == (1 - swung["p_hit"]) * 2
    assert swung["shock_share"] == swung["mean_from_shock"] / swung["mean"]
    assert struck(target_ac=40)["shock_share"] is None


def test_a_hit_does_at_least_the_shock_unless_a_table_rule_limits_it() -> None:
    assert struck(target_ac=16)["hit_floor"] == 2
    assert struck(target_ac=16, floor_mode="shock_applies")["hit_floor"] == 0
    assert "1" in struck(target_ac=16, floor_mode="shock_applies")["damage"]


def test_shock_never_falls_below_nothing() -> None:
    assert struck(weapon={**SWORD, "shock": 1}, attr_mod=-2)["shock_on_miss"] == 0


def test_a_weapon_without_shock_gains_none_from_bonuses() -> None:
    assert struck(weapon={"damage": "1d8"}, attr_mod=2, damage_and_shock_bonus=3)["shock_on_miss"] == 0


def test_an_untrained_fighter_has_the_penalty_in_place_of_a_level() -> None:
    assert struck(skill=-1)["hit_bonus"] == FACTS.number("untrained_hit_penalty")


def test_natural_1_and_20_count_only_by_a_table_rule() -> None:
    assert struck(class_bonus=20)["p_hit"] == 1
    assert struck(class_bonus=20, natural_rule="auto")["p_hit"] == Fraction(19, 20)
    assert struck(target_ac=40)["p_hit"] == 0
    assert struck(target_ac=40, natural_rule="auto")["p_hit"] == Fraction(1, 20)


def test_two_weapons_add_to_damage_and_not_to_shock() -> None:
    one, two = struck(skill=1), struck(skill=1, circumstances=["dual_wield"])

    assert two["hit_bonus"] == one["hit_bonus"] - 1
    assert (two["shock_on_miss"], two["hit_floor"]) == (one["shock_on_miss"], one["hit_floor"])
    assert max(map(int, two["damage"])) == max(map(int, one["damage"])) + 2


def test_lying_prone_costs_a_shooter_nothing() -> None:
    assert struck(weapon=BOW, circumstances=["attacker_prone"])["hit_bonus"] == 0
    assert struck(circumstances=["attacker_prone"])["hit_bonus"] == -4


def test_a_foe_beside_the_thrower_costs_the_same_as_beside_a_one_handed_shooter() -> None:
    for weapon in ({"damage": "1d4", "kind": "thrown", "hands": 2}, {"damage": "1d4", "kind": "ranged"}):
        assert struck(weapon=weapon, circumstances=["in_melee"])["hit_bonus"] == -4
    assert struck(circumstances=["in_melee"])["hit_bonus"] == 0


@pytest.mark.parametrize(
    "inputs",
    [
        {"circumstances": ["target_prone_distant"]},
        {"circumstances": ["long_range"]},
        {"weapon": BOW, "circumstances": ["target_prone_distant", "target_prone_adjacent"]},
        {"circumstances": ["near_full_cover", "half_cover"]},
        {"weapon": BOW, "circumstances": ["charge"]},
        {"circumstances": ["charge", "snap"]},
        {"weapon": BOW, "circumstances": ["in_melee"]},
        {"circumstances": ["dual_wield"], "skill": 0},
        {"weapon": {**SWORD, "hands": 2}, "circumstances": ["dual_wield"], "skill": 1},
    ],
)
def test_what_cannot_be_is_refused(inputs: dict[str, Any]) -> None:
    assert refused_attack(**inputs) == ("circumstances", "not_allowed")


def test_the_same_circumstance_does_not_count_twice() -> None:
    assert refused_attack(circumstances=["half_cover", "half_cover"]) == ("circumstances", "bad_option")


def test_shock_and_its_ac_come_together() -> None:
    assert refused_attack(weapon={"damage": "1d8", "shock": 2}) == ("weapon.shock_ac", "missing_field")
    assert refused_attack(weapon={"damage": "1d8", "shock_ac": "any"}) == ("weapon.shock", "missing_field")


def test_shock_ac_is_a_number_or_any() -> None:
    assert refused_attack(weapon={**SWORD, "shock_ac": "all"}) == ("weapon.shock_ac", "bad_type")
    assert refused_attack(weapon={**SWORD, "shock_ac": 41}) == ("weapon.shock_ac", "out_of_range")


def test_a_link_says_any_as_text() -> None:
    pairs = [("weapon.damage", "1d8"), ("weapon.shock", "2"), ("weapon.shock_ac", "any"), ("target_ac", "13")]
    inputs, problems = ATTACK.from_text(pairs)

    assert not problems
    assert inputs is not None
    assert inputs.weapon.shock_ac == "any"
    assert ATTACK.to_pairs(inputs) == pairs


def test_a_bad_input_is_named_before_what_inputs_forbid_together() -> None:
    assert refused_attack(circumstances=["long_range"], min_damage=2) == ("min_damage", "out_of_range")
    assert refused_attack(circumstances=["long_range"], ac=2) == ("ac", "unknown_field")


def presets() -> Iterator[fields.Preset]:
    weapon = next(field.input for field in fields.input_fields(Attack) if field.name == "weapon")
    assert isinstance(weapon, fields.RecordInput)
    assert weapon.presets is not None
    yield from weapon.presets()


def test_every_weapon_of_the_table_can_be_picked() -> None:
    filled = list(presets())

    assert len(filled) == len(FACTS.table("weapons").rows)
    for preset in filled:
        at = fields.ReadContext("", "", [])
        read = fields.read_record(Weapon, fields.parse_record_text(Weapon, preset.pairs), at)
        assert not at.problems
        assert {name for name, _ in preset.pairs} == {field.name for field in fields.input_fields(Weapon)}
        assert (read.shock is None) == (read.shock_ac is None)


def test_each_chip_shows_what_it_is_worth() -> None:
    notes = {circumstance.id: circumstance.note for circumstance in CIRCUMSTANCES.values()}

    assert notes["half_cover"] == "\u22122"
    assert notes["charge"] == "+2"
    assert notes["dual_wield"] == "\u22121, +2 damage"


@quick
@given(ac=st.integers(0, 39), bonus=st.integers(-5, 19), shock_ac=st.integers(0, 40), auto=st.booleans())
def test_a_higher_ac_never_hurts_and_a_better_attack_never_helps_the_target(
    ac: int, bonus: int, shock_ac: int, auto: bool
) -> None:
    rule = {"natural_rule": "auto" if auto else "none", "weapon": {**SWORD, "shock_ac": shock_ac}}
    base = struck(target_ac=ac, class_bonus=bonus, **rule)

    assert struck(target_ac=ac + 1, class_bonus=bonus, **rule)["mean"] <= base["mean"]
    assert struck(target_ac=ac, class_bonus=bonus + 1, **rule)["mean"] >= base["mean"]
    assert sum(base["damage"].values()) == 1


def test_two_weapons_compare_the_same_attack() -> None:
    inputs = {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 15}, "target_ac": 13, "skill": 1}
    compared = values(DUAL_WIELD, inputs)

    assert compared["off"]["mean"] == values(ATTACK, inputs)["mean"]
    assert compared["on"]["mean"] == values(ATTACK, {**inputs, "circumstances": ["dual_wield"]})["mean"]
    assert compared["mean_gain"] == compared["on"]["mean"] - compared["off"]["mean"]


def test_two_weapons_need_a_hand_each_and_some_skill() -> None:
    one = {"weapon": SWORD, "target_ac": 13, "skill": 1}

    assert refusal(DUAL_WIELD, {**one, "skill": 0}) == ("skill", "not_allowed")
    assert refusal(DUAL_WIELD, {**one, "weapon": {**SWORD, "hands": 2}}) == ("weapon.hands", "not_allowed")
    assert refusal(DUAL_WIELD, {**one, "circumstances": ["dual_wield"]}) == ("circumstances.0", "bad_option")


def test_where_nothing_can_be_hit_two_weapons_are_neither_better_nor_worse() -> None:
    assert values(DUAL_WIELD, {"weapon": {"damage": "1d6"}, "target_ac": 40, "skill": 1})["better"] == "equal"
