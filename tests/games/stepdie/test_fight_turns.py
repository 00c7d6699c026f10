"""Turns of a fight: order and waiting, what was prepared, attacks met, what a turn's end brings, gear."""

from __future__ import annotations

import pytest

from .fighting import RULES, Fighting

BRAN = {
    "health_max": 6,
    "agility_die": 8,
    "strength_die": 10,
    "fighting": 3,
    "riding": 1,
    "weapons": [
        {"name": "Axe", "damage": 4, "bladed": True, "parry": 1},
        {"name": "Shield", "kind": "shield", "damage": 1, "parry": 2, "block": 4},
        {"name": "Bow", "kind": "bow", "damage": 3, "in_hand": False},
    ],
    "projectiles": 3,
}
OGG = {"health_max": 5, "agility_die": 8, "fighting": 2, "acrobatics": 1, "weapons": [{"name": "Club", "parry": 0}]}


def fight(**table: object) -> Fighting:
    return Fighting(
        {"id": "bran", "sheet": BRAN},
        {"id": "tilda", "sheet": OGG},
        {"id": "ogg", "side": "foes", "sheet": OGG},
        {"id": "rook", "side": "foes", "sheet": OGG},
        table=table,
    )


# Waiting


def test_who_waits_comes_in_before_a_turn_that_is_not_used() -> None:
    f = fight()
    f.do("wait", "bran")
    f.next()
    assert f.acting == ["ogg"]
    assert f.lines("come_in", "bran") == ["Bran: acts before Ogg"]
    assert f.acting == ["bran"]
    assert f.why_not("attack", "bran", "ogg", 0) == ""
    f.next()
    assert (f.acting, f.held) == (["ogg"], [])


def test_who_waits_interrupts_no_turn() -> None:
    f = fight()
    f.do("wait", "bran")
    f.do("defend", "tilda")
    assert f.lines("come_in", "bran") == ["Bran: acts after Tilda"]
    assert f.acting == ["tilda"]
    f.next()
    assert f.acting == ["bran"]


def test_a_wait_is_for_one_round() -> None:
    f = fight()
    f.do("wait", "bran")
    f.next(3)
    assert f.acting == ["bran"]
    f.next()
    assert (f.state.round, f.acting, f.held) == (2, ["bran"], [])


def test_a_turn_that_passes_unused_is_gone() -> None:
    f = fight()
    f.next()
    assert f.turn("bran") == 0
    assert "no action left" in f.why_not("trip", "bran", "tilda")


def test_a_used_turn_allows_no_reaction() -> None:
    f = fight()
    assert "block" in f.offered("bran")
    f.do("defend", "bran")
    assert "block" not in f.offered("bran")
    f.next(2)
    assert f.acting == ["ogg"]
    assert "Block, which takes the turn" not in f.labels("defense", "attack", "ogg", "bran", 0)


# What was made ready


def test_a_prepared_action_counts_for_itself_alone() -> None:
    f = fight()
    f.do("prepare", "bran", what="power")
    before = f.figure("power", "p_hit", "bran", "ogg", 0)
    f.next(4)
    assert f.due == ["Bran has prepared: +3 on Power Attack."]
    assert f.figure("power", "p_hit", "bran", "ogg", 0) > before
    assert f.odds("attack", "bran", "ogg", 0).inputs.attacker.prepared is False
    f.do("defend", "bran")
    assert "bran prepared (Power Attack)" not in f.held


def test_defend_counts_all_of_the_next_round() -> None:
    f = fight()
    before = f.figure("attack", "p_hit", "ogg", "bran", 0)
    f.do("defend", "bran")
    assert f.figure("attack", "p_hit", "ogg", "bran", 0) == before
    f.next(4)
    assert f.figure("attack", "p_hit", "ogg", "bran", 0) < before
    f.next(4)
    assert f.figure("attack", "p_hit", "ogg", "bran", 0) == before


# Attacks met


