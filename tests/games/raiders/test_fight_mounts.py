"""Riders, their mounts, and attacks on a place in fights of Ruins & Raiders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pyrules

from .fighting import BRAN, OGG, Fighting, foe

# Mounts


MARE: dict[str, Any] = {"id": "mare", "sheet": {"brawn": 7, "athlete": 4, "fortitude": 3}}


def mounted() -> Fighting:
    fight = Fighting(OGG, BRAN, MARE, table={"wound_limit": 50})
    fight.hold("bran", "rides", "mare")
    return fight


def test_each_hit_on_a_rider_is_a_roll_to_keep_the_seat() -> None:
    fight = mounted()
    fight.do("strike", "ogg", "bran", 0, [5, 5])  # mox 1 + Brawn 6 + 4 = 11
    fight.do("strike", "ogg", "bran", 0, [5, 4])  # mox 0: 10
    assert fight.due == [
        "Bran rolls Ranger against 11 to stay in the saddle.",
        "Bran rolls Ranger against 10 to stay in the saddle.",
    ]
    assert fight.odds("seat", "bran", "ogg").answer == pyrules.answer("raiders.seat", {"ranger": 2, "damage": 11})
    assert fight.lines("seat", "bran", "ogg", faces=[5, 5]) == ["Bran: the roll against 11 is made"]
    assert fight.due == ["Bran rolls Ranger against 10 to stay in the saddle."]
    assert fight.lines("seat", "bran", "ogg", faces=[3, 4]) == [
        "Bran: the roll against 10 is made",
        "Bran: falls off Mare",
        "Bran: prone",
    ]


def test_protection_that_stops_every_wound_does_not_spare_the_roll() -> None:
    fight = Fighting(OGG, {**BRAN, "sheet": {**BRAN["sheet"], "armor": 30, "conditions": ["mounted"]}})
    lines = fight.lines("strike", "ogg", "bran", 0, [5, 5])
    assert lines == ["Ogg: 1 action spent, 1 left", "Bran: must keep the seat, Ranger against 11"]
    assert fight.lines("seat", "bran", "ogg", faces=[1, 1])[1:] == ["Bran: falls out of the saddle", "Bran: prone"]


def test_a_mount_is_attacked_as_its_rider_and_its_fall_is_due() -> None:
    fight = mounted()
    assert "strike" in fight.offered("ogg", "mare")
    fight.add({"do": "track", "who": "mare", "name": "wounds", "by": 50})
    assert fight.due == ["Mare is down under Bran."]
    fight.do("dismount", "bran", "mare")
    assert (fight.due, fight.held) == ([], ["mare down"])


def test_a_rider_who_goes_down_rides_no_more() -> None:
    fight = mounted()
    fight.add({"do": "track", "who": "bran", "name": "wounds", "by": 50})
    assert fight.held == ["bran down"]


def test_a_mount_obeys_a_ranger() -> None:
    fight = mounted()
    fight.next()
    asked = {"trait": 2, "target": 12, "bonus": 3}
    assert fight.odds("order_animal", "bran", "mare", training="yes").answer == pyrules.answer("raiders.roll", asked)
    assert fight.lines("order_animal", "bran", "mare", faces=[1, 2]) == ["Mare does not obey Bran"]


# Areas


def test_an_attack_on_a_place_catches_those_who_do_not_leap_clear() -> None:
    fight = Fighting(BRAN, OGG, {**OGG, "id": "ugg"})
    fight.hold("bran", "range", "ogg", number=4)
    fight.do("aim", "bran")
    asked = {
        "offense": 7,
        "range_cl": 4,
        "spaces_covered": 6,
        "spaces_to_leave": 2,
        "athlete": 1,
        "damage": 3,
        "protection": 3,
    }
    found = fight.odds("area", "bran", "ogg", 1, covered="6", leave="2")
    assert found.answer == pyrules.answer("raiders.area", asked)
    lines = fight.lines("area", "bran", "ogg", 1, [3, 3, 1, 2], covered="6", leave="2")
    assert lines[1:] == ["Bran: the aim of +3 is used", "Bran: others in the area may be caught, damage 3"]
    assert fight.rules.sheet.conditions.counted("area_hit", 3) == "Has hit an area, damage 3"
    assert fight.figure("area_too", "p_success", "bran", "ugg", leave="1") == Fraction(33, 36)
    fight.add({"do": "track", "who": "ugg", "name": "wounds", "by": 2})
    assert fight.lines("area_too", "bran", "ugg", faces=[1, 2], leave="2") == []
    fight.next()
    assert "area_too" not in fight.offered("bran", "ugg")


def test_nobody_asks_how_one_who_is_down_gets_out_of_an_area() -> None:
    fight = Fighting(BRAN, OGG)
    act = fight.rules.act("area")
    assert [ask.name for ask in act.asks(fight.here("bran", "ogg", 1))] == ["covered", "leave"]
    fight.hold("ogg", "down")
    assert [ask.name for ask in act.asks(fight.here("bran", "ogg", 1))] == ["covered"]


def test_one_who_is_down_does_not_leap_clear_of_an_area() -> None:
    fight = Fighting(BRAN, OGG, {**foe(fortitude=1), "id": "ugg"})
    for who in ("ogg", "ugg"):
        fight.hold(who, "down")
    found = fight.odds("area", "bran", "ogg", 1, covered="6")
    assert found.answer and found.answer.values["p_caught"] == found.answer.values["p_area_hit"]
    fight.do("area", "bran", "ogg", 1, [6, 5], covered="6")
    assert "area_too" not in fight.offered("bran", "ugg")
    fight.do("area_down", "bran", "ugg")
    assert fight.wounds("ugg") == 2  # damage 3, Protection 1


def test_an_area_of_one_space_catches_nobody_else() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("area", "bran", "ogg", 1, [4, 4], covered="1")
    assert "area_too" not in fight.offered("bran", "ogg")


def test_a_rider_who_is_down_keeps_no_seat() -> None:
    fight = mounted()
    fight.hold("bran", "down")
    fight.hold("bran", "rides", "mare")
    fight.hold("bran", "seat_due", "ogg", number=9)
    assert not fight.offered("bran", "mare") & {"dismount", "seat"}
    assert "seat" not in fight.offered("bran", "ogg")
    assert not [text for text in fight.due if "Bran" in text]
