"""One turn a round: what uses it, what is refused, and what lies ready for the next."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.stepdie.health.condition_tracker import TRACK
from pyrules.games.stepdie.turns.turn_tracker import TURN

from ..asking import ask, refused

ROUND = {"do": "round"}


def act(name: str, **more: Any) -> dict[str, Any]:
    return {"do": "action", "name": name, **more}


def do(*events: Any, **more: Any) -> dict[str, Any]:
    return ask(TURN, events=[one if isinstance(one, dict) else {"do": one} for one in events], **more)


def no(*events: Any, **more: Any) -> str:
    said = [one if isinstance(one, dict) else {"do": one} for one in events]
    field, code = refused(TURN, events=said, **more)
    assert code == "not_allowed"
    return field


def test_one_turn_a_round_and_a_new_one_in_the_next() -> None:
    assert no("round", act("attack"), act("attack")) == "events.2.do"
    assert do("round", act("attack"), "round")["turn"] == "open"


@pytest.mark.parametrize("reaction", ["block", "riposte", "trip"])
def test_reactions_use_the_turn_and_waiting_keeps_them(reaction: str) -> None:
    assert do("round", "wait", reaction, equipped=["shield"])["acted"]
    assert no("round", act("run"), reaction, equipped=["shield"]) == "events.2.do"
    assert no("round", reaction, act("run"), equipped=["shield"]) == "events.2.do"


def test_blocking_takes_a_shield() -> None:
    assert no("round", "block", equipped=["sword"]) == "events.1.do"


def test_a_prepared_action_has_its_bonus_in_the_next_round_only() -> None:
    ready = (ROUND, act("prepare", what="power"), ROUND)
    assert do(*ready[:2])["prepared_for_next_round"] == "power"
    assert do(*ready, act("power"))["roll_bonus"] == 3
    assert do(*ready, act("attack"))["roll_bonus"] == 0
    assert do(*ready, ROUND, act("power"))["roll_bonus"] == 0


def test_nothing_is_prepared_outside_the_turn_order_and_no_spell_ever() -> None:
    assert no(act("prepare", what="power")) == "events.0.name"
    assert no(ROUND, act("prepare", what="spell")) == "events.1.what"


def test_defend_counts_for_one_round() -> None:
    assert do(ROUND, act("defend"))["defence_bonus"] == 0
    assert do(ROUND, act("defend"), ROUND)["defence_bonus"] == 3
    assert do(ROUND, act("defend"), ROUND, ROUND)["defence_bonus"] == 0


def test_a_run_is_faster_that_turn() -> None:
    assert do(ROUND, act("run"))["speed_bonus"] == 3
    assert do(ROUND, act("run"), ROUND)["speed_bonus"] == 0


def test_shots_need_loading_and_two_are_for_a_double_shot() -> None:
    bow: dict[str, Any] = {"equipped": ["bow"], "projectiles": 3}
    assert no(ROUND, act("shoot"), **bow) == "events.1.name"
    loaded = do(ROUND, act("reload", count=2), ROUND, act("double_shot"), **bow)
    assert (loaded["loaded"], loaded["projectiles"]) == (0, 1)
    assert no(ROUND, act("double_shot"), loaded=1, **bow) == "events.1.name"
    assert no(ROUND, act("rapid_shot"), loaded=2, **bow) == "events.1.name"
    assert no(ROUND, act("reload", count=2), equipped=["bow"], projectiles=1) == "events.1.count"


def test_a_rapid_shot_reloads_once_and_needs_a_bow() -> None:
    shot = do(ROUND, act("rapid_shot"), equipped=["bow"], projectiles=1)
    assert (shot["loaded"], shot["projectiles"]) == (0, 0)
    shot = do(ROUND, act("rapid_shot"), equipped=["bow"], projectiles=2, loaded=1)
    assert (shot["loaded"], shot["projectiles"]) == (1, 1)
    assert no(ROUND, act("rapid_shot"), equipped=["bow"]) == "events.1.name"
    assert no(ROUND, act("rapid_shot"), equipped=["crossbow"], loaded=1) == "events.1.name"


def test_what_is_knocked_away_falls_and_flies_only_after_a_parry() -> None:
    fallen = {"do": "disarmed", "item": "sword"}
    values = do(fallen, equipped=["sword"])
    assert (values["equipped"], values["on_ground"]) == ([], ["sword"])
    flung = fallen | {"fling_ft": 10, "parried": True}
    assert do(fallen, ROUND, act("equip", items=["sword"]), equipped=["sword"])["equipped"] == ["sword"]
    assert no(flung, ROUND, act("equip", items=["sword"]), equipped=["sword"]) == "events.2.items"
    assert no(fallen, equipped=["axe"]) == "events.0.item"


def test_equip_changes_everything_in_one_action() -> None:
    hands: dict[str, Any] = {"equipped": ["bow"], "inventory": ["sword", "shield", "rope"]}
    stowed = do(ROUND, act("equip", items=["sword", "shield"]), **hands)
    assert (stowed["equipped"], stowed["inventory"]) == (["sword", "shield"], ["rope", "bow"])
    dropped = do(ROUND, act("equip", items=["sword"], drop=True), **hands)
    assert (dropped["inventory"], dropped["on_ground"]) == (["shield", "rope"], ["bow"])


def test_a_hold_leaves_few_things_until_it_is_let_go() -> None:
    assert no("grappling", "round", act("run")) == "events.2.name"
    assert do("grappling", "round", act("strike"))["acted"]
    assert do("grappling", "round", "release", act("run"))["speed_bonus"] == 3
    assert no("round", act("take_item")) == "events.1.name"


def test_one_move_after_dodges_in_each_enemys_turn() -> None:
    assert do("dodged")["dodge_steps_left"] == 0
    assert do("dodged", "enemy_turn", "dodged")["dodge_steps_left"] == 0


def test_only_the_willing_change_places_and_only_some_actions_are_ever_free() -> None:
    assert no(ROUND, act("step", willing=False)) == "events.1.willing"
    assert do(ROUND, act("mount", free=True), act("attack"))["acted"]
    assert no(ROUND, act("attack", free=True)) == "events.1.free"


def test_the_list_of_what_is_open_is_what_is_not_refused() -> None:
    hands: dict[str, Any] = {"equipped": ["long bow"], "loaded": 1}
    rows = do(ROUND, **hands)["now"]
    assert rows == sorted(rows, key=lambda row: not row["open"])  # what is open comes first
    terms = {row["action"]: row["terms"] for row in rows}
    assert terms["shoot"] == "your action" and terms["double_shot"].endswith(".")
    is_open = {row["action"]: row["open"] for row in do(ROUND, **hands)["now"]}
    assert is_open["shoot"] and is_open["wait"] and not is_open["block"] and not is_open["double_shot"]
    used = {row["action"] for row in do(ROUND, act("run"), **hands)["now"] if row["open"]}
    assert used == {"aim"}


def test_the_prepared_action_is_named_with_its_3_in_the_round_in_which_it_counts() -> None:
    """If you do that action next round add +3 to any required roll."""
    ready = (ROUND, act("prepare", what="power"))
    assert do(*ready)["prepared_now"] is None
    assert do(*ready, ROUND)["prepared_now"] == "Power Attack +3"
    assert do(*ready, ROUND, act("power"))["prepared_now"] == "Power Attack +3"
    assert do(*ready, ROUND, act("attack"))["prepared_now"] is None
    assert do(*ready, ROUND, ROUND)["prepared_now"] is None


def offered(*events: Any, **more: Any) -> set[str]:
    return {row["action"] for row in do(*events, **more)["now"] if row["open"]}


@pytest.mark.parametrize(("action", "condition"), [("stand", "grounded"), ("put_out", "smoldering")])
def test_only_what_the_state_allows_is_offered(action: str, condition: str) -> None:
    assert action not in offered(ROUND) and no(ROUND, act(action)) == "events.1.name"
    assert action in offered(ROUND, conditions=[condition])
    done = do(ROUND, act(action), conditions=[condition])
    assert condition not in done["conditions"]


@pytest.mark.parametrize("condition", ["stunned", "grappled", "unconscious"])
@pytest.mark.parametrize("event", [act("attack"), act("wait"), {"do": "wait"}, {"do": "block"}, {"do": "trip"}])
def test_a_condition_that_takes_the_turn_leaves_no_action(condition: str, event: dict[str, Any]) -> None:
    assert no(ROUND, event, equipped=["shield"], conditions=[condition]) == "events.1.do"


def test_skip_your_next_turn_completely() -> None:
    assert offered(ROUND, conditions=["stunned"]) == {"lose_turn"}
    passed = do(ROUND, "lost_turn", conditions=["stunned"])
    assert (passed["turn"], passed["conditions"]) == ("used", [])
    assert no(ROUND, "lost_turn") == "events.1.do"


def test_grappled_characters_take_no_action_except_trying_to_escape() -> None:
    """If they fail 3 times in a row, they are knocked unconscious."""
    assert offered("grappled", ROUND) == {"escape"}
    twice = ["grappled", "round", "escape_failed", "round", "escape_failed"]
    assert do(*twice)["failures"] == 2
    assert do(*twice, "round", "escape_failed")["conditions"] == ["grounded", "unconscious", "grappled"]
    assert do(*twice, "round", "escaped", "grappled")["failures"] == 0
    assert do("grappled", "round", "let_go", act("stand"))["conditions"] == []
    assert no("grappled", "round", "escape_failed", "escape_failed") == "events.3.do"
    assert no("round", "escaped") == "events.1.do"


def test_only_a_standing_ally_helps_and_nobody_incapacitated_is_helped_up() -> None:
    assert no(ROUND, act("help"), conditions=["grounded"]) == "events.1.name"
    assert do("helped_up", conditions=["grounded"])["conditions"] == []
    assert no("helped_up", conditions=["incapacitated"]) == "events.0.do"
    assert no(ROUND, act("stand"), conditions=["incapacitated"]) == "events.1.name"
    assert do(ROUND, act("stand", free=True), act("attack"), conditions=["grounded"])["acted"]


def test_armor_is_avoided_only_with_a_bladed_weapon() -> None:
    assert no(ROUND, act("avoid_armor"), equipped=["mace"], bladed=False) == "events.1.name"
    assert do(ROUND, act("avoid_armor"), equipped=["sword"])["acted"]


def test_a_tackler_lies_on_the_ground() -> None:
    assert do(ROUND, act("tackle"))["conditions"] == ["grounded"]


def test_the_example_is_a_fresh_turn() -> None:
    assert [event["do"] for event in TURN.start["events"]] == ["round"]


@pytest.mark.parametrize(
    ("in_turn", "tracked"),
    [
        (["grappled"], ["grapple"]),
        (["grappled", "let_go"], ["grapple", "freed"]),
        (["grappled", "round", "escape_failed"], ["grapple", "escape_fails"]),
        (["grappled", "round", "escape_failed"] + ["round", "escape_failed"] * 2, ["grapple"] + ["escape_fails"] * 3),
        (["knocked_out"], ["knocked_out"]),
        (["knocked_out", "woken"], ["knocked_out", "wake"]),
        (["burning", "stunned"], ["ignite", "stun"]),
    ],
)
def test_both_trackers_know_the_same_conditions(in_turn: list[str], tracked: list[str]) -> None:
    """The turn tracker and the condition tracker share what a hold, a knock-out and fire do."""
    turn, track = do(*in_turn), ask(TRACK, health=4, events=[{"do": one} for one in tracked])
    assert (set(turn["conditions"]), turn["failures"]) == (set(track["conditions"]), track["failures"])
