"""The saddle in a fight of OpenQuest: the pace of the mount, and one that is not used to combat."""

from __future__ import annotations

import pyrules

from .fighting import Fighting
from .test_fight_acts import fighter, two


def riding(training: str = "trained") -> Fighting:
    fight = two(riding=80)
    fight.do("mount", "hild", pace="25", training=training)
    return fight


def test_a_rider_moves_as_far_as_the_mount() -> None:
    fight = riding()
    fight.hold("hild", "apart", "orc", number=40)
    fight.do("close_in", "hild", "orc")
    assert "hild apart orc 15" in fight.held
    assert "hild moved 25" in fight.held


def test_on_foot_again_the_mount_is_forgotten() -> None:
    fight = riding("untrained")
    assert fight.held == ["hild mounted", "hild mount_pace 25", "hild untrained_mount"]
    fight.do("dismount", "hild")
    assert fight.held == []
    fight.hold("hild", "apart", "orc", number=40)
    fight.do("close_in", "hild", "orc")
    assert "hild apart orc 25" in fight.held  # 15 meters on foot


def test_an_untrained_mount_takes_a_riding_test_each_round() -> None:
    fight = riding("untrained")
    due = "Hild tests Riding: the mount is not used to combat."
    assert due in fight.due
    expected = pyrules.answer("openquest.skill_test", {"skill": {"base": 80}}).values["p_success"]
    assert fight.figure("control_mount", "p_control", "hild") == expected
    fight.do("control_mount", "hild", faces=[80])
    assert due not in fight.due
    assert not fight.why_not("close_attack", "hild", "orc", 0)
    fight.next(2)
    assert due in fight.due


def test_a_mount_that_bolts_takes_the_action_and_carries_its_rider_away() -> None:
    fight = riding("untrained")
    fight.do("control_mount", "hild", faces=[81])
    assert fight.why_not("close_attack", "hild", "orc", 0)
    assert fight.labels_or_none("close_attack", "orc", "hild", 0) == ["Dodge 40 %", "None"]
    fight.next(2)
    assert "hild away" in fight.held


def test_a_hit_keeps_the_rider_of_a_bolting_mount_in_the_fight() -> None:
    fight = riding("untrained")
    fight.do("control_mount", "hild", faces=[81])
    fight.next()
    fight.do("close_attack", "orc", "hild", 0, [30, 5], defense="none")
    fight.next()
    assert "hild away" not in fight.held


def test_a_trained_mount_asks_for_no_test() -> None:
    assert not [text for text in riding().due if "Riding" in text]


def test_a_rush_in_a_vehicle_goes_by_their_drive() -> None:
    fight = Fighting(fighter("hild", perception=60), fighter("orc", "foes"), begun=False)
    found = fight.odds("watch", "hild", kind="rush_vehicle", drive="70").inputs
    assert (found.kind, found.npc.base) == ("rush_vehicle", 70)
    assert [one.name for one in fight.rules.act("watch").asks(fight.here("hild", kind="rush_vehicle"))] == [
        "kind",
        "drive",
    ]
    assert [one.name for one in fight.rules.act("watch").asks(fight.here("hild", kind="ambush"))] == ["kind"]


def test_a_rider_who_is_down_has_nothing_to_do_in_the_saddle() -> None:
    fight = riding("untrained")
    fight.hold("hild", "stabilized")
    assert not fight.offered("hild") & {"mount", "dismount", "control_mount", "scene", "watch"}
    assert not [text for text in fight.due if "Riding" in text]
