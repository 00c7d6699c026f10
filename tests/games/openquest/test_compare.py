"""Which attack: the options that are open, their fumbles and what the best one costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.engine.errors import InvalidInput
from pyrules.games.openquest.close.compare_options import COMPARE_OPTIONS
from pyrules.games.openquest.close.two_attacks import ALL_OUT_ATTACK, TWO_WEAPON

from ..asking import ask, refused

BLOW: dict[str, Any] = {"attack": {"base": 60}, "damage": "1d8", "damage_mod": "+1d4", "target_hp": 10}


def options(**changed: Any) -> dict[str, dict[str, Any]]:
    return {row["option"]: row for row in ask(COMPARE_OPTIONS, **BLOW, **changed)["attack_options"]}


def test_no_charge_at_arms_length() -> None:
    assert "charge" in options()
    assert "charge" not in options(close=True)


def test_a_great_attack_is_for_swords_axes_and_maces() -> None:
    assert "great" in options(weapon="axe")
    assert "great" not in options(weapon="other")


def test_an_athletic_attack_needs_a_move_beyond_the_free_move() -> None:
    assert "athletic" not in options(athletics={"base": 50}, stunt=False)
    assert options(athletics={"base": 50})["athletic"]["p_fumble"] == Fraction(1, 2)


def test_shield_and_bare_hands_are_options_too() -> None:
    found = options(own_shield="medium", unarmed={"base": 40})
    assert found["shield_bash"]["p_hit"] == Fraction(60, 100)
    assert found["unarmed"]["p_hit"] == Fraction(40, 100)
    both = ask(TWO_WEAPON, **BLOW, off_damage="1d6")
    assert found["two_weapons"]["mean"] == both["mean"]


def test_the_chance_to_fumble_stands_beside_each_option() -> None:
    found = options()
    assert found["normal"]["p_fumble"] == Fraction(5, 100)
    assert found["all_out"]["p_fumble"] == ask(ALL_OUT_ATTACK, **BLOW)["p_attacker_fumble"]


def test_the_headline_names_the_price() -> None:
    values = ask(COMPARE_OPTIONS, **BLOW, close=True, weapon="other")
    assert values["best_attack"] == "all_out"
    assert values["best_price"].endswith("no defense of your own this round")


@pytest.mark.parametrize(
    ("option", "closed", "field"),
    [
        ("charge", {"close": True}, "close"),
        ("great", {"weapon": "other"}, "weapon"),
        ("athletic", {}, "stunt"),
        ("shield_bash", {}, "own_shield"),
        ("unarmed", {}, "unarmed"),
    ],
)
def test_what_is_not_open_is_not_rolled(option: str, closed: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        COMPARE_OPTIONS.roll(COMPARE_OPTIONS.parse({**BLOW, **closed}), lambda sides: 1, option)
    assert refusal.value.field == field


def test_a_foe_without_a_skill_to_defend_is_refused() -> None:
    assert refused(COMPARE_OPTIONS, **BLOW, defence="parry") == ("parry", "missing_field")


def test_a_link_with_dice_beyond_bounds_names_them_first_and_what_it_leaves_out_by_label() -> None:
    _, problems = COMPARE_OPTIONS.from_text([("damage", "20d100")])
    assert problems[0].text.endswith("got 20d100.")
    assert problems[1].text == "Attack is missing: it must be a group of values (Skill, Modifiers, At most)."
