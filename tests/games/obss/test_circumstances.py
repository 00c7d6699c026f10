"""What holds around an attack: situations, help, an aim, and attacks before it in the round."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.obss.attack.attack import ATTACK
from pyrules.games.obss.attack.strike import STRIKE
from pyrules.games.obss.modifiers.modifiers import MODIFIERS

from ..asking import ask, refused

PLAIN: dict[str, Any] = {"modifier": 8, "defense": 16}


def p_hit(**inputs: Any) -> Any:
    """The chance to hit, of an attack and of a strike alike."""
    chance = ask(ATTACK, **inputs)["p_hit"]
    assert ask(STRIKE, **inputs, weapon="1d8")["p_hit"] == chance
    return chance


def plain(attack: int = 0, dice: int = 0, defense: int = 0) -> Any:
    return p_hit(modifier=8 + attack, dice=3 + dice, defense=16 + defense)


@pytest.mark.parametrize(
    ("situations", "target", "attack", "dice", "defense"),
    [
        (["flanking"], [], 2, 0, 0),
        (["elevated", "from_behind"], [], 3, 0, 0),
        (["invisible", "charge", "elevated"], [], 2, 1, 0),
        (["dim_light", "prone"], [], -5, 0, 0),
        (["target_invisible_detected"], [], 0, -1, 0),
        ([], ["light_cover"], 0, 0, 2),
        ([], ["full_cover", "prone"], 0, 0, 4),
        ([], ["surprised", "prone"], 0, 0, -6),
        ([], ["feinted"], 0, 0, -2),
    ],
)
def test_situations_count_in_an_attack_as_among_the_modifiers(
    situations: list[str], target: list[str], attack: int, dice: int, defense: int
) -> None:
    held = ask(MODIFIERS, attacker=situations, defender=target)
    assert (held["attack_flat"], held["attack_dice"], held["defense"]) == (attack, dice, defense)
    assert p_hit(**PLAIN, situations=situations, target_situations=target) == plain(attack, dice, defense)


def test_two_kinds_of_cover_do_not_hold_together() -> None:
    both = {"target_situations": ["light_cover", "full_cover"]}
    assert refused(ATTACK, **PLAIN, **both) == ("target_situations.1", "not_allowed")


def test_the_companion_gets_a_bonus_to_the_attack_roll_on_the_first_attack() -> None:
    assert p_hit(**PLAIN, help_bonus=2) == plain(2)
    assert p_hit(**PLAIN, help_bonus=2, attack_index=1) == plain(-5)


def test_in_the_third_round_of_taking_aim_the_bonus_reaches_4() -> None:
    assert [p_hit(**PLAIN, aim_rounds=rounds) for rounds in range(4)] == [plain(n) for n in (0, 1, 2, 4)]


def test_the_second_attack_has_minus_5_to_the_attack_roll() -> None:
    assert [p_hit(**PLAIN, attack_index=n) for n in (0, 1)] == [plain(), plain(-5)]
    assert refused(ATTACK, **PLAIN, attack_index=2) == ("attack_index", "not_allowed")
    assert refused(STRIKE, **PLAIN, weapon="1d8", attack_index=2) == ("attack_index", "not_allowed")


def test_flanking_counts_before_the_penalty_becomes_greater_than_the_attack_roll() -> None:
    assert p_hit(**PLAIN, attack_index=2, situations=["flanking"]) == plain(2 - 10)


def test_dynamic_bonuses_apply_only_to_the_first_attack_roll() -> None:
    held = {"situations": ["invisible", "flanking"]}
    assert p_hit(**PLAIN, **held) == plain(1, 1)
    assert p_hit(**PLAIN, **held, attack_index=1) == plain(2 - 5), "flanking is the largest bonus that is left"


def test_a_monster_has_no_penalty_for_several_attacks() -> None:
    values = ask(STRIKE, **PLAIN, weapon="1d8", monster=True, attack_index=4)
    assert values["p_hit"] == ask(STRIKE, **PLAIN, weapon="1d8", monster=True)["p_hit"]
