"""The round tracker: what is refused and why, modifiers, and what is left of aim and set weapons."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.openquest.turns.round_inputs import EVERY_ACTION
from pyrules.games.openquest.turns.round_tracker import ROUND_TRACKER

from ..asking import ask, refused


def played(*done: str | tuple[str, int], **starts: Any) -> tuple[list[Any], dict[str, Any], list[str]]:
    """Modifiers (or the reason of a refusal) of what one combatant does, how that one stands, and who is waiting."""
    pairs = [(one, 0) if isinstance(one, str) else one for one in done]
    events = [{"who": "A", "do": do, "metres": metres} for do, metres in pairs]
    values = ask(ROUND_TRACKER, combatants=[{"name": "A", **starts}], events=events)
    results = [row["modifier"] if row["ok"] else row["reason"] for row in values["results"]]
    assert all((row["reason"] is None) == row["ok"] for row in values["results"])
    return results, values["state"]["A"], values["waiting"]


def results(*done: str | tuple[str, int], **starts: Any) -> list[Any]:
    return played(*done, **starts)[0]


ATTACKS = [
    "all_out_attack",
    "athletic_attack",
    "charge",
    "close_attack",
    "disarming_attack",
    "great_attack",
    "ranged_attack",
    "set_weapon",
    "unarmed_attack",
    "whirling_dervish",
    "aim",
]


@pytest.mark.parametrize("action", [option.id for option in EVERY_ACTION])
def test_an_action_needs_a_ready_weapon_or_none(action: str) -> None:
    shield = "small" if action == "whirling_dervish" else "medium"
    (told,) = results(action, ready=False, shield=shield)
    assert (told == "not_ready") == (action in ATTACKS)


def test_one_action_a_round_and_the_one_declared() -> None:
    assert results("aim", "close_attack") == [0, "second_action"]
    assert results("aim", declared="close_attack") == ["not_declared"]


def test_surprise_leaves_defense_or_nothing() -> None:
    done = ("close_attack", "dodge", "bonus_attack", "set_attack")
    assert results(*done, surprised="defend_only", weapon_set=True) == ["surprised", 0, "surprised", "surprised"]
    assert results("parry", surprised="defenceless") == ["defenceless"]


def test_a_lost_round_leaves_only_surrender() -> None:
    assert results("close_attack", "parry", ("move", 1), "surrender", lost_round=True) == ["lost_round"] * 3 + [None]


def test_the_berserk_neither_cast_nor_defend_nor_give_up() -> None:
    assert results("cast_spell", "parry", "dodge", "surrender", berserk=True) == ["berserk"] * 4
    assert results("close_attack", berserk=True) == [50]


@pytest.mark.parametrize("action", ["all_out_attack", "great_attack", "charge"])
def test_defense_is_given_up_before_or_not_at_all(action: str) -> None:
    assert results(action, "parry", "dodge")[1:] == ["defence_given_up"] * 2
    assert results("dodge", action) == [0, "already_defended"]
    assert results("dodge", declared=action) == ["defence_given_up"]


def test_modifiers_of_actions() -> None:
    assert [results(one)[0] for one in ("all_out_attack", "great_attack", "set_weapon", "delay")] == [-20, 20, 0, 0]
    assert results("ranged_attack", aim=3) == [60]
    assert results("set_attack", "set_attack", weapon_set=True) == [20, "not_set"]


@pytest.mark.parametrize(
    ("starts", "expected"),
    [
        ({}, [0, -20, -40, -60]),
        ({"offhand_use": "parry", "two_weapons": True}, [0, 0, -40, -40]),
        ({"declared": "whirling_dervish", "shield": "small"}, [0, 0, -40, 0]),
        ({"declared": "whirling_dervish", "shield": "small", "offhand_use": "parry"}, [0, 0, -40, 0]),
        ({"declared": "shield_defence", "shield": "large"}, [20, 20, -40, 20]),
        ({"declared": "fighting_retreat"}, [20, 0, -40, -40]),
        ({"declared": "fighting_retreat", "shield": "large"}, [50, 30, -40, -10]),
        ({"declared": "ready_weapon"}, [-20, -40, -40, -80]),
        ({"declared": "escaping_sprint"}, ["dodge_only", "dodge_only", 0, "dodge_only"]),
    ],
)
def test_defending_again_and_again(starts: dict[str, Any], expected: list[Any]) -> None:
    assert results("parry", "parry", "dodge", "parry", **starts) == expected


@pytest.mark.parametrize(("action", "fits"), [("shield_defence", {"medium", "large"}), ("whirling_dervish", {"small"})])
def test_some_actions_need_their_shield(action: str, fits: set[str]) -> None:
    for shield in ("none", "small", "medium", "large"):
        assert results(action, shield=shield) == [0 if shield in fits else "wrong_shield"]


def test_a_bonus_attack_follows_a_plain_one_once() -> None:
    armed: dict[str, Any] = {"offhand_use": "bonus", "shield": "small"}
    assert results("bonus_attack", "close_attack", "bonus_attack", "bonus_attack", **armed) == [
        "main_not_normal",
        0,
        -20,
        "second_bonus",
    ]
    assert results("great_attack", "bonus_attack", **armed)[1] == "main_not_normal"
    assert results("close_attack", "bonus_attack", offhand_use="bonus")[1] == "no_offhand"
    assert results("close_attack", "bonus_attack", two_weapons=True)[1] == "no_offhand"


def test_a_move_is_free_up_to_the_rate() -> None:
    told, state, waiting = played(("move", 10), ("move", 6), ("move", 5))
    assert (told, state["moved"], waiting) == ([None, "too_far", None], 15, ["A"])


@pytest.mark.parametrize("other", ["parry", "dodge", "close_attack", "set_weapon"])
def test_aim_is_lost_by_anything_else(other: str) -> None:
    assert played("aim", aim=1)[1]["aim"] == 2
    assert played(other, aim=1)[1]["aim"] == 0
    assert played(("move", 3), aim=1)[1]["aim"] == 1


def test_a_set_weapon_is_unset_by_anything_else() -> None:
    assert played("set_weapon")[1]["weapon_set"]
    assert not played("set_weapon", "dodge")[1]["weapon_set"]
    assert not played(("move", 3), weapon_set=True)[1]["weapon_set"]


def test_stance_and_weapon_change() -> None:
    assert [played("change_stance", prone=prone)[1]["prone"] for prone in (True, False)] == [False, True]
    assert played("ready_weapon", ready=False)[1]["ready"]


def test_what_is_refused_changes_nothing() -> None:
    before, after = played("close_attack", aim=0)[1], played("close_attack", "aim", "cast_spell")[1]
    assert before == after


def test_only_those_who_can_act_are_waited_for() -> None:
    people = [
        {"name": "Free"},
        {"name": "Done"},
        {"name": "Caught", "surprised": "defend_only"},
        {"name": "Dazed", "lost_round": True},
        {"name": "Beaten"},
    ]
    events = [{"who": "Done", "do": "aim"}, {"who": "Beaten", "do": "surrender"}]
    values = ask(ROUND_TRACKER, round=4, combatants=people, events=events)
    assert (values["waiting"], values["seconds_elapsed"]) == (["Free"], 20)


def test_names_must_fit() -> None:
    twice = {"name": "A"}
    assert refused(ROUND_TRACKER, combatants=[twice, twice]) == ("combatants.1.name", "not_allowed")
    stranger = [{"who": "B", "do": "aim"}]
    assert refused(ROUND_TRACKER, combatants=[twice], events=stranger) == ("events.0.who", "bad_option")


def test_who_waits_acts_once_that_character_has_finished() -> None:
    """Given a Delay, when the attack follows, then it is allowed, and a second Delay is not."""
    told, state, waiting = played("delay", "delay", "close_attack", "parry", weapon_set=True)
    assert told == [0, "second_action", 0, 0]
    assert state["acted"] == "close_attack"
    assert not waiting
    assert played("delay", aim=2)[1]["aim"] == 2
    assert played("delay")[2] == ["A"]
    assert results("delay", "great_attack", declared="delay") == [0, 20]


@pytest.mark.parametrize(
    ("does", "modifier"),
    [("close_attack", -20), ("great_attack", 0), ("parry", -20), ("dodge", -20), ("cast_spell", 0)],
)
def test_attacking_or_defending_while_prone(does: str, modifier: int) -> None:
    assert results(does, prone=True) == [modifier]


def test_a_prone_target_is_easier_up_close_and_harder_from_afar() -> None:
    people = [{"name": "A"}, {"name": "B"}, {"name": "Low", "prone": True}]
    events = [
        {"who": "A", "do": "close_attack", "target": "Low"},
        {"who": "B", "do": "ranged_attack", "target": "Low"},
    ]
    told = ask(ROUND_TRACKER, combatants=people, events=events)["results"]
    assert [row["modifier"] for row in told] == [20, -20]


def test_the_character_may_simply_give_up_and_attacks_no_more() -> None:
    assert results("surrender", "ranged_attack", "parry", aim=2) == [None, "surrendered", 0]
    assert results("close_attack", "surrender", "bonus_attack", offhand_use="bonus", shield="small")[2] == "surrendered"


@pytest.mark.parametrize(("skill", "bonus"), [(None, 100), (55, 45), (120, 0)])
def test_aim_goes_up_to_a_maximum_modified_skill_of_100(skill: int | None, bonus: int) -> None:
    assert results("ranged_attack", aim=9, ranged=skill) == [bonus]


def test_aim_counts_at_the_aimed_target_alone() -> None:
    shooter: dict[str, Any] = {"name": "A", "aim": 2, "aim_at": "Bor"}
    for target, modifier in (("Bor", 40), ("Cyl", 0)):
        events = [{"who": "A", "do": "ranged_attack", "target": target}]
        assert ask(ROUND_TRACKER, combatants=[shooter], events=events)["results"][0]["modifier"] == modifier
    events = [{"who": "A", "do": "aim", "target": "Cyl"}]
    assert ask(ROUND_TRACKER, combatants=[shooter], events=events)["state"]["A"]["aim"] == 1


def test_an_unarmed_counter_uses_the_action() -> None:
    assert results("parry", "unarmed_counter", "close_attack") == [0, None, "second_action"]
    assert results("close_attack", "unarmed_counter") == [0, "second_action"]


def shot_at(shield: str, *before: str) -> Any:
    """The modifier of a shot at somebody with a shield, who has done something before."""
    events = [{"who": "B", "do": do} for do in before] + [{"who": "A", "do": "ranged_attack", "target": "B"}]
    values = ask(ROUND_TRACKER, combatants=[{"name": "A"}, {"name": "B", "shield": shield}], events=events)
    return values["results"][-1]["modifier"]


@pytest.mark.parametrize(("shield", "modifier"), [("medium", -20), ("large", -50)])
def test_a_shield_set_as_cover_makes_shots_harder_until_its_bearer_acts(shield: str, modifier: int) -> None:
    assert shot_at(shield, "set_shield") == modifier
    assert shot_at(shield, "set_shield", "close_attack") == 0
    assert shot_at(shield) == 0


def test_a_shield_set_as_cover_delays_the_action() -> None:
    """Given a shield that is set, then the action is still there, and comes once the missiles stop."""
    done, _, waiting = played("set_shield", shield="large")
    assert (done, waiting) == ([None], ["A"])
    assert results("set_shield", "close_attack", shield="large") == [None, 0]
    assert results("close_attack", "set_shield", shield="large") == [0, "second_action"]
    assert results("close_attack", shield="large", shield_set=True) == [0]


@pytest.mark.parametrize("shield", ["none", "small"])
def test_only_a_medium_or_large_shield_is_cover(shield: str) -> None:
    assert results("set_shield", shield=shield) == ["wrong_shield"]


def test_a_mount_that_bolts_takes_the_action_and_leaves_the_dodge() -> None:
    done, _, waiting = played("close_attack", "parry", "dodge", mount_bolts=True)
    assert (done, waiting) == (["bolting", "dodge_only", 0], [])


@pytest.mark.parametrize(("does", "modifier"), [("close_attack", 50), ("great_attack", 70), ("unarmed_attack", 0)])
def test_the_berserk_attack_better_up_close_with_weapons_alone(does: str, modifier: int) -> None:
    assert results(does, berserk=True) == [modifier]


def test_the_dead_are_not_still_to_act() -> None:
    done, _, waiting = played("down", "close_attack", "parry", ("move", 1), "up", "close_attack")
    assert (done, waiting) == ([None, "down", "down", "down", None, 0], [])
    assert played("down")[2] == []


def test_the_next_round_carries_over_what_lasts_and_times_lost_rounds_and_surprise() -> None:
    _, state, waiting = played("aim", "dodge", ("move", 9), "next_round", prone=True, ready=False, aim=1)
    assert waiting == ["A"]
    assert [state[name] for name in ("acted", "defences", "moved")] == [None, 0, 0]
    assert (state["prone"], state["ready"]) == (True, False)
    assert played("aim", "next_round", aim=1)[1]["aim"] == 2
    for start in ({"surprised": "defenceless"}, {"lost_round": True}, {"mount_bolts": True}, {"declared": "aim"}):
        assert results("close_attack", "next_round", "close_attack", "parry", **start)[2:] == [0, 0], start
    assert results("delay", "next_round", "delay") == [0, None, 0]
    assert results("surrender", "next_round", "close_attack")[2] == "surrendered"


def test_only_the_next_round_is_nobodys_event() -> None:
    people = [{"name": "A"}]
    values = ask(ROUND_TRACKER, round=3, combatants=people, events=[{"do": "next_round"}])
    assert (values["seconds_elapsed"], values["log"][0]["who"]) == (20, None)
    assert refused(ROUND_TRACKER, combatants=people, events=[{"do": "aim"}]) == ("events.0.who", "missing_field")


@pytest.mark.parametrize(("does", "reason"), [("charge", None), ("close_attack", "no_charge")])
def test_a_set_weapon_strikes_a_charger_alone(does: str, reason: str | None) -> None:
    people = [{"name": "A", "weapon_set": True}, {"name": "B"}]
    events = [{"who": "B", "do": does}, {"who": "A", "do": "set_attack", "target": "B"}]
    assert ask(ROUND_TRACKER, combatants=people, events=events)["results"][1]["reason"] == reason
    assert results("set_attack", weapon_set=True) == [20], "without a name, or at somebody else"
