"""Veteran's Luck in a fight: once, for an own miss or a hit by a foe; and damage that a lost contest leaves."""

from __future__ import annotations

from typing import Any

import pytest

import pyrules

from .fighting import Fighting

HESSA: dict[str, Any] = {"id": "hessa", "side": "party", "example": "hessa"}  # a full Warrior, AC 15, 19 hit points
ILO: dict[str, Any] = {"id": "ilo", "side": "party", "example": "ilo"}
ORC: dict[str, Any] = {"id": "orc", "side": "foes", "foe": "skilled_veteran", "weapon": "hand_axe"}
SWORD, SPEAR = 0, 1


@pytest.fixture
def duel() -> Fighting:
    """Hessa, whose turn it is, and an orc."""
    return Fighting(HESSA, ORC)


def lines(fight: Fighting, *act: Any, **more: Any) -> list[str]:
    return [one.text for one in fight.do(*act, **more).proposed]


def test_an_own_miss_becomes_a_hit_with_its_damage(duel: Fighting) -> None:
    before = duel.hp("orc")
    duel.do("attack", "hessa", "orc", SWORD, (1,))
    assert duel.due == ["Hessa has missed Orc: Veteran's Luck can make it a hit"]
    assert duel.offers("luck_hit", "hessa", "orc", SWORD) and not duel.offers("luck_hit", "hessa", "orc", SPEAR)
    assert lines(duel, "luck_hit", "hessa", "orc", SWORD, (4,)) == [
        f"Orc: 7 damage, {before - 7} hit points left",  # 4 + Strength 1 + Killing Blow 2
        "Hessa: the miss is a hit",
        "Hessa: Veteran's Luck is used",
    ]
    assert (duel.held("hessa"), duel.due) == (["melee orc", "luck_spent"], [])


def test_the_shock_of_the_miss_is_part_of_the_damage() -> None:
    fight = Fighting(HESSA, {**ORC, "own": [["overrides.armor_class", "12"]]})
    before = fight.hp("orc")
    fight.do("attack", "hessa", "orc", SWORD, (1,))
    assert before - fight.hp("orc") == 5  # Shock 2 + Strength 1 + Killing Blow 2
    assert lines(fight, "luck_hit", "hessa", "orc", SWORD, (3,))[0] == f"Orc: 1 damage, {before - 6} hit points left"


def test_a_foes_hit_becomes_a_miss_and_gives_the_hit_points_back(duel: Fighting) -> None:
    duel.next()
    duel.do("attack", "orc", "hessa", 0, (20, 3))
    assert duel.hp("hessa") == 15
    assert duel.due == ["Hessa has been hit by Orc: Veteran's Luck can make it a miss"]
    assert lines(duel, "luck_miss", "hessa", "orc") == [
        "Hessa: 4 hit points back, the hit is a miss",
        "Orc: the hit is a miss",
        "Hessa: Veteran's Luck is used",
    ]
    assert (duel.hp("hessa"), duel.due) == (19, [])


def test_the_shock_of_the_miss_still_hurts() -> None:
    fight = Fighting({**HESSA, "data": {"shield": "none", "armor": "none"}}, ORC)
    fight.next()
    shock = fight.odds("attack", "orc", "hessa", 0).answer
    assert shock is not None and shock.values["shock_on_miss"] == 2
    fight.do("attack", "orc", "hessa", 0, (20, 3))
    fight.do("luck_miss", "hessa", "orc")
    assert fight.hp("hessa") == 19 - 2


def test_the_hit_that_fells_a_warrior_can_miss_too(duel: Fighting) -> None:
    duel.hurt("hessa", 18)
    duel.next()
    duel.do("attack", "orc", "hessa", 0, (20, 6))
    assert "mortally_wounded" in duel.held("hessa")
    duel.do("luck_miss", "hessa", "orc")
    assert (duel.held("hessa"), duel.hp("hessa")) == (["luck_spent"], 7)


def test_the_luck_comes_once_in_a_fight_and_only_until_the_turn_ends(duel: Fighting) -> None:
    duel.do("attack", "hessa", "orc", SWORD, (1,))
    duel.next()
    assert not duel.offers("luck_hit", "hessa", "orc", SWORD)
    duel.do("attack", "orc", "hessa", 0, (20, 3))
    duel.do("luck_miss", "hessa", "orc")
    duel.next()
    duel.do("attack", "hessa", "orc", SWORD, (1,))
    assert duel.due == []


def test_only_full_warriors_of_players_have_luck() -> None:
    fight = Fighting(ILO, ORC)
    fight.do("attack", "ilo", "orc", 0, (1,))
    fight.next()
    fight.do("attack", "orc", "ilo", 0, (20, 3))
    assert fight.due == []


def test_luck_rerolls_a_shot_that_executes_and_is_used_if_the_first_misses() -> None:
    bow = {"name": "Bow", "damage": "1d6", "kind": "ranged", "skill": "shoot", "attribute": "dex"}
    for faces, used in (((6, 6, 1), False), ((1, 1, 6, 6, 1), True)):
        fight = Fighting({**HESSA, "data": {"weapons": [bow]}}, ORC)
        fight.hold("hessa", "prepares", "orc", number=10)
        plain, lucky = (fight.odds("execution", "hessa", "orc", 0, luck=one).answer for one in ("no", "reroll"))
        assert plain and lucky and plain.values["p_hit"] < lucky.values["p_hit"]
        fight.do("execution", "hessa", "orc", 0, faces, luck="reroll")
        assert fight.state.holds("hessa", "luck_spent") == used


# Shields


@pytest.mark.parametrize("hurts", [False, True])
def test_a_lost_contest_for_a_shield_leaves_the_damage_where_the_table_says_so(hurts: bool) -> None:
    fight = Fighting(ORC, HESSA, table={"lost_contest_hurts": hurts})
    fight.do("shatter_shield", "orc", "hessa", 0, (20, 1, 1, 6, 6))
    assert fight.due == (["Orc has hit Hessa: the damage is due"] if hurts else [])
    assert fight.offers("hit_damage", "orc", "hessa", 0) == hurts
    if hurts:
        assert lines(fight, "hit_damage", "orc", "hessa", 0, (3,)) == [
            "Hessa: 4 damage, 15 hit points left",
            "Orc: the damage of the hit is done",
        ]
        assert fight.due == []


def test_the_damage_of_a_hit_is_rolled_alone() -> None:
    inputs = {"weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13}, "attr_mod": 1, "target_ac": 13}
    rolled = pyrules.roll("wwn.attack", inputs, lambda sides: 5, "damage")
    assert [len(step.faces) for step in rolled.steps] == [1]
    assert (rolled.outcome, rolled.end.damage) == ("Hit", 6)
