"""Down and burning: staying awake, fire, and the conditions event by event."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.stepdie.health.condition_tracker import TRACK
from pyrules.games.stepdie.health.incapacitated import INCAPACITATED
from pyrules.games.stepdie.health.smoldering import SMOLDERING

from ..asking import ask, refused, rolled


def test_staying_awake_grows_harder_every_turn() -> None:
    values = ask(INCAPACITATED, strength={"die": 6}, turns=5)

    assert [row["tn"] for row in values["track"]] == [3, 4, 5, 6, 7]
    assert values["by_turn"] == [Fraction(4, 6), Fraction(12, 36), Fraction(24, 216), Fraction(24, 1296), 0]
    assert values["certain_out_by"] == 5
    assert values["expected_conscious_turn_ends"] == sum(values["by_turn"])
    assert rolled(INCAPACITATED, strength={"die": 6}, turns=3)["Awake"] == values["by_turn"][2]


def test_where_the_ending_turn_does_not_count_everything_is_one_easier() -> None:
    values = ask(INCAPACITATED, strength={"die": 6}, turns=3, count_current_turn=False)
    assert [row["tn"] for row in values["track"]] == [2, 3, 4]
    assert values["certain_out_by"] is None


@pytest.mark.parametrize(("put_out", "health"), [(None, [2, 1, 0, -1]), (1, [3, 3, 3, 3]), (3, [2, 1, 1, 1])])
def test_fire_burns_until_the_turn_that_puts_it_out(put_out: int | None, health: list[int]) -> None:
    values = ask(SMOLDERING, health=3, put_out_on_turn=put_out, turns=4)
    assert values["health_after_turn"] == health
    assert values["fire_damage"] == 3 - health[-1]
    assert values["incapacitated_on_turn"] == (3 if put_out is None else None)


def after(*events: Any, **more: Any) -> dict[str, Any]:
    records = [one if isinstance(one, dict) else {"do": one} for one in events]
    return ask(TRACK, **({"health": 3, "agility_die": 8, "events": records} | more))


def hurt(points: int) -> dict[str, Any]:
    return {"do": "damage", "n": points}


def ends(roll: int | None = None, *, warm: bool = False) -> dict[str, Any]:
    return {"do": "end_turn", "strength_roll": roll, "warm": warm}


def test_who_has_no_health_at_first_is_down() -> None:
    values = after(health=0)
    assert values["incapacitated"] and values["grounded"] and values["can_act"]


def test_healed_one_may_stand_for_free_and_lies_until_then() -> None:
    values = after(hurt(3), ends(9), {"do": "heal", "n": 1})
    assert (values["incapacitated"], values["grounded"], values["free_stand"]) == (False, True, True)
    assert values["incap_turns"] == 0
    stood = after(hurt(3), {"do": "heal", "n": 1}, "stand")
    assert (stood["grounded"], stood["free_stand"]) == (False, False)


def test_help_needs_three_and_does_not_lift_the_incapacitated() -> None:
    assert not after("ground", {"do": "helped", "strength_roll": 3})["grounded"]
    assert after("ground", {"do": "helped", "strength_roll": 2})["grounded"]
    assert after(hurt(3), {"do": "helped", "strength_roll": 12})["grounded"]


def test_fire_that_drops_a_character_needs_no_roll_that_turn() -> None:
    values = after("ignite", ends(), health=1)
    assert (values["health"], values["incapacitated"], values["incap_turns"]) == (0, True, 0)
    assert after("ignite", ends(), ends(3), health=1)["unconscious"] is False
    assert after("ignite", ends(), ends(2), health=1)["unconscious"] is True


def test_a_turns_end_takes_stun_and_warmth_the_cold() -> None:
    values = after("stun", "chill")
    assert (values["can_act"], values["speed"], values["attack_die"]) == (False, 0, 6)
    over = after("stun", "chill", ends())
    assert (over["stunned"], over["turn_lost"], over["chilled"]) == (False, 1, True)
    assert not after("chill", ends(warm=True))["chilled"]


def test_limbs_and_cold_lower_the_dice_that_they_touch() -> None:
    values = after("maim_arm", "maim_arm", "chill")
    assert (values["attack_die"], values["dodge_die"]) == (4, 6)
    values = after("maim_leg", "chill")
    assert (values["attack_die"], values["dodge_die"], values["speed"]) == (6, 4, 2)


def test_put_out_in_time_it_burns_no_more() -> None:
    assert after("ignite", ends(), "put_out", ends())["health"] == 2


@pytest.mark.parametrize(
    ("events", "field"),
    [
        ([hurt(3), {"do": "stand"}], "events.1.do"),
        ([hurt(3), ends()], "events.1.strength_roll"),
        ([{"do": "helped"}], "events.0.strength_roll"),
        ([{"do": "damage"}], "events.0.n"),
        ([{"do": "sing"}], "events.0.do"),
    ],
)
def test_what_the_tracker_refuses(events: list[dict[str, Any]], field: str) -> None:
    assert refused(TRACK, health=3, events=events) == (field, "not_allowed")


def test_who_regains_enough_health_to_be_above_0_wakes() -> None:
    out = [{"do": "damage", "n": 4}, {"do": "end_turn", "strength_roll": 1}]
    assert ask(TRACK, health=4, events=out)["unconscious"]
    healed = ask(TRACK, health=4, events=[*out, {"do": "heal", "n": 2}])
    assert (healed["unconscious"], healed["free_stand"], healed["can_act"]) == (False, True, True)
    assert ask(TRACK, health=4, events=[*out, {"do": "heal", "n": 2}, {"do": "stand"}])["grounded"] is False
    assert ask(TRACK, health=4, events=[*out, {"do": "heal", "n": 0}])["unconscious"]


def test_three_failures_in_a_row_knock_out_and_some_event_wakes() -> None:
    held = [{"do": "grapple"}, {"do": "escape_fails"}, {"do": "escape_fails"}]
    assert ask(TRACK, health=4, events=held)["failures"] == 2
    out = ask(TRACK, health=4, events=[*held, {"do": "escape_fails"}])
    assert (out["unconscious"], out["grappled"], out["grounded"]) == (True, True, True)
    assert not ask(TRACK, health=4, events=[*held, {"do": "escape_fails"}, {"do": "wake"}])["unconscious"]
    assert refused(TRACK, health=4, events=[{"do": "wake"}]) == ("events.0.do", "not_allowed")
    assert refused(TRACK, health=0, events=[{"do": "knocked_out"}, {"do": "wake"}]) == ("events.1.do", "not_allowed")
    assert refused(TRACK, health=4, events=[{"do": "freed"}]) == ("events.0.do", "not_allowed")
    assert refused(TRACK, health=4, events=[{"do": "grapple"}, {"do": "stand"}]) == ("events.1.do", "not_allowed")
