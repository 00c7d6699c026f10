"""Hit points through a fight and after it."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.obss.life.hp_tracker import HP_TRACKER

from ..asking import ask, refused


def after(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    return ask(HP_TRACKER, **{"hp": 4, "max_hp": 20, "con": 2, "mp": 30, **more}, events=list(events))


def hurt(n: int) -> dict[str, Any]:
    return {"type": "damage", "n": n}


def heal(n: int) -> dict[str, Any]:
    return {"type": "magic_heal", "n": n}


def aid(total: int) -> dict[str, Any]:
    return {"type": "first_aid", "total": total}


def save(total: int) -> dict[str, Any]:
    return {"type": "life_save", "total": total}


BLEED = {"type": "bleed"}


@pytest.mark.parametrize(
    ("damage", "status", "drops"), [(3, "active", 0), (4, "unconscious", 0), (5, "dying", 1), (18, "dead", 0)]
)
def test_what_damage_leaves(damage: int, status: str, drops: int) -> None:
    values = after(hurt(damage))
    assert (values["status"], values["drops"], values["hp"]) == (status, drops, 4 - damage)


def test_only_the_dying_bleed_and_only_until_they_are_dead() -> None:
    assert after(hurt(4), BLEED)["hp"] == 0
    assert after(hurt(16), BLEED)["hp"] == -13
    assert after(hurt(16), BLEED, BLEED, BLEED, heal(50)) == after(hurt(16), BLEED, BLEED) | {
        "log": after(hurt(16), BLEED, BLEED, BLEED, heal(50))["log"]
    }
    assert after(hurt(16), BLEED, BLEED)["status"] == "dead"


def test_magic_lifts_the_dying_to_one_and_everyone_else_by_its_points() -> None:
    assert after(hurt(10), heal(9))["hp"] == 1
    assert after(hurt(10), heal(9), heal(9))["hp"] == 10
    assert after(hurt(4), heal(9))["hp"] == 9
    assert after(heal(50))["hp"] == 20


def test_coming_back_costs_magic_points_and_breath_once_for_each_fall() -> None:
    back = after(hurt(10), heal(1), heal(5))
    assert (back["mp"], back["fatigue"]) == (15, 1)
    again = after(hurt(10), heal(1), heal(5), hurt(10), heal(1))
    assert (again["mp"], again["fatigue"], again["drops"]) == (5, 2, 2)  # half of 15 is less than the least of 10
    never_below = after(hurt(4), aid(12))
    assert (never_below["mp"], never_below["fatigue"], never_below["hp"]) == (30, 0, 1)


def test_first_aid_counts_from_zero_and_its_price_from_above_zero() -> None:
    at_zero = after(hurt(10), aid(18))
    assert (at_zero["hp"], at_zero["status"], at_zero["mp"], at_zero["fatigue"]) == (0, "unconscious", 30, 0)
    awake = after(hurt(10), aid(18), aid(12))
    assert (awake["hp"], awake["mp"], awake["fatigue"]) == (1, 15, 1)
    assert after(hurt(10), aid(17))["hp"] == -6


def test_each_later_fall_makes_first_aid_harder_until_a_night_of_rest() -> None:
    falls = (hurt(10), heal(1))
    assert after(*falls, hurt(3))["first_aid_dc"] == 12 + 2 + 2
    night = {"type": "night", "wp": 1}
    assert after(*falls, night, hurt(6))["first_aid_dc"] == 12 + 3
    assert after(*falls, night, hurt(6), night_ends_falls=False)["first_aid_dc"] > 12 + 3
    assert (after(*falls, hurt(3))["rounds_to_death"], after()["first_aid_dc"]) == (12, None)


def test_an_hour_at_zero_decides() -> None:
    save = {"type": "hour_save"}
    assert after(hurt(4), {**save, "total": 15})["hp"] == 1
    failed = after(hurt(4), {**save, "total": 14})
    assert (failed["hp"], failed["status"], failed["drops"]) == (-1, "dying", 1)
    assert refused(HP_TRACKER, hp=4, max_hp=20, events=[{**save, "total": 15}]) == ("events.0.type", "not_allowed")


def test_the_mind_is_free_when_dying_begins_except_from_domination() -> None:
    conditions = [{"type": "condition", "name": name} for name in ("Charmed", "Dominated", "confused", "Prone")]
    assert after(*conditions, hurt(4))["conditions"] == ["Charmed", "Dominated", "confused", "Prone"]
    assert after(*conditions, hurt(5))["conditions"] == ["Dominated", "Prone"]


def test_nonlethal_damage_knocks_out_then_kills() -> None:
    def beaten(n: int, *more: dict[str, Any]) -> dict[str, Any]:
        return after({"type": "nonlethal", "n": n}, *more)

    assert [beaten(n)["status"] for n in (3, 4, 31, 32)] == ["active", "fainted", "fainted", "dead"]
    assert beaten(5, {"type": "nonlethal_hour"})["status"] == "active"  # 2 an hour
    assert beaten(1, {"type": "nonlethal_hour"})["nonlethal"] == 0


def test_the_maximum_falls_with_the_hit_points_and_comes_back_by_rest() -> None:
    lower = {"type": "max_hp_damage", "n": 3}
    values = after(lower, hp=20)
    assert (values["hp"], values["max_hp"]) == (17, 17)
    rested = after(lower, {"type": "max_hp_rest", "roll": 4}, hp=20)  # 4 + 2, of which 3 were lost
    assert (rested["hp"], rested["max_hp"]) == (17, 20)
    assert after(lower, {"type": "max_hp_rest", "roll": 1}, hp=20, con=-2)["max_hp"] == 18


def test_a_night_heals_by_what_the_player_chooses_or_by_level() -> None:
    night = {"type": "night", "wp": 3, "mp": 5}
    assert after(night)["hp"] == 4 + 6
    assert after({**night, "choice": "mp"})["hp"] == 4 + 10
    assert after({**night, "level": 4}, natural_recovery="level")["hp"] == 4 + 8
    assert after(hurt(4), night)["hp"] == 0  # nobody rests at zero


def test_an_event_says_what_it_needs_and_nothing_else() -> None:
    def wrong(**event: Any) -> tuple[str, str]:
        return refused(HP_TRACKER, hp=4, max_hp=20, events=[event])

    assert wrong(type="damage") == ("events.0.n", "missing_field")
    assert wrong(type="night", mp=3) == ("events.0.wp", "missing_field")
    assert wrong(type="bleed", n=1) == ("events.0.n", "not_allowed")
    assert wrong(type="damage", n=1, name="Prone") == ("events.0.name", "not_allowed")
    assert wrong(type="damage", n=-3) == ("events.0.n", "out_of_range")
    assert wrong(type="first_aid", total=20) == ("events.0.type", "not_allowed")


def test_nothing_is_refused_that_happens_to_the_dead() -> None:
    assert after(hurt(18), {"type": "hour_save", "total": 3}, aid(40))["hp"] == -14


def test_a_character_who_starts_below_zero_has_fallen_once() -> None:
    values = after(hp=-6)
    assert (values["status"], values["drops"], values["first_aid_dc"]) == ("dying", 1, 18)
    assert after(heal(1), hp=-6)["fatigue"] == 1
    assert refused(HP_TRACKER, hp=15, max_hp=10) == ("hp", "not_allowed")


# The optional saves.


def fighting(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    return after(*events, fight_for_life=True, **more)


def test_a_save_for_ones_life_wakes_at_1_hit_point_and_fatigued() -> None:
    for damage, mp in ((4, 30), (9, 15)):
        awake = fighting(hurt(damage), save(15))
        assert (awake["hp"], awake["status"], awake["fatigue"], awake["mp"]) == (1, "active", 1, mp)


def test_each_failed_save_makes_the_next_one_harder_and_the_third_kills() -> None:
    down = [fighting(hurt(9), *[save(14)] * failed) for failed in range(4)]
    assert [one["life_save_dc"] for one in down] == [15, 16, 17, None]
    assert [one["rounds_to_death"] for one in down] == [3, 2, 1, None]
    assert [one["status"] for one in down] == ["dying", "dying", "dying", "dead"]
    assert fighting(hurt(9), save(14), save(15))["status"] == "dying", "15 no longer does"
    assert fighting(hurt(9), save(14), save(16))["status"] == "active"


def test_each_return_below_0_raises_the_first_dc_and_a_fall_to_0_does_not() -> None:
    assert fighting(hurt(9), save(15), hurt(9))["life_save_dc"] == 16
    assert fighting(hurt(4), save(15), hurt(1))["life_save_dc"] == 15
    assert fighting(hurt(4), save(15), hurt(2))["life_save_dc"] == 15


def test_failures_in_a_row_start_again_after_waking() -> None:
    assert fighting(hurt(4), save(1), save(1), heal(3), hurt(3))["life_save_dc"] == 15


def test_death_at_dc_18_comes_sooner_after_earlier_falls() -> None:
    twice = (hurt(9), save(15), hurt(9), save(16), hurt(9))
    assert fighting(*twice, rule="dc_18")["rounds_to_death"] == 1
    assert fighting(*twice, save(16), rule="dc_18")["status"] == "dead"
    assert fighting(*twice, save(16))["status"] == "dying"
    assert fighting(*twice, save(17), hurt(9), rule="dc_18")["status"] == "dead", "no save is left"


def test_optional_saves_replace_bleeding_and_the_hour() -> None:
    assert fighting(hurt(9), BLEED)["hp"] == -5
    hour = {"type": "hour_save", "total": 20}
    asked = {"hp": 0, "max_hp": 20}
    assert refused(HP_TRACKER, **asked, fight_for_life=True, events=[hour]) == ("events.0.type", "not_allowed")


def test_the_death_save_needs_the_optional_rule_and_a_fallen_character() -> None:
    asked = {"max_hp": 20, "events": [save(15)]}
    assert refused(HP_TRACKER, **asked, hp=0) == ("events.0.type", "not_allowed")
    assert refused(HP_TRACKER, **asked, hp=1, fight_for_life=True) == ("events.0.type", "not_allowed")


def test_damage_kills_at_the_death_line_in_spite_of_saves() -> None:
    assert fighting(hurt(18))["status"] == "dead"
