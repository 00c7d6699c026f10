"""The Actions of a round, and the turn tracker: places, what is left, and what lasts until when."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pyrules.games.obss.turns.action_budget import ACTION_BUDGET
from pyrules.games.obss.turns.turn_events import EVERY_EVENT, TURNS
from pyrules.games.obss.turns.turn_tracker import TURN_TRACKER

from ..asking import ask, refused

# The budget.


def budget(*actions: str, **more: Any) -> tuple[list[int], bool]:
    values = ask(ACTION_BUDGET, actions=list(actions), **more)
    assert [row["spent"] for row in values["budget"]] == [
        values[kind] for kind in ("actions", "reactions", "immediates")
    ]
    assert [row["most"] for row in values["budget"]] == values["caps"]
    return [row["left"] for row in values["budget"]], values["legal"]


def test_each_kind_is_counted_apart() -> None:
    assert budget("attack", "drop_prone", "drink_potion") == ([2, 0, 0], True)
    assert budget("drop_prone", "identify_spell") == ([3, -1, 1], False)
    assert budget() == ([3, 1, 1], True)


def test_each_movement_lets_you_draw_once_for_free() -> None:
    for moving in ("move", "dash"):
        assert budget(moving, "draw_or_sheathe")[0][0] == 2
        assert budget("draw_or_sheathe", moving, "draw_or_sheathe")[0][0] == 1
    assert budget("charge", "draw_or_sheathe", "draw_or_sheathe")[0][0] == 0
    assert budget("draw_or_sheathe")[0][0] == 2


def test_riders_mount_faster() -> None:
    assert budget("mount")[0][0] == 1
    assert budget("mount", ride_skill=True)[0][0] == 2


@pytest.mark.parametrize(("lead", "caps"), [(7, [3, 1, 1]), (8, [3, 2, 1]), (15, [3, 2, 1]), (16, [4, 2, 1])])
def test_a_lead_makes_room(lead: int, caps: list[int]) -> None:
    assert budget(initiative_lead=lead)[0] == caps
    swapped = [caps[0], 1, caps[1]]
    assert budget(initiative_lead=lead, lead_bonus="immediate")[0] == swapped
    assert budget(initiative_lead=lead, first_round=False)[0] == [3, 1, 1]
    assert budget(initiative_lead=lead, first_round=False, lead_rounds="every_round")[0] == caps


def test_multiple_dash_actions_up_to_3_in_a_round_whatever_the_lead() -> None:
    assert budget(*["dash"] * 3, initiative_lead=16)[1] is True
    assert budget(*["dash"] * 4, initiative_lead=16)[1] is False
    assert ask(ACTION_BUDGET, actions=["dash"] * 4, initiative_lead=16)["warnings"] == ["dashes"]


def test_dropping_is_free_and_tossing_away_costs_the_reaction() -> None:
    assert budget("drop_object") == ([3, 1, 1], True)
    assert budget("throw_object") == ([3, 0, 1], True)


@pytest.mark.parametrize("other", ["attack", "charge", "dash", "precise_strike", "move"])
def test_a_spell_beside_an_attack_or_a_dash_finds_its_caster_distracted(other: str) -> None:
    assert ask(ACTION_BUDGET, actions=["cast_spell", other])["distracted_if_casting"] is (other != "move")
    assert ask(ACTION_BUDGET, actions=[other])["distracted_if_casting"] is False


def test_the_screens_total_defense_is_a_house_rule() -> None:
    both = ("total_defense", "attack")
    assert budget(*both)[1] is True
    assert budget(*both, total_defense_blocks_attack=True)[1] is False
    assert budget("total_defense", "move", total_defense_blocks_attack=True)[1] is True


def test_moving_spoils_the_aim() -> None:
    assert ask(ACTION_BUDGET, actions=["aim", "move"])["warnings"] == ["aim_lost"]
    assert ask(ACTION_BUDGET, actions=["aim", "attack"])["warnings"] == []


# The tracker. A has 20, B and C act together at 15, D has 10.

FIGHTERS = (
    {"name": "A", "initiative": 20, "ability": 0},
    {"name": "B", "initiative": 15, "ability": 2},
    {"name": "C", "initiative": 15, "ability": 2},
    {"name": "D", "initiative": 10, "ability": 0},
)


def event(told: str) -> dict[str, Any]:
    """An event as the tests write it: "what", "what B", "what B 12"; a word in place of the number is a note."""
    do, *more = told.split()
    held: dict[str, Any] = {"do": do}
    if more:
        held["who"] = more[0]
    if len(more) > 1:
        number = more[1].lstrip("-").isdigit()
        held |= {"number": int(more[1])} if number else {"note": more[1]}
    return held


def fight(*events: str, changed: dict[str, dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    combatants = [{**one, **(changed or {}).get(str(one["name"]), {})} for one in FIGHTERS]
    return ask(TURN_TRACKER, combatants=combatants, events=[event(one) for one in events], **more)


def last(*events: str, **more: Any) -> str | None:
    """Why the last event was refused; None if it was not."""
    reason: str | None = fight(*events, **more)["log"][-1]["reason"]
    return reason


def left(values: dict[str, Any], name: str) -> list[int]:
    state = values["state"][name]
    return [state[kind] for kind in ("actions", "reactions", "immediates")]


def test_turns_go_down_the_order_and_round_again() -> None:
    seen = [fight(*["next"] * count) for count in range(4)]
    assert [values["acting"] for values in seen] == [["A"], ["B", "C"], ["D"], ["A"]]
    assert [(values["round"], values["seconds"]) for values in seen] == [(1, 0), (1, 0), (1, 0), (2, 10)]


def test_what_is_left_and_the_round_are_told_in_words() -> None:
    values = fight("two_attacks")
    assert (values["left_told"], values["round_told"]) == ("1 Action left", "round 1")
    assert (fight()["left_told"], fight(*["next"] * 3)["round_told"]) == ("3 Actions left", "round 2")


def test_the_events_stand_in_groups() -> None:
    groups = [option.group for option in EVERY_EVENT]
    assert all(groups)
    assert len(dict.fromkeys(groups)) == sum(one != two for one, two in zip(groups, ["", *groups], strict=False))


def test_of_two_who_act_at_once_one_may_be_done_first() -> None:
    assert fight("next", "next B")["acting"] == ["C"]
    assert last("next", "attack") == "several_act"
    assert last("next", "attack C") is None


def test_actions_need_a_turn_immediates_too_reactions_do_not() -> None:
    assert last("attack B") == "not_their_turn"
    assert last("drink_potion B") == "not_their_turn"
    assert last("drop_prone B") is None
    assert last("drop_prone B", "identify_spell B") == "nothing_left"


def test_a_round_runs_out_and_comes_back() -> None:
    assert left(fight("two_attacks", "drink_potion", "drop_prone"), "A") == [1, 0, 0]
    assert last("two_attacks", "total_defense") == "nothing_left"
    assert left(fight("two_attacks", "total_defense"), "A") == [1, 1, 1]
    assert left(fight("two_attacks", "drop_prone", *["next"] * 3), "A") == [3, 1, 1]


def test_the_leader_has_more_in_the_first_round() -> None:
    ahead = {"A": {"initiative": 31}}
    assert left(fight(changed=ahead), "A") == [4, 2, 1]
    assert left(fight(changed=ahead, lead_bonus="immediate"), "A") == [4, 1, 2]
    assert left(fight(*["next"] * 3, changed=ahead), "A") == [3, 1, 1]
    assert left(fight(*["next"] * 3, changed=ahead, lead_rounds="every_round"), "A") == [4, 2, 1]
    assert left(fight(changed=ahead), "B") == [3, 1, 1]


def test_a_fourth_dash_is_refused_to_the_leader_as_well() -> None:
    ahead = {"A": {"initiative": 31}}
    assert last("dash", "dash", "dash", changed=ahead) is None
    assert last("dash", "dash", "dash", "dash", changed=ahead) == "dashes"
    assert last("dash", "dash", "dash", "move", changed=ahead) is None


# Delay.


def test_whoever_delays_comes_in_first_at_that_value_and_stays_there() -> None:
    values = fight("move", "delay A 15")
    assert (values["acting"], values["order"]) == (["A"], [["A"], ["B", "C"], ["D"]])
    assert values["state"]["A"]["initiative"] == 15
    assert left(values, "A")[0] == 2
    assert fight("move", "delay A 15", "next", "next", "next")["acting"] == ["A"]


def test_a_delay_without_a_value_waits_to_come_in() -> None:
    waiting = fight("delay")
    assert (waiting["acting"], waiting["state"]["A"]["state"]) == (["B", "C"], "waits")
    assert fight("delay", "next", "enter A")["acting"] == ["A"]
    assert fight("delay", "next", "enter A")["order"] == [["B", "C"], ["A"], ["D"]]
    assert fight("delay", "enter A 3")["order"] == [["B", "C"], ["D"], ["A"]]


def test_the_last_to_come_in_is_the_first_among_equals() -> None:
    values = fight("delay A 10", "delay B 10")
    assert values["order"] == [["C"], ["B"], ["A"], ["D"]]


def test_nobody_cuts_into_a_turn_or_comes_in_too_early() -> None:
    assert last("delay A 20") == "not_later"
    assert last("delay", "enter A 16") == "passed"
    assert last("delay", "attack B", "enter A") == "in_the_middle"
    assert last("delay", "attack B", "enter A 14") is None
    assert last("enter A") == "not_waiting"
    assert last("two_attacks", "attack", "delay A") == "nothing_left"


def test_a_delay_that_outlasts_the_round_is_a_turn_lost() -> None:
    values = fight("delay", "next", "next")
    assert (values["round"], values["acting"], left(values, "A")) == (2, ["A"], [3, 1, 1])


def test_the_tracker_says_that_a_delay_ended_with_its_round() -> None:
    values = fight("move", "delay", "next", "next")
    said = "A's Delay ended with round 1: 2 Actions lost."
    assert (values["just_lapsed"], values["notices"]) == (said, [{"round": 1, "notice": said}])
    assert fight("delay", "next")["just_lapsed"] is None
    assert fight("delay", "next", "next", "move")["just_lapsed"] is None
    assert last("delay", "next", "next", "enter A") == "delay_over"
    assert last(*["delay", "next", "next"], *["next"] * 3, "enter A") == "not_waiting"


def test_a_delay_of_the_last_to_act_ends_at_once_and_the_tracker_says_so() -> None:
    values = fight("next", "next", "two_attacks", "delay")
    assert (values["round"], values["just_lapsed"]) == (2, "D's Delay ended with round 1: 1 Action lost.")


# Readied Actions.


def test_a_trigger_lets_them_act_and_leaves_the_order_alone() -> None:
    readied = fight("move", "ready A door")
    assert (readied["acting"], readied["state"]["A"]["readied"]) == (["B", "C"], "door")
    values = fight("move", "ready A door", "trigger A", "attack A")
    assert (values["acting"], left(values, "A")[0]) == (["A"], 1)
    assert values["order"] == [["A"], ["B", "C"], ["D"]]


def test_an_event_without_a_name_after_a_trigger_belongs_to_whoever_cuts_in() -> None:
    """The character acts after the triggering Action with their Actions."""
    values = fight("ready A door", "attack B", "trigger A", "attack")
    assert (values["log"][-1]["who"], left(values, "A")[0], left(values, "B")[0]) == ("A", 2, 2)
    assert values["acting"] == ["A"], "two Actions are left to cut in with"


def test_turn_over_ends_the_interruption_first() -> None:
    events = ("ready A door", "next B", "attack C", "trigger A", "next")
    assert (fight(*events)["acting"], fight(*events, "next")["acting"]) == (["C"], ["D"])
    assert fight(*events[:-1], "next A")["acting"] == ["C"]


def test_whoever_has_spent_everything_cuts_in_no_longer() -> None:
    values = fight("two_attacks", "ready A door", "trigger A", "attack", "next B", "attack")
    assert [(one["who"], one["ok"]) for one in values["log"][-3:]] == [("A", True), ("B", True), ("C", True)]


def test_whoever_was_cut_into_goes_on_and_the_chance_is_gone() -> None:
    assert last("ready A", "trigger A", "attack B", "attack A") == "not_their_turn"
    assert last("ready A", "attack A") == "not_their_turn"
    assert last("trigger A") == "not_ready"
    assert last("ready A", "trigger A", "trigger A") == "not_ready"


def test_what_is_readied_waits_until_ones_own_next_turn() -> None:
    before = fight("next", "next", "ready D", "next A")
    assert (before["round"], before["state"]["D"]["state"]) == (2, "readied")
    assert last("next", "next", "ready D", "next A", "next", "trigger D") == "not_ready"


# What lasts.


@pytest.mark.parametrize(
    ("action", "defense"),
    [("dash", -4), ("charge", -4), ("prepare_defense", 1), ("total_defense", 4), ("mastery_defense A 2", 2)],
)
def test_what_changes_defense_lasts_to_the_start_of_ones_next_turn(action: str, defense: int) -> None:
    assert [fight(action, *["next"] * count)["state"]["A"]["defense"] for count in range(4)] == [defense] * 3 + [0]


def test_dashing_twice_costs_no_more_than_once_and_a_parry_weapon_helps() -> None:
    assert fight("dash", "dash")["state"]["A"]["defense"] == -4
    armed = {"A": {"parry": True}}
    assert fight("prepare_defense", "total_defense", changed=armed)["state"]["A"]["defense"] == 6
    assert last("prepare_defense", "prepare_defense") == "once"


def test_combat_mastery_goes_one_way() -> None:
    state = fight("mastery_attack A 3")["state"]["A"]
    assert (state["attack"], state["defense"]) == (3, -6)
    assert last("mastery_attack A 1", "mastery_defense A 1") == "one_way"
    assert refused_event("mastery_attack A 11") == ("events.0.number", "out_of_range")


def test_notes_end_when_they_say() -> None:
    def notes(*more: str) -> Any:
        return fight("until_start A blessed", "until_end A hasty", *more)["state"]["A"]["lasting"]

    assert notes("next", "next") == "blessed, hasty"
    assert notes("next", "next", "next") == "hasty"
    assert notes("next", "next", "next", "next") is None


def test_a_note_that_outlasts_a_delayed_turn_ends_with_the_round() -> None:
    events = ("until_end A hasty", "next", "next", "next", "delay A", "next", "next")
    assert fight(*events[:-1])["state"]["A"]["lasting"] == "hasty"
    assert fight(*events)["state"]["A"]["lasting"] is None


def test_the_surprised_lose_the_first_round() -> None:
    caught = {"A": {"surprised": True}, "B": {"surprised": True}}
    values = fight(changed=caught)
    assert (values["acting"], left(values, "A"), values["state"]["A"]["defense"]) == (["C"], [0, 0, 0], -2)
    assert last("drop_prone A", changed=caught) == "surprised"
    after = fight("next", "next", changed=caught)
    assert (after["round"], after["acting"], left(after, "A"), after["state"]["A"]["defense"]) == (
        2,
        ["A"],
        [3, 1, 1],
        0,
    )


def test_a_lead_over_the_surprised_counts_once_they_have_rolled() -> None:
    caught = {"A": {"initiative": 40}, "B": {"surprised": True}}
    assert left(fight(changed=caught), "A") == [3, 1, 1]
    assert left(fight(*["next"] * 3, changed=caught), "A") == [4, 2, 1]


def test_if_all_are_surprised_the_second_round_begins() -> None:
    caught = {name: {"surprised": True} for name in "ABCD"}
    assert fight(changed=caught)["round"] == 2


def test_the_screens_total_defense_counts_in_either_order() -> None:
    for events in (("total_defense", "attack"), ("attack", "total_defense")):
        assert last(*events) is None
        assert last(*events, total_defense_blocks_attack=True) == "total_defense"


def test_what_lasts_says_what_it_does_besides_numbers() -> None:
    (guarding,) = fight("total_defense")["timers"]
    assert guarding["besides"] == "All terrain is difficult."
    (caught,) = fight(changed={"D": {"surprised": True}})["timers"]
    assert caught["besides"] == "-2 on Reflex saves too."
    assert fight("charge")["timers"][0]["besides"] is None


# Mounts, and rolling again.


def test_a_mount_acts_by_itself_or_as_commanded() -> None:
    rider = {"A": {"mounted": True, "ride_skill": True}}
    assert fight("command_mount", changed=rider)["state"]["A"]["mount_actions"] == 0
    assert left(fight("command_mount", changed=rider), "A")[0] == 2
    assert last("mount_acts", "mount_acts", changed=rider) is None
    assert last("mount_acts", "mount_acts", "mount_acts", changed=rider) == "mount_done"
    assert last("mount_acts", "command_mount", changed=rider) == "mount_done"
    assert last("mount_acts B", changed={"B": {"mounted": True}}) == "not_their_turn"
    assert last("command_mount", changed={"A": {"mounted": True}}) == "no_ride"
    assert last("mount_acts") == "no_mount"
    assert fight("command_mount", *["next"] * 3, changed=rider)["state"]["A"]["mount_actions"] == 2


def test_a_new_roll_counts_from_the_next_round() -> None:
    events = ("delay A 12", "reroll A 18", "reroll D 30")
    assert fight(*events)["order"] == [["B", "C"], ["A"], ["D"]]
    values = fight(*events, "next", "next", "next")
    assert (values["round"], values["order"]) == (2, [["D"], ["A"], ["B", "C"]])
    assert left(values, "D") == [3, 2, 1], "a lead of 12 in the round of the new roll"


def test_a_new_roll_forgets_who_came_in_first_among_equals() -> None:
    assert fight("delay A 15", "reroll A 15", "next", "next", "next")["order"] == [["B", "C"], ["A"], ["D"]]


# Leaving and joining.


def test_the_dead_do_not_keep_their_turns() -> None:
    values = fight("leave B", "next")
    assert (values["acting"], values["state"]["B"]["state"]) == (["C"], "out")
    assert fight("leave A")["acting"] == ["B", "C"], "a turn ends with a fall"
    assert fight("leave B", *["next"] * 4)["acting"] == ["C"], "in every later round as well"
    assert last("leave B", "drop_prone B") == "out"
    assert last("leave B", "leave B") == "out"
    assert last("ready A door", "leave A", "trigger A") == "not_ready"
    assert fight("leave B", "join B", "next")["acting"] == ["B", "C"]


def test_what_lasts_in_the_rounds_of_somebody_who_fell_still_runs_out() -> None:
    events = ("charge", "leave A", "next", "next", "next", "next")
    assert [fight(*events[:count])["state"]["A"]["defense"] for count in (2, 4, 6)] == [-4, -4, 0]


def test_adding_a_combatant_who_joins_does_not_rewrite_the_past() -> None:
    """Given six events, when a wolf comes in, then nobody's earlier events change."""
    events = ("move", "next", "attack B", "next", "next", "two_attacks")
    wolf = {"name": "Wolf", "initiative": 31, "ability": 0}
    fighters = {"combatants": [*FIGHTERS, wolf], "events": [event(one) for one in (*events, "join Wolf")]}
    before, after = fight(*events), ask(TURN_TRACKER, **fighters)
    assert after["log"][:-1] == before["log"]
    assert (before["round"], before["acting"], after["acting"]) == (2, ["A"], ["Wolf"])
    assert left(after, "A") == left(before, "A")
    assert refused_event("join") == ("events.0.who", "missing_field")
    assert last("leave B", "join B", "join B") == "in_the_fight"


