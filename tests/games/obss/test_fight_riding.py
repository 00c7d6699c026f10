"""Mounts in a fight of OBSS: whose turn is the mount's, what it may do, and the seat of the rider."""

from __future__ import annotations

from .fighting import RULES, Fighting
from .test_fight_acts import inputs, one
from .test_fight_order import rolled


def mounted(**sheet: object) -> Fighting:
    """Ada rides Horse against Orc, whose turn comes after theirs."""
    fight = Fighting(one("ada", ride=4, **sheet), one("horse", size="large"), one("orc", "foes"), begun=False)
    rolled(fight, ada=14, orc=10, horse=3)
    fight.add({"do": "begin"})
    fight.do("mount_up", "ada", "horse")
    return fight


def test_a_mount_acts_in_the_turn_of_its_rider_with_two_actions() -> None:
    fight = mounted()
    assert (fight.left("ada", "actions"), fight.left("horse", "actions")) == (2, 2)
    assert fight.acting == ["ada", "horse"]
    fight.next(2)
    assert (fight.state.round, fight.left("horse", "actions")) == (2, 2)


def test_who_cannot_ride_takes_longer_and_gives_no_orders() -> None:
    fight = mounted(untrained=["ride"])
    assert fight.left("ada", "actions") == 1
    assert fight.why_not("command_mount", "ada", "horse") == "Ada lacks the Ride skill, and only steers."


def test_a_rider_attacks_those_on_foot_from_above() -> None:
    fight = mounted()
    assert inputs(fight, "attack", "ada", "orc").situations == ("elevated",)
    fight.do("dismount", "ada", "horse")
    assert inputs(fight, "attack", "ada", "orc").situations == ()


def test_each_hit_on_the_mount_calls_for_a_check_and_a_failure_unseats() -> None:
    fight = mounted()
    fight.next()
    fight.do("attack", "orc", "horse", 0, [2, 2, 3, 2])
    fight.do("attack", "orc", "horse", 0, [2, 2, 3, 2])
    assert "The mount of Ada was hit: Ride check, or unseated" in fight.due
    assert inputs(fight, "keep_seat", "ada", "", None).hits == 2
    fight.do("keep_seat", "ada", "", None, [5, 5, 3, 2, 2, 2, 4], cause="hit")  # 17 holds, 10 against 15 does not
    assert not fight.state.holds("ada", "rides", "seat_shaken")
    assert fight.state.holds("ada", "prone")
    assert fight.track("ada", "hit_points") == 30 - 4
    assert not [text for text in fight.due if "mount" in text]


def test_a_war_mount_shakes_its_rider_less() -> None:
    fight = mounted()
    fight.do("keep_seat", "ada", "", None, [2, 2, 4], cause="hit_war_mount")  # 8 + 4 against 12
    assert fight.state.holds("ada", "rides")


def test_a_mount_that_falls_is_no_longer_ridden() -> None:
    fight = mounted()
    fight.add({"do": "track", "who": "horse", "name": "hit_points", "by": -30})
    assert not fight.state.holds("ada", "rides")


def test_a_horse_of_the_table_can_be_mounted() -> None:
    fight = Fighting(one("ada"))
    fight.add(
        {
            "do": "join",
            "side": "party",
            "schema": RULES.sheet.schema,
            "sheet": [list(pair) for pair in RULES.foes.pairs("riding_horse", "")],
            "fighters": [{"id": "horse", "name": "Horse"}],
        }
    )
    assert "mount_up" in fight.offered("ada", "horse")


def test_only_a_larger_fighter_can_be_mounted() -> None:
    fight = Fighting(one("ada"), one("cole"), one("horse", size="large"))
    assert "mount_up" in fight.offered("ada", "horse")
    assert "mount_up" not in fight.offered("ada", "cole")
    assert "mount_up" not in fight.offered("horse", "ada")
