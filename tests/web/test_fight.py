"""The requests of the fight page: what a new event brings, who joins, and replies that never rest on a cache."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import pyrules
from pyrules.engine.fight.events import LONGEST_NAME, MOST_CHANGES, MOST_EVENTS, read_events
from tests.games.obss.fighting import Fighting
from web.worker import endpoint
from web.worker.render.fight_acts import act_line
from web.worker.requests import fight_request
from web.worker.requests.fight import FULL
from web.worker.requests.fight_request import MOST_BYTES

GAME = "wwn"
SHEET = pyrules.sheet(GAME)
RULES = pyrules.fight_rules(GAME)


def ask(kind: str, events: list[Any], **more: Any) -> dict[str, Any]:
    request = {"kind": kind, "system": GAME, "events": events, **more}
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


def data(example: str, **other: Any) -> list[list[str]]:
    held = SHEET.parse({**SHEET.example(example).data, **other})
    return [list(pair) for pair in SHEET.to_pairs(held)]


def joined(events: list[Any], join: dict[str, Any]) -> list[Any]:
    reply = ask("fight_join", events, join=join)
    assert reply["ok"], reply
    return sent(events, reply["event"])


def sent(events: list[Any], event: dict[str, Any]) -> list[Any]:
    reply = ask("fight", events, event=event)
    assert reply["changed"], reply
    stored: list[Any] = reply["events"]
    return stored


def examples(game: str) -> list[Any]:
    """The ready-made characters of a game, one side against the other, before round 1."""
    sheet = pyrules.sheet(game)
    events: list[Any] = []
    for number, example in enumerate(sheet.examples):
        held = sheet.parse(dict(example.data))
        character = {"id": example.id, "schema": sheet.schema, "data": sheet.to_pairs(held)}
        join = {"character": character, "side": ("party", "foes")[number % 2]}
        event = ask("fight_join", events, system=game, join=join)["event"]
        events = ask("fight", events, system=game, event=event)["events"]
    return events


@pytest.fixture
def events() -> list[Any]:
    """Hessa against Ilo, in the first round."""
    hessa = {"character": {"id": "h", "schema": SHEET.schema, "data": data("hessa")}}
    ilo = {"character": {"id": "i", "schema": SHEET.schema, "data": data("ilo")}, "side": "foes"}
    return sent(joined(joined([], hessa), ilo), {"do": "begin"})


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    fight_request._kept.clear()
    yield
    fight_request._kept.clear()


def test_a_new_event_comes_back_to_be_stored(events: list[Any]) -> None:
    reply = ask("fight", events, event={"do": "next"})
    assert reply["changed"]
    assert reply["events"] == [*events, {"do": "next"}]
    assert reply["cursor"] == len(events) + 1
    assert set(reply["parts"]) == {"top", "list", "panel", "bar"}


def test_a_refused_event_is_not_to_be_stored(events: list[Any]) -> None:
    reply = ask("fight", events, event={"do": "begin"})
    assert not reply["changed"]
    assert reply["why"] == "The fight has begun already."
    assert "events" not in reply


def test_an_event_that_cannot_be_read_names_its_field(events: list[Any]) -> None:
    reply = ask("fight", [*events, {"do": "track", "who": "f1"}])
    assert not reply["ok"]
    assert reply["problems"][0]["field"] == f"events.{len(events)}.name"


def test_what_is_undone_is_no_part_of_the_fight_until_something_new_happens(events: list[Any]) -> None:
    later = sent(events, {"do": "next"})
    undone = ask("fight", later, cursor=len(events))
    assert undone["can"] == {"undo": True, "redo": True}
    assert undone["parts"] == {**ask("fight", events)["parts"], "bar": undone["parts"]["bar"]}
    reply = ask("fight", later, cursor=len(events), event={"do": "note", "text": "A pause"})
    assert reply["events"] == [*events, {"do": "note", "text": "A pause"}]


def test_a_struck_entry_names_what_no_longer_fits(events: list[Any]) -> None:
    without = [event for event in sent(events, {"do": "next"}) if event["do"] != "begin"]
    refused = ask("fight", without)["refused"]
    assert [one["index"] for one in refused] == [2]
    assert "has not begun" in refused[0]["text"]


def test_replies_do_not_rest_on_the_cache(events: list[Any]) -> None:
    struck = [{**events[0], "side": "foes"}, *events[1:]]
    ask("fight", events)
    cached = ask("fight", struck)
    fight_request._kept.clear()
    assert ask("fight", struck) == cached


def test_all_odds_equal_the_calculators_answer(events: list[Any]) -> None:
    reply = ask("fight_odds", events)
    rolled = ask("fight_roll", events, act="attack", who="f1", to="f2", weapon=0)
    assert set(reply["odds"]) == {"f2"}
    assert rolled["event"]["act"] == "attack"
    assert rolled["event"]["then"][0] == {"do": "spend", "who": "f1", "name": "main", "by": 1}


def test_a_roll_asks_for_one_die_after_another(events: list[Any]) -> None:
    reply = ask("fight_roll", events, act="attack", who="f1", to="f2", weapon=0, faces=[20])
    assert not reply["ok"]
    assert reply["needs"]["sides"] == 8
    rolled = ask("fight_roll", events, act="attack", who="f1", to="f2", weapon=0, faces=[20, 8])
    assert rolled["event"]["faces"] == [20, 8]
    stored = sent(events, rolled["event"])
    assert ask("fight", stored)["ok"]


def test_fighters_of_one_name_are_numbered(events: list[Any]) -> None:
    again = joined(events, {"character": {"id": "other", "schema": SHEET.schema, "data": data("hessa")}})
    names = ask("fight", again)["names"]
    assert list(names.values()) == ["Hessa of the Ford", "Ilo Reedhand", "Hessa of the Ford 2"]


def test_an_id_is_not_used_again(events: list[Any]) -> None:
    left = sent(events, {"do": "leave", "who": "f2"})
    again = joined(left, {"character": {"id": "i", "schema": SHEET.schema, "data": data("ilo")}})
    assert list(ask("fight", again)["names"]) == ["f1", "f3"]


def test_only_what_a_fight_has_changed_goes_back(events: list[Any]) -> None:
    assert ask("fight_back", events)["characters"] == []
    hurt = sent(events, {"do": "track", "who": "f2", "name": "hit_points", "by": -4})
    back = ask("fight_back", hurt)["characters"]
    assert [(one["character"], one["changes"]) for one in back] == [("i", [["hit_points", ["11"]]])]


def test_a_character_comes_in_once(events: list[Any]) -> None:
    join = {"character": {"id": "h", "schema": SHEET.schema, "data": data("hessa")}}
    reply = ask("fight", events, event=ask("fight_join", events, join=join)["event"])
    assert not reply["changed"]
    assert reply["why"] == "This character is in the fight already."


def test_foes_come_in_numbered_and_with_rolled_hit_points() -> None:
    join = {"foe": "thug_or_militia", "weapon": "hand_axe", "count": 3, "hit_points": "roll"}
    reply = ask("fight_join", [], join=join)
    fighters = reply["event"]["fighters"]
    assert [one["name"] for one in fighters] == ["Thug or Militia 1", "Thug or Militia 2", "Thug or Militia 3"]
    assert all(1 <= int(dict(one["own"])["hit_points_max"]) <= 8 for one in fighters)
    assert ask("fight", [], event=reply["event"])["changed"]


@pytest.mark.parametrize(
    "request_",
    [
        {"events": {}},
        {"events": [], "cursor": 1},
        {"events": [], "cursor": "0"},
        {"events": [], "view": []},
        {"events": [], "system": "nobody"},
        {"events": [], "kind": "fight_join", "join": {"count": 0}},
        {"events": [], "kind": "fight_join", "join": {"foe": "nobody"}},
        {"events": [], "kind": "fight_join", "join": {"character": {"data": 1}}},
        {"events": [], "kind": "fight_join", "join": {"character": {"data": [], "schema": 99}}, "view": {}},
        {"events": [], "kind": "fight_order", "mode": "by_hand"},
        {"events": [], "kind": "fight_roll", "act": "attack"},
        {"events": [], "kind": "fight_roll", "act": ["attack"]},
    ],
    ids=str,
)
def test_a_wrong_request_gets_a_sentence(request_: dict[str, Any]) -> None:
    reply = json.loads(endpoint.handle(json.dumps({"kind": "fight", "system": GAME, **request_})))
    if reply["ok"]:  # the event is refused when it is added
        reply = ask("fight", [], event=reply["event"])
        assert not reply["changed"]
        assert reply["why"]
        return
    assert reply["problems"][0]["code"] != "internal"
    assert reply["problems"][0]["text"].endswith(".")


NOTE = {"do": "note", "text": "x" * 400}
NOTES = {"do": "change", "then": [NOTE] * 100}


@pytest.mark.parametrize(
    ("event", "number"),
    [({"do": "note", "text": "x"}, MOST_EVENTS), (NOTES, MOST_BYTES // len(json.dumps(NOTES)))],
    ids=["by events", "by length"],
)
def test_a_fight_does_not_grow_beyond_what_can_be_read_again(
    events: list[Any], event: dict[str, Any], number: int
) -> None:
    long = [*events, *[event] * (number - len(events))]
    while (reply := ask("fight", long, event=event))["changed"]:
        long = reply["events"]
    assert reply["why"] == FULL
    assert ask("fight", long)["ok"]
    assert ask("fight", long, cursor=len(long) - 1)["can"]["redo"]


def test_what_follows_from_an_event_is_stored_only_if_it_can_be_read_again(events: list[Any]) -> None:
    notes = [{"do": "note", "text": str(number)} for number in range(MOST_CHANGES - 1)]
    fall = {"do": "track", "who": "f2", "name": "hit_points", "by": -100}
    reply = ask("fight", events, event={"do": "change", "then": [*notes, fall]})
    assert not reply["ok"]
    assert reply["problems"][0]["code"] == "out_of_range"


def test_a_number_is_no_truth_value_even_if_the_same_fight_was_read_before(events: list[Any]) -> None:
    track = {"do": "track", "who": "f1", "name": "hit_points"}
    assert ask("fight", [*events, {**track, "by": 1}])["ok"]
    for wrong in (True, 1.0):
        assert not ask("fight", [*events, {**track, "by": wrong}])["ok"]


def test_a_panel_against_a_target_shows_the_target_while_nobody_acts(events: list[Any]) -> None:
    view = {"panel": "target", "to": "f2"}
    undone = ask("fight", events, cursor=len(events) - 1, view=view)
    assert undone["ok"]
    assert undone["parts"] == ask("fight", events, cursor=len(events) - 1, view={**view, "panel": "fighter"})["parts"]


@pytest.mark.parametrize("pinned", ["attack", 1, ["attack"], [{"act": ["attack"]}], [{"act": "no"}], {}, None], ids=str)
def test_odds_are_shown_whatever_the_page_says_is_pinned(events: list[Any], pinned: Any) -> None:
    assert ask("fight_odds", events, view={"panel": "", "pinned": pinned})["odds"] == ask("fight_odds", events)["odds"]


def test_the_log_names_what_ends_with_the_event_in_which_its_fighter_joins(events: list[Any]) -> None:
    event = ask("fight_join", events, join={"foe": "thug_or_militia", "weapon": "hand_axe"})["event"]
    ends = [{"at": "turn_start", "number": 1, "whose": "f3"}]
    melee = {"do": "hold", "who": "f3", "id": "melee", "to": "f1", "ends": ends}
    first = {"do": "place", "who": "f3", "place": [-1]}
    reply = ask("fight", events, event={**event, "then": [melee, first]}, view={"panel": "log"})
    assert "Thug or Militia and Hessa of the Ford are in melee" in reply["parts"]["panel"]


def test_the_log_names_the_conditions_of_players(events: list[Any]) -> None:
    character = {"id": "o", "schema": SHEET.schema, "data": data("ilo", own_conditions=[{"name": "Blessed"}])}
    there = joined(events, {"character": character})
    reply = ask("fight", there, event={"do": "hold", "who": "f3", "id": "own.0"}, view={"panel": "log"})
    assert "Ilo Reedhand 2: Blessed" in reply["parts"]["panel"]


def test_a_long_name_leaves_room_for_its_number(events: list[Any]) -> None:
    one = {"id": "one", "schema": SHEET.schema, "data": data("ilo", name="N" * LONGEST_NAME)}
    twice = joined(joined(events, {"character": one}), {"character": {**one, "id": "two"}})
    assert list(ask("fight", twice)["names"].values())[-1].endswith("N 2")


def test_only_a_fight_may_bring_a_long_request(events: list[Any]) -> None:
    many = [*events, *({"do": "note", "text": "x" * 300} for _ in range(300))]
    assert ask("fight", many)["ok"]
    sheet = {"kind": "sheet", "system": GAME, "pairs": [["notes", "x" * 70_000]]}
    assert json.loads(endpoint.handle(json.dumps(sheet)))["problems"][0]["code"] == "too_long"


@pytest.mark.parametrize("game", pyrules.games.FIGHTS)
def test_an_act_that_is_not_offered_gets_a_sentence(game: str) -> None:
    events = ask("fight", examples(game), system=game, event={"do": "begin"})["events"]
    for act in pyrules.fight_rules(game).acts:
        for to in ("", "f1", "f2"):
            for weapon in (None, 0, 99):
                reply = ask("fight_roll", events, system=game, act=act.id, who="f1", to=to, weapon=weapon)
                assert reply["ok"] or reply["problems"][0]["code"] == "not_allowed", (act.id, to, weapon)


def test_who_falls_can_be_set_on_their_feet_by_hand(events: list[Any]) -> None:
    down = sent(events, {"do": "track", "who": "f2", "name": "hit_points", "to": 0})
    state = RULES.state(read_events(down))
    (fallen,) = [held.id for held in state.of("f2") if held.id in RULES.down]
    freed = sent(down, {"do": "free", "who": "f2", "id": fallen})
    assert not RULES.is_down(RULES.state(read_events(sent(freed, {"do": "next"}))), "f2")
    assert RULES.is_down(RULES.state(read_events(sent(freed, {**down[-1]["then"][0], "by": -1, "to": 0}))), "f2")


def test_who_has_left_takes_home_what_had_happened(events: list[Any]) -> None:
    hurt = sent(events, {"do": "track", "who": "f2", "name": "hit_points", "by": -4})
    back = ask("fight_back", sent(hurt, {"do": "leave", "who": "f2"}))["characters"]
    assert [(one["character"], one["changes"]) for one in back] == [("i", [["hit_points", ["11"]]])]


def test_a_fight_keeps_the_pools_with_which_fighters_came(events: list[Any]) -> None:
    (one,) = events[0]["fighters"]
    assert one["pools"]["hit_points"] == [19, 22]
    stored = [{**events[0], "fighters": [{**one, "pools": {**one["pools"], "hit_points": [30, 31]}}]}, *events[1:]]
    state = RULES.state(read_events(sent(stored, {"do": "track", "who": one["id"], "name": "hit_points", "by": 9})))
    assert state[one["id"]].tracks["hit_points"] == 31


def test_an_act_of_one_alone_needs_no_target_whatever_is_open(events: list[Any]) -> None:
    prone = sent(events, {"do": "hold", "who": "f1", "id": "prone"})
    reply = ask("fight_roll", prone, act="stand_up", who="f1", view={"panel": "fighter", "to": "f1"})
    assert reply["ok"], reply["problems"]
    assert "Prone" not in ask("fight", sent(prone, reply["event"]))["parts"]["list"]


def test_the_fallen_are_out_of_the_list_and_the_dying_are_not(events: list[Any]) -> None:
    def folded(stored: list[Any]) -> str:
        text: str = ask("fight", stored)["parts"]["list"]
        return text.partition("Out of the fight")[2]

    dying = sent(events, {"do": "track", "who": "f2", "name": "hit_points", "to": 0})
    assert "Ilo" not in folded(dying)
    assert "Ilo" in folded(sent(dying, {"do": "hold", "who": "f2", "id": "dead"}))


def obss(*events: Any) -> list[dict[str, Any]]:
    """A fight of OBSS of two, with these events after its beginning."""
    fight = Fighting({"id": "ada", "sheet": {"con": 1}}, {"id": "orc", "side": "foes", "sheet": {"con": 1}})
    for one in events:
        fight.add(one)
    return [entry.event.to_json() for entry in fight.entries]


def test_the_dying_of_a_game_without_a_clock_stay_in_the_list_too() -> None:
    dying = obss({"do": "track", "who": "orc", "name": "hit_points", "to": -3})
    listed = ask("fight", dying, system="obss")["parts"]["list"]
    assert "<b>Orc</b>" in listed and "Out of the fight" not in listed
    dead = obss({"do": "track", "who": "orc", "name": "hit_points", "to": -30})
    assert "Out of the fight: Orc" in ask("fight", dead, system="obss")["parts"]["list"]


def test_numbers_below_zero_have_one_kind_of_minus() -> None:
    dying = obss({"do": "track", "who": "ada", "name": "hit_points", "to": -3})
    listed = ask("fight", dying, system="obss", view={"panel": "fighter", "to": "ada"})["parts"]["list"]
    assert '<span class="number">−3<small>' in listed and "<b>−3 of" in listed
    assert "hit points now −3" in ask("fight_log", dying, system="obss")["text"]
    assert "down (−3 of " in ask("fight_view", dying, system="obss", numbers=True)["text"]


def test_a_line_of_the_log_reads_as_one_sentence() -> None:
    fallen = {"do": "track", "who": "orc", "name": "hit_points", "by": -9}
    lines = ask("fight_log", obss(fallen), system="obss")["text"].splitlines()
    assert "  - Orc: falls below 0: +1, now 1" in lines
    missed = {"do": "hold", "who": "f1", "id": "missed", "to": "f2"}
    text = ask("fight_log", sent(examples(GAME), missed))["text"]
    assert "- The miss of Hessa of the Ford at Ilo Reedhand is open to luck" in text


def test_the_log_says_whose_condition_has_ended() -> None:
    ends = [{"at": "round_end", "number": 1}]
    begun = {"do": "hold", "who": "ada", "id": "prone", "ends": ends}
    text = ask("fight_log", obss(begun, {"do": "next"}, {"do": "next"}), system="obss")["text"]
    assert "  - Ada: no longer Prone" in text


def test_the_log_does_not_call_an_unused_action_spent() -> None:
    events = [event for event in examples("stepdie") if event["do"] == "join"]
    events = ask("fight", events, system="stepdie", event={"do": "begin"})["events"]
    events = ask("fight", events, system="stepdie", event={"do": "next"})["events"]
    assert any(one["do"] == "spend" for one in events[-1]["then"])
    assert "spent" not in ask("fight_log", events, system="stepdie")["text"]


def test_who_waits_for_a_trigger_can_be_picked_and_acts_on_the_next_target() -> None:
    bow = {"wp": 18, "weapons": [{"name": "Bow", "damage": "1d8", "kind": "shot", "range_m": 20}]}
    fight = Fighting(
        {"id": "ada", "sheet": bow},
        {"id": "orc", "side": "foes"},
        {"id": "wolf", "side": "foes", "sheet": {"defense_abilities": 30}},
    )
    fight.do("ready", "ada")
    fight.next()

    def shown(**view: str) -> dict[str, Any]:
        return ask("fight", [entry.event.to_json() for entry in fight.entries], system="obss", view=view)

    assert 'id="pick-ada"' in shown()["parts"]["top"]
    picked = shown(who="ada")
    assert (picked["who"], picked["acting"]) == ("ada", ["orc"])
    assert '{"panel":"target","to":"wolf","who":"ada"}' in html.unescape(picked["parts"]["list"])
    assert "out of turn" in picked["parts"]["top"] and "Action: spend" in picked["parts"]["top"]
    assert "Ada → Wolf" in shown(who="ada", panel="target", to="wolf")["parts"]["list"]
    events = [entry.event.to_json() for entry in fight.entries]
    assert "wolf" in ask("fight_odds", events, system="obss", view={"who": "ada"})["odds"]
    for _ in range(3):
        fight.do("attack", "ada", "wolf", 0, [1, 1, 2])
    assert 'id="pick-ada"' not in shown()["parts"]["top"]
    assert shown(who="ada")["who"] == "orc"


def chip_of(panel: str, condition: str) -> dict[str, Any]:
    """The event of a chip."""
    (found,) = re.findall(f'data-event="([^"]*)" id="chip-{condition}"', panel)
    event: dict[str, Any] = json.loads(html.unescape(found))
    return event


def test_one_tap_begins_and_ends_a_common_condition(events: list[Any]) -> None:
    view = {"panel": "fighter", "to": "f2"}
    panel = ask("fight", events, view=view)["parts"]["list"]
    for condition in RULES.common:
        assert chip_of(panel, condition) == {"do": "hold", "who": "f2", "id": condition}
    prone = sent(events, chip_of(panel, "prone"))
    ended = sent(prone, chip_of(ask("fight", prone, view=view)["parts"]["list"], "prone"))
    assert ask("fight", ended)["parts"]["list"] == ask("fight", events)["parts"]["list"]


def test_a_condition_of_this_fight_is_at_hand_for_all(events: list[Any]) -> None:
    view = {"panel": "fighter", "to": "f2"}
    assert 'id="chip-frail"' not in ask("fight", events, view=view)["parts"]["list"]
    frail = sent(events, {"do": "hold", "who": "f1", "id": "frail"})
    assert 'id="chip-frail"' in ask("fight", frail, view=view)["parts"]["list"]


def test_the_panel_folds_all_but_the_best_two_weapons(events: list[Any]) -> None:
    view = {"panel": "target", "to": "f2"}
    shown, _, folded = ask("fight", events, view=view)["parts"]["list"].partition("Other weapons: Fists<")
    assert "Attack: Heirloom sword" in shown and "Attack: Light spear" in shown and "Attack: Fists" not in shown
    assert "Attack: Fists" in folded
    pinned = {**view, "pinned": [{"act": "attack", "weapon": 2}]}
    assert "Attack: Fists" in ask("fight", events, view=pinned)["parts"]["list"].partition("Other weapons: ")[0]


def test_an_act_tells_its_cost_and_keeps_its_place_while_a_player_chooses() -> None:
    sheet = {"wp": 8, "str": 2, "weapons": [{"name": "Sword", "damage": "1d8"}]}
    fight = Fighting({"id": "ada", "sheet": sheet}, {"id": "orc", "side": "foes", "sheet": sheet})
    act, here = pyrules.fight_rules("obss").act("attack"), fight.here("ada", "orc", 0)
    plain = act_line({}, act, here)
    changed = act_line({"options": {plain.key: {"power": "1"}}}, act, here)
    assert plain.cost == "1 Action"
    assert changed.figures != plain.figures
    assert changed.worth == plain.worth


def test_a_corrected_wound_takes_back_the_fall_that_followed(events: list[Any]) -> None:
    fallen = sent(events, {"do": "change", "then": [{"do": "track", "who": "f2", "name": "hit_points", "by": -99}]})
    assert RULES.is_down(RULES.state(read_events(fallen)), "f2")
    reply = ask("fight_correct", fallen, at=len(events), numbers={"0": -4})
    assert reply["text"].startswith("The entry is corrected. No longer: Ilo Reedhand: ")
    state = RULES.state(read_events([*events, *reply["events"]]))
    assert state["f2"].tracks["hit_points"] == 11
    assert not RULES.is_down(state, "f2")
    assert reply["events"][0]["then"] == [{"do": "track", "who": "f2", "name": "hit_points", "by": -4}]


def test_a_corrected_wound_that_fells_brings_what_follows(events: list[Any]) -> None:
    hurt = sent(events, {"do": "track", "who": "f2", "name": "hit_points", "by": -4})
    change = {"do": "change", "then": [{"do": "track", "who": "f2", "name": "hit_points", "by": -4}]}
    stored = sent(events, change)
    reply = ask("fight_correct", stored, at=len(events), numbers={"0": -15})
    assert reply["events"] == ask("fight", events, event={**change, "then": [{**hurt[-1], "by": -15}]})["events"][-1:]
    assert "Now: Ilo Reedhand: " in reply["text"]
    assert ask("fight_correct", stored, at=len(events), numbers={"0": 15})["events"] == reply["events"]  # still a loss


def dead_by_a_blow() -> tuple[list[Any], int]:
    """A fight of OBSS in which a foe falls, and dies later by what follows; with the place of the blow."""
    fight = Fighting({"id": "ada"}, {"id": "cole"}, {"id": "orc", "side": "foes", "sheet": {"hit_points_max": 10}})
    blow = len(fight.entries)
    fight.add({"do": "change", "then": [{"do": "track", "who": "orc", "name": "hit_points", "by": -18}]})
    while not fight.state.holds("orc", "dead"):
        fight.next()
    return [entry.event.to_json() for entry in fight.entries], blow


@pytest.mark.parametrize("how", [{"numbers": {"0": -3}}, {"numbers": {"0": -3, "3": 1}}, {"strike": True}], ids=str)
def test_a_corrected_blow_takes_back_the_death_that_followed_later(how: dict[str, Any]) -> None:
    stored, blow = dead_by_a_blow()
    rules = pyrules.fight_rules("obss")
    reply = ask("fight_correct", stored, system="obss", at=blow, **how)
    assert "No longer: " in reply["text"] and "Dead" in reply["text"]
    state = rules.state(read_events([*stored[:blow], *reply["events"]]))
    assert not rules.is_down(state, "orc")
    assert state["orc"].tracks["hit_points"] == (10 if "strike" in how else 7)
    assert state["orc"].tracks["falls"] == 0


def test_a_state_that_older_rules_gave_an_end_is_taken_back_too() -> None:
    stored, blow = dead_by_a_blow()
    dying = next(one for one in stored[blow]["then"] if one.get("id") == "dying")
    dying["ends"] = [{"at": "round_end", "number": 4}]  # as stored until November 2026
    reply = ask("fight_correct", stored, system="obss", at=blow, numbers={"0": -3})
    state = pyrules.fight_rules("obss").state(read_events([*stored[:blow], *reply["events"]]))
    assert not state.holds("orc", "dying", "dead")


def test_an_entry_of_other_rules_keeps_what_is_stored_with_it(events: list[Any]) -> None:
    hurt = {"do": "change", "then": [{"do": "track", "who": "f2", "name": "hit_points", "by": -1}]}
    without_a_fall = {"do": "track", "who": "f2", "name": "hit_points", "by": -40}
    assert sent(events, without_a_fall)[-1] != without_a_fall, "by the rules of today a fall follows"
    stored = [*sent(events, hurt), without_a_fall]
    reply = ask("fight_correct", stored, at=len(events), numbers={"0": -2})
    assert reply["events"][1:] == [without_a_fall]


@pytest.mark.parametrize(
    "given",
    [{"at": 99, "numbers": {}}, {"at": True, "numbers": {}}, {"at": 0, "numbers": {"0": 1}}, {"at": 0, "numbers": []}],
    ids=str,
)
def test_a_wrong_correction_gets_a_sentence(events: list[Any], given: dict[str, Any]) -> None:
    reply = ask("fight_correct", events, **given)
    assert not reply["ok"]
    assert reply["problems"][0]["code"] != "internal"


def test_a_fight_in_one_line(events: list[Any]) -> None:
    assert ask("fight_line", [])["line"] == "Not begun · nobody is here yet"
    assert ask("fight_line", events)["line"] == "Round 1 · Hessa of the Ford, Ilo Reedhand"
    three = joined(events, {"foe": "thug_or_militia", "weapon": "hand_axe"})
    assert ask("fight_line", three)["line"] == "Round 1 · Hessa of the Ford, 2 foes"


def test_odds_are_asked_for_some_targets(events: list[Any]) -> None:
    assert ask("fight_odds", events, targets=["f1", "f2"])["odds"] == ask("fight_odds", events)["odds"]
    assert ask("fight_odds", events, targets=["f1", "nobody", 7])["odds"] == {}
    assert not ask("fight_odds", events, targets="f2")["ok"]


def test_a_rolled_order_shows_what_was_rolled(events: list[Any]) -> None:
    order = ask("fight_order", events, mode="one_by_one", faces=[7, 3])["event"]
    stored = sent(events, order)
    shown = ask("fight", stored)["parts"]["list"]
    for number in order["numbers"].values():
        assert f'<span class="vh">initiative </span>{number}<' in shown


def test_typed_totals_bring_all_in_order(events: list[Any]) -> None:
    event = ask("fight_order", events, mode="one_by_one", totals={"f1": 4, "f2": 9})["event"]
    assert event["numbers"] == {"f1": 4, "f2": 9}
    assert event["places"]["f2"] < event["places"]["f1"]
    later = sent(events, event)
    assert ask("fight_order", later, mode="one_by_one", totals={"f1": 10})["event"]["numbers"] == {"f1": 10, "f2": 9}
    panel = ask("fight", later, view={"panel": "order"})["parts"]["panel"]
    assert re.search(r'name="f2" data-number placeholder="9"', panel)


def test_a_typed_total_of_obss_places_its_fighter_alone() -> None:
    late = examples("obss")
    event = ask("fight_order", late, system="obss", mode="initiative", totals={"f1": 14})["event"]
    assert event["numbers"] == {"f1": 14} and list(event["places"]) == ["f1"]
    assert event["places"]["f1"][:2] == [-14, 0]


@pytest.mark.parametrize(
    ("game", "mode", "totals", "word"),
    [
        ("wwn", "one_by_one", {"f1": 4}, "Ilo"),
        ("wwn", "one_by_one", {}, "at least one"),
        ("wwn", "one_by_one", {"f1": "4", "f2": 3}, "Hessa"),
        ("wwn", "by_sides", {"f1": 4}, "Nobody"),
        ("wwn", "one_by_one", [4], "at least one"),
        ("openquest", "by_skill", {"f1": 4}, "Nothing is rolled"),
    ],
)
def test_wrong_totals_are_refused_with_a_sentence(game: str, mode: str, totals: Any, word: str) -> None:
    reply = ask("fight_order", examples(game), system=game, mode=mode, totals=totals)
    assert not reply["ok"] and word in reply["problems"][0]["text"]


def test_the_log_shows_the_faces_of_a_roll_and_its_odds(events: list[Any]) -> None:
    rolled = ask("fight_roll", events, act="attack", who="f1", to="f2", weapon=0, faces=[20, 8])["event"]
    log = ask("fight", sent(events, rolled), view={"panel": "log"})["parts"]["panel"]
    assert '<span class="face">20</span> <span class="face">8</span>' in log
    assert rolled["odds"] in log
    assert "Round 1</h3>" in log and "Before round 1</h3>" in log


@pytest.mark.parametrize("game", pyrules.games.FIGHTS)
def test_a_game_that_rolls_its_order_asks_for_it_before_round_1(game: str) -> None:
    events, modes = examples(game), pyrules.fight_rules(game).modes
    has_dice = any(mode.has_dice for mode in modes)
    assert ("Begin round 1 as listed" in ask("fight", events, system=game)["parts"]["top"]) is has_dice
    if has_dice:
        order = {"do": "order", "mode": modes[0].id, "places": {"f1": [1], "f2": [2]}}
        assert "as listed" not in ask("fight", events, system=game, event=order)["parts"]["top"]


def lines_of(part: str, act: str) -> list[dict[str, Any]]:
    """The requests of the buttons that roll an act."""
    found = (json.loads(html.unescape(one)) for one in re.findall(r'data-roll="([^"]*)"', part))
    return [one for one in found if one["act"] == act]


@pytest.mark.parametrize("game", [game for game in pyrules.games.FIGHTS if pyrules.fight_rules(game).setup])
def test_an_ambush_is_settled_with_the_order_and_in_no_panel_of_a_fighter(game: str) -> None:
    (act,) = pyrules.fight_rules(game).setup
    events = examples(game)
    shown = ask("fight", events, system=game, view={"panel": "order"})["parts"]["panel"]
    assert lines_of(shown, act) == [{"act": act, "who": "f1", "to": "f2"}]
    turned = {"panel": "order", "setup_who": "f2", "setup_to": "f1"}
    shown = ask("fight", events, system=game, view=turned)["parts"]["panel"]
    assert lines_of(shown, act) == [{"act": act, "who": "f2", "to": "f1"}]
    begun = ask("fight", events, system=game, event={"do": "begin"})["events"]
    assert lines_of(ask("fight", begun, system=game, view={"panel": "order"})["parts"]["panel"], act)
    of_fighter = {"panel": "target", "who": "f1", "to": "f2"}
    assert not lines_of(ask("fight", begun, system=game, view=of_fighter)["parts"]["list"], act)


@pytest.mark.parametrize("game, faces", [("wwn", [1, 1, 6, 6]), ("obss", [1, 1, 1])])
def test_a_surprise_that_fails_before_round_1_is_not_offered_again_in_it(game: str, faces: list[int]) -> None:
    (act,) = pyrules.fight_rules(game).setup
    events = examples(game)
    rolled = ask("fight_roll", events, system=game, act=act, who="f2", to="f1", faces=faces)["event"]
    assert all(one["do"] != "hold" for one in rolled.get("then", []))
    tried = ask("fight", events, system=game, event=rolled)["events"]
    begun = ask("fight", tried, system=game, event={"do": "begin"})["events"]
    assert not lines_of(ask("fight", begun, system=game, view={"panel": "order"})["parts"]["panel"], act)


def test_who_is_surprised_before_round_1_has_no_turn_in_it() -> None:
    events = examples(GAME)
    rolled = ask("fight_roll", events, act="ambush", who="f2", to="f1", faces=[6, 6, 1, 1])["event"]
    begun = ask("fight", sent(events, rolled), event={"do": "begin"})
    assert begun["line"] == "Round 1: Ilo Reedhand."


@pytest.mark.parametrize("view", [{"setup_who": "f2", "setup_to": "f2"}, {"setup_who": 3, "setup_to": "x"}], ids=str)
def test_a_hostile_pair_of_the_set_up_gets_another_one(view: dict[str, Any]) -> None:
    shown = ask("fight", examples(GAME), view={"panel": "order", **view})
    assert shown["ok"]
    assert lines_of(shown["parts"]["panel"], "ambush")


def test_minutes_are_told_in_minutes(events: list[Any]) -> None:
    down = {"do": "hold", "who": "f2", "id": "incapacitated", "ends": [{"at": "round_end", "number": 101}]}
    assert "Incapacitated (10 minutes left)" in ask("fight", events, event=down)["parts"]["list"]


def test_each_of_a_swarm_is_named_where_one_of_them_strikes(events: list[Any]) -> None:
    with_foe = joined(
        events, {"foe": "thug_or_militia", "weapon": "light_spear", "side": "foes", "hit_points": "average"}
    )
    for who in ("f2", "f3"):
        with_foe = sent(with_foe, ask("fight_roll", with_foe, act="swarm_attack", who=who, to="f1")["event"])
    top = ask("fight", with_foe)["parts"]["top"]
    views = [json.loads(html.unescape(one)) for one in re.findall(r'data-view="([^"]*)" id="due-', top)]
    assert [one["who"] for one in views] == ["f3", "f2"]
    assert ">Ilo Reedhand</button>" in top
