"""Wounds in a fight of OpenQuest: deadlines, care, fortune, mercy, fumbles and spells that last."""

from __future__ import annotations

from typing import Any

import pytest

from .fighting import Fighting

SWORD = {"name": "Sword", "damage": "1d8"}


def fighter(id: str, side: str = "party", **sheet: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "sheet": {"close_combat": 50, "dodge": 40, "weapons": [SWORD], **sheet}}


def dying(**hild: Any) -> Fighting:
    """Hild has fallen in round 1, and Ysa and the Orc stand."""
    fight = Fighting(
        fighter("hild", **hild), fighter("ysa", healing=60, resilience=50), fighter("orc", "foes", close_combat=40)
    )
    fight.add({"do": "track", "who": "hild", "name": "hit_points", "by": -12})
    return fight


def test_a_mortal_wound_kills_as_the_next_round_ends() -> None:
    fight = dying()
    assert fight.hit_points("hild") == -2
    assert fight.due == ["Hild dies as round 2 ends, unless saved."]
    fight.next(2)
    assert fight.state.round == 2
    assert "hild mortal_wound" in fight.held
    fight.next(2)
    assert "hild dead" in fight.held
    assert "hild mortal_wound" not in fight.held


def test_further_damage_moves_no_deadline() -> None:
    fight = dying()
    fight.next(2)
    fight.add({"do": "track", "who": "hild", "name": "hit_points", "by": -3})
    assert fight.due == ["Hild dies as round 2 ends, unless saved."]


def test_stabilized_in_time_is_safe_and_wakes_only_once_healed() -> None:
    fight = dying()
    fight.do("stabilize", "ysa", "hild", faces=[40])
    fight.next(4)
    assert fight.held == ["hild stabilized"]
    assert "wake" not in fight.offered("hild")
    fight.add({"do": "track", "who": "hild", "name": "hit_points", "to": 1})
    assert "wake" in fight.offered("hild")
    fight.do("wake", "hild", faces=[15])
    assert fight.held == []


def test_a_failed_try_saves_nobody() -> None:
    fight = dying()
    fight.do("stabilize", "ysa", "hild", faces=[90])
    assert "hild mortal_wound" in fight.held
    assert fight.actions("ysa") == 0


def test_strong_magic_heals_a_mortal_wound_and_leaves_unconscious() -> None:
    fight = dying()
    fight.do("cast_spell", "ysa", "hild", faces=[5], spell="heal_6", magnitude="6")
    assert fight.hit_points("hild") == 1
    assert fight.held == ["hild unconscious"]
    assert fight.due == ["Hild is unconscious and may wake up."]


def test_strong_magic_heals_the_stabilized_too() -> None:
    fight = dying()
    fight.do("stabilize", "ysa", "hild", faces=[40])
    fight.next(3)
    fight.do("cast_spell", "ysa", "hild", faces=[5], spell="heal_6", magnitude="6")
    assert fight.hit_points("hild") == 1
    assert "wake" in fight.offered("hild")


def test_weak_magic_does_not_help_against_a_mortal_wound() -> None:
    fight = dying()
    fight.do("cast_spell", "ysa", "hild", faces=[5], spell="heal_6", magnitude="4")
    assert "hild mortal_wound" in fight.held


def test_magic_and_first_aid_restore_minor_wounds() -> None:
    fight = Fighting(fighter("hild"), fighter("ysa", healing=60), fighter("orc", "foes", close_combat=40))
    fight.add({"do": "track", "who": "hild", "name": "hit_points", "by": -6})
    fight.do("cast_spell", "ysa", "hild", faces=[5], spell="heal_6", magnitude="2")
    assert fight.hit_points("hild") == 6
    fight.do("first_aid", "ysa", "hild", faces=[40, 3])
    assert fight.hit_points("hild") == 9


def test_a_blow_that_was_not_meant_to_kill_leaves_alive() -> None:
    fight = dying()
    fight.do("spare", "orc", "hild")
    fight.next(4)
    assert fight.held == ["hild unconscious"]


def test_a_fortune_point_keeps_alive() -> None:
    fight = dying(fortune=1)
    assert "Hild has a fortune point to stay alive." in fight.due
    fight.do("fortune", "hild", faces=[3])
    assert (fight.hit_points("hild"), fight.fortune("hild")) == (1, 0)
    assert "fortune" not in fight.offered("hild")


def test_who_joins_without_hit_points_is_dying() -> None:
    fight = Fighting(fighter("hild", hit_points=0), fighter("orc", "foes", close_combat=40))
    assert fight.acting == ["orc"]
    assert "hild mortal_wound" in fight.held


@pytest.mark.parametrize(
    ("what", "condition"),
    [("fall_prone", "prone"), ("lose_next_round", "confused_next"), ("shield", "strap_lost")],
)
def test_a_fumble_has_the_consequence_that_the_referee_chooses(what: str, condition: str) -> None:
    fight = Fighting(fighter("hild", shield="medium"), fighter("orc", "foes", close_combat=40))
    fight.do("close_attack", "hild", "orc", 0, [99])
    fight.do("fumble_other", "hild", what=what)
    assert f"hild {condition}" in fight.held
    assert "hild fumbled" not in fight.held


def test_a_broken_strap_takes_the_armor() -> None:
    fight = Fighting(fighter("hild", armor="chainmail"), fighter("orc", "foes", close_combat=40))
    assert fight.odds("close_attack", "orc", "hild", 0).inputs.target_ap == 5
    fight.do("close_attack", "hild", "orc", 0, [99])
    fight.do("fumble_other", "hild", what="armour_or_strap_breaks")
    assert fight.odds("close_attack", "orc", "hild", 0).inputs.target_ap == 0


def test_a_fumble_hurts_its_maker_or_a_friend_and_armor_does_not_count() -> None:
    fight = Fighting(fighter("hild"), fighter("ysa", armor="chainmail"), fighter("orc", "foes", close_combat=40))
    fight.do("close_attack", "hild", "orc", 0, [99])
    fight.do("fumble", "hild", faces=[5], victim="ysa")
    assert fight.hit_points("ysa") == 5


def test_a_table_that_rolls_for_fumbles_has_one_roll() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes", close_combat=40), table={"pick": "uniform_d4"})
    fight.do("close_attack", "hild", "orc", 0, [99])
    assert "fumble_other" not in fight.offered("hild")
    fight.do("fumble", "hild", faces=[2])
    assert "hild prone" in fight.held


def test_a_spell_lasts_for_its_rounds_and_the_players_own_condition_counts() -> None:
    own = [{"name": "Protection 3", "armor": 3}]
    fight = Fighting(fighter("hild", own_conditions=own), fighter("orc", "foes", close_combat=40))
    fight.add({"do": "free", "who": "hild", "id": "own.0"})
    assert fight.odds("close_attack", "orc", "hild", 0).inputs.target_ap == 0
    fight.do("cast_on_self", "hild", faces=[5], spell="own.0", rounds="2")
    assert fight.odds("close_attack", "orc", "hild", 0).inputs.target_ap == 3
    fight.next(2)
    assert "hild own.0" in fight.held
    fight.next(2)
    assert "hild own.0" not in fight.held


def test_berserk_gives_skill_and_takes_defense() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes", close_combat=40))
    fight.do("cast_on_self", "hild", faces=[5], spell="berserk", rounds="3")
    assert fight.labels_or_none("close_attack", "orc", "hild", 0) is None
    assert fight.odds("close_attack", "hild", "orc", 0).inputs.attack.mods == 50