def test_each_attack_met_lowers_the_next_defense() -> None:
    f = fight()
    f.next(2)
    f.do("attack", "ogg", "tilda", 0, [1, 8])
    assert f.odds("attack", "rook", "tilda", 0).inputs.defender.cap_count == 1
    assert f.labels("defense", "attack", "rook", "tilda", 0)[0] == "Best defense: Dodge, \u22121 after 1 attack"
    f.next(2)
    assert f.odds("attack", "rook", "tilda", 0).inputs.defender.cap_count == 0


def test_a_table_counts_attackers() -> None:
    f = fight(cap_per="attacker")
    f.next(2)
    f.do("attack", "ogg", "tilda", 0, [1, 8])
    assert f.odds("attack", "ogg", "tilda", 0).inputs.defender.cap_count == 0
    assert f.odds("attack", "rook", "tilda", 0).inputs.defender.cap_count == 1


# The end of a turn


def test_fire_burns_before_strength_is_rolled() -> None:
    f = fight()
    f.hold("bran", "smoldering")
    f.add({"do": "track", "who": "bran", "name": "health", "to": 1})
    f.next()
    assert f.health("bran") == 0
    assert "strength_due" not in " ".join(f.held), "this turn was not one without Health"
    f.next(4)
    assert f.health("bran") == -1
    assert "bran strength_due 3 (round 2)" in f.held
    assert f.lines("stay_awake", "bran", faces=[3]) == ["Bran: Strength against 3 is rolled"]
    f.next(4)
    assert "bran strength_due 4 (round 3)" in f.held


def test_two_strength_rolls_can_be_owed() -> None:
    f = fight()
    f.add({"do": "track", "who": "bran", "name": "health", "to": 0})
    f.next(5)
    rolls = [f"Bran rolls Strength {number} or more, to stay awake." for number in (3, 4)]
    assert f.due == rolls
    f.do("stay_awake", "bran", faces=[3])
    assert f.due == rolls[1:]


def test_health_above_0_ends_what_came_of_its_lack() -> None:
    f = fight()
    f.add({"do": "track", "who": "bran", "name": "health", "to": -1})
    assert f.why_not("stand", "bran") == "Bran is incapacitated and stays down."
    f.next(1)
    f.do("stay_awake", "bran", faces=[2])
    assert "bran unconscious" in f.held
    f.add({"do": "track", "who": "bran", "name": "health", "to": 2})
    assert f.held == ["bran grounded", "bran free_stand"]
    f.next(3)
    assert f.lines("stand", "bran") == ["Bran: stands up", "Bran: no longer needs to stand up"]
    assert (f.held, f.turn("bran")) == ([], 1)


def test_cold_ends_in_the_warm_and_a_stun_with_the_turn() -> None:
    f = fight()
    f.hold("bran", "chilled")
    f.hold("bran", "stunned")
    assert f.why_not("attack", "bran", "ogg", 0) == "Not while stunned."
    f.do("warm", "bran")
    f.next()
    assert f.held == []


# Gear


def test_a_disarmed_item_has_to_be_equipped_again() -> None:
    f = fight()
    f.next(2)
    f.do("disarm", "ogg", "bran", 0, [8, 1], item="1")
    assert f.held == ["bran met ogg", "bran dropped (Shield)"]
    assert "block" not in f.offered("bran")
    f.next(2)
    assert f.lines("equip", "bran", item1="in") == [
        "Bran: action spent",
        "Bran: no longer at the feet: Shield",
        "Bran: Shield is in hand",
    ]
    assert f.odds("attack", "ogg", "bran", 0).inputs.defender.parry == 2


def test_a_weapon_that_is_sent_flying_is_out_of_reach() -> None:
    f = fight()
    f.next(2)
    f.do("disarm", "ogg", "bran", 0, [8, 1], item="0", where="far")
    f.next(2)
    with pytest.raises(StopIteration):
        f.labels("item0", "equip", "bran")
    f.do("fetch", "bran")
    assert f.labels("item0", "equip", "bran") == ["Axe put away", "Axe in hand"]


