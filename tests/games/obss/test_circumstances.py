"""What holds around an attack: situations, help, an aim, and attacks before it in the round."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.obss.attack.attack import ATTACK
from pyrules.games.obss.attack.charge import CHARGE
from pyrules.games.obss.attack.counter_charge import COUNTER_CHARGE
from pyrules.games.obss.attack.full_round import FULL_ROUND
from pyrules.games.obss.attack.help import HELP_ATTACK
from pyrules.games.obss.attack.multi_attack import MULTI_ATTACK
from pyrules.games.obss.attack.ranged_shot import RANGED_SHOT
from pyrules.games.obss.attack.splash import SPLASH
from pyrules.games.obss.attack.strike import STRIKE
from pyrules.games.obss.attack.two_attacks import TWO_WEAPON
from pyrules.games.obss.maneuvers.weapon_maneuver_odds import WEAPON_MANEUVER_ODDS
from pyrules.games.obss.modifiers.modifiers import MODIFIERS
from pyrules.games.obss.round.luck import LUCK_TRADE

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


# A charge.

RUN: dict[str, Any] = {"distance": 9, "speed": 9, "bonus": 10, "target_defense": 16}


def charged(**inputs: Any) -> list[tuple[int, int]]:
    """Bonus and dice of each attack of a charge."""
    return [(one["bonus"], one["dice"]) for one in ask(CHARGE, **RUN, **inputs)["attacks"]]


def test_a_charger_above_behind_and_invisible_has_1d6_and_1_for_each_other() -> None:
    held = ["elevated", "from_behind", "invisible"]
    assert charged(situations=held, actions=2) == [(10 + 3, 3 + 1)]


def test_a_charge_named_among_the_situations_counts_once() -> None:
    assert charged(situations=["charge"]) == charged()


def test_penalties_last_through_a_charge_and_bonus_dice_do_not() -> None:
    assert charged(situations=["invisible", "restricted"]) == [(11, 3), (0, 2)]


def test_help_in_a_charge_is_for_its_first_attack() -> None:
    assert charged(help_bonus=2) == [(12, 4), (0, 3)]


def test_flanking_opens_a_further_attack_after_a_charge() -> None:
    weak = {**RUN, "bonus": 8}
    assert ask(CHARGE, **weak)["count"] == 1
    assert ask(CHARGE, **weak, situations=["flanking"])["attack_bonuses"] == [9, 0]


def test_a_charge_counts_the_situations_of_its_target() -> None:
    lying = ask(CHARGE, **RUN, target_situations=["prone", "light_cover"])
    assert lying["p_first"] == ask(CHARGE, **{**RUN, "target_defense": 14})["p_first"]


@pytest.mark.parametrize("situation", ["fatigued_1", "fatigued_4", "entangled", "prone"])
def test_the_tired_the_entangled_and_the_prone_do_not_charge(situation: str) -> None:
    assert refused(CHARGE, **RUN, situations=["flanking", situation]) == ("situations.1", "not_allowed")


# A shot.

SHOT: dict[str, Any] = {"distance": 5, "range_m": 10, "modifier": 8, "target_defense": 16}


@pytest.mark.parametrize(
    ("switch", "situation"),
    [
        ("target_engaged", "target_engaged"),
        ("threatened", "ranged_while_threatened"),
        ("thrown_not_throwable", "improvised_throw"),
    ],
)
def test_a_situation_of_a_shot_counts_once_however_it_is_named(switch: str, situation: str) -> None:
    plain_shot, switched = ask(RANGED_SHOT, **SHOT), ask(RANGED_SHOT, **SHOT, **{switch: True})
    assert switched["p_hit"] < plain_shot["p_hit"]
    assert switched == ask(RANGED_SHOT, **SHOT, situations=[situation])
    assert switched == ask(RANGED_SHOT, **SHOT, situations=[situation], **{switch: True})


def test_a_shot_counts_situations_of_both_sides() -> None:
    values = ask(RANGED_SHOT, **SHOT, situations=["elevated", "prone"], target_situations=["prone"])
    assert (values["attack_flat"], values["attack_dice"], values["defense_flat"]) == (2 - 4, 0, -4)
    assert values["p_hit"] == plain(attack=-2, defense=-4)


def test_of_a_shot_s_two_covers_the_better_counts() -> None:
    def on_defense(creatures: int, *named: str) -> Any:
        return ask(RANGED_SHOT, **SHOT, creatures_in_line=creatures, target_situations=list(named))["defense_flat"]

    assert on_defense(1, "medium_cover") == 4
    assert on_defense(3, "light_cover", "prone") == 8 - 4
    assert on_defense(1) == 2


def test_two_kinds_of_cover_do_not_hold_together_in_a_shot_or_charge() -> None:
    both = {"target_situations": ["light_cover", "full_cover"]}
    for calculator, inputs in ((RANGED_SHOT, SHOT), (CHARGE, RUN)):
        assert refused(calculator, **inputs, **both) == ("target_situations.1", "not_allowed")


# Several attacks, and attacks in special cases.

ROUND: dict[str, Any] = {"attacks": [{"modifier": 8, "weapon": "1d8"}, {"modifier": 3, "weapon": "1d8"}], "defense": 16}
HANDS: dict[str, Any] = {"bonus": 8, "strength": 0, "target_defense": 16}
HELPER: dict[str, Any] = {"modifier": 8, "defense": 16}
SET: dict[str, Any] = {"setter_reach": 2, "charger_reach": 1, "bonus": 8, "target_defense": 16}
VIAL: dict[str, Any] = {"modifier": 8, "defense": 16}
POINTS: dict[str, Any] = {"wp": 8, "ability": 0, "other_bonus": 0, "defense": 16}
MISSES: dict[str, Any] = {"attacks": [{"modifier": 8}, {"modifier": 3}], "defense": 16, "wp": 8}
AGAINST_A_DEFENSE = (
    (FULL_ROUND, ROUND),
    (TWO_WEAPON, HANDS),
    (HELP_ATTACK, HELPER),
    (COUNTER_CHARGE, SET),
    (SPLASH, VIAL),
    (LUCK_TRADE, POINTS),
    (WEAPON_MANEUVER_ODDS, MISSES),
)


def raised(inputs: dict[str, Any], attack: int = 0, defense: int = 0) -> dict[str, Any]:
    """The same inputs with another bonus of every attack, and another Defense."""
    changed = {
        "modifier": attack,
        "bonus": attack,
        "other_bonus": attack,
        "defense": defense,
        "target_defense": defense,
    }
    plain = {name: value + changed.get(name, 0) for name, value in inputs.items() if name != "attacks"}
    rows = [{**one, "modifier": one["modifier"] + attack} for one in inputs.get("attacks", ())]
    return {**plain, "attacks": rows} if rows else plain


@pytest.mark.parametrize(("calculator", "inputs"), AGAINST_A_DEFENSE)
def test_situations_of_both_sides_count_as_numbers_added_by_hand(calculator: Any, inputs: dict[str, Any]) -> None:
    """From above and behind: 2, and 1 for the further bonus. Prone behind light cover: all penalties, and 2."""
    held = {"situations": ["elevated", "from_behind"], "target_situations": ["prone", "light_cover"]}
    assert ask(calculator, **inputs, **held) == ask(calculator, **raised(inputs, attack=3, defense=-4 + 2))


@pytest.mark.parametrize(("calculator", "inputs"), AGAINST_A_DEFENSE)
def test_situations_that_exclude_each_other_are_refused_wherever_attacks_are_made(
    calculator: Any, inputs: dict[str, Any]
) -> None:
    both = {"target_situations": ["medium_cover", "full_cover"]}
    assert refused(calculator, **inputs, **both) == ("target_situations.1", "not_allowed")


def test_if_i_m_flanking_the_second_will_be_7_and_the_third_2() -> None:
    values = ask(MULTI_ATTACK, bonus=10, situations=["flanking"], dynamic_dice=1)
    assert (values["bonuses"], values["dice"]) == ([12, 7, 2], [4, 3, 3])
    assert values["penalties"] == [0, -5, -10], "flanking is no penalty of the place"
    assert ask(MULTI_ATTACK, bonus=10)["count"] == 3 and ask(MULTI_ATTACK, bonus=8)["count"] == 2
    assert ask(MULTI_ATTACK, bonus=8, situations=["flanking"])["count"] == 3


def test_bonus_dice_help_and_an_aim_are_for_the_first_of_several_attacks() -> None:
    held = {"situations": ["invisible", "restricted", "flanking"], "help_bonus": 2, "aim_rounds": 1}
    values = ask(MULTI_ATTACK, bonus=10, **held)
    assert (values["bonuses"], values["dice"]) == ([10 + 1 + 3, 7, 2], [3, 2, 2])


def test_characters_with_an_attack_roll_of_6_by_flanking_do_not_attack_at_minus_4() -> None:
    weak = {"bonus": 4, "actions": 2, "mode": "low_level_pair"}
    assert ask(MULTI_ATTACK, **weak)["bonuses"] == [0, 0]
    assert refused(MULTI_ATTACK, **weak, situations=["flanking"]) == ("mode", "not_allowed")


def test_several_attacks_in_a_charge_count_as_those_of_a_charge() -> None:
    held: dict[str, Any] = {"situations": ["elevated", "invisible"], "help_bonus": 1, "actions": 4}
    several, run = ask(MULTI_ATTACK, bonus=10, mode="charge", **held), ask(CHARGE, **RUN, **held)
    assert (several["bonuses"], several["dice"]) == (run["attack_bonuses"], run["dice"]) == ([13, 2], [4, 3])
    assert refused(MULTI_ATTACK, bonus=10, mode="charge", situations=["prone"]) == ("situations.0", "not_allowed")


def test_a_round_of_attacks_has_bonus_dice_and_help_once() -> None:
    held: dict[str, Any] = {"situations": ["invisible", "flanking", "frightened"], "help_bonus": 2}
    alone = [p_hit(**PLAIN, **held), p_hit(**PLAIN, **held, attack_index=1)]
    assert ask(FULL_ROUND, **ROUND, **held)["p_hit_each"] == alone


def test_two_weapons_have_bonus_dice_and_help_once() -> None:
    held: dict[str, Any] = {"situations": ["invisible", "flanking", "frightened"], "help_bonus": 2}
    alone = [p_hit(**PLAIN, **held), p_hit(**PLAIN, **held, attack_index=1)]
    values = ask(TWO_WEAPON, **HANDS, **held)
    assert [one["p_hit"] for one in values["attacks"]] == [*alone, p_hit(**PLAIN, **held, attack_index=2)]
    assert values["penalties"] == [0, -5, -10] and ask(TWO_WEAPON, **HANDS)["count"] == 2, "flanking opens the third"


def test_the_die_of_helping_counts_beside_those_of_situations() -> None:
    values = ask(HELP_ATTACK, **HELPER, situations=["invisible", "frightened"])
    assert values == ask(HELP_ATTACK, **HELPER)
    assert ask(HELP_ATTACK, **HELPER, situations=["frightened"]) == ask(HELP_ATTACK, **HELPER, dice=2)


def test_the_charger_s_defense_is_4_lower_as_the_set_weapon_strikes() -> None:
    charged_foe = ask(COUNTER_CHARGE, **SET, target_situations=["charged"])
    assert charged_foe == ask(COUNTER_CHARGE, **raised(SET, defense=-4))
    assert ask(COUNTER_CHARGE, **SET, situations=["invisible", "elevated"])["dice"] == 3
    assert ask(COUNTER_CHARGE, **SET, situations=["invisible", "elevated"])["modifier"] == 9


def test_an_aim_counts_for_a_vial() -> None:
    assert ask(SPLASH, **VIAL, aim_rounds=3) == ask(SPLASH, **raised(VIAL, attack=4))
    assert ask(SPLASH, **VIAL, situations=["restricted"]) == ask(SPLASH, **VIAL, dice=2)


def test_what_situations_give_is_not_traded_for_dice() -> None:
    values = ask(LUCK_TRADE, **POINTS, situations=["flanking"])
    assert values["max_extra_dice"] == ask(LUCK_TRADE, **POINTS)["max_extra_dice"] == 2
    assert [row["modifier"] for row in values["rows"]] == [10, 6, 2]
    assert [row["dice"] for row in ask(LUCK_TRADE, **POINTS, situations=["frightened"])["rows"]] == [2, 3, 4]