def test_a_fight_that_everybody_has_left_has_nobody_acting() -> None:
    everybody = [f"leave {name}" for name in "ABCD"]
    assert (fight(*everybody)["acting"], last(*everybody, "attack")) == ([], "out")
    assert fight(*everybody)["left_told"] == "0 Actions left"


# Refusals.


def refused_event(told: str) -> tuple[str, str]:
    return refused(TURN_TRACKER, combatants=list(FIGHTERS), events=[event(told)])


def test_events_say_what_they_need() -> None:
    assert refused_event("attack Z") == ("events.0.who", "bad_option")
    assert refused_event("enter") == ("events.0.who", "missing_field")
    assert refused_event("reroll A") == ("events.0.number", "missing_field")
    assert refused_event("until_end A") == ("events.0.note", "missing_field")
    assert refused_event("attack A 3") == ("events.0.number", "not_allowed")
    assert refused_event("delay A later") == ("events.0.note", "not_allowed")
    twice = [FIGHTERS[0], FIGHTERS[0]]
    assert refused(TURN_TRACKER, combatants=twice) == ("combatants.1.name", "not_allowed")


@pytest.mark.parametrize("seed", range(40))
def test_whatever_happens_the_fight_goes_on_and_a_refusal_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    switches = {"total_defense_blocks_attack": chance.random() < 0.5, "lead_rounds": "every_round"}
    changed = {"B": {"mounted": True, "ride_skill": True}, "C": {"surprised": True}}
    events: list[str] = []
    before = fight(changed=changed, **switches)
    for _ in range(30):
        turn = TURNS.find("id", do := chance.choice([one.id for one in EVERY_EVENT if one.id != "takes_hold"]))
        needs = turn["needs"] if turn else []
        extra = f" {chance.randint(1, 9)}" if "number" in needs else " note" if "note" in needs else ""
        events.append(f"{do} {chance.choice('ABCD')}{extra}" if chance.random() < 0.7 or needs else do)
        now = fight(*events, changed=changed, **switches)
        assert now["acting"] and now["round"] >= before["round"]
        assert all(min(left(now, name)) >= 0 for name in "ABCD")
        if now["log"][-1]["reason"]:
            assert now["state"] == before["state"] and now["order"] == before["order"]
        before = now
