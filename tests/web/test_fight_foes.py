"""Foes of a player's own: how they are kept and join, and what of a sheet stays out of a fight."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pyrules
from pyrules.engine.sheet.sheet import FOE
from pyrules.games import FIGHTS
from web.worker import endpoint

GAME = "wwn"
NOTES = "notes"
MARK = [FOE, "yes"]


def ask(kind: str, game: str = GAME, **more: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps({"kind": kind, "system": game, **more})))
    return reply


def kept(game: str = GAME, **given: Any) -> dict[str, Any]:
    """The sheet of a foe that a player keeps."""
    reply = ask("fight_foe", game, **given)
    assert reply["ok"], reply
    own: dict[str, Any] = reply["own"]
    return own


def joined(game: str, events: list[Any], **join: Any) -> dict[str, Any]:
    reply = ask("fight_join", game, events=events, join=join)
    assert reply["ok"], reply
    event: dict[str, Any] = reply["event"]
    return event


def first_foe(game: str) -> dict[str, str]:
    foes = pyrules.fight_rules(game).foes
    row = foes.rows[0]
    return {"foe": row.id, **({"weapon": foes.weapons[0].id} if row.bears_weapon else {})}


@pytest.mark.parametrize("game", FIGHTS)
def test_a_kept_foe_joins_in_numbered_copies_again_and_again(game: str) -> None:
    own = kept(game, foe=first_foe(game))
    name = dict(own["data"])["name"]
    assert MARK in own["data"]

    event = joined(game, [], own=own, count=3)
    assert [one["name"] for one in event["fighters"]] == [f"{name} {number}" for number in (1, 2, 3)]
    assert event["side"] == "foes"
    events = ask("fight", game, events=[], event=event)["events"]
    more = joined(game, events, own=own, count=2)
    assert [one["name"] for one in more["fighters"]] == [f"{name} 4", f"{name} 5"]
    assert ask("fight", game, events=events, event=more)["changed"]


@pytest.mark.parametrize("game", FIGHTS)
def test_a_kept_foe_has_the_sheet_of_the_foe_it_was(game: str) -> None:
    rules = pyrules.fight_rules(game)
    for row in rules.foes.rows:
        weapon = rules.foes.weapons[0].id if row.bears_weapon else ""
        own = kept(game, foe={"foe": row.id, "weapon": weapon})
        assert own["schema"] == rules.sheet.schema
        assert [tuple(pair) for pair in own["data"] if pair != MARK] == rules.foes.pairs(row.id, weapon)


@pytest.mark.parametrize("game", FIGHTS)
def test_a_fighter_is_kept_under_its_name_without_its_number(game: str) -> None:
    events = ask("fight", game, events=[], event=joined(game, [], quick=[["name", "Wolf"]], count=2))["events"]
    first, second = (one["id"] for one in events[0]["fighters"])
    edit = {"do": "edit", "who": second, "name": "Grey One"}
    events = ask("fight", game, events=events, event=edit)["events"]

    assert dict(kept(game, events=events, who=first)["data"])["name"] == "Wolf"
    assert dict(kept(game, events=events, who=second)["data"])["name"] == "Grey One"


def test_a_value_that_was_changed_for_one_copy_is_kept() -> None:
    events = ask("fight", events=[], event=joined(GAME, [], quick=[["name", "Wolf"]], count=2))["events"]
    who = events[0]["fighters"][1]["id"]
    edit = {"do": "edit", "who": who, "own": [["hit_points_max", "9"]]}
    events = ask("fight", events=events, event=edit)["events"]
    assert ["hit_points_max", "9"] in kept(events=events, who=who)["data"]


@pytest.mark.parametrize("game", FIGHTS)
def test_what_only_readers_need_stays_out_of_the_fight(game: str) -> None:
    """No value of a fight comes from notes, and none from a text at its default."""
    sheet = pyrules.sheet(game)
    data = [list(pair) for pair in sheet.to_pairs(sheet.parse(dict(sheet.examples[0].data)))]
    plain = [pair for pair in data if pair[0] != NOTES]
    everything = [*plain, [NOTES, "x" * 2000], [FOE, "no"]]
    assert NOTES in sheet.display_only

    for one in ({"own": {"schema": sheet.schema, "data": everything}}, {"character": character(game, everything)}):
        event = joined(game, [], **one)
        assert event["sheet"] == plain


def character(game: str, data: list[list[str]]) -> dict[str, Any]:
    return {"id": "one", "schema": pyrules.sheet(game).schema, "data": data}


@pytest.mark.parametrize("game", FIGHTS)
def test_a_form_with_every_input_joins_as_short_as_a_link(game: str) -> None:
    """The page stores each input of the form, most of them at their default."""
    sheet = pyrules.sheet(game)
    held = sheet.parse(dict(sheet.examples[0].data))
    short = sheet.to_pairs(held)
    full = [[key, text] for key, text in sheet.to_pairs(held)]
    full += [["foe", "no"], ["conditions", ""]] if "conditions" not in dict(short) else [["foe", "no"]]
    assert joined(game, [], character=character(game, full))["sheet"] == [
        list(pair) for pair in short if pair[0] != NOTES
    ]


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        ({"kind": "fight_foe"}, "A foe to keep is a fighter of this fight."),
        ({"kind": "fight_foe", "who": "f9"}, "A foe to keep is a fighter of this fight."),
        ({"kind": "fight_foe", "foe": []}, "A foe to keep is named by its row or its numbers."),
        ({"kind": "fight_foe", "foe": {"foe": "nobody"}}, "There is no foe 'nobody'"),
        ({"kind": "fight_foe", "foe": {"quick": [["hit_points", "many"]]}}, "Hit points must be a whole number"),
        ({"kind": "fight_join", "join": {"own": 7}}, "A sheet that joins has a schema and data."),
        ({"kind": "fight_join", "join": {"own": {"data": [], "schema": "1"}}}, "schema must be a whole number"),
        ({"kind": "fight_join", "join": {"own": {"data": [], "schema": 99}}}, "made by a newer Tableside"),
        ({"kind": "fight_join", "join": {"own": {"data": [["foe", "maybe"]], "schema": 1}}}, "This is a foe must be"),
        ({"kind": "fight_join", "join": {"own": {"data": [], "schema": 1}, "count": 21}}, "from 1 to 20; got 21"),
    ],
)
def test_what_is_wrong_gets_one_sentence(request_: dict[str, Any], text: str) -> None:
    reply = ask(**request_)
    assert not reply["ok"]
    (problem,) = reply["problems"]
    assert text in problem["text"]


@pytest.mark.parametrize("game", pyrules.GAME_IDS)
def test_a_sheet_says_whether_it_is_a_foe_and_older_ones_are_none(game: str) -> None:
    sheet = pyrules.sheet(game)
    assert not sheet.parse({}).foe
    held, problems = sheet.from_text([("name", "Wolf"), (FOE, "yes"), *sheet.new_foe.items()])
    assert not problems
    assert held.foe
    assert (FOE, "yes") in sheet.to_pairs(held)
    _, problems = sheet.from_text([(FOE, "<b>")])
    assert [problem.field for problem in problems] == [FOE]