def test_a_bow_shoots_what_was_loaded() -> None:
    f = fight()
    f.do("equip", "bran", item0="out", item1="out", item2="in")
    f.next(4)
    f.do("shoot", "bran", "ogg", 2, [8, 1])
    assert f.rules.sheet.conditions.counted("loaded", 0) == "Empty"
    f.next(4)
    assert f.why_not("shoot", "bran", "ogg", 2) == "Not loaded: reload first."
    f.do("reload", "bran", count="2")
    assert f.projectiles("bran") == 1
    f.next(4)
    assert f.why_not("shoot", "bran", "ogg", 2) == "Loaded with two: only a Double Shot."
    lines = f.lines("double_shot", "bran", "ogg", 2, [8, 1], second="same")
    assert lines[2:] == ["Ogg: 6 damage, Health −4, incapacitated", "Bran: Bow is empty"]


def test_a_rapid_shot_loads_again() -> None:
    f = fight()
    f.do("equip", "bran", item0="out", item1="out", item2="in")
    f.next(4)
    f.do("rapid_shot", "bran", "ogg", 2, [8, 1])
    assert f.projectiles("bran") == 2
    assert f.why_not("rapid_shot", "bran", "ogg", 2) == "Bran has no action left."


def test_an_aim_counts_for_the_next_shot() -> None:
    f = fight()
    f.do("equip", "bran", item0="out", item1="out", item2="in")
    f.next(4)
    f.do("aim", "bran", reach="100")
    assert f.odds("shoot", "bran", "ogg", 2).inputs.attacker.aim == 100
    f.do("shoot", "bran", "ogg", 2, [1, 8])
    assert "bran aim" not in " ".join(f.held)


def test_nobody_incapacitated_mounts() -> None:
    f = fight()
    assert {"mount", "mount_free"} <= f.offered("bran")
    f.add({"do": "track", "who": "bran", "name": "health", "to": 0})
    assert not {"mount", "mount_free"} & f.offered("bran")


def test_a_fall_off_a_mount_ends_the_ride() -> None:
    f = fight()
    f.do("mount", "bran")
    assert f.held == ["bran mounted"]
    f.next(4)
    assert f.lines("mount_free", "bran", faces=[1]) == ["Bran: out of the saddle", "Bran: grounded"]


@pytest.mark.parametrize("condition", ["grounded", "incapacitated", "unconscious"])
def test_nobody_is_in_the_saddle_and_on_the_ground(condition: str) -> None:
    f = fight()
    f.hold("ogg", "mounted")
    f.hold("ogg", condition)
    assert "ogg mounted" not in f.held


def test_whoever_is_put_in_the_saddle_by_hand_is_off_the_ground() -> None:
    f = fight()
    f.hold("ogg", "grounded")
    f.hold("ogg", "mounted")
    assert f.held == ["ogg mounted"]


def test_a_tackle_pulls_a_rider_out_of_the_saddle() -> None:
    f = fight()
    f.hold("ogg", "mounted")
    f.do("tackle", "bran", "ogg", faces=[8, 1])
    assert f.held == ["bran grounded", "ogg grounded", "bran holds ogg 0"]


def test_nobody_mounts_from_the_ground() -> None:
    f = fight()
    f.hold("bran", "grounded")
    for act in ("mount", "mount_free"):
        assert f.why_not(act, "bran") == "Bran is on the ground: stand up first."


def test_values_follow_the_state_and_the_table_rules() -> None:
    f = Fighting({"id": "bran"}, {"id": "ogg", "side": "foes"})
    upright = RULES.values(f.state, "bran", "ogg", {"cap_step": 1})
    assert RULES.values(f.state, "bran", "ogg", {"cap_step": 1}) is upright  # worked out once
    assert RULES.values(f.state, "bran", "ogg", {"cap_step": 2}).table["cap_step"] == 2
    f.hold("bran", "grounded")
    assert RULES.values(f.state, "bran", "ogg").has_condition("grounded")
    assert not upright.has_condition("grounded")
