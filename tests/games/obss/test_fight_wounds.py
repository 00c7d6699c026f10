"""Life and death in a fight of OBSS."""

from __future__ import annotations

from .fighting import Fighting
from .test_fight_acts import one, two


def test_the_dying_lose_a_point_a_round_and_die_at_the_line() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes", con=-3))
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -2})
    line = fight.here("orc").me["dead_at"]
    rounds = -2 - line
    for lost in range(rounds):
        assert fight.track("orc", "hit_points") == -2 - lost
        assert fight.state.holds("orc", "dying")
        fight.next(2)
    assert fight.state.holds("orc", "dead")
    fight.next(2)
    assert fight.track("orc", "hit_points") == line


def test_the_dying_are_named_once_a_round_as_their_time_has_run() -> None:
    fight = Fighting(one("ada"), one("orc", "foes", con=1), one("cole"), one("dana"))
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -2})
    named = []
    for _ in range(6):
        named.append(next((due for due in fight.due if due.startswith("Orc is dying")), ""))
        fight.next()
    assert named == [
        "",
        "Orc is dying: 9 rounds to the death line at −12, First Aid DC 15",
        "",
        "",
        "Orc is dying: 8 rounds to the death line at −12, First Aid DC 16",
        "",
    ]


def test_the_dying_in_the_last_place_are_named_as_the_round_begins() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes", con=1))
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -2})
    fight.next()
    assert not fight.due
    fight.next()
    assert fight.due == ["Orc is dying: 9 rounds to the death line at −12, First Aid DC 15"]


def test_dying_ends_by_hit_points_alone() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes", con=1))
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -10})
    dying = fight.state.find("orc", "dying")
    assert dying is not None and dying.ends == ()  # `due` says what is left to the death line


def test_magic_brings_the_dying_to_one_point() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"))
    fight.add({"do": "track", "who": "cole", "name": "hit_points", "to": -5})
    fight.do("magic_heals", "ada", "cole", heals="8")
    assert (fight.track("cole", "hit_points"), fight.track("cole", "fatigue")) == (1, 1)
    assert fight.lines("magic_heals", "ada", "cole", heals="8") == ["Cole: 9 hit points"]
    fight.add({"do": "track", "who": "ada", "name": "hit_points", "to": -3})
    assert fight.why_not("magic_heals", "ada", "cole") != "", "one who is dying heals nobody"
    assert fight.track("cole", "hit_points") == 9


def test_a_second_fall_makes_first_aid_harder() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"))
    for to in (-1, 5, -4):
        fight.add({"do": "track", "who": "cole", "name": "hit_points", "to": to})
    assert fight.track("cole", "falls") == 2
    assert fight.odds("first_aid_dying", "ada", "cole").inputs.dc == 12 + 4 + 2


def test_the_optional_save_replaces_the_loss_of_points() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"), table={"fight_for_life": True})
    fight.add({"do": "track", "who": "cole", "name": "hit_points", "to": -3})
    assert fight.due == ["Cole may save for life this round"]
    for dc in (15, 16, 17):
        assert fight.odds("life_save", "cole").inputs.dc == dc
        fight.do("life_save", "cole", "", None, [1, 2, 1])
        assert fight.track("cole", "hit_points") == (-3 if dc < 17 else fight.here("cole").me["dead_at"])
        fight.next(2)
    assert fight.state.holds("cole", "dead")


def test_one_who_saves_for_life_wakes_fatigued() -> None:
    fight = Fighting(one("ada"), one("cole"), one("orc", "foes"), table={"fight_for_life": True})
    fight.add({"do": "track", "who": "cole", "name": "hit_points", "to": -3})
    fight.do("life_save", "cole", "", None, [5, 5, 5])
    assert (fight.track("cole", "hit_points"), fight.track("cole", "fatigue")) == (1, 1)
    assert fight.held == ["cole prone"]


def test_bleeding_takes_ten_at_most() -> None:
    fight = two()
    fight.hold("orc", "bleeding", number=14)
    fight.next()
    assert fight.track("orc", "hit_points") == 20
