"""Modifiers, Defense and stances: sums, precedence, and costs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pyrules.games.obss.modifiers.defense import DEFENSE
from pyrules.games.obss.modifiers.modifiers import MODIFIERS
from pyrules.games.obss.round.round_planner import ROUND_PLANNER
from pyrules.games.obss.round.stance import STANCE
from pyrules.games.obss.tables import FACTS

from ..asking import ask, refused

# Modifiers.


def counted(attacker: list[str] | None = None, defender: list[str] | None = None, **more: Any) -> tuple[int, int, int]:
    values = ask(MODIFIERS, attacker=attacker or [], defender=defender or [], **more)
    return values["attack_flat"], values["attack_dice"], values["defense"]


def test_penalties_all_add_up() -> None:
    assert counted(["prone", "entangled", "restrained", "frightened"]) == (-6, -2, 0)
    assert counted(defender=["surprised", "prone"]) == (0, 0, -6)


def test_the_largest_bonus_counts_in_full_and_each_other_as_one() -> None:
    assert counted(["elevated"]) == (2, 0, 0)
    assert counted(["elevated", "charge"]) == (1, 1, 0)  # a die is larger than +2
    assert counted(["elevated", "charge", "invisible", "helpless_target"]) == (3, 1, 0)
    assert counted(defender=["light_cover", "flanking_defense"]) == (0, 0, 3)


def test_flanking_and_from_behind_are_one_bonus() -> None:
    assert counted(["flanking", "from_behind"]) == (2, 0, 0)
    assert counted(["flanking", "from_behind", "charge"]) == (1, 1, 0)
    ways = [row["way"] for row in ask(MODIFIERS, attacker=["flanking", "from_behind"], defender=[])["attack_counted"]]
    assert ways == ["largest", "once"]


def test_penalties_do_not_change_which_bonus_is_the_largest() -> None:
    assert counted(["charge", "elevated", "prone", "climbing"]) == (1 - 4, 1 - 1, 0)


def test_a_touch_and_a_judgment_stand_beside_the_table() -> None:
    assert counted(["charge"], touch=True) == (0, 2, 0)
    assert counted(["elevated"], judgment=2, judgment_defense=-1) == (4, 0, -1)


@pytest.mark.parametrize(("level", "book", "screen"), [(1, -1, -1), (2, -2, -2), (3, -3, -4), (4, -4, -6)])
def test_a_table_rule_uses_the_screens_ladder_of_fatigue(level: int, book: int, screen: int) -> None:
    held = [f"fatigued_{level}"]
    assert counted(held, held) == (book, 0, book)
    assert counted(held, held, fatigue="1-2-4-6") == (screen, 0, screen)


def test_what_cannot_hold_together_is_refused() -> None:
    assert refused(MODIFIERS, defender=["light_cover", "full_cover"]) == ("defender.1", "not_allowed")
    assert refused(MODIFIERS, attacker=["fatigued_1", "prone", "fatigued_3"]) == ("attacker.2", "not_allowed")
    assert refused(MODIFIERS, attacker=["prone", "prone"]) == ("attacker", "bad_option")
    assert refused(MODIFIERS, attacker=["dancing"]) == ("attacker.0", "bad_option")


def by_hand(attacker: list[str]) -> tuple[int, int]:
    """The stacking rule once more: penalties summed, the best bonus, and one for each other but the twins."""
    rows = [FACTS.table("attacker_situations").row(one) for one in attacker]
    worths = [(row["dice"] or 0, row["flat"] or 0) for row in rows]
    bonuses = sorted((worth for worth in worths if max(worth) > 0), reverse=True)
    twins = {"flanking", "from_behind"} <= set(attacker)
    dice = sum(d for d, _ in worths if d < 0) + (bonuses[0][0] if bonuses else 0)
    flat = sum(f for _, f in worths if f < 0) + (bonuses[0][1] if bonuses else 0) + max(0, len(bonuses) - 1 - twins)
    return flat, dice


def test_any_situation_adds_up_as_by_hand() -> None:
    generator = random.Random(7)
    names = [row["id"] for row in FACTS.table("attacker_situations").rows if not row["excludes"]]
    for _ in range(300):
        held = generator.sample(names, generator.randint(0, 9))
        assert counted(held)[:2] == by_hand(held)


def test_every_row_of_the_answer_adds_up_to_it() -> None:
    values = ask(MODIFIERS, attacker=["dim_light", "elevated", "flanking"], defender=["medium_cover", "prone"])
    assert [row["counts"] for row in values["attack_counted"]] == ["\u22121", "+2", "+1"]
    assert [row["counts"] for row in values["defense_counted"]] == ["+4", "\u22124"]


# Defense.


def test_a_defense_is_the_sum_of_its_parts() -> None:
    parts = {"dex": 3, "armor": 5, "shield": 2, "magic": 1, "abilities": 4, "circumstance": -6, "natural": 11}
    assert ask(DEFENSE, **parts)["defense"] == sum(parts.values())
    assert ask(DEFENSE)["defense"] == 10


def test_surprise_takes_two() -> None:
    values = ask(DEFENSE, dex=2, armor=4)
    assert values["surprise_defense"] == values["defense"] - 2


# Stances.


def stance(**inputs: Any) -> tuple[int, int, int, int]:
    values = ask(STANCE, **{"wp": 12, **inputs})
    return values["attack"], values["damage"], values["defense"], values["actions"]


@pytest.mark.parametrize(
    ("inputs", "sums"),
    [
        ({}, (0, 0, 0, 0)),
        ({"power_attack": 1}, (-2, 1, 0, 0)),
        ({"mastery_defense": 2}, (-4, 0, 2, 0)),
        ({"mastery_attack": 2}, (2, 0, -4, 0)),
        ({"prepare": True}, (0, 0, 1, 1)),
        ({"parry": True}, (0, 0, 0, 0)),  # only helps who prepares
        ({"prepare": True, "parry": True, "total_defense": True}, (0, 0, 6, 3)),
    ],
)
def test_what_each_stance_gives_and_takes(inputs: dict[str, Any], sums: tuple[int, ...]) -> None:
    assert stance(**inputs) == sums


@pytest.mark.parametrize(
    ("wp", "cap", "most"), [(3, "bonus", 0), (4, "bonus", 1), (11, "bonus", 2), (7, "penalty", 0), (8, "penalty", 1)]
)
def test_a_quarter_of_the_proficiency_is_the_limit(wp: int, cap: str, most: int) -> None:
    for name in ("power_attack", "mastery_defense", "mastery_attack"):
        caps = {"cap": cap, "power_cap": cap}
        ask(STANCE, wp=wp, **caps, **{name: most})
        assert refused(STANCE, wp=wp, **caps, **{name: most + 1}) == (name, "not_allowed")


@pytest.mark.parametrize(("wp", "most"), [(4, 0), (7, 0), (8, 1), (15, 1), (16, 2)])
def test_no_more_than_a_quarter_of_the_proficiency_is_taken_from_the_attack_roll(wp: int, most: int) -> None:
    """You cannot take more than Weapon Proficiency/4 from the Attack Roll."""
    assert ask(STANCE, wp=wp)["most_power"] == most
    assert refused(STANCE, wp=wp, power_attack=most + 1) == ("power_attack", "not_allowed")
    assert ask(STANCE, wp=wp)["most_mastery"] == wp // 4, "Combat Mastery has a limit of its own"


def test_my_round_goes_as_far_with_a_power_attack_as_the_stance_does() -> None:
    held = {"bonus": 10, "defense": 12, "weapon": "1d8", "wp": 4}
    declared = {
        cap: [row["option"] for row in ask(ROUND_PLANNER, **held, power_cap=cap)["options"]]
        for cap in ("penalty", "bonus")
    }
    assert not any("Power Attack" in one for one in declared["penalty"])
    assert any("Power Attack" in one for one in declared["bonus"])


def test_mastery_goes_one_way_only() -> None:
    assert refused(STANCE, wp=12, mastery_defense=1, mastery_attack=1) == ("mastery_attack", "not_allowed")


def test_a_table_rule_forbids_attacks_in_total_defense() -> None:
    held = {"wp": 8, "total_defense": True, "power_attack": 1}
    assert ask(STANCE, **held)["may_attack"]
    assert refused(STANCE, **held, total_defense_blocks_attack=True) == ("power_attack", "not_allowed")
    assert not ask(STANCE, **{**held, "power_attack": 0}, total_defense_blocks_attack=True)["may_attack"]
