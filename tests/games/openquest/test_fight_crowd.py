"""A shot into a crowd in a fight of OpenQuest: the target, a bystander, or nobody."""

from __future__ import annotations

from typing import Any

import pyrules

from .fighting import Fighting
from .test_fight_acts import BOW, KNIFE, fighter


def crowd(**ysa: Any) -> Fighting:
    """Hild has a bow and knives; Ysa stands beside the orc."""
    return Fighting(fighter("hild", weapons=[BOW, KNIFE]), fighter("ysa", **ysa), fighter("orc", "foes"))


def test_the_figures_are_the_calculators() -> None:
    fight = crowd()
    fight.hold("hild", "apart", "orc", number=100)
    fight.hold("orc", "moved", number=10)
    asked = {"attack": {"base": 55, "mods": -20 - 20}, "cover": "excellent", "damage": "1d8", "target_hp": 10}
    plain = fight.odds("ranged_attack", "hild", "orc", 0).inputs
    expected = pyrules.answer("openquest.crowd", {**asked, "bystander_hp": 10, "bystander_dodge": {"base": 40}}).values
    found = fight.odds("shoot_into_crowd", "hild", "orc", 0, bystander="ysa", cover="excellent")
    assert found.answer is not None and plain.situation.distance == 100
    for one in ("p_target_hit", "p_bystander_hit", "bystander_mean"):
        assert found.answer.values[one] == expected[one], one


def test_a_miss_strikes_whom_the_referee_puts_there() -> None:
    fight = crowd()
    lines = fight.lines("shoot_into_crowd", "hild", "orc", 0, [50, 60, 6], bystander="ysa", cover="partial")
    assert lines[2:] == ["Ysa: 6 damage, 4 hit points left"]
    assert fight.hit_points("orc") == 10


def test_a_bystander_may_dodge() -> None:
    fight = crowd()
    lines = fight.lines("shoot_into_crowd", "hild", "orc", 1, [50, 30], bystander="ysa", cover="partial")
    assert lines == [
        "Hild: action spent",
        "Ysa: defense 1 of the round, the next at −20 %",
        "Hild: Knife is thrown",
    ]


def test_somebody_else_is_hurt_in_words() -> None:
    lines = crowd().lines("shoot_into_crowd", "hild", "orc", 0, [50, 6], bystander="stranger", cover="partial")
    assert lines[1:] == ["Hild strikes a bystander: 6 damage"]


def test_the_target_is_hit_as_by_any_shot() -> None:
    lines = crowd().lines("shoot_into_crowd", "hild", "orc", 0, [20, 6], bystander="ysa", cover="partial")
    assert lines[1:] == ["Orc: 6 damage, 4 hit points left"]


def test_too_far_is_too_far() -> None:
    fight = crowd()
    fight.hold("hild", "apart", "orc", number=900)
    assert fight.why_not("shoot_into_crowd", "hild", "orc", 0)
    assert "shoot_into_crowd" not in Fighting(fighter("hild", weapons=[BOW]), fighter("orc", "foes")).offered(
        "hild", "orc"
    )
